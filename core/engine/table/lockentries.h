// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of LockTable with their verdicts. Keeps what verdicts depend on besides the lock, knows when one
// may change through time alone, counts locks, records changes. Owned by LockTable, on its thread.

#include "core/engine/table/continuity.h"
#include "core/engine/table/deadlines.h"
#include "core/engine/table/nodeview.h"
#include "core/engine/table/renewaltracker.h"
#include "core/engine/verdicts/renewalrhythm.h"
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
        std::shared_ptr<RenewalRhythm> rhythm{}; // null: never renewed
        std::shared_ptr<const Shares> shares{};  // null: no further holder joined
        Instant oddSince{};                      // since when looksOdd(); 0: it does not
        Instant stuckSince{};                    // since when isStuck() without any change; 0: it is not
        milliseconds firstLease{0};              // of this hold, the first lease seen whole; 0: none yet
        bool beats = false;                      // counted in m_beats
        bool beside = false;                     // companion keys may hold the lock on their own
    };

    LockEntries(const Registry &registry, const VerdictThresholds &thresholds);
    void use(const Registry &registry) { m_registry = registry; }

    NodeView &node(const NodeId &id) { return m_nodes[id]; }
    const NodeView &nodeView(const NodeId &id) const; // the initial view if the node is unknown
    static const Shares &sharesOf(const Entry &entry);

    Entry *find(const LockName &key);
    const Entry *find(const LockName &key) const;
    bool contains(const LockName &key) const { return m_locks.contains(key); }
    QHash<LockName, Entry> &all() { return m_locks; }
    const QHash<LockName, Entry> &all() const { return m_locks; }
    Entry &add(const LockName &key) { return m_locks[key]; }
    void judge(Entry &entry, Lock &lock, Instant at);
    void put(Entry &entry, Lock lock, Instant at); // judges it and schedules the next judgement
    void keep(Entry &entry, Lock lock);            // without judging it again
    void touch(const LockName &key, bool wasThere);
    void remove(const LockName &key, Instant at);
    void clear();

    // State that no read shows: see LockTable.
    void change(Entry &entry, Lock lock, Instant at); // touch() and put()
    void setStale(const NodeId &node, bool stale);
    void failOver(const NodeId &from, const NodeId &to, Instant at);
    void nameClients(Lock &lock, const Lock *before) const;
    bool setClients(const NodeId &node, const ClientsByOwner &clients, Instant at);
    bool setClients(const LockName &key, const ClientsByOwner &clients, Instant at);
    void setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                        Instant at);

    void judge(Instant at); // those whose verdict may have changed
    std::optional<Instant> nextJudgement() { return m_judgements.next(); }
    void setThresholds(const VerdictThresholds &thresholds, Instant at);

    const LockTotals &totals() const { return m_totals; }
    quint64 ownersRevision() const { return m_ownersRevision; }
    LockDelta takeDelta(); // without its events

private:
    void observe(Entry &entry, const Lock &lock, Instant at);
    Surroundings around(const Entry &entry, const Lock &lock) const;
    void judgeAgain(const LockName &key, Instant at);
    bool giveClients(Entry &entry, const ClientsByOwner &clients, Instant at);

    std::reference_wrapper<const Registry> m_registry;
    VerdictThresholds m_thresholds;
    QHash<LockName, Entry> m_locks;
    QHash<LockName, bool> m_touched; // since takeDelta(); value: the lock existed before
    QHash<NodeId, NodeView> m_nodes;
    Deadlines m_judgements;
    RenewalTracker m_beats;
    LockTotals m_totals;
    quint64 m_ownersRevision = 0;
    bool m_reset = false;
};

} // namespace lockscope
