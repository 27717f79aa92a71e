// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/decodedlock.h"

#include "core/base/tr.h"
#include "core/formats/strings/barenumber.h"
#include "core/redis/servererror.h"
#include "core/redis/slots.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// In a cluster, a library's scripts reach keys of one slot only. So a key in another slot is no companion of
// this lock, unless its kind has one there, which is then read without scripts.
bool isOfAnotherFormat(const KeyReading &companion, const KeyReading &reading, LockKind kind)
{
    if (slotOf(companion.key.bytes) == slotOf(reading.key.bytes))
        return false;
    const Format *format = Registry::builtIn().find(kindName(kind));
    const auto own = format ? format->companions(reading) : std::vector<CompanionKey>();
    return std::ranges::find(own, companion.key, &CompanionKey::key) == own.end();
}

std::vector<Failure> unreadCompanions(const KeyReading &reading, LockKind kind, const NodeId &node)
{
    std::vector<Failure> unread;
    for (const KeyReading &companion : reading.companions) {
        if (companion.size != RefusedSize)
            continue;
        Failure failure = serverFailure(companion.refusal, node, companion.key.bytes);
        if (failure.kind != ErrorKind::Moved || !isOfAnotherFormat(companion, reading, kind))
            unread.push_back(std::move(failure));
    }
    return unread;
}

void noteUnread(Lock &lock)
{
    lock.waiters.areUnread = true;
    if (lock.waiters.subscribed == 0)
        lock.waiters.subscribed.reset();
    if (lock.extras && lock.extras->alternatives)
        lock.confidence = std::max(lock.confidence, Confidence::Likely);
}

} // namespace

std::optional<KeyReading> asSemaphore(const Registry &registry, const KeyReading &reading, const Lock *known,
                                      const ScriptEvidence &evidence)
{
    constexpr LockKind Permits{"permit-semaphore"}, Plain{"semaphore"};
    const std::optional<qint64> number = bareNumber(reading);
    if (!number)
        return {};
    const auto isRefused = [](const KeyReading &companion) { return companion.size == RefusedSize; };
    if (std::ranges::any_of(reading.companions, isRefused)) // it may have the permits
        return {};
    const bool wasOne = known && (known->kind == Permits || known->kind == Plain);
    const bool mayBePermits = suggestsCount(*number) && *number <= MostFreePermits;
    const std::optional<LockKind> used = mayBePermits ? evidence.semaphores() : std::nullopt;
    if ((!wasOne && !used) || !isOpenNumber(registry, reading))
        return {};
    KeyReading semaphore = reading;
    semaphore.ruled = wasOne ? known->kind : *used;
    return semaphore;
}

std::pair<const Format *, std::optional<Decoded>> decodeAs(const Registry &registry,
                                                           const KeyReading &reading, const Lock *known,
                                                           const ScriptEvidence &evidence)
{
    static const std::vector<LockKind> Others{LockKind{"untokened-lock"}, LockKind{"counter-lock"},
                                              LockKind{"semaphore"}, LockKind{"permit-semaphore"}};
    const auto semaphore = asSemaphore(registry, reading, known, evidence);
    const Format *format = semaphore ? registry.find(kindName(semaphore->ruled)) : nullptr;
    std::optional<Decoded> decoded = format ? format->decode(*semaphore) : std::nullopt;
    if (!decoded)
        return registry.decode(reading);
    const bool wasOne = known && known->kind == decoded->kind;
    decoded->confidence = wasOne ? known->confidence : Confidence::Guess;
    LockExtras extras = decoded->extras ? *decoded->extras : LockExtras();
    extras.alternatives = &Others;
    decoded->extras = std::make_shared<const LockExtras>(std::move(extras));
    return {format, std::move(decoded)};
}

bool standsBeside(const Registry &registry, const LockName &key)
{
    KeyReading missing;
    missing.key = key;
    return !registry.essentialCompanions(missing).empty();
}

void describe(Lock &lock, const KeyReading &reading, Decoded decoded)
{
    lock.key = reading.key;
    lock.kind = decoded.kind;
    lock.libraries = decoded.libraries;
    lock.confidence = decoded.confidence;
    lock.type = reading.type;
    lock.holders = std::move(decoded.holders);
    lock.waiters.queued = std::move(decoded.queue);
    for (QueuedWaiter &waiter : lock.waiters.queued)
        waiter.seenSince = reading.readAt;
    lock.waiters.queueIsCut = decoded.queueIsCut;
    lock.extras = std::move(decoded.extras);
    lock.lasting = decoded.lasting;
    lock.expiresAt.reset();
    if (decoded.ownDeadline)
        lock.expiresAt = decoded.deadline;
    else if (reading.ttl)
        lock.expiresAt = reading.readAt + boundedTtl(*reading.ttl, reading.readAt);
    lock.readAt = reading.readAt;
    lock.uncertainty = reading.uncertainty;
    for (const KeyReading &companion : reading.companions)
        lock.uncertainty = std::max(lock.uncertainty, companion.uncertainty);
    if (!unreadCompanions(reading, lock.kind, {}).empty())
        noteUnread(lock);
}

Lock withUnread(Lock lock, const KeyReading &part)
{
    const auto isThere = [](const KeyReading &companion) {
        return companion.type != ValueType::None && companion.size != RefusedSize;
    };
    if (std::ranges::any_of(part.companions, isThere))
        noteUnread(lock);
    return lock;
}

QStringList unreadLines(const KeyReading &reading, LockKind kind)
{
    QStringList lines;
    for (const Failure &failure : unreadCompanions(reading, kind, {}))
        lines << Tr::tr("Could not be read: %1").arg(failure.line());
    if (!lines.isEmpty())
        lines << Tr::tr("Without these keys, waiters, hold times or the kind of lock are unknown");
    return lines;
}

std::optional<Failure> refusedCompanion(const KeyReading &reading, const NodeId &node)
{
    for (Failure &failure : unreadCompanions(reading, {}, node)) {
        if (failure.kind != ErrorKind::Ask && failure.kind != ErrorKind::Moved &&
            failure.kind != ErrorKind::TryAgain)
            return std::move(failure);
    }
    return {};
}

} // namespace lockscope
