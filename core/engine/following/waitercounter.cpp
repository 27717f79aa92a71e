// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/waitercounter.h"

#include "core/engine/owners/channelcounts.h"
#include "core/engine/owners/clientlist.h"
#include "core/redis/patternset.h"
#include "core/redis/servererror.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Period = 2s;
constexpr milliseconds SoonPause = 150ms;
constexpr int SoonLooks = 10; // by then the regular round has come
constexpr qsizetype PerRound = 2000;
constexpr qsizetype PerPortion = 10'000; // of all: few round trips, and little memory
constexpr int TicksPerLook = 5;          // unknown channels: every 10 s
constexpr size_t FewElsewhere = 1000;    // questions to other servers at a time
constexpr size_t Many = PerRound + 1;    // channels: a regular round does not ask for so many of plain locks
// To name those takes a server with many channels of others longer, besides the round trip.
constexpr milliseconds LongAnswer = 20ms;

constexpr milliseconds BothLast = 10s;
constexpr milliseconds SharingLasts = 10s;

// Of INFO keyspace: "db0:keys=1,expires=0,avg_ttl=0", a line for each database that has keys.
bool hasOtherDatabase(const QByteArray &keyspace, int own)
{
    for (const QByteArray &line : keyspace.split('\n')) {
        if (line.startsWith("db") && !line.startsWith("db" + QByteArray::number(own) + ':'))
            return true;
    }
    return false;
}

std::optional<ErrorKind> refusalIn(const Replies &replies)
{
    const auto refused = std::ranges::find_if(replies.items, &Reply::isError);
    return refused == replies.items.end() ? std::nullopt : std::optional(classifyServerError(refused->bytes));
}

} // namespace

WaiterCounter::WaiterCounter(Node &node, const Registry &registry, LockTable &table, QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table)
{
    m_timer.setInterval(Period);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        countSome();
        if (m_ticks++ % TicksPerLook == 0)
            lookForChannels();
    });
    m_soonTimer.setSingleShot(true);
    m_soonTimer.setInterval(SoonPause);
    connect(&m_soonTimer, &QTimer::timeout, this, [this] { countNew(this); });
}

void WaiterCounter::start()
{
    m_timer.start();
}

// The next part of all locks, so that each round costs the same however many there are.
std::vector<LockName> WaiterCounter::nextRound()
{
    if (m_round.empty())
        m_table.forEach([this](const LockPtr &lock) {
            if (lock->node == m_node.status().node)
                m_round.push_back(lock->key);
        });
    const qsizetype count = std::min(PerRound, qsizetype(m_round.size()));
    std::vector<LockName> keys(m_round.end() - count, m_round.end());
    m_round.resize(m_round.size() - size_t(count));
    return keys;
}

QCoro::Task<> WaiterCounter::countSome()
{
    co_await count(this, nextRound());
}

// In portions, as the questions about a million locks weigh more than the locks.
QCoro::Task<> WaiterCounter::countAll()
{
    const QPointer<WaiterCounter> self(this);
    m_round.clear();
    const std::vector<LockName> some = nextRound();
    std::vector<LockName> keys = std::exchange(m_round, {});
    keys.insert(keys.end(), some.begin(), some.end());
    for (auto from = keys.begin(); self && from != keys.end();) {
        const auto to = from + std::min<qsizetype>(PerPortion, keys.end() - from);
        co_await count(self, std::vector<LockName>(from, to));
        from = to;
    }
}

QCoro::Task<> WaiterCounter::countOf(std::vector<LockName> keys)
{
    co_await count(this, std::move(keys));
}

bool WaiterCounter::hasNewWaiter(const LockName &key) const
{
    const LockPtr lock = m_table.find(key);
    if (!lock || lock->stale || std::ranges::all_of(lock->waiters.queued, [](const QueuedWaiter &waiter) {
            return waiter.alive.has_value();
        }))
        return false;
    const Format *format = m_registry.find(lock->kind.name);
    return format && format->queues();
}

