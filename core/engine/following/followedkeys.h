// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which keys a Follower reads: those of its patterns, those that are watched by name, and of the table those
// of its node. Owner: the Follower; what it is made of must outlive it.

#include "core/deployment/node.h"
#include "core/engine/following/engineoptions.h"
#include "core/engine/table/locktable.h"
#include "core/redis/patternset.h"

#include <QSet>

#include <functional>

namespace lockscope
{

class FollowedKeys
{
public:
    // Whether the node answers for a key, as far as is known now; of a cluster, else it always does.
    using Owns = std::function<bool(const LockName &)>;
    FollowedKeys(const Node &node, const Registry &registry, const LockTable &table,
                 const EngineOptions &options, Owns owns);

    bool mayBeElsewhere() const { return bool(m_owns); }
    bool owns(const LockName &key) const { return !m_owns || m_owns(key); }
    const QList<QByteArray> &patterns() const { return m_patterns; } // which names a pass means; empty: all
    QList<QByteArray> feedPatterns() const;
    // Whether a key that only its waiters tell of is to be read.
    bool mayConcern(const LockName &key) const;
    // A scan reads main keys only, and a reading may have been under way when a lock's companions were found.
    // What it says of a lock known with companions is less than what is known, and of a new one that needs
    // some, wrong.
    bool needsCompanions(const KeyReading &reading) const;

    std::vector<LockName> watched() const; // that the node answers for
    std::vector<LockName> known() const;   // locks of the node
    // Known locks that no pass meets: looked up by name, or acquired under a name of their own.
    std::vector<LockName> outOfReach() const;
    // Of these, the free locks of the node: there is nothing of them but waiters.
    QSet<LockName> amongWaitedFor(const QSet<LockName> &listened) const;
    // Not met here, because their slots are with another node now, or on their way to it.
    QSet<LockName> strays(const QSet<LockName> &met) const;

private:
    bool isMine(const Lock &lock) const { return lock.node == m_node.status().node; }
    QList<QByteArray> scanPatterns() const;

    const Node &m_node;
    const Registry &m_registry;
    const LockTable &m_table;
    const EngineOptions &m_options;
    const Owns m_owns;
    const QList<QByteArray> m_patterns;
    const PatternSet m_reach;
};

} // namespace lockscope
