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

namespace
{

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

void demandTold(const Lock &lock)
{
    for (const milliseconds later : {milliseconds(0), milliseconds(86'400'000)}) {
        Lock judged = lock;
        const Instant at = ReadAt + later;
        judged.verdict = judge(judged, at);
        const VerdictText text = explainVerdict(judged, at);
        demandReadable(text.sentence);
        demandReadable(text.advice);
        demandReadableAll(text.evidence);
        demand(!nextJudgement(judged, at) || *nextJudgement(judged, at) > at, "the next judgement is later");
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
    demandTold(lock);
    demandPlans(format, lock);
}

} // namespace lockscope::fuzz
