// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/holdernotices.h"

#include "core/base/tr.h"
#include "core/formats/ownerparts.h"
#include "core/formats/shapes.h"
#include "core/values/sameowner.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using When = HolderNotice::When;

struct Fact {
    std::string_view kind{}; // empty: any kind of that library
    std::string_view library{};
    std::string_view releases{}; // empty: all
    When when = When::Unknown;
    const char *text = "";
    // What happens to a shortened expiry; null: it is not renewed automatically.
    const char *renewal = nullptr;
};

constexpr const char *Watchdog = QT_TRANSLATE_NOOP(
    "lockscope::Tr", "its watchdog, if it has one, restores the TTL within a third of the lease");
constexpr const char *LostToken = QT_TRANSLATE_NOOP(
    "lockscope::Tr", "its HandleLostToken fires at its next extension, within 9 s by default");
constexpr const char *ExtendsEach9s =
    QT_TRANSLATE_NOOP("lockscope::Tr", "it extends it every 9 s by default, which restores the TTL");

constexpr const char *RqKeepsOn =
    QT_TRANSLATE_NOOP("lockscope::Tr", "the scheduler continues, extends the lock of any later owner, and "
                                       "deletes it when it stops");
constexpr const char *RqExtendsAny =
    QT_TRANSLATE_NOOP("lockscope::Tr", "the scheduler restores the TTL every second, for any owner");

