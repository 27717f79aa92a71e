// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdict.h"

#include "core/engine/verdicts/renewalrhythm.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr int AbsurdGrowth = 10; // of the lease, under one owner
// A watchdog renews when a third or half of the lease is over. A program that renews far more often may only
// do so between the steps of its work, so more renewals are needed before the rhythm counts.
constexpr int LeastOfLease = 10;
constexpr qint64 SurelyBeats = 5;

struct Case {
    const Lock &lock;
    Instant at;
    const VerdictThresholds &thresholds;
    const Surroundings &around;

    bool reached(std::optional<Instant> moment) const { return moment && at >= *moment; }
    // Reached, and events are known up to that moment.
    bool passed(std::optional<Instant> moment) const
    {
        return reached(moment) && around.heardUntil.value_or(at) >= *moment;
    }
};

using Found = std::optional<Verdict>;

// A permit without an expiry is normal in semaphores. Any other hold without one never ends.
bool endsByItself(const Lock &lock)
{
    return lock.lasting || lock.expiresAt ||
           std::all_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
               return holder.expiresAt || holder.mode == HoldMode::Permit;
           });
}

// Some holders renew only when less than half a period is left: these are late only if overdue too.
std::optional<Instant> lowAt(const Lock &lock)
{
    const Renewals &renewals = lock.renewals;
    if (!lock.expiresAt || !renewals.lastAt || renewals.count < 1)
        return {};
    if (!renewals.period)
        return lock.lease ? std::optional(*lock.expiresAt - *lock.lease / 6) : std::nullopt;
    return std::max(*lock.expiresAt - *renewals.period / 2, beatMissedAt(renewals, 1, 1.0));
}

std::optional<Instant> lateAt(const Case &it, qint64 beat)
{
    if (!beats(it.lock))
        return {};
    return beatMissedAt(it.lock.renewals, beat, it.thresholds.overdue);
}

VerdictLevel levelOfSilence(const Case &it)
{
    return it.passed(lateAt(it, 2)) ? VerdictLevel::Critical : VerdictLevel::Warning;
}

std::optional<Instant> allLateAt(const Case &it)
{
    return it.around.beating >= 2 && beats(it.lock) ? std::optional(it.around.allLateAt) : std::nullopt;
}

// A latch above zero or a semaphore without free permits: not held, yet clients rightly wait.
bool isClosed(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return (lock.extras && lock.extras->toGo.value_or(0) > 0) ||
           (permits && permits->available.value_or(1) <= 0);
}

// Permits are held, and the key that counts the free ones is missing.
bool lacksItsNumber(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return lock.type == ValueType::None && permits && permits->held.value_or(0) + permits->overdue > 0;
}

qint64 missingPermits(const Lock &lock)
{
    const qint64 available = lock.permits().value_or(Permits()).available.value_or(0);
    return available < 0 ? -available : permitsOnTheirWay(lock);
}

qint64 goneHolders(const Lock &lock, bool ofPermits)
{
    if (!lock.clients)
        return 0;
    return std::count_if(lock.holders.begin(), lock.holders.end(), [&](const Holder &holder) {
        const ClientInfo *client = clientOf(lock, holder.id);
        return client && client->goneSince && (holder.mode == HoldMode::Permit) == ofPermits;
    });
}

// With several holders it is unknown whose renewal was seen.
bool wasRenewedSinceGone(const Lock &lock)
{
    const ClientInfo *client = clientOf(lock, lock.owner());
    return lock.holders.size() == 1 && client && client->goneSince && lock.renewals.lastAt &&
           *lock.renewals.lastAt > *client->goneSince;
}

std::optional<Instant> afterGrace(const Case &it, std::optional<Instant> since)
{
    return since ? std::optional(*since + it.thresholds.grace) : std::nullopt;
}

// WaiterCounter finds out whether the first waiter listens. While that is unknown, the waiter is not dead.
bool hasDeadHead(const Lock &lock)
{
    return !lock.waiters.queued.empty() && !lock.waiters.queued.front().alive.value_or(true);
}

// Since when it is free and clients wait: a client that has just arrived takes the lock at once.
Instant stuckSince(const Case &it)
{
    return std::max(it.lock.heldSince, it.around.stuckSince.value_or(it.lock.heldSince));
}

// For conditions that usually pass by themselves.
VerdictLevel levelOfLasting(const Case &it, std::optional<Instant> since)
{
    return it.reached(afterGrace(it, since)) ? VerdictLevel::Warning : VerdictLevel::Info;
}

