// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one truth of which locks exist: folds readings into locks, tells what happened (LockEvent) and what
// changed (LockDelta). Owned by the Engine, on its thread; no I/O, time is a parameter, so every rule is
// testable. Holder and TTL continuity is judged here (the rules: continuity.h): same owner and an expiry that
// moved forward = renewed; count up or down = reentered or released; other owner = changed hands; gone before
// its deadline = released, at or after it = expired. A lock of another node under a known key replaces it:
// the key is the identity.

#include "core/engine/table/absences.h"
#include "core/engine/table/eventlog.h"
#include "core/engine/table/lockentries.h"
#include "core/engine/table/ownerpool.h"
#include "core/engine/table/pendingevents.h"

#include <QSet>

namespace lockscope
{

class LockTable
{
public:
    explicit LockTable(const Registry &registry, const VerdictThresholds &thresholds = {});
    void use(const Registry &registry); // while it is empty
    // From now on locks are given the slot of their key; slotOf: see deployment/slots.h.
    void setClustered(bool clustered) { m_clustered = clustered; }

    // What was read of a key, or that it is gone (reading.type None). A reading older than what is known is
    // passed over: pages of a scan and re-reads overtake each other.
    void apply(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    // A keyspace event named what was done (exact modes): counts what a re-read alone would merge. The
    // re-read that follows does not count it again.
    void noteRenewal(const LockName &key, const NodeId &node, Instant at);
    // The same for a raw keyspace event ("expire", "del", "hincrby", …), in order: finds the renewals among
    // them, ends locks that were deleted or expired at once, and remembers when a key that was missing was
    // written: the reading that follows says who took it then. Where further keys may hold the lock by
    // themselves, none of that is told, for only readings show all of them. A lock that is gone again before
    // it was read is told of without an owner, if the key was a lock before. mayHaveMoved: a key that is
    // deleted may have gone to another node of a cluster; what comes next tells.
    void noteHappened(const LockName &key, const QByteArray &event, const NodeId &node, Instant at,
                      bool mayHaveMoved = false);
    // alive: of each waiter in the queue, whether somebody listens for it; empty: not known.
    void setWaiters(const LockName &key, qint64 subscribed, Instant at, const std::vector<bool> &alive = {});
    // Who the owners of locks of this node are; of those not named nobody knows. Locks that are read later
    // get it too. False: nothing changed.
    bool setClients(const NodeId &node, const ClientsByOwner &clients, Instant at)
    {
        return m_entries.setClients(node, clients, at);
    }
    // The same for the owners of this lock only: other locks of theirs get it with setClients(), or when they
    // are read.
    bool setClients(const LockName &key, const ClientsByOwner &clients, Instant at)
    {
        return m_entries.setClients(key, clients, at);
    }
    // The next disappearance is ours. A reading of source Act that still shows the lock withdraws the mark.
    void markForced(const LockName &key, bool forced = true);
    void setStale(const NodeId &node, bool stale) { m_entries.setStale(node, stale); }
    // Orders the libraries of what is read from now on.
    void setEvidence(const NodeId &node, ScriptEvidence evidence)
    {
        m_entries.node(node).evidence = std::move(evidence);
    }
    // Widens the tolerances: an expiry instant is known to a round trip.
    void setRoundTrip(const NodeId &node, milliseconds roundTrip)
    {
        m_entries.node(node).roundTrip = roundTrip;
    }
    // How far the server's wall clock is ahead of ours: times in values are judged by the server's.
    void setClock(const NodeId &node, milliseconds ahead) { m_entries.node(node).setClock(ahead); }
    // From then on events tell of each change of a lock that was read since; nothing: only readings do. A
    // gap, or a loss of the node, is the latter.
    void setHeard(const NodeId &node, std::optional<Instant> since) { m_entries.node(node).setHeard(since); }
    // Until when all that happened to the lock is known; nothing: until now. That nobody renewed it, say, is
    // known no further.
    std::optional<Instant> heardUntil(const Lock &lock) const
    {
        return m_entries.nodeView(lock.node).heardUntil(lock.readAt);
    }
    // What a master told then of its replicas; none: it has none.
    void setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                        Instant at)
    {
        m_entries.setReplication(master, replicas, toldAt, at);
    }
    // Another master took the place of one, or it lost what it had (from == to): its locks count as the new
    // one's, stale until they are read there. Until the next complete pass of it nobody saw how a lock that
    // is missing or has another owner came to be so: that is `changed`, no release.
    void failOver(const NodeId &from, const NodeId &to, Instant at) { m_entries.failOver(from, to, at); }
    // Events may have been missed until at: what appears from now on until the next complete pass may have
    // been there for longer (heldIsLowerBound).
    void noteGap(const NodeId &node, Instant at);
    // A complete pass began then: from now on a key not known here was not there before, so what events tell
    // of is an acquisition and its time is exact. Without it every new lock is a mere "changed", held since
    // before.
    void notePass(const NodeId &node, Instant passBegan) { m_entries.node(node).notePass(passBegan); }
    // The same, and locks of the node that the pass did not meet are gone. A lock read since the pass began
    // is there, whatever the pass met, for SCAN need not return what was added meanwhile. Locks outside the
    // pass' patterns must be in seen, or be read again before. at: when this was found out; it tells an
    // expired lock from a released one.
    void dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant passBegan, Instant at = now());
    void clear();
    // Verdicts depend on time, and on the other locks of a client: re-judges those that may have changed.
    void judge(Instant at) { m_entries.judge(at); }
    std::optional<Instant> nextJudgement() { return m_entries.nextJudgement(); }
    // From now on, and of every lock at once.
    void setThresholds(const VerdictThresholds &thresholds, Instant at)
    {
        m_entries.setThresholds(thresholds, at);
    }

