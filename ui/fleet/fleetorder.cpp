// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetorder.h"

#include "ui/fleet/fleetmodel.h"
#include "ui/locks/model/arrangement.h"

namespace lockscope
{

namespace
{

// Whatever the case: "shop-9" before "Shop-10".
int compareNames(const QModelIndex &left, const QModelIndex &right)
{
    const auto name = [](const QModelIndex &index) {
        return index.siblingAtColumn(FleetModel::NameColumn).data().toString().toCaseFolded().toUtf8();
    };
    return compareNaturally(name(left), name(right));
}

} // namespace

bool FleetOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (left.column() == FleetModel::NameColumn)
        return compareNames(left, right) < 0;
    const qlonglong a = left.data(FleetModel::SortRole).toLongLong();
    const qlonglong b = right.data(FleetModel::SortRole).toLongLong();
    if (a != b)
        return a < b;
    // In descending order, Qt asks with left and right exchanged.
    const int names = compareNames(left, right);
    return sortOrder() == Qt::AscendingOrder ? names < 0 : names > 0;
}

} // namespace lockscope
