// SPDX-License-Identifier: GPL-3.0-or-later
// Who goes on after a release, for each way of waiting.
#include "tests/core/engine/blocking/releaseeffects.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_releaseeffect
{

using namespace lockscope;
using namespace lockscope::test::effects;

class tst_ReleaseEffect : public QObject
{
    Q_OBJECT

private slots:
    void aFairLockGoesToItsQueueInOrder();
    void aDeadWaiterIsPassedOverByForceOnly();
    void onesWhoseLifeIsUnknownAreSaidSo();
    void whoGoesOn_data();
    void whoGoesOn();
    void oneOfSeveralHolds();
    void oneReleaseMayFreeNobody();
    void aLatchOpensAtItsLastCount();
    void nothingIsReleased();
    void longQueuesAreCut();
    void aQueueWithoutLiveWaitersIsSaidSo();
    void aSemaphoreWithFreePermitsIsUnknown();
    void otherLocksByHowSureItIs();
    void isTellingOnlyWhereItSaysSomething();
};

void tst_ReleaseEffect::aFairLockGoesToItsQueueInOrder()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = ann, .alive = true}, // read before it became the holder
                           {.id = bob, .alive = true},
                           {.id = cem, .alive = true}};
    const auto effect = effectOf(lock, holds(11));
    QVERIFY(effect);
    QCOMPARE(effect->goesOn, GoesOn::One);
    QCOMPARE(effect->next, NextWaiter::FirstInQueue);
    const std::vector<Turn> turns = turnsOf(*effect, At);
    QCOMPARE(turns.size(), 2u);
    QCOMPARE(turns[0].waiter->id, bob);
    QCOMPARE(turns[0].place, 1);
    // Nine lasted longer than 20 s; half of them up to 70 s. Half of all up to 60 s.
    QCOMPARE(turns[0].wait, std::optional<milliseconds>(50s));
    QCOMPARE(turns[1].waiter->id, cem);
    QCOMPARE(turns[1].wait, std::optional<milliseconds>(110s));
    QCOMPARE(releaseLines(*effect, At).first(3),
             (QStringList{QStringLiteral("Order of the waiters:"),
                          QStringLiteral("1. %1, otherwise in about 50 s").arg(text(bob)),
                          QStringLiteral("2. %1, otherwise in about 1 min 50 s").arg(text(cem))}));
    // The time runs.
    QCOMPARE(turnsOf(*effect, At + 5s)[0].wait, std::optional<milliseconds>(45s));
}

void tst_ReleaseEffect::aDeadWaiterIsPassedOverByForceOnly()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = dee, .deadline = At - 1s, .alive = true},
                           {.id = bob, .deadline = At + 4min, .alive = false},
                           {.id = cem, .deadline = At + 9min, .alive = true}};
    const auto effect = effectOf(lock, holds(11));
    const std::vector<Turn> turns = turnsOf(*effect, At);
    QCOMPARE(turns.size(), 3u);
    QCOMPARE(turns[0].place, 0); // past its deadline
    QCOMPARE(turns[1].place, 0); // dead
    QCOMPARE(turns[2].place, 1);
    QCOMPARE(turns[2].wait, std::optional<milliseconds>(4min)); // without the release: until that deadline
    QVERIFY(told(*effect).contains(
        text(dee) + QStringLiteral(" is dropped from the queue, as its deadline is past, but is notified")));
    QVERIFY(told(*effect).contains(
        text(bob) + QStringLiteral(" is passed over by a forced release: no client listens for it")));
    const auto byItself = effectOf(lock, {}, {.act = ActKind::Release, .owner = ann});
    QVERIFY(told(*byItself).contains(text(dee) + QStringLiteral(" is passed over: its deadline is past")));
    QVERIFY(told(*byItself).contains(
        QStringLiteral("No client listens for %1: those behind it wait until its deadline, in 4 min")
            .arg(text(bob))));
    // One that is never dropped.
    lock.waiters.queued[1].deadline.reset();
    QCOMPARE(turnsOf(*effectOf(lock, holds(11)), At)[2].wait, std::optional<milliseconds>());
}

void tst_ReleaseEffect::onesWhoseLifeIsUnknownAreSaidSo()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = bob}, {.id = cem}};
    lock.waiters.queueIsCut = true;
    const QString lines = told(*effectOf(lock));
    QVERIFY2(lines.contains(QStringLiteral("1. %1, if it is alive").arg(text(bob))), qPrintable(lines));
    QVERIFY2(lines.contains(QStringLiteral("and at least 1 more")), qPrintable(lines));
}

