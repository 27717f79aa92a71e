// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/deployment.h"

#include "core/deployment/addresses.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Pulse = 2s; // servers are asked how they are, and the cluster what it looks like
constexpr milliseconds ShortestPause = 100ms; // between two looks
constexpr milliseconds LookPatience = 1s;     // of who waits for one
constexpr milliseconds ClusterPatience = 1s;  // with a node that hangs, while others may know
// A master that is away for a moment is no reason to follow a replica that somebody detached for himself.
constexpr milliseconds ClaimPatience = 3s;
constexpr size_t MostAsked = 3; // nodes of a cluster that are asked at a time

bool wasTried(LinkPhase phase)
{
    return phase == LinkPhase::Ready || phase == LinkPhase::Waiting || phase == LinkPhase::Failed;
}

// How near it is to an answer.
int promise(LinkPhase phase)
{
    switch (phase) {
    case LinkPhase::Ready:
        return 3;
    case LinkPhase::Connecting:
    case LinkPhase::Idle:
        return 2;
    case LinkPhase::Waiting:
        return 1;
    case LinkPhase::Failed:
    case LinkPhase::Closed:
        return 0;
    }
    return 0;
}

// A cluster calls a master that failed a master still, of no slots.
bool isMasterOf(const std::vector<Deployment::Shard> &shards, const NodeId &id, bool ofSlots)
{
    return std::any_of(shards.begin(), shards.end(), [&](const Deployment::Shard &shard) {
        return shard.master == id && !(ofSlots && shard.slotRanges.empty());
    });
}

qint64 epochIn(const Reply &clusterInfo)
{
    bool known = false;
    const qint64 epoch = infoField('\n' + clusterInfo.bytes, "cluster_current_epoch").toLongLong(&known);
    return known && !clusterInfo.isError() ? epoch : -1;
}

} // namespace

Deployment::Deployment(const ConnectionSpec &spec, int member, QObject *parent)
    : QObject(parent), m_spec(spec), m_member(member), m_topology(spec.topology)
{
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, [this] { look(this); });
    m_pulse.setInterval(Pulse);
    connect(&m_pulse, &QTimer::timeout, this, [this] {
        for (const auto &[id, node] : m_nodes)
            node->refresh();
        lookSoon();
    });
    if (!m_spec.ssh.enabled())
        return;
    m_tunnel = std::make_unique<SshTunnel>(m_spec.ssh);
    m_spec.tunnel = m_tunnel->entrance();
    connect(m_tunnel.get(), &SshTunnel::stateChanged, this, &Deployment::changed);
    connect(m_tunnel.get(), &SshTunnel::ready, this, &Deployment::openServers);
}

Deployment::~Deployment()
{
    close();
}

void Deployment::open()
{
    m_open = true;
    if (m_tunnel)
        m_tunnel->open();
    else
        openServers();
}

// Once: when a tunnel that dropped comes back, the sessions follow it by themselves.
void Deployment::openServers()
{
    if (!m_open || m_pulse.isActive())
        return;
    m_pulse.start();
    if (m_topology != Topology::Sentinel)
        return openSeeds();
    m_ring = std::make_unique<SentinelRing>(m_spec);
    connect(m_ring.get(), &SentinelRing::ready, this, &Deployment::lookSoon);
    connect(m_ring.get(), &SentinelRing::switched, this, &Deployment::lookSoon);
    connect(m_ring.get(), &SentinelRing::changed, this, &Deployment::changed);
    m_ring->open();
}

void Deployment::close()
{
    m_open = false;
    m_pulse.stop();
    m_lookTimer.stop();
    for (const auto &looker : std::exchange(m_lookers, {}))
        looker->cancel();
    if (m_ring)
        m_ring->close();
    for (const auto &[id, node] : m_nodes)
        node->close();
    if (m_tunnel)
        m_tunnel->close();
}

void Deployment::openSeeds()
{
    ConnectionSpec first = m_spec;
    first.topology = Topology::Standalone;
    first.seeds.clear();
    ensure(first.node(), first);
    for (const Endpoint &seed : m_spec.seeds)
        ensure(seed.node(), m_spec.at(seed));
}

bool Deployment::isSeed(const NodeId &id) const
{
    return id == m_spec.node() || std::any_of(m_spec.seeds.begin(), m_spec.seeds.end(),
                                              [&id](const Endpoint &seed) { return seed.node() == id; });
}

