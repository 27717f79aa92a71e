// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks at one moment of the past, beside the timeline. Owner: the timeline page; GUI thread.

#include "ui/momentmodel.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QTreeView;

namespace lockscope
{

class MomentView final : public QWidget
{
    Q_OBJECT
public:
    explicit MomentView(QWidget *parent = nullptr);

    void look(WallTime at);          // the answer is not there yet
    void show(HistoryMoment moment); // the answer
    using QWidget::show;
    const MomentModel &model() const { return m_model; }
    QTreeView *table() const { return m_table; }
    QString title() const;

signals:
    void lockWanted(const lockscope::LockName &key);
    void closeWanted();

private:
    void makeTable();
    void fitColumns();

    MomentModel m_model;
    QSortFilterProxyModel *m_sorted;
    QLabel *m_title;
    QLabel *m_count;
    QTreeView *m_table;
};

} // namespace lockscope
