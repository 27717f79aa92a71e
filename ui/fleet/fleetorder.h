// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The order of the connections: by the sort key of a column; equal ones by name, A to Z either way. Owner:
// FleetPage; GUI thread.

#include <QSortFilterProxyModel>

namespace lockscope
{

class FleetOrder final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
};

} // namespace lockscope