    LockPtr find(const LockName &key) const;
    qsizetype size() const { return m_entries.all().size(); }
    const LockTotals &totals() const { return m_entries.totals(); }
    // Another number whenever some lock came, went or has other owners.
    quint64 ownersRevision() const { return m_entries.ownersRevision(); }
    template<class F> void forEach(F &&f) const
    {
        for (const Entry &entry : m_entries.all())
            f(entry.lock);
    }

    // Since the last call; empty if nothing changed. A lock that came and went since is in the events only.
    LockDelta takeDelta();

private:
    using Entry = LockEntries::Entry;

    Tolerance toleranceOf(const Lock &lock, EventSource source) const;
    void take(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    Lock lockFrom(const KeyReading &reading, Decoded decoded, const NodeId &node, int db) const;
    void meet(Lock lock, EventSource source);
    void refresh(Entry &entry, Lock lock, EventSource source);
    void tellOfQueue(const Lock &before, const Lock &after, EventSource source);
    void countRenewal(Entry &entry, const Lock &before, Lock &after);
    void forget(const LockName &key, const NodeId &node, Instant at, EventSource source,
                std::optional<EventKind> known = {}, std::optional<Instant> absentAt = {});
    bool absenceWasSeen(const LockName &key, const NodeId &node) const;
    void noteWritten(const LockName &key, const NodeId &node, Instant at);
    void noteDeleted(const LockName &key, const NodeId &node, Instant at, EventKind kind);
    void settleDeletion(const LockName &key, const NodeId &node);
    bool cameAndWent(const LockName &key, const NodeId &node, Instant taken, Instant gone, EventKind how);
    // Others of its keys may hold it while the one of its name is missing: events of that one do not tell.
    bool standsBeside(const LockName &key) const;
    bool overtookEvents(const LockName &key, const NodeId &node, const Lock *before, const Lock &after,
                        EventSource source) const;

    std::reference_wrapper<const Registry> m_registry;
    LockEntries m_entries;
    Absences m_absences;
    QSet<LockName> m_forced;
    PendingEvents m_pending;
    OwnerPool m_owners;
    EventLog m_events;
    qint64 m_unread = 0; // since takeDelta
    bool m_clustered = false;
};

} // namespace lockscope
