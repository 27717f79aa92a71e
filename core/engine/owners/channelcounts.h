// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a server is asked about channels, and what its answers say: PUBSUB NUMSUB and CHANNELS, and if
// `sharded` (since Redis 7.0) also SHARDNUMSUB and SHARDCHANNELS. Values; any thread.

#include "core/formats/format.h"
#include "core/redis/reply.h"

#include <QList>
#include <QSet>

#include <optional>

namespace lockscope
{

// Subscribers of a channel; nullopt: refused, or not asked.
struct ChannelCount {
    std::optional<qint64> plain{};
    std::optional<qint64> sharded{};

    bool areBoth() const { return plain.value_or(0) > 0 && sharded.value_or(0) > 0; }
    // Clients, at least. both: clients with subscriptions of both kinds; nullopt: unknown.
    std::optional<qint64> clients(std::optional<qint64> both) const;
};

Batch askSubscribers(const std::vector<QByteArray> &channels, bool sharded);
// In the order asked. channels: their number.
std::vector<ChannelCount> subscribersIn(const Replies &replies, size_t channels, bool sharded);

Batch askChannels(const QList<QByteArray> &patterns, bool sharded);
QSet<QByteArray> channelsIn(const Replies &replies); // those with subscribers
// The channels of all kinds, and for one lock those that single waiters listen to.
QList<QByteArray> channelPatterns(const Registry &registry);
QList<QByteArray> waiterPatterns(const Registry &registry, const LockName &key);
// False for other channels that match such a pattern: that of a lock {a}:b looks like one of a waiter of a.
bool isOfWaiter(const Registry &registry, const LockName &key, const QByteArray &channel);

} // namespace lockscope
