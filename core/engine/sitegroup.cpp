// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sitegroup.h"

#include "core/base/tr.h"
#include "core/deployment/health/nodefacts.h"
#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/owners/clientlist.h"
#include "core/engine/owners/groupprobe.h"
#include "core/engine/verdicts/verdict.h"

#include <QHash>

#include <algorithm>

namespace lockscope
{

std::vector<ConnectionSpec> SiteGroup::membersOf(const ConnectionSpec &spec)
{
    if (spec.members.empty())
        return {spec};
    std::vector<ConnectionSpec> members = spec.members;
    for (ConnectionSpec &member : members) { // settings of the group as a whole
        member.readOnly = member.readOnly || spec.readOnly;
        member.environment = spec.environment;
        member.limits = spec.limits;
        if (member.patterns.isEmpty())
            member.patterns = spec.patterns;
    }
    return members;
}

void SiteGroup::use(const Registry &registry, const VerdictThresholds &thresholds)
{
    m_quorums.use(registry, thresholds);
}

Site &SiteGroup::add(const ConnectionSpec &spec, const EngineOptions &options, const Registry &registry,
                     int member)
{
    m_sites.push_back(std::make_unique<Site>(spec, options, registry, member));
    return *m_sites.back();
}

void SiteGroup::clear()
{
    const auto gone = std::exchange(m_sites, {}); // signals emitted meanwhile find no site
    m_quorums.clear();
    m_nodes.clear();
}

std::vector<Site *> SiteGroup::sitesHolding(const LockName &key) const
{
    std::vector<Site *> sites;
    for (const auto &site : m_sites) {
        const LockPtr lock = site->table().find(key);
        if (lock && lock->held() && site->deployment().masterOf(key))
            sites.push_back(site.get());
    }
    return sites.empty() ? std::vector<Site *>{m_sites.front().get()} : sites;
}

QCoro::Task<Outcome<ProbeEstimate>> SiteGroup::estimate(ProbeRequest request) const
{
    std::vector<QCoro::Task<Outcome<ProbeEstimate>>> asked;
    for (Site *site : sitesHolding(request.key))
        asked.push_back(site->probes().estimate(request));
    std::vector<Outcome<ProbeEstimate>> estimates;
    for (QCoro::Task<Outcome<ProbeEstimate>> &one : asked) // the sites may be gone by now
        estimates.push_back(co_await one);
    co_return together(estimates);
}

QCoro::Task<ProbeReport> SiteGroup::probe(ProbeRequest request, quint64 id) const
{
    std::vector<QCoro::Task<ProbeReport>> running;
    std::vector<OwnerId> sought = request.owners;
    for (Site *site : sitesHolding(request.key)) {
        if (const LockPtr lock = site->table().find(request.key); lock && request.owners.empty()) {
            for (const Holder &holder : lock->holders)
                sought.push_back(holder.id);
        }
        running.push_back(site->probes().probe(request, id));
    }
    std::vector<ProbeReport> reports;
    for (QCoro::Task<ProbeReport> &one : running) // the sites may be gone by now
        reports.push_back(co_await one);
    co_return reports.size() == 1 ? reports.front() : together(reports, sought);
}

void SiteGroup::cancelProbe(quint64 id) const
{
    for (const auto &site : m_sites) {
        site->probes().cancel(id);
        site->blocking().cancel(id);
    }
}

bool SiteGroup::isReady() const
{
    const auto isReady = [](const std::unique_ptr<Site> &site) { return site->deployment().isReady(); };
    const auto isTried = [](const std::unique_ptr<Site> &site) {
        const ConnectionPhase phase = site->deployment().connection().phase;
        return site->deployment().isReady() || phase == ConnectionPhase::Waiting ||
               phase == ConnectionPhase::Failed;
    };
    return std::ranges::all_of(m_sites, isTried) && std::ranges::any_of(m_sites, isReady);
}

bool SiteGroup::isUsable() const
{
    return std::ranges::any_of(m_sites, [](const auto &site) { return site->deployment().isUsable(); });
}

// Sentinels have no Node: their connection is enough.
bool SiteGroup::isSettled() const
{
    return std::ranges::all_of(m_sites, [](const std::unique_ptr<Site> &site) {
        const std::vector<NodeStatus> all = site->deployment().statuses();
        return std::ranges::all_of(all, [&site](const NodeStatus &status) {
            const Node *node = site->deployment().node(status.node);
            const ConnectionPhase phase = status.connection.phase;
            return phase == ConnectionPhase::Ready
                       ? !node || node->isReady()
                       : phase != ConnectionPhase::Connecting && phase != ConnectionPhase::Idle;
        });
    });
}

ConnectionState SiteGroup::worstConnection() const
{
    ConnectionState connection = front().deployment().connection();
    for (const auto &site : m_sites) {
        const ConnectionState other = site->deployment().connection();
        if (other.phase == ConnectionPhase::Connecting || other.phase == ConnectionPhase::Idle)
            connection = other;
    }
    return connection;
}

std::vector<NodeStatus> SiteGroup::nodes() const
{
    std::vector<NodeStatus> nodes;
    for (const auto &site : m_sites) {
        std::vector<NodeStatus> some = site->deployment().statuses();
        nodes.insert(nodes.end(), some.begin(), some.end());
    }
    return nodes;
}

NodeStatus SiteGroup::nodeOf(const LockName &key) const
{
    for (const auto &site : m_sites) {
        if (const Node *master = site->deployment().masterOf(key))
            return master->status();
    }
    return {};
}

QCoro::Task<ScanParts> SiteGroup::scanEach() const
{
    std::vector<QCoro::Task<ScanProgress>> passes;
    for (const auto &site : m_sites)
        passes.push_back(site->scan());
    ScanParts parts;
    for (QCoro::Task<ScanProgress> &pass : passes) // the sites may be gone by now
        parts.push_back(co_await pass);
    co_return parts;
}

QCoro::Task<DeploymentFacts> SiteGroup::readEachNode() const
{
    DeploymentFacts facts{.members = int(std::max<size_t>(m_sites.size(), 1))};
    std::vector<QCoro::Task<NodeFacts>> asked;
    for (const auto &site : m_sites) {
        const Deployment &deployment = site->deployment();
        for (const NodeStatus &status : deployment.statuses()) {
            const QPointer<Node> node(deployment.node(status.node));
            const QList<QByteArray> patterns = deployment.spec().patterns;
            asked.push_back(readFacts(node, status, deployment.topology(), patterns));
        }
    }
    for (QCoro::Task<NodeFacts> &answer : asked) // the sites may be gone by now
        facts.nodes.push_back(co_await answer);
    co_return facts;
}

ScanProgress SiteGroup::progress() const
{
    ScanParts parts;
    for (const auto &site : m_sites)
        parts.push_back(site->progress());
    return whole(parts);
}

ScanProgress SiteGroup::whole(const ScanParts &parts) const
{
    ScanProgress whole = together(parts);
    if (isGroup()) // several nodes have the same locks
        whole.locksFound = m_quorums.size();
    return whole;
}

LiveStatus SiteGroup::live() const
{
    std::vector<std::pair<NodeId, LiveStatus>> parts;
    for (const auto &site : m_sites)
        parts.emplace_back(site->deployment().spec().node(), site->live());
    return weakest(parts);
}

LiveMode SiteGroup::liveOf(const NodeId &master) const
{
    for (const auto &site : m_sites) {
        if (const LiveMode mode = site->liveOf(master); mode != LiveMode::Off)
            return mode;
    }
    return LiveMode::Off;
}

LockPtr SiteGroup::find(const LockName &key) const
{
    if (isGroup())
        return m_quorums.find(key);
    return m_sites.empty() ? LockPtr{} : front().table().find(key);
}

std::vector<LockPtr> SiteGroup::locks() const
{
    if (isGroup())
        return m_quorums.locks();
    std::vector<LockPtr> locks;
    for (const auto &site : m_sites) {
        locks.reserve(size_t(site->table().size()));
        site->table().forEach([&locks](const LockPtr &lock) { locks.push_back(lock); });
    }
    return locks;
}

QCoro::Task<std::vector<Outcome<LockDetail>>> SiteGroup::inspectEach(LockName key, bool isKept) const
{
    std::vector<QCoro::Task<Outcome<LockDetail>>> asked;
    for (const auto &site : m_sites)
        asked.push_back(isKept ? site->inspector().inspectKept(key) : site->inspector().inspect(key));
    std::vector<Outcome<LockDetail>> details;
    for (QCoro::Task<Outcome<LockDetail>> &one : asked) // the sites may be gone by now
        details.push_back(co_await one);
    co_return details;
}

Outcome<LockDetail> SiteGroup::folded(const LockName &key, std::vector<Outcome<LockDetail>> details) const
{
    const LockPtr merged = find(key);
    const auto worth = [&merged](const Outcome<LockDetail> &detail) {
        if (!detail || !detail->lock)
            return detail ? 1 : 0;
        const bool isTheirs = merged && detail->lock->node == merged->node;
        return isTheirs ? 4 : detail->lock->held() ? 3 : 2;
    };
    const auto best = std::ranges::max_element(details, {}, worth);
    if (best == details.end() || !*best)
        return best == details.end() ? Outcome<LockDetail>(Failure{}) : *best;
    LockDetail detail = **best;
    detail.lock = merged;
    detail.copies = merged ? merged->extras->copies : copiesOfNothing(sights(key));
    return detail;
}

// The related locks of the detail are those of the first holder.
std::optional<ReleaseEffect> SiteGroup::effectOf(const LockDetail &detail, const ActRequest &request,
                                                 const Registry &registry) const
{
    const Lock &lock = *detail.lock;
    const Format *format = registry.find(lock.kind.name);
    const bool isOfAnotherKind =
        !request.kind.isEmpty() && lock.kind != LockKind{{request.kind.data(), size_t(request.kind.size())}};
    if (!format || isOfAnotherKind || lock.stale)
        return {};
    std::optional<ReleaseEffect> effect = releaseEffect(*format, lock, detail.events, request, now());
    if (!effect || lock.holders.size() != 1)
        return effect;
    const bool mayBeMultiLock = !format->ownerParts(lock.owner()).thread.isEmpty(); // Redisson's
    for (const LockName &key : detail.sameOwner) {
        const LockPtr other = mayBeMultiLock ? find(key) : LockPtr();
        effect->others.push_back({.key = key,
                                  .kinship = Kinship::SameOwner,
                                  .isTogether = other && areTakenTogether(lock, *other)});
    }
    for (const LockName &key : detail.sameClient)
        effect->others.push_back(
            {.key = key, .kinship = detail.sameClientByBeat ? Kinship::SameTimes : Kinship::SameClient});
    effect->others.insert(effect->others.end(), detail.sameConnection.begin(), detail.sameConnection.end());
    effect->allAreRead =
        std::ranges::all_of(m_sites, [](const auto &site) { return site->inspector().hasReadAll(); });
    return effect;
}

std::vector<MemberSight> SiteGroup::sights(const LockName &key) const
{
    std::vector<MemberSight> sights;
    for (size_t i = 0; i < m_sites.size(); ++i) {
        MemberSight &sight = sights.emplace_back(sightOf(*m_sites[i], key));
        if (const auto why = duplicateOf(i, key)) {
            sight.reachable = false;
            sight.isDuplicate = true;
            sight.why = *why;
        }
    }
    return sights;
}

std::optional<Failure> SiteGroup::duplicateOf(size_t member, const LockName &key) const
{
    const Node *own = m_sites[member]->deployment().masterOf(key);
    const QByteArray run = own ? own->status().runId : QByteArray();
    const Node *counted = nullptr; // the first that answers
    for (size_t i = 0; i < m_sites.size() && !run.isEmpty(); ++i) {
        const Node *node = m_sites[i]->deployment().masterOf(key);
        if (!counted && node && node->status().runId == run)
            counted = node;
    }
    if (!counted || counted == own)
        return {};
    return Failure{
        .kind = ErrorKind::BadInput,
        .text =
            Tr::tr("same server as %1, not counted again").arg(escapedText(counted->status().node.bytes))};
}

MemberSight SiteGroup::sightOf(const Site &site, const LockName &key)
{
    const Node *master = site.deployment().masterOf(key);
    MemberSight sight{.node = site.deployment().spec().node(), .lock = site.table().find(key)};
    if (sight.lock) {
        const ClientInfo *client = clientOf(*sight.lock, sight.lock->owner());
        sight.host = client ? hostOfAddress(client->address) : QByteArray();
    }
    if (!master) {
        sight.reachable = false;
        sight.why = site.deployment().failure(key);
        return sight;
    }
    sight.node = master->status().node;
    sight.role = master->status().role;
    sight.startedAt = master->status().startedAt;
    sight.reachable = sight.lock ? !sight.lock->stale : site.knowsAbsence(key, sight.node);
    if (!sight.reachable)
        sight.why.text = Tr::tr("its locks are still being read");
    return sight;
}

LockDelta SiteGroup::takeDelta()
{
    if (!isGroup())
        return m_sites.empty() ? LockDelta{} : front().table().takeDelta();
    noteNodes();
    std::vector<LockDelta> deltas;
    for (const auto &site : m_sites)
        deltas.push_back(site->table().takeDelta());
    return m_quorums.merge(
        deltas, [this](const LockName &key) { return sights(key); }, now());
}

// What a node says about a lock of a group counts only while it is reachable.
bool SiteGroup::noteNodes()
{
    if (!isGroup())
        return false;
    std::vector<MemberNode> present = memberNodes();
    if (std::exchange(m_nodes, present) == present)
        return false;
    const auto isRead = [](const MemberNode &node) { return !std::get<2>(node) || std::get<3>(node); };
    m_quorums.noteNodes(std::ranges::all_of(m_nodes, isRead));
    return true;
}

// The state that the locks of a group depend on. Node statuses change more often than this.
std::vector<SiteGroup::MemberNode> SiteGroup::memberNodes() const
{
    std::vector<MemberNode> nodes;
    for (const auto &site : m_sites) {
        for (const Node *master : site->deployment().masters()) {
            const NodeStatus &status = master->status();
            const bool isRead = site->isRead(status.node);
            nodes.emplace_back(status.node, status.role, master->answers(), isRead, status.startedAt);
        }
    }
    return nodes;
}

void SiteGroup::judge()
{
    for (const auto &site : m_sites)
        site->judge();
}

void SiteGroup::markForced(const LockName &key, bool forced)
{
    for (const auto &site : m_sites)
        site->table().markForced(key, forced);
}

void SiteGroup::setThresholds(const VerdictThresholds &thresholds)
{
    m_quorums.setThresholds(thresholds);
    for (const auto &site : m_sites)
        site->setThresholds(thresholds);
}

} // namespace lockscope
