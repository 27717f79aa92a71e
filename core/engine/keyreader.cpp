// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/keyreader.h"

#include "core/engine/keyprobe.h"
#include "core/engine/locktable.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t PageSize = 500;

Failure sessionGone()
{
    return {.kind = ErrorKind::Cancelled, .text = QStringLiteral("the connection was closed here")};
}

Instant middle(const Replies &replies)
{
    return replies.sentAt + (replies.receivedAt - replies.sentAt) / 2;
}

Batch questions(const std::vector<KeyProbe> &page)
{
    Batch batch;
    for (const KeyProbe &probe : page) {
        if (probe.state() == KeyProbe::State::Asking)
            probe.ask(batch);
    }
    return batch;
}

void takeAnswers(std::vector<KeyProbe> &page, const Replies &replies)
{
    const Instant readAt = middle(replies);
    const Reply *next = replies.items.data();
    for (KeyProbe &probe : page) {
        if (probe.state() == KeyProbe::State::Asking)
            next += probe.take(next, readAt, nullptr);
    }
}

// What concerns every key, such as LOADING, or a key refused when there was no other to show.
std::optional<Failure> failureOf(std::vector<KeyProbe> &page, const NodeId &node, bool alone)
{
    for (KeyProbe &probe : page) {
        const bool failed = probe.state() == KeyProbe::State::Failed;
        const bool refused = probe.state() == KeyProbe::State::Refused;
        if (failed || (refused && alone))
            return serverFailure(probe.refusal(), node, probe.reading().key.bytes);
    }
    return {};
}

void collect(std::vector<KeyProbe> &page, std::vector<KeyReading> &readings)
{
    for (KeyProbe &probe : page) {
        KeyReading &reading = probe.reading();
        if (probe.state() == KeyProbe::State::Refused) {
            reading.type = ValueType::Other;
            reading.size = RefusedSize;
        }
        readings.push_back(std::move(reading));
    }
}

} // namespace

QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session> session, std::vector<LockName> keys,
                                                       std::vector<ValueType> knownTypes)
{
    using Purpose = KeyProbe::Purpose;
    std::vector<KeyReading> readings;
    readings.reserve(keys.size());
    bool weighable = true;
    for (size_t first = 0; first < keys.size(); first += PageSize) {
        std::vector<KeyProbe> page;
        const size_t end = std::min(first + PageSize, keys.size());
        for (size_t i = first; i < end; ++i) {
            const ValueType known = i < knownTypes.size() ? knownTypes[i] : ValueType::None;
            page.emplace_back(Purpose::Read, std::move(keys[i]), known, weighable);
        }
        for (Batch batch = questions(page); !batch.isEmpty(); batch = questions(page)) {
            if (!session)
                co_return sessionGone();
            const Outcome<Replies> replies = co_await session->send(std::move(batch));
            if (!replies)
                co_return replies.failure();
            takeAnswers(page, *replies);
        }
        if (!session)
            co_return sessionGone();
        if (const auto failure = failureOf(page, session->node(), keys.size() == 1))
            co_return *failure;
        weighable = weighable &&
                    std::all_of(page.begin(), page.end(), [](const KeyProbe &p) { return p.weighable(); });
        collect(page, readings);
    }
    co_return readings;
}

} // namespace lockscope
