// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/ladder.h"

#include "core/base/tr.h"
#include "core/engine/acts/actguard.h"
#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "core/engine/verdicts/verdict.h"
#include "core/engine/verdicts/verdictcase.h"
#include "ui/holders/shownlock.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LongestWait = 2min; // For a longer wait, suggest something else

bool hasOpen(const Lock &lock) // Something that can be taken away
{
    return lock.held() || numberOf(lock).has_value();
}

std::optional<LockShare> deadWaiter(const Lock &lock)
{
    for (const QueuedWaiter &waiter : lock.waiters.queued) {
        if (waiter.alive == false)
            return shareOf(waiter);
    }
    return {};
}

bool isDead(const Lock &lock, qsizetype holder)
{
    return clientGoneSince(lock, lock.holders[holder]) && !wasRenewedSinceGone(lock, holder);
}

std::optional<LockShare> deadShare(const Lock &lock)
{
    if (const std::optional<LockShare> waiter = deadWaiter(lock))
        return waiter;
    if (!hasHolderShares(lock))
        return {};
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        if (isDead(lock, i))
            return shareOf(lock.holders[i]);
    }
    return {};
}

// Why the profile forbids the act, apart from the confirmation still to be typed.
QString deniedBy(ConnectionSpec spec, const ActRequest &request)
{
    spec.environment = Environment::Development;
    const std::optional<Failure> refused = refusalOf(spec, request, false);
    return refused ? refused->text : QString();
}

QString whyNot(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds, const ActRequest &request)
{
    if (const QString denied = deniedBy(spec, request); !denied.isEmpty())
        return denied;
    const std::optional<Failure> refused = kinds.problem(request, &lock);
    return refused ? refused->text : QString();
}

int deadWaiters(const Lock &lock)
{
    return int(std::ranges::count(lock.waiters.queued, std::optional(false), &QueuedWaiter::alive));
}

int deadShares(const Lock &lock)
{
    int dead = deadWaiters(lock);
    for (qsizetype i = 0; hasHolderShares(lock) && i < lock.holders.size(); ++i)
        dead += isDead(lock, i);
    return dead;
}

QString wakeLine(const Lock &lock)
{
    const int living = int(lock.waiters.count().least);
    const int dead = deadWaiters(lock);
    if (dead > 0 && !lock.held()) // The queue of a held lock is left as it is
        return living > 0 ? Tr::tr("At least %Ln live waiter(s) retry; the dead ones leave the queue",
                                   nullptr, living)
                          : Tr::tr("No live waiter is known; %Ln dead one(s) leave the queue", nullptr, dead);
    if (living > 0)
        return Tr::tr("At least %Ln waiter(s) retry; no key changes", nullptr, living);
    return dead > 0 ? Tr::tr("No live waiter is known; no key changes")
                    : Tr::tr("Waiters retry; no key changes");
}

RungState wake(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds)
{
    return {.rung = Rung::Wake,
            .whyNot = whyNot(lock, spec, kinds, {.act = ActKind::Wake, .key = lock.key}),
            .line = wakeLine(lock),
            .helps = !lock.held() && (lock.waiters.count().least > 0 || deadWaiters(lock) > 0)};
}

RungState wait(const Lock &lock, Instant now)
{
    RungState state{.rung = Rung::Wait, .line = waitText(lock, now)};
    if (!lock.held())
        state.whyNot = Tr::tr("the lock is free");
    else if (!lock.expiresAt)
        state.whyNot = Tr::tr("the lock has no expiry");
    const std::optional<milliseconds> left = text::ttlLeft(lock, now);
    // An expiry wakes none of those behind a dead first waiter.
    state.helps = left && *left <= LongestWait && !isRenewed(lock, now) && !hasDeadHead(lock);
    return state;
}

