// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The single source of truth about locks: merges reads into locks and reports what happened (LockEvent) and
// what changed (LockDelta). Owned by Site, on the engine thread; no I/O, and time is a parameter, so that
// every rule can be tested. The rules (continuity.h): same owner and a later expiry = renewed; higher or
// lower count = reentered or released; other owner = changed hands; gone before its expiry = released, at or
// after it = expired. The key is the identity: a lock read on another node replaces the one known by its key.

#include "core/engine/reading/decodedlock.h"
#include "core/engine/table/absences.h"
#include "core/engine/table/eventlog.h"
#include "core/engine/table/keyevents.h"
#include "core/engine/table/lockentries.h"
#include "core/engine/table/ownerpool.h"
#include "core/engine/table/refusedkeys.h"

#include <QSet>

namespace lockscope
{

class LockTable
{
    using Entry = LockEntries::Entry;

public:
    explicit LockTable(const Registry &registry, const VerdictThresholds &thresholds = {});
    void use(const Registry &registry) { m_entries.use(registry); } // only while it is empty
    // If set, locks get the slot of their key (deployment/slots.h).
    void setClustered(bool clustered) { m_clustered = clustered; }

    // Applies the read of a key; reading.type None means that the key is gone. A read older than the known
    // state is ignored, as scan pages and re-reads overtake each other.
    void apply(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    // Takes a raw keyspace event ("expire", "del", "hincrby", …), in order. Counts renewals, ends deleted and
    // expired locks at once, and remembers when a missing key was written: the read that follows names the
    // owner. If companion keys may hold the lock on their own, none of this is reported, as only reads show
    // all keys. A lock that is gone before it was read is reported without an owner, if its key was a lock
    // before. mayHaveMoved: a deleted key may have migrated; the next event or read decides.
    void noteHappened(const LockName &key, const QByteArray &event, const NodeId &node, Instant at,
                      bool mayHaveMoved = false)
    {
        m_keyEvents.noteHappened(key, event, node, at, mayHaveMoved);
    }
    // As counted on the node that the lock is on. listening: waiters of the queue, by id, and whether a
    // client listens for each of them.
    void setWaiters(const LockName &key, qint64 subscribed, Instant at,
                    const std::vector<QueuedWaiter> &listening = {});
    // The clients of the owners on this node; an owner that is not in the map has no known client. Locks read
    // later get them too. Returns false if nothing changed.
    bool setClients(const NodeId &node, const ClientsByOwner &clients, Instant at)
    {
        return m_entries.setClients(node, clients, at);
    }
    // The same for the owners of one lock. Their other locks get it with the next setClients() or read.
    bool setClients(const LockName &key, const ClientsByOwner &clients, Instant at)
    {
        return m_entries.setClients(key, clients, at);
    }
    // The node owns the key's slot now, and was asked for the key: a lock that is listed on another node is
    // on this one, or gone, as the reading that follows tells.
    void noteOwner(const LockName &key, const NodeId &node);
    // The server refuses to show a key. False: it does not matter, because no lock of this name is or was
    // known, and it was not requested. True: its lock is stale until it is read again; that read reports
    // `changed`, because it is unknown when and how the change happened.
    bool noteRefused(const LockName &key, const Failure &why, bool isWatched, WallTime at);
    // The next disappearance is Lockscope's own. Cleared if a read with source Act still shows the lock.
    void markForced(const LockName &key, bool forced = true)
    {
        if (Entry *entry = m_entries.find(key))
            entry->forced = forced;
    }
    // heardAt: when the node last answered, before noteGap().
    void setStale(const NodeId &node, bool stale, std::optional<Instant> heardAt = {});
    // Its connection was lost: what was read before, and is applied afterwards, is stale.
    void noteLoss(const NodeId &node, Instant at) { m_entries.node(node).lostAt = at; }
    // Whether subscribers on this node may wait for locks of other databases. Applies to the next counts.
    void setListenersMayBeElsewhere(const NodeId &node, bool may)
    {
        m_entries.node(node).listenersMayBeElsewhere = may;
    }
    // The scripts that the node has loaded. They determine the order of the libraries of locks read from now
    // on.
    void setEvidence(const NodeId &node, ScriptEvidence evidence)
    {
        m_entries.node(node).evidence = std::move(evidence);
    }
    // How exact its clock is known.
    void setRoundTrip(const NodeId &node, milliseconds roundTrip)
    {
        m_entries.node(node).roundTrip = roundTrip;
    }
    // The node's wall clock showed `wall` at that time. Times in values are compared with it.
    void setClock(const NodeId &node, WallTime wall, Instant at) { m_entries.node(node).setClock(wall, at); }
    // The replicas of a master, as reported at toldAt; empty: it has none.
    void setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                        Instant at)
    {
        m_entries.setReplication(master, replicas, toldAt, at);
    }
    // `to` replaced `from` as master, or lost its data (from == to). The locks move to `to` and are stale
    // until they are read there. Until the next complete pass, a lock that is missing or has another owner is
    // reported as `changed`, not as released, because it is unknown how that happened.
    void failOver(const NodeId &from, const NodeId &to, Instant at) { m_entries.failOver(from, to, at); }
    // Events before `at` may be missing: until the next complete pass, locks that appear may be older.
    void noteGap(const NodeId &node, Instant at)
    {
        m_entries.noteGap(node, at);
        m_keyEvents.clear(); // events before the gap may be obsolete
    }
    // How changes on this node are reported from now on.
    void setFeed(const NodeId &node, LiveMode mode, Instant at) { m_entries.node(node).setFeed(mode, at); }
    // A database of the node was flushed, perhaps another one: a missing lock was not necessarily released.
    void noteFlush(const NodeId &node, Instant at) { m_entries.node(node).flushedAt = at; }
    // A complete pass began at `passBegan`: from now on an unknown key is new, and events give the exact time
    // of its acquisition. Before, a new lock is only "changed", with a lower bound for its age.
    void notePass(const NodeId &node, Instant passBegan);
    // The last state of these locks in another table. The first pass continues from it: since when each is
    // held or free, and how often it was renewed. Dropped after the pass.
    void expect(const std::vector<LockPtr> &known, Instant at);
    // The same, and the node's locks that the pass did not find are gone. A lock read since the pass began
    // stays, as SCAN may miss keys that are added meanwhile. Locks outside the patterns of the pass must be
    // in `seen` or `besides`, or be read first. at: when this was noticed; it decides between expired and
    // released.
    void dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant passBegan, Instant at,
                    const QSet<LockName> &besides = {});
    void note(const std::vector<AcquireOrder> &orders)
    {
        m_orders.insert(m_orders.end(), orders.begin(), orders.end());
    }
    // Removes and returns the lock without an event; null: there is none.
    LockPtr takeAway(const LockName &key) { return m_entries.takeAway(key); }
    // Judges again the locks whose verdict may have changed, through time or other locks of the same client.
    void judge(Instant at) { m_entries.judge(at); }
    // Locks that look deadlocked since the last call; they must be read again (nextReading()) to confirm it.
    std::vector<LockName> takeSuspects() { return m_entries.takeSuspects(); }
    // The held locks with a queue.
    std::vector<LockPtr> queued() const
    {
        std::vector<LockPtr> locks;
        for (const LockName &key : m_entries.queued())
            locks.push_back(m_entries.find(key)->lock);
        return locks;
    }
    // The locks that have waiters, as far as they were counted.
    const QSet<LockName> &waitedFor() const { return m_entries.waitedFor(); }
    const UnseenWaits &unseenWaits() { return m_entries.unseenWaits(); }
    // How many of its held locks are of a kind whose waiters sleep on a list.
    qint64 sleptFor(const NodeId &node) const { return m_entries.sleptFor(node); }
    std::optional<Instant> nextJudgement() { return m_entries.nextJudgement(); }
    // When to read this lock again without an event (verdicttimes.h).
    std::optional<Instant> nextReading(const LockName &key) const { return m_entries.nextReading(key); }
    // Also judges all locks again.
    void setThresholds(const VerdictThresholds &thresholds, Instant at)
    {
        m_entries.setThresholds(thresholds, at);
    }

