// SPDX-License-Identifier: GPL-3.0-or-later
// One act on many locks, without a dialog: BulkRun.

#include "core/engine/acts/actguard.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/bulk/bulksamples.h"
#include "tests/ui/uisamples.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/bulk/bulkreport.h"

#include <QTest>

namespace tst_bulkrun
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::count;
using lockscope::samples::profile;
using lockscope::samples::tokenLock;
using lockscope::samples::tokenLocks;

namespace
{

Receipt receiptOf(const BulkRun &series, int row, ActResult result)
{
    return {.act = series.act(), .result = result, .key = series.row(row).shown->key, .at = wallNow()};
}

// Answers all requested plans at once.
void planAll(BulkRun &series)
{
    while (const auto row = series.nextToPlan())
        series.planned(*row, ActPlan{.act = series.act(), .key = series.row(*row).shown->key});
}

LockEvent told(EventKind kind, const LockPtr &lock)
{
    return {.kind = kind,
            .key = lock->key,
            .owner = lock->owner(),
            .count = kind == EventKind::Acquired ? 1 : 0,
            .at = now(),
            .wallAt = wallNow()};
}

LockPtr withTtl(const LockPtr &lock, milliseconds left)
{
    Lock other = *lock;
    other.readAt = now();
    other.expiresAt = other.readAt + left;
    return std::make_shared<const Lock>(std::move(other));
}

} // namespace

class TestBulkRun : public QObject
{
    Q_OBJECT

private slots:
    void plansAreAskedForInSmallNumbers();
    void anOwnerIsAlwaysCompared();
    void theKindOfAGuessIsNamed();
    void whatMakesNoSenseIsLeftOut();
    void whatChangedIsLeftAloneUntilSeen();
    void whatTheSameOwnerTookAnewIsLeftAlone_data();
    void whatTheSameOwnerTookAnewIsLeftAlone();
    void whatIsTakenAnewDuringTheRunIsLeftAlone();
    void theTimeToLiveIsComparedAsShown();
    void theScriptLeavesOutWhatChanged();
    void oneAtATimeInOrder();
    void aRenamedConnectionDoesNotEndIt();
    void theLimitIsWaitedFor();
    void theGuardsOwnLimitIsWaitedForToo();
    void stoppingTriesNothingElse();
    void theFirstFailureMayEndIt();
    void aLostConnectionEndsIt();
};

void TestBulkRun::plansAreAskedForInSmallNumbers()
{
    BulkRun series(profile(), ActKind::Wake, {}, tokenLocks(100), now());
    std::vector<int> asked;
    while (const auto row = series.nextToPlan())
        asked.push_back(*row);
    QCOMPARE(int(asked.size()), BulkRun::MostPlansInFlight);
    QCOMPARE(series.unplanned(), 100);
    series.planned(asked.front(), ActPlan{});
    QCOMPARE(series.nextToPlan(), std::optional(16));
    QCOMPARE(series.nextToPlan(), std::nullopt);
    QCOMPARE(series.unplanned(), 99);
}

void TestBulkRun::anOwnerIsAlwaysCompared()
{
    const std::vector<LockPtr> locks{tokenLock("lock:a", "token-7"),
                                     std::make_shared<const Lock>(samples::renewed(now()))};
    for (const ActKind act : {ActKind::ForceRelease, ActKind::SetExpiry}) {
        BulkRun series(profile(), act, 1s, locks, now());
        QCOMPARE(series.requestOf(0).expectedOwner, std::optional(OwnerId{"token-7"}));
        QCOMPARE(series.requestOf(1).expectedOwner, std::optional(samples::Orders));
    }
    BulkRun series(profile(), ActKind::ForceRelease, {}, locks, now());
    QCOMPARE(series.requestOf(1).expectedCount, std::optional<qint64>(2));
}

void TestBulkRun::theKindOfAGuessIsNamed()
{
    Lock lock = *tokenLock("door:lock:7");
    for (const ActKind act : {ActKind::ForceRelease, ActKind::SetExpiry, ActKind::Wake}) {
        lock.confidence = Confidence::Guess;
        QCOMPARE(BulkRun(profile(), act, 1s, {samples::shared(lock)}, now()).requestOf(0).kind,
                 QByteArray("token-lock"));
        lock.confidence = Confidence::Likely; // Recognised
        QVERIFY(BulkRun(profile(), act, 1s, {samples::shared(lock)}, now()).requestOf(0).kind.isEmpty());
    }
}

