// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/deployment.h"

#include "core/base/tr.h"
#include "core/redis/slots.h"
#include "core/redis/transport/reconnectpolicy.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Pulse =
    2s; // interval of asking the servers for their state, and a cluster for its layout
constexpr milliseconds ShortestPause = 100ms; // between two looks
constexpr milliseconds LookPatience = 1s;     // how long a caller waits for a look

} // namespace

Deployment::Deployment(const ConnectionSpec &spec, int member, QObject *parent)
    : QObject(parent), m_spec(spec), m_member(member), m_topology(spec.topology), m_nodes(m_spec)
{
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, [this] { look(this); });
    m_pulse.setInterval(Pulse);
    connect(&m_pulse, &QTimer::timeout, this, [this] {
        m_nodes.refresh();
        lookSoon();
    });
    connect(&m_nodes, &Nodes::ready, this, &Deployment::onNodeReady);
    connect(&m_nodes, &Nodes::changed, this, [this] { m_changes.touch(m_nodes.size()); });
    connect(&m_nodes, &Nodes::lost, this, [this] { lookSoon(); });
    connect(&m_nodes, &Nodes::restarted, this, &Deployment::nodeRestarted);
    if (!m_spec.ssh.enabled())
        return;
    m_tunnel = std::make_unique<SshTunnel>(m_spec.ssh);
    m_spec.tunnel = m_tunnel->entrance();
    connect(m_tunnel.get(), &SshTunnel::stateChanged, this, [this] { m_changes.touch(m_nodes.size()); });
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

// Only once: after a tunnel was lost, sessions reconnect by themselves.
void Deployment::openServers()
{
    if (!m_open || m_pulse.isActive())
        return;
    m_pulse.start();
    if (m_topology != Topology::Sentinel)
        return m_nodes.openSeeds();
    m_ring = std::make_unique<SentinelRing>(m_spec);
    connect(m_ring.get(), &SentinelRing::ready, this, &Deployment::lookSoon);
    connect(m_ring.get(), &SentinelRing::switched, this, &Deployment::lookSoon);
    connect(m_ring.get(), &SentinelRing::changed, this, [this] { m_changes.touch(m_nodes.size()); });
    m_ring->open();
}

