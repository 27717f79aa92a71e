// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rhythm.h"
#include "core/engine/verdict.h"

#include <QTest>

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

// Held since Start, renewed every 10 s to 30 s, last at Start + 20 s.
Lock watched()
{
    Lock lock;
    lock.key.bytes = QByteArrayLiteral("lock:a");
    lock.node.bytes = QByteArrayLiteral("127.0.0.1:6379");
    lock.kind = {"rlock"};
    lock.holders.append(Holder{.id = {QByteArrayLiteral("uuid:1")}});
    lock.heldSince = Start;
    lock.readAt = Start;
    lock.lease = 30s;
    lock.expiresAt = Start + 50s;
    lock.renewals.count = 2;
    lock.renewals.period = 10s;
    lock.renewals.lastAt = Start + 20s;
    return lock;
}

Lock leased(milliseconds ttl)
{
    Lock lock = watched();
    lock.renewals = {};
    lock.lease = ttl;
    lock.expiresAt = Start + ttl;
    return lock;
}

Lock untimed()
{
    Lock lock = leased(1s);
    lock.lease.reset();
    lock.expiresAt.reset();
    return lock;
}

Lock freeWith(qint64 waiters)
{
    Lock lock = untimed();
    lock.holders.clear();
    lock.waiters.subscribed = waiters;
    return lock;
}

Lock with(Lock lock, void (*change)(Lock &))
{
    change(lock);
    return lock;
}

} // namespace

