// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of a RedLock group: one a key, folded from the tables of its members (quorum.h). Owned by Engine,
// on its thread; no I/O, time is a parameter.

#include "core/engine/table/locktable.h"
#include "core/engine/table/renewaltracker.h"
#include "core/engine/verdicts/quorum.h"

namespace lockscope
{

class QuorumTable
{
public:
    // sightOf: what each member says of a key now, in the order of the members.
    using Sights = std::function<std::vector<MemberSight>(const LockName &)>;

    // The deltas of the members since the last call, as one. Locks whose verdict changes by time alone, or by
    // what the other locks of their client do, and all of them when a node came or went (noteNodes()), are
    // judged anew.
    LockDelta merge(const std::vector<LockDelta> &deltas, const Sights &sightOf, Instant at);
    void noteNodes() { m_allTouched = true; }
    LockPtr find(const LockName &key) const { return m_locks.value(key); }
    std::vector<LockPtr> locks() const;
    qsizetype size() const { return m_locks.size(); }
    void clear();
    // From now on, and of every lock with the next merge().
    void setThresholds(const VerdictThresholds &thresholds);
    // While it is empty. registry: of the members' tables; it must live as long.
    void use(const Registry &registry, const VerdictThresholds &thresholds);

private:
    // What was seen of a lock before.
    struct Past {
        QSet<OwnerId> majority{};          // who had a majority: an owner may have one id a node
        std::optional<Instant> oddSince{}; // looksOdd() since then, with the same shortfall
        Shortfall shortfall = Shortfall::None;
        QByteArray client{}; // one of m_beats, as this client's; empty: it is not
    };

    Surroundings remember(const Lock &lock, Instant at);
    void noteBeat(const Lock &lock, Past &past, Instant at);
    void renew(const LockName &key, const Sights &sightOf, Instant at, LockDelta &whole);

    std::reference_wrapper<const Registry> m_registry = Registry::builtIn();
    VerdictThresholds m_thresholds;
    QHash<LockName, LockPtr> m_locks;
    QHash<LockName, Past> m_past;
    Deadlines m_judgements;
    RenewalTracker m_beats;
    LockTotals m_totals;
    bool m_allTouched = false;
    bool m_reset = false;
};

} // namespace lockscope
