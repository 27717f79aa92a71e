// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/noderows.h"

#include "app/cli/text/lockrows.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString roleText(const NodeStatus &node)
{
    if (node.role.isEmpty())
        return QStringLiteral("unknown");
    const QString role = node.isReplica() ? QStringLiteral("replica") : escapedText(node.role);
    const bool isNow = node.isReady() || node.version.isEmpty(); // without a version, it was never reached
    return isNow ? role : QStringLiteral("was ") + role;
}

Cell stateCell(const NodeStatus &node)
{
    const QString phase = QLatin1String(name(node.connection.phase));
    if (!node.isReady())
        return {phase, Tint::Alarm};
    if (node.replica && !node.replica->linked)
        return {QStringLiteral("not linked"), Tint::Warning};
    return {phase, Tint::Good};
}

QString lagText(const NodeStatus &node)
{
    if (!node.replica || !node.isReady())
        return QStringLiteral("-");
    QStringList parts;
    if (node.replica->lag)
        parts += humanDuration(*node.replica->lag);
    if (node.replica->lagBytes && *node.replica->lagBytes > 0)
        parts += QStringLiteral("%1 bytes").arg(*node.replica->lagBytes);
    return parts.isEmpty() ? QStringLiteral("unknown") : parts.join(QStringLiteral(", "));
}

QString offsetText(const NodeStatus &node)
{
    if (!node.clockOffset || !node.isReady())
        return QStringLiteral("-");
    const milliseconds offset = *node.clockOffset;
    if (std::chrono::abs(offset) >= std::chrono::seconds(10))
        return (offset > milliseconds(0) ? QStringLiteral("+") : QStringLiteral("-")) +
               humanDuration(std::chrono::abs(offset));
    return (offset > milliseconds(0) ? QStringLiteral("+") : QString()) +
           QStringLiteral("%1 ms").arg(offset.count());
}

QString slotsText(const NodeStatus &node)
{
    QStringList ranges;
    for (const SlotRange &range : node.slotRanges)
        ranges += range.first == range.last ? QString::number(range.first)
                                            : QStringLiteral("%1-%2").arg(range.first).arg(range.last);
    return ranges.isEmpty() ? QStringLiteral("-") : ranges.join(u' ');
}

QString orDash(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QStringLiteral("-") : escapedText(bytes);
}

// Used to omit columns that are empty for every node.
bool anyOf(const std::vector<NodeStatus> &nodes, bool (*says)(const NodeStatus &))
{
    return std::ranges::any_of(nodes, says);
}

Tint tintOf(RightState state)
{
    switch (state) {
    case RightState::Allowed:
        return Tint::Good;
    case RightState::Denied:
        return Tint::Warning;
    case RightState::NotKnown:
        break;
    }
    return Tint::Faint;
}

QStringList rightsTable(const NodeRights &one, const QStringList &nodes, const TextStyle &style)
{
    const QString user = one.user.isEmpty() ? QStringLiteral("this user") : escapedText(one.user);
    const QString title = QStringLiteral("%1 on %2").arg(user, nodes.join(QStringLiteral(", ")));
    if (one.rights.empty())
        return {title + QStringLiteral(": unknown, the server could not be queried")};
    TextTable table({{.title = QStringLiteral("PERMISSION")},
                     {.title = QStringLiteral("STATE")},
                     {.title = QStringLiteral("MISSING"), .least = 20}});
    for (const RightInfo &told : one.rights) {
        const QString missing = missingText(told);
        table.add({{QLatin1String(name(told.right))},
                   {QLatin1String(name(told.state)), tintOf(told.state)},
                   {missing.isEmpty() ? QStringLiteral("-") : missing}});
    }
    return QStringList{tinted(title, Tint::Title, style)} + table.render(style);
}

} // namespace

Failure reasonOf(const NodeStatus &node, Failure reason)
{
    const bool isLogin = reason.kind == ErrorKind::NoAuth || reason.kind == ErrorKind::WrongPass;
    if (isLogin && node.isSentinel()) {
        reason.text = QStringLiteral("sentinel: %1").arg(reason.text);
        reason.remedy = QStringLiteral("set LOCKSCOPE_SENTINEL_PASSWORD");
    }
    return reason;
}

