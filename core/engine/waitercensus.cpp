// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/waitercensus.h"

#include <QSet>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Period = 2s;
constexpr qsizetype PerRound = 2000;
constexpr int TicksPerLook = 5; // channels nobody knows: every 10 s
constexpr size_t PerCommand = 200;

// Subscribers a channel, in the order asked; a refusal leaves "not known".
using Counts = std::vector<std::optional<qint64>>;

Batch numSub(const std::vector<QByteArray> &channels, bool sharded)
{
    Batch batch;
    for (size_t from = 0; from < channels.size(); from += PerCommand) {
        const size_t to = std::min(channels.size(), from + PerCommand);
        Command command{"PUBSUB", "NUMSUB"};
        command.insert(command.end(), channels.begin() + qsizetype(from), channels.begin() + qsizetype(to));
        batch.add(command);
        if (sharded) {
            command[1] = "SHARDNUMSUB";
            batch.add(command);
        }
    }
    return batch;
}

// Each reply is {channel, count, channel, count, …} in the order asked.
Counts countsIn(const Replies &replies, size_t channels, bool sharded)
{
    Counts counts(channels);
    for (size_t i = 0; i < replies.items.size(); ++i) {
        const size_t from = (sharded ? i / 2 : i) * PerCommand;
        const std::vector<Reply> &items = replies.items[i].items;
        for (size_t at = 1; at < items.size() && from + at / 2 < counts.size(); at += 2)
            counts[from + at / 2] = counts[from + at / 2].value_or(0) + items[at].number().value_or(0);
    }
    return counts;
}

} // namespace

WaiterCensus::WaiterCensus(Node &node, const Registry &registry, LockTable &table, QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table)
{
    m_timer.setInterval(Period);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        countSome();
        if (m_ticks++ % TicksPerLook == 0)
            lookForChannels();
    });
}

void WaiterCensus::start()
{
    m_timer.start();
}

// The next part of all locks, so that many locks cost no more at a time than few.
std::vector<LockName> WaiterCensus::nextRound(qsizetype most)
{
    if (m_round.empty())
        m_table.forEach([this](const LockPtr &lock) {
            if (lock->node == m_node.status().node)
                m_round.push_back(lock->key);
        });
    const qsizetype count = std::min(most, qsizetype(m_round.size()));
    std::vector<LockName> keys(m_round.end() - count, m_round.end());
    m_round.resize(m_round.size() - size_t(count));
    return keys;
}

QCoro::Task<> WaiterCensus::countSome(bool all)
{
    co_await count(this, nextRound(all ? m_table.size() : PerRound));
}

QCoro::Task<> WaiterCensus::countOf(std::vector<LockName> keys)
{
    co_await count(this, std::move(keys));
}

QCoro::Task<> WaiterCensus::lookForChannels()
{
    co_await look(this);
}

std::vector<WaiterCensus::Question> WaiterCensus::questionsFor(const std::vector<LockName> &keys) const
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
                if (auto channel = format->waiterChannel(key, waiter.id))
                    question.channels.push_back(*std::move(channel));
            }
            question.queued = question.channels.size();
        }
        if (auto channel = format->wakeChannel(key))
            question.channels.push_back(*std::move(channel));
        if (!question.channels.empty())
            questions.push_back(std::move(question));
    }
    return questions;
}

QCoro::Task<> WaiterCensus::count(QPointer<WaiterCensus> self, std::vector<LockName> keys)
{
    const std::vector<Question> questions = self->questionsFor(keys);
    if (questions.empty() || !self->m_node.isReady())
        co_return;
    std::vector<QByteArray> channels;
    for (const Question &question : questions)
        channels.insert(channels.end(), question.channels.begin(), question.channels.end());
    const bool sharded = self->isSharded();
    const auto replies = co_await self->m_node.reading().send(numSub(channels, sharded));
    if (!self || !replies.ok())
        co_return;
    const Counts counts = countsIn(*replies, channels.size(), sharded);
    size_t at = 0;
    for (const Question &question : questions) {
        std::optional<qint64> subscribed;
        std::vector<bool> alive;
        for (size_t i = 0; i < question.channels.size(); ++i, ++at) {
            if (counts[at])
                subscribed = subscribed.value_or(0) + *counts[at];
            if (i < question.queued)
                alive.push_back(counts[at].value_or(0) > 0);
        }
        if (subscribed)
            self->m_table.setWaiters(question.key, *subscribed, replies->receivedAt, alive);
    }
    emit self->tableTouched();
}

QCoro::Task<> WaiterCensus::look(QPointer<WaiterCensus> self)
{
    if (!self->m_node.isReady())
        co_return;
    QSet<QByteArray> patterns;
    for (const auto &format : self->m_registry.formats()) {
        if (const QByteArray pattern = format->channelPattern(); !pattern.isEmpty())
            patterns.insert(pattern);
    }
    if (patterns.isEmpty())
        co_return;
    Batch batch;
    for (const QByteArray &pattern : std::as_const(patterns)) {
        batch.add({"PUBSUB", "CHANNELS", pattern});
        if (self->isSharded())
            batch.add({"PUBSUB", "SHARDCHANNELS", pattern});
    }
    const auto replies = co_await self->m_node.reading().send(std::move(batch));
    if (!self || !replies.ok())
        co_return;
    for (const Reply &reply : replies->items) {
        if (reply.isArray())
            self->found(reply.items);
        if (!self)
            co_return;
    }
}

void WaiterCensus::found(const std::vector<Reply> &channels)
{
    const QPointer<WaiterCensus> self(this);
    for (const Reply &channel : channels) {
        for (const auto &format : m_registry.formats()) {
            const std::optional<LockName> key = format->subjectOfChannel(channel.bytes);
            if (!key)
                continue;
            emit listenedTo(*key, channel.bytes);
            break;
        }
        if (!self)
            return;
    }
}

} // namespace lockscope
