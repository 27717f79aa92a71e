// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/closerlook.h"

#include "core/engine/reading/decodedlock.h"
#include "core/engine/verdicts/verdicttext.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

Failure notOfKind(const LockDetail &detail, const KeyReading &reading, const Format &format)
{
    const QString what = detail.lock ? QStringLiteral("looks like %1").arg(kindText(detail.lock->kind))
                                     : QStringLiteral("holds a %1").arg(QLatin1String(name(reading.type)));
    return {.kind = ErrorKind::WrongType,
            .text = QStringLiteral("the key cannot be of kind %1: it %2").arg(kindText(format.kind()), what),
            .remedy = QStringLiteral("omit --kind to see what it is"),
            .key = reading.key.bytes};
}

// Observations over time of another kind do not apply to this one.
LockPtr lockAs(const LockDetail &detail, const KeyReading &reading, const Decoded &decoded, Instant at,
               const VerdictThresholds &thresholds)
{
    auto lock = detail.lock ? std::make_shared<Lock>(*detail.lock) : std::make_shared<Lock>();
    describe(*lock, reading, decoded);
    lock->lease.reset();
    lock->waiters.subscribed.reset();
    lock->waiters.mayBeElsewhere = false;
    if (!detail.lock)
        lock->heldSince = reading.readAt;
    lock->verdict = judge(*lock, at, thresholds);
    return lock;
}

} // namespace

Outcome<LockDetail> takenAs(LockDetail detail, const Format &format, Instant at,
                            const VerdictThresholds &thresholds)
{
    const bool missing = !detail.lock && detail.typeFound == ValueType::None;
    if (!detail.reading || missing || (detail.lock && detail.lock->kind == format.kind()))
        return detail;
    KeyReading reading = *detail.reading;
    reading.ruled = format.kind();
    const auto decoded = format.decode(reading);
    if (!decoded)
        return notOfKind(detail, reading, format);
    detail.alternatives.clear();
    if (detail.lock) {
        detail.alternatives.push_back(detail.lock->kind);
        // Found for the kind that it was recognised as.
        detail.effect.reset();
        detail.libraries.clear();
        detail.notices.clear();
        detail.unseenWaiters = QStringLiteral("unknown: they were looked for as those of %1 only")
                                   .arg(kindText(detail.lock->kind));
    }
    detail.lock = lockAs(detail, reading, *decoded, at, thresholds);
    detail.companions = detail.lock->companions();
    detail.explanation = format.explain(reading) + unreadLines(reading, format.kind());
    const VerdictText verdict = explainVerdict(*detail.lock, at);
    detail.verdictText = verdict.sentence;
    detail.evidence = verdict.evidence;
    detail.advice = verdict.advice;
    return detail;
}

QCoro::Task<Outcome<LockDetail>> lookCloser(Run *run, LockName key, QByteArray kind)
{
    auto detail = co_await run->engine.inspect(key);
    const Registry &registry = run->registry ? *run->registry : Registry::builtIn();
    // A key that only belongs to a lock shows that lock.
    const NameRole role = registry.roleOf(key.bytes);
    if (kind.isEmpty() && role.kind == NameRole::Kind::Companion && detail && !detail->lock) {
        const auto whole = co_await run->engine.inspect(role.subject);
        co_return whole && whole->lock ? whole : detail;
    }
    const Format *format = registry.find(kind);
    if (!detail || !format)
        co_return detail;
    const NodeStatus node = run->engine.nodeOf(key);
    Outcome<LockDetail> taken = takenAs(*detail, *format, now(), run->observe.thresholds);
    // The key was not decoded as a lock before, so its node is not set yet.
    if (taken.ok() && taken->lock && taken->lock->node.isEmpty()) {
        auto lock = std::make_shared<Lock>(*taken->lock);
        lock->node = node.node;
        lock->db = run->spec.db;
        taken->lock = lock;
    }
    co_return taken;
}

} // namespace lockscope::cli
