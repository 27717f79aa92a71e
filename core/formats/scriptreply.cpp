// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scriptreply.h"

#include "core/base/tr.h"
#include "core/redis/reply.h"

namespace lockscope
{

namespace
{

std::optional<ActResult> resultOf(const QByteArray &word)
{
    if (word == "done")
        return ActResult::Done;
    if (word == "held")
        return ActResult::NotAcquired;
    if (word == "owner-changed")
        return ActResult::OwnerChanged;
    if (word == "already-gone")
        return ActResult::AlreadyGone;
    return {};
}

Failure unreadable()
{
    return {.kind = ErrorKind::Protocol,
            .text = Tr::tr("unknown response from the script: the action may or may not have been done"),
            .remedy = Tr::tr("read the lock again")};
}

} // namespace

Outcome<ScriptReply> readScriptReply(const Reply &reply)
{
    const size_t size = reply.items.size();
    if (!reply.isArray() || (size != 5 && size != 7) || !resultOf(reply.items[0].bytes))
        return unreadable();
    const std::optional<qint64> count = reply.items[2].number();
    const std::optional<qint64> ttl = reply.items[3].number();
    const std::optional<qint64> woken = reply.items[4].number();
    if (!count || !ttl || !woken)
        return unreadable();
    ScriptReply read{.result = reply.items[0].bytes,
                     .owner = {reply.items[1].bytes},
                     .count = *count,
                     .ttl = *ttl,
                     .woken = *woken};
    if (size == 7) {
        read.waiter = {reply.items[5].bytes};
        for (const Reply &owner : reply.items[6].items)
            read.dropped.push_back({owner.bytes});
    }
    return read;
}

void applyScriptReply(const ScriptReply &reply, Receipt &receipt)
{
    const std::optional<ActResult> result = resultOf(reply.result);
    receipt.result = result.value_or(ActResult::Unknown);
    if (!result)
        receipt.failure = unreadable();
    receipt.foundOwner.reset();
    if (reply.count > 0 || !reply.owner.isEmpty())
        receipt.foundOwner = reply.owner;
    receipt.foundCount = reply.count;
    receipt.ttl.reset();
    if (reply.ttl >= 0)
        receipt.ttl = milliseconds(reply.ttl);
    receipt.woken = reply.woken;
    receipt.wokenWaiter = reply.waiter;
    receipt.dropped = reply.dropped;
}

} // namespace lockscope
