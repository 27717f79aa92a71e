// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of LockTable with their verdicts. Keeps what verdicts depend on besides the lock, knows when one
// may change through time alone, counts locks, records changes. Owned by LockTable, on its thread.

#include "core/engine/reading/decodedlock.h"
#include "core/engine/table/continuity.h"
#include "core/engine/table/deadlines.h"
#include "core/engine/table/deadlockwatch.h"
#include "core/engine/table/nodeview.h"
#include "core/engine/table/renewaltracker.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "core/engine/verdicts/renewals/sharerhythms.h"
#include "core/engine/verdicts/verdict.h"
#include "core/formats/format.h"
#include "core/values/events.h"

#include <QHash>

namespace lockscope
{

class LockEntries
{
public:
    struct Entry {
        LockPtr lock{};
        std::shared_ptr<RenewalRhythm> rhythm{};  // once its only holder renewed it
        std::shared_ptr<ShareRhythms> rhythms{};  // while several hold it
        std::shared_ptr<const Shares> shares{};   // once another holder joined
        std::optional<Instant> oddSince{};        // looksOdd() since then; nullopt: it does not
        std::optional<Instant> stuckSince{};      // isStuck() without any change since then
        Instant countedAt{};                      // its waiters
        std::optional<qint64> waitersTold{};      // before they were forgotten; nullopt: as the lock says
        std::optional<milliseconds> firstLease{}; // of this hold, the first that was seen in full
        bool hasRhythm = false;                   // it is one of m_renewalTracker
        bool isWhole = false;                     // it was last read with its companion keys
        std::optional<bool> beside{};             // standsBeside(), once it was needed
        bool forced = false;                      // see LockTable::markForced()
    };

    LockEntries(const Registry &registry, const VerdictThresholds &thresholds);
    void use(const Registry &registry) { m_registry = registry; }
    const Registry &registry() const { return m_registry; }

    NodeView &node(const NodeId &id) { return m_nodes[id]; }
    // The initial view if the node is unknown.
    const NodeView &nodeView(const NodeId &id) const { return m_nodes.at(id); }
    static const Shares &sharesOf(const Entry &entry);

    Entry *find(const LockName &key);
    const Entry *find(const LockName &key) const;
    bool contains(const LockName &key) const { return m_locks.contains(key); }
    QHash<LockName, Entry> &all() { return m_locks; }
    const QHash<LockName, Entry> &all() const { return m_locks; }
    Entry &add(const LockName &key) { return m_locks[key]; }
    bool isBeside(Entry &entry) const
    {
        if (!entry.beside)
            entry.beside = standsBeside(m_registry, entry.lock->key);
        return *entry.beside;
    }
    void judge(Entry &entry, Lock &lock, Instant at);
    // Whether a hold or share that continues may be a new one of the same owner. Unheard: changes may have
    // been missed. Rewritten: more writes were announced than the two reads explain.
    enum class Doubt { None, Unheard, Rewritten };
    // changes: as KeyReading. hidden: the server refused to show the lock between the two readings.
    Doubt doubtHold(Entry &entry, const Lock &before, Lock &after, Steps &steps, int changes,
                    EventSource source, bool hidden);
    struct DoubtedHold {
        LockName key{};
        LockKind lockKind{};
        OwnerId owner{};
        Instant at{};
    };
    // Since the last call, without those of locks that only polling shows.
    std::vector<DoubtedHold> takeDoubts() { return std::exchange(m_doubts, {}); }
    void noteGap(const NodeId &id, Instant at); // see LockTable
    // Up to then it was surely one hold. Later ones of the same owner may be others.
    void doubt(Entry &entry, Instant oneHoldSince, Instant at);
    // Updates the renewals after a read. Removes the step of a renewal that an event already reported.
    void followRenewals(Entry &entry, const Lock &before, Lock &after, Steps &steps, EventSource source,
                        Doubt doubt) const;
    void beginRhythm(Entry &entry, const Lock &lock) const // no effect if it has one
    {
        if (entry.rhythm)
            return;
        const Format *format = m_registry.get().find(lock.kind.name);
        const milliseconds lease = lock.lease.value_or(milliseconds(0));
        entry.rhythm = std::make_shared<RenewalRhythm>(
            RenewalRhythm{.longestPause = format ? format->longestPause(lease) : milliseconds(0)});
    }
    void put(Entry &entry, Lock &&lock, Instant at); // judges it, and schedules the next judgement
    // The same after judge().
    void putJudged(Entry &entry, Lock &&lock, Instant at);
    void keep(Entry &entry, Lock &&lock); // after it was judged
    void touch(const LockName &key, bool wasThere)
    {
        const qsizetype before = m_touched.size();
        bool &known = m_touched[key];
        if (m_touched.size() != before)
            known = wasThere;
    }
    void remove(const LockName &key, Instant at);
    // Removes the lock without reporting it in a delta. Null: it is unknown.
    LockPtr takeAway(const LockName &key)
    {
        const Entry *entry = find(key);
        LockPtr lock = entry ? entry->lock : LockPtr();
        if (lock) {
            remove(key, lock->readAt);
            m_touched.remove(key);
        }
        return lock;
    }

