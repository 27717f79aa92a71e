// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks as an item model: flat, or two levels when grouped. Rows share the engine's LockPtr; nothing is
// copied. GUI thread; owner: the lock pane.
//
// Small changes are merged at once, in contiguous runs. Sorting, grouping, filtering and large changes go
// through the Arranger; its result arrives as one layoutChanged that keeps every persistent index (selection,
// current row, scroll anchor). A TTL that runs down does not change the model (see LockView). lockmerge.h
// bounds the number of signals for each delta.
//
// While the list is held, no row comes, goes or moves: rows show what is new of their lock in the place where
// they are. A row keeps its place by the lock that it was placed with; see KeptRows.

#include "core/engine/filter/filtercompletion.h"
#include "core/values/events.h"
#include "ui/locks/model/arranger.h"
#include "ui/locks/model/keptrows.h"
#include "ui/locks/model/listtotals.h"
#include "ui/locks/model/lockrowtext.h"
#include "ui/locks/model/recentrenewals.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <functional>

namespace lockscope
{

// The content of a group row.
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
        SortRole = Qt::UserRole, // The bare value behind the text
        LockRole,                // LockPtr; null on group rows
        GroupRole,               // Only on group rows
        TrendRole,               // int: 1 if the hold count last rose under this owner, -1 if it fell
        GlyphRole,               // int: the icon of the lock's kind
        PinnedRole,              // bool
        OwnRole,                 // bool: this program holds it
        EndedRole,               // EndedLock; invalid: the lock is there
        RecentRenewalsRole,      // RecentRenewals: when it was renewed lately
    };

    using Clock = std::function<Instant()>;
    explicit LockModel(Clock clock = lockscope::now, QObject *parent = nullptr);
    ~LockModel() override;

    void setKinds(const Kinds &kinds) { m_text.setKinds(kinds); } // Applies to locks that arrive from now on
    // Locks pinned for notifications, and locks that this program holds.
    void setPins(const QSet<LockName> &pins) { tellMarks(m_text.setPins(pins)); }
    void setOwn(const QSet<LockName> &own) { tellMarks(m_text.setOwn(own)); }
    void apply(const LockDelta &delta);
    void setFilter(const LockFilter &filter);
    void setGrouping(Grouping grouping);
    // How long the row of a lock stays that ended; 0 at first.
    void setLinger(milliseconds linger) { m_kept.setLinger(linger); }
    // While it is selected, the row of a lock that ended stays, and that of a problem stays in its place.
    void setSelectionTest(std::function<bool(const LockName &)> isSelected)
    {
        m_isSelected = std::move(isSelected);
    }
    void setHeld(bool held); // A new sorting, grouping or filter still applies at once
    bool isHeld() const { return m_kept.isHeld(); }
    // While held: new locks that have no row yet, and those whose row belongs elsewhere.
    qsizetype fresh() const { return m_kept.fresh(); }
    qsizetype moved() const { return m_kept.moved(); }
    qint64 endedRows() const // Without those that the filter hides
    {
        const QHash<LockName, EndedLock> &ended = m_kept.allEnded();
        return std::count_if(ended.keyBegin(), ended.keyEnd(),
                             [this](const LockName &key) { return indexOf(key).isValid(); });
    }
    const EndedLock *ended(const LockName &key) const { return m_kept.ended(key); }
    const Criteria &criteria() const { return m_criteria; }
    bool isArranging() const { return m_arranger.isBusy(); }

    LockPtr find(const LockName &key) const;           // Also if the filter hides it
    QModelIndex indexOf(const LockName &key) const;    // Invalid if hidden or gone
    LockPtr lockAt(const QModelIndex &index) const;    // Null for group rows; of one that ended, the last
    QModelIndex groupAt(const QByteArray &name) const; // Invalid: no such group
    QByteArray groupName(const QModelIndex &index) const;
    const ListTotals &totals() const { return m_totals; }
    qint64 lackingClient(const LockFilter &filter) const; // See LockFilter::lacksClient()
    std::vector<LockPtr> troubled() const;   // With a warning or worse, also if the filter hides them
    FilterVocabulary vocabulary() const;     // From a sample of the locks: enough for completion
    std::vector<LockPtr> shownLocks() const; // In the order of the rows, without those that ended

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
    void arranged(); // The rows were sorted, grouped or filtered again

private:
    friend class LockMerge;

    struct Entry {
        LockPtr known{};   // The latest from the engine; null: gone, but its row still exists
        LockPtr placed{};  // As its row shows it; null: no row
        quint32 group = 0; // The group of its row, by id
        qint8 trend = 0;
        RecentRenewals recentRenewals{};
    };
    struct Group {
        quint32 id = 0; // The internalId of its rows; never reused
        QByteArray name{};
        std::vector<LockPtr> rows{};
        qint64 warnings = 0;
        qint64 criticals = 0;
    };

    using GroupPtr = std::unique_ptr<Group>;

    void tellMarks(const QSet<LockName> &keys);
    bool grouped() const { return m_shown.grouping != Grouping::None; }
    void note(const LockPtr &lock, std::vector<LockName> &touched);
    void noteGone(const LockName &key, const LockEvent &end, std::vector<LockName> &touched);
    void noteReset(std::vector<LockName> &touched);
    void settle(std::vector<LockName> touched);
    void letGo(); // Of ended locks whose time is over
    std::vector<LockName> withoutKept(const std::vector<LockName> &touched);
    LockPtr current(const LockPtr &placed) const;
    void rearrange();
    void install(const std::shared_ptr<Arrangement> &arrangement);
    void place(Arrangement &arrangement);
    void placeKeepingIndexes(Arrangement &arrangement);
    bool isShown(const Arrangement &arrangement) const;
    void watchClock();
    int positionOf(const Group &group, const LockPtr &placed) const;
    // The group whose rows are the children of parent.
    const Group *groupUnder(const QModelIndex &parent) const;
    const Group *groupRow(const QModelIndex &index) const; // Null: not a group row
    QModelIndex indexOfGroup(const Group &group) const;
    void numberGroups();
    GroupSummary summaryOf(const Group &group) const;

    Clock m_clock;
    LockRowText m_text;
    Criteria m_criteria{}; // As requested
    Criteria m_shown{};    // As the rows are now; differs while a job runs
    QHash<LockName, Entry> m_entries;
    std::vector<GroupPtr> m_groups; // Flat: exactly one, without a group row
    QHash<quint32, int> m_groupPositions;
    quint32 m_lastGroup = 0;
    ListTotals m_totals;
    std::vector<LockName> m_late; // Touched while a job runs
    KeptRows m_kept;
    std::function<bool(const LockName &)> m_isSelected{};
    QTimer m_endTimer; // While there are rows of ended locks
    Arranger m_arranger;
    QTimer m_clockTimer; // For filters whose result depends on the time
};

inline qint64 LockModel::lackingClient(const LockFilter &filter) const
{
    const Instant at = m_clock();
    return std::count_if(m_entries.cbegin(), m_entries.cend(), [&](const Entry &entry) {
        return entry.known && filter.lacksClient(*entry.known, at);
    });
}

inline std::vector<LockPtr> LockModel::troubled() const
{
    std::vector<LockPtr> troubled;
    for (const Entry &entry : m_entries) {
        if (entry.known && entry.known->shownVerdict().level >= VerdictLevel::Warning)
            troubled.push_back(entry.known);
    }
    return troubled;
}

} // namespace lockscope
