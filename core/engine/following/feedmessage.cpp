// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/feedmessage.h"

namespace lockscope
{

namespace
{

FeedMessage invalidation(const Reply &payload)
{
    FeedMessage message;
    if (payload.isNil()) {
        message.kind = FeedMessage::Kind::Flush;
    } else if (payload.isArray()) {
        message.kind = FeedMessage::Kind::Keys;
        message.keys.reserve(payload.items.size());
        for (const Reply &key : payload.items)
            message.keys.push_back({key.bytes});
    }
    return message;
}

FeedMessage keyspaceEvent(const std::vector<Reply> &parts, const QByteArray &channelPrefix)
{
    const QByteArray &channel = parts[2].bytes;
    if (!channel.startsWith(channelPrefix))
        return {};
    FeedMessage message;
    message.kind = FeedMessage::Kind::Event;
    message.keys.push_back({channel.mid(channelPrefix.size())});
    message.pattern = parts[1].bytes;
    message.event = parts[3].bytes;
    return message;
}

} // namespace

FeedMessage readFeedMessage(const Reply &push, const QByteArray &channelPrefix)
{
    if (push.isError())
        return {.kind = FeedMessage::Kind::Refused, .event = push.bytes};
    const std::vector<Reply> &parts = push.items;
    if (!push.isArray() || parts.size() < 3)
        return {};
    const QByteArray &what = parts[0].bytes;
    if (what == "message" && parts[1].bytes == InvalidationChannel)
        return invalidation(parts[2]);
    if (what == "pmessage" && parts.size() == 4)
        return keyspaceEvent(parts, channelPrefix);
    if (what == "subscribe" || what == "psubscribe")
        return {.kind = FeedMessage::Kind::Confirmed};
    return {};
}

} // namespace lockscope