constexpr std::array Facts{
    Fact{"fair-lock", "Redisson", "", When::AtUnlock,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "its watchdog stops silently within a third of the lease; unlock() reports success while the "
             "lock is free, and throws IllegalMonitorStateException once another client has it"),
         Watchdog},
    Fact{"rw-lock", "Redisson", "3.44.0+", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "its watchdog stops silently within a third of the lease; unlock() throws "
                           "IllegalMonitorStateException"),
         Watchdog},
    Fact{"rw-lock", "Redisson", "3.5.0-3.43.0", When::AtUnlock,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "its watchdog stops silently within a third of the lease; unlock() reports success while the "
             "lock is free, and throws IllegalMonitorStateException once another client has it"),
         Watchdog},
    Fact{"multi-lock", "Redisson", "3.38.0+", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "its watchdog stops silently within a third of the lease; unlock() throws "
                           "IllegalMonitorStateException"),
         Watchdog},
    Fact{"permit-semaphore", "Redisson", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "its release() of the permit fails"), nullptr},
    Fact{"semaphore", "Redisson", "", When::Never,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "no holder is recorded: a live holder releases its permit again, and one permit too many stays"),
         nullptr},
    Fact{"latch", "Redisson", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr", "clients that count it down are not notified and keep counting a "
                                            "latch that is gone; clients that await it continue immediately"),
         nullptr},
    Fact{"rlock", "Redisson", "3.10.6+", When::AtUnlock,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "its watchdog stops silently within a third of the lease; unlock() throws "
             "IllegalMonitorStateException, but reports success for two locks that look the same: a "
             "fair lock without waiters, while it is free, and a RedissonRedLock"),
         Watchdog},
    Fact{
        "rlock", "Redisson", "to 3.10.5", When::AtUnlock,
        QT_TRANSLATE_NOOP("lockscope::Tr",
                          "its watchdog stops silently within a third of the lease; unlock() reports success "
                          "while the lock is free"),
        Watchdog},
    Fact{"", "Redisson", "3.10.6+", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "its watchdog stops silently within a third of the lease; unlock() throws "
                           "IllegalMonitorStateException"),
         Watchdog},
    Fact{
        "", "Redisson", "to 3.10.5", When::AtUnlock,
        QT_TRANSLATE_NOOP("lockscope::Tr",
                          "its watchdog stops silently within a third of the lease; unlock() reports success "
                          "while the lock is free"),
        Watchdog},
    Fact{"timestamp-lock", "redis-py", "to 2.9", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "when it finishes, it may delete the next holder's lock, as it does not compare"),
         nullptr},
    Fact{"", "redis-py", "2.10.0+", When::AtUnlock,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "release() raises LockNotOwnedError, as do extend() and reacquire() if the program calls them"),
         nullptr},
    Fact{"", "django-redis", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "release() raises LockNotOwnedError, like redis-py"), nullptr},
    Fact{"", "node-redlock", "4.x", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "unlock() rejects with LockError, as does extend() if the program calls it"),
         nullptr},
    Fact{"", "node-redlock", "5.0.0+", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "inside using(), its abort signal fires at the next extension, shortly before the "
                           "lease ends; without using(), it notices nothing before release()"),
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "inside using(), it extends shortly before what it takes for the end, which may be too late")},
    Fact{"", "redsync", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "Unlock() fails, as does Extend() if the program calls it; but "
                                            "with SetNXOnExtend, it writes the key again"),
         nullptr},
    Fact{"", "RedLock.net", "", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "it notices nothing and writes the key again at its next extension, within half a "
                           "lease: the lock comes back while its process lives"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "it extends it every half lease, which restores the TTL")},
    Fact{"", "Laravel", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "release() returns false, which few programs check"), nullptr},
    Fact{"", "redis-semaphore (npm)", "", When::NextRenewal,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "its next refresh, within four fifths of the lease by default, finds the lock lost "
             "and calls onLockLost, which by default throws LostLockError. A release() before that "
             "reports success"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "its next refresh, within four fifths of the lease by default, "
                                            "restores the TTL")},
    Fact{"", "redlock-rb", "", When::AtUnlock,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "unlock reports nothing; an extension writes the key again, unless configured otherwise"),
         nullptr},
    Fact{"", "redis-plus-plus", "", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "RedMutex calls its error callback at the next extension, within half a lease"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "RedMutex extends it every half lease, which restores the TTL")},
    Fact{"", "pottery", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "release() raises ReleaseUnlockedLock; extend() fails if the program calls it"),
         nullptr},
    Fact{
        "", "bsm/redislock", "", When::AtUnlock,
        QT_TRANSLATE_NOOP("lockscope::Tr", "Release() and Refresh() fail, for all keys of the lock together"),
        nullptr},
    Fact{"", "StackExchange.Redis", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "LockRelease() returns false, as does LockExtend() if the program calls it"),
         nullptr},
    Fact{"", "Hangfire", "", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr", "at its next extension, within 15 s, it marks the job as failed"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "it extends it every 15 s, which restores the TTL")},
    Fact{"", "Dapr", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "Unlock reports that there is no such lock"), nullptr},
    Fact{"", "celery-once", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "the task is not notified; at its end, it deletes the key without "
                           "comparing, also the lock of another task"),
         nullptr},
    Fact{"", "redbeat", "", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "the running beat fails at its next tick; another takes over after up to 300 s"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "the beat restores the full lease at each tick")},
    Fact{"", "Celery", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr", "the worker finishes its short work without an error"), nullptr},
    Fact{"untokened-lock", "RQ", "before 2.10", When::Never, RqKeepsOn, RqExtendsAny},
    Fact{"", "RQ", "2.10.x", When::Never, RqKeepsOn, RqExtendsAny},
    Fact{
        "", "RQ", "2.11+", When::NextRenewal,
        QT_TRANSLATE_NOOP("lockscope::Tr",
                          "the scheduler notices nothing and writes its lock again within a second: the lock "
                          "comes back while its process lives"),
        QT_TRANSLATE_NOOP("lockscope::Tr", "the scheduler restores the TTL every second")},
    Fact{"", "python-redis-lock", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "release() raises NotAcquired; a renewal thread fails at its "
                                            "next tick, unseen by the code that holds the lock"),
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "with auto_renewal, its thread restores the TTL within two thirds of the expiry")},
    Fact{"", "Spring Integration", "7.x", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "unlock() throws ConcurrentModificationException"),
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "a registry with a scheduler restores the TTL within a third of it")},
    Fact{"", "Spring Integration", "before 7", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "unlock() fails with an exception that depends on the version"),
         nullptr},
    Fact{"", "ShedLock", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "the job runs to its end and is not notified. It then deletes the entry of the "
                           "next run or, while its own lockAtLeastFor lasts, writes it again with the "
                           "remaining time; with safeUpdate (6.7.0+), it does neither"),
         nullptr},
    Fact{"", "BullMQ", "", When::NextRenewal,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "the worker emits an event at its next extension, by default within "
                           "15 s; the job keeps running and fails at its end with a missing lock"),
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "by default, the worker extends it every 15 s, which restores the TTL")},
    Fact{"", "Bull", "", When::AtUnlock,
         QT_TRANSLATE_NOOP("lockscope::Tr", "the job keeps running and fails at its end with a missing lock"),
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "by default, the worker extends it every 15 s, which restores the TTL")},
    Fact{"", "DistributedLock", "", When::NextRenewal, LostToken, ExtendsEach9s},
    Fact{"", "Symfony Lock", "5.2+", When::NextRenewal,
         QT_TRANSLATE_NOOP(
             "lockscope::Tr",
             "refresh() fails with a conflict if the program calls it; release() reports nothing"),
         nullptr},
    Fact{"", "sidekiq-unique-jobs", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "the job continues and is not notified; another one like it may start now"),
         nullptr},
    Fact{"", "rueidislock", "", When::Soon,
         QT_TRANSLATE_NOOP("lockscope::Tr", "the server notifies it immediately that its keys changed: its "
                                            "extension fails, and its context is cancelled"),
         QT_TRANSLATE_NOOP("lockscope::Tr", "it extends it every half lease, which restores the TTL")},
    Fact{"timestamp-lock", "redis-semaphore", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "when it finishes, it may delete the next holder's lock, as it does not compare"),
         nullptr},
    Fact{"", "redis-semaphore", "", When::Never,
         QT_TRANSLATE_NOOP("lockscope::Tr",
                           "it is not notified; at its end, it releases its token again if it can"),
         nullptr},
};

