// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/keybackup.h"

#include "core/base/bytesize.h"
#include "core/base/tr.h"
#include "core/redis/servererror.h"
#include "core/redis/session.h"

#include <QPointer>

#include <algorithm>

namespace lockscope
{

namespace
{

// A list of all locks of a library. Restoring it would also undo later changes of the other locks in it.
bool isSharedList(const Format &format, const LockName &lock, const QByteArray &key)
{
    const QByteArray stem = lock.bytes.left(std::max<qsizetype>(0, lock.bytes.lastIndexOf(':')));
    return format.roleOf(key).kind == NameRole::Kind::Noise && (stem.isEmpty() || !key.contains(stem));
}

using Values = std::vector<KeyBackup>;

Batch weighing(const Values &values)
{
    Batch batch;
    for (const KeyBackup &value : values)
        batch.add({"MEMORY", "USAGE", value.key.bytes, "SAMPLES",
                   "256"}); // enough samples for entries of unequal size
    return batch;
}

// Returns the indexes of the values that exist and are small enough.
std::vector<size_t> worthDumping(Values &values, const Replies &weights)
{
    std::vector<size_t> wanted;
    for (size_t i = 0; i < values.size(); ++i) {
        const Reply &weight = weights.items[i];
        if (weight.isError())
            values[i].why = serverFailure(weight.bytes, {}).text;
        else if (weight.number().value_or(0) > MaxKeptBytes)
            values[i].why = Tr::tr("it is %1 in size, too large for a lock").arg(sizeText(*weight.number()));
        else if (!weight.isNil())
            wanted.push_back(i);
    }
    return wanted;
}

Batch dumping(const Values &values, const std::vector<size_t> &wanted)
{
    Batch batch;
    for (const size_t i : wanted) {
        batch.add({"DUMP", values[i].key.bytes});
        batch.add({"PTTL", values[i].key.bytes});
    }
    return batch;
}

void take(KeyBackup &value, const Reply &dump, const Reply &ttl)
{
    if (dump.isError())
        value.why = serverFailure(dump.bytes, {}).text;
    else
        value.dump = dump.bytes;
    if (ttl.number().value_or(-1) >= 0)
        value.ttl = milliseconds(*ttl.number());
}

void explain(Values &values, const Failure &why)
{
    for (KeyBackup &value : values) {
        if (value.why.isEmpty())
            value.why = why.text;
    }
}

Failure connectionGone()
{
    return {.text = Tr::tr("the connection was closed")};
}

} // namespace

std::vector<QByteArray> keysOf(const Format &format, const ActPlan &plan, const Lock *lock)
{
    std::vector<QByteArray> keys = plan.keys;
    std::erase_if(keys, [&](const QByteArray &key) {
        return key != plan.key.bytes && isSharedList(format, plan.key, key);
    });
    if (!lock || (lock->type == ValueType::String && plan.keys.size() == 1))
        return keys;
    for (const LockName &companion : lock->companions()) {
        if (std::ranges::find(keys, companion.bytes) == keys.end())
            keys.push_back(companion.bytes);
    }
    return keys;
}

QCoro::Task<std::vector<KeyBackup>> backUpKeys(Route *route, LockName key, std::vector<QByteArray> keys)
{
    Values values;
    for (const QByteArray &one : keys)
        values.push_back({.key = {one}});
    const QPointer<Session> session = route->reading(key);
    if (!session) {
        explain(values, route->failure(key));
        co_return values;
    }
    const auto weights = co_await session->send(weighing(values));
    if (!weights.ok() || !session) {
        explain(values, weights.ok() ? connectionGone() : weights.failure());
        co_return values;
    }
    const std::vector<size_t> wanted = worthDumping(values, *weights);
    if (wanted.empty())
        co_return values;
    const auto replies = co_await session->send(dumping(values, wanted));
    if (!replies.ok()) {
        for (const size_t i : wanted)
            values[i].why = replies.failure().text;
        co_return values;
    }
    for (size_t i = 0; i < wanted.size(); ++i)
        take(values[wanted[i]], replies->items[2 * i], replies->items[2 * i + 1]);
    co_return values;
}

} // namespace lockscope
