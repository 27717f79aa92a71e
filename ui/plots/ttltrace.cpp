// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/ttltrace.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Two reads of one deadline differ by the jitter of the round trip.
constexpr milliseconds SameDeadline{250};

} // namespace

void TtlTrace::clear()
{
    m_jumps.clear();
}

void TtlTrace::addEvent(const LockEvent &event)
{
    using State = Piece::State;
    switch (event.kind) {
    case EventKind::Released:
        if (event.count > 0)
            break; // Only one of several holds: the lock still exists
        add({.at = event.at, .state = State::Absent});
        return;
    case EventKind::Expired:
    case EventKind::Forced:
        add({.at = event.at, .state = State::Absent});
        return;
    case EventKind::Waiters:
    case EventKind::Node:
        return;
    case EventKind::Acquired:
    case EventKind::Reentered:
    case EventKind::Changed:
        break;
    case EventKind::Renewed:
        if (!event.ttl) // not known: the next reading tells
            return;
        break;
    }
    Jump jump{.at = event.at,
              .state = event.ttl ? State::Counting : State::Eternal,
              .ttl = event.ttl.value_or(milliseconds(0)),
              .renewal = event.kind == EventKind::Renewed};
    if (jump.renewal || event.kind == EventKind::Acquired || !continues(jump))
        add(jump);
}

void TtlTrace::addReading(const Lock &lock)
{
    using State = Piece::State;
    Jump jump{.at = lock.readAt};
    if (lock.stale) {
        jump.state = State::Unknown;
        if (!m_jumps.empty())
            jump.at = std::max(jump.at, m_jumps.back().at + milliseconds(1)); // That reading stays
    } else if (lock.held()) {
        jump.state = lock.expiresAt ? State::Counting : State::Eternal;
        if (lock.expiresAt)
            jump.ttl = std::max(milliseconds(0), millisecondsBetween(lock.readAt, *lock.expiresAt));
    }
    if (!continues(jump))
        add(jump);
}

void TtlTrace::addGone(Instant at)
{
    const Jump jump{.at = at};
    if (!continues(jump))
        add(jump);
}

bool TtlTrace::continues(const Jump &jump) const
{
    if (m_jumps.empty())
        return false;
    const Jump &last = m_jumps.back();
    if (last.state != jump.state)
        return false;
    if (jump.state != Piece::State::Counting)
        return true;
    const milliseconds apart = millisecondsBetween(last.at + last.ttl, jump.at + jump.ttl);
    return std::chrono::abs(apart) <= SameDeadline;
}

void TtlTrace::add(Jump jump)
{
    // A reading may be older than the event it led to.
    if (!m_jumps.empty() && jump.at < m_jumps.back().at)
        return;
    // A renewal and the reading that showed it have the same time: keep one jump.
    if (!m_jumps.empty() && jump.at == m_jumps.back().at) {
        jump.renewal = jump.renewal || (m_jumps.back().renewal && jump.state == m_jumps.back().state);
        m_jumps.pop_back();
    }
    m_jumps.push_back(jump);
    if (m_jumps.size() > MaxJumps)
        m_jumps.pop_front();
}

TtlTrace::Piece TtlTrace::piece(size_t index, Instant from, Instant to) const
{
    const Jump &jump = m_jumps[index];
    Piece piece{.state = jump.state, .from = std::max(from, jump.at), .to = to, .renewal = false};
    if (index + 1 < m_jumps.size())
        piece.to = std::min(to, m_jumps[index + 1].at);
    piece.renewal = jump.renewal && piece.from == jump.at;
    if (jump.state == Piece::State::Counting) {
        const auto left = [&jump](Instant at) {
            return std::max(milliseconds(0), jump.ttl - millisecondsBetween(jump.at, at));
        };
        piece.ttlFrom = left(piece.from);
        piece.ttlTo = left(piece.to);
    }
    return piece;
}

std::vector<TtlTrace::Piece> TtlTrace::pieces(Instant from, Instant to) const
{
    std::vector<Piece> found;
    for (size_t i = 0; i < m_jumps.size(); ++i) {
        const bool endsBefore = i + 1 < m_jumps.size() && m_jumps[i + 1].at <= from;
        if (endsBefore)
            continue;
        if (m_jumps[i].at > to)
            break;
        found.push_back(piece(i, from, to));
    }
    return found;
}

std::optional<TtlTrace::Piece> TtlTrace::pieceAt(Instant at) const
{
    const std::vector<Piece> found = pieces(at, at);
    if (found.empty())
        return {};
    return found.back();
}

} // namespace lockscope