void Deployment::ensure(const NodeId &id, const ConnectionSpec &spec)
{
    std::unique_ptr<Node> &node = m_nodes[id];
    if (node)
        return;
    node = std::make_unique<Node>(spec);
    Node *made = node.get();
    connect(made, &Node::ready, this, [this, made] { onNodeReady(made); });
    connect(made, &Node::changed, this, &Deployment::onNodeChanged);
    connect(made, &Node::lost, this, [this, made](const Failure &why) {
        lookSoon();
        emit nodeLost(made, why);
    });
    connect(made, &Node::restarted, this, [this, made] { emit nodeRestarted(made); });
    made->open();
}

Node *Deployment::node(const NodeId &id) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second.get();
}

std::vector<Node *> Deployment::masters() const
{
    std::vector<Node *> masters;
    for (const Shard &shard : m_shards) {
        if (Node *master = node(shard.master))
            masters.push_back(master);
    }
    return masters;
}

const Deployment::Shard *Deployment::shardOf(const LockName &key) const
{
    if (!isCluster())
        return m_shards.empty() ? nullptr : &m_shards.front();
    const int slot = slotOf(key.bytes);
    const auto found = std::find_if(m_shards.begin(), m_shards.end(),
                                    [slot](const Shard &shard) { return contains(shard.slotRanges, slot); });
    return found == m_shards.end() ? nullptr : &*found;
}

bool Deployment::owns(const NodeId &master, const LockName &key) const
{
    const Shard *shard = shardOf(key);
    return shard && shard->master == master;
}

Node *Deployment::masterOf(const LockName &key) const
{
    const Shard *shard = shardOf(key);
    Node *master = shard ? node(shard->master) : nullptr;
    // A sentinel, or the rest of a cluster, may name it before it knows itself. Alone it may be whatever it
    // is.
    const bool isOther = master && mayMove() && master->status().isReplica();
    return master && master->isReady() && !isOther ? master : nullptr;
}

Session *Deployment::reading(const LockName &key)
{
    Node *master = masterOf(key);
    return master ? &master->reading() : nullptr;
}

Session *Deployment::acting(const LockName &key)
{
    Node *master = masterOf(key);
    return master ? master->acting() : nullptr;
}

// "ASK 6035 127.0.0.1:7410"
Node *Deployment::askedNode(const Failure &ask)
{
    const QByteArrayList words = ask.serverText.split(' ');
    const qsizetype colon = words.size() == 3 ? words[2].lastIndexOf(':') : -1;
    const int port = colon < 0 ? 0 : words[2].mid(colon + 1).toInt();
    if (ask.kind != ErrorKind::Ask || port < 1 || port > 65535)
        return nullptr;
    Node *asked = node(nodeAt({QString::fromUtf8(words[2].left(colon)), quint16(port)}));
    return asked && asked->isReady() ? asked : nullptr;
}

Session *Deployment::askedReading(const Failure &ask)
{
    Node *asked = askedNode(ask);
    return asked ? &asked->reading() : nullptr;
}

Session *Deployment::askedActing(const Failure &ask)
{
    Node *asked = askedNode(ask);
    return asked ? asked->acting() : nullptr;
}

bool Deployment::mayMove() const
{
    return m_spec.topology != Topology::Standalone &&
           (m_topology == Topology::Sentinel || isCluster() || m_nodes.size() > 1);
}

Failure Deployment::failure(const LockName &key) const
{
    const Shard *shard = shardOf(key);
    Failure failure{.kind = ErrorKind::NotConnected, .key = key.bytes};
    if (const Node *master = shard ? node(shard->master) : nullptr) {
        failure.node = shard->master;
        const Failure &reason = master->status().link.reason;
        if (master->isReady())
            failure.text = tr("it is no master any more, and who is is not known yet");
        else
            failure.text =
                reason.text.isEmpty() ? tr("not connected") : tr("not connected: %1").arg(reason.text);
        failure.remedy = reason.remedy;
        return failure;
    }
    failure.text = isCluster() && !m_shards.empty()
                       ? tr("no master answers for slot %1").arg(slotOf(key.bytes))
                       : tr("not connected");
    if (m_failure && m_shards.empty())
        failure = *m_failure;
    return failure;
}

