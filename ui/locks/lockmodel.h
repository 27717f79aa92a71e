// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks as a view sees them: flat, or two levels when grouped. Rows are the engine's own LockPtr, nothing
// is copied. GUI thread; owner: the lock pane. Small changes are merged at once, in contiguous runs; sorting,
// grouping, filtering anew and large changes go through the Arranger, and the result arrives as one
// layoutChanged that keeps every persistent index (selection, current row, scroll anchor). A running TTL is
// no change of the model: see LockView. How many signals one delta may cost, whatever its size: see
// lockmerge.h.

#include "core/engine/filter/filtercompletion.h"
#include "core/values/events.h"
#include "ui/locks/arranger.h"
#include "ui/locks/lockrowtext.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <functional>

namespace lockscope
{

struct ListTotals {
    qint64 locks = 0;
    qint64 held = 0;
    qint64 warnings = 0;
    qint64 criticals = 0;
    qint64 shown = 0; // after the filter
};

// What a group row says.
struct GroupSummary {
    QString title{};
    qint64 locks = 0;
    qint64 warnings = 0;
    qint64 criticals = 0;
};

class LockModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole, // the bare value behind the text
        LockRole,                // LockPtr; null on group rows
        GroupRole,               // GroupSummary; only on group rows
        TrendRole,               // int: the hold count last rose (1) or fell (-1) under this owner
        GlyphRole,               // int: the icon of its kind
        PinnedRole,              // bool
        OwnRole,                 // bool: this program holds it
    };

    using Clock = std::function<Instant()>;
    explicit LockModel(Clock clock = lockscope::now, QObject *parent = nullptr);
    ~LockModel() override;

    void setKinds(const Kinds &kinds) { m_text.setKinds(kinds); } // of the locks that come from now on
    // Locks that changes are told of, and locks that this program holds.
    void setPins(const QSet<LockName> &pins) { tellMarks(m_text.setPins(pins)); }
    void setOwn(const QSet<LockName> &own) { tellMarks(m_text.setOwn(own)); }
    void apply(const LockDelta &delta);
    void setFilter(const LockFilter &filter);
    void setGrouping(Grouping grouping);
    const Criteria &criteria() const { return m_criteria; }
    bool isArranging() const { return m_arranger.isBusy(); }

    LockPtr find(const LockName &key) const;           // also when the filter hides it
    QModelIndex indexOf(const LockName &key) const;    // invalid when hidden or gone
    LockPtr lockAt(const QModelIndex &index) const;    // null for group rows
    QModelIndex groupAt(const QByteArray &name) const; // invalid: no such group
    QByteArray groupName(const QModelIndex &index) const;
    const ListTotals &totals() const { return m_totals; }
    FilterVocabulary vocabulary() const;     // of some thousand locks: enough to complete a word
    std::vector<LockPtr> shownLocks() const; // in the order of the rows

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    void totalsChanged();
    void arranged(); // the rows were ordered, grouped or filtered anew

private:
    friend class LockMerge;

    struct Entry {
        LockPtr known{};   // as the engine last said; null: gone, but its row is still there
        LockPtr placed{};  // as its row shows it; null: no row
        quint32 group = 0; // id of the group of its row
        int trend = 0;
    };
    struct Group {
        quint32 id = 0; // as internalId of its rows; never used twice
        QByteArray name{};
        std::vector<LockPtr> rows{};
        qint64 warnings = 0;
        qint64 criticals = 0;
    };

    using GroupPtr = std::unique_ptr<Group>;

    void tellMarks(const QSet<LockName> &keys);
    bool grouped() const { return m_shown.grouping != Grouping::None; }
    void note(const LockPtr &lock, std::vector<LockName> &touched);
    void noteGone(const LockName &key, std::vector<LockName> &touched);
    void count(const Lock &lock, int by);
    void settle(std::vector<LockName> touched);
    void rearrange();
    void install(const std::shared_ptr<Arrangement> &arrangement);
    void place(Arrangement &arrangement);
    void placeKeepingIndexes(Arrangement &arrangement);
    bool isShown(const Arrangement &arrangement) const;
    void watchClock();
    int positionOf(const Group &group, const LockPtr &placed) const;
    const Group *groupUnder(const QModelIndex &parent) const; // whose rows are the children of parent
    const Group *groupRow(const QModelIndex &index) const;    // null: not the row of a group
    QModelIndex indexOfGroup(const Group &group) const;
    void numberGroups();
    GroupSummary summaryOf(const Group &group) const;

    Clock m_clock;
    LockRowText m_text;
    Criteria m_criteria{}; // as asked for
    Criteria m_shown{};    // as the rows stand; differs while a job runs
    QHash<LockName, Entry> m_entries;
    std::vector<GroupPtr> m_groups; // flat: exactly one, without a row of its own
    QHash<quint32, int> m_groupPositions;
    quint32 m_lastGroup = 0;
    ListTotals m_totals;
    std::vector<LockName> m_late; // touched while a job runs
    Arranger m_arranger;
    QTimer m_clockTimer; // for filters whose answer depends on the time
};

} // namespace lockscope