std::optional<Instant> headDeadSince(const Case &it)
{
    const Lock &lock = it.lock;
    std::optional<Instant> dead = hasDeadHead(lock) ? it.around.oddSince : std::nullopt;
    if (!lock.waiters.queued.empty()) {
        if (const auto deadline = lock.waiters.queued.front().deadline;
            deadline && (!dead || deadline < dead))
            dead = deadline;
    }
    return dead;
}

Found noExpiry(const Case &it)
{
    if (endsByItself(it.lock))
        return {};
    const bool passing = it.at - it.lock.heldSince < it.thresholds.grace;
    return Verdict{passing ? VerdictLevel::Warning : VerdictLevel::Critical, "no-expiry"};
}

Found clientGone(const Case &it)
{
    const qint64 gone = goneHolders(it.lock, false);
    if (gone == 0 || wasRenewedSinceGone(it.lock))
        return {};
    return Verdict{levelOfSilence(it), "client-gone", gone};
}

Found clientSilent(const Case &it)
{
    if (!it.passed(allLateAt(it)))
        return {};
    return Verdict{levelOfSilence(it), "client-silent", it.around.beating};
}

Found renewalOverdue(const Case &it)
{
    return it.passed(lateAt(it, 1)) ? Found({levelOfSilence(it), "renewal-overdue"}) : std::nullopt;
}

Found aboutToExpire(const Case &it)
{
    return it.passed(lowAt(it.lock)) ? Found({VerdictLevel::Warning, "about-to-expire"}) : std::nullopt;
}

Found permitsOversold(const Case &it)
{
    const qint64 more = lockscope::permitsOversold(it.lock);
    if (more == 0)
        return {};
    const bool lasts = it.reached(afterGrace(it, it.around.oversoldSince));
    return Verdict{lasts ? VerdictLevel::Critical : VerdictLevel::Info, "permits-oversold", more};
}

Found permitLeaked(const Case &it)
{
    const std::optional<Permits> permits = it.lock.permits();
    if (permits && permits->overdue > 0)
        return Verdict{levelOfLasting(it, it.around.oddSince), "permit-leaked", permits->overdue};
    if (it.at - it.lock.heldSince < it.thresholds.longHeld)
        return {};
    const qint64 gone = goneHolders(it.lock, true);
    return gone > 0 ? Found({VerdictLevel::Warning, "permit-leaked", gone}) : std::nullopt;
}

Found permitsUnderstated(const Case &it)
{
    const qint64 missing = missingPermits(it.lock);
    if (missing == 0 && !lacksItsNumber(it.lock))
        return {};
    return Verdict{levelOfLasting(it, it.around.oddSince), "permits-understated", missing};
}

Found deadHead(const Case &it)
{
    const std::optional<Instant> since = headDeadSince(it);
    if (!hasDeadHead(it.lock) && !it.reached(since))
        return {};
    return Verdict{levelOfLasting(it, since), "dead-head"};
}

Found renewedByNobody(const Case &it)
{
    return wasRenewedSinceGone(it.lock) ? Found({VerdictLevel::Warning, "renewed-by-nobody"}) : std::nullopt;
}

// If the lock was older than the first read, the time it was taken is unknown and only its renewals count.
Found replicaBehind(const Case &it)
{
    const std::optional<Instant> until = it.around.replicatedUntil;
    if (!until)
        return {};
    const bool takenSince = !it.lock.heldIsLowerBound && it.lock.heldSince > *until;
    if (!takenSince && it.lock.renewals.lastAt.value_or(*until) <= *until)
        return {};
    const auto then = std::chrono::duration_cast<milliseconds>(until->time_since_epoch());
    return Verdict{VerdictLevel::Warning, "replica-behind", qint64(then.count())};
}

Found leaseAbsurd(const Case &it)
{
    const std::optional<milliseconds> lease = it.lock.lease;
    const std::optional<milliseconds> first = it.around.firstLease;
    if (lease && first && first->count() > 0 && *lease / AbsurdGrowth > *first)
        return Verdict{VerdictLevel::Warning, "lease-absurd", qint64(first->count())};
    if (lease && *lease > it.thresholds.absurdLease)
        return Verdict{VerdictLevel::Info, "lease-absurd"};
    return {};
}

Found countGrows(const Case &it)
{
    const bool grows = it.lock.count() >= it.thresholds.manyHolds && it.lock.count() == it.lock.maxCount;
    return grows ? Found({VerdictLevel::Info, "count-grows"}) : std::nullopt;
}