bool Deployment::isUsable() const
{
    const std::vector<Node *> all = masters();
    return std::any_of(all.begin(), all.end(), [](const Node *master) { return master->isReady(); });
}

bool Deployment::isReady() const
{
    const std::vector<Node *> all = masters();
    return isUsable() && std::all_of(all.begin(), all.end(), [](const Node *master) {
               const LinkPhase phase = master->status().link.phase;
               return master->isReady() || (phase != LinkPhase::Ready && wasTried(phase));
           });
}

ConnectionState Deployment::link() const
{
    const std::vector<Node *> all = masters();
    for (const Node *master : all) {
        if (master->isReady())
            return master->status().link;
    }
    if (m_tunnel && !m_tunnel->isOpen())
        return tunnelLink();
    if (!all.empty())
        return told(*all.front());
    ConnectionState link;
    if (m_ring) {
        link = m_ring->link();
    } else {
        // Before anything is known: one of the seeds is enough.
        for (const auto &[id, node] : m_nodes) {
            const ConnectionState &other = node->status().link;
            if (link.phase == LinkPhase::Idle || promise(other.phase) > promise(link.phase))
                link = other;
        }
    }
    if (link.phase == LinkPhase::Ready) { // it answers, but not what is needed
        link.phase = m_failure ? LinkPhase::Waiting : LinkPhase::Connecting;
        link.reason = m_failure.value_or(Failure{});
    }
    return link;
}

ConnectionState Deployment::tunnelLink() const
{
    const TunnelState &state = m_tunnel->state();
    ConnectionState link{.phase = LinkPhase::Connecting, .since = state.since, .reason = state.reason};
    if (state.stage == TunnelStage::Failed)
        link.phase = LinkPhase::Failed;
    else if (state.stage == TunnelStage::Waiting)
        link.phase = LinkPhase::Waiting;
    return link;
}

// A failure to reach an announced address names it by both.
ConnectionState Deployment::told(const Node &node) const
{
    ConnectionState link = node.status().link;
    const NodeId id = node.status().node;
    if (link.reason.text.isEmpty() || isSeed(id) || !m_announced.contains(id))
        return link;
    link.reason = notReachable(link.reason, m_spec.addressing, m_announced.value(id), node.spec().endpoint());
    return link;
}

void Deployment::onNodeReady(Node *node)
{
    if (mergeWithTwin(node))
        return;
    if (m_topology == Topology::Automatic)
        decideTopology(node->told());
    look(this);
    emit nodeReady(node);
}

void Deployment::decideTopology(const ServerInfo &told)
{
    if (told.mode == "sentinel" || told.role == "sentinel") {
        m_failure = Failure{.kind = ErrorKind::BadInput,
                            .text = tr("this server is a sentinel"),
                            .remedy = tr("name the master that it watches: sentinel://%1/MASTER")
                                          .arg(QString::fromUtf8(m_spec.node().bytes)),
                            .node = m_spec.node()};
        return;
    }
    m_topology = told.mode == "cluster" ? Topology::Cluster : Topology::Standalone;
}

// The same server under two addresses: the one that a person typed stays, and the other becomes its name.
bool Deployment::mergeWithTwin(Node *node)
{
    const QByteArray run = node->status().runId;
    const NodeId id = node->spec().node();
    for (const auto &[otherId, other] : m_nodes) {
        if (run.isEmpty() || other.get() == node || other->status().runId != run)
            continue;
        const bool goes = !isSeed(id) || isSeed(otherId);
        const NodeId gone = goes ? id : otherId;
        const NodeId stays = goes ? otherId : id;
        m_aliases.insert(m_announced.contains(gone) ? m_announced.value(gone).node() : gone, stays);
        if (m_announced.contains(gone))
            m_announced.insert(stays, m_announced.take(gone));
        lookSoon(); // which drops the one that goes
        return goes;
    }
    return false;
}

// What the group looks like without sentinels follows from what its nodes say.
void Deployment::onNodeChanged()
{
    if (m_topology == Topology::Standalone && !m_shards.empty()) {
        if (const auto shard = replicatedShard(); shard && *shard != m_shards.front())
            lookSoon();
    }
    emit changed();
}

