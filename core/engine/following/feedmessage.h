// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A message on the event connection. Pure, any thread. Any client may PUBLISH to the invalidation channel,
// but then the payload is a string: only arrays and nil come from the server itself.

#include "core/base/names.h"
#include "core/redis/reply.h"

namespace lockscope
{

struct FeedMessage {
    enum class Kind { Nothing, Keys, Flush, Event, Confirmed, Refused };
    Kind kind = Kind::Nothing;
    std::vector<LockName> keys{}; // Keys: all; Event: one
    QByteArray pattern{};         // Event: the subscription that matched
    QByteArray event{};           // Event: "expire", "del", …; Refused: the server's text
};

// channelPrefix: "__keyspace@0__:".
FeedMessage readFeedMessage(const Reply &push, const QByteArray &channelPrefix);

inline constexpr char InvalidationChannel[] = "__redis__:invalidate";

} // namespace lockscope