Found longHeld(const Case &it)
{
    const bool isLong = it.at - it.lock.heldSince >= it.thresholds.longHeld;
    return isLong ? Found({VerdictLevel::Info, "long-held"}) : std::nullopt;
}

Found waitedFor(const Case &it)
{
    return it.lock.waiters.atLeast() > 0 ? Found({VerdictLevel::Info, "waited-for"}) : std::nullopt;
}

Found freeButWaitedFor(const Case &it)
{
    if (it.lock.waiters.atLeast() == 0)
        return {};
    if (isClosed(it.lock))
        return Verdict{VerdictLevel::Info, "waited-for"};
    if (!it.reached(afterGrace(it, stuckSince(it))))
        return {};
    const bool expired = it.lock.ended == Ending::Expired;
    return Verdict{VerdictLevel::Warning, expired ? "expired-with-waiters" : "free-but-waited-for"};
}

// Not held although its key exists, by an expiry in its value. Semaphores and latches keep their keys.
Found pastItsTime(const Case &it)
{
    const Lock &lock = it.lock;
    const bool isOne = lock.type != ValueType::None && lock.waiters.queued.empty() && !lock.permits() &&
                       !(lock.extras && lock.extras->toGo);
    const bool isTimed = lock.lasting || it.reached(lock.expiresAt);
    return isOne && isTimed ? Found({VerdictLevel::Info, "past-its-time"}) : std::nullopt;
}

Found companionsAlone(const Case &it)
{
    const Lock &lock = it.lock;
    const bool alone =
        lock.type == ValueType::None && !lock.companions().empty() && lock.waiters.atLeast() == 0;
    if (!alone || it.at - lock.heldSince < it.thresholds.longHeld)
        return {};
    return Verdict{VerdictLevel::Info, "companions-alone"};
}

Found ofQuorum(const Case &it)
{
    const Quorum *quorum = it.lock.quorum();
    if (!quorum)
        return {};
    if (shortfallOf(it.lock) == Shortfall::Majority && it.around.hadMajority &&
        it.reached(afterGrace(it, it.around.oddSince)))
        return Verdict{VerdictLevel::Critical, "quorum-lost"};
    // A group lock is taken and released node by node, so a short shortfall is normal.
    const VerdictLevel level = levelOfLasting(it, it.around.oddSince);
    switch (shortfallOf(it.lock)) {
    case Shortfall::Majority:
        return Verdict{level, "no-quorum"};
    case Shortfall::Accord:
        return Verdict{level, "split-owners"};
    case Shortfall::Sight:
        return Verdict{VerdictLevel::Info, "quorum-unknown"};
    case Shortfall::Margin: // nodes that do not answer may have it
        return Verdict{quorum->atMost() > quorum->agreeing ? VerdictLevel::Info : level, "thin-quorum"};
    case Shortfall::None:
        break;
    }
    return {};
}

using Rule = Found (*)(const Case &);

// Among equally bad rules the first wins: it says more, or is the cause of the others.
constexpr std::array<Rule, 15> RulesOfHeld{
    noExpiry,        clientGone,   clientSilent,       renewalOverdue, aboutToExpire,
    permitsOversold, permitLeaked, permitsUnderstated, deadHead,       replicaBehind,
    renewedByNobody, leaseAbsurd,  countGrows,         longHeld,       waitedFor};
constexpr std::array<Rule, 6> RulesOfFree{permitLeaked,     permitsUnderstated, deadHead,
                                          freeButWaitedFor, pastItsTime,        companionsAlone};

template<size_t N> Verdict worst(const std::array<Rule, N> &rules, const Case &it, Verdict verdict)
{
    for (const Rule rule : rules) {
        if (const Found found = rule(it); found && found->level > verdict.level)
            verdict = *found;
    }
    return verdict;
}

Verdict ofFree(const Lock &lock)
{
    if (isClosed(lock) && lock.waiters.atLeast() == 0)
        return {VerdictLevel::Info, "closed"};
    return {VerdictLevel::Ok, "free"};
}

Verdict worstOf(const Case &it)
{
    if (it.lock.stale)
        return {VerdictLevel::Info, "stale"};
    if (!it.lock.held())
        return worst(RulesOfFree, it, ofFree(it.lock));
    // Without a majority, or while it is unknown, the lock is not judged by what one node shows. Otherwise
    // the worst verdict wins.
    const Found quorum = ofQuorum(it);
    if (quorum && !it.lock.quorum()->reached())
        return *quorum;
    return worst(RulesOfHeld, it, quorum.value_or(Verdict{}));
}