void TestBulkRun::whatMakesNoSenseIsLeftOut()
{
    Lock free = *tokenLock("lock:free");
    free.holders.clear();
    Lock permits = free; // Forcing it would add a permit too many
    permits.key = LockName{"semaphore:a"};
    permits.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 3}});
    Lock soon = *tokenLock("lock:soon");
    soon.expiresAt = now() + 5s;
    const std::vector<LockPtr> locks{tokenLock("lock:a"), std::make_shared<const Lock>(free),
                                     std::make_shared<const Lock>(soon),
                                     std::make_shared<const Lock>(permits)};
    BulkRun release(profile(), ActKind::ForceRelease, {}, locks, now());
    planAll(release);
    QCOMPARE(release.row(1).state, BulkRun::State::LeftOut);
    QCOMPARE(release.row(3).state, BulkRun::State::LeftOut);
    QCOMPARE(release.meant(), 2);
    BulkRun expiry(profile(), ActKind::SetExpiry, 30s, locks, now());
    planAll(expiry);
    QCOMPARE(expiry.meant(), 1);
    QVERIFY(!expiry.row(2).why.isEmpty());
    BulkRun wake(profile(), ActKind::Wake, {}, locks, now());
    wake.planned(*wake.nextToPlan(),
                 Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("no channel")});
    QCOMPARE(wake.row(0).state, BulkRun::State::LeftOut);
    QCOMPARE(wake.row(0).why, QStringLiteral("no channel"));
}

void TestBulkRun::whatChangedIsLeftAloneUntilSeen()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    planAll(series);
    LockDelta delta{.upserted = {tokenLock("lock:1", "rival")}, .removed = {LockName{"lock:2"}}};
    QCOMPARE(series.apply(delta).size(), size_t(2));
    QCOMPARE(series.changed(), 2);
    QCOMPARE(series.meant(), 1);
    QCOMPARE(series.requestOf(1).expectedOwner, std::optional(OwnerId{"token-1"})); // As shown
    QCOMPARE(series.lookAgain(now()).size(), size_t(2));
    QCOMPARE(series.row(2).state, BulkRun::State::LeftOut); // Gone
    QCOMPARE(series.unplanned(), 1);
    planAll(series);
    QCOMPARE(series.meant(), 2);
    QCOMPARE(series.requestOf(1).expectedOwner, std::optional(OwnerId{"rival"}));
}

void TestBulkRun::whatTheSameOwnerTookAnewIsLeftAlone_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::newRow("release by force") << ActKind::ForceRelease;
    QTest::newRow("expiry") << ActKind::SetExpiry;
}

void TestBulkRun::whatTheSameOwnerTookAnewIsLeftAlone()
{
    QFETCH(ActKind, act);
    std::vector<LockPtr> locks = tokenLocks(4);
    locks[2] = withTtl(locks[2], 20s);
    BulkRun series(profile(), act, 1s, locks, now());
    planAll(series);
    QCOMPARE(series.meant(), 4);
    // Between two reads: the lock looks the same, and only events reveal the change.
    series.apply({.upserted = {locks[0]},
                  .events = {told(EventKind::Released, locks[0]), told(EventKind::Acquired, locks[0])}});
    QCOMPARE(series.changed(), 1);
    // Its release and acquisition were seen.
    series.apply({.removed = {locks[1]->key}, .events = {told(EventKind::Released, locks[1])}});
    series.apply({.upserted = {locks[1]}, .events = {told(EventKind::Acquired, locks[1])}});
    QCOMPARE(series.changed(), 2);
    series.apply({.upserted = {withTtl(locks[2], 60s)}}); // A longer TTL than before
    QCOMPARE(series.changed(), 3);
    QCOMPARE(series.meant(), 1);
    series.lookAgain(now());
    planAll(series);
    QCOMPARE(series.changed(), 0);
    QCOMPARE(series.meant(), 4);
}

