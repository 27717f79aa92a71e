// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client waits for which lock, and which client holds it: the wait-for graph of the locks that are
// waited for. A waiter is known from the queue of the lock, or because a MONITOR probe heard it try; the
// others are only counted. Values and pure functions; any thread.

#include "core/engine/blocking/party.h"
#include "core/values/lock.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope
{

// Queue: the lock's own queue names it. Probe: it was heard to try, or to go to sleep, and was not seen to
// hold the lock since. Whether it still waits, a probe cannot tell.
enum class WaitSource : quint8 { Queue, Probe };

struct Wait {
    OwnerId id{};        // empty: it sent none, so only its connection is known
    ClientInfo client{}; // as far as it is known
    HoldMode mode = HoldMode::Exclusive;
    WaitSource source = WaitSource::Queue;
    // Of a queue.
    qint64 place = 0;            // from 1
    std::optional<bool> alive{}; // whether a client listens for it; nullopt: unknown
    // When it was first seen in the queue. It may have come before, or left and come again.
    std::optional<Instant> queuedSince{};
    bool isQueuedFor(Instant at) const; // first seen there at least 1 s before `at`
    // Of a probe.
    qint64 attempts = 0;
    bool ofReader = false; // it asks to write, and held the lock as a reader when the probe began
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
    std::vector<Wait> waits{}; // queued ones in their order, then those heard, oldest first
    qint64 unnamed = 0;        // further clients that wait: at least so many
    bool isCut = false;        // the queue is longer than what was read of it
    bool isUnread = false;     // Waiters::areUnread
    bool hasEnded = false;     // the hold, since the graph was made; see noteNewest()
    // In the order of the holders and of the waits.
    std::vector<Party> holderParties{};
    std::vector<Party> waitParties{};
    // Another thread of the holder waits, or the holder does, by another id.
    bool isOnHoldersConnection(size_t wait) const;
};

// A client that holds locks which others wait for.
struct Blocker {
    QByteArray party{}; // Party::key(), or the key of its only lock
    OwnerId owner{};
    ClientInfo client{};
    std::vector<size_t> locks{}; // that it holds: places in WaitGraph::locks
    qint64 direct = 0;           // waiters for these locks, each once; at least
    qint64 inAll = 0;            // with those that wait for locks of these waiters, and so on
    bool waits = false;          // for another lock itself; else it is a root of the graph
};

using Connections = QSet<QByteArray>; // connectionOf() their addresses

// Held locks of which the graph may lack something.
struct UnseenWaits {
    qint64 uncounted = 0; // see isUncounted()
    qint64 unlinked = 0;  // see isUnlinked()
    // Not if its state is an old one.
    void count(const Registry &registry, const Lock &lock, int sign, const Connections &waiting = {});
    friend bool operator==(const UnseenWaits &, const UnseenWaits &) = default;
};

struct WaitGraph {
    std::vector<BlockedLock> locks{};   // by name
    std::vector<Blocker> blockers{};    // roots first, then by inAll, most first
    QHash<QByteArray, size_t> places{}; // of the blockers, by their party
    // Clients wait for them, and no client is known to hold them: closed semaphores and latches, whose keys
    // name no holder, and free locks. By name.
    std::vector<LockPtr> unheld{};
    UnseenWaits unseen{};        // of all locks
    qint64 elsewhere = 0;        // held locks with listeners that may all wait in another database
    qint64 named() const;        // waiters, without those that are known to listen no more
    qint64 waiters() const;      // at least, named or not
    Connections waiting() const; // over which clients were heard to wait
    // Null: it holds no lock that is waited for, or it is not known which.
    const Blocker *blockerOf(const Party &party) const;
};

// The client behind an owner id or, if that is empty, behind an address, as far as it is known.
using ClientOf = std::function<ClientInfo(const Lock &, const OwnerId &, const QByteArray &address)>;

// Of those of the locks that are waited for.
WaitGraph waitGraph(const Registry &registry, const std::vector<LockPtr> &locks,
                    const std::vector<HeardWait> &heard = {}, const ClientOf &clientOf = {});
// The lock as it is now, null if it is gone, while some of its holders in the graph hold it. Otherwise the
// hold that is in the graph has ended.
void noteNewest(BlockedLock &blocked, const LockPtr &newest);
// A queue keeps the entry of a client that is gone.
bool mayStillWait(const Wait &wait);
// Held, and clients may wait for it, but could not be counted: the user may not count who listens, or they
// may be clients of a spin lock, which poll.
bool isUncounted(const Registry &registry, const Lock &lock);
// Held, clients may wait for it, and nothing shows what a holder of it waits for itself: its id names no
// client, being another one for each lock, and no client was heard to wait over its connection. The holder
// may wait over another one. A deadlock with it is not found.
bool isUnlinked(const Registry &registry, const Lock &lock, const Connections &waiting = {});
// How often a client that was heard tries, in a second; nullopt: it was not heard often enough to say.
std::optional<double> triesPerSecond(const Wait &wait);
// Whether this holder keeps a client in that mode from acquiring the lock.
bool excludes(const Lock &lock, const Holder &holder, const Wait &wait);

const char *name(WaitSource source); // "queue", "probe", as in JSON

} // namespace lockscope
