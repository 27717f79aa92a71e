// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/copiesmodel.h"

#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

CopiesModel::CopiesModel(QObject *parent) : QAbstractTableModel(parent) {}

void CopiesModel::setCopies(const std::vector<Copy> &copies)
{
    if (copies.size() != m_copies.size()) {
        beginResetModel();
        m_copies = copies;
        endResetModel();
        return;
    }
    m_copies = copies;
    if (!m_copies.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void CopiesModel::setPast(bool past)
{
    if (std::exchange(m_past, past) != past && !m_copies.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool CopiesModel::hasLag() const
{
    return std::any_of(m_copies.begin(), m_copies.end(),
                       [](const Copy &copy) { return copy.lag.has_value(); });
}

int CopiesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_copies.size());
}

int CopiesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CopiesModel::text(const Copy &copy, int column) const
{
    const bool held = namesOwner(copy.state);
    switch (column) {
    case NodeColumn:
        return text::node(copy.node);
    case OwnerColumn:
        return held ? text::owner(copy.owner) : text::copyState(copy);
    case TtlColumn:
        if (!held || m_past)
            return QStringLiteral("—");
        return copy.expiresAt ? text::ttl(millisecondsBetween(now(), *copy.expiresAt)) : text::ttl({});
    case LagColumn:
        return copy.lag && !m_past ? text::lag(*copy.lag) : QStringLiteral("—");
    default:
        return {};
    }
}

QString CopiesModel::help(const Copy &copy) const
{
    QStringList lines{copy.role.isEmpty()
                          ? text::node(copy.node)
                          : QStringLiteral("%1 · %2").arg(text::node(copy.node), text::role(copy.role)),
                      text::copyState(copy)};
    if (namesOwner(copy.state))
        lines << text::ownerFull(copy.owner);
    if (copy.role == "slave" && (copy.state == CopyState::Missing || copy.state == CopyState::OtherOwner))
        lines << tr("The lock would be lost if this replica were promoted now");
    if (copy.restarted)
        lines << tr("Restarted since the lock was acquired: it may have lost it");
    if (copy.state == CopyState::Unreachable && !copy.why.text.isEmpty())
        lines << text::failureHelp(copy.why);
    return lines.join(u'\n');
}

QVariant CopiesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Copy &copy = m_copies[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(copy, index.column());
    case Qt::DecorationRole:
        return index.column() == OwnerColumn && !m_past ? QVariant(text::copyIcon(copy)) : QVariant();
    case Qt::ToolTipRole:
        return help(copy);
    case Qt::TextAlignmentRole:
        return QVariant((index.column() >= TtlColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant CopiesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section >= TtlColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == LagColumn)
        return tr("How far the replica lags behind its master");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NodeColumn:
        return tr("Node");
    case OwnerColumn:
        return tr("Owner");
    case TtlColumn:
        return tr("TTL");
    case LagColumn:
        return tr("Lag");
    default:
        return {};
    }
}

} // namespace lockscope
