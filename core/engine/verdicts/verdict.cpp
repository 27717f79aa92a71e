// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdict.h"

#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/quorum.h"
#include "core/engine/verdicts/verdictcase.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr int AbsurdGrowth = 10; // of a lease, under one owner

using Found = std::optional<Verdict>;

bool isLate(const VerdictCase &it, const HolderShare &share, qint64 renewal)
{
    const bool isOver = share.number > 0 && it.reached(share.expiresAt);
    return !isOver && it.passed(lateAt(share, renewal, it.thresholds));
}

// Of a holder that renews no more: the longer, the worse.
VerdictLevel levelOfSilence(const VerdictCase &it, const HolderShare &share)
{
    return isLate(it, share, 2) ? VerdictLevel::Critical : VerdictLevel::Warning;
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

// There are fewer permits than are held, and they add up: as far as is known, their number was lowered.
bool wasLowered(const Permits &permits)
{
    return permits.available.value_or(0) < 0 && permits.held && permits.total && *permits.total >= 0 &&
           *permits.available + *permits.held == *permits.total;
}

qint64 goneHolders(const Lock &lock, bool ofPermits)
{
    if (!lock.clients)
        return 0;
    qint64 gone = 0;
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        const bool isMeant = (lock.holders[i].mode == HoldMode::Permit) == ofPermits;
        if (isMeant && clientGoneSince(lock, lock.holders[i]) && !wasRenewedSinceGone(lock, i))
            ++gone;
    }
    return gone;
}

// Of what passes by itself as a rule.
VerdictLevel levelOfLasting(const VerdictCase &it, std::optional<Instant> since)
{
    return it.passed(afterGrace(it, since)) ? VerdictLevel::Warning : VerdictLevel::Info;
}

Found deadlock(const VerdictCase &it)
{
    if (it.around.deadlocked == 0)
        return {};
    return Verdict{VerdictLevel::Critical, "deadlock", it.around.deadlocked};
}

Found noExpiry(const VerdictCase &it)
{
    if (endsByItself(it.lock))
        return {};
    const bool lasts = it.passed(it.lock.heldSince + it.thresholds.grace);
    return Verdict{lasts ? VerdictLevel::Critical : VerdictLevel::Warning, "no-expiry"};
}

// On so many nodes of a group that a client that holds none of them cannot get a majority.
Found noExpiryOnNodes(const VerdictCase &it)
{
    if (endsByItself(it.lock))
        return {};
    const auto lasting = std::ranges::count_if(
        it.lock.extras->copies, [](const Copy &copy) { return namesOwner(copy.state) && !copy.expiresAt; });
    const Quorum &quorum = *it.lock.quorum();
    if (lasting <= quorum.nodes - quorum.needed)
        return {};
    const bool lasts = it.passed(it.lock.heldSince + it.thresholds.grace);
    return Verdict{lasts ? VerdictLevel::Critical : VerdictLevel::Warning, "no-expiry", lasting};
}

Found clientGone(const VerdictCase &it)
{
    const qint64 gone = goneHolders(it.lock, false);
    if (gone == 0)
        return {};
    Verdict verdict{VerdictLevel::Warning, "client-gone", gone};
    forEachShare(it.lock, [&](const HolderShare &share) {
        if (clientGoneSince(it.lock, *share.holder) && share.isWatchdogs())
            verdict.level = std::max(verdict.level, levelOfSilence(it, share));
    });
    return verdict;
}

Found clientSilent(const VerdictCase &it)
{
    if (!it.passed(allLateAt(it)))
        return {};
    Verdict verdict{VerdictLevel::Warning, "client-silent", it.around.renewing};
    forEachShare(it.lock, [&](const HolderShare &share) { verdict.level = levelOfSilence(it, share); });
    return verdict;
}

// The worst of all shares; of equally bad ones the first.
template<class F> Found worstShare(const VerdictCase &it, F &&judgeShare)
{
    Found worst;
    forEachShare(it.lock, [&](const HolderShare &share) {
        const Found found = judgeShare(share);
        if (found && (!worst || found->level > worst->level))
            worst = found;
    });
    return worst;
}

