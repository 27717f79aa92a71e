// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks at one moment of the past: beside the timeline, or as the list of a recording, which also has
// kinds, TTLs, waiters and verdicts, and a filter. Owner: the page; GUI thread.

#include "core/engine/filter/filtercompletion.h"
#include "ui/timeline/momentmodel.h"

#include <QWidget>

class QLabel;
class QTreeView;

namespace lockscope
{

class FilterProblem;

class MomentView final : public QWidget
{
    Q_OBJECT
public:
    enum class Of { LiveHistory, Recording };
    explicit MomentView(Of source = Of::LiveHistory, QWidget *parent = nullptr);

    void look(WallTime at); // Shows the time until the answer arrives
    // Shows the answer; shown() is emitted once it is visible.
    void show(HistoryMoment moment);
    void forget(); // The connection has changed
    using QWidget::show;
    const MomentModel &model() const { return m_model; }
    QTreeView *table() const { return m_table; }
    QString title() const;
    void setFilter(const LockFilter &filter);
    void setProblem(const QString &problem); // With the filter; empty: none
    QString problem() const;
    FilterVocabulary vocabulary() const; // Of the moment
    void choose(const LockName &key);    // Selects it without a signal; empty: none
    LockName worst() const;              // Of those listed, the first of equally bad ones; empty: none

signals:
    void shown();
    void lockWanted(const lockscope::LockName &key); // Chosen by the user
    void closeWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTable();
    void makeRecordedTable();
    void fitColumns();
    void fitToContent();
    void give(MomentModel::Column column, int width);
    void copyCurrent();
    void applyFilter();
    QString holdsText(int count, bool truncated) const;
    void sort();
    void take(const MomentPtr &moment);
    void showKept(const MomentPtr &moment);

    Of m_of;
    MomentModel m_model;
    MomentSorter m_sorter;
    MomentPtr m_all = std::make_shared<const HistoryMoment>();    // Before the filter
    MomentPtr m_moment = std::make_shared<const HistoryMoment>(); // To be sorted
    LockFilter m_filter{};
    qint64 m_unsure = 0; // See FilteredMoment
    using Widths = std::array<int, MomentModel::ColumnCount>;
    Widths m_usual{};  // For typical texts
    Widths m_widest{}; // Of the texts seen, and of the titles
    Widths m_given{};  // The last widths set by this class, not by the user
    LockName m_chosen{};
    OwnerId m_chosenOwner{}; // Which row, if the lock has several owners
    bool m_keeping = false;
    QLabel *m_title;
    QLabel *m_count;
    FilterProblem *m_problem;
    QTreeView *m_table;
};

} // namespace lockscope