void Deployment::lookSoon()
{
    if (!m_pulse.isActive() || m_lookTimer.isActive())
        return;
    const milliseconds since = millisecondsBetween(m_lookedAt, now());
    m_lookTimer.start(std::clamp(ShortestPause - since, 0ms, ShortestPause));
}

QCoro::Task<> Deployment::lookAgain()
{
    const QPointer<Deployment> self(this);
    if (!m_open)
        co_return;
    for (const auto &[id, node] : m_nodes)
        node->refresh(); // whether it is a master
    const auto looker = std::make_shared<WakeUp>();
    m_lookers.push_back(looker);
    lookSoon();
    co_await looker->wait(LookPatience);
}

QCoro::Task<> Deployment::look(QPointer<Deployment> self)
{
    if (std::exchange(self->m_lookWanted, true) && self->m_looking)
        co_return;
    if (self->m_looking)
        co_return;
    self->m_looking = true;
    while (self && self->m_open && std::exchange(self->m_lookWanted, false)) {
        Outcome<std::vector<Shard>> shards = co_await self->findShards();
        if (!self)
            co_return;
        self->m_lookedAt = now();
        if (shards) {
            self->m_failure.reset();
            self->reshape(*std::move(shards));
        } else if (shards.failure().kind != ErrorKind::Cancelled) {
            self->m_failure = shards.failure();
            emit self->changed();
        }
    }
    if (self)
        self->finishLook();
}

void Deployment::finishLook()
{
    m_looking = false;
    for (const auto &looker : std::exchange(m_lookers, {}))
        looker->fire();
    emit looked();
}

QCoro::Task<Outcome<std::vector<Deployment::Shard>>> Deployment::findShards()
{
    const QPointer<Deployment> self(this);
    const Failure nothingYet{.kind = ErrorKind::Cancelled};
    if (m_topology == Topology::Sentinel) {
        const Outcome<ShardInfo> told = co_await m_ring->ask();
        if (!self || !told)
            co_return self ? told.failure() : nothingYet;
        co_return std::vector<Shard>(1, resolve(*told));
    }
    if (m_topology == Topology::Cluster)
        co_return co_await askCluster();
    if (m_topology == Topology::Automatic)
        co_return m_failure.value_or(nothingYet);
    const auto shard = replicatedShard();
    if (!shard)
        co_return nothingYet;
    co_return std::vector<Shard>(1, *shard);
}

// Nodes may disagree while an election or a partition lasts: the one with the newest epoch is right (Redis
// Cluster specification, "Configuration epoch").
QCoro::Task<Outcome<std::vector<Deployment::Shard>>> Deployment::askCluster()
{
    const QPointer<Deployment> self(this);
    std::vector<Node *> able;
    for (const auto &[id, node] : m_nodes) {
        if (node->isReady())
            able.push_back(node.get());
    }
    if (able.empty()) {
        openSeeds(); // those that were known are all gone
        co_return Failure{.kind = ErrorKind::Cancelled};
    }
    Batch questions;
    questions.add({"CLUSTER", "INFO"});
    questions.add({"CLUSTER", "SHARDS"});
    questions.add({"CLUSTER", "SLOTS"}); // before Redis 7.0
    std::vector<std::pair<Endpoint, PendingReplies>> asked;
    for (size_t i = 0; i < std::min(able.size(), MostAsked); ++i) {
        Node *one = able[(m_turn + i) % able.size()];
        Endpoint address = one->spec().endpoint();
        if (!one->spec().socketPath.isEmpty())
            address.host = QStringLiteral("127.0.0.1");
        asked.emplace_back(address, one->reading().send(questions, ClusterPatience));
    }
    ++m_turn;
    std::optional<std::vector<ShardInfo>> newest;
    qint64 epoch = -2;
    std::optional<Failure> refusal;
    for (auto &[address, pending] : asked) {
        const Outcome<Replies> replies = co_await pending;
        if (!self)
            co_return Failure{.kind = ErrorKind::Cancelled};
        if (!replies)
            continue;
        auto told = readClusterShards(replies->items[1], address, m_spec.tls.enabled);
        if (!told)
            told = readClusterSlots(replies->items[2], address);
        if (!told && replies->items[2].isError())
            refusal = serverFailure(replies->items[2].bytes, address.node());
        else if (told && epochIn(replies->items[0]) > epoch) {
            epoch = epochIn(replies->items[0]);
            newest = std::move(told);
        }
    }
    if (!newest)
        co_return refusal.value_or(Failure{.kind = ErrorKind::Cancelled});
    std::vector<Shard> shards;
    for (const ShardInfo &told : *newest)
        shards.push_back(resolve(told));
    co_return shards;
}

