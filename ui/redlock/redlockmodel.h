// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The matrix of a RedLock group: rows are locks, columns the independent nodes. A cell shows owner and TTL,
// or why there is none; the columns before show quorum, margin, and the validity left after subtracting clock
// drift. Owner: RedLockView; GUI thread.

#include "core/values/events.h"

#include <QAbstractTableModel>

#include <map>

namespace lockscope
{

class RedLockModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LockColumn, QuorumColumn, MarginColumn, ValidColumn, FirstNodeColumn };

    explicit RedLockModel(QObject *parent = nullptr);
    void apply(const LockDelta &delta); // Skips locks without a quorum
    void clear();
    LockPtr lockAt(const QModelIndex &index) const; // Null: no such row

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void put(const LockPtr &lock);
    void remove(const LockName &key);
    const Copy *copyAt(const Lock &lock, int column) const;
    QString text(const Lock &lock, int column) const;
    QString nodeTitle(int column) const;
    QString help(const Lock &lock, int column) const;
    QVariant icon(const Lock &lock, int column) const;

    std::vector<LockPtr> m_locks; // Sorted by key
    std::vector<NodeId> m_nodes;
};

} // namespace lockscope
