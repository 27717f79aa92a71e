// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/site.h"

#include "core/engine/reading/scanprogress.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int MostRounds = 5; // of a scan while slots keep moving

} // namespace

Site::Site(const ConnectionSpec &spec, const EngineOptions &options, const Registry &registry, int member,
           QObject *parent)
    : QObject(parent), m_options(options), m_registry(registry), m_aliases(options.aliases),
      m_table(registry, options.thresholds), m_deployment(spec, member), m_operations(m_deployment, registry),
      m_heard(std::make_shared<QHash<NodeId, QSet<QByteArray>>>()),
      m_inspector(m_deployment, registry, m_table, [this](const LockName &key) { return followerOf(key); }),
      m_probes(m_deployment, registry, m_table,
               [this](const LockName &key) {
                   Follower *follower = followerOf(key);
                   return follower ? &follower->clients() : nullptr;
               }),
      m_blocking(
          m_deployment, registry, m_table, [this](const LockName &key) { return followerOf(key); },
          [this](const NodeId &node) { return followerOn(node); })
{
    connect(&m_deployment, &Deployment::changed, this, [this] {
        tellReplication();
        emit nodesChanged();
    });
    connect(&m_deployment, &Deployment::reshaped, this, &Site::onReshaped);
    connect(&m_deployment, &Deployment::looked, this, &Site::routeStrays);
    connect(&m_deployment, &Deployment::nodeRestarted, this, [this](const Node *node) {
        const auto master = m_masters.find(node->status().node);
        if (master == m_masters.end())
            return;
        master->second.follower->clients().noteRestart();
        m_failovers.beginRestart(node->status(), node->heardBeforeLoss(), m_table);
        m_table.failOver(master->first, master->first, now());
        emit tableTouched();
    });
    connect(&m_probes, &Probes::progressed, this, &Site::probing);
    m_operations.setListenerLookup({
        [this](LockName key, std::vector<QByteArray> channels) {
            return areListenedTo(this, std::move(key), std::move(channels));
        },
        [this](LockName key) { return askWaiters(this, std::move(key), &WaiterCounter::listenedChannel); },
        [this](LockName key) { return askWaiters(this, std::move(key), &WaiterCounter::waiterChannels); },
    });
    connect(&m_operations, &ActRunner::released, this,
            [this](const LockName &key) { m_failovers.noteReleased(key); });
    connect(&m_operations, &ActRunner::readBack, this, [this](const KeyReading &reading, const NodeId &node) {
        if (isOfOwner(m_deployment, reading, node))
            m_table.apply(reading, node, m_deployment.spec().db, EventSource::Act);
        if (Follower *follower = followerOf(reading.key))
            follower->schedule(reading.key);
        emit tableTouched();
    });
    connect(&m_operations, &ActRunner::scriptsFound, this,
            [this](const NodeId &node, const ScriptEvidence &found) { m_table.setEvidence(node, found); });
    connect(&m_operations, &ActRunner::looked, this, [this](const KeyReading &reading, const NodeId &node) {
        // What clients listen on may be part of what makes it a lock: the follower reads it with that.
        Follower *follower = followerOf(reading.key);
        const bool isHeard = follower && !follower->listened(reading.key).isEmpty();
        if (!isHeard && isOfOwner(m_deployment, reading, node))
            m_table.apply(reading, node, m_deployment.spec().db, EventSource::Poll);
    });
}

Site::~Site()
{
    close();
}

void Site::open()
{
    m_follows = m_options.follow && m_options.followAtOnce;
    m_deployment.open();
}

void Site::startFollowing()
{
    if (!m_options.follow || std::exchange(m_follows, true))
        return;
    for (const auto &[id, master] : m_masters)
        master.follower->start();
}

void Site::close()
{
    m_probes.close();
    m_blocking.close();
    m_deployment.close(); // ends every waiting coroutine while all members still exist
    m_scanTold.stop();
    m_liveTold.stop();
    m_masters.clear();
}

// Followers of former masters end here; their nodes live until this returns.
void Site::onReshaped(const std::vector<Deployment::MasterChange> &changes)
{
    m_table.setClustered(m_deployment.isCluster());
    for (const Deployment::MasterChange &change : changes)
        failOver(change.from, change.to);
    std::map<NodeId, Master> old = std::exchange(m_masters, {});
    const bool isFirst = old.empty();
    for (Node *node : m_deployment.masters()) {
        const NodeId id = node->status().node;
        const auto known = old.find(id);
        if (known != old.end() && known->second.follower->isOf(*node))
            m_masters.insert(old.extract(known)); // what remains in `old` is gone
        else
            follow(*node);
    }
    for (const auto &[id, gone] : old)
        m_table.setStale(id, true);
    findMisplaced();
    if (!isFirst) {
        m_scanTold.touch(m_masters.size());
        m_liveTold.touch(m_masters.size());
    }
}

