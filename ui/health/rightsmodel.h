// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The matrix of rights: one row each, after a first row with the user name; one column for each server.
// Owner: RightsView; GUI thread.

#include "core/values/rights.h"

#include <QAbstractTableModel>

namespace lockscope
{

class RightsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum { UserRow, FirstRightRow };
    enum { RightColumn, FirstNodeColumn };

    explicit RightsModel(QObject *parent = nullptr);
    void setRights(const std::vector<NodeRights> &rights, bool readOnly);
    const std::vector<NodeRights> &rights() const { return m_nodes; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    // Unknown if the node did not report it.
    RightInfo told(const NodeRights &node, int row) const;
    QVariant ofUser(const NodeRights &node, int role) const;
    QVariant ofRight(const RightInfo &told, int role) const;

    std::vector<NodeRights> m_nodes;
    std::vector<Right> m_rows; // Rights that any node reports
    bool m_readOnly = true;
};

} // namespace lockscope