void TestBulkRun::whatIsTakenAnewDuringTheRunIsLeftAlone()
{
    const std::vector<LockPtr> locks = tokenLocks(4);
    BulkRun series(profile(), ActKind::ForceRelease, {}, locks, now());
    planAll(series);
    series.start({}, now());
    QCOMPARE(series.next(now()), std::optional(0));
    for (const int row : {1, 3})
        series.apply(
            {.upserted = {locks[size_t(row)]}, .events = {told(EventKind::Acquired, locks[size_t(row)])}});
    series.answered(0, receiptOf(series, 0, ActResult::Done), now());
    QCOMPARE(series.next(now()), std::optional(2));
    series.answered(2, receiptOf(series, 2, ActResult::Done), now());
    QCOMPARE(series.next(now()), std::nullopt);
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Done), 2);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
    QVERIFY(!series.row(1).why.isEmpty());
    QCOMPARE(series.notDone().size(), size_t(2));
}

void TestBulkRun::theTimeToLiveIsComparedAsShown()
{
    const LockPtr leased = withTtl(tokenLock("lock:leased"), 20s);
    BulkRun series(profile(), ActKind::ForceRelease, {}, {tokenLock("lock:endless"), leased}, now());
    planAll(series);
    QCOMPARE(series.requestOf(0).longestTtl, std::optional<milliseconds>(-1ms));
    series.apply({.upserted = {withTtl(leased, 60s)}});
    const auto longest = series.requestOf(1).longestTtl;
    QVERIFY(longest && *longest <= 20s + ShownLock::Tolerance);
    BulkRun expiry(profile(), ActKind::SetExpiry, 1s, {leased}, now());
    QVERIFY(!expiry.requestOf(0).longestTtl);
}

void TestBulkRun::theScriptLeavesOutWhatChanged()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    while (const auto row = series.nextToPlan())
        series.planned(*row, ActPlan{.commands = {QStringLiteral("redis-cli #%1").arg(*row)}});
    series.apply({.upserted = {tokenLock("lock:1", "rival")}});
    const QByteArray script = bulkScript(series, {});
    QVERIFY2(script.contains("redis-cli #0") && script.contains("redis-cli #2"), script.constData());
    QVERIFY2(!script.contains("redis-cli #1"), script.constData());
    QVERIFY2(script.contains("\n# changed since: lock:1: "), script.constData());
    QVERIFY2(script.contains("\n# 2 lock"), script.constData());
}

void TestBulkRun::oneAtATimeInOrder()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(4), now());
    planAll(series);
    series.setTicked(1, false);
    QCOMPARE(series.next(now()), std::nullopt);
    series.start({.reason = QStringLiteral("OPS-1")}, now());
    QCOMPARE(series.total(), 3);
    for (const int expected : {0, 2, 3}) {
        QCOMPARE(series.next(now()), std::optional(expected));
        QCOMPARE(series.next(now()), std::nullopt); // Until the answer arrives
        QCOMPARE(series.requestOf(expected).series, 3);
        QCOMPARE(series.requestOf(expected).reason, QStringLiteral("OPS-1"));
        series.answered(expected, receiptOf(series, expected, ActResult::Done), now());
    }
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Done), 3);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 1);
    QVERIFY(series.notDone().empty()); // It was not ticked
}

void TestBulkRun::aRenamedConnectionDoesNotEndIt()
{
    BulkRun series(profile(Environment::Production), ActKind::ForceRelease, {}, tokenLocks(2), now());
    planAll(series);
    series.start({.reason = QStringLiteral("OPS-1"), .confirmedName = QStringLiteral("orders-prod 2")},
                 now());
    series.rename(QStringLiteral("shop"));
    QCOMPARE(series.requestOf(0).confirmedName, QStringLiteral("shop 2"));
    BulkRun single(profile(Environment::Production), ActKind::ForceRelease, {}, tokenLocks(1), now());
    planAll(single);
    const QString typed = escapedText(single.row(0).shown->key.bytes);
    single.start({.reason = QStringLiteral("OPS-1"), .confirmedName = typed}, now());
    single.rename(QStringLiteral("shop"));
    QCOMPARE(single.requestOf(0).confirmedName, typed);
}