// What is known of a holder of that kind, whatever library it uses.
struct KindFact {
    std::string_view kind{};
    const char *text = "";
};

constexpr std::array KindFacts{
    KindFact{
        "token-lock",
        QT_TRANSLATE_NOOP("lockscope::Tr",
                          "a program that compares its token can learn at its release that the lock is no "
                          "longer its own. One that renews can learn it then, or writes the key again. One "
                          "that does not compare deletes the next holder's lock")},
    KindFact{"untokened-lock",
             QT_TRANSLATE_NOOP("lockscope::Tr",
                               "the value identifies no acquisition, so a holder cannot tell: "
                               "when it finishes, it may delete the next holder's lock")},
    KindFact{
        "timestamp-lock",
        QT_TRANSLATE_NOOP(
            "lockscope::Tr",
            "a holder that does not compare the time may delete the next holder's lock when it finishes")},
    KindFact{"counter-lock",
             QT_TRANSLATE_NOOP("lockscope::Tr", "nothing identifies the holder, so it cannot tell: when it "
                                                "finishes, it may delete the next holder's lock")},
    KindFact{
        "semaphore",
        QT_TRANSLATE_NOOP(
            "lockscope::Tr",
            "no holder is recorded: a live holder releases its permit again, and one permit too many stays")},
    KindFact{"latch", QT_TRANSLATE_NOOP("lockscope::Tr",
                                        "clients that count it down are not notified and keep counting a "
                                        "latch that is gone; clients that await it continue immediately")},
};

QByteArray bytes(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

HolderNotice noticeOf(const Fact &fact, ActKind act, const QString &because)
{
    HolderNotice notice{.library = bytes(fact.library), .releases = bytes(fact.releases), .when = fact.when};
    notice.because = because;
    const QString later = Tr::tr(fact.text);
    if (act != ActKind::SetExpiry) {
        notice.text = later;
    } else if (fact.renewal) {
        notice.when = When::NextRenewal;
        notice.text = Tr::tr(fact.renewal);
    } else {
        notice.text = Tr::tr("it is not notified of the new time; once that has passed: %1").arg(later);
    }
    return notice;
}

// RemoveShare on a fair lock removes a waiter, not a holder.
HolderNotice queuedNotice(std::string_view library)
{
    return {.library = bytes(library),
            .when = When::Never,
            .text = Tr::tr("at its next try, a live waiter joins the queue again, at the end")};
}

HolderNotice unknown(const LibraryClaim &claim)
{
    HolderNotice notice{.library = bytes(claim.library)};
    notice.because = claim.because;
    notice.text = Tr::tr("unknown: assume that it notices nothing");
    return notice;
}

// A hold that Lockscope does not keep was left to its expiry.
HolderNotice ofLockscope(ActKind act)
{
    HolderNotice notice{.library = "Lockscope"};
    notice.because = Tr::tr("the owner id is of Lockscope's own form");
    notice.when = act == ActKind::SetExpiry ? When::NextRenewal : When::Soon;
    notice.text =
        act == ActKind::SetExpiry
            ? Tr::tr("if it renews the lock, it restores the TTL within a third of the lease")
            : Tr::tr("if it renews the lock, it reports the loss and stops renewing; a command that "
                     "it runs continues, unless --on-lost=kill was given");
    return notice;
}

// Whatever library it is of.
HolderNotice ofKind(LockKind kind)
{
    const auto fact = std::ranges::find(KindFacts, kind.name, &KindFact::kind);
    HolderNotice notice;
    notice.text = fact == KindFacts.end() ? Tr::tr("the library is unknown: many programs notice nothing, "
                                                   "and some delete the next holder's lock when they finish")
                                          : Tr::tr("the library is unknown: %1").arg(Tr::tr(fact->text));
    return notice;
}

} // namespace

