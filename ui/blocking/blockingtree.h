// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who blocks whom as the rows of a tree: a client, its locks, their waiters, and the locks that those hold.
// A lock whose waiters are listed elsewhere is named without them. Keeps open rows, and the selection, where
// the same row is there again. Owner: its parent; GUI thread.

#include "core/engine/blocking/blockingreport.h"

#include <QTreeView>

class QStandardItem;
class QStandardItemModel;

namespace lockscope
{

class BlockingTree final : public QTreeView
{
    Q_OBJECT
public:
    enum Column { Who, State, Waiters, Columns };
    explicit BlockingTree(QWidget *parent = nullptr);

    void showReport(const BlockingReport &report);

signals:
    void lockWanted(const lockscope::LockName &key); // Its details

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Row = QList<QStandardItem *>;
    struct Filling;
    void fitColumns();
    QString pathOf(const QModelIndex &index) const; // What names a row among those of another report

    QStandardItemModel *m_model;
    bool m_isFitted = false;
};

} // namespace lockscope
