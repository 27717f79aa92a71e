// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetmodel.h"

#include "ui/fleet/fleethourtext.h"
#include "ui/fleet/fleettext.h"
#include "ui/text/format.h"

#include <QFont>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

bool isRight(int column)
{
    return column >= FleetModel::LocksColumn && column <= FleetModel::NodesColumn &&
           column != FleetModel::HourColumn;
}

Qt::Alignment alignmentOf(int column)
{
    if (column == FleetModel::HourColumn)
        return Qt::AlignCenter;
    return (isRight(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

// Which locks a column counts; nullopt: it counts none.
std::optional<qint64> countOf(const FleetMember &member, int column)
{
    const LockTotals totals = member.totals.value_or(LockTotals{});
    switch (column) {
    case FleetModel::LocksColumn:
        return totals.locks;
    case FleetModel::HeldColumn:
        return totals.held;
    case FleetModel::WaitingColumn:
        return totals.waiters;
    case FleetModel::CriticalColumn:
        return member.ofLevel(VerdictLevel::Critical);
    case FleetModel::WarningColumn:
        return member.ofLevel(VerdictLevel::Warning);
    default:
        return {};
    }
}

QFont italicFont()
{
    QFont font; // the rest is of the view
    font.setItalic(true);
    return font;
}

// False: the cell says what was last known, or nothing.
bool isCurrent(const FleetMember &member, int column)
{
    const bool isOld =
        member.asOf.has_value() && column != FleetModel::NameColumn && column != FleetModel::StateColumn;
    const bool isUnknown = (!member.totals && countOf(member, column).has_value()) ||
                           (column == FleetModel::WaitingColumn && !member.hasWaiters);
    return !isOld && !isUnknown && (column != FleetModel::NodesColumn || member.nodes > 0);
}

// How bad what a cell says is; nullopt: not at all.
std::optional<VerdictLevel> levelOf(const FleetMember &member, int column)
{
    switch (column) {
    case FleetModel::StateColumn:
        return text::fleetLevel(member);
    case FleetModel::CriticalColumn:
    case FleetModel::WarningColumn: {
        const auto level =
            column == FleetModel::CriticalColumn ? VerdictLevel::Critical : VerdictLevel::Warning;
        return member.ofLevel(level) > 0 ? std::optional(level) : std::nullopt;
    }
    case FleetModel::NodesColumn:
        return (isLive(member.state) || isOut(member.state)) && member.nodesReady < member.nodes
                   ? std::optional(VerdictLevel::Warning)
                   : std::nullopt;
    case FleetModel::WorstColumn:
        return member.worst ? std::optional(member.worst->shownVerdict().level) : std::nullopt;
    default:
        return {};
    }
}

} // namespace

FleetModel::FleetModel(const Clocks &clocks, QObject *parent) : QAbstractTableModel(parent), m_clocks(clocks)
{
}

void FleetModel::show(std::vector<FleetMember> members)
{
    const bool same =
        std::ranges::equal(members, m_members, [](const auto &a, const auto &b) { return a.name == b.name; });
    if (!same) {
        beginResetModel();
        m_members = std::move(members);
        return endResetModel();
    }
    for (size_t row = 0; row < members.size(); ++row) {
        if (members[row] == m_members[row])
            continue;
        m_members[row] = std::move(members[row]);
        emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
}

void FleetModel::tick()
{
    if (m_members.empty())
        return;
    for (const int column : {HourColumn, WorstColumn})
        emit dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole});
}

void FleetModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    if (!m_members.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const FleetMember *FleetModel::memberAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_members[size_t(row)] : nullptr;
}

int FleetModel::rowOf(const QString &name) const
{
    const auto found = std::ranges::find(m_members, name, &FleetMember::name);
    return found == m_members.end() ? -1 : int(found - m_members.begin());
}

const char *FleetModel::columnName(int column)
{
    static constexpr std::array<const char *, ColumnCount> Names{
        "name",    "environment", "state", "locks", "held",     "waiting", "critical",
        "warning", "hold",        "hour",  "nodes", "failover", "worst"};
    return Names[size_t(column)];
}

bool FleetModel::isEmpty(int column) const
{
    const auto none = [this](auto says) { return std::ranges::none_of(m_members, says); };
    switch (column) {
    case EnvironmentColumn:
        return none([](const FleetMember &member) { return member.environment != Environment::None; });
    case FailoverColumn:
        return none([](const FleetMember &member) { return member.failover.has_value(); });
    default:
        return false;
    }
}

int FleetModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_members.size());
}

int FleetModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FleetModel::textOf(const FleetMember &member, int column) const
{
    switch (column) {
    case NameColumn:
        return member.name;
    case EnvironmentColumn:
        return member.environment == Environment::None ? QString() : text::environment(member.environment);
    case StateColumn:
        return text::fleetState(member);
    case HoldColumn:
        return text::fleetHold(member);
    case HourColumn:
        return text::fleetHour(member);
    case NodesColumn:
        return member.nodes == 0 ? tr("unknown", "nodes") : text::fleetNodes(member);
    case FailoverColumn:
        return member.failover ? text::fleetFailover(member, m_clocks.wallNow()) : QStringLiteral("—");
    case WorstColumn:
        return text::fleetWorst(member, m_clocks.now(), m_clocks.wallNow());
    case WaitingColumn:
        return text::fleetWaiting(member);
    case HeldColumn: {
        const LockTotals totals = member.totals.value_or(LockTotals{});
        return text::fleetCount(member, totals.held, totals.undecided > 0);
    }
    default:
        return text::fleetCount(member, countOf(member, column).value_or(0));
    }
}

