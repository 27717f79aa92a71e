// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/renewals/leasekind.h"
#include "core/engine/verdicts/verdicttext.h"
#include "tests/core/engine/verdicts/verdictlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_verdicttext
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::verdictlocks;

class TestVerdictText : public QObject
{
    Q_OBJECT

private slots:
    // A writer that reads as well has two entries, and is one holder.
    void aWriterThatReadsIsOneHolder()
    {
        Lock lock = leased(30s);
        lock.kind = {"rw-lock"};
        lock.holders = {Holder{.id = {"uuid:1:write"}, .mode = HoldMode::Write},
                        Holder{.id = {"uuid:1"}, .mode = HoldMode::Read}};
        lock.readAt = Start + 5s;
        lock.verdict = judge(lock, Start + 5s);
        const auto evidence = [&lock] {
            return explainVerdict(lock, Start + 5s).evidence.join(QLatin1Char('\n'));
        };
        QVERIFY2(!evidence().contains(QStringLiteral("holder")), qPrintable(evidence()));
        lock.holders.last().id.bytes = "uuid:2";
        QVERIFY2(evidence().contains(QStringLiteral("2 holder")), qPrintable(evidence()));
    }

    void theLastVerdictIsKeptWhileItsNodeIsAway()
    {
        Lock before = untimed();
        before.readAt = Start;
        before.verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
        Lock lost = before;
        lost.stale = true;
        lost.keepLastKnown(&before);
        lost.verdict = judge(lost, Start + 1s);
        QCOMPARE(lost.verdict.code, std::string_view("stale"));
        QCOMPARE(lost.shownVerdict(), before.verdict);
        const VerdictText text = explainVerdict(lost, Start + 1s);
        QVERIFY2(text.evidence.first().startsWith(QStringLiteral("last known: No expiry")),
                 qPrintable(text.evidence.first()));
        Lock readLater = lost; // what was not seen is not told as if it were
        readLater.readAt = Start + 30s;
        const QStringList evidence = explainVerdict(readLater, Start + 90s).evidence;
        QCOMPARE(evidence.filter(QStringLiteral("eld for")).size(), 1); // Said once
        QVERIFY2(evidence.first().endsWith(QStringLiteral("Held for at least 30 s")),
                 qPrintable(evidence.first()));
        Lock exact = readLater; // it may still be held
        exact.heldIsLowerBound = false;
        QVERIFY(
            explainVerdict(exact, Start + 90s).evidence.first().endsWith(QStringLiteral("at least 30 s")));
        Lock guess = lost;
        guess.confidence = Confidence::Guess;
        QVERIFY(explainVerdict(guess, Start + 1s)
                    .evidence.first()
                    .startsWith(QStringLiteral("last known: If this is a lock: ")));
        Lock later = lost;
        later.keepLastKnown(&lost); // Still away
        QCOMPARE(later.shownVerdict(), before.verdict);
        later.stale = false;
        later.keepLastKnown(&lost);
        QVERIFY(!later.lastKnown);
    }

    // Late for its rhythm, but not late enough to be judged.
    void saysWhenTheNextRenewalWasDue()
    {
        Lock lock = readAt(leased(30s), 1s);
        lock.kind = {"rlock"};
        lock.lease = 30s;
        lock.renewals = {.count = 1, .lastAt = Start + 10s};
        const auto sentence = [&lock](milliseconds at) {
            lock.readAt = Start + at;
            lock.verdict = judge(lock, lock.readAt);
            return explainVerdict(lock, lock.readAt).sentence;
        };
        QCOMPARE(sentence(15s), QStringLiteral("OK: held and renewed on time"));
        QCOMPARE(sentence(24s), QStringLiteral("OK so far: held, renewed 1 time(s), last 14 s ago; the next "
                                               "renewal was due 4 s ago: not judged yet"));
        lock.kind = {"token-lock"}; // its program renews when it likes
        QCOMPARE(sentence(24s), QStringLiteral("OK so far: held, renewed 1 time(s), last 14 s ago"));
    }

