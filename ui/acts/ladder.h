// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ladder of what can be done about a lock, from gentle to hard: which rungs there are for it now, which
// of them may be preselected, and whether the holder is alive. Pure; texts on the GUI thread.

#include "core/values/connection/connection.h"
#include "ui/holders/lockshare.h"
#include "ui/text/kinds.h"

#include <array>

namespace lockscope
{

enum class Rung { Wake, Wait, Expire, LockShare, Force };
inline constexpr std::array AllRungs{Rung::Wake, Rung::Wait, Rung::Expire, Rung::LockShare, Rung::Force};

struct RungState {
    Rung rung = Rung::Wake;
    QString whyNot{};   // it cannot be taken; empty: it can
    QString line{};     // what it would do, to whom, now
    bool helps = false; // and takes nothing from a holder, so that it may be preselected
    bool possible() const { return whyNot.isEmpty(); }
};

using Ladder = std::array<RungState, AllRungs.size()>;

Ladder ladderOf(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds, Instant now);
std::optional<Rung> gentlest(const Ladder &ladder); // that helps; nothing: a person must choose
QString titleOf(Rung rung);
QString explanationOf(Rung rung);                // what it does, to whom, and what it cannot undo
QString waitText(const Lock &lock, Instant now); // when it runs out, and whether waiting will help

// Whether a renewal was seen, and not so long ago that the next one is late: by its rhythm, or while none is
// known by the lease.
bool isRenewed(const Lock &lock, Instant now);
// Whether a holder is seen to be at work: it renews, and is not a client that is gone.
bool isAlive(const Lock &lock, Instant now);
QString aliveText(const Lock &lock, Instant now);   // when isAlive()
std::optional<LockShare> likelyShare(const Lock &); // dead ones first; nothing: it has no shares

// The longest time to live that the lock can have if it still is the one shown, for ActRequest::longestTtl:
// one never seen renewed has no more than was left, another no more than its lease. Nothing: it has several
// holders, or none.
std::optional<milliseconds> longestTtlOf(const Lock &lock, Instant now);

} // namespace lockscope