void Deployment::close()
{
    m_open = false;
    m_pulse.stop();
    m_lookTimer.stop();
    m_changes.stop();
    for (const auto &looker : std::exchange(m_lookers, {}))
        looker->cancel();
    if (m_ring)
        m_ring->close();
    m_nodes.close();
    if (m_tunnel)
        m_tunnel->close();
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

const Shard *Deployment::shardOf(const LockName &key) const
{
    if (!isCluster())
        return m_shards.empty() ? nullptr : &m_shards.front();
    const int index = m_shardOfSlot.empty() ? -1 : m_shardOfSlot[size_t(slotOf(key.bytes))];
    return index < 0 ? nullptr : &m_shards[size_t(index)];
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
    // It may be named master before it knows itself. A single server may have any role.
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

Node *Deployment::askedNode(const Failure &ask)
{
    const auto there = readAsk(ask);
    Node *asked = there ? node(m_nodes.addresses().note(*there)) : nullptr;
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
        if (m_spec.readOnly && masterOf(key)) {
            failure.kind = ErrorKind::ReadOnlySession;
            failure.text = Tr::tr("this connection is read-only");
            failure.remedy = Tr::tr("omit --read-only, or allow changes on this connection");
            return failure;
        }
        const Failure &reason = master->status().connection.reason;
        if (master->isReady())
            failure.text = tr("it is no longer a master; the new master is not yet known");
        else
            failure.text =
                reason.text.isEmpty() ? tr("not connected") : tr("not connected: %1").arg(reason.text);
        failure.remedy = reason.remedy;
        return failure;
    }
    if (const Failure *withheld = withheldMaster())
        return *withheld;
    if (const auto surplus = this->surplus(); surplus && isCluster())
        return *surplus;
    const QString reason = connection().reason.text;
    failure.text = isCluster() && !m_shards.empty() ? tr("no master serves slot %1").arg(slotOf(key.bytes))
                   : reason.isEmpty()               ? tr("not connected")
                                                    : reason;
    return m_failure && m_shards.empty() ? *m_failure : failure;
}

bool Deployment::isUsable() const
{
    return std::ranges::any_of(masters(), &Node::isReady);
}

bool Deployment::isReady() const
{
    return isUsable() && std::ranges::all_of(masters(), [](const Node *master) {
               const ConnectionPhase phase = master->status().connection.phase;
               return master->isReady() || (phase != ConnectionPhase::Ready && wasTried(phase));
           });
}

ConnectionState Deployment::connection() const
{
    const std::vector<Node *> all = masters();
    for (const Node *master : all) {
        if (master->isReady())
            return master->status().connection;
    }
    if (m_tunnel && !m_tunnel->isOpen())
        return connectionOf(m_tunnel->state());
    if (!all.empty())
        return m_nodes.connectionOf(*all.front());
    if (const Failure *withheld = withheldMaster())
        return {.phase = ConnectionPhase::Failed, .reason = *withheld};
    ConnectionState connection;
    if (m_ring) {
        connection = m_ring->connection();
    } else {
        // Before the first look, one reachable seed is enough.
        connection = m_nodes.bestConnection();
    }
    if (connection.phase == ConnectionPhase::Ready && m_failure)
        connection = unfit(connection);
    else if (connection.phase == ConnectionPhase::Ready)
        connection.phase = ConnectionPhase::Connecting;
    return connection;
}

ConnectionState Deployment::unfit(const ConnectionState &connection) const
{
    return {.phase =
                isFinalForConnecting(m_failure->kind) ? ConnectionPhase::Failed : ConnectionPhase::Waiting,
            .since = connection.since,
            .reason = *m_failure};
}

const Failure *Deployment::withheldMaster() const
{
    return m_shards.empty() ? nullptr : m_nodes.withheld(m_shards.front().master);
}

void Deployment::onNodeReady(Node *node)
{
    if (const auto gone = m_nodes.mergeWithTwin(*node)) {
        lookSoon(); // it removes that one
        if (*gone == node->spec().node())
            return;
    }
    if (m_topology == Topology::Automatic && !asSentinel())
        decideTopology(node->told());
    // A look costs time for each node. The first ones find the others, so they do not wait.
    if (m_nodes.size() > Nodes::Usual)
        lookSoon();
    else
        look(this);
    m_changes.touch(m_nodes.size());
}

// Whatever kind the connection says: its first servers are sentinels, or have not answered.
std::optional<Failure> Deployment::asSentinel() const
{
    bool isOne = false;
    for (const auto &[id, node] : m_nodes.all()) {
        const ServerInfo &told = node->told();
        if (node->isReady() && told.mode != "sentinel" && told.role != "sentinel")
            return {};
        isOne = isOne || node->isReady();
    }
    if (!isOne)
        return {};
    return Failure{.kind = ErrorKind::BadInput,
                   .text = tr("this server is a sentinel"),
                   .remedy = tr("specify the master it monitors: sentinel://%1/MASTER")
                                 .arg(QString::fromUtf8(m_spec.node().bytes)),
                   .node = m_spec.node()};
}

void Deployment::decideTopology(const ServerInfo &told)
{
    m_topology = told.mode == "cluster" ? Topology::Cluster : Topology::Standalone;
}

void Deployment::tellChanged()
{
    // Without sentinels, the shape of the group follows from what its nodes say.
    if (m_topology == Topology::Standalone && !m_shards.empty()) {
        if (const auto shard = replicated(); shard && *shard != m_shards.front())
            lookSoon();
    }
    emit changed();
}

std::optional<Shard> Deployment::replicated()
{
    auto shard = replicatedShard(m_nodes.all(), m_nodes.addresses(), firstShard());
    if (shard)
        m_surplus = limit(*shard, MostServers);
    return shard;
}

void Deployment::retryNow()
{
    m_nodes.retryNow();
}

void Deployment::allowChanges()
{
    m_spec.readOnly = false;
    m_nodes.allowChanges();
}

void Deployment::makeReadOnly()
{
    m_spec.readOnly = true;
    m_nodes.makeReadOnly();
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
    if (!m_open)
        co_return;
    m_nodes.refresh(); // is each still a master?
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
            self->m_changes.touch(self->m_nodes.size());
        }
    }
    if (self)
        self->finishLook();
}

