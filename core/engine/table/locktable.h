// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one truth of which locks exist: folds readings into locks, tells what happened (LockEvent) and what
// changed (LockDelta). Owned by the Engine, on its thread; no I/O, time is a parameter, so every rule is
// testable. Holder and TTL continuity is judged here (the rules: continuity.h): same owner and an expiry that
// moved forward = renewed; count up or down = reentered or released; other owner = changed hands; gone before
// its deadline = released, at or after it = expired. A lock of another node under a known key replaces it:
// the key is the identity.

#include "core/engine/table/continuity.h"
#include "core/engine/table/deadlines.h"
#include "core/engine/table/eventlog.h"
#include "core/engine/table/ownerpool.h"
#include "core/engine/table/renewaltracker.h"
#include "core/engine/table/scriptevidence.h"
#include "core/engine/verdicts/renewalrhythm.h"
#include "core/engine/verdicts/verdict.h"
#include "core/formats/format.h"
#include "core/values/events.h"
#include "core/values/status.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

class LockTable
{
public:
    explicit LockTable(const Registry &registry, const VerdictThresholds &thresholds = {});
    void use(const Registry &registry) { m_registry = registry; } // while it is empty
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
    bool setClients(const NodeId &node, const QHash<OwnerId, ClientInfo> &clients, Instant at);
    // The same for the owners of this lock only: other locks of theirs get it with setClients(), or when they
    // are read.
    bool setClients(const LockName &key, const QHash<OwnerId, ClientInfo> &clients, Instant at);
    // The next disappearance is ours. A reading of source Act that still shows the lock withdraws the mark.
    void markForced(const LockName &key, bool forced = true);
    void setStale(const NodeId &node, bool stale);
    // Orders the libraries of what is read from now on.
    void setEvidence(const NodeId &node, ScriptEvidence evidence);
    // Widens the tolerances: an expiry instant is known to a round trip.
    void setRoundTrip(const NodeId &node, milliseconds roundTrip);
    // How far the server's wall clock is ahead of ours: times in values are judged by the server's.
    void setClock(const NodeId &node, milliseconds ahead);
    // From then on events tell of each change of a lock that was read since; nothing: only readings do. A
    // gap, or a loss of the node, is the latter.
    void setHeard(const NodeId &node, std::optional<Instant> since);
    // Until when all that happened to the lock is known; nothing: until now. That nobody renewed it, say, is
    // known no further.
    std::optional<Instant> heardUntil(const Lock &lock) const;
    // What a master told then of its replicas; none: it has none.
    void setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                        Instant at);
    // Another master took the place of one, or it lost what it had (from == to): its locks count as the new
    // one's, stale until they are read there. Until the next complete pass of it nobody saw how a lock that
    // is missing or has another owner came to be so: that is `changed`, no release.
    void failOver(const NodeId &from, const NodeId &to, Instant at);
    // Events may have been missed until at: what appears from now on until the next complete pass may have
    // been there for longer (heldIsLowerBound).
    void noteGap(const NodeId &node, Instant at);
    // A complete pass began then: from now on a key not known here was not there before, so what events tell
    // of is an acquisition and its time is exact. Without it every new lock is a mere "changed", held since
    // before.
    void notePass(const NodeId &node, Instant passBegan);
    // The same, and locks of the node that the pass did not meet are gone. A lock read since the pass began
    // is there, whatever the pass met, for SCAN need not return what was added meanwhile. Locks outside the
    // pass' patterns must be in seen, or be read again before. at: when this was found out; it tells an
    // expired lock from a released one.
    void dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant passBegan, Instant at = now());
    void clear();
    // Verdicts depend on time, and on the other locks of a client: re-judges those that may have changed.
    void judge(Instant at);
    std::optional<Instant> nextJudgement();
    // From now on, and of every lock at once.
    void setThresholds(const VerdictThresholds &thresholds, Instant at);

    LockPtr find(const LockName &key) const;
    qsizetype size() const { return m_locks.size(); }
    const LockTotals &totals() const { return m_totals; }
    // Another number whenever some lock came, went or has other owners.
    quint64 ownersRevision() const { return m_ownersRevision; }
    template<class F> void forEach(F &&f) const
    {
        for (const Entry &entry : m_locks)
            f(entry.lock);
    }

    // Since the last call; empty if nothing changed. A lock that came and went since is in the events only.
    LockDelta takeDelta();

