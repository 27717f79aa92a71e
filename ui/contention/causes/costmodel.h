// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waiting caused by prefixes or clients, one row each, highest first. Owner: CostTable; GUI thread.

#include "core/history/causes/causesdocument.h"

#include <QAbstractTableModel>

namespace lockscope
{

class CostModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, CausedColumn, WaitersColumn, LocksColumn, HoldColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    explicit CostModel(CostBy by, QObject *parent = nullptr);

    void show(const std::vector<WaitingCost> &costs);
    CostBy by() const { return m_by; }
    const std::vector<WaitingCost> &costs() const { return m_costs; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const WaitingCost &cost, int column) const;
    QVariant sortValue(const WaitingCost &cost, int column) const;

    CostBy m_by;
    std::vector<WaitingCost> m_costs{};
};

} // namespace lockscope
