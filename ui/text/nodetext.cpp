// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/nodetext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"

namespace lockscope::text
{

VerdictLevel nodeLevel(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Ready:
        return VerdictLevel::Ok;
    case ConnectionPhase::Failed:
        return VerdictLevel::Critical;
    case ConnectionPhase::Waiting:
        return VerdictLevel::Warning;
    case ConnectionPhase::Connecting:
    case ConnectionPhase::Idle:
    case ConnectionPhase::Closed:
        return VerdictLevel::Info;
    }
    return VerdictLevel::Info;
}

VerdictLevel nodeLevel(const NodeStatus &node)
{
    const bool unlinked = node.isReady() && node.replica && !node.replica->linked;
    return unlinked ? VerdictLevel::Warning : nodeLevel(node.connection.phase);
}

QString nodeState(const NodeStatus &node)
{
    if (node.surplus > 0)
        return Tr::tr("%1; %2 more announced servers are not connected")
            .arg(connectionPhase(node.connection.phase), number(node.surplus));
    if (node.isReady() && node.replica && !node.replica->linked)
        return Tr::tr("not linked to its master");
    return connectionPhase(node.connection.phase);
}

QString nodeConnection(const NodeStatus &node, Instant now)
{
    ConnectionState state = node.connection;
    if (state.reason.node == node.node)
        state.reason.node = {};
    return connection(state, now);
}

QString refusal(const Failure &why)
{
    const qsizetype end = why.serverText.indexOf(". ");
    QByteArray words = end < 0 ? why.serverText : why.serverText.first(end);
    if (words.endsWith('.'))
        words.chop(1);
    return bytes(words);
}

QString nodeRole(const NodeStatus &node)
{
    if (node.role.isEmpty() || node.isReady())
        return role(node.role);
    return Tr::tr("was %1", "role of a server that does not answer").arg(role(node.role));
}

QString nodeLag(const NodeStatus &node)
{
    if (!node.replica)
        return {};
    QStringList parts;
    if (node.replica->lag)
        parts << lag(*node.replica->lag);
    if (node.replica->lagBytes && *node.replica->lagBytes > 0)
        parts << Tr::tr("%1 bytes").arg(number(*node.replica->lagBytes));
    return parts.isEmpty() ? Tr::tr("unknown", "lag of a replica") : names(parts);
}

QString clockOffset(const NodeStatus &node)
{
    if (!node.clockOffset)
        return {};
    const qint64 ms = node.clockOffset->count();
    if (std::abs(ms) >= 10'000)
        return (ms > 0 ? QStringLiteral("+") : QStringLiteral("-")) + duration(milliseconds(std::abs(ms)));
    return Tr::tr("%1 ms", "of a clock").arg((ms > 0 ? QStringLiteral("+") : QString()) + number(ms));
}

QString slotRanges(const NodeStatus &node)
{
    QStringList ranges;
    for (const SlotRange &range : node.slotRanges)
        ranges << (range.first == range.last ? QString::number(range.first)
                                             : QStringLiteral("%1–%2").arg(range.first).arg(range.last));
    return ranges.join(u' ');
}

} // namespace lockscope::text