void tst_ReleaseEffect::whoGoesOn_data()
{
    QTest::addColumn<Lock>("lock");
    QTest::addColumn<QByteArray>("goesOn");
    QTest::addColumn<QByteArray>("next");
    QTest::addColumn<QString>("line");
    const std::vector<Holder> readers{{.id = ann, .mode = HoldMode::Read},
                                      {.id = bob, .mode = HoldMode::Read}};
    const std::vector<Holder> writer{{.id = ann, .mode = HoldMode::Write}};
    const std::vector<Holder> permits{{.id = {"p1"}, .mode = HoldMode::Permit},
                                      {.id = {"p2"}, .mode = HoldMode::Permit}};
    const auto withFree = [](Lock lock, qint64 free) {
        lock.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = free}});
        return lock;
    };
    const auto heard = [](Lock lock, std::optional<qint64> clients = 3) {
        lock.waiters.subscribed = clients;
        return lock;
    };
    const auto row = [](const char *name, const Lock &lock, const char *goesOn, const char *next,
                        const char *line) {
        QTest::newRow(name) << lock << QByteArray(goesOn) << QByteArray(next) << QString::fromUtf8(line);
    };
    row("Redisson's lock", heard(held("rlock")), "one", "listening",
        "Next: one of 3 client(s) that listen; which one is unknown. A client arriving at that moment may be "
        "faster");
    row("one client listens", heard(held("rlock"), 1), "one", "listening",
        "Next: the only client that listens. A client arriving at that moment may be faster");
    row("none listens", heard(held("rlock"), 0), "one", "listening", "No waiters are seen");
    row("they may not be counted", heard(held("rlock"), {}), "one", "listening",
        "Next: one of the clients that listen, if any; which one is unknown. A client arriving at that "
        "moment may be faster");
    row("a writer", heard(held("rw-lock", writer)), "writer-or-readers", "listening",
        "Next: one writer or all waiting readers (3 client(s) listening)");
    row("readers", heard(held("rw-lock", readers)), "one", "listening",
        "Next: one of 3 client(s) that listen; which one is unknown. A client arriving at that moment may be "
        "faster");
    row("permits", heard(withFree(held("permit-semaphore", permits), 0)), "several", "listening",
        "Next: up to 2 of 3 client(s) that listen; which ones is unknown. A client arriving at that moment "
        "may be faster");
    row("permits, and one client", heard(withFree(held("permit-semaphore", permits), 0), 1), "several",
        "listening",
        "Next: the only client that listens, unless it requests more permits than are free then. A client "
        "arriving at that moment may be faster");
    row("one permit", heard(withFree(held("permit-semaphore", {permits[0]}), 0)), "several", "listening",
        "Next: at most one of 3 client(s) that listen, as it may request several permits. A client arriving "
        "at that moment may be faster");
    row("one permit, and one client", heard(withFree(held("permit-semaphore", {permits[0]}), 0), 1),
        "several", "listening",
        "Next: the only client that listens, unless it requests more permits than are free then. A client "
        "arriving at that moment may be faster");
    row("permits that were withdrawn", heard(withFree(held("permit-semaphore", permits), -1)), "unknown",
        "listening", "All of 3 client(s) that listen try again; which ones acquire it is unknown");
    row("permits of no known number", heard(held("permit-semaphore", permits)), "unknown", "listening",
        "All of 3 client(s) that listen try again; which ones acquire it is unknown");
    row("a token", held("token-lock"), "one", "polling",
        "Next: one of the clients that wait, if any; which one is unknown. A client arriving at that moment "
        "may be faster");
    row("python-redis-lock", held("python-redis-lock"), "one", "longest-asleep",
        "Next: the 1 client(s) that have waited longest on its list. A client arriving at that moment may be "
        "faster");
    row("redis-semaphore", held("redis-semaphore", permits), "several", "longest-asleep",
        "Next: the 2 client(s) that have waited longest on its list. A client arriving at that moment may be "
        "faster");
    row("rueidislock", held("rueidis-lock"), "one", "tracking",
        "Next: one of the clients that track the key, if any; which one is unknown. A client arriving at "
        "that moment may be faster");
    row("values of a group", heard(held("multi-lock")), "unknown", "listening",
        "All of 3 client(s) that listen try again; which ones acquire it is unknown");
    row("no client waits", held("job-lock"), "one", "none", "");
}

void tst_ReleaseEffect::whoGoesOn()
{
    QFETCH(const Lock, lock);
    QFETCH(const QByteArray, goesOn);
    QFETCH(const QByteArray, next);
    QFETCH(const QString, line);
    auto effect = effectOf(lock);
    QVERIFY(effect);
    effect->allAreRead = true;
    QCOMPARE(QByteArray(name(effect->goesOn)), goesOn);
    QCOMPARE(QByteArray(name(effect->next)), next);
    QCOMPARE(releaseLines(*effect, At).value(0), line);
}

