// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/lockdemands.h"

#include "core/engine/reading/decodedlock.h"
#include "core/engine/verdicts/verdicttext.h"
#include "core/engine/verdicts/verdicttimes.h"
#include "core/export/lockjson.h"
#include "tests/fuzz/keytext.h"
#include "tests/fuzz/target.h"

#include <QJsonDocument>

namespace lockscope::fuzz
{

using namespace std::chrono_literals;

namespace
{

const QString Seen = QStringLiteral("CLIENT LIST");
constexpr milliseconds Furthest = std::chrono::hours(24 * 40'000); // more than a century

void demandReadableAll(const QStringList &texts)
{
    std::for_each(texts.begin(), texts.end(), demandReadable);
}

void demandNear(const std::optional<Instant> &moment)
{
    demand(!moment || (*moment >= ReadAt - Furthest && *moment <= ReadAt + Furthest),
           "a moment is within a century");
}

void demandPlans(const Format &format, const Lock &lock)
{
    for (const ActKind act : AllActKinds) {
        ActRequest request{.act = act, .key = lock.key, .owner = lock.owner(), .lease = milliseconds(5000)};
        if (lock.held())
            request.mode = lock.holders.front().mode;
        if (act == ActKind::ForceRelease && lock.held())
            request.expectedOwner = lock.owner();
        const auto plan = format.plan(request, &lock);
        if (!plan)
            continue;
        for (const QStringList &texts : {plan->steps, plan->warnings, plan->commands})
            demandReadableAll(texts);
        request.withTexts = false;
        const auto bare = format.plan(request, &lock);
        demand(bare.ok() && bare->script == plan->script && bare->keys == plan->keys &&
                   (act == ActKind::Acquire || bare->args == plan->args),
               "texts make no difference to what is sent");
    }
}

// After it was watched for an hour: its watchdog stopped, clients wait, and the holder's is gone.
Lock watched(Lock lock)
{
    lock.heldSince = ReadAt - 1h;
    lock.heldIsLowerBound = false;
    lock.maxCount = lock.count() + 3;
    lock.lease = 30s;
    lock.renewals = {.count = 9, .missed = 3, .period = 10s, .lastAt = ReadAt - 40s};
    lock.waiters.subscribed = 3;
    for (QueuedWaiter &waiter : lock.waiters.queued)
        waiter.alive = false;
    const ClientInfo client{
        .address = lock.key.bytes, .name = lock.key.bytes, .learnt = Seen, .goneSince = ReadAt - 20s};
    if (lock.held())
        lock.clients = std::make_shared<const HolderClients>(HolderClients{{lock.owner(), client}});
    return lock;
}

void demandSteady(const Lock &judged, Instant at, const Surroundings &around)
{
    const auto next = nextJudgement(judged, at, {}, around);
    demand(!next || *next > at, "the next judgement is later");
    for (const milliseconds later : {1ms, 1000ms, 15'000ms, 600'000ms, 86'400'000ms}) {
        if (next && at + later >= *next)
            break;
        const Verdict then = judge(judged, at + later, {}, around);
        demand(then.code == judged.verdict.code && then.level == judged.verdict.level,
               "a verdict lasts until the next judgement");
    }
}

void demandTold(const Lock &lock, const Surroundings &around)
{
    for (const milliseconds later : {milliseconds(0), milliseconds(86'400'000)}) {
        Lock judged = lock;
        const Instant at = ReadAt + later;
        judged.verdict = judge(judged, at, {}, around);
        const VerdictText text = explainVerdict(judged, at);
        demandReadable(text.sentence);
        demandReadable(text.advice);
        demandReadableAll(text.evidence);
        demandSteady(judged, at, around);
        JsonWriter json;
        writeLock(json, judged, text, at);
        demand(QJsonDocument::fromJson(json.take()).isObject(), "a lock as JSON can be read");
    }
}

} // namespace

void demandSound(const Format &format, const KeyReading &reading, const Decoded &decoded)
{
    demand(!decoded.kind.name.empty(), "a lock has a kind");
    for (const Holder &holder : decoded.holders)
        demandNear(holder.expiresAt);
    for (const QueuedWaiter &waiter : decoded.queue)
        demandNear(waiter.deadline);
    demandNear(decoded.deadline);
    demandReadableAll(format.explain(reading));
    Lock lock;
    describe(lock, reading, decoded);
    demandTold(lock, {});
    demandTold(watched(lock), {.renewing = 2,
                               .allLateAt = ReadAt,
                               .oddSince = ReadAt - 1h,
                               .oversoldSince = ReadAt - 1h,
                               .stuckSince = ReadAt - 1h,
                               .firstLease = 30s,
                               .replicatedUntil = ReadAt - 2h});
    demandPlans(format, lock);
}

} // namespace lockscope::fuzz
