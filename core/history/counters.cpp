// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/counters.h"

#include <algorithm>

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
    m_missed = 0;
    m_ready.clear();
}

void Counters::end()
{
    m_book.clear({});
    m_gaps = 0;
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
    if (delta.dropped > 0)
        noteGap();
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
        else if (status.connection.phase == ConnectionPhase::Waiting && m_ready.remove(status.node))
            ++m_missed;
    }
}

void Counters::noteGap()
{
    m_tallier.noteGap();
    ++m_missed;
}

bool Counters::takeLive(const LiveStatus &live)
{
    m_tallier.setSampled(!live.exact);
    const bool missed = live.gaps > std::exchange(m_gaps, live.gaps);
    if (missed)
        noteGap();
    return missed;
}

Tally Counters::turn(WallTime at, std::optional<Tally> *minute)
{
    std::optional<Tally> ended;
    const Tally second = m_tallier.turn(at, &ended);
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