    // State that no read shows: see LockTable.
    void change(Entry &entry, Lock lock, Instant at); // touch() and put()
    void setStale(const NodeId &node, bool stale, std::optional<Instant> heardAt);
    void failOver(const NodeId &from, const NodeId &to, Instant at);
    static void forgetWaiters(Entry &entry, Lock &lock); // until they are counted on its node of now
    void nameClients(Lock &lock, const Lock *before) const;
    bool setClients(const NodeId &node, const ClientsByOwner &clients, Instant at);
    bool setClients(const LockName &key, const ClientsByOwner &clients, Instant at);
    void setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                        Instant at);

    void judge(Instant at); // those whose verdict may have changed
    void judgeAgain(const LockName &key, Instant at);
    std::optional<Instant> nextReading(const LockName &key) const; // see verdicttimes.h
    std::optional<Instant> nextJudgement() { return m_judgements.next(); }
    std::vector<LockName> takeSuspects() { return std::exchange(m_suspects, {}); }
    const QSet<LockName> &queued() const { return m_deadlocks.queued(); }
    const QSet<LockName> &waitedFor() const { return m_waitedFor; }
    qint64 sleptFor(const NodeId &node) const { return nodeView(node).sleptFor; }
    void setThresholds(const VerdictThresholds &thresholds, Instant at);

    const LockTotals &totals() const { return m_totals; }
    const UnseenWaits &unseenWaits(); // The first call looks at all locks
    quint64 ownersRevision() const { return m_ownersRevision; }
    LockDelta takeDelta(); // without its events

private:
    void followShares(Entry &entry, const Lock &before, Lock &after, bool isRenewed, EventSource source,
                      Doubt doubt) const;
    void countRenewal(Entry &entry, const Lock &before, Lock &after, EventSource source) const;
    bool heardAll(const Lock &before, EventSource source) const;
    void observe(Entry &entry, const Lock &lock, Instant at);
    Surroundings around(const Entry &entry, const Lock &lock) const;
    void count(const Lock &lock, int sign);
    void noteDoubts(const Lock &lock, const Stayers &who)
    {
        constexpr size_t Most = 20'000; // the ends of the holds report the rest
        for (const Holder *holder : m_doubts.size() < Most ? who : Stayers())
            m_doubts.push_back({lock.key, lock.kind, holder->id, lock.readAt});
    }
    bool giveClients(Entry &entry, const ClientsByOwner &clients, Instant at);

    std::reference_wrapper<const Registry> m_registry;
    VerdictThresholds m_thresholds;
    QHash<LockName, Entry> m_locks;
    QHash<LockName, bool> m_touched; // since takeDelta(); value: the lock existed before
    NodeViews m_nodes;
    Deadlines m_judgements;
    RenewalTracker m_renewalTracker;
    DeadlockWatch m_deadlocks;
    std::vector<LockName> m_suspects;  // since takeSuspects()
    std::vector<DoubtedHold> m_doubts; // since takeDoubts()
    QSet<LockName> m_waitedFor;        // locks with waiters
    LockTotals m_totals;
    std::optional<UnseenWaits> m_unseenWaits; // nullopt: not asked for
    quint64 m_ownersRevision = 0;
};

} // namespace lockscope