// What follows from a watchdog that was seen, or from what only looked like one.
Verdict ofShare(const HolderShare &share, VerdictLevel level, std::string_view code)
{
    if (share.isWatchdogs())
        return {level, code, share.number, Basis::Concluded};
    return {VerdictLevel::Info, code, share.number, Basis::Assumed};
}

Found renewalOverdue(const VerdictCase &it)
{
    return worstShare(it, [&it](const HolderShare &share) -> Found {
        if (!isLate(it, share, 1))
            return {};
        return ofShare(share, levelOfSilence(it, share), "renewal-overdue");
    });
}

Found aboutToExpire(const VerdictCase &it)
{
    return worstShare(it, [&it](const HolderShare &share) -> Found {
        const bool isOver = share.number > 0 && it.reached(share.expiresAt);
        if (isOver || !it.passed(lowAt(share, it.lock)))
            return {};
        return ofShare(share, VerdictLevel::Warning, "about-to-expire");
    });
}

Found permitsOversold(const VerdictCase &it)
{
    const qint64 more = lockscope::permitsOversold(it.lock);
    if (more == 0)
        return {};
    const bool lasts = it.passed(afterGrace(it, it.around.oversoldSince));
    return Verdict{lasts ? VerdictLevel::Critical : VerdictLevel::Info, "permits-oversold", more};
}

Found permitLeaked(const VerdictCase &it)
{
    const std::optional<Permits> permits = it.lock.permits();
    if (permits && permits->overdue > 0)
        return isByClientClocks(it.lock)
                   ? Verdict{VerdictLevel::Info, "permit-leaked", permits->overdue, Basis::Assumed}
                   : Verdict{levelOfLasting(it, it.around.oddSince), "permit-leaked", permits->overdue};
    if (it.at - it.lock.heldSince < it.thresholds.longHeld)
        return {};
    const qint64 gone = goneHolders(it.lock, true);
    return gone > 0 ? Found({VerdictLevel::Warning, "permit-leaked", gone}) : std::nullopt;
}

Found permitsUnderstated(const VerdictCase &it)
{
    const qint64 missing = missingPermits(it.lock);
    if (missing == 0 && !lacksItsNumber(it.lock))
        return {};
    if (wasLowered(it.lock.permits().value_or(Permits())))
        return Verdict{VerdictLevel::Info, "permits-understated", missing, Basis::Assumed};
    return Verdict{levelOfLasting(it, it.around.oddSince), "permits-understated", missing};
}

Found deadHead(const VerdictCase &it)
{
    const std::optional<Instant> since = headDeadSince(it);
    if (!hasDeadHead(it.lock) && !it.reached(since))
        return {};
    const bool lasts = it.passedWaiting(afterGrace(it, since));
    return Verdict{lasts ? VerdictLevel::Warning : VerdictLevel::Info, "dead-head"};
}

Found renewedByNobody(const VerdictCase &it)
{
    for (qsizetype i = 0; i < it.lock.holders.size(); ++i) {
        if (wasRenewedSinceGone(it.lock, i))
            return Verdict{VerdictLevel::Warning, "renewed-by-nobody"};
    }
    return {};
}

// When a lock that was there before anybody looked was taken is not known, so it counts from its renewals.
Found replicaBehind(const VerdictCase &it)
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

Found readsExpired(const VerdictCase &it)
{
    return outlivesItsReads(it.lock) ? Found({VerdictLevel::Warning, "reads-expired"}) : std::nullopt;
}

