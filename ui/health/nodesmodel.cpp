// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/nodesmodel.h"

#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/text/nodetext.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

const QString &dash()
{
    static const QString sign = QStringLiteral("—");
    return sign;
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? dash() : text;
}

bool isRight(int column)
{
    return column == NodesModel::MemberColumn || column == NodesModel::ClockColumn ||
           column == NodesModel::RoundTripColumn;
}

// A server that does not answer keeps its last figures.
bool isOfNow(int column)
{
    return column == NodesModel::LagColumn || column == NodesModel::ClockColumn ||
           column == NodesModel::RoundTripColumn || column == NodesModel::StartedColumn;
}

} // namespace

NodesModel::NodesModel(QObject *parent) : QAbstractTableModel(parent) {}

void NodesModel::setNodes(const std::vector<NodeStatus> &nodes)
{
    const bool same =
        std::ranges::equal(nodes, m_nodes, [](const auto &a, const auto &b) { return a.node == b.node; });
    if (!same)
        beginResetModel();
    m_nodes = nodes;
    if (!same)
        endResetModel();
    else if (!m_nodes.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool NodesModel::isEmpty(int column) const
{
    const auto none = [this](auto says) { return std::ranges::none_of(m_nodes, says); };
    switch (column) {
    case AnnouncedColumn:
        return none([](const NodeStatus &node) { return !node.announced.isEmpty(); });
    case MemberColumn:
        return none([](const NodeStatus &node) { return node.member > 0; });
    case MasterColumn:
    case LagColumn:
        return none([](const NodeStatus &node) { return node.replica.has_value(); });
    case SlotsColumn:
        return none([](const NodeStatus &node) { return !node.slotRanges.empty(); });
    default:
        return false;
    }
}

int NodesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_nodes.size());
}

int NodesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant NodesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const NodeStatus &node = m_nodes[size_t(index.row())];
    if (role == Qt::DecorationRole && index.column() == StateColumn)
        return Theme::of(QGuiApplication::palette()).verdictIcon(text::nodeLevel(node));
    if (role == Qt::ToolTipRole)
        return text::nodeConnection(node, now());
    if (role == Qt::TextAlignmentRole)
        return QVariant((isRight(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (!node.isReady() && isOfNow(index.column()))
        return dash();
    switch (index.column()) {
    case NodeColumn:
        return text::node(node.node);
    case AnnouncedColumn:
        return orDash(text::node(node.announced));
    case MemberColumn:
        return QString::number(node.member + 1);
    case RoleColumn:
        return node.role.isEmpty() ? tr("unknown", "role") : text::nodeRole(node);
    case StateColumn:
        return text::nodeState(node);
    case MasterColumn:
        return orDash(node.replica ? text::node(node.replica->master) : QString());
    case LagColumn:
        return orDash(text::nodeLag(node));
    case ClockColumn:
        return orDash(text::clockOffset(node));
    case RoundTripColumn:
        return node.roundTrip ? text::duration(*node.roundTrip) : dash();
    case VersionColumn:
        return orDash(text::bytes(node.version));
    case StartedColumn:
        return node.startedAt ? text::ago(millisecondsBetween(*node.startedAt, now())) : dash();
    case SlotsColumn:
        return orDash(text::slotRanges(node));
    default:
        return {};
    }
}

QVariant NodesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && isRight(section))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool help = role == Qt::ToolTipRole;
    switch (section) {
    case NodeColumn:
        return help ? tr("Address in use") : tr("Node");
    case AnnouncedColumn:
        return help ? tr("Address that the deployment announces") : tr("Announced");
    case MemberColumn:
        return help ? tr("Number in the RedLock group") : tr("Member");
    case RoleColumn:
        return tr("Role");
    case StateColumn:
        return tr("State");
    case MasterColumn:
        return help ? tr("Master that this replica copies") : tr("Master");
    case LagColumn:
        return help ? tr("How far the replica lags behind its master") : tr("Lag");
    case ClockColumn:
        return help ? tr("Server clock relative to this machine: + is ahead") : tr("Clock");
    case RoundTripColumn:
        return help ? tr("Time that an answer takes") : tr("Round trip");
    case VersionColumn:
        return tr("Version");
    case StartedColumn:
        return help ? tr("Locks acquired before may be missing if nothing is written to disk")
                    : tr("Started");
    case SlotsColumn:
        return help ? tr("Cluster slots that it serves") : tr("Slots");
    default:
        return {};
    }
}

} // namespace lockscope
