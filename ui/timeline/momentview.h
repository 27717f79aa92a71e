// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks at one moment of the past: beside the timeline, or as the list of a recording, which also has
// waiters and verdicts. Owner: the page; GUI thread.

#include "ui/timeline/momentmodel.h"

#include <QWidget>

class QLabel;
class QTreeView;

namespace lockscope
{

class MomentView final : public QWidget
{
    Q_OBJECT
public:
    enum class Of { LiveHistory, Recording };
    explicit MomentView(Of source = Of::LiveHistory, QWidget *parent = nullptr);

    void look(WallTime at); // Until the answer arrives
    // Shows the answer; shown() is emitted once it is visible.
    void show(HistoryMoment moment);
    void forget(); // The connection has changed
    using QWidget::show;
    const MomentModel &model() const { return m_model; }
    QTreeView *table() const { return m_table; }
    QString title() const;
    // Lists only holds with this in the key or the owner. Empty: all.
    void setFilter(const QString &part);
    void choose(const LockName &key); // As by the user, without a signal; empty: none

signals:
    void shown();
    void lockWanted(const lockscope::LockName &key); // Chosen by the user
    void closeWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeTable();
    void fitColumns();
    void sort();
    void take(const MomentPtr &moment);
    void showKept(const MomentPtr &moment);

    HistoryMoment filtered(const HistoryMoment &moment) const;

    Of m_of;
    MomentModel m_model;
    MomentSorter m_sorter;
    MomentPtr m_all = std::make_shared<const HistoryMoment>();    // Before the filter
    MomentPtr m_moment = std::make_shared<const HistoryMoment>(); // To be sorted
    QString m_filter{};
    LockName m_chosen{};
    OwnerId m_chosenOwner{}; // Of several, that row
    bool m_keeping = false;
    QLabel *m_title;
    QLabel *m_count;
    QTreeView *m_table;
};

} // namespace lockscope
