// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of a RedLock group: one a key, folded from the tables of its members (quorum.h). Owned by Engine,
// on its thread; no I/O, time is a parameter.

#include "core/engine/locktable.h"
#include "core/engine/quorum.h"

namespace lockscope
{

class QuorumTable
{
public:
    // sightOf: what each member says of a key now, in the order of the members.
    using Sights = std::function<std::vector<MemberSight>(const LockName &)>;

    // The deltas of the members since the last call, as one. Locks whose verdict changes by time alone, and
    // all of them when a node came or went (noteNodes()), are judged anew.
    LockDelta merge(const std::vector<LockDelta> &deltas, const Sights &sightOf, Instant at);
    void noteNodes() { m_allTouched = true; }
    LockPtr find(const LockName &key) const { return m_locks.value(key); }
    std::vector<LockPtr> locks() const;
    qsizetype size() const { return m_locks.size(); }
    void clear();
    void use(const VerdictThresholds &thresholds) { m_thresholds = thresholds; } // while it is empty

private:
    // What was seen of a lock before.
    struct Past {
        QSet<OwnerId> majority{};          // who had a majority: an owner may have one id a node
        std::optional<Instant> oddSince{}; // looksOdd() since then
    };

    Surroundings remember(const Lock &lock, Instant at);
    void renew(const LockName &key, const Sights &sightOf, Instant at, LockDelta &whole);

    VerdictThresholds m_thresholds;
    QHash<LockName, LockPtr> m_locks;
    QHash<LockName, Past> m_past;
    Deadlines m_judgements;
    LockTotals m_totals;
    bool m_allTouched = false;
    bool m_reset = false;
};

} // namespace lockscope
