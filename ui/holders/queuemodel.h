// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The queue of one lock as rows, in order. The view repaints running deadlines. Owner: QueueView, GUI thread.

#include "core/values/lock.h"

#include <QAbstractTableModel>
#include <QIcon>

#include <array>

namespace lockscope
{

struct Theme;

class QueueModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { PlaceColumn, WaiterColumn, ModeColumn, DeadlineColumn, AliveColumn, ColumnCount };

    explicit QueueModel(QObject *parent = nullptr);
    void setLock(const LockPtr &lock); // Null: none
    void setPast(bool past);           // Past: no time is left
    void setTheme(const Theme &theme);
    const QueuedWaiter *waiterAt(const QModelIndex &index) const; // Null: no such row
    int rowOf(const QueuedWaiter &waiter) const;                  // -1: no longer in the queue
    bool hasModes() const;                                        // Some wait for a shared mode
    bool hasDeadlines() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const QueuedWaiter &waiter, int row, int column) const;
    const QIcon &icon(const QueuedWaiter &waiter) const;

    std::vector<QueuedWaiter> m_queue;
    std::array<QIcon, 3> m_icons; // Alive, dead, unknown
    bool m_past = false;
};

} // namespace lockscope
