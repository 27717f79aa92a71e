// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks, events and details like those of a production Redis, for tests of the window. Pure values.

#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/engine.h"

namespace lockscope::samples
{

inline const std::vector<std::string_view> &redisson()
{
    static const std::vector<std::string_view> names{"Redisson"};
    return names;
}

inline const OwnerId Orders{QByteArrayLiteral("6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82")};
inline const OwnerId Billing{QByteArrayLiteral("c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7")};

inline LockPtr shared(Lock lock)
{
    return std::make_shared<const Lock>(std::move(lock));
}

inline LockDelta upsert(const LockPtr &lock, std::vector<LockEvent> events = {})
{
    return {.upserted = {lock}, .events = std::move(events)};
}

// Held, renewed every 10 s, with 21.3 s left of 30.
inline Lock renewed(Instant at, const OwnerId &owner = Orders)
{
    using namespace std::chrono_literals;
    Lock lock{.key = LockName{QByteArrayLiteral("order:77:lock")},
              .node = NodeId{QByteArrayLiteral("127.0.0.1:6379")},
              .kind = LockKind{"rlock"},
              .libraries = &redisson(),
              .confidence = Confidence::Certain,
              .type = ValueType::Hash};
    lock.holders.append(Holder{.id = owner, .count = 2, .expiresAt = at + 21300ms});
    lock.expiresAt = at + 21300ms;
    lock.lease = 30s;
    lock.heldSince = at - 95s;
    lock.maxCount = 3;
    lock.renewals = {.count = 9, .missed = 0, .period = 10s, .lastAt = at - 8700ms};
    lock.waiters.subscribed = 3;
    lock.verdict = {VerdictLevel::Info, "waited-for"};
    lock.readAt = at;
    return lock;
}

inline Lock stuck(Instant at)
{
    using namespace std::chrono_literals;
    static const std::vector<std::string_view> none;
    Lock lock{.key = LockName{QByteArrayLiteral("lock:stock:1001")},
              .node = NodeId{QByteArrayLiteral("127.0.0.1:6379")},
              .kind = LockKind{"untokened-lock"},
              .libraries = &none,
              .confidence = Confidence::Likely,
              .type = ValueType::String};
    lock.holders.append(Holder{.id = OwnerId{QByteArrayLiteral("1")}});
    lock.heldSince = at - 41min;
    lock.verdict = {VerdictLevel::Critical, "no-expiry"};
    lock.readAt = at;
    return lock;
}

inline Lock ofKind(Instant at, std::string_view kind, const QByteArray &key, ValueType type)
{
    static const std::vector<std::string_view> none;
    Lock lock{.key = LockName{key},
              .node = NodeId{QByteArrayLiteral("127.0.0.1:6379")},
              .kind = LockKind{kind},
              .libraries = &none,
              .confidence = Confidence::Certain,
              .type = type};
    lock.heldSince = at - std::chrono::seconds(12);
    lock.readAt = at;
    return lock;
}

// One writer's hold, or those of several readers, each with its own TTL.
inline Lock readWrite(Instant at, int readers)
{
    Lock lock = ofKind(at, "rw-lock", QByteArrayLiteral("catalog"), ValueType::Hash);
    lock.expiresAt = at + std::chrono::seconds(30);
    for (int i = 0; i < readers; ++i)
        lock.holders.append(
            Holder{.id = OwnerId{"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:" + QByteArray::number(i)},
                   .mode = HoldMode::Read,
                   .expiresAt = at + std::chrono::seconds(10 + i)});
    if (readers == 0)
        lock.holders.append(Holder{.id = Orders, .mode = HoldMode::Write, .expiresAt = lock.expiresAt});
    return lock;
}

// Two of five permits are held, one is overdue.
inline Lock permits(Instant at)
{
    Lock lock = ofKind(at, "permit-semaphore", QByteArrayLiteral("pool"), ValueType::SortedSet);
    for (const char *id : {"a1b2c3", "d4e5f6"})
        lock.holders.append(
            Holder{.id = OwnerId{id}, .mode = HoldMode::Permit, .expiresAt = at + std::chrono::seconds(20)});
    auto extras = std::make_shared<LockExtras>();
    extras->permits = Permits{.available = 3, .held = 2, .total = 5, .overdue = 1};
    lock.extras = std::move(extras);
    lock.lasting = true;
    return lock;
}

// A semaphore that stores only the number of free permits.
inline Lock plainSemaphore(Instant at, qint64 available)
{
    Lock lock = ofKind(at, "semaphore", QByteArrayLiteral("api"), ValueType::String);
    auto extras = std::make_shared<LockExtras>();
    extras->permits = Permits{.available = available};
    lock.extras = std::move(extras);
    lock.lasting = true;
    return lock;
}

inline Lock latch(Instant at, qint64 toGo)
{
    Lock lock = ofKind(at, "latch", QByteArrayLiteral("start"), ValueType::String);
    auto extras = std::make_shared<LockExtras>();
    extras->toGo = toGo;
    lock.extras = std::move(extras);
    lock.lasting = true;
    return lock;
}

// Held, with three waiters: alive, dead, and unknown.
inline Lock queued(Instant at)
{
    Lock lock = renewed(at);
    lock.kind = LockKind{"fair-lock"};
    lock.waiters.queued = {{.id = Billing, .deadline = at + std::chrono::seconds(5), .alive = true},
                           {.id = OwnerId{"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:8"},
                            .deadline = at - std::chrono::seconds(1),
                            .alive = false},
                           {.id = OwnerId{"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:9"}}};
    auto extras = std::make_shared<LockExtras>();
    extras->fencingToken = 4711;
    static const std::vector<LockKind> others{LockKind{"rlock"}, LockKind{"fair-lock"}};
    extras->alternatives = &others;
    lock.extras = std::move(extras);
    return lock;
}

inline LockEvent event(EventKind kind, const Lock &lock, Instant at, std::optional<milliseconds> ttl,
                       qint64 count = 1)
{
    const auto ago = std::chrono::duration_cast<WallTime::duration>(now() - at);
    return {.kind = kind,
            .key = lock.key,
            .owner = lock.owner(),
            .count = count,
            .ttl = ttl,
            .node = lock.node,
            .source = EventSource::Tracking,
            .at = at,
            .wallAt = wallNow() - ago};
}

// The events before renewed(): an earlier hold, a pause, then renewals every 10 s.
inline std::vector<LockEvent> history(const Lock &lock, Instant at)
{
    using namespace std::chrono_literals;
    Lock before = lock;
    before.holders.first().id = Billing;
    std::vector<LockEvent> events{event(EventKind::Acquired, before, at - 118s, 30s),
                                  event(EventKind::Released, before, at - 104s, {}, 0),
                                  event(EventKind::Acquired, lock, at - 95s, 30s)};
    for (int i = 0; i < 9; ++i) {
        events.push_back(event(EventKind::Renewed, lock, at - 88700ms + i * 10s, 30s, i < 4 ? 1 : 2));
        if (i == 3)
            events.push_back(event(EventKind::Reentered, lock, at - 58s, 29300ms, 2));
    }
    return events;
}

// Of a lock that was seen to be held twelve times before, for 20 s to 3 min.
inline std::optional<ReleaseEffect> effect(const Lock &lock, ActKind act = ActKind::ForceRelease)
{
    using namespace std::chrono_literals;
    std::vector<LockEvent> ends;
    for (int i = 1; i <= 12; ++i) {
        ends.push_back(event(EventKind::Released, lock, now(), {}, 0));
        ends.back().held = 20s + i * i * 1111ms;
    }
    const Format *format = Registry::builtIn().find(lock.kind.name);
    if (!format)
        return {};
    Lock seen = lock;
    seen.heldIsLowerBound = false;
    return releaseEffect(*format, seen, ends, {.act = act, .key = lock.key, .owner = lock.owner()}, now());
}

inline LockDetail detail(const Lock &lock, std::vector<LockEvent> events)
{
    LockDetail detail{.lock = std::make_shared<const Lock>(lock), .typeFound = lock.type, .size = 1};
    if (lock.type == ValueType::String) {
        detail.rawString = lock.owner().bytes;
        detail.size = detail.rawString.size();
    } else {
        detail.rawFields = {{lock.owner().bytes, QByteArray::number(lock.count())}};
    }
    detail.companions = {LockName{"redisson_lock_queue:{order:77:lock}"},
                         LockName{"redisson_lock_timeout:{order:77:lock}"}};
    detail.explanation = {
        QStringLiteral("A hash with one field named like a Redisson owner (uuid:thread) and a "
                       "count: Redisson's reentrant lock"),
        QStringLiteral("Thread 82 of that client")};
    detail.events = std::move(events);
    detail.effect = effect(lock);
    return detail;
}

// lock: whose release it is about; null: unknown.
inline ActPlan plan(const ActRequest &request, const Lock *lock = nullptr)
{
    ActPlan plan{.act = request.act, .key = request.key, .kind = LockKind{"rlock"}};
    plan.steps = {
        QStringLiteral("Continues only if 6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82 still holds it"),
        QStringLiteral(
            "Publishes 0 on redisson_lock__channel:{order:77:lock}, so that waiters retry immediately"),
        QStringLiteral("Deletes the lock, with all holds of its owner")};
    plan.commands = {
        QStringLiteral("redis-cli EVAL \"if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return "
                       "{0} end redis.call('publish', ARGV[4], ARGV[5]) return redis.call('del', "
                       "KEYS[1])\" 1 order:77:lock owner 6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82 2 "
                       "redisson_lock__channel:{order:77:lock} 0")};
    if (lock && request.withEffect)
        plan.effect = effect(*lock, request.act);
    if (request.act == ActKind::ForceRelease) {
        plan.warnings = {QStringLiteral("The old holder's code keeps running and is not notified")};
        plan.notices = {{.library = "Redisson",
                         .releases = "3.10.6+",
                         .when = HolderNotice::When::AtUnlock,
                         .text = QStringLiteral("its watchdog stops silently within a third of the lease; "
                                                "unlock() throws IllegalMonitorStateException")}};
    }
    return plan;
}

} // namespace lockscope::samples