void Site::follow(Node &node)
{
    const NodeId id = node.status().node;
    m_failovers.noteRun(node.status(), m_table);
    Follower::Owns owns;
    if (m_deployment.isCluster())
        owns = [this, id](const LockName &key) { return m_deployment.owns(id, key); };
    Master &master = m_masters[id];
    master.follower = std::make_unique<Follower>(node, m_registry, m_table, m_options, std::move(owns));
    Follower *follower = master.follower.get();
    connect(follower, &Follower::tableTouched, this, &Site::tableTouched);
    connect(follower, &Follower::scanChanged, this, [this, id](const ScanProgress &progress) {
        m_masters[id].progress = progress;
        m_scanTold.touch(m_masters.size());
    });
    connect(follower, &Follower::liveChanged, this, [this, id](const LiveStatus &live) {
        m_masters[id].live = live;
        m_liveTold.touch(m_masters.size());
    });
    connect(follower, &Follower::passed, this,
            [this, id](const ScanProgress &progress) { onPassed(id, progress); });
    connect(follower, &Follower::strayed, this,
            [this, id](const std::vector<LockName> &keys) { onStrayed(id, keys); });
    connect(follower, &Follower::servedBeside, this, [this](const LockName &key) {
        m_strays.noteServedBeside(key);
        m_deployment.lookSoon();
    });
    connect(follower, &Follower::read, this,
            [this, id](const std::vector<KeyReading> &readings) { emit read(readings, id); });
    connect(follower, &Follower::listenedElsewhere, this, &Site::onListenedElsewhere);
    OtherServers around{.heard = m_heard};
    around.servers = [this, id] { return otherServers(id, m_deployment); };
    follower->waiters().setOtherServers(std::move(around));
    connect(&follower->clients(), &ClientRegistry::refused, this, [this](const Failure &why) {
        if (!std::exchange(m_refusalTold, true))
            emit clientsRefused(why);
    });
    follower->clients().setServersBeside([this, id] { return clientsBeside(id); });
    follower->clients().setAliases(m_aliases);
    if (m_follows)
        follower->start();
}

// An unreachable master reports nothing new about its replicas.
void Site::tellReplication()
{
    std::map<NodeId, std::vector<Replication>> replicas;
    for (const NodeStatus &status : m_deployment.statuses()) {
        if (status.replica)
            replicas[status.replica->master].push_back(*status.replica);
    }
    for (const Deployment::Shard &shard : m_deployment.shards()) {
        const Node *master = m_deployment.node(shard.master);
        if (master && master->isReady())
            m_table.setReplication(shard.master, replicas[shard.master], master->toldAt(), now());
    }
    emit tableTouched();
}

ServersBeside Site::clientsBeside(const NodeId &master) const
{
    ServersBeside beside;
    for (const Deployment::Shard &shard : m_deployment.shards()) {
        if (shard.master != master) {
            Follower *other = followerOn(shard.master);
            beside.masters.emplace_back(other ? &other->clients() : nullptr);
            continue;
        }
        for (const NodeId &replica : shard.replicas)
            beside.replicas.emplace_back(m_deployment.node(replica));
    }
    return beside;
}

// In a cluster a waiter may be connected to any node.
void Site::onListenedElsewhere(const LockName &key, const QByteArray &channel)
{
    if (Follower *follower = followerOf(key)) {
        follower->noteListened(key, channel);
        m_listenedElsewhere.insert(key);
    }
}

QCoro::Task<> Site::countElsewhere(QPointer<Site> self)
{
    std::map<NodeId, std::vector<LockName>> keys;
    for (const LockName &key : std::exchange(self->m_listenedElsewhere, {})) {
        if (const Deployment::Shard *shard = self->m_deployment.shardOf(key))
            keys[shard->master].push_back(key);
    }
    for (const auto &[id, some] : keys) {
        if (Follower *follower = self->followerOn(id))
            co_await follower->waiters().countOf(some);
        if (!self)
            co_return;
    }
}

void Site::failOver(const NodeId &from, const NodeId &to)
{
    m_failovers.begin(from, to, m_table);
    m_table.failOver(from, to, now());
    emit tableTouched();
}

