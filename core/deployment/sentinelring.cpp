// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/sentinelring.h"

#include "core/deployment/addresses.h"
#include "core/deployment/node.h"
#include "core/redis/servererror.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr size_t MostSentinels = 32;  // a server's answer may be wrong, so this is bounded
constexpr milliseconds Patience = 1s; // with one that hangs, while others may answer

} // namespace

SentinelRing::SentinelRing(const ConnectionSpec &spec, QObject *parent)
    : QObject(parent), m_spec(spec.asSentinel())
{
    m_spec.readOnly = true;
}

SentinelRing::~SentinelRing()
{
    close();
}

void SentinelRing::open()
{
    add(m_spec.endpoint());
    for (const Endpoint &seed : m_spec.seeds)
        add(seed);
}

void SentinelRing::close()
{
    for (auto &[node, sentinel] : m_sentinels) {
        sentinel.asking->close();
        sentinel.listening->close();
    }
}

void SentinelRing::add(const Endpoint &address)
{
    const NodeId node = address.node();
    if (m_sentinels.contains(node) || m_sentinels.size() >= MostSentinels)
        return;
    Sentinel &sentinel = m_sentinels[node];
    sentinel.asking = std::make_unique<Session>(m_spec.at(address));
    sentinel.listening = std::make_unique<Session>(m_spec.at(address));
    connect(sentinel.asking.get(), &Session::ready, this, &SentinelRing::ready);
    connect(sentinel.asking.get(), &Session::connectionChanged, this, &SentinelRing::changed);
    Session *listening = sentinel.listening.get();
    connect(listening, &Session::ready, this, [listening] {
        listening->subscribe({QByteArrayLiteral("SUBSCRIBE"), QByteArrayLiteral("+switch-master")});
    });
    connect(listening, &Session::pushed, this, [this](const Reply &message) {
        if (message.items.size() == 3 && message.items[0].bytes == "message")
            emit switched();
    });
    sentinel.asking->open();
    sentinel.listening->open();
}

Batch SentinelRing::questions() const
{
    const QByteArray master = m_spec.sentinel.masterName.toUtf8();
    Batch batch;
    batch.add({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", master});
    batch.add({"SENTINEL", "MASTER", master}); // for the epoch; during a failover its address is the old one
    batch.add({"SENTINEL", "REPLICAS", master});
    batch.add({"SENTINEL", "SENTINELS", master});
    return batch;
}

Outcome<SentinelRing::Answer> SentinelRing::read(const Replies &replies, const NodeId &node) const
{
    const Reply &address = replies.items[0];
    if (address.isError()) {
        Failure failure = serverFailure(address.bytes, node);
        if (failure.kind == ErrorKind::UnknownCommand)
            failure.remedy = tr("this server is not a sentinel: connect to it with redis://");
        return failure;
    }
    const auto master = readSentinelMaster(address);
    if (!master)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = tr("this sentinel does not monitor a master named %1").arg(m_spec.sentinel.masterName),
            .remedy = tr("SENTINEL MASTERS on it lists the names"),
            .node = node};
    Answer answer{.shard = {.master = *master}, .sentinels = readSentinelList(replies.items[3])};
    for (const Endpoint &replica : readSentinelList(replies.items[2])) {
        if (replica != *master)
            answer.shard.replicas.push_back(replica);
    }
    answer.epoch = readSentinelEpoch(replies.items[1]);
    return answer;
}

Failure SentinelRing::nobody() const
{
    Failure failure = connection().reason;
    if (failure.text.isEmpty())
        failure = {.kind = ErrorKind::NotConnected, .text = tr("no sentinel can be reached")};
    return failure;
}

QCoro::Task<Outcome<ShardInfo>> SentinelRing::ask()
{
    const QPointer<SentinelRing> self(this);
    std::vector<std::pair<NodeId, PendingReplies>> asked;
    for (auto &[node, sentinel] : m_sentinels) {
        if (sentinel.asking->isReady())
            asked.emplace_back(node, sentinel.asking->send(questions(), Patience));
    }
    std::optional<Answer> newest;
    std::optional<Failure> refusal;
    for (auto &[node, pending] : asked) {
        const Outcome<Replies> replies = co_await pending;
        if (!self)
            co_return Failure{.kind = ErrorKind::Cancelled, .text = tr("the connection was closed")};
        if (!replies)
            continue;
        Outcome<Answer> answer = read(*replies, node);
        if (!answer)
            refusal = answer.failure();
        else if (!newest || answer->epoch > newest->epoch)
            newest = *std::move(answer);
    }
    if (!newest)
        co_return refusal ? *refusal : nobody();
    for (const Endpoint &sentinel : newest->sentinels)
        add(reachable(m_spec.addressing, sentinel, m_spec.endpoint()));
    co_return newest->shard;
}

std::vector<NodeStatus> SentinelRing::statuses() const
{
    std::vector<NodeStatus> statuses;
    for (const auto &[node, sentinel] : m_sentinels) {
        NodeStatus status{.node = node, .role = QByteArrayLiteral("sentinel")};
        status.connection = sentinel.asking->connection();
        statuses.push_back(std::move(status));
    }
    return statuses;
}

ConnectionState SentinelRing::connection() const
{
    std::vector<ConnectionState> connections;
    for (const auto &[node, sentinel] : m_sentinels)
        connections.push_back(sentinel.asking->connection());
    return bestOf(connections);
}

} // namespace lockscope
