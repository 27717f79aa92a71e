// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What came on the event connection. Pure, any thread. Anybody may PUBLISH to the channel of invalidations,
// but then the payload is a string: only arrays and nil are the server's own.

#include "core/base/names.h"
#include "core/redis/reply.h"

namespace lockscope
{

struct FeedMessage {
    enum class Kind { Nothing, Keys, Flush, Event, Confirmed, Refused };
    Kind kind = Kind::Nothing;
    std::vector<LockName> keys{}; // Keys: all; Event: the one
    QByteArray pattern{};         // Event: the subscription it came through
    QByteArray event{};           // Event: "expire", "del", …; Refused: the server's words
};

// channelPrefix: "__keyspace@0__:".
FeedMessage readFeedMessage(const Reply &push, const QByteArray &channelPrefix);

inline constexpr char InvalidationChannel[] = "__redis__:invalidate";

} // namespace lockscope
