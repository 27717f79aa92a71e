// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/counters.h"

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
    m_sinceLoss = m_sinceGap = LongAgo;
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
            m_missed += std::exchange(m_sinceGap, LongAgo) < LongAgo ? 0 : 1;
            m_sinceLoss = 0;
        }
    }
}

// False: it is known from the loss of a node. Which of the two is told first depends on the server.
bool Counters::noteGap()
{
    m_tallier.noteGap();
    if (m_sinceLoss < LongAgo)
        return false;
    ++m_missed;
    m_sinceGap = 0;
    return true;
}

std::vector<Mark> Counters::takeLive(const LiveStatus &live, WallTime at)
{
    m_tallier.setSampled(!live.exact);
    const LiveStatus before = std::exchange(m_live, live);
    std::vector<Mark> marks;
    qint64 missed = live.gaps - before.gaps;
    for (const auto &[node, times] : live.flushes) {
        const auto known = before.flushes.find(node);
        const qint64 more = times - (known == before.flushes.end() ? 0 : known->second);
        if (more > 0)
            marks.push_back({.kind = Mark::Kind::Flushed, .at = at, .node = node});
        m_flushed += std::max<qint64>(more, 0);
        missed -= more;
    }
    if (missed > 0 && noteGap())
        marks.push_back({.kind = Mark::Kind::Gap, .at = at});
    return marks;
}

Tally Counters::turn(WallTime at, std::optional<Tally> *minute)
{
    std::optional<Tally> ended;
    const Tally second = m_tallier.turn(at, &ended);
    m_sinceLoss = std::min(m_sinceLoss + 1, LongAgo);
    m_sinceGap = std::min(m_sinceGap + 1, LongAgo);
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
