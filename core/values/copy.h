// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock on several nodes: a master and its replicas, or the nodes of a RedLock group. Values; any thread.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/base/outcome.h"

#include <optional>
#include <vector>

namespace lockscope
{

// OtherOwner: against the master, or against the owner that most nodes of a group name. Unsure: of a group,
// an id that may be this owner's on that node, or another client's.
enum class CopyState { Held, Missing, OtherOwner, Unreachable, Unsure };

// Whether the node names an owner, even if another one.
inline bool namesOwner(CopyState state)
{
    return state == CopyState::Held || state == CopyState::OtherOwner || state == CopyState::Unsure;
}

// One node's copy of a lock.
struct Copy {
    NodeId node{};
    QByteArray role{}; // "master", "slave"
    CopyState state = CopyState::Missing;
    OwnerId owner{};
    qint64 count = 0;
    std::optional<Instant> expiresAt{}; // nullopt: no expiry or no lock
    std::optional<milliseconds> lag{};  // of a replica
    // The server restarted after the lock was taken, so it may have lost it.
    bool restarted = false;
    Failure why{}; // for Unreachable
    friend bool operator==(const Copy &, const Copy &) = default;
};

// Whether a lock of a RedLock group is held ("Distributed Locks with Redis", redis docs): by a majority of
// all nodes, until the end of that majority less the clock drift. A node that did not answer, or whose id may
// be the owner's, counts neither for it nor against it.
struct Quorum {
    int nodes = 0;      // servers of the group, including unreachable ones
    int needed = 0;     // nodes / 2 + 1
    int agreeing = 0;   // nodes that surely name the most frequent owner: at least so many
    int reachable = 0;  // nodes that answered
    int unsure = 0;     // of these, nodes whose id may be the same owner's
    OwnerId owner{};    // named by most nodes; empty: free
    int owners = 0;     // number of surely different owners; above 1: split
    int restarted = 0;  // among the nodes that agree or do not have the lock
    int duplicates = 0; // further addresses of these servers, not counted in nodes
    // When the majority ends: the needed-th latest expiry of the agreeing nodes, less the drift (1 % of the
    // lease and 2 ms). nullopt: no majority, or no expiry.
    std::optional<Instant> validUntil{};

    bool reached() const { return agreeing >= needed && needed > 0; }
    int atMost() const { return agreeing + unsure + nodes - reachable; }
    bool isUndecided() const { return !reached() && atMost() >= needed; }
    // Fewer nodes answer than a majority has: the lock can be neither acquired nor judged from here.
    bool isOutOfSight() const { return reachable < needed; }
    int margin() const
    {
        return agreeing - needed;
    } // nodes that may be lost, at least; negative: no majority
    friend bool operator==(const Quorum &, const Quorum &) = default;
};

const char *name(CopyState state); // as in JSON: "held", "missing", "other-owner", "unreachable", "unsure"

} // namespace lockscope