void WaiterCounter::countSoon(const LockName &key)
{
    if (m_soon.size() >= PerRound || !hasNewWaiter(key))
        return;
    m_soon.insert(key, SoonLooks);
    if (!m_soonTimer.isActive())
        m_soonTimer.start();
}

QCoro::Task<> WaiterCounter::countNew(QPointer<WaiterCounter> self)
{
    const QList<LockName> keys = self->m_soon.keys();
    co_await count(self, {keys.begin(), keys.end()}, Finding::Listens);
    if (!self)
        co_return;
    for (auto key = self->m_soon.begin(); key != self->m_soon.end();) {
        const bool isOpen = --*key > 0 && self->hasNewWaiter(key.key());
        key = isOpen ? std::next(key) : self->m_soon.erase(key);
    }
    if (!self->m_soon.isEmpty())
        self->m_soonTimer.start();
}

QCoro::Task<> WaiterCounter::lookForChannels()
{
    co_await look(this);
}

std::vector<WaiterCounter::Question> WaiterCounter::questionsFor(const std::vector<LockName> &keys) const
{
    std::vector<Question> questions;
    for (const LockName &key : keys) {
        const LockPtr lock = m_table.find(key);
        const Format *format = lock ? m_registry.find(lock->kind.name) : nullptr;
        if (!format)
            continue;
        Question question{.key = key};
        if (format->queues()) {
            for (const QueuedWaiter &waiter : lock->waiters.queued) {
                auto channel = format->waiterChannel(key, waiter.id);
                if (!channel)
                    continue;
                question.queued.push_back(waiter);
                question.channels.push_back(*std::move(channel));
            }
        }
        if (auto channel = format->wakeChannel(key))
            question.channels.push_back(*std::move(channel));
        if (!question.channels.empty())
            questions.push_back(std::move(question));
    }
    return questions;
}

// All channels on the own node; on other servers all if they are few, else the urgent ones and those that had
// subscribers there. Marks the sums of channels that some server is not asked for.
std::vector<WaiterCounter::Post> WaiterCounter::postsFor(const std::vector<Channel> &channels,
                                                         std::vector<Sum> &sums) const
{
    std::vector<Post> posts{{.node = &m_node, .sharded = isSharded(m_node)}};
    for (size_t i = 0; i < channels.size(); ++i) {
        posts.front().channels.push_back(channels[i].name);
        posts.front().which.push_back(i);
    }
    const std::vector<OtherServer> servers =
        m_around.servers ? m_around.servers() : std::vector<OtherServer>{};
    const bool areFew = channels.size() * servers.size() <= FewElsewhere;
    for (const OtherServer &server : servers) {
        const bool isReady = server.node && server.node->isReady();
        Post post{.node = server.node};
        const QSet<QByteArray> heard =
            isReady ? m_around.heard->value(server.node->status().node) : QSet<QByteArray>();
        for (size_t i = 0; i < channels.size(); ++i) {
            if (!isReady || (!areFew && !channels[i].isUrgent && !heard.contains(channels[i].name))) {
                sums[i].isWhole = false;
                continue;
            }
            post.sharded = post.sharded || (isSharded(*server.node) && server.mayShard(channels[i].name));
            post.channels.push_back(channels[i].name);
            post.which.push_back(i);
        }
        if (!post.channels.empty())
            posts.push_back(std::move(post));
    }
    return posts;
}