std::optional<Deployment::Shard> Deployment::replicatedShard()
{
    const NodeId current = m_shards.empty() ? m_spec.node() : m_shards.front().master;
    const Node *known = node(current);
    NodeId master = current;
    if (m_spec.topology == Topology::Standalone)
        return known && known->isReady() ? std::optional(Shard{.master = current}) : std::nullopt;
    if (known && known->isReady()) {
        // Until its master can be reached, a replica is all there is: it can be read.
        if (known->status().isReplica() && known->told().master)
            master = nodeAt(*known->told().master);
    } else if (known && known->lostAt() && now() - *known->lostAt() >= ClaimPatience) {
        std::vector<NodeId> claimants;
        for (const auto &[id, other] : m_nodes) {
            if (other->isReady() && other->status().isMaster())
                claimants.push_back(id);
        }
        if (claimants.size() == 1)
            master = claimants.front();
    }
    const Node *chosen = node(master);
    if (!chosen || !chosen->isReady()) {
        // Known by name only: its node comes to be by being named as a master.
        if (m_shards.empty() && !(known && known->isReady()))
            return {};
        Shard shard = m_shards.empty() ? Shard{} : m_shards.front();
        if (shard.master != master)
            shard = {.master = master, .replicas = {current}};
        return shard;
    }
    Shard shard{.master = master};
    for (const ReplicaInfo &replica : chosen->told().replicas)
        shard.replicas.push_back(nodeAt(replica.announced));
    // One that fell off stays in sight: it may be what is promoted next.
    if (!m_shards.empty()) {
        for (const NodeId &replica : m_shards.front().replicas) {
            if (std::find(shard.replicas.begin(), shard.replicas.end(), replica) == shard.replicas.end() &&
                replica != master)
                shard.replicas.push_back(replica);
        }
        const NodeId former = m_shards.front().master;
        if (former != master &&
            std::find(shard.replicas.begin(), shard.replicas.end(), former) == shard.replicas.end())
            shard.replicas.push_back(former);
    }
    return shard;
}

NodeId Deployment::nodeAt(const Endpoint &announced)
{
    const NodeId name = announced.node();
    if (const auto alias = m_aliases.constFind(name); alias != m_aliases.cend())
        return *alias;
    const Endpoint reached = reachable(m_spec.addressing, announced, m_spec.endpoint());
    m_announced.insert(reached.node(), announced);
    return reached.node();
}

Deployment::Shard Deployment::resolve(const ShardInfo &told)
{
    Shard shard{.master = nodeAt(told.master), .slotRanges = told.slotRanges};
    for (const Endpoint &replica : told.replicas)
        shard.replicas.push_back(nodeAt(replica));
    return shard;
}

// A shard whose master is another one than before: a failover. Slots that moved between masters are none.
std::vector<Deployment::MasterChange> Deployment::changesTo(const std::vector<Shard> &shards) const
{
    std::vector<MasterChange> changes;
    for (const Shard &shard : shards) {
        if (isMasterOf(m_shards, shard.master, isCluster()))
            continue;
        const Shard *before = nullptr;
        int most = 0;
        for (const Shard &old : m_shards) {
            const int common = isCluster() ? slotsInBoth(old.slotRanges, shard.slotRanges) : 1;
            if (common > most && !isMasterOf(shards, old.master, isCluster())) {
                most = common;
                before = &old;
            }
        }
        if (before)
            changes.push_back({before->master, shard.master});
    }
    return changes;
}

ConnectionSpec Deployment::specOf(const NodeId &id) const
{
    ConnectionSpec spec = m_spec.at(reachable(m_spec.addressing, m_announced.value(id), m_spec.endpoint()));
    if (!m_ring && id == m_spec.node())
        spec = m_spec;
    for (const Endpoint &seed : m_spec.seeds) {
        if (!m_ring && seed.node() == id)
            spec = m_spec.at(seed);
    }
    spec.topology = Topology::Standalone;
    spec.seeds.clear();
    return spec;
}

