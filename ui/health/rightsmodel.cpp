// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/rightsmodel.h"

#include "ui/health/righttext.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

#include <algorithm>

namespace lockscope
{

RightsModel::RightsModel(QObject *parent) : QAbstractTableModel(parent) {}

void RightsModel::setRights(const std::vector<NodeRights> &rights, bool readOnly)
{
    beginResetModel();
    m_nodes = rights;
    m_readOnly = readOnly;
    m_rows.clear();
    for (const NodeRights &node : rights) {
        for (const RightInfo &told : node.rights) {
            if (!std::ranges::count(m_rows, told.right))
                m_rows.push_back(told.right);
        }
    }
    std::ranges::sort(m_rows);
    endResetModel();
}

int RightsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_nodes.empty() ? 0 : FirstRightRow + int(m_rows.size());
}

int RightsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstNodeColumn + int(m_nodes.size());
}

RightInfo RightsModel::told(const NodeRights &node, int row) const
{
    const Right right = m_rows[size_t(row - FirstRightRow)];
    const auto found = std::ranges::find(node.rights, right, &RightInfo::right);
    return found == node.rights.end() ? RightInfo{.right = right, .state = RightState::NotKnown} : *found;
}

QVariant RightsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (index.column() == RightColumn) {
        if (index.row() == UserRow)
            return role == Qt::DisplayRole ? tr("User") : QVariant();
        const Right right = m_rows[size_t(index.row() - FirstRightRow)];
        if (role == Qt::ToolTipRole)
            return tr("Without it: %1").arg(text::withoutRight(right));
        return role == Qt::DisplayRole ? text::right(right) : QVariant();
    }
    const NodeRights &node = m_nodes[size_t(index.column() - FirstNodeColumn)];
    return index.row() == UserRow ? ofUser(node, role) : ofRight(told(node, index.row()), role);
}

QVariant RightsModel::ofUser(const NodeRights &node, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return node.user.isEmpty() ? tr("unknown", "name of the user") : text::bytes(node.user);
}

QVariant RightsModel::ofRight(const RightInfo &told, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text::rightState(told.state);
    case Qt::DecorationRole:
        return Theme::of(QGuiApplication::palette()).verdictIcon(text::rightLevel(told, m_readOnly));
    case Qt::ToolTipRole:
        return missingText(told).isEmpty() ? text::rightState(told.state) : missingText(told);
    default:
        return {};
    }
}

QVariant RightsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return section == RightColumn ? tr("Permission")
                                  : text::node(m_nodes[size_t(section - FirstNodeColumn)].node);
}

} // namespace lockscope