    void namesTheReaderThatIsLate()
    {
        Lock lock = readAt(readers(), 45'300ms);
        std::swap(lock.holders[0], lock.holders[1]); // and with it whose rhythm is whose
        const HolderRenewals own = *lock.shareRenewals;
        lock.shareRenewals = std::make_shared<HolderRenewals>(HolderRenewals{own[1], own[0]});
        lock.verdict = judge(lock, lock.readAt);
        QCOMPARE(lock.verdict.figure, 2);
        const VerdictText text = explainVerdict(lock, lock.readAt);
        QVERIFY2(text.sentence.contains(QLatin1String("uuid:1")), qPrintable(text.sentence));
        QVERIFY(!text.advice.contains(QLatin1String("force"), Qt::CaseInsensitive));
    }

    // As a release does: it drops a first waiter only if its deadline is past.
    void saysHowLongADeadHeadBlocksTheQueue()
    {
        Lock lock = readAt(leased(30s), 1s);
        lock.waiters.queued = {{.id = {"uuid:9"}, .deadline = Start + 241s, .alive = false},
                               {.id = {"uuid:10"}, .deadline = Start + 300s, .alive = true}};
        lock.verdict = judge(lock, lock.readAt);
        QCOMPARE(lock.verdict.code, std::string_view("dead-head"));
        const auto sentence = [&lock] { return explainVerdict(lock, lock.readAt).sentence; };
        QVERIFY2(sentence().endsWith(QLatin1String("stay asleep until its deadline, in 4 min")),
                 qPrintable(sentence()));
        lock.waiters.queued.front().deadline.reset();
        QVERIFY2(sentence().endsWith(QLatin1String("stay asleep")), qPrintable(sentence()));
        lock.waiters.queued.front().deadline = Start;
        QVERIFY2(sentence().endsWith(QLatin1String("is past its deadline: the next release drops it")),
                 qPrintable(sentence()));
        lock.waiters.queued.front().alive = true; // Redisson adds up the deadlines of a queue
        lock.waiters.queued.back().alive = false;
        QVERIFY2(sentence().endsWith(QLatin1String("the next release drops it and wakes no client")),
                 qPrintable(sentence()));
        lock.waiters.queued.back().alive = true;
        QVERIFY2(sentence().endsWith(QLatin1String("the one behind it gets the lock")),
                 qPrintable(sentence()));
        QVERIFY(!explainVerdict(lock, lock.readAt).advice.contains(QLatin1String("did not leave")));
    }

    void promisesNoNextOwnerFromADeadQueue()
    {
        Lock lock = readAt(leased(30s), 1s);
        for (const char *id : {"uuid:9", "uuid:10", "uuid:11"})
            lock.waiters.queued.push_back({.id = {id}, .deadline = Start + 241s, .alive = false});
        lock.verdict = judge(lock, lock.readAt);
        const auto text = [&lock] { return explainVerdict(lock, lock.readAt); };
        QVERIFY2(text().sentence.endsWith(QLatin1String("no live waiter is behind it")),
                 qPrintable(text().sentence));
        lock.waiters.queued.front().deadline = Start;
        QVERIFY2(text().advice.startsWith(QLatin1String("No live waiter is behind it")),
                 qPrintable(text().advice));
        lock.holders.clear();
        QVERIFY2(text().sentence.endsWith(QLatin1String("no live waiter is behind it")),
                 qPrintable(text().sentence));
        QVERIFY2(!text().advice.contains(QLatin1String("gets the lock")), qPrintable(text().advice));
        lock.waiters.queueIsCut = true; // Those behind were not read
        QVERIFY2(text().advice.contains(QLatin1String("gets the lock")), qPrintable(text().advice));
    }

    // Since when it is closed is not known.
    void aClosedSemaphoreIsNotFree()
    {
        Lock lock{.key = {"semaphore:a"}, .kind = {"semaphore"}, .confidence = Confidence::Certain};
        lock.type = ValueType::String;
        lock.extras = std::make_shared<LockExtras>(LockExtras{.permits = Permits{.available = 0}});
        lock.waiters.subscribed = 1;
        lock.verdict = judge(lock, Start);
        QCOMPARE(lock.verdict.code, std::string_view("waited-for"));
        const QString facts = explainVerdict(lock, Start).evidence.join(QLatin1Char('|'));
        QVERIFY2(!facts.contains(QStringLiteral("free for")), qPrintable(facts));
    }

    // Redisson's addPermits(-1) while three are held.
    void aSemaphoreWithFewerPermitsThanAreHeld()
    {
        Lock lock{.key = {"semaphore:a"}, .kind = {"permit-semaphore"}, .confidence = Confidence::Certain};
        lock.extras = std::make_shared<LockExtras>(
            LockExtras{.permits = Permits{.available = -1, .held = 3, .total = 2}});
        lock.type = ValueType::String;
        lock.lasting = true;
        for (const char *permit : {"p1", "p2", "p3"})
            lock.holders.append(Holder{.id = {permit}, .mode = HoldMode::Permit, .expiresAt = Start + 2h});
        lock.readAt = lock.heldSince = Start + 1h;
        lock.verdict = judge(lock, Start + 1h);
        QCOMPARE(lock.verdict.code, std::string_view("permits-understated"));
        QCOMPARE(lock.verdict.level, VerdictLevel::Info);
        const VerdictText text = explainVerdict(lock, Start + 1h);
        QCOMPARE(text.sentence, QStringLiteral("3 permits held, but only 2 exist"));
        QVERIFY2(text.advice.contains(QStringLiteral("is unknown")), qPrintable(text.advice));
    }

    // As the column and the fact, which have a dash.
    void aTimeJustBegunIsNotAtLeastThat()
    {
        Lock lock = readAt(untimed(), 608ms);
        lock.heldIsLowerBound = true;
        lock.verdict = {.level = VerdictLevel::Warning, .code = "no-expiry"};
        const auto text = [&lock](Instant at) {
            const VerdictText verdict = explainVerdict(lock, at);
            return verdict.sentence + u'|' + verdict.evidence.join(u'|');
        };
        QVERIFY2(!text(lock.heldSince + 608ms).contains(QLatin1String("eld for")),
                 qPrintable(text(lock.heldSince + 608ms)));
        QVERIFY(text(lock.heldSince + 1s).contains(QLatin1String("Held for at least 1 s")));
        lock.verdict = {.level = VerdictLevel::Info, .code = "waited-for"};
        QVERIFY(!text(lock.heldSince + 608ms).contains(QLatin1String("eld for")));
        QVERIFY(text(lock.heldSince + 1s).contains(QLatin1String("held for at least 1 s")));
    }

    void evidenceHasTheNumbers()
    {
        Lock lock = readAt(watched(), 46s);
        const Instant at = lock.readAt;
        lock.verdict = judge(lock, at);
        const QString facts = explainVerdict(lock, at).evidence.join(QLatin1Char('|'));
        for (const milliseconds number :
             {milliseconds(46s), milliseconds(4s), milliseconds(30s), milliseconds(26s)})
            QVERIFY2(facts.contains(humanDuration(number)), qPrintable(facts));
        QVERIFY2(facts.contains(QLatin1String("2 renewal(s) missed")), qPrintable(facts));
    }

    void lessThanASecondIsJustNow()
    {
        Lock lock = readAt(watched(), 20s);
        lock.verdict = judge(lock, lock.readAt);
        const QString renewed = explainVerdict(lock, lock.readAt).evidence.join(QLatin1Char('|'));
        QVERIFY2(renewed.contains(QLatin1String("last just now")), qPrintable(renewed));
        lock.stale = true;
        lock.verdict = {.level = VerdictLevel::Info, .code = "stale"};
        const VerdictText stale = explainVerdict(lock, lock.readAt + 999ms);
        QVERIFY2(stale.sentence.endsWith(QLatin1String("as last read, just now")),
                 qPrintable(stale.sentence));
        QVERIFY(!stale.evidence.join(QLatin1Char('|')).contains(QLatin1String(" ms ago")));
        QVERIFY(stale.evidence.filter(QStringLiteral("last read")).isEmpty()); // The sentence says so
    }

    void aSemaphoreWithoutHoldersIsNotCalledFree()
    {
        Lock lock = freeWith(0);
        lock.ended = Ending::Released;
        lock.extras = std::make_shared<LockExtras>(LockExtras{.permits = Permits{.available = 1}});
        lock.verdict = judge(lock, Start + 5s);
        const VerdictText text = explainVerdict(lock, Start + 5s);
        QCOMPARE(QByteArray(lock.verdict.code.data()), "free");
        QVERIFY2(text.sentence.contains(QLatin1String("not recorded")), qPrintable(text.sentence));
        const QString facts = text.evidence.join(QLatin1Char('|'));
        QVERIFY2(!facts.contains(QLatin1String("free for")), qPrintable(facts));
        QVERIFY(!facts.contains(QLatin1String("last hold")));
    }

    void theFigureCounts()
    {
        const Surroundings silent{.renewing = 7, .allLateAt = Start + 35s};
        Lock lock = goneAt(watched(), 21s);
        QCOMPARE(judge(lock, Start + 25s).figure, 1);
        lock.clients.reset();
        const Instant at = lock.readAt = Start + 36s;
        lock.verdict = judge(lock, at, {}, silent);
        QCOMPARE(lock.verdict.figure, 7);
        QVERIFY(explainVerdict(lock, at).sentence.contains(QLatin1String("all of its 7 lock(s)")));
    }

    void permitsMayBeMoreThanAnIntCounts()
    {
        Lock lock = leased(30s);
        lock.extras = std::make_shared<LockExtras>(
            LockExtras{.permits = Permits{.available = 1, .held = 3'000'000'000, .total = 5'000'000'000}});
        const QString facts = explainVerdict(lock, Start + 20s).evidence.join(QLatin1Char('|'));
        QVERIFY2(facts.contains(QStringLiteral("5000000000 permit(s) in total")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("3000000000 permit(s) held")), qPrintable(facts));
        lock.verdict = {VerdictLevel::Warning, "permits-understated", 2'147'483'648};
        const QString sentence = explainVerdict(lock, Start + 20s).sentence;
        QVERIFY2(sentence.startsWith(QStringLiteral("2147483648 permit(s) missing")), qPrintable(sentence));
    }

    void evidenceNamesTheClient()
    {
        const Lock lock = goneAt(watched(), 21s);
        const QString facts = explainVerdict(lock, Start + 25s).evidence.join(QLatin1Char('|'));
        for (const char *fact : {"uuid:1", "203.0.113.7:50112", "orders-7", "no longer connected", "4 s"})
            QVERIFY2(facts.contains(QLatin1String(fact)), qPrintable(facts));
    }

    void tellsAWatchdogFromAFixedLease()
    {
        QCOMPARE(leaseKind(watched(), Start + 25s), LeaseKind::Watchdog);
        QCOMPARE(leaseKind(leased(30s), Start + 19s), LeaseKind::Unknown);
        QCOMPARE(leaseKind(leased(30s), Start + 20s), LeaseKind::Fixed);
        QCOMPARE(leaseKind(untimed(), Start + 20s), LeaseKind::None);
        QCOMPARE(leaseKind(freeWith(0), Start + 20s), LeaseKind::Unknown);
        Lock once = watched();
        once.renewals.count = 1;
        once.renewals.period.reset();
        QCOMPARE(leaseKind(once, Start + 25s), LeaseKind::Renewed);
        Lock other = watched(); // Its last renewal set a shorter TTL than an earlier one
        other.lease = 60s;
        QCOMPARE(leaseKind(other, Start + 25s), LeaseKind::Renewed);
        Lock programs = watched();
        programs.kind = {"token-lock"};
        QCOMPARE(leaseKind(programs, Start + 25s), LeaseKind::Renewed);
        const auto facts = [](const Lock &lock, Instant at) {
            return explainVerdict(lock, at).evidence.join(QLatin1Char('|'));
        };
        QVERIFY(!facts(programs, Start + 25s).contains(QStringLiteral("watchdog")));
        QVERIFY(
            facts(watched(), Start + 25s).contains(QStringLiteral("renewed to 30 s every 10 s (watchdog)")));
        Lock seen = leased(30s);
        seen.heldIsLowerBound = false;
        QVERIFY(facts(seen, Start + 25s)
                    .contains(QStringLiteral("not renewed yet, 25 s into its lease of 30 s")));
        Lock before = leased(30s); // it may have been acquired for longer
        before.heldIsLowerBound = true;
        QVERIFY(facts(before, Start + 25s)
                    .contains(QStringLiteral("not renewed in the last 25 s, since it had 30 s left")));
    }
};

LOCKSCOPE_TEST(TestVerdictText)

} // namespace tst_verdicttext

#include "tst_verdicttext.moc"