void Site::expect(const std::vector<LockPtr> &known, const KnownRuns &runs)
{
    m_table.expect(known, now());
    m_failovers.expect(known, runs);
    for (const Node *node : m_deployment.masters())
        m_failovers.noteRun(node->status(), m_table);
}

void Site::onPassed(const NodeId &node, const ScanProgress &progress)
{
    if (progress.phase != ScanPhase::Complete)
        return;
    if (const auto report = m_failovers.end(node, m_table))
        emit failedOver(*report);
}

void Site::onStrayed(const NodeId &from, const std::vector<LockName> &keys)
{
    m_strays.note(from, keys, now());
    if (m_strays.areDue())
        m_deployment.lookSoon();
}

// Reads each key on its present master. If that master has just redirected it, the slot is migrating: read
// the key on all other masters (with ASKING).
void Site::routeStrays()
{
    std::map<Follower *, std::vector<LockName>> routes;
    for (const auto &[key, notOn] : m_strays.takeDue(now())) {
        Follower *owner = followerOf(key);
        if (const Follower *from = followerOn(notOn); !from || owner != from) {
            if (owner)
                routes[owner].push_back(key);
            continue;
        }
        for (const auto &[id, master] : m_masters) {
            if (master.follower.get() != owner)
                routes[master.follower.get()].push_back(key);
        }
    }
    for (const auto &[follower, keys] : routes)
        follower->reader().read(keys);
}

QCoro::Task<std::vector<std::optional<bool>>> Site::areListenedTo(QPointer<Site> self, LockName key,
                                                                  std::vector<QByteArray> channels)
{
    Follower *follower = self->followerOf(key);
    if (!follower)
        co_return std::vector<std::optional<bool>>(channels.size());
    co_return co_await follower->waiters().areListenedTo(std::move(channels));
}

template<class Answer>
QCoro::Task<Answer> Site::askWaiters(QPointer<Site> self, LockName key,
                                     QCoro::Task<Answer> (WaiterCounter::*ask)(LockName))
{
    Follower *follower = self->followerOf(key);
    if (!follower)
        co_return Answer();
    co_return co_await (follower->waiters().*ask)(std::move(key));
}

void Site::findMisplaced()
{
    if (!m_deployment.isCluster())
        return;
    m_table.forEach([this](const LockPtr &lock) {
        const Deployment::Shard *shard = m_deployment.shardOf(lock->key);
        if (shard && shard->master != lock->node)
            m_strays.noteMisplaced({lock->key, lock->node});
    });
    for (const LockName &key : m_options.watched)
        m_strays.noteMisplaced({key});
    m_strays.noteLayout();
}

Follower *Site::followerOf(const LockName &key) const
{
    const Deployment::Shard *shard = m_deployment.shardOf(key);
    return shard ? followerOn(shard->master) : nullptr;
}

Follower *Site::followerOn(const NodeId &master) const
{
    const auto found = m_masters.find(master);
    return found == m_masters.end() ? nullptr : found->second.follower.get();
}

bool Site::isSettled() const
{
    const auto isSettled = [this](const auto &entry) {
        const Node *node = m_deployment.node(entry.first);
        return node && (node->isReady() || node->status().connection.phase != ConnectionPhase::Connecting);
    };
    return m_deployment.isReady() && std::ranges::all_of(m_masters, isSettled);
}

QCoro::Task<ScanProgress> Site::scan(LockSink sink)
{
    const QPointer<Site> self(this);
    std::vector<NodeId> wanted;
    for (const auto &[id, master] : m_masters)
        wanted.push_back(id);
    std::shared_ptr<LockStream> stream;
    if (sink) {
        stream = std::make_shared<LockStream>(LockStream{.sink = std::move(sink)});
        co_await lookForChannels(self, wanted);
        if (!self)
            co_return ScanProgress{.phase = ScanPhase::Failed};
    }
    for (int round = 0; round < MostRounds && !wanted.empty(); ++round) {
        const std::vector<Deployment::Shard> before = m_deployment.shards();
        std::vector<QCoro::Task<ScanProgress>> passes;
        std::vector<NodeId> passing;
        for (const NodeId &id : wanted) {
            if (Follower *follower = followerOn(id)) {
                passing.push_back(id);
                passes.push_back(follower->scan(stream));
            }
        }
        for (size_t i = 0; i < passes.size(); ++i) {
            const ScanProgress progress = co_await passes[i];
            if (!self)
                co_return ScanProgress{.phase = ScanPhase::Failed};
            if (const auto master = m_masters.find(passing[i]); master != m_masters.end())
                master->second.progress = progress;
        }
        if (!m_deployment.isCluster())
            break;
        for (int tries = 0; tries < MostRounds && (tries == 0 || !isSettled()); ++tries) {
            co_await m_deployment.lookAgain();
            if (!self)
                co_return ScanProgress{.phase = ScanPhase::Failed};
        }
        for (const NodeId &id : passing) { // strays belong to the pass
            if (Follower *follower = followerOn(id))
                co_await follower->reader().settle();
            if (!self)
                co_return ScanProgress{.phase = ScanPhase::Failed};
        }
        co_await countElsewhere(self);
        if (!self)
            co_return ScanProgress{.phase = ScanPhase::Failed};
        wanted = grownMasters(before, m_deployment.shards());
    }
    if (stream)
        stream->giveRest(m_table);
    co_return progress();
}