    LockPtr find(const LockName &key) const
    {
        const Entry *entry = m_entries.find(key);
        return entry ? entry->lock : LockPtr{};
    }
    // For a key without a lock here: true if it is known to be missing, because a complete pass or a read did
    // not find it. False: unknown.
    bool isKnownAbsent(const LockName &key, const NodeId &node) const
    {
        return hasWholePass(node) || seenAbsence(key, node);
    }
    bool hasWholePass(const NodeId &node) const { return m_entries.nodeView(node).complete; }
    // The same, and the node refused no key in that pass.
    bool hasReadAll(const NodeId &node) const
    {
        return hasWholePass(node) && !m_entries.nodeView(node).hasRefused;
    }
    void setRefused(const NodeId &node, bool any)
    {
        m_entries.node(node).hasRefused = any;
    } // in its last pass
    qsizetype size() const { return m_entries.all().size(); }
    const LockTotals &totals() const { return m_entries.totals(); }
    // Changes whenever a lock is added, removed or gets other owners.
    quint64 ownersRevision() const { return m_entries.ownersRevision(); }
    template<class F> void forEach(F &&f) const
    {
        for (const Entry &entry : m_entries.all())
            f(entry.lock);
    }

    // The changes since the last call. A lock that came and went meanwhile is in the events only. A renewal
    // can be up to EventLog::UnreadLasts late. at: now.
    LockDelta takeDelta(Instant at = now());

private:
    bool isUnseenChange(const Lock &lock) const // between its last reading and now
    {
        return m_refused.contains(lock.key) || m_entries.nodeView(lock.node).isUnseenChange(lock.readAt);
    }
    // uncertainty: of the later reading.
    Tolerance toleranceOf(const Lock &lock, milliseconds uncertainty, EventSource source) const
    {
        return Tolerance::of(lock.lease, lock.uncertainty + uncertainty,
                             isAnnounced(source) && !isUnseenChange(lock));
    }
    void take(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    Lock lockFrom(const KeyReading &reading, Decoded decoded, const NodeId &node, int db) const;
    void meet(Lock lock, EventSource source, const KeyReading &reading);
    void refresh(Entry &entry, Lock lock, const KeyReading &reading, EventSource source);
    void tellOfQueue(Entry &entry, const Lock &after, EventSource source);
    void showAsStale(const LockName &key)
    {
        Entry *entry = m_entries.find(key);
        if (!entry || entry->lock->stale)
            return;
        Lock lock = *entry->lock;
        lock.stale = true;
        const Instant readAt = lock.readAt;
        m_entries.change(*entry, std::move(lock), readAt);
    }
    // How a lock disappeared.
    struct Gone {
        Instant at{};
        std::optional<EventKind> known{};  // an event said how it ended; nullopt: the deadline decides
        milliseconds uncertainty{0};       // `at` is exact to this
        std::optional<Instant> absentAt{}; // readings that show it are newer than this; nullopt: than `at`
        bool isOther = false;              // its key holds something that is no lock: nothing released it
    };
    void forget(const LockName &key, const NodeId &node, const Gone &gone, EventSource source);
    const Absence *seenAbsence(const LockName &key, const NodeId &node) const
    {
        return m_absences.seen(key, node, m_entries.nodeView(node).gapAt);
    }

    LockEntries m_entries;
    Absences m_absences;
    RefusedKeys m_refused;
    using ExpectedLocks = QHash<LockName, LockPtr>;
    ExpectedLocks m_expected; // until they are read, or the first pass has ended
    OwnerPool m_owners;
    EventLog m_events;
    KeyEvents m_keyEvents;
    std::vector<AcquireOrder> m_orders{}; // since takeDelta()
    bool m_clustered = false;
};

} // namespace lockscope
