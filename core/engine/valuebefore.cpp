// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/valuebefore.h"

#include "core/redis/session.h"
#include "core/values/bytesize.h"

#include <QCoreApplication>
#include <QPointer>

namespace lockscope
{

namespace
{

struct Say {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ValueBefore)
};

Batch weighing(const std::vector<QByteArray> &keys)
{
    Batch batch;
    for (const QByteArray &key : keys)
        batch.add({"MEMORY", "USAGE", key});
    return batch;
}

Batch dumping(const std::vector<ValueBefore> &values)
{
    Batch batch;
    for (const ValueBefore &value : values) {
        if (!value.why.isEmpty())
            continue;
        batch.add({"DUMP", value.key.bytes});
        batch.add({"PTTL", value.key.bytes});
    }
    return batch;
}

QString whyNot(const Reply &weight)
{
    if (weight.isError())
        return QString::fromUtf8(weight.bytes);
    if (weight.number().value_or(0) > MaxKeptBytes)
        return Say::tr("it weighs %1, which is no lock").arg(sizeText(*weight.number()));
    return {};
}

void take(ValueBefore &value, const Reply &dump, const Reply &ttl)
{
    if (dump.isError())
        value.why = QString::fromUtf8(dump.bytes);
    else
        value.dump = dump.bytes;
    if (ttl.number().value_or(-1) >= 0)
        value.ttl = milliseconds(*ttl.number());
}

void explain(std::vector<ValueBefore> &values, const Failure &why)
{
    for (ValueBefore &value : values) {
        if (value.why.isEmpty())
            value.why = why.text;
    }
}

} // namespace

QCoro::Task<std::vector<ValueBefore>> valuesBefore(Route *route, LockName key, std::vector<QByteArray> keys)
{
    std::vector<ValueBefore> values;
    for (const QByteArray &one : keys)
        values.push_back({.key = {one}});
    const QPointer<Session> session = route->reading(key);
    if (!session) {
        explain(values, route->failure(key));
        co_return values;
    }
    const auto weights = co_await session->send(weighing(keys));
    if (!weights.ok() || !session) {
        explain(values,
                weights.ok() ? Failure{.text = Say::tr("the connection was closed")} : weights.failure());
        co_return values;
    }
    for (size_t i = 0; i < values.size(); ++i)
        values[i].why = whyNot(weights->items[i]);
    const auto replies = co_await session->send(dumping(values));
    if (!replies.ok()) {
        explain(values, replies.failure());
        co_return values;
    }
    size_t next = 0;
    for (ValueBefore &value : values) {
        if (!value.why.isEmpty())
            continue;
        take(value, replies->items[next], replies->items[next + 1]);
        next += 2;
    }
    co_return values;
}

} // namespace lockscope
