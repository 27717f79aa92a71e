// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphpicture.h"

#include "core/base/tr.h"
#include "ui/blocking/graph/blockingtext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QFontMetricsF>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds AgeSteps[] = {10s, 1min, 10min}; // Where the next one begins

const Wait *waitOf(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    return node.wait ? &picture.report.graph.locks[*node.lock].waits[*node.wait] : nullptr;
}

const Blocker *blockerOf(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    return node.blocker ? &picture.report.graph.blockers[*node.blocker] : nullptr;
}

QString blocksText(const Blocker &blocker)
{
    return Tr::tr("blocks %1").arg(text::blockedCount(blocker.direct, blocker.inAll));
}

QStringList clientHelp(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    QStringList lines{text::client(node.owner, node.client)};
    if (!node.owner.isEmpty())
        lines << text::ownerFull(node.owner);
    if (const Wait *wait = waitOf(picture, place))
        lines << Tr::tr("waits for %1: %2")
                     .arg(text::key(picture.lockOf(place)->key), text::wait(*wait, picture.report.at));
    else
        lines << Tr::tr("not seen to wait");
    if (const Blocker *blocker = blockerOf(picture, place))
        lines << blocksText(*blocker);
    return lines;
}

} // namespace

QRectF GraphPicture::rectOf(size_t node) const
{
    return {layout.centres[node] - QPointF(sizes.node.width() / 2, sizes.node.height() / 2), sizes.node};
}

std::optional<size_t> GraphPicture::nodeAt(const QPointF &point) const
{
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        if (rectOf(node).contains(point))
            return node;
    }
    return {};
}

std::optional<size_t> GraphPicture::nodeNamed(const QByteArray &name) const
{
    const auto found = std::ranges::find(graph.nodes, name, &GraphNode::name);
    return found == graph.nodes.end() ? std::optional<size_t>() : size_t(found - graph.nodes.begin());
}

const Lock *GraphPicture::lockAt(size_t node) const
{
    return graph.nodes[node].kind == GraphNode::Kind::Lock ? lockOf(node) : nullptr;
}

const Lock *GraphPicture::lockOf(size_t node) const
{
    const std::optional<size_t> place = graph.nodes[node].lock;
    return place ? report.graph.locks[*place].lock.get() : nullptr;
}

size_t GraphPicture::ageOf(const Lock &lock) const
{
    const milliseconds age = millisecondsBetween(lock.heldSince, report.at);
    return size_t(std::ranges::count_if(AgeSteps, [age](milliseconds step) { return age >= step; }));
}

LayoutSizes layoutSizes(const GraphPicture &picture, const QFont &font)
{
    constexpr size_t MostMeasured = 200;
    const QFontMetrics metrics(font);
    const double line = QFontMetricsF(font).height();
    int widest = 0;
    for (size_t place = 0; place < std::min(picture.graph.nodes.size(), MostMeasured); ++place)
        widest = std::max({widest, metrics.horizontalAdvance(nodeTitle(picture, place)),
                           metrics.horizontalAdvance(nodeState(picture, place))});
    // With the padlock of a lock, and room for times that become longer.
    const int wanted = widest + qRound(2 * line) + characters(metrics, 2);
    const double width = std::clamp(wanted, characters(metrics, 18), characters(metrics, 38));
    return {.node = {width, 2 * line + 2 * spacing(Spacing::Small)},
            .rowGap = line / 2,
            .columnGap = 2 * line,
            .componentGap = 2 * line};
}

QString nodeTitle(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    switch (node.kind) {
    case GraphNode::Kind::Client:
        return text::clientName(node.owner, node.client);
    case GraphNode::Kind::Lock:
        return text::key(picture.lockOf(place)->key);
    case GraphNode::Kind::MoreWaiters:
        if (node.count == 0)
            return Tr::tr("more in the queue");
        return node.isAtLeast ? Tr::tr("at least %n more waiter(s)", nullptr, int(node.count))
                              : Tr::tr("%n more waiter(s)", nullptr, int(node.count));
    case GraphNode::Kind::MoreHolders:
        return Tr::tr("%n more holder(s)", nullptr, int(node.count));
    }
    return {};
}

QString nodeState(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    if (node.kind == GraphNode::Kind::Lock)
        return text::heldLock(picture.report.graph.locks[*node.lock], picture.report.at);
    if (node.kind == GraphNode::Kind::MoreWaiters) {
        const BlockedLock &blocked = picture.report.graph.locks[*node.lock];
        return blocked.unnamed == node.count && blocked.unnamed > 0 ? Tr::tr("not identified") : QString();
    }
    if (const Wait *wait = waitOf(picture, place))
        return text::wait(*wait, picture.report.at);
    if (const Blocker *blocker = blockerOf(picture, place))
        return blocksText(*blocker);
    return {};
}

QString nodeHelp(const GraphPicture &picture, size_t place)
{
    const GraphNode &node = picture.graph.nodes[place];
    QStringList lines;
    if (node.kind == GraphNode::Kind::Client) {
        lines = clientHelp(picture, place);
    } else {
        lines = {nodeTitle(picture, place), nodeState(picture, place)};
        const BlockedLock &blocked = picture.report.graph.locks[*node.lock];
        if (node.kind == GraphNode::Kind::MoreWaiters && blocked.unnamed > 0 && blocked.unnamed < node.count)
            lines << Tr::tr("%n of them not identified", nullptr, int(blocked.unnamed));
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString signText(GraphSign sign)
{
    switch (sign) {
    case GraphSign::Age0:
        return Tr::tr("held under 10 s");
    case GraphSign::Age1:
        return Tr::tr("under 1 min");
    case GraphSign::Age2:
        return Tr::tr("under 10 min");
    case GraphSign::Age3:
        return Tr::tr("longer");
    case GraphSign::Deadlock:
        return Tr::tr("deadlock");
    case GraphSign::PossibleDeadlock:
        return Tr::tr("possible deadlock");
    case GraphSign::NotSeenToListen:
        return Tr::tr("not seen to listen");
    }
    return {};
}

} // namespace lockscope
