// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The wait-for graph of contended locks: which client waits for which lock, and which client holds it. A
// waiter is identified by the queue of the lock, or by a MONITOR probe that heard its attempts; other waiters
// are only counted. Values and pure functions; any thread.

#include "core/engine/blocking/party.h"
#include "core/values/lock.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope
{

// Queue: the lock's own queue names the waiter. Probe: it was heard to try to acquire the lock, or to block
// on its signal key, and not seen to hold it since; whether it still waits is unknown.
enum class WaitSource : quint8 { Queue, Probe };

struct Wait {
    OwnerId id{};        // empty: unknown, only its connection is known
    ClientInfo client{}; // as far as it is known
    HoldMode mode = HoldMode::Exclusive;
    WaitSource source = WaitSource::Queue;
    // For WaitSource::Queue:
    qint64 place = 0;            // from 1
    std::optional<bool> alive{}; // whether a client listens for it; nullopt: unknown
    // When it was first seen in the queue. It may have queued earlier, or left and queued again.
    std::optional<Instant> queuedSince{};
    bool isQueuedFor(Instant at) const; // first seen there at least 1 s before `at`
    // If a probe heard it:
    qint64 attempts = 0;
    bool isAsleep = false; // it blocked on the signal key, and tries no more until it is woken
    bool ofReader = false; // requests the write lock, and held the read lock when the probe began
    std::optional<Instant> firstHeard{};
    std::optional<Instant> lastHeard{};
    std::optional<Instant> heardUntil{}; // when the probe ended
    friend bool operator==(const Wait &, const Wait &) = default;
};

// A client heard to wait for a lock.
struct HeardWait {
    LockName key{};
    Wait wait{};
};

struct BlockedLock {
    LockPtr lock{};
    std::vector<Wait> waits{}; // those in the queue, in its order, then those heard, oldest first
    qint64 unnamed = 0;        // further waiters; a lower bound
    WaiterCount count{};       // all of these, without those known not to listen any more
    bool isCut = false;        // the queue is longer; only its beginning was read
    bool isUnread = false;     // Waiters::areUnread
    bool hasEnded = false;     // the hold ended after the graph was made; see noteNewest()
    LockPtr newest{};          // if it has ended: the lock as last read; null: it is gone
    // In the order of the holders and of the waits.
    std::vector<Party> holderParties{};
    std::vector<Party> waitParties{};
    // True if the waiter uses the holder's connection: it is another thread of the holder, the holder itself
    // under another id, or another client of a proxy that shares connections.
    bool isOnHoldersConnection(size_t wait) const;
    // True if this waiter is the only one on the connection of this holder.
    bool isAloneOnConnection(size_t wait, size_t holder) const;
};

// A client that holds locks which others wait for.
struct Blocker {
    QByteArray party{}; // Party::key(), or the key of its only lock
    OwnerId owner{};
    ClientInfo client{};
    std::vector<size_t> locks{}; // that it holds: indexes in WaitGraph::locks
    WaiterCount direct{};        // waiters for these locks, each counted once
    WaiterCount inAll{};         // including waiters for locks of these waiters, and so on
    bool waits = false;          // for another lock itself; if not, it is a root of the graph
};

using Connections = QSet<QByteArray>; // as connectionOf() and programOf() return them

// How many held locks the graph may lack waiters or links of.
struct UnseenWaits {
    qint64 uncounted = 0; // see isUncounted()
    qint64 unlinked = 0;  // see isUnlinked()
    // Adds sign for the lock, unless its state is stale or, in a RedLock group, no majority is seen to hold
    // it.
    void count(const Registry &registry, const Lock &lock, int sign, const Connections &waiting = {});
    friend bool operator==(const UnseenWaits &, const UnseenWaits &) = default;
};

struct WaitGraph {
    std::vector<BlockedLock> locks{};   // by name
    std::vector<Blocker> blockers{};    // roots first, then by inAll, most first
    QHash<QByteArray, size_t> places{}; // indexes in blockers, by Blocker::party
    // Locks with waiters but without a known holder, by name: free locks, closed semaphores and latches,
    // whose keys name no holder, and locks of a RedLock group that no majority is seen to hold.
    std::vector<LockPtr> unheld{};
    // Locks with waiters that were free when read, less than 1 s after the end of a hold was seen, by name.
    std::vector<LockPtr> changingHands{};
    UnseenWaits unseen{};      // of all locks
    qint64 elsewhere = 0;      // held locks whose subscribers may all wait in another database
    qint64 named() const;      // named waiters, without those known not to listen any more
    WaiterCount count() const; // named or not
    // The connections of the waiters that a probe heard, and host and name of those that share it with no
    // other one.
    Connections waiting() const;
    bool namesPrograms() const; // Party::program of some waiter is known
    // Null: it holds no contended lock, or none that is known.
    const Blocker *blockerOf(const Party &party) const;
    LockKind kindOf(const Blocker &blocker) const; // of the first of its locks
};

// The client behind an owner id or, if that is empty, behind an address, as far as it is known.
using ClientOf = std::function<ClientInfo(const Lock &, const OwnerId &, const QByteArray &address)>;

// Contains only the contended ones among `locks`.
WaitGraph waitGraph(const Registry &registry, const std::vector<LockPtr> &locks,
                    const std::vector<HeardWait> &heard = {}, const ClientOf &clientOf = {});
// Updates blocked.lock while at least one of its holders still holds it; otherwise sets hasEnded and
// blocked.newest. newest: the lock now; null: it is gone.
void noteNewest(BlockedLock &blocked, const LockPtr &newest);
// True for a free lock that was held less than 1 s before it was read: its next holder may be about to take
// it.
bool isChangingHands(const Lock &lock);
// False if it is known that no client listens for it: a queue keeps the entry of a client that is gone.
bool mayStillWait(const Wait &wait);
// True for a held lock whose waiters could not be counted: Lockscope's user may not count subscribers, or the
// waiters may poll, as clients of a spin lock do.
bool isUncounted(const Registry &registry, const Lock &lock);
// True for a held lock that clients may wait for, if it is unknown what its holder waits for: its id,
// different for each lock, names no client, and no probe heard a waiter on its connection, or the only one of
// its host and name. A deadlock with it is not found.
bool isUnlinked(const Registry &registry, const Lock &lock, const Connections &waiting = {});
// Attempts per second of a waiter that a probe heard; nullopt: too few to say.
std::optional<double> triesPerSecond(const Wait &wait);
// True if this holder prevents the waiter from acquiring the lock.
bool excludes(const Lock &lock, const Holder &holder, const Wait &wait);

const char *name(WaitSource source); // "queue", "probe", as in JSON

} // namespace lockscope
