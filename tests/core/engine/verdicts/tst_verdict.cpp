// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttext.h"
#include "core/engine/verdicts/verdicttimes.h"
#include "tests/core/engine/verdicts/verdictlocks.h"
#include "tests/support/runner.h"

#include <QTest>

Q_DECLARE_METATYPE(lockscope::Lock)
Q_DECLARE_METATYPE(lockscope::Surroundings)

namespace tst_verdict
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::verdictlocks;

namespace
{

Lock withPermits(Lock lock, const Permits &permits)
{
    lock.type = ValueType::String;
    lock.extras = std::make_shared<LockExtras>(LockExtras{.permits = permits});
    return lock;
}

// Of a group of five nodes.
Lock agreedOn(int agreeing, int owners)
{
    Lock lock = watched();
    const Quorum quorum{.nodes = 5,
                        .needed = 3,
                        .agreeing = agreeing,
                        .reachable = 5,
                        .owner = lock.owner(),
                        .owners = owners};
    lock.extras = std::make_shared<LockExtras>(LockExtras{.quorum = quorum});
    return lock;
}

Lock withFirst(Lock lock, QueuedWaiter first)
{
    first.id.bytes = QByteArrayLiteral("uuid:9");
    lock.waiters.queued = {std::move(first)};
    return lock;
}

Lock with(Lock lock, void (*change)(Lock &))
{
    change(lock);
    return lock;
}

} // namespace

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
        QTest::addColumn<Surroundings>("around");
        const auto row = [](const char *text, const Lock &lock, int atMs, VerdictLevel level,
                            const char *code, const Surroundings &around = {}) {
            QTest::newRow(text) << lock << atMs << level << QByteArray(code) << around;
        };
        using enum VerdictLevel;
        row("beats in time", watched(), 29'000, Ok, "healthy");
        row("late, but not by half a period", watched(), 35'000, Ok, "healthy");
        row("a beat missed", watched(), 35'300, Warning, "renewal-overdue");
        row("two beats missed", watched(), 45'300, Critical, "renewal-overdue");
        row("two beats missed, as long as nobody looked", readAt(watched(), 35s), 45'300, Ok, "healthy");
        row("two beats missed, known of one", readAt(watched(), 36s), 45'300, Warning, "renewal-overdue");
        row("of two readers none is late", readers(), 35'000, Ok, "healthy");
        row("of two readers one is late", readers(), 35'300, Warning, "renewal-overdue");
        row("of two readers one misses two beats", readers(), 45'300, Critical, "renewal-overdue");
        row("of two readers one is over",
            with(readers(),
                 [](Lock &l) {
                     l.holders[1].expiresAt = l.expiresAt = Start + 90s;
                     const Renewals first{.count = 3, .period = 10s, .lastAt = Start + 20s};
                     const Renewals second{.count = 6, .period = 10s, .lastAt = Start + 60s};
                     l.shareRenewals = std::make_shared<HolderRenewals>(HolderRenewals{first, second});
                 }),
            60'000, Ok, "healthy");
        row("of two readers nobody knows which one renews", readers(false), 45'300, Ok, "healthy");
        row("what anybody writes looks renewed, and is not",
            with(watched(), [](Lock &l) { l.kind = {"untokened-lock"}; }), 45'300, Info, "about-to-expire");
        row("renewed twice at once, of a long lease",
            with(watched(),
                 [](Lock &l) {
                     l.lease = 150s;
                     l.expiresAt = Start + 170s;
                 }),
            45'300, Ok, "healthy");
        row("renewed often, of a long lease",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.count = 5;
                     l.lease = 150s;
                     l.expiresAt = Start + 170s;
                 }),
            45'300, Info, "renewal-overdue");
        row("a fixed lease running out", leased(30s), 29'900, Ok, "healthy");
        row("renewed once, then never, nearly out",
            with(watched(),
                 [](Lock &l) {
                     l.renewals.count = 1;
                     l.renewals.period.reset();
                 }),
            45'500, Info, "about-to-expire");
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
            47'700, Warning, "about-to-expire");
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
        row("a semaphore with none free, and nobody waits", withPermits(freeWith(0), {.available = 0}),
            60'000, Info, "closed");
        row("a semaphore with one free, and nobody waits", withPermits(freeWith(0), {.available = 1}), 60'000,
            Ok, "free");
        row("free, handing over", freeWith(1), 1'000, Ok, "free");
        row("free, and nobody wakes the waiters", freeWith(1), 6'000, Warning, "free-but-waited-for");
        row("free, and those who listen may wait in another database",
            with(freeWith(1), [](Lock &l) { l.waiters.mayBeElsewhere = true; }), 60'000, Ok, "free");
        row("free for long, and somebody comes", freeWith(1), 6'000, Ok, "free", {.stuckSince = Start + 5s});
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
        const auto renewing = [](qint64 locks, milliseconds allLateAt) {
            return Surroundings{.renewing = locks, .allLateAt = Start + allLateAt};
        };
        row("all locks of a client missed a beat", watched(), 35'300, Warning, "client-silent",
            renewing(3, 35'250ms));
        row("all missed two", watched(), 45'300, Critical, "client-silent", renewing(3, 35'250ms));
        row("another one of the client beats", watched(), 35'300, Warning, "renewal-overdue",
            renewing(3, 44s));
        row("its client has but this one", watched(), 35'300, Warning, "renewal-overdue",
            renewing(1, 35'250ms));
        row("its client is gone", goneAt(watched(), 21s), 25'000, Warning, "client-gone");
        row("its client is gone, and two beats are missed", goneAt(watched(), 21s), 45'300, Critical,
            "client-gone");
        row("its client is gone, and nothing ends it", goneAt(untimed(), 1s), 9'000, Critical, "no-expiry");
        row("renewed since its client was gone", goneAt(watched(), 15s), 25'000, Warning,
            "renewed-by-nobody");
        row("renewed since its client was gone, but no more", goneAt(watched(), 15s), 35'300, Warning,
            "renewal-overdue");
        row("of two holders one is gone, and somebody renews",
            goneAt(with(watched(), [](Lock &l) { l.holders.append(Holder{.id = {"uuid:2"}}); }), 15s), 25'000,
            Warning, "client-gone");
        const Surroundings odd{.oddSince = Start};
        const Lock overdue = withPermits(freeWith(0), {.available = 3, .held = 0, .total = 3, .overdue = 2});
        row("permits just past their time", overdue, 1'000, Info, "permit-leaked", odd);
        row("permits nobody gives back", overdue, 6'000, Warning, "permit-leaked", odd);
        row("permits past their time by their clients' clocks",
            with(withPermits(freeWith(0), {.held = 0, .overdue = 2}),
                 [](Lock &l) { l.kind = {"npm-semaphore"}; }),
            6'000, Info, "permit-leaked", odd);
        const Lock permit = with(untimed(), [](Lock &l) { l.holders[0].mode = HoldMode::Permit; });
        row("the holder of a permit is gone", goneAt(permit, 1s), 60'000, Ok, "healthy");
        row("the holder of a permit is gone for long", goneAt(permit, 1s), 601'000, Warning, "permit-leaked");
        row("fewer than no permit", withPermits(freeWith(0), {.available = -2}), 6'000, Warning,
            "permits-understated", odd);
        row("permits that do not add up", withPermits(permit, {.available = 1, .held = 1, .total = 3}), 6'000,
            Warning, "permits-understated", odd);
        const auto crowd = [&permit](qint64 held, const Permits &permits) {
            Lock lock = permit;
            lock.holders = {};
            for (qint64 i = 0; i < held; ++i)
                lock.holders.append(Holder{.id = {QByteArray::number(i)}, .mode = HoldMode::Permit});
            return withPermits(lock, permits);
        };
        const Lock oversold = crowd(5, {.available = 0, .held = 5, .total = 3});
        row("more permits than there are", oversold, 1'000, Info, "permits-oversold",
            {.oversoldSince = Start});
        row("more permits than there are, for long", oversold, 6'000, Critical, "permits-oversold",
            {.oversoldSince = Start});
        row("more permits than there are, but others each time", oversold, 60'000, Info, "permits-oversold",
            {.oversoldSince = Start + 59s});
        row("as many as there may be", crowd(3, {.available = 0, .held = 3, .total = 3}), 60'000, Ok,
            "healthy");
        row("taken out of use while they are held", crowd(5, {.available = -2, .held = 5, .total = 3}), 6'000,
            Info, "permits-understated", odd);
        row("many past their time, the rest not read",
            withPermits(freeWith(0), {.available = 0, .held = 9, .total = 3, .overdue = 256}), 6'000, Warning,
            "permit-leaked", odd);
        row("permits out, and no number",
            with(crowd(2, {.available = 0, .held = 2, .total = 2}),
                 [](Lock &l) { l.type = ValueType::None; }),
            6'000, Warning, "permits-understated", odd);
        row("permits that do", withPermits(permit, {.available = 2, .held = 1, .total = 3}), 6'000, Ok,
            "healthy");
        row("nobody listens for the first", withFirst(freeWith(1), {.alive = false}), 6'000, Warning,
            "dead-head", odd);
        row("nobody listens for the first for a moment", withFirst(freeWith(1), {.alive = false}), 1'000,
            Info, "dead-head", odd);
        row("the first is past its deadline", withFirst(leased(30s), {.deadline = Start + 1s}), 7'000,
            Warning, "dead-head");
        row("the first has time", withFirst(leased(30s), {.deadline = Start + 300s, .alive = true}), 7'000,
            Info, "waited-for");
        const auto expired = [](Lock lock) {
            lock.ended = Ending::Expired;
            return lock;
        };
        row("free since it expired, handing over", expired(freeWith(1)), 1'000, Ok, "free");
        row("free since it expired, and clients wait", expired(freeWith(1)), 6'000, Warning,
            "expired-with-waiters");
        row("free since it expired", expired(freeWith(0)), 6'000, Ok, "free");
        const Surroundings behind{.replicatedUntil = Start + 10s};
        row("renewed since the replica fell behind", watched(), 25'000, Warning, "replica-behind", behind);
        const Lock taken = with(leased(30s), [](Lock &l) { l.heldIsLowerBound = false; });
        row("taken before the replica fell behind", taken, 25'000, Ok, "healthy", behind);
        row("taken since the replica fell behind", with(taken, [](Lock &l) { l.heldSince = Start + 11s; }),
            25'000, Warning, "replica-behind", behind);
        row("met since the replica fell behind",
            with(leased(30s), [](Lock &l) { l.heldSince = Start + 11s; }), 25'000, Ok, "healthy", behind);
        row("for more than a day", leased(25h), 1'000, Info, "lease-absurd");
        row("a lease that grew", leased(1h), 1'000, Warning, "lease-absurd", {.firstLease = 2s});
        row("a lease that grew to what is usual", leased(30s), 1'000, Info, "lease-absurd",
            {.firstLease = 2s});
        row("a lease that grew a little", leased(30s), 1'000, Ok, "healthy", {.firstLease = 3s});
        const Lock timed = with(freeWith(0), [](Lock &l) {
            l.type = ValueType::String;
            l.lasting = true;
        });
        row("its own time is over", timed, 1'000, Info, "past-its-time");
        row("a semaphore stays by design", withPermits(timed, {.available = 2}), 1'000, Ok, "free");
        row("the time beside it is over",
            with(timed,
                 [](Lock &l) {
                     l.lasting = false;
                     l.expiresAt = Start + 500ms;
                 }),
            1'000, Info, "past-its-time");
        const auto beside = [](qint64 waiters) {
            Lock lock = freeWith(waiters);
            lock.extras = std::make_shared<LockExtras>(LockExtras{.companions = {{"queue:{lock:a}"}}});
            return lock;
        };
        row("keys beside a lock that is gone", beside(0), 60'000, Ok, "free");
        row("keys beside a lock that is long gone", beside(0), 601'000, Info, "companions-alone");
        row("keys of those who wait", beside(1), 601'000, Warning, "free-but-waited-for");
        row("a majority", agreedOn(4, 1), 25'000, Ok, "healthy");
        row("the smallest majority", agreedOn(3, 1), 25'000, Warning, "thin-quorum", odd);
        row("the smallest majority, for a moment", agreedOn(3, 1), 1'000, Info, "thin-quorum", odd);
        row("a majority, and somebody else", agreedOn(4, 2), 25'000, Warning, "split-owners", odd);
        row("a majority, and somebody else tries", agreedOn(4, 2), 1'000, Info, "split-owners", odd);
        row("no majority", agreedOn(2, 1), 25'000, Warning, "no-quorum", odd);
        row("no majority so far", agreedOn(2, 1), 1'000, Info, "no-quorum", odd);
        const Surroundings lost{.oddSince = Start + 20s, .hadMajority = true};
        row("no majority any more, for a moment", agreedOn(2, 1), 21'000, Info, "no-quorum", lost);
        row("no majority any more", agreedOn(2, 1), 26'000, Critical, "quorum-lost", lost);
        const auto seenOn = [](int agreeing, int reachable, int unsure = 0) {
            Lock lock = agreedOn(agreeing, 1);
            Quorum quorum = *lock.quorum();
            quorum.reachable = reachable;
            quorum.unsure = unsure;
            lock.extras = std::make_shared<LockExtras>(LockExtras{.quorum = quorum});
            return lock;
        };
        row("a majority, and a node is away", seenOn(4, 4), 25'000, Ok, "healthy", odd);
        row("the smallest majority, and others are away", seenOn(3, 3), 25'000, Info, "thin-quorum", odd);
        row("too many are away to know", seenOn(2, 2), 25'000, Critical, "quorum-unknown", odd);
        row("too many are away, for a moment", seenOn(2, 2), 1'000, Info, "quorum-unknown", odd);
        row("a majority that was seen, out of sight", seenOn(2, 2), 21'000, Critical, "quorum-unknown", lost);
        row("one node is seen", seenOn(1, 1), 26'000, Critical, "quorum-unknown", lost);
        row("none with those that are away", seenOn(1, 4), 25'000, Warning, "no-quorum", odd);
        row("lost, whatever those that are away say", seenOn(1, 4), 26'000, Critical, "quorum-lost", lost);
        row("perhaps two holders", seenOn(2, 5, 3), 25'000, Info, "quorum-unknown", odd);
        row("a majority, and perhaps another holder", seenOn(4, 5, 1), 25'000, Info, "quorum-unknown", odd);
        row("its node is away", with(untimed(), [](Lock &l) { l.stale = true; }), 60'000, Info, "stale");
    }

    void judges()
    {
        QFETCH(Lock, lock);
        QFETCH(int, atMs);
        QFETCH(VerdictLevel, level);
        QFETCH(QByteArray, code);
        QFETCH(Surroundings, around);
        if (lock.readAt == Start) // else somebody looked last before
            lock.readAt += milliseconds(atMs);
        const Verdict verdict = judge(lock, Start + milliseconds(atMs), {}, around);
        QCOMPARE(QByteArray(verdict.code.data(), qsizetype(verdict.code.size())), code);
        QCOMPARE(verdict.level, level);
    }

    // Of equally severe verdicts, the first in the catalogue wins.
    void ofEquallyBadOnesTheFirstOfTheCatalogueIsTold()
    {
        const Surroundings behind{.replicatedUntil = Start + 10s};
        const std::vector<std::string_view> codes = verdictCodes();
        const auto placeOf = [&codes](std::string_view code) {
            return std::find(codes.begin(), codes.end(), code) - codes.begin();
        };
        const Verdict told = judge(goneAt(watched(), 15s), Start + 25s, {}, behind);
        QCOMPARE(placeOf(told.code), std::min(placeOf("renewed-by-nobody"), placeOf("replica-behind")));
        const Surroundings lost{.oddSince = Start + 10s, .hadMajority = true};
        const Verdict ofGroup = judge(agreedOn(2, 1), Start + 25s, {}, lost);
        QCOMPARE(placeOf(ofGroup.code), std::min(placeOf("quorum-lost"), placeOf("no-quorum")));
    }

    // A timer set to nextJudgement() misses nothing: the verdict does not change between two judgements.
    void nextJudgementMissesNothing_data() { judges_data(); }

    void nextJudgementMissesNothing()
    {
        QFETCH(Lock, lock);
        QFETCH(Surroundings, around);
        Instant at = lock.readAt = Start;
        Verdict verdict = judge(lock, at, {}, around);
        int wakeups = 0;
        std::optional<Instant> next = nextJudgement(lock, at, {}, around);
        for (; at < Start + 20min; at += 50ms) {
            if (next && *next <= at) {
                verdict = judge(lock, at, {}, around);
                const auto after = nextJudgement(lock, at, {}, around);
                QVERIFY(!after || *after > at);
                next = after;
                ++wakeups;
            }
            QCOMPARE(judge(lock, at, {}, around), verdict);
        }
        QVERIFY2(wakeups < 20, "a lock that stays as it is needs few looks");
    }

    // Nor does a reader who looks again at nextReading(), each time, as far as nothing happens.
    void nextReadingMissesNothing_data() { judges_data(); }

    void nextReadingMissesNothing()
    {
        QFETCH(Lock, lock);
        QFETCH(Surroundings, around);
        Lock known = lock;
        known.readAt = lock.readAt = Start;
        int readings = 0;
        for (Instant at = Start; at < Start + 2min; at += 50ms) {
            lock.readAt = at; // as one sees it who reads it all the time
            const auto due = nextReading(known, {}, around);
            QVERIFY(!due || *due > known.readAt);
            if (due && *due <= at) {
                known.readAt = at;
                ++readings;
            }
            QCOMPARE(judge(known, at, {}, around), judge(lock, at, {}, around));
        }
        QVERIFY2(readings < 20, "a lock that stays as it is needs few looks");
    }

    void eachStatementHasItsBasis()
    {
        const auto basis = [](const Lock &lock, milliseconds at, const Surroundings &around = {}) {
            return judge(readAt(lock, at), Start + at, {}, around).basis;
        };
        QCOMPARE(basis(watched(), 25s), Basis::Seen);
        QCOMPARE(basis(untimed(), 9s), Basis::Seen);
        QCOMPARE(basis(watched(), 36s), Basis::Concluded);
        QCOMPARE(basis(goneAt(watched(), 21s), 25s), Basis::Concluded);
        const auto guessed = [](Lock &lock) { lock.confidence = Confidence::Guess; };
        QCOMPARE(basis(with(watched(), guessed), 25s), Basis::Assumed);
        QCOMPARE(basis(with(watched(), guessed), 36s), Basis::Assumed);
        const auto once = [](Lock &lock) { lock.renewals = {.count = 1, .lastAt = Start + 20s}; };
        QCOMPARE(basis(with(watched(), once), 46s), Basis::Assumed);
        QCOMPARE(basis(leased(30s), 1s, {.firstLease = 2s}), Basis::Assumed);
    }

    // What is only assumed is worded so, warns of nothing, and its advice is never force.
    void whatIsAssumedAdvisesNoForce_data() { judges_data(); }

    void whatIsAssumedAdvisesNoForce()
    {
        QFETCH(Lock, lock);
        QFETCH(int, atMs);
        QFETCH(Surroundings, around);
        const Instant at = lock.readAt = Start + milliseconds(atMs);
        lock.confidence = Confidence::Guess;
        lock.verdict = judge(lock, at, {}, around);
        QCOMPARE(lock.verdict.basis, Basis::Assumed);
        QVERIFY(lock.verdict.level <= VerdictLevel::Info);
        const VerdictText text = explainVerdict(lock, at);
        QVERIFY(!text.advice.contains(QLatin1String("force"), Qt::CaseInsensitive));
        QVERIFY(lock.verdict.level == VerdictLevel::Ok ||
                text.sentence.startsWith(QLatin1String("If this is a lock")));
    }

    void saysWhatOneLookCannotJudge()
    {
        const auto codes = [](const Lock &lock, milliseconds watched) {
            const auto found = codesNotMade({std::make_shared<const Lock>(lock)}, watched);
            QByteArrayList names;
            for (const std::string_view code : found)
                names += QByteArray(code.data(), qsizetype(code.size()));
            return names;
        };
        QVERIFY(codes(freeWith(0), 0s).isEmpty());
        QVERIFY(codes(leased(30s), 0s).contains("renewal-overdue"));
        QVERIFY(codes(leased(30s), 40s).contains("renewal-overdue"));
        QVERIFY(!codes(leased(30s), 61s).contains("renewal-overdue"));
        QVERIFY(!codes(watched(), 0s).contains("renewal-overdue"));
        QVERIFY(!codes(untimed(), 0s).contains("renewal-overdue"));
        QVERIFY(codes(freeWith(1), 0s).contains("free-but-waited-for"));
        QVERIFY(!codes(freeWith(1), 6s).contains("free-but-waited-for"));
    }

    void explains_data() { judges_data(); }

    void explains()
    {
        QFETCH(Lock, lock);
        QFETCH(int, atMs);
        QFETCH(Surroundings, around);
        const Instant at = Start + milliseconds(atMs);
        lock.readAt = at;
        lock.verdict = judge(lock, at, {}, around);
        const VerdictText text = explainVerdict(lock, at);
        QVERIFY(!text.sentence.isEmpty());
        QVERIFY(!text.evidence.isEmpty());
        QCOMPARE(text.advice.isEmpty(), lock.verdict.level == VerdictLevel::Ok ||
                                            lock.verdict.code == "waited-for" ||
                                            lock.verdict.code == "closed");
        for (const QString &line : text.evidence + QStringList{text.sentence, text.advice})
            QVERIFY2(!line.contains(QLatin1Char('%')), qPrintable(line));
    }

    void theThresholdsDecide()
    {
        const VerdictThresholds strict{.longHeld = 1s, .overdue = 1.1, .absurdLease = 20s};
        QCOMPARE(judge(readAt(watched(), 31'300ms), Start + 31'300ms, strict).code,
                 std::string_view("renewal-overdue"));
        QVERIFY(*nextReading(readAt(watched(), 25s), strict) <= Start + 31'250ms);
        QCOMPARE(judge(leased(30s), Start + 500ms, strict).code, std::string_view("lease-absurd"));
        QCOMPARE(judge(leased(10s), Start + 1s, strict).code, std::string_view("long-held"));
    }
};

LOCKSCOPE_TEST(TestVerdict)

} // namespace tst_verdict

#include "tst_verdict.moc"
