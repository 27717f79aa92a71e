// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The most contended locks of a time range, one row each. Owner: ContentionTable; GUI thread.

#include "core/history/causes/waitingcost.h"

#include <QAbstractTableModel>
#include <QHash>

namespace lockscope
{

class ContentionModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        LockColumn,
        CausedColumn,
        WaitersColumn,
        WaitColumn,
        AcquiredColumn,
        HeldColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole };

    explicit ContentionModel(QObject *parent = nullptr);

    // Same locks in the same order: only figures change. Otherwise a reset.
    void show(const std::vector<Contention> &locks);
    void showCosts(const std::vector<WaitingCost> &costs); // Of locks, also of locks that are not listed
    LockName lockAt(int row) const;
    int rowOf(const LockName &key) const; // Negative: not listed
    const std::vector<Contention> &locks() const { return m_locks; }
    // The listed lock with the longest wait; preferably one with waiters that was never acquired, because its
    // wait has no end in sight. Null: none had waiters.
    const Contention *longestWait() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const Contention &lock, int column) const;
    QVariant sortValue(const Contention &lock, int column) const;

    std::vector<Contention> m_locks{};
    QHash<LockName, WaitingCost> m_costs{};
};

} // namespace lockscope