Q_DECLARE_METATYPE(lockscope::Lock)

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    void judges_data()
    {
        QTest::addColumn<Lock>("lock");
        QTest::addColumn<int>("atMs");
        QTest::addColumn<VerdictLevel>("level");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char *text, const Lock &lock, int atMs, VerdictLevel level,
                            const char *code) {
            QTest::newRow(text) << lock << atMs << level << QByteArray(code);
        };
        using enum VerdictLevel;
        row("beats in time", watched(), 29'000, Ok, "healthy");
        row("late, but not by half a period", watched(), 35'000, Ok, "healthy");
        row("a beat missed", watched(), 35'300, Warning, "renewal-overdue");
        row("two beats missed", watched(), 45'300, Critical, "renewal-overdue");
        row("a fixed lease running out", leased(30s), 29'900, Ok, "healthy");
        row("renewed once, then never, nearly out",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.count = 1;
                     l.renewals.period.reset();
                 }),
            45'500, Warning, "about-to-expire");
        row("renewed once, plenty left",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.count = 1;
                     l.renewals.period.reset();
                 }),
            40'000, Ok, "healthy");
        row("renews at the last moment, and did",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.period = 25s;
                     l.renewals.lastAt = Start + 20s;
                 }),
            44'000, Ok, "healthy");
        row("renews at the last moment, and is late",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.period = 25s;
                     l.renewals.lastAt = Start + 20s;
                 }),
            45'500, Warning, "about-to-expire");
        row("no expiry, just seen", untimed(), 100, Warning, "no-expiry");
        row("no expiry for longer than two steps take", untimed(), 5'100, Critical, "no-expiry");
        row("permits without an expiry are normal",
            with(untimed(), [](Lock &l) { l.holders[0].mode = HoldMode::Permit; }), 60'000, Ok, "healthy");
        row("each holder has its own deadline",
            with(untimed(), [](Lock &l) { l.holders[0].expiresAt = Start + 90s; }), 60'000, Ok, "healthy");
        row("held for long", leased(1h), 601'000, Info, "long-held");
        row("entered again and again",
            with(leased(30s),
                 [](Lock &l) {
                     l.holders[0].count = 9;
                     l.maxCount = 9;
                 }),
            1'000, Info, "count-grows");
        row("entered often, but given back since",
            with(leased(30s),
                 [](Lock &l) {
                     l.holders[0].count = 2;
                     l.maxCount = 9;
                 }),
            1'000, Ok, "healthy");
        row("others wait", with(leased(30s), [](Lock &l) { l.waiters.subscribed = 2; }), 1'000, Info,
            "waited-for");
        row("others queue", with(leased(30s), [](Lock &l) { l.waiters.queued.resize(1); }), 1'000, Info,
            "waited-for");
        row("a danger outweighs the waiters", with(untimed(), [](Lock &l) { l.waiters.subscribed = 2; }),
            9'000, Critical, "no-expiry");
        row("free", freeWith(0), 60'000, Ok, "free");
        row("free, handing over", freeWith(1), 1'000, Ok, "free");
        row("free, and nobody wakes the waiters", freeWith(1), 6'000, Warning, "free-but-waited-for");
        const auto closed = [](LockExtras extras) {
            Lock lock = freeWith(1);
            lock.extras = std::make_shared<LockExtras>(std::move(extras));
            return lock;
        };
        row("a latch with counts to go", closed({.toGo = 2}), 60'000, Info, "waited-for");
        row("a latch that is open", closed({.toGo = 0}), 60'000, Warning, "free-but-waited-for");
        row("a semaphore with none free", closed({.permits = Permits{.available = 0}}), 60'000, Info,
            "waited-for");
        row("a semaphore with one free", closed({.permits = Permits{.available = 1}}), 60'000, Warning,
            "free-but-waited-for");
        row("a semaphore nobody has counted", closed({.permits = Permits{}}), 60'000, Warning,
            "free-but-waited-for");
        row("its node is away", with(untimed(), [](Lock &l) { l.stale = true; }), 60'000, Info, "stale");
    }

    void judges()
    {
        QFETCH(Lock, lock);
        QFETCH(int, atMs);
        QFETCH(VerdictLevel, level);
        QFETCH(QByteArray, code);
        const Verdict verdict = judge(lock, Start + milliseconds(atMs));
        QCOMPARE(QByteArray(verdict.code.data(), qsizetype(verdict.code.size())), code);
        QCOMPARE(verdict.level, level);
    }

    // A timer set to nextJudgement() misses nothing: between two judgements the verdict does not change.
    void nextJudgementMissesNothing_data() { judges_data(); }

    void nextJudgementMissesNothing()
    {
        QFETCH(Lock, lock);
        Instant at = Start;
        Verdict verdict = judge(lock, at);
        int wakeups = 0;
        std::optional<Instant> next = nextJudgement(lock, at);
        for (; at < Start + 20min; at += 50ms) {
            if (next && *next <= at) {
                verdict = judge(lock, at);
                const auto after = nextJudgement(lock, at);
                QVERIFY(!after || *after > at);
                next = after;
                ++wakeups;
            }
            QCOMPARE(judge(lock, at), verdict);
        }
        QVERIFY2(wakeups < 20, "a lock that stays as it is needs few looks");
    }

    void explains_data() { judges_data(); }

    void explains()
    {
        QFETCH(Lock, lock);
        QFETCH(int, atMs);
        const Instant at = Start + milliseconds(atMs);
        lock.verdict = judge(lock, at);
        const VerdictText text = explainVerdict(lock, at);
        QVERIFY(!text.sentence.isEmpty());
        QVERIFY(!text.evidence.isEmpty());
        QCOMPARE(text.advice.isEmpty(),
                 lock.verdict.level == VerdictLevel::Ok || lock.verdict.code == "waited-for");
        for (const QString &line : text.evidence + QStringList{text.sentence, text.advice})
            QVERIFY2(!line.contains(QLatin1Char('%')), qPrintable(line));
    }

    void evidenceHasTheNumbers()
    {
        Lock lock = watched();
        const Instant at = Start + 46s;
        lock.verdict = judge(lock, at);
        const QString facts = explainVerdict(lock, at).evidence.join(QLatin1Char('|'));
        for (const milliseconds number :
             {milliseconds(46s), milliseconds(4s), milliseconds(30s), milliseconds(26s)})
            QVERIFY2(facts.contains(humanDuration(number)), qPrintable(facts));
        QVERIFY2(facts.contains(QLatin1String("2 renewal(s) missed")), qPrintable(facts));
    }

    void learnsThePeriodDespiteALateBeat()
    {
        Rhythm rhythm;
        Renewals renewals;
        Instant at = Start;
        for (const milliseconds pause : {0ms, 10'000ms, 10'020ms, 31'000ms, 9'990ms, 10'010ms}) {
            at += pause;
            rhythm.note(renewals, at);
        }
        QCOMPARE(renewals.count, 6);
        QCOMPARE(*renewals.period, 10'010ms);
        QCOMPARE(renewals.missed, 2); // 31 s: the beats at 10 s and 20 s
        QCOMPARE(*renewals.lastAt, at);
    }

    void theFirstRenewalTellsNoPeriod()
    {
        Rhythm rhythm;
        Renewals renewals;
        rhythm.note(renewals, Start);
        QCOMPARE(renewals.count, 1);
        QVERIFY(!renewals.period);
        QCOMPARE(missedBeats(renewals, Start + 1h), 0);
    }
};

QTEST_GUILESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
