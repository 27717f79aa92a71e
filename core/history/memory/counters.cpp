// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/counters.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

// False if an unreachable master hides its locks. A master that was replaced while unreachable hides none: it
// keeps its role, but it is listed as a replica of the new one or, in a cluster, has no slots. A RedLock
// group hides none while a majority answers: that decides which locks are held.
bool seesAll(const std::vector<NodeStatus> &nodes, int members)
{
    if (members > 1)
        return answeringMembers(nodes) > members / 2;
    const auto hasSlots = [](const NodeStatus &status) { return !status.slotRanges.empty(); };
    const bool isCluster = std::any_of(nodes.begin(), nodes.end(), hasSlots);
    const auto hasLocks = [&](const NodeStatus &status) {
        // The server may refuse to tell its role.
        const bool mayBeMaster = status.isMaster() || (status.role.isEmpty() && status.isReady());
        return isCluster ? hasSlots(status) : mayBeMaster && !status.replica;
    };
    return std::any_of(nodes.begin(), nodes.end(), hasLocks) &&
           std::all_of(nodes.begin(), nodes.end(),
                       [&](const NodeStatus &status) { return !hasLocks(status) || status.isReady(); });
}

} // namespace

void Counters::begin(int members, WallTime at)
{
    m_members = members;
    m_group = members > 1 ? std::optional(GroupHolds()) : std::nullopt;
    m_tallier.clear(at);
    m_book.clear(at);
    m_missed = m_flushed = 0;
    m_sinceLoss.clear();
    m_sinceGap.clear();
    m_ready.clear();
}

void Counters::end()
{
    m_book.clear({});
    m_live = {};
}

const std::vector<LockEvent> &Counters::take(const LockDelta &delta, WallTime at)
{
    if (m_group)
        m_ofGroup = m_group->follow(delta, at);
    const std::vector<LockEvent> &events = m_group ? m_ofGroup : delta.events;
    for (const LockEvent &event : events) {
        m_tallier.note(event);
        m_book.note(event);
    }
    if (delta.dropped > 0) {
        m_tallier.noteGap();
        ++m_missed;
    }
    m_tallier.noteUnread(delta.unread);
    m_tallier.noteTotals(delta.totals, at);
    for (const LockPtr &lock : delta.upserted)
        m_book.noteLock(*lock, at);
    for (const LockName &key : delta.removed)
        m_book.noteGone(key, at);
    return events;
}

void Counters::takeNodes(const std::vector<NodeStatus> &nodes)
{
    m_tallier.setBlind(!seesAll(nodes, m_members));
    for (const NodeStatus &status : nodes) {
        if (status.connection.phase == ConnectionPhase::Ready)
            m_ready.insert(status.node);
        else if (status.connection.phase == ConnectionPhase::Waiting && m_ready.remove(status.node)) {
            m_missed += m_sinceGap.remove(status.node) ? 0 : 1;
            m_sinceLoss[status.node] = 0;
        }
    }
}

// False: it is known from the loss of the node. Which of the two is told first depends on the server.
bool Counters::noteGap(const NodeId &node)
{
    m_tallier.noteGap();
    if (m_sinceLoss.contains(node))
        return false;
    ++m_missed;
    m_sinceGap[node] = 0;
    return true;
}

void Counters::turn(Seconds &since)
{
    since.removeIf([](Seconds::iterator second) { return ++*second >= LongAgo; });
}

std::vector<Mark> Counters::takeLive(const LiveStatus &live, WallTime at)
{
    m_tallier.setSampled(!live.exact);
    const LiveStatus before = std::exchange(m_live, live);
    std::vector<Mark> marks;
    const auto more = [](const auto &one, const std::map<NodeId, qint64> &known) {
        const auto there = known.find(one.first);
        return std::max<qint64>(one.second - (there == known.end() ? 0 : there->second), 0);
    };
    for (const auto &one : live.flushes) {
        const qint64 times = more(one, before.flushes);
        if (times > 0)
            marks.push_back({.kind = Mark::Kind::Flushed, .at = at, .node = one.first});
        m_flushed += times;
    }
    bool isGap = false;
    for (const auto &one : live.missed)
        isGap = (more(one, before.missed) > 0 && noteGap(one.first)) || isGap;
    if (isGap)
        marks.push_back({.kind = Mark::Kind::Gap, .at = at});
    return marks;
}

Tally Counters::turn(WallTime at, std::optional<Tally> *minute)
{
    std::optional<Tally> ended;
    const Tally second = m_tallier.turn(at, &ended);
    turn(m_sinceLoss);
    turn(m_sinceGap);
    if (ended)
        m_book.turnMinute(at);
    if (minute)
        *minute = std::move(ended);
    return second;
}

std::optional<Tally> Counters::endMinute(WallTime at)
{
    m_tallier.turn(at);
    return m_tallier.endMinute();
}

std::optional<Tally> Counters::goOn(const ClockStep &step)
{
    auto ended = endMinute(step.before);
    m_book.goOn(step);
    m_tallier.begin(step.after);
    return ended;
}

} // namespace lockscope
