// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client blocks which, as a tree: a client (a thread, or a process with all its threads), its locks,
// their waiters, and the locks that those hold. A lock whose waiters are listed elsewhere is named without
// them. An update keeps rows open and selected if they still exist. Owner: its parent; GUI thread.

#include "core/engine/blocking/blockingreport.h"
#include "core/engine/blocking/processes.h"

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
    BlockersBy grouping() const { return m_by; }
    void groupBy(BlockersBy by);

signals:
    void lockWanted(const lockscope::LockName &key); // Its details

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    using Row = QList<QStandardItem *>;
    struct Filling;
    // Ignores what changes all the time, such as how long a lock has been held.
    static bool isSameShape(const QStandardItem &a, const QStandardItem &b);
    static void update(const QStandardItem &shown, const QStandardItem &fresh); // Of the same shape
    void showRows();
    void fill(QStandardItem &root) const;
    void replaceBy(QStandardItem &fresh); // Takes its rows
    void fitColumns();
    QString pathOf(const QModelIndex &index) const; // Identifies the row in another report

    QStandardItemModel *m_model;
    BlockingReport m_report{}; // What is shown
    BlockersBy m_by = BlockersBy::Thread;
    qint64 m_filledWith = 0; // The palette
    bool m_isFitting = false;
    bool m_areTheirs = false; // The user has set the width of a column
};

} // namespace lockscope