void TestBulkRun::theLimitIsWaitedFor()
{
    const Instant begin = now();
    BulkRun series(profile(Environment::Development, 2), ActKind::Wake, {}, tokenLocks(5), begin);
    planAll(series);
    series.start({}, begin);
    for (const int row : {0, 1}) {
        QCOMPARE(series.next(begin), std::optional(row));
        series.answered(row, receiptOf(series, row, ActResult::Done), begin + row * 10s);
    }
    QCOMPARE(series.next(begin + 10s), std::nullopt);
    QVERIFY(series.pausedUntil() && *series.pausedUntil() > begin + 60s);
    QCOMPARE(series.next(begin + 59s), std::nullopt);
    QCOMPARE(series.next(begin + 61s), std::optional(2));
    series.answered(2, receiptOf(series, 2, ActResult::Done), begin + 61s);
    QCOMPARE(series.next(begin + 61s), std::nullopt); // The second act of the previous minute still counts
    QCOMPARE(series.next(begin + 71s), std::optional(3));
}

// Another program uses the same profile.
void TestBulkRun::theGuardsOwnLimitIsWaitedForToo()
{
    const Instant begin = now();
    ConnectionSpec spec = profile(Environment::Development, 1);
    ActGuard guard;
    guard.guard(spec);
    BulkRun series(spec, ActKind::Wake, {}, tokenLocks(2), begin);
    planAll(series);
    VERIFY_OK(guard.admit(series.requestOf(0)));
    series.start({}, begin);
    QCOMPARE(series.next(begin), std::optional(0));
    const auto refused = guard.admit(series.requestOf(0));
    QVERIFY(!refused.ok());
    QVERIFY(refused.failure().retryAfter.has_value());
    Receipt receipt = receiptOf(series, 0, ActResult::Refused);
    receipt.failure = refused.failure();
    series.answered(0, receipt, begin);
    QCOMPARE(series.phase(), BulkRun::Phase::Running);
    QVERIFY(series.pausedUntil() && *series.pausedUntil() > begin + 50s);
    QCOMPARE(series.tried(), 0);
    QCOMPARE(series.next(*series.pausedUntil()), std::optional(0)); // The same row again
    // An act denied by the profile is not a limit.
    Receipt denied = receiptOf(series, 0, ActResult::Refused);
    denied.failure = {.kind = ErrorKind::Forbidden, .text = QStringLiteral("denied")};
    QVERIFY(!denied.failure.retryAfter);
}

void TestBulkRun::stoppingTriesNothingElse()
{
    BulkRun series(profile(), ActKind::Wake, {}, tokenLocks(3), now());
    planAll(series);
    series.start({}, now());
    QCOMPARE(series.next(now()), std::optional(0));
    series.stop(QStringLiteral("stopped"));
    QCOMPARE(series.phase(), BulkRun::Phase::Running); // It waits for the answer
    series.answered(0, receiptOf(series, 0, ActResult::Done), now());
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(series.next(now()), std::nullopt);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
    QCOMPARE(series.row(2).why, QStringLiteral("stopped"));
    QCOMPARE(series.notDone().size(), size_t(2));
}

void TestBulkRun::theFirstFailureMayEndIt()
{
    for (const bool stops : {false, true}) {
        BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
        planAll(series);
        series.start({.stopAtFailure = stops}, now());
        series.answered(*series.next(now()), receiptOf(series, 0, ActResult::AlreadyGone), now());
        QCOMPARE(series.phase(), BulkRun::Phase::Running); // That is not a failure
        series.answered(*series.next(now()), receiptOf(series, 1, ActResult::OwnerChanged), now());
        QCOMPARE(series.phase() == BulkRun::Phase::Ended, stops);
    }
}

void TestBulkRun::aLostConnectionEndsIt()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    planAll(series);
    series.start({}, now());
    Receipt receipt = receiptOf(series, 0, ActResult::Refused);
    receipt.failure = {.kind = ErrorKind::NotConnected, .text = QStringLiteral("not connected")};
    series.answered(*series.next(now()), receipt, now());
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Refused), 1);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
}

LOCKSCOPE_UI_TEST(TestBulkRun)

} // namespace tst_bulkrun

#include "tst_bulkrun.moc"
