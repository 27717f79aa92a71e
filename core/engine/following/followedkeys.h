// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which keys a Follower reads: those that match its patterns or exact names, and the table's locks of its
// node. Decides only; nothing can fail. Owned by the Follower, on its thread; the constructor arguments must
// outlive it.

#include "core/deployment/deployment.h"
#include "core/engine/following/engineoptions.h"
#include "core/engine/table/locktable.h"
#include "core/redis/patternset.h"

#include <QSet>

#include <functional>

namespace lockscope
{

// Whether the node may tell of the key: in a cluster, it owns the slot, or imports it.
inline bool isOfOwner(const Deployment &deployment, const KeyReading &reading, const NodeId &node)
{
    return !deployment.isCluster() || reading.isImported || deployment.owns(node, reading.key);
}

class FollowedKeys
{
public:
    // Whether the node owns the slot of a key, as far as is known. Empty outside a cluster: it owns all keys.
    using Owns = std::function<bool(const LockName &)>;
    FollowedKeys(const Node &node, const Registry &registry, const LockTable &table,
                 const EngineOptions &options, Owns owns);

    bool mayBeElsewhere() const { return bool(m_owns); }
    bool owns(const LockName &key) const { return !m_owns || m_owns(key); }
    // Served by this node, though another one owns its slot: a master of a cluster that was replaced goes on
    // so until it learns of it, with keys as they were.
    bool isForeign(const KeyReading &reading) const { return !reading.isImported && !owns(reading.key); }
    const QList<QByteArray> &patterns() const { return m_patterns; } // to scan for; empty: all keys
    QList<QByteArray> feedPatterns() const;
    // Whether to read a key that is known only through subscribers of its channel.
    bool mayConcern(const LockName &key) const;
    // True if the key must be read again with its companion keys: a scan reads main keys only, and a read may
    // be older than the known companions. Without them, a known lock lacks details and a new one is
    // misjudged.
    bool needsCompanions(const KeyReading &reading) const;
    // A lock without any key: only a channel with subscribers shows it.
    static bool isOnlyListenedTo(const KeyReading &reading);

    std::vector<LockName> watched() const; // exact names that the node owns
    std::vector<LockName> known() const;   // locks of the node
    bool isInReach(const LockName &key) const { return m_reach.isEmpty() || m_reach.matches(key.bytes); }
    // Known locks that no pass can find: looked up by name, or acquired under a name outside the patterns, or
    // among the given ones and known only because of their waiters.
    std::vector<LockName> outOfReach(const QSet<LockName> &listened) const;
    // Locks that a pass did not find because their slot has moved or is migrating.
    QSet<LockName> strays(const QSet<LockName> &met, const QSet<LockName> &besides) const;

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