// So that the waiters of a lock are counted on each server that has some, before the lock is given.
QCoro::Task<> Site::lookForChannels(QPointer<Site> self, std::vector<NodeId> masters)
{
    for (const NodeId &id : masters) {
        if (Follower *follower = self->followerOn(id))
            co_await follower->waiters().lookForChannels();
        if (!self)
            co_return;
    }
}

void Site::rescan()
{
    m_deployment.retryNow();
    for (const auto &[id, master] : m_masters)
        master.follower->rescan();
}

void Site::stopScan()
{
    for (const auto &[id, master] : m_masters)
        master.follower->stopScan();
}

ScanProgress Site::progress() const
{
    ScanParts parts;
    for (const Deployment::Shard &shard : m_deployment.shards()) {
        const auto master = m_masters.find(shard.master);
        const Node *node = m_deployment.node(shard.master);
        // A master without slots may be importing its first one, or be a failed master that was replaced.
        const bool isSpare = m_deployment.isCluster() && shard.slotRanges.empty();
        if (master == m_masters.end() || !node || (isSpare && !node->isReady()))
            continue;
        ScanProgress progress = master->second.progress;
        const bool isAway =
            !node->isReady() && node->status().connection.phase != ConnectionPhase::Connecting;
        if (isAway && progress.phase == ScanPhase::Idle)
            progress = notScanned(shard.master, node->status().connection.reason, now());
        if (progress.nodes.empty())
            progress.nodes = {
                NodeScan{.node = shard.master, .phase = progress.phase, .failure = progress.failure}};
        parts.push_back(std::move(progress));
    }
    if (const ConnectionState connection = m_deployment.connection();
        parts.empty() &&
        (connection.phase == ConnectionPhase::Waiting || connection.phase == ConnectionPhase::Failed))
        return notScanned(m_deployment.spec().node(), connection.reason, now());
    if (!m_deployment.isCluster())
        return together(parts);
    int served = 0;
    for (const Deployment::Shard &shard : m_deployment.shards())
        served += slotsIn(shard.slotRanges);
    return ofCluster(together(parts), served, m_deployment.surplus());
}

LiveStatus Site::live() const
{
    std::vector<std::pair<NodeId, LiveStatus>> parts;
    for (const auto &[id, master] : m_masters)
        parts.emplace_back(id, master.live);
    return weakest(parts);
}

LiveMode Site::liveOf(const NodeId &master) const
{
    const auto found = m_masters.find(master);
    return found == m_masters.end() ? LiveMode::Off : found->second.live.mode;
}

bool Site::isRead(const NodeId &master) const
{
    if (m_options.scan)
        return m_table.hasWholePass(master);
    return std::all_of(m_options.watched.begin(), m_options.watched.end(), [&](const LockName &key) {
        return m_table.find(key) || m_table.isKnownAbsent(key, master);
    });
}

// With neither a scan nor watched keys, each key is requested from every node, so one that is not found is
// absent.
bool Site::knowsAbsence(const LockName &key, const NodeId &master) const
{
    return m_table.isKnownAbsent(key, master) || (!m_options.scan && m_options.watched.isEmpty());
}

void Site::setAliases(const QList<OwnerAlias> &aliases)
{
    if (std::exchange(m_aliases, aliases) == aliases)
        return;
    for (const auto &[id, master] : m_masters)
        master.follower->clients().setAliases(aliases);
}

void Site::judge()
{
    m_table.judge(now());
    for (const LockName &key : m_table.takeSuspects()) {
        if (Follower *follower = followerOf(key))
            follower->schedule(key);
    }
}

void Site::setThresholds(const VerdictThresholds &thresholds)
{
    m_table.setThresholds(thresholds, now());
    tellReplication(); // what counts as behind is decided there
    for (const auto &[id, master] : m_masters)
        master.follower->scheduleAll();
}

} // namespace lockscope