Found leaseAbsurd(const VerdictCase &it)
{
    const std::optional<milliseconds> lease = it.lock.lease;
    const std::optional<milliseconds> first = it.around.firstLease;
    // Its owner may also have given it back and taken it anew for longer, in less time than a reading takes.
    if (lease && first && first->count() > 0 && *lease / AbsurdGrowth > *first)
        return *lease > it.thresholds.longHeld
                   ? Verdict{VerdictLevel::Warning, "lease-absurd", qint64(first->count())}
                   : Verdict{VerdictLevel::Info, "lease-absurd", qint64(first->count()), Basis::Assumed};
    if (lease && *lease > it.thresholds.absurdLease)
        return Verdict{VerdictLevel::Info, "lease-absurd"};
    return {};
}

Found countGrows(const VerdictCase &it)
{
    const bool grows = it.lock.count() >= it.thresholds.manyHolds && it.lock.count() == it.lock.maxCount;
    return grows ? Found({VerdictLevel::Info, "count-grows"}) : std::nullopt;
}

Found longHeld(const VerdictCase &it)
{
    const bool isLong = it.at - it.lock.heldSince >= it.thresholds.longHeld;
    const Basis basis = it.lock.isOneHold() ? Basis::Seen : Basis::Assumed;
    return isLong ? Found({VerdictLevel::Info, "long-held", 0, basis}) : std::nullopt;
}

Found waitedFor(const VerdictCase &it)
{
    return it.lock.waiters.count().figure() > 0 ? Found({VerdictLevel::Info, "waited-for"}) : std::nullopt;
}

Found freeButWaitedFor(const VerdictCase &it)
{
    const WaiterCount waiters = it.lock.waiters.count();
    if (waiters.figure() == 0)
        return {};
    if (isClosed(it.lock))
        return Verdict{VerdictLevel::Info, "waited-for"};
    if (waiters.least == 0)
        return {};
    if (!it.passedWaiting(afterGrace(it, stuckSince(it))))
        return {};
    const bool expired = it.lock.ended == Ending::Expired;
    return Verdict{VerdictLevel::Warning, expired ? "expired-with-waiters" : "free-but-waited-for"};
}

// A lock with its own end time: it has expired, and its key still exists. Semaphores and latches keep their
// keys too.
Found pastItsTime(const VerdictCase &it)
{
    const Lock &lock = it.lock;
    const bool isOne = lock.type != ValueType::None && lock.waiters.queued.empty() && !lock.permits() &&
                       !(lock.extras && lock.extras->toGo);
    const bool isTimed = lock.lasting || it.reached(lock.expiresAt);
    return isOne && isTimed ? Found({VerdictLevel::Info, "past-its-time"}) : std::nullopt;
}

Found companionsAlone(const VerdictCase &it)
{
    const Lock &lock = it.lock;
    const bool alone = lock.type == ValueType::None && !lock.companions().empty() && lock.waiters.isEmpty();
    if (!alone || it.at - lock.heldSince < it.thresholds.longHeld)
        return {};
    return Verdict{VerdictLevel::Info, "companions-alone"};
}

// What the nodes of a group say goes before what any one of them shows as bad.
Found ofQuorum(const VerdictCase &it)
{
    const Quorum *quorum = it.lock.quorum();
    if (!quorum)
        return {};
    if (shortfallOf(it.lock) == Shortfall::Majority && it.around.hadMajority &&
        it.reached(afterGrace(it, it.around.oddSince)))
        return Verdict{VerdictLevel::Critical, "quorum-lost"};
    // It is taken and given back node by node.
    const bool lasts = it.reached(afterGrace(it, it.around.oddSince));
    const VerdictLevel level = lasts ? VerdictLevel::Warning : VerdictLevel::Info;
    switch (shortfallOf(it.lock)) {
    case Shortfall::Majority:
        return Verdict{level, "no-quorum"};
    case Shortfall::Accord:
        return Verdict{level, "split-owners"};
    case Shortfall::Sight: {
        // Nodes that have not been reached yet soon are. A majority that was seen is out of sight at once.
        const bool isLost = quorum->isOutOfSight() && (lasts || it.around.hadMajority);
        return Verdict{isLost ? VerdictLevel::Critical : VerdictLevel::Info, "quorum-unknown"};
    }
    case Shortfall::Margin: // nodes that do not answer may have it
        return Verdict{quorum->atMost() > quorum->agreeing ? VerdictLevel::Info : level, "thin-quorum"};
    case Shortfall::None:
        break;
    }
    return {};
}