void Deployment::reshape(std::vector<Shard> shards)
{
    std::vector<std::unique_ptr<Node>> gone;
    const auto want = [&](const NodeId &id, bool isReplica) {
        ConnectionSpec spec = specOf(id);
        spec.replica = isReplica && isCluster();
        // A replica of a cluster reads by READONLY, which belongs to the login.
        if (const auto known = m_nodes.find(id);
            known != m_nodes.end() && known->second->spec().replica != spec.replica) {
            gone.push_back(std::move(known->second));
            m_nodes.erase(known);
        }
        ensure(id, spec);
    };
    for (const Shard &shard : shards) {
        want(shard.master, false);
        for (const NodeId &replica : shard.replicas)
            want(replica, true);
    }
    const bool same = shards == m_shards && gone.empty();
    const std::vector<MasterChange> changes = changesTo(shards);
    dropOthersThan(shards, gone);
    m_shards = std::move(shards);
    if (!same) {
        const QPointer<Deployment> self(this);
        emit reshaped(changes);
        if (self)
            emit changed();
    }
    for (std::unique_ptr<Node> &node : gone) {
        node->close();
        node.release()->deleteLater(); // this may have begun in one of its signals
    }
}

// Also a seed that turned out to be known by another name, or to be no part of this.
void Deployment::dropOthersThan(const std::vector<Shard> &shards, std::vector<std::unique_ptr<Node>> &gone)
{
    for (auto it = m_nodes.begin(); it != m_nodes.end();) {
        const bool wanted = std::any_of(shards.begin(), shards.end(), [&](const Shard &shard) {
            return shard.master == it->first ||
                   std::find(shard.replicas.begin(), shard.replicas.end(), it->first) != shard.replicas.end();
        });
        // One of them may be the address that says at last what is what.
        const bool stillTried = isSeed(it->first) && !wasTried(it->second->status().link.phase);
        if (wanted || stillTried) {
            ++it;
            continue;
        }
        gone.push_back(std::move(it->second));
        it = m_nodes.erase(it);
    }
}

std::vector<NodeStatus> Deployment::statuses() const
{
    std::vector<NodeStatus> statuses;
    QSet<NodeId> told;
    const auto add = [&](const NodeId &id) {
        const Node *one = node(id);
        if (!one || told.contains(id))
            return;
        told.insert(id);
        statuses.push_back(statusOf(*one));
    };
    for (const Shard &shard : m_shards) {
        add(shard.master);
        if (!statuses.empty() && statuses.back().node == shard.master)
            statuses.back().slotRanges = shard.slotRanges;
        for (const NodeId &replica : shard.replicas) {
            add(replica);
            if (!statuses.empty() && statuses.back().node == replica)
                statuses.back().replica = replicationOf(*node(replica), shard.master);
        }
    }
    for (const auto &[id, one] : m_nodes)
        add(id);
    if (m_ring) {
        for (NodeStatus &sentinel : m_ring->statuses()) {
            sentinel.member = m_member;
            statuses.push_back(std::move(sentinel));
        }
    }
    return statuses;
}

NodeStatus Deployment::statusOf(const Node &node) const
{
    NodeStatus status = node.status();
    status.link = told(node);
    status.member = m_member;
    const auto announced = m_announced.constFind(status.node);
    if (announced != m_announced.cend() && announced->node() != status.node)
        status.announced = announced->node();
    return status;
}

// How far it is, as its master saw it last: both sides of the difference are from one moment.
Replication Deployment::replicationOf(const Node &replica, const NodeId &master) const
{
    Replication link{.master = master, .linked = replica.told().linked};
    const Node *of = node(master);
    if (!of || !of->isReady())
        return link;
    for (const ReplicaInfo &told : of->told().replicas) {
        const NodeId name = told.announced.node();
        const NodeId id = m_aliases.contains(name)
                              ? m_aliases.value(name)
                              : reachable(m_spec.addressing, told.announced, m_spec.endpoint()).node();
        if (id != replica.spec().node())
            continue;
        link.lagBytes = std::max<qint64>(0, of->told().offset - told.offset);
        if (*link.lagBytes == 0)
            link.lag = 0ms;
        else if (told.lag && told.lag->count() > 0) // in whole seconds: below one nothing is known
            link.lag = *told.lag;
        if (!told.online)
            link.linked = false;
    }
    return link;
}

} // namespace lockscope