QStringList nodesText(const std::vector<NodeStatus> &nodes, const TextStyle &style)
{
    const bool members = anyOf(nodes, [](const NodeStatus &node) { return node.member > 0; });
    const bool announced = anyOf(nodes, [](const NodeStatus &node) { return !node.announced.isEmpty(); });
    const bool replicas = anyOf(nodes, [](const NodeStatus &node) { return node.replica.has_value(); });
    const bool slots_ = anyOf(nodes, [](const NodeStatus &node) { return !node.slotRanges.empty(); });
    std::vector<Column> columns{{.title = QStringLiteral("NODE")}};
    if (announced)
        columns.push_back({.title = QStringLiteral("ANNOUNCED")});
    if (members)
        columns.push_back({.title = QStringLiteral("MEMBER"), .right = true});
    columns.insert(columns.end(), {{.title = QStringLiteral("ROLE")}, {.title = QStringLiteral("STATE")}});
    if (replicas)
        columns.insert(columns.end(),
                       {{.title = QStringLiteral("MASTER")}, {.title = QStringLiteral("LAG")}});
    columns.insert(columns.end(),
                   {{.title = QStringLiteral("CLOCK"), .right = true}, {.title = QStringLiteral("VERSION")}});
    if (slots_)
        columns.push_back({.title = QStringLiteral("SLOTS"), .least = 5});
    TextTable table(columns);
    QStringList reasons;
    for (const NodeStatus &node : nodes) {
        std::vector<Cell> row{{escapedText(node.node.bytes)}};
        if (announced)
            row.push_back({orDash(node.announced.bytes)});
        if (members)
            row.push_back({QString::number(node.member + 1)});
        row.push_back({roleText(node)});
        row.push_back(stateCell(node));
        if (replicas) {
            row.push_back({node.replica ? orDash(node.replica->master.bytes) : QStringLiteral("-")});
            row.push_back({lagText(node)});
        }
        row.push_back({offsetText(node)});
        row.push_back({orDash(node.version)});
        if (slots_)
            row.push_back({slotsText(node)});
        table.add(std::move(row));
        if (node.surplus > 0)
            reasons += QStringLiteral("%1: %2 more announced servers are not connected: too many")
                           .arg(escapedText(node.node.bytes))
                           .arg(node.surplus);
        if (!node.isReady() && !node.connection.reason.text.isEmpty()) {
            Failure why = reasonOf(node, node.connection.reason);
            why.node = node.node;
            reasons += why.line();
        }
    }
    if (!reasons.isEmpty())
        reasons.prepend(QString());
    return table.render(style) + reasons;
}

QStringList findingsText(const std::vector<Finding> &findings, const TextStyle &style)
{
    QStringList lines;
    for (const Finding &finding : findings) {
        const QString code = QString::fromUtf8(finding.code.data(), qsizetype(finding.code.size()));
        QString title = tinted(QLatin1String(name(finding.level)), tint(finding.level), style) +
                        QStringLiteral("  ") + tinted(code, Tint::Title, style);
        if (!finding.node.isEmpty())
            title += QStringLiteral("  ") + escapedText(finding.node.bytes);
        if (!lines.isEmpty())
            lines += QString();
        lines += title;
        if (!finding.text.isEmpty()) // left out of a recording without names
            lines += QStringLiteral("  %1").arg(finding.text);
        for (const QString &line : finding.evidence)
            lines += QStringLiteral("  %1").arg(tinted(line, Tint::Faint, style));
        const QStringList steps = finding.remedy.split(u'\n', Qt::SkipEmptyParts);
        for (const QString &step : steps) // One a line, to be copied
            lines += (&step == &steps.front() ? QStringLiteral("  what to do: ") : QString(14, u' ')) + step;
    }
    return lines;
}

QStringList rightsText(const std::vector<NodeRights> &rights, const TextStyle &style)
{
    std::vector<std::pair<NodeRights, QStringList>> alike;
    for (const NodeRights &one : rights) {
        const auto same = std::ranges::find_if(alike, [&one](const auto &entry) {
            return entry.first.user == one.user && entry.first.rights == one.rights;
        });
        if (same != alike.end())
            same->second += escapedText(one.node.bytes);
        else
            alike.push_back({one, {escapedText(one.node.bytes)}});
    }
    QStringList lines;
    for (const auto &[one, nodes] : alike) {
        if (!lines.isEmpty())
            lines += QString();
        lines += rightsTable(one, nodes, style);
    }
    return lines;
}

} // namespace lockscope::cli