std::vector<HolderNotice> holderNotices(LockKind kind, ActKind act, const std::vector<LibraryClaim> &claims)
{
    std::vector<HolderNotice> notices;
    if (!takesAway(act))
        return notices;
    if (act == ActKind::RemoveShare && kind == LockKind{"fair-lock"})
        return {queuedNotice(claims.empty() ? "Redisson" : claims.front().library)};
    for (const LibraryClaim &claim : claims) {
        const auto is = [&](const Fact &fact, std::string_view of) {
            return fact.library == claim.library && fact.kind == of;
        };
        const bool special =
            std::any_of(Facts.begin(), Facts.end(), [&](const Fact &fact) { return is(fact, kind.name); });
        const size_t before = notices.size();
        for (const Fact &fact : Facts) {
            if (is(fact, special ? kind.name : std::string_view()))
                notices.push_back(noticeOf(fact, act, claim.because));
        }
        if (notices.size() == before)
            notices.push_back(unknown(claim));
    }
    if (std::ranges::all_of(claims, &LibraryClaim::ofServer))
        notices.push_back(ofKind(kind));
    return notices;
}

std::vector<HolderNotice> holderNotices(const Lock &lock, LockKind kind, ActKind act,
                                        const std::vector<LibraryClaim> &claims, const OwnerId &share)
{
    const bool isShare = act == ActKind::RemoveShare;
    int own = 0;
    int others = 0;
    for (const Holder &holder : lock.holders) {
        const bool isMeant =
            isSameOwner(holder.id, share) || shownId(holder) == shownId({.id = share, .mode = holder.mode});
        if (!isShare || isMeant)
            ++(hasOwnUuid(holder.id.bytes) ? own : others);
    }
    const bool isOfWaiter = isShare && kind == LockKind{"fair-lock"};
    if (own == 0 || isOfWaiter || !takesAway(act))
        return holderNotices(kind, act, claims);
    std::vector<HolderNotice> notices{ofLockscope(act)};
    if (others > 0) {
        const auto theirs = holderNotices(kind, act, claims);
        notices.insert(notices.end(), theirs.begin(), theirs.end());
    }
    return notices;
}

QString libraryNote(std::string_view library, QByteArrayView key)
{
    if (library == "Celery")
        return {Tr::tr("Celery's workers acquire this lock now and then, without waiting, to return lost "
                       "messages to their queues")};
    if (library == "celery-once")
        return {
            Tr::tr("With celery-once, a second task is dropped or raises AlreadyQueued: none waits for this "
                   "lock, unless it was told to block")};
    if (library == "redbeat")
        return {Tr::tr("The beat that holds it schedules all tasks; it extends the expiry at each tick")};
    if (library == "bsm/redislock")
        return {Tr::tr("Several keys with this value are one lock")};
    if (library == "redis-plus-plus" && !key.isEmpty() && isDigit(key.back()))
        return {Tr::tr("A name that ends in a number may also be a slot of Laravel's funnel")};
    if (library == "Hangfire")
        return {Tr::tr("The value belongs to the process: all locks with it belong to one Hangfire server")};
    if (library == "node-redlock")
        return {Tr::tr("node-redlock may leave the key of a failed attempt until it expires: the key does "
                       "not prove that its owner believes it holds the lock")};
    return {};
}

} // namespace lockscope
