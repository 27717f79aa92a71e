// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of a RedLock group, one per key, merged from the tables of its members (quorum.h). Owned by
// SiteGroup, on the engine thread; no I/O, time is a parameter.

#include "core/engine/quorumchange.h"
#include "core/engine/table/locktable.h"
#include "core/engine/table/renewaltracker.h"
#include "core/engine/verdicts/quorum.h"

namespace lockscope
{

class QuorumTable
{
public:
    // Returns each member's view of a key, in the order of the members.
    using Sights = std::function<std::vector<MemberSight>(const LockName &)>;

    // Merges the members' deltas since the last call. Also judges locks again whose verdict may change
    // through time or other locks of their client, and all locks after noteNodes().
    LockDelta merge(const std::vector<LockDelta> &deltas, const Sights &sightOf, Instant at);
    // areRead: the first pass over each of those that answer is done.
    void noteNodes(bool areRead);
    void noteLooked(const LockName &key) { m_looked.insert(key); } // folded anew with the next merge()
    LockPtr find(const LockName &key) const { return m_locks.value(key); }
    std::vector<LockPtr> locks() const;
    qsizetype size() const { return m_locks.size(); }
    void clear();
    // Judges every lock again with the next merge().
    void setThresholds(const VerdictThresholds &thresholds);
    // Only while it is empty. registry: that of the members' tables; it must outlive this.
    void use(const Registry &registry, const VerdictThresholds &thresholds);

private:
    struct Past {
        QuorumHistory quorum{};
        std::optional<Instant> oddSince{}; // since when looksOdd(), with the same shortfall
        Shortfall shortfall = Shortfall::None;
        QByteArray client{}; // whose watchdog renews it, in m_renewalTracker; empty: none
    };

    Surroundings remember(const Lock &lock, Instant at);
    void noteBeat(const Lock &lock, Past &past, Instant at);
    void renew(const LockName &key, const Sights &sightOf, Instant at, LockDelta &whole);
    void noteQuorum(const LockPtr &before, const Lock *after, const std::vector<Copy> &copies, Instant at,
                    LockDelta &whole);

    std::reference_wrapper<const Registry> m_registry = Registry::builtIn();
    VerdictThresholds m_thresholds;
    QHash<LockName, LockPtr> m_locks;
    QHash<LockName, Past> m_past;
    Deadlines m_judgements;
    RenewalTracker m_renewalTracker;
    LockTotals m_totals;
    QSet<LockName> m_looked;
    bool m_areRead = false;
    bool m_isFirstSight = true; // of what the members have: until a merge after all were read
    bool m_allTouched = false;
    bool m_reset = false;
};

} // namespace lockscope