RungState expire(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds, Instant now)
{
    ActRequest request{.act = ActKind::SetExpiry, .key = lock.key, .lease = 1s};
    expectHolders(request, lock.holders);
    RungState state{.rung = Rung::Expire, .whyNot = whyNot(lock, spec, kinds, request)};
    if (state.possible() && !lock.held())
        state.whyNot = Tr::tr("the lock is free");
    const std::optional<milliseconds> left = text::ttlLeft(lock, now);
    if (!left)
        state.line = Tr::tr("Adds the missing expiry");
    else if (isRenewed(lock, now))
        state.line = Tr::tr("The holder renews the lock: a shorter expiry will not last");
    else
        state.line = Tr::tr("Shortens the remaining %1").arg(text::duration(*left));
    return state;
}

RungState share(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds)
{
    const std::optional<LockShare> one = likelyShare(lock);
    if (!one)
        return {.rung = Rung::LockShare, .whyNot = whyNoShare(lock)};
    RungState state{.rung = Rung::LockShare, .whyNot = whyNot(lock, spec, kinds, removalOf(lock, *one))};
    QStringList parts;
    if (hasHolderShares(lock))
        parts << Tr::tr("One of %Ln hold(s)", nullptr, int(lock.holders.size()));
    if (const int queued = int(lock.waiters.queued.size()); queued > 0 && lock.waiters.mayBeMore())
        parts << (parts.isEmpty() ? Tr::tr("One of %Ln or more in the queue", nullptr, queued)
                                  : Tr::tr("one of %Ln or more in the queue", nullptr, queued));
    else if (queued > 0)
        parts << (parts.isEmpty() ? Tr::tr("One of %Ln in the queue", nullptr, queued)
                                  : Tr::tr("one of %Ln in the queue", nullptr, queued));
    state.line = text::clauses(parts);
    if (const int dead = deadShares(lock); dead > 0)
        state.line = Tr::tr("%1; %Ln are dead", nullptr, dead).arg(state.line);
    state.helps = deadWaiter(lock).has_value();
    return state;
}

RungState force(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds)
{
    ActRequest request{.act = ActKind::ForceRelease, .key = lock.key};
    expectHolders(request, lock.holders);
    if (const std::optional<qint64> number = numberOf(lock))
        request.expectedCount = number;
    RungState state{.rung = Rung::Force, .whyNot = whyNot(lock, spec, kinds, request)};
    if (state.possible() && !hasOpen(lock))
        state.whyNot = Tr::tr("the lock is free");
    state.line = lock.holders.size() == 1 && lock.owner().isEmpty()
                     ? Tr::tr("Removes it from its holder, even if that is still working")
                 : lock.holders.size() == 1
                     ? Tr::tr("Removes it from holder \"%1\", even if it is still working")
                           .arg(text::owner(lock.owner()))
                     : Tr::tr("Removes all holds: %1").arg(text::holding(lock));
    if (const Quorum *quorum = lock.quorum(); quorum && quorum->reachable < quorum->nodes)
        state.line =
            Tr::tr("Removes it from the %1 of %2 nodes that answer, even if a holder is still working")
                .arg(text::number(quorum->reachable), text::number(quorum->nodes));
    return state;
}

} // namespace

bool isRenewed(const Lock &lock, Instant now)
{
    const std::optional<Instant> &last = lock.renewals.lastAt;
    if (!lock.held() || !last || !lock.expiresAt || *lock.expiresAt <= now)
        return false;
    if (lock.renewals.period)
        return missedRenewals(lock.renewals, now) == 0;
    return lock.lease && now - *last <= *lock.lease / 2;
}

bool isAlive(const Lock &lock, Instant now)
{
    if (!isRenewed(lock, now) || lock.isLastKnown())
        return false;
    // Which of several holders renewed is unknown: the last renewal may come from one that has gone since.
    bool somePresent = false;
    for (const Holder &holder : lock.holders) {
        const std::optional<Instant> gone = clientGoneSince(lock, holder);
        if (gone && *gone >= *lock.renewals.lastAt)
            return false;
        somePresent = somePresent || !gone;
    }
    return somePresent;
}

QString aliveText(const Lock &lock, Instant now)
{
    const QString ago = text::ago(millisecondsBetween(*lock.renewals.lastAt, now));
    return lock.holders.size() == 1 ? Tr::tr("Holder is alive: renewed %1").arg(ago)
                                    : Tr::tr("At least one holder is alive: renewed %1").arg(ago);
}