void Deployment::finishLook()
{
    m_looking = false;
    const QPointer<Deployment> self(this); // a waiter may end the connection
    for (const auto &looker : std::exchange(m_lookers, {}))
        looker->fire();
    if (self)
        emit looked();
}

QCoro::Task<Outcome<std::vector<Shard>>> Deployment::findShards()
{
    const QPointer<Deployment> self(this);
    const Failure nothingYet{.kind = ErrorKind::Cancelled};
    if (m_topology == Topology::Sentinel) {
        const Outcome<ShardInfo> told = co_await m_ring->ask();
        if (!self || !told)
            co_return self ? told.failure() : nothingYet;
        std::vector<Shard> shards(1, resolved(*told, m_nodes.addresses()));
        self->m_surplus = limit(shards.front(), MostServers);
        co_return shards;
    }
    if (const auto sentinel = asSentinel())
        co_return *sentinel;
    if (m_topology == Topology::Cluster)
        co_return co_await clusterShards();
    if (m_topology == Topology::Automatic)
        co_return m_failure.value_or(nothingYet);
    const auto shard = replicated();
    if (!shard)
        co_return nothingYet;
    co_return std::vector<Shard>(1, *shard);
}

QCoro::Task<Outcome<std::vector<Shard>>> Deployment::clusterShards()
{
    const QPointer<Deployment> self(this);
    std::vector<Node *> able;
    for (const auto &[id, node] : m_nodes.all()) {
        if (node->isReady())
            able.push_back(node.get());
    }
    if (able.empty()) {
        m_nodes.openSeeds(); // all known nodes are gone
        co_return Failure{.kind = ErrorKind::Cancelled};
    }
    const auto told = co_await askCluster(able, m_turn++, m_spec.tls.enabled);
    if (!self)
        co_return Failure{.kind = ErrorKind::Cancelled};
    if (!told)
        co_return told.failure();
    std::vector<Shard> shards;
    for (const ShardInfo &shard : *told)
        shards.push_back(resolved(shard, m_nodes.addresses()));
    m_surplus = limit(shards, MostServers);
    co_return shards;
}

void Deployment::reshape(std::vector<Shard> shards)
{
    Nodes::Gone gone = m_nodes.connectTo(shards, m_topology);
    const bool same = shards == m_shards && gone.empty();
    const std::vector<MasterChange> changes = masterChanges(m_shards, shards, isCluster());
    m_nodes.dropOthersThan(shards, gone);
    m_shards = std::move(shards);
    m_shardOfSlot = shardOfEachSlot(m_shards);
    if (!same) {
        const QPointer<Deployment> self(this);
        emit reshaped(changes);
        if (self)
            m_changes.touch(m_nodes.size());
    }
    for (std::unique_ptr<Node> &node : gone) {
        node->close();
        node.release()->deleteLater(); // one of its signals may have led here
    }
}

std::vector<NodeStatus> Deployment::statuses() const
{
    std::vector<NodeStatus> statuses;
    for (const auto &[id, placed] : placesOf(m_nodes.all(), m_shards, m_nodes.addresses())) {
        std::optional<NodeStatus> status = m_nodes.statusOf(id);
        if (!status)
            continue;
        status->member = m_member;
        status->slotRanges = placed.slotRanges;
        status->replica = placed.replica;
        statuses.push_back(*std::move(status));
    }
    if (!statuses.empty())
        statuses.front().surplus = int(m_surplus);
    if (m_ring) {
        for (NodeStatus &sentinel : m_ring->statuses()) {
            sentinel.member = m_member;
            statuses.push_back(std::move(sentinel));
        }
    }
    if (m_failure && m_shards.empty()) {
        for (NodeStatus &status : statuses) {
            if (status.isReady())
                status.connection = unfit(status.connection);
        }
    }
    return statuses;
}

} // namespace lockscope
