// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sites of one connection: a single deployment, or the members of a RedLock group, whose locks are merged
// by quorum. Has no signals: its owner connects to each site. Owned by Engine, on its thread.

#include "core/engine/quorumtable.h"
#include "core/engine/reading/scanprogress.h"
#include "core/engine/site.h"
#include "core/values/connection/nodefacts.h"

namespace lockscope
{

class SiteGroup final
{
public:
    // The specs of the members, with the settings of the whole connection.
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

    bool isReady() const;   // every member was tried, and at least one is ready
    bool isUsable() const;  // at least one member answers, so there is something to show
    bool isSettled() const; // each node was reached or failed
    ConnectionState
    worstConnection() const; // why it is not ready; prefers a connection that is still connecting
    std::vector<NodeStatus> nodes() const;
    NodeStatus nodeOf(const LockName &key) const; // the first member's master of it; empty: no master now
    ScanProgress progress() const;
    ScanProgress whole(const ScanParts &parts) const;
    LiveStatus live() const;
    LiveMode liveOf(const NodeId &master) const;

    QCoro::Task<ScanParts> scanEach() const;           // one complete pass of each member
    QCoro::Task<DeploymentFacts> readEachNode() const; // for the doctor

    LockPtr find(const LockName &key) const;
    std::vector<LockPtr> locks() const;
    // Of all nodes that hold the lock, side by side. Needs a site.
    QCoro::Task<Outcome<ProbeEstimate>> estimate(ProbeRequest request) const;
    QCoro::Task<ProbeReport> probe(ProbeRequest request, quint64 id) const;
    void cancelProbe(quint64 id) const; // also of a search for who blocks whom
    // One for each member.
    QCoro::Task<std::vector<Outcome<LockDetail>>> inspectEach(LockName key, bool isKept = false) const;
    // The details of a group, out of those of its members: with the values of a node that names the owner.
    Outcome<LockDetail> folded(const LockName &key, std::vector<Outcome<LockDetail>> details) const;
    // What a release of that lock would do; nullopt: nothing is released, or its node is not reached.
    std::optional<ReleaseEffect> effectOf(const LockDetail &detail, const ActRequest &request,
                                          const Registry &registry) const;
    LockDelta takeDelta();
    bool noteNodes(); // false: nothing changed for the locks
    void noteLooked(const LockName &key) { m_quorums.noteLooked(key); } // each member was asked for it
    void judge();
    void markForced(const LockName &key, bool forced);
    void setThresholds(const VerdictThresholds &thresholds);
    // Why a member of a group has no vote: it is the server of an earlier member, under another address, or
    // its replica. nullopt: it has one, or is not reached.
    std::optional<Failure> duplicateOf(size_t member, const LockName &key) const;

private:
    // A master of a group: its id, its role, whether it is ready, whether all its locks were read, since when
    // it runs.
    using MemberNode = std::tuple<NodeId, QByteArray, bool, bool, std::optional<Instant>>;
    std::vector<MemberNode> memberNodes() const;
    std::vector<Site *> sitesHolding(const LockName &key) const; // none: the first
    std::vector<MemberSight> sights(const LockName &key) const;
    static MemberSight sightOf(const Site &site, const LockName &key);

    std::vector<std::unique_ptr<Site>> m_sites;
    QuorumTable m_quorums;           // only for several sites
    std::vector<MemberNode> m_nodes; // as m_quorums knows them
};

} // namespace lockscope
