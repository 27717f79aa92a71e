// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/channelcounts.h"

#include "core/redis/patternset.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t PerCommand = 200;

} // namespace

std::optional<qint64> ChannelCount::clients(std::optional<qint64> both) const
{
    if (!plain && !sharded)
        return {};
    const qint64 twice = std::min(plain.value_or(0), sharded.value_or(0));
    return plain.value_or(0) + sharded.value_or(0) - std::min(twice, both.value_or(twice));
}

Batch askSubscribers(const std::vector<QByteArray> &channels, bool sharded)
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
std::vector<ChannelCount> subscribersIn(const Replies &replies, size_t channels, bool sharded)
{
    std::vector<ChannelCount> counts(channels);
    for (size_t i = 0; i < replies.items.size(); ++i) {
        const size_t from = (sharded ? i / 2 : i) * PerCommand;
        const std::vector<Reply> &items = replies.items[i].items;
        for (size_t at = 1; at < items.size() && from + at / 2 < counts.size(); at += 2) {
            ChannelCount &count = counts[from + at / 2];
            (sharded && i % 2 == 1 ? count.sharded : count.plain) = items[at].number().value_or(0);
        }
    }
    return counts;
}

Batch askChannels(const QList<QByteArray> &patterns, bool sharded)
{
    Batch batch;
    for (const QByteArray &pattern : patterns) {
        batch.add({"PUBSUB", "CHANNELS", pattern});
        if (sharded)
            batch.add({"PUBSUB", "SHARDCHANNELS", pattern});
    }
    return batch;
}

QSet<QByteArray> channelsIn(const Replies &replies)
{
    QSet<QByteArray> channels;
    for (const Reply &reply : replies.items) {
        for (const Reply &channel : reply.items)
            channels.insert(channel.bytes);
    }
    return channels;
}

QList<QByteArray> channelPatterns(const Registry &registry)
{
    QSet<QByteArray> patterns;
    for (const auto &format : registry.formats()) {
        if (const QByteArray pattern = format->channelPattern(); !pattern.isEmpty())
            patterns.insert(pattern);
    }
    return patterns.values();
}

QList<QByteArray> waiterPatterns(const Registry &registry, const LockName &key)
{
    const LockName escaped{escapedGlob(key.bytes)};
    QSet<QByteArray> patterns;
    for (const auto &format : registry.formats()) {
        const auto pattern =
            format->queues() ? format->waiterChannel(escaped, {QByteArrayLiteral("*")}) : std::nullopt;
        if (pattern && pattern != format->wakeChannel(escaped))
            patterns.insert(*pattern);
    }
    return patterns.values();
}

bool isOfWaiter(const Registry &registry, const LockName &key, const QByteArray &channel)
{
    return std::ranges::any_of(registry.formats(), [&](const auto &format) {
        return format->subjectOfChannel(channel) == key && channel != format->wakeChannel(key);
    });
}

} // namespace lockscope