std::optional<LockShare> likelyShare(const Lock &lock)
{
    const std::optional<LockShare> dead = deadShare(lock);
    return dead ? dead : firstShare(lock);
}

Ladder ladderOf(const Lock &lock, const ConnectionSpec &spec, const Kinds &kinds, Instant now)
{
    return {wake(lock, spec, kinds), wait(lock, now), expire(lock, spec, kinds, now),
            share(lock, spec, kinds), force(lock, spec, kinds)};
}

std::optional<Rung> gentlest(const Ladder &ladder)
{
    for (const RungState &state : ladder) {
        if (state.possible() && state.helps)
            return state.rung;
    }
    return {};
}

QString titleOf(Rung rung)
{
    switch (rung) {
    case Rung::Wake:
        return Tr::tr("Wake waiters");
    case Rung::Wait:
        return Tr::tr("Wait for expiry");
    case Rung::Expire:
        return Tr::tr("Set or shorten expiry");
    case Rung::LockShare:
        return Tr::tr("Remove one holder, permit or queue entry");
    case Rung::Force:
        return Tr::tr("Release by force");
    }
    return {};
}

QString explanationOf(Rung rung)
{
    switch (rung) {
    case Rung::Wake:
        return Tr::tr("Sends the wake-up message; no key changes. Waiters that wake try again, and wait on "
                      "if the lock is still held. Harmless, and helps if a wake-up message was lost.");
    case Rung::Wait:
        return Tr::tr(
            "Sends nothing. A dead holder loses the lock when its lease ends; a live one is not disturbed.");
    case Rung::Expire:
        return Tr::tr("Sets an expiry on a lock without one, or shortens the time left; never lengthens it. "
                      "The holder is not notified: its next renewal restores the full lease. The previous "
                      "time cannot be restored.");
    case Rung::LockShare:
        return Tr::tr("Removes one part of the lock and keeps the others. Cannot be undone: the client that "
                      "loses it must acquire it again.");
    case Rung::Force:
        return Tr::tr(
            "Removes the lock from its holder. Waiters find it free when they are notified or try again. "
            "Cannot be undone, and does not stop the code of the old holder: make sure that it is dead, or "
            "that two owners at a time do no harm.");
    }
    return {};
}

// Each holder's client is gone, and none has renewed it since, over another connection.
bool isAbandoned(const Lock &lock)
{
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        if (!isDead(lock, i))
            return false;
    }
    return lock.held();
}

QString waitText(const Lock &lock, Instant now)
{
    const std::optional<milliseconds> left = text::ttlLeft(lock, now);
    if (!left)
        return Tr::tr("No expiry");
    if (isRenewed(lock, now))
        return lock.renewals.period
                   ? Tr::tr("Renewed every %1: waiting does not help while the holder is alive")
                         .arg(text::duration(*lock.renewals.period))
                   : Tr::tr("Renewed: waiting does not help while the holder is alive");
    if (*left <= milliseconds(0))
        return Tr::tr("Its lease has ended");
    // Not from the time left, which is of the last full second
    const auto toGo = std::chrono::duration_cast<WallTime::duration>(*lock.expiresAt - lockscope::now());
    const QString at = text::timeToTheSecond(wallNow() + toGo);
    return (isAbandoned(lock) ? Tr::tr("Expires at %1, in %2")
                              : Tr::tr("Expires at %1, in %2, unless renewed"))
        .arg(at, text::duration(*left));
}

std::optional<milliseconds> longestTtlOf(const Lock &lock, Instant now)
{
    if (lock.holders.size() != 1 || lock.lasting || lock.quorum())
        return {};
    const HoldMode mode = lock.holders.front().mode;
    if (mode != HoldMode::Exclusive && mode != HoldMode::Write)
        return {};
    if (!lock.expiresAt)
        return -1ms;
    const milliseconds left = std::max<milliseconds>(0ms, millisecondsBetween(now, *lock.expiresAt));
    const milliseconds tolerance = ShownLock::Tolerance + lock.uncertainty;
    if (lock.renewals.count > 0 && lock.lease)
        return std::max(left, *lock.lease) + tolerance;
    return left + tolerance;
}

} // namespace lockscope