// A server that is asked for many channels first names those with subscribers, if they are fewer: the others
// have none, which saves asking for each.
QCoro::Task<> WaiterCounter::leaveOutSilent(QPointer<WaiterCounter> self, Post *post)
{
    if (!self || !post->node || post->channels.size() < Many || !self->m_around.heard ||
        self->m_areChannelsMany)
        co_return;
    const auto heard = self->m_around.heard->constFind(post->node->status().node);
    if (heard == self->m_around.heard->cend() || size_t(heard->size()) > post->channels.size() / 2)
        co_return;
    const PatternSet patterns(channelPatterns(self->m_registry));
    if (patterns.isEmpty())
        co_return;
    const auto replies = co_await post->node->reading().send(askChannels(patterns.globs(), post->sharded));
    if (!self || !post->node || !replies.ok() || std::ranges::any_of(replies->items, &Reply::isError))
        co_return;
    const milliseconds roundTrip = post->node->status().roundTrip.value_or(0ms);
    self->m_areChannelsMany = replies->receivedAt - replies->sentAt > roundTrip + LongAnswer;
    const QSet<QByteArray> listened = channelsIn(*replies);
    std::vector<QByteArray> asked;
    std::vector<size_t> which;
    for (size_t i = 0; i < post->channels.size(); ++i) {
        const bool isSilent = !listened.contains(post->channels[i]) && patterns.matches(post->channels[i]);
        (isSilent ? post->silent : which).push_back(post->which[i]);
        if (!isSilent)
            asked.push_back(std::move(post->channels[i]));
    }
    post->channels = std::move(asked);
    post->which = std::move(which);
    post->at = replies->receivedAt;
}

QCoro::Task<Outcome<WaiterCounter::Sums>> WaiterCounter::sum(QPointer<WaiterCounter> self,
                                                             std::vector<Channel> channels)
{
    Sums sums{.of = std::vector<Sum>(channels.size())};
    std::vector<Post> posts = self->postsFor(channels, sums.of);
    for (Post &post : posts)
        co_await leaveOutSilent(self, &post);
    if (!posts.front().node)
        co_return Failure{.kind = ErrorKind::Cancelled};
    for (const Post &post : posts) {
        for (const size_t which : post.node ? std::vector<size_t>() : post.which)
            sums.of[which].isWhole = false;
    }
    std::erase_if(posts, [](const Post &post) { return post.node.isNull(); }); // it left the deployment
    std::vector<PendingReplies> pending;
    for (const Post &post : posts)
        pending.push_back(post.node->reading().send(askSubscribers(post.channels, post.sharded)));
    for (size_t i = 0; i < posts.size(); ++i) {
        const auto replies = co_await pending[i];
        if (!replies.ok() && i == 0)
            co_return replies.failure();
        const bool hasTwoAnswers = !posts[i].silent.empty();
        sums.at = std::max(sums.at, hasTwoAnswers || !replies.ok() ? posts[i].at : replies->receivedAt);
        std::vector<ChannelCount> counts(posts[i].channels.size());
        if (replies.ok())
            counts = subscribersIn(*replies, counts.size(), posts[i].sharded);
        if (i == 0)
            sums.refusal = refusalIn(*replies);
        std::optional<qint64> both = 0;
        if (std::ranges::any_of(counts, &ChannelCount::areBoth))
            both = co_await clientsOfBoth(self, posts[i].node);
        for (const size_t which : posts[i].silent)
            sums.of[which].subscribed = sums.of[which].subscribed.value_or(0);
        for (size_t j = 0; j < counts.size(); ++j) {
            Sum &sum = sums.of[posts[i].which[j]];
            if (const auto clients = counts[j].clients(both))
                sum.subscribed = sum.subscribed.value_or(0) + *clients;
            else
                sum.isWhole = false;
        }
    }
    co_return sums;
}

// Lockscope itself listens in both ways, as it does not know how the holder will publish.
QCoro::Task<std::optional<qint64>> WaiterCounter::clientsOfBoth(QPointer<WaiterCounter> self,
                                                                QPointer<Node> node)
{
    if (!self || !node || !node->isReady())
        co_return std::nullopt;
    const NodeId id = node->status().node;
    if (const auto known = self->m_both.constFind(id);
        known != self->m_both.cend() && (known->isRefused || now() - known->at < BothLast))
        co_return known->count;
    const Command question{"CLIENT", "LIST", "TYPE", "PUBSUB"};
    const Outcome<Reply> reply = co_await node->reading().call(question);
    Both both{.at = now(), .isRefused = !reply && reply.failure().kind == ErrorKind::NoPerm};
    if (reply)
        both.count = countSubscribedTwice(reply->bytes);
    if (self)
        self->m_both.insert(id, both);
    co_return both.count;
}

