// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The TTL of one lock over the past, from events and readings. Between jumps the TTL falls linearly, so only
// the jumps are kept, in a ring. Pure value; time is a parameter.

#include "core/values/events.h"

#include <deque>
#include <span>
#include <vector>

namespace lockscope
{

class TtlTrace
{
public:
    static constexpr size_t MaxJumps = 1024;

    void clear();
    void addEvent(const LockEvent &event);
    void addReading(const Lock &lock);
    void addGone(Instant at);

    struct Piece {
        enum class State { Counting, Eternal, Absent, Unknown }; // Unknown: not observed
        State state = State::Absent;
        Instant from{};
        Instant to{};
        milliseconds ttlFrom{0}; // For Counting only
        milliseconds ttlTo{0};
        bool renewal = false;
    };
    // What is known of [from, to], in order; nothing before the first sighting.
    std::vector<Piece> pieces(Instant from, Instant to) const;
    std::optional<Piece> pieceAt(Instant at) const;
    bool isEmpty() const { return m_jumps.empty(); }
    size_t size() const { return m_jumps.size(); }

private:
    struct Jump {
        Instant at{};
        Piece::State state = Piece::State::Absent;
        milliseconds ttl{0};
        bool renewal = false;
    };
    void add(Jump jump);
    bool continues(const Jump &jump) const;
    Piece piece(size_t index, Instant from, Instant to) const;

    std::deque<Jump> m_jumps;
};

} // namespace lockscope