// Codes that follow from one read. All others are concluded from several reads, or from what was not seen.
constexpr std::array<std::string_view, 11> SeenCodes{
    "stale",       "free",      "closed",     "healthy",       "no-expiry",  "lease-absurd",
    "thin-quorum", "long-held", "waited-for", "past-its-time", "count-grows"};

// A key that may not be a lock gets no warning, unless the thresholds admit guesses.
Verdict withBasis(Verdict verdict, const Case &it)
{
    const bool isSeen = std::find(SeenCodes.begin(), SeenCodes.end(), verdict.code) != SeenCodes.end();
    verdict.basis = it.lock.confidence == Confidence::Guess ? Basis::Assumed
                    : isSeen                                ? Basis::Seen
                                                            : Basis::Concluded;
    if (it.lock.confidence > it.thresholds.leastConfidence)
        verdict.level = std::min(verdict.level, VerdictLevel::Info);
    return verdict;
}

} // namespace

bool beats(const Lock &lock)
{
    const Renewals &renewals = lock.renewals;
    if (renewals.count < 2 || !renewals.period || !renewals.lastAt || !lock.expiresAt)
        return false;
    return renewals.count >= SurelyBeats || !lock.lease || *renewals.period * LeastOfLease >= *lock.lease;
}

Shortfall shortfallOf(const Lock &lock)
{
    const Quorum *quorum = lock.quorum();
    if (!quorum || !lock.held())
        return Shortfall::None;
    if (!quorum->reached())
        return quorum->isUndecided() ? Shortfall::Sight : Shortfall::Majority;
    if (quorum->owners > 1)
        return Shortfall::Accord;
    if (quorum->unsure > 0)
        return Shortfall::Sight;
    return quorum->margin() == 0 && quorum->nodes > 1 ? Shortfall::Margin : Shortfall::None;
}

bool looksOdd(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return hasDeadHead(lock) || (permits && permits->overdue > 0) || missingPermits(lock) > 0 ||
           lacksItsNumber(lock) || shortfallOf(lock) != Shortfall::None;
}

bool isStuck(const Lock &lock)
{
    return !lock.held() && lock.waiters.atLeast() > 0 && !isClosed(lock);
}

qint64 permitsOnTheirWay(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    if (!permits || !permits->available || !permits->held || !permits->total || *permits->available < 0)
        return 0;
    return std::max<qint64>(0, *permits->total - *permits->available - *permits->held);
}

// A negative count means that permits were taken out of use, not oversold. If not all holders were read,
// expired permits come first, so the count is right once an unexpired one is read.
qint64 permitsOversold(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    if (!permits || !permits->held || !permits->total || permits->available.value_or(0) < 0 || !lock.held())
        return 0;
    return std::max<qint64>(0, *permits->held - *permits->total);
}

const ClientInfo *clientOf(const Lock &lock, const OwnerId &owner)
{
    if (!lock.clients)
        return nullptr;
    const auto found = std::find_if(lock.clients->begin(), lock.clients->end(),
                                    [&owner](const auto &known) { return known.first == owner; });
    return found == lock.clients->end() ? nullptr : &found->second;
}

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds, const Surroundings &around)
{
    const Case it{lock, at, thresholds, around};
    return withBasis(worstOf(it), it);
}

std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds,
                                     const Surroundings &around)
{
    if (lock.stale)
        return {};
    const Case it{lock, at, thresholds, around};
    std::optional<Instant> next;
    const auto consider = [&](std::optional<Instant> candidate) {
        if (candidate && *candidate > at && (!next || *candidate < *next))
            next = candidate;
    };
    consider(lock.heldSince + thresholds.longHeld);
    consider(afterGrace(it, around.oddSince));
    consider(headDeadSince(it));
    consider(afterGrace(it, headDeadSince(it)));
    consider(afterGrace(it, around.oversoldSince));
    if (!lock.held()) {
        consider(afterGrace(it, stuckSince(it)));
        consider(lock.expiresAt);
        return next;
    }
    if (!endsByItself(lock))
        consider(lock.heldSince + thresholds.grace);
    consider(lowAt(lock));
    consider(allLateAt(it));
    if (beats(lock)) {
        // After the expiry, further missed renewals mean nothing.
        const Instant beat = beatMissedAt(lock.renewals, missedBeats(lock.renewals, at) + 1);
        if (beat <= *lock.expiresAt)
            consider(beat);
        consider(lateAt(it, 1));
        consider(lateAt(it, 2));
    }
    return next;
}

} // namespace lockscope