using Rule = Found (*)(const VerdictCase &);

// Among equally bad rules the first wins: it says more, or is the cause of the others.
constexpr std::array<Rule, 17> RulesOfHeld{
    deadlock,        noExpiry,        readsExpired, clientGone,         clientSilent, renewalOverdue,
    aboutToExpire,   permitsOversold, permitLeaked, permitsUnderstated, deadHead,     replicaBehind,
    renewedByNobody, leaseAbsurd,     countGrows,   longHeld,           waitedFor};
constexpr std::array<Rule, 6> RulesOfFree{permitLeaked,     permitsUnderstated, deadHead,
                                          freeButWaitedFor, pastItsTime,        companionsAlone};

template<size_t N> Verdict worst(const std::array<Rule, N> &rules, const VerdictCase &it, Verdict verdict)
{
    for (const Rule rule : rules) {
        if (const Found found = rule(it); found && found->level > verdict.level)
            verdict = *found;
    }
    return verdict;
}

Verdict ofFree(const Lock &lock)
{
    if (isClosed(lock) && lock.waiters.count().figure() == 0)
        return {VerdictLevel::Info, "closed"};
    return {VerdictLevel::Ok, "free"};
}

Verdict worstOf(const VerdictCase &it)
{
    if (it.lock.stale)
        return {VerdictLevel::Info, "stale"};
    if (!it.lock.held())
        return worst(RulesOfFree, it, ofFree(it.lock));
    // Without a majority, or while it is unknown, the lock is not judged by what one node shows. Otherwise
    // the worst verdict wins.
    const Found quorum = ofQuorum(it);
    if (quorum && !it.lock.quorum()->reached()) {
        const Found lasting = noExpiryOnNodes(it);
        return lasting && lasting->level > quorum->level ? *lasting : *quorum;
    }
    return worst(RulesOfHeld, it, quorum.value_or(Verdict{}));
}

// Codes that follow from one read. All others are concluded from several reads, or from what was not seen.
constexpr std::array<std::string_view, 12> SeenCodes{
    "stale",       "free",      "closed",     "healthy",       "no-expiry",   "lease-absurd",
    "thin-quorum", "long-held", "waited-for", "past-its-time", "count-grows", "reads-expired"};

// A key that may not be a lock gets no warning, unless the thresholds admit guesses.
Verdict withBasis(Verdict verdict, const VerdictCase &it)
{
    const bool isSeen = std::find(SeenCodes.begin(), SeenCodes.end(), verdict.code) != SeenCodes.end();
    const bool isAssumed = verdict.code == "healthy" && it.lock.quorum() && isOneClientAssumed(it.lock);
    if (it.lock.confidence == Confidence::Guess || isAssumed)
        verdict.basis = Basis::Assumed;
    else if (verdict.basis != Basis::Assumed)
        verdict.basis = isSeen ? Basis::Seen : Basis::Concluded;
    if (it.lock.confidence > it.thresholds.leastConfidence)
        verdict.level = std::min(verdict.level, VerdictLevel::Info);
    return verdict;
}

} // namespace

bool isClosed(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return (lock.extras && lock.extras->toGo.value_or(0) > 0) ||
           (permits && permits->available.value_or(1) <= 0);
}

bool hasRhythm(const Lock &lock)
{
    bool isWatchdogs = false;
    if (lock.holders.size() == 1)
        forEachShare(lock, [&](const HolderShare &share) { isWatchdogs = share.isWatchdogs(); });
    return isWatchdogs;
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
    return !lock.held() && lock.waiters.count().least > 0 && !isClosed(lock);
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
    const VerdictCase it{lock, at, thresholds, around};
    return withBasis(worstOf(it), it);
}

} // namespace lockscope