void tst_ReleaseEffect::oneOfSeveralHolds()
{
    const Holder reads{.id = ann, .mode = HoldMode::Read}, readsToo{.id = bob, .mode = HoldMode::Read};
    const Holder writes{.id = {ann.bytes + ":write"}, .mode = HoldMode::Write};
    Lock lock = held("rw-lock", {reads, readsToo});
    lock.waiters.subscribed = 2;
    // A reader goes, another stays.
    const ActRequest anns{.act = ActKind::RemoveShare, .owner = ann};
    const auto one = effectOf(lock, {}, anns);
    QCOMPARE(one->goesOn, GoesOn::None);
    QCOMPARE(one->left, 1);
    QCOMPARE(told(*one), QStringLiteral("No waiter proceeds: 1 hold(s) remain"));
    // The last reader goes.
    lock.holders.removeLast();
    QCOMPARE(effectOf(lock, {}, anns)->goesOn, GoesOn::One);
    // The writer goes on reading.
    lock.holders = {writes, reads};
    const auto writer =
        effectOf(lock, {}, {.act = ActKind::RemoveShare, .owner = ann, .mode = HoldMode::Write});
    QCOMPARE(writer->goesOn, GoesOn::Readers);
    // A reader whose time was over holds nothing up.
    lock.holders = {reads, readsToo};
    lock.holders[1].expiresAt = At - 1s;
    QCOMPARE(effectOf(lock, {}, anns)->goesOn, GoesOn::One);
    // One of two holds of the same owner.
    Lock twice = held("rlock", {{.id = ann, .count = 2}});
    const auto first = effectOf(twice, {}, {.act = ActKind::Release, .owner = ann});
    QCOMPARE(first->goesOn, GoesOn::None);
    QCOMPARE(first->left, 1);
    // One permit of two.
    Lock pool = held("permit-semaphore",
                     {{.id = {"p1"}, .mode = HoldMode::Permit}, {.id = {"p2"}, .mode = HoldMode::Permit}});
    pool.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 0}});
    const auto permit = effectOf(pool, {}, {.act = ActKind::RemoveShare, .owner = {"p2"}});
    QCOMPARE(permit->goesOn, GoesOn::Several); // who waits may ask for more than one
    QCOMPARE(permit->several, 1);
}

void tst_ReleaseEffect::oneReleaseMayFreeNobody()
{
    const auto leftBy = [](const Lock &lock) {
        const auto effect = effectOf(lock);
        return std::pair(effect->endsSeveral, effect->leftByOne);
    };
    const Holder reads{.id = ann, .mode = HoldMode::Read}, readsToo{.id = bob, .mode = HoldMode::Read};
    const Holder permit{.id = ann, .mode = HoldMode::Permit}, other{.id = bob, .mode = HoldMode::Permit};
    QCOMPARE(leftBy(held("rlock")), std::pair(false, qint64(0)));
    QCOMPARE(leftBy(held("rlock", {{.id = ann, .count = 3}})), std::pair(true, qint64(2)));
    QCOMPARE(leftBy(held("rw-lock", {reads, readsToo})), std::pair(true, qint64(1)));
    QCOMPARE(leftBy(held("permit-semaphore", {permit, other})), std::pair(true, qint64(0)));
    const auto effect = effectOf(held("rlock", {{.id = ann, .count = 3}}));
    QCOMPARE(releaseByOneText(*effect),
             QStringLiteral("A release by one holder frees no client: 2 hold(s) remain"));
}

void tst_ReleaseEffect::aLatchOpensAtItsLastCount()
{
    Lock latch = held("latch", {});
    latch.waiters.subscribed = 4;
    latch.extras = std::make_shared<const LockExtras>(LockExtras{.toGo = 2});
    QCOMPARE(effectOf(latch)->goesOn, GoesOn::All);
    QCOMPARE(told(*effectOf(latch)), QStringLiteral("All of 4 client(s) that listen proceed"));
    QCOMPARE(effectOf(latch, {}, {.act = ActKind::Release})->goesOn, GoesOn::None);
    latch.extras = std::make_shared<const LockExtras>(LockExtras{.toGo = 1});
    QCOMPARE(effectOf(latch, {}, {.act = ActKind::Release})->goesOn, GoesOn::All);
    // A semaphore that does not record who holds it.
    Lock semaphore = held("semaphore", {});
    semaphore.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 0}});
    const auto permit = effectOf(semaphore, {}, {.act = ActKind::Release});
    QCOMPARE(permit->goesOn, GoesOn::Several);
    QCOMPARE(permit->several, 1);
}

void tst_ReleaseEffect::nothingIsReleased()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = bob}};
    QVERIFY(!effectOf(lock, {}, {.act = ActKind::RemoveShare, .owner = bob})); // it leaves the queue
    QVERIFY(!effectOf(lock, {}, {.act = ActKind::SetExpiry}));
    QVERIFY(!effectOf(lock, {}, {.act = ActKind::Acquire, .owner = ann}));
    lock.holders.clear();
    QVERIFY(!effectOf(lock));
}

