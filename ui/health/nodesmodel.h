// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers of a deployment as rows, with the values that `lockscope-cli nodes` prints. A column is empty()
// if no node has a value in it; the view hides it. Owner: NodesView; GUI thread.

#include "core/values/status.h"

#include <QAbstractTableModel>

namespace lockscope
{

class NodesModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        NodeColumn,
        AnnouncedColumn,
        MemberColumn,
        RoleColumn,
        StateColumn,
        MasterColumn,
        LagColumn,
        ClockColumn,
        RoundTripColumn,
        VersionColumn,
        StartedColumn,
        SlotsColumn,
        ColumnCount
    };

    explicit NodesModel(QObject *parent = nullptr);
    // One dataChanged if the nodes are the same.
    void setNodes(const std::vector<NodeStatus> &nodes);
    const std::vector<NodeStatus> &nodes() const { return m_nodes; }
    bool isEmpty(int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<NodeStatus> m_nodes;
};

} // namespace lockscope