// Replicas have the same databases. Their subscribers are not looked at: they count as any of them.
QCoro::Task<> WaiterCounter::learnSharing(QPointer<WaiterCounter> self)
{
    if (!self || !self->m_node.isReady() || now() < self->m_sharing.until)
        co_return;
    const Command databases{"INFO", "keyspace"};
    const Outcome<Reply> keyspace = co_await self->m_node.reading().call(databases);
    if (!self || !keyspace || !self->m_node.isReady())
        co_return;
    const int own = self->m_node.spec().db;
    bool isShared = hasOtherDatabase(keyspace->bytes, own);
    const auto servers = self->m_around.servers ? self->m_around.servers() : std::vector<OtherServer>{};
    bool isRefused = self->m_sharing.isRefused;
    if (servers.empty() && !isRefused) { // another database may be empty for the moment
        const Command question{"CLIENT", "LIST", "TYPE", "PUBSUB"};
        const Outcome<Reply> clients = co_await self->m_node.reading().call(question);
        isShared = clients ? !subscribersUseOnly(own, clients->bytes) : isShared;
        isRefused = !clients && clients.failure().kind == ErrorKind::NoPerm;
    }
    if (!self)
        co_return;
    self->m_sharing = {.until = now() + SharingLasts, .isShared = isShared, .isRefused = isRefused};
    self->m_table.setListenersMayBeElsewhere(self->m_node.status().node, isShared);
}

std::optional<bool> WaiterCounter::Sum::isListenedTo() const
{
    return hasSubscribers() || isWhole ? std::optional(hasSubscribers()) : std::nullopt;
}

QCoro::Task<std::vector<std::optional<bool>>> WaiterCounter::areListenedTo(std::vector<QByteArray> names)
{
    std::vector<std::optional<bool>> listened(names.size());
    if (names.empty() || !m_node.isReady())
        co_return listened;
    std::vector<Channel> channels;
    for (const QByteArray &name : names)
        channels.push_back({.name = name, .isUrgent = true});
    const QPointer<WaiterCounter> self(this);
    const auto counted = co_await sum(self, std::move(channels));
    for (size_t i = 0; counted.ok() && i < listened.size(); ++i)
        listened[i] = counted->of[i].isListenedTo();
    co_return listened;
}

QCoro::Task<> WaiterCounter::count(QPointer<WaiterCounter> self, std::vector<LockName> keys, Finding finding)
{
    std::vector<Question> questions = self->questionsFor(keys);
    if (questions.empty() || !self->m_node.isReady())
        co_return;
    std::vector<Channel> channels;
    for (const Question &question : questions) {
        for (size_t i = 0; i < question.channels.size(); ++i)
            channels.push_back({question.channels[i], i == 0 && !question.queued.empty()});
    }
    const auto counted = co_await sum(self, std::move(channels));
    if (counted.ok() && std::ranges::any_of(counted->of, &Sum::hasSubscribers))
        co_await learnSharing(self);
    if (!self || !counted.ok())
        co_return;
    self->m_refusal = counted->refusal;
    auto sum = counted->of.begin();
    std::vector<LockName> unheardOf;
    for (Question &question : questions) {
        std::optional<qint64> subscribed;
        bool isWhole = true;
        for (size_t i = 0; i < question.channels.size(); ++i, ++sum) {
            if (sum->subscribed)
                subscribed = subscribed.value_or(0) + *sum->subscribed;
            isWhole = isWhole && sum->isWhole;
            if (i >= question.queued.size())
                continue;
            const std::optional<bool> listens = sum->isListenedTo();
            if (finding == Finding::ListensOrNot || listens == true)
                question.queued[i].alive = listens;
        }
        // While it was counted, the lock may have moved to another node, where its waiters subscribe again.
        const LockPtr lock = self->m_table.find(question.key);
        const bool isHere = !lock || lock->node == self->m_node.status().node;
        if (subscribed && isHere)
            self->m_table.setWaiters(question.key, *subscribed, counted->at, question.queued);
        if (subscribed == 0 && isWhole && isHere)
            unheardOf.push_back(question.key);
    }
    emit self->tableTouched();
    for (const LockName &key : unheardOf) {
        if (self)
            emit self->unheard(key);
    }
}

