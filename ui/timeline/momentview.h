// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks at one moment of the past, beside the timeline. Owner: the timeline page; GUI thread.

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
    explicit MomentView(QWidget *parent = nullptr);

    void look(WallTime at); // Until the answer arrives
    // Shows the answer; shown() is emitted once it is visible.
    void show(HistoryMoment moment);
    void forget(); // The connection has changed
    using QWidget::show;
    const MomentModel &model() const { return m_model; }
    QTreeView *table() const { return m_table; }
    QString title() const;

signals:
    void shown();
    void lockWanted(const lockscope::LockName &key);
    void closeWanted();

private:
    void makeTable();
    void fitColumns();
    void sort();
    void take(const MomentPtr &moment);

    MomentModel m_model;
    MomentSorter m_sorter;
    MomentPtr m_moment = std::make_shared<const HistoryMoment>(); // To be sorted
    QLabel *m_title;
    QLabel *m_count;
    QTreeView *m_table;
};

} // namespace lockscope