void tst_ReleaseEffect::longQueuesAreCut()
{
    Lock lock = held("fair-lock");
    for (int i = 0; i < 9; ++i)
        lock.waiters.queued.push_back({.id = {cem.bytes + QByteArray::number(i)}, .alive = true});
    const QStringList lines = releaseLines(*effectOf(lock), At);
    QCOMPARE(lines.value(6), QStringLiteral("and 4 more"));
    QCOMPARE(turnsOf(*effectOf(lock), At).size(), 9u);
}

void tst_ReleaseEffect::aQueueWithoutLiveWaitersIsSaidSo()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = ann, .alive = true}}; // only the holder
    QCOMPARE(effectOf(lock)->next, NextWaiter::None);
    QVERIFY(!told(*effectOf(lock)).contains(QStringLiteral("Order of the waiters")));
    lock.waiters.queued.push_back({.id = bob, .deadline = At + 4min, .alive = false});
    const QStringList lines = releaseLines(*effectOf(lock), At);
    QCOMPARE(lines.value(0), QStringLiteral("No live waiter in the queue"));
    QVERIFY(lines.value(1).startsWith(text(bob) + QStringLiteral(" is passed over")));
}

void tst_ReleaseEffect::aSemaphoreWithFreePermitsIsUnknown()
{
    Lock semaphore = held("semaphore", {});
    semaphore.waiters.subscribed = 1;
    semaphore.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 2}});
    QCOMPARE(effectOf(semaphore, {}, {.act = ActKind::Release})->goesOn, GoesOn::Unknown);
}

void tst_ReleaseEffect::otherLocksByHowSureItIs()
{
    auto effect = effectOf(held("rlock"));
    QVERIFY(told(*effect).contains(QStringLiteral("Whether its client holds other locks is unknown")));
    effect->allAreRead = true;
    QVERIFY(!told(*effect).contains(QStringLiteral("unknown: not all locks")));
    for (const char *key : {"b", "c", "d", "e", "f"})
        effect->others.push_back({.key = {key}, .kinship = Kinship::SameOwner});
    effect->others.push_back({.key = {"g"}, .kinship = Kinship::SameClient});
    effect->others.push_back({.key = {"h"}, .kinship = Kinship::SameTimes});
    QVERIFY(!told(*effect).contains(QStringLiteral("MultiLock")));
    Lock other = held("rlock"); // Whose beginning was seen
    QVERIFY(areTakenTogether(held("rlock"), other));
    other.heldSince += 1s;
    QVERIFY(!areTakenTogether(held("rlock"), other));
    effect->others[1].isTogether = true;
    QVERIFY(
        told(*effect).contains(QStringLiteral("Acquired in the same moment as c: perhaps one MultiLock")));
    const QString lines = told(*effect);
    QVERIFY2(lines.contains(QStringLiteral("The same owner keeps b, c, d and 2 more")), qPrintable(lines));
    auto many = *effect;
    while (qsizetype(many.others.size()) < MostOtherLocks + 2) // with one of each other kinship
        many.others.push_back({.key = {"z"}, .kinship = Kinship::SameOwner});
    QVERIFY(told(many).contains(QStringLiteral("b, c, d and at least 47 more")));
    QVERIFY2(lines.contains(QStringLiteral("Other owners of the same client keep g")), qPrintable(lines));
    effect->others.push_back(
        {.key = {"i"}, .kinship = Kinship::SameConnection, .learnt = QStringLiteral("MONITOR probe")});
    const QString byConnection =
        QStringLiteral("Probably the same client, as it has the same connection (MONITOR probe), keeps i");
    QVERIFY2(told(*effect).contains(byConnection), qPrintable(told(*effect)));
    QVERIFY2(
        lines.contains(QStringLiteral("Probably the same client, as it renews at the same times, keeps h")),
        qPrintable(lines));
}

void tst_ReleaseEffect::isTellingOnlyWhereItSaysSomething()
{
    QVERIFY(!isTelling(*effectOf(held("token-lock")), At));
    QVERIFY(isTelling(*effectOf(held("token-lock"), holds(12)), At)); // how long the next one waits
    QVERIFY(!isTelling(*effectOf(held("job-lock"), holds(12)), At));  // no client waits for it
    Lock lock = held("rlock");
    lock.waiters.subscribed = 0;
    QVERIFY(!isTelling(*effectOf(lock), At));
    lock.waiters.subscribed = 1;
    QVERIFY(isTelling(*effectOf(lock), At));
}

LOCKSCOPE_TEST(tst_ReleaseEffect)

} // namespace tst_releaseeffect

#include "tst_releaseeffect.moc"
