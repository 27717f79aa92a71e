// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sites of one connection as one: a single deployment, or the members of a RedLock group, whose locks are
// what a quorum of them comes to. Does not signal: its owner listens to each site. Owner: Engine, on its
// thread.

#include "core/engine/quorumtable.h"
#include "core/engine/reading/scanprogress.h"
#include "core/engine/site.h"

namespace lockscope
{

class SiteGroup final
{
public:
    // Each with what concerns the connection as a whole.
    static std::vector<ConnectionSpec> membersOf(const ConnectionSpec &spec);
    void use(const Registry &registry, const VerdictThresholds &thresholds);
    Site &add(const ConnectionSpec &spec, const EngineOptions &options, const Registry &registry, int member);
    void clear();

    auto begin() const { return m_sites.begin(); }
    auto end() const { return m_sites.end(); }
    bool isEmpty() const { return m_sites.empty(); }
    size_t size() const { return m_sites.size(); }
    Site &front() const { return *m_sites.front(); }
    bool isGroup() const { return m_sites.size() > 1; }
    // The first that has the lock and can be asked, for its holder is known to each. Null: there is no site.
    Site *siteOf(const LockName &key) const;

    bool isReady() const;              // of a group some may be down, but all were tried
    bool isUsable() const;             // some may hang: those that answer are worth showing
    bool isSettled() const;            // each node was reached or tried in vain
    ConnectionState worstLink() const; // why it is not ready: of those still being tried, if any
    std::vector<NodeStatus> nodes() const;
    ScanProgress progress() const;
    ScanProgress whole(const ScanParts &parts) const;
    LiveStatus live() const;

    LockPtr find(const LockName &key) const;
    std::vector<LockPtr> locks() const;
    // The details of the member that shows most.
    QCoro::Task<Outcome<LockDetail>> inspectEach(LockName key) const;
    LockDelta takeDelta();
    bool noteNodes(); // false: they say nothing new of the locks
    void judge();
    void markForced(const LockName &key, bool forced);
    void setThresholds(const VerdictThresholds &thresholds);

private:
    // A master of a group: which one, its role, whether it can be asked, since when it runs.
    using MemberNode = std::tuple<NodeId, QByteArray, bool, std::optional<Instant>>;
    std::vector<MemberNode> memberNodes() const;
    std::vector<MemberSight> sights(const LockName &key) const;

    std::vector<std::unique_ptr<Site>> m_sites;
    QuorumTable m_quorums;           // of several sites
    std::vector<MemberNode> m_nodes; // as the quorums know them
};

} // namespace lockscope
