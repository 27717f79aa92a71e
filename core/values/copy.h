// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock on several nodes: on a master and its replicas, or on the independent nodes of a RedLock group.
// Values; any thread.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/base/outcome.h"

#include <optional>
#include <vector>

namespace lockscope
{

enum class CopyState { Held, Missing, OtherOwner, Unreachable };

// What one node says of a lock. OtherOwner: against the master, or against who has most nodes of a group.
struct Copy {
    NodeId node{};
    QByteArray role{}; // "master", "slave"
    CopyState state = CopyState::Missing;
    OwnerId owner{};
    qint64 count = 0;
    std::optional<Instant> expiresAt{}; // nothing: none, or no lock
    std::optional<milliseconds> lag{};  // of a replica
    // The server has been started since the lock was taken, or since it must have been: it may have forgotten
    // it.
    bool restarted = false;
    Failure why{}; // Unreachable
    friend bool operator==(const Copy &, const Copy &) = default;
};

// Whether a lock of a RedLock group is held, as its rules say ("Distributed Locks with Redis", redis docs):
// by a majority of all nodes, and until the clock drift is taken off the time at which that majority ends.
struct Quorum {
    int nodes = 0;     // of the group, those that cannot be reached included
    int needed = 0;    // nodes / 2 + 1
    int agreeing = 0;  // nodes that name the owner most nodes name
    int reachable = 0; // nodes that answered
    OwnerId owner{};   // that most nodes name; empty: nobody
    int owners = 0;    // different ones; more than 1: split
    int restarted = 0; // of the agreeing ones, and of those that have nothing
    // When the majority is over: the needed-th latest expiry among the agreeing, less the drift (1 % of the
    // lease and 2 ms). Nothing: no majority, or no expiry.
    std::optional<Instant> validUntil{};

    bool reached() const { return agreeing >= needed && needed > 0; }
    int margin() const { return agreeing - needed; } // nodes that may be lost; below 0: none
    friend bool operator==(const Quorum &, const Quorum &) = default;
};

const char *name(CopyState state); // as in cli.md: "held", "missing", "other-owner", "unreachable"

} // namespace lockscope
