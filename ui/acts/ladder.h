// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options for a lock, safest first: which are possible now, which may be preselected, and whether the
// holder is alive. Pure; for the GUI thread because of its texts.

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
    QString whyNot{};   // Empty: the option is possible
    QString line{};     // What it would do now, and to which holder
    bool helps = false; // Useful, and takes nothing from a holder: may be preselected
    bool possible() const { return whyNot.isEmpty(); }
};

using Ladder = std::array<RungState, AllRungs.size()>;

Ladder ladderOf(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds, Instant now);
std::optional<Rung> gentlest(const Ladder &ladder); // The first that helps; empty: the user must choose
QString titleOf(Rung rung);
QString explanationOf(Rung rung);                // What it does, to whom, and what cannot be undone
QString waitText(const Lock &lock, Instant now); // When the lock expires, and whether waiting helps

// Whether renewals are seen and the next is not overdue: by the rhythm, or if unknown, by half the lease.
bool isRenewed(const Lock &lock, Instant now);
// Whether a holder is seen at work: the lock is renewed, and no holder's client has gone since then.
bool isAlive(const Lock &lock, Instant now);
QString aliveText(const Lock &lock, Instant now); // Requires isAlive()
// First those whose client is gone, unless they were renewed since; empty: the lock has no shares.
std::optional<LockShare> likelyShare(const Lock &);

// For ActRequest::longestTtl: the longest TTL that the lock can have if it still is the one shown. Without
// renewals that is what was left, with renewals its lease; -1 ms if it has no expiry. Empty unless exactly
// one exclusive holder is known and expires in time: not for shared modes, queues that last, or a quorum.
std::optional<milliseconds> longestTtlOf(const Lock &lock, Instant now);

} // namespace lockscope