QCoro::Task<QByteArray> WaiterCounter::listenedChannel(LockName key)
{
    std::vector<Channel> channels;
    for (const auto &format : m_registry.formats()) {
        const auto channel = format->channelPattern().isEmpty() ? std::nullopt : format->wakeChannel(key);
        if (channel && std::ranges::find(channels, *channel, &Channel::name) == channels.end())
            channels.push_back({.name = *channel, .isUrgent = true});
    }
    if (channels.empty() || !m_node.isReady())
        co_return QByteArray();
    const QPointer<WaiterCounter> self(this);
    co_await learnSharing(self);
    if (!self)
        co_return QByteArray();
    const auto counted = co_await sum(self, channels);
    for (size_t i = 0; counted.ok() && i < channels.size(); ++i) {
        if (counted->of[i].hasSubscribers())
            co_return channels[i].name;
    }
    if (!self)
        co_return QByteArray();
    const std::vector<QByteArray> ofWaiters = co_await self->waiterChannels(key);
    co_return ofWaiters.empty() ? QByteArray() : ofWaiters.front();
}

QCoro::Task<std::vector<QByteArray>> WaiterCounter::waiterChannels(LockName key)
{
    const Registry &registry = m_registry;
    const QList<QByteArray> patterns = waiterPatterns(registry, key);
    std::vector<QPointer<Node>> nodes{&m_node};
    if (m_around.servers) {
        for (const OtherServer &server : m_around.servers())
            nodes.push_back(server.node);
    }
    QSet<QByteArray> channels;
    for (const QPointer<Node> &node : nodes) {
        if (patterns.isEmpty() || !node || !node->isReady())
            continue;
        const auto replies = co_await node->reading().send(askChannels(patterns, isSharded(*node)));
        if (replies.ok())
            channels.unite(channelsIn(*replies));
    }
    std::vector<QByteArray> sorted;
    std::ranges::copy_if(channels, std::back_inserter(sorted), [&registry, &key](const QByteArray &channel) {
        return isOfWaiter(registry, key, channel);
    });
    std::ranges::sort(sorted);
    co_return sorted;
}

// Looks on the own node and its replicas; the other masters of a cluster have their own followers.
QCoro::Task<> WaiterCounter::look(QPointer<WaiterCounter> self)
{
    std::vector<QPointer<Node>> nodes{&self->m_node};
    if (self->m_around.servers) {
        for (const OtherServer &server : self->m_around.servers()) {
            if (server.isReplica)
                nodes.push_back(server.node);
        }
    }
    for (const QPointer<Node> &node : nodes) {
        co_await lookOn(self, node);
        if (!self)
            co_return;
    }
}

QCoro::Task<> WaiterCounter::lookOn(QPointer<WaiterCounter> self, QPointer<Node> node)
{
    const QList<QByteArray> patterns = channelPatterns(self->m_registry);
    if (!node || !node->isReady() || patterns.isEmpty())
        co_return;
    const NodeId id = node->status().node;
    const auto replies = co_await node->reading().send(askChannels(patterns, isSharded(*node)));
    if (!self || !replies.ok())
        co_return;
    const QSet<QByteArray> channels = channelsIn(*replies);
    if (self->m_around.heard)
        (*self->m_around.heard)[id] = channels;
    if (!channels.isEmpty())
        co_await learnSharing(self);
    if (self)
        self->found(channels);
}

void WaiterCounter::found(const QSet<QByteArray> &channels)
{
    const QPointer<WaiterCounter> self(this);
    for (const QByteArray &channel : channels) {
        for (const auto &format : m_registry.formats()) {
            const std::optional<LockName> key = format->subjectOfChannel(channel);
            if (!key)
                continue;
            emit listenedTo(*key, channel);
            break;
        }
        if (!self)
            return;
    }
}

} // namespace lockscope
