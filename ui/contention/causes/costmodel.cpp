// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/costmodel.h"

#include "ui/contention/causes/costtext.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

CostModel::CostModel(CostBy by, QObject *parent) : QAbstractTableModel(parent), m_by(by) {}

// Same names in the same order: only figures change. Otherwise a reset.
void CostModel::show(const std::vector<WaitingCost> &costs)
{
    const bool same = std::ranges::equal(costs, m_costs, {}, &WaitingCost::name, &WaitingCost::name);
    if (!same)
        beginResetModel();
    m_costs = costs;
    if (!same)
        endResetModel();
    else if (!m_costs.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CostModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_costs.size());
}

int CostModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CostModel::text(const WaitingCost &cost, int column) const
{
    const auto ninety = cost.lengths.firmPercentile(0.9);
    switch (column) {
    case NameColumn:
        return text::costName(cost.name, m_by);
    case CausedColumn:
        return text::waitingCaused(cost.waited);
    case WaitersColumn:
        return QStringLiteral("≈ ") + text::number(cost.mostWaiters);
    case LocksColumn:
        return text::number(cost.locks);
    case HoldColumn:
        return ninety ? text::duration(*ninety) : QStringLiteral("—");
    default:
        return {};
    }
}

QVariant CostModel::sortValue(const WaitingCost &cost, int column) const
{
    switch (column) {
    case CausedColumn:
        return cost.waited;
    case WaitersColumn:
        return cost.mostWaiters;
    case LocksColumn:
        return cost.locks;
    case HoldColumn:
        return qint64(cost.lengths.firmPercentile(0.9).value_or(milliseconds(-1)).count());
    default:
        return text(cost, column);
    }
}

QVariant CostModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const WaitingCost &cost = m_costs[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(cost, index.column());
    case SortRole:
        return sortValue(cost, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == NameColumn ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                            : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return QStringLiteral("<p>%1</p>")
            .arg(text::costDetails(cost, m_by).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
    default:
        return {};
    }
}

QVariant CostModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == NameColumn ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                     : int(Qt::AlignRight | Qt::AlignVCenter);
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case NameColumn:
        if (m_by == CostBy::Prefix)
            return tip ? tr("What the names of the locks begin with, up to a number or an id in them")
                       : tr("Prefix");
        return tip ? tr("Which client held the lock while others waited; several holders share the waiting "
                        "evenly")
                   : tr("Client");
    case CausedColumn:
        return tip ? text::whatWaitingCausedIs() : tr("Waiting caused");
    case WaitersColumn:
        return tip ? tr("Maximum number of waiters of one lock at once") : tr("Most waiters");
    case LocksColumn:
        return tip ? tr("Locks that clients waited for") : tr("Locks");
    case HoldColumn:
        return tip ? tr("90 % of the holds of these locks lasted at most this long. — means fewer than %1 "
                        "holds seen from "
                        "start to end")
                         .arg(text::number(HoldLengths::leastFor(0.9)))
                   : tr("Hold p90");
    default:
        return {};
    }
}

} // namespace lockscope