QVariant FleetModel::helpOf(const FleetMember &member, int column) const
{
    if (column == FailoverColumn)
        return text::fleetFailoverHelp(member);
    if (column == HoldColumn)
        return text::fleetHoldHelp(member);
    if (column == HourColumn)
        return text::fleetHourHelp(member);
    if (column == WorstColumn)
        return textOf(member, column);
    return text::fleetDetails(member, m_clocks.now(), m_clocks.wallNow());
}

// A curve is nothing to a screen reader, and a number needs its name.
QVariant FleetModel::spokenOf(const FleetMember &member, int column) const
{
    if (column == HourColumn)
        return text::fleetHourSpoken(member);
    const QString header = headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    return tr("%1: %2", "column, value").arg(header, textOf(member, column));
}

QVariant FleetModel::iconOf(const FleetMember &member, int column) const
{
    if (column != StateColumn && column != WorstColumn)
        return {};
    const auto level = levelOf(member, column);
    return level ? QVariant(m_theme.verdictIcon(*level)) : QVariant();
}

QVariant FleetModel::colourOf(const FleetMember &member, int column) const
{
    if (column == EnvironmentColumn)
        return m_theme.environment(member.environment);
    if (!isCurrent(member, column))
        return m_theme.muted;
    if (const auto level = levelOf(member, column); level && *level >= VerdictLevel::Warning)
        return column == WorstColumn ? QVariant() : QVariant(m_theme.verdict(*level));
    return {};
}

// What is unknown comes after every number in descending order.
QVariant FleetModel::sortKeyOf(const FleetMember &member, int column) const
{
    switch (column) {
    case StateColumn:
        return text::fleetBadness(member);
    case EnvironmentColumn:
        return int(member.environment);
    case NodesColumn: // by how many do not respond
        return member.nodes - member.nodesReady;
    case FailoverColumn:
        return member.failover ? qlonglong(member.failover->at.time_since_epoch().count()) : 0;
    case HoldColumn:
        return qlonglong(member.holdP90.value_or(milliseconds(-1)).count());
    case HourColumn: // by the last known value
        return member.hour.empty() ? qlonglong(-1) : qlonglong(member.hour.back().held.value_or(-1));
    case WorstColumn:
        return member.worst ? int(member.worst->shownVerdict().level) : 0;
    case NameColumn:
        return member.name;
    default:
        return member.totals && (column != WaitingColumn || member.hasWaiters)
                   ? qlonglong(countOf(member, column).value_or(0))
                   : qlonglong(-1);
    }
}

QVariant FleetModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const FleetMember &member = m_members[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(member, index.column());
    case Qt::ToolTipRole:
        return helpOf(member, index.column());
    case Qt::DecorationRole:
        return iconOf(member, index.column());
    case Qt::ForegroundRole:
        return colourOf(member, index.column());
    case Qt::FontRole: // a selected row hides the colour
        return isCurrent(member, index.column()) ? QVariant() : QVariant(italicFont());
    case Qt::TextAlignmentRole:
        return QVariant(alignmentOf(index.column()));
    case Qt::AccessibleTextRole:
        return spokenOf(member, index.column());
    case HourRole:
        return QVariant::fromValue(member.hour);
    case SortRole:
        return sortKeyOf(member, index.column());
    default:
        return {};
    }
}

QVariant FleetModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(alignmentOf(section));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool help = role == Qt::ToolTipRole;
    switch (section) {
    case NameColumn:
        return tr("Connection");
    case EnvironmentColumn:
        return tr("Environment");
    case StateColumn:
        return help ? tr("State of the connection; sorts the worst first") : tr("State");
    case LocksColumn:
        return tr("Locks");
    case HeldColumn:
        return help ? tr("Locks that are held") : tr("Held");
    case WaitingColumn:
        return help ? tr("Clients that are seen to wait") : tr("Waiting");
    case CriticalColumn:
        return help ? tr("Locks with a critical verdict") : tr("Critical");
    case WarningColumn:
        return help ? tr("Locks with a warning") : tr("Warning");
    case HoldColumn:
        return help ? tr("90 % of the holds that ended in the last hour lasted at most about this long")
                    : tr("Hold p90");
    case HourColumn:
        return help ? tr("Held locks, by minute") : tr("Last hour");
    case NodesColumn:
        return help ? tr("Servers that respond, of all") : tr("Nodes");
    case FailoverColumn:
        return help ? tr("The last one since this window was opened") : tr("Last failover");
    case WorstColumn:
        return help ? tr("The worst lock with a warning or a critical verdict") : tr("Worst lock");
    default:
        return {};
    }
}

} // namespace lockscope