private:
    struct Entry {
        LockPtr lock{};
        std::shared_ptr<RenewalRhythm> rhythm{}; // once it was renewed
        std::shared_ptr<const Shares> shares{};  // once somebody joined
        Instant oddSince{};                      // looksOdd() since then; 0: it does not
        Instant stuckSince{};                    // isStuck() since then, and nothing moves; 0: it is not
        milliseconds firstLease{0};              // of this hold, the first one seen whole; 0: none so far
        bool beats = false;                      // it is one of m_beats
        bool beside = false;                     // standsBeside()
    };
    struct NodeView {
        bool complete = false;               // a pass has met everything since the last gap
        std::optional<Instant> failedOver{}; // then, and no complete pass since
        Instant gapAt{};
        milliseconds roundTrip{0};
        milliseconds clockAhead{0};
        std::optional<Instant> heardSince = Instant::min(); // setHeard()
        ScriptEvidence evidence{};
        std::optional<Instant> replicatedAt{};    // a replica had all then; nothing: it has no replica
        std::optional<Instant> replicatedUntil{}; // the same, while they are further behind than is usual
        QHash<OwnerId, ClientInfo> clients{};
        bool clientsSpread = true; // all locks were given them
    };
    struct Absence {
        Instant at{};
        NodeId node{};
        LockKind kind{};                    // that it had; empty: it was no lock
        Ending ended = Ending::NotSeen;     // of its last hold
        bool told = false;                  // by an event: the next lock there is told of by events, too
        bool beside = false;                // standsBeside(), of a lock
        std::optional<qint64> subscribed{}; // to its wake-up channel
        Instant countedAt{};                // or it was there still, then
    };
    // What keyspace events said of a key since it was read last.
    struct PendingEvents {
        bool setting = false;             // a write, whose expire belongs to it
        std::optional<Instant> written{}; // while it was there, and not read since
        std::optional<Instant> taken{};   // it was missing, and was written
        std::optional<Instant> deleted{}; // or moved to another node
    };

    Tolerance toleranceOf(const Lock &lock, EventSource source) const;
    void take(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    Lock lockFrom(const KeyReading &reading, Decoded decoded, const NodeId &node, int db) const;
    void meet(Lock lock, EventSource source);
    void refresh(Entry &entry, Lock lock, EventSource source);
    static const Shares &sharesOf(const Entry &entry);
    void tellOfQueue(const Lock &before, const Lock &after, EventSource source);
    void countRenewal(Entry &entry, const Lock &before, Lock &after);
    void forget(const LockName &key, const NodeId &node, Instant at, EventSource source,
                std::optional<EventKind> known = {}, std::optional<Instant> absentAt = {});
    bool isUnseenChange(const Lock &before) const;
    bool absenceWasSeen(const LockName &key, const NodeId &node) const;
    void rememberAbsence(const LockName &key, const Absence &absence);
    void noteWritten(const LockName &key, const NodeId &node, Instant at);
    void noteDeleted(const LockName &key, const NodeId &node, Instant at, EventKind kind);
    void settleDeletion(const LockName &key, const NodeId &node);
    bool cameAndWent(const LockName &key, const NodeId &node, Instant taken, Instant gone, EventKind how);
    // Others of its keys may hold it while the one of its name is missing: events of that one do not tell.
    bool standsBeside(const LockName &key) const;
    bool overtookEvents(const LockName &key, const NodeId &node, const Lock *before, const Lock &after,
                        EventSource source) const;
    void shareOwners(Lock &lock, const Lock *before);
    // How the verdict is found: locktable_judging.cpp.
    void observe(Entry &entry, const Lock &lock, Instant at);
    Surroundings around(const Entry &entry, const Lock &lock) const;
    void judge(Entry &entry, Lock &lock, Instant at);
    void judgeAgain(const LockName &key, Instant at);
    void nameClients(Lock &lock, const Lock *before) const;
    bool giveClients(Entry &entry, const QHash<OwnerId, ClientInfo> &clients, Instant at);
    void put(Entry &entry, Lock lock, Instant at);
    void keep(Entry &entry, Lock lock);
    void touch(const LockName &key, bool wasThere);

    std::reference_wrapper<const Registry> m_registry;
    VerdictThresholds m_thresholds;
    QHash<LockName, Entry> m_locks;
    QHash<LockName, bool> m_touched;   // since takeDelta; value: was there before
    QHash<LockName, Absence> m_absent; // keys read as missing, a bounded number
    QHash<NodeId, NodeView> m_nodes;
    QSet<LockName> m_forced;
    QHash<LockName, PendingEvents> m_told;
    Deadlines m_judgements;
    RenewalTracker m_beats;
    OwnerPool m_owners;
    EventLog m_events;
    LockTotals m_totals;
    qint64 m_unread = 0; // since takeDelta
    quint64 m_ownersRevision = 0;
    bool m_reset = false;
    bool m_clustered = false;
    bool m_replicasBehind = false; // of any node
};

} // namespace lockscope
