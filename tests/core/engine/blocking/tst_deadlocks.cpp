// SPDX-License-Identifier: GPL-3.0-or-later
// The wait-for graph and its deadlocks, compared with what is known of graphs made for the purpose.
#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/blocking/releaseeffecttext.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_deadlocks
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::waits;

namespace
{

std::vector<Deadlock> countedIn(const WaitGraph &graph)
{
    std::vector<Deadlock> found = findDeadlocks(graph);
    countFreed(graph, found);
    return found;
}

} // namespace

class tst_Deadlocks : public QObject
{
    Q_OBJECT

private slots:
    void whoBlocksWhom();
    void aQueueThatCannotBeReadIsNotTooLong();
    void twoThreadsInTwoOrders();
    void aWaiterThatIsGoneIsInNone();
    void whoMayGiveUpSoonMakesItOnlyPossible();
    void whoIsPastItsDeadlineIsSaid();
    void withoutThreadsItIsOnlyPossible();
    void whoWaitsOverTheHoldersConnectionMayWaitForItself();
    void twoThreadsOfOneProcessAreNotOne();
    void oneConstantIsNotOneOwner();
    void aReaderThatAsksToWriteWaitsForItself();
    void aThreadWaitsForOneLock();
    void fewerListenersThanWereHeard();
    void aPermitIsFreedByAnyHolder();
    void saysWhichReleaseLetsTheMostGoOn();
    void saysOnceWhatAppliesToAll();
    void saysForWhichDeadlockEachSentenceIs();
    void whichWasAcquiredLast_data();
    void whichWasAcquiredLast();
};

void tst_Deadlocks::whoBlocksWhom()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2)), c = Made::held(3, threadNo(9));
    Made::queue(*a, threadNo(2));
    Made::queue(*a, threadNo(3));
    Made::queue(*b, threadNo(4));
    b->waiters.subscribed = 3; // two more that are not in the queue
    const WaitGraph graph = waitGraph(Registry::builtIn(), {c, b, a});
    QCOMPARE(graph.locks.size(), 2u); // no client waits for the third
    QCOMPARE(graph.named(), 3);
    QCOMPARE(graph.count().least, 5);
    QCOMPARE(graph.blockers.size(), 2u);
    QCOMPARE(graph.blockers[0].owner, threadNo(1));
    QVERIFY(!graph.blockers[0].waits);
    QCOMPARE(graph.blockers[0].direct.least, 2);
    QCOMPARE(graph.blockers[0].inAll.least, 5);
    QVERIFY(graph.blockers[0].direct.isExact() && !graph.blockers[0].inAll.isExact());
    QCOMPARE(graph.blockers[1].owner, threadNo(2));
    QVERIFY(graph.blockers[1].waits);
    QCOMPARE(graph.blockers[1].direct.least, 3);
    QVERIFY(findDeadlocks(graph).empty());
}

void tst_Deadlocks::aQueueThatCannotBeReadIsNotTooLong()
{
    for (const bool isCut : {false, true}) {
        const auto lock = Made::held(1, threadNo(1));
        Made::queue(*lock, threadNo(2));
        (isCut ? lock->waiters.queueIsCut : lock->waiters.areUnread) = true;
        const WaitGraph graph = waitGraph(Registry::builtIn(), {lock});
        QCOMPARE(graph.locks.front().isCut, isCut);
        QCOMPARE(graph.locks.front().isUnread, !isCut);
        const auto effect = releaseEffect(*Registry::builtIn().find("fair-lock"), *lock, {},
                                          {.act = ActKind::ForceRelease}, now());
        const QString lines = releaseLines(*effect, now()).join(u'\n');
        const QString unknown =
            QStringLiteral("Whether more clients wait is unknown: the queue could not be read");
        QCOMPARE(lines.contains(unknown), !isCut);
        QCOMPARE(lines.contains(QStringLiteral("and at least 1 more")), isCut);
    }
}

void tst_Deadlocks::twoThreadsInTwoOrders()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(2));
    Made::queue(*b, threadNo(1));
    Made::queue(*b, threadNo(3)); // behind it
    b->renewals.count = 2;
    const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b});
    const std::vector<Deadlock> found = findDeadlocks(graph);
    QCOMPARE(found.size(), 1u);
    QVERIFY(isCertain(found[0]));
    QCOMPARE(found[0].steps.size(), 2u);
    QCOMPARE(found[0].behind, 1);
    QCOMPARE(found[0].endsFirst, std::optional<size_t>(0)); // the other is renewed
    QCOMPARE(found[0].youngest, std::optional<size_t>(0));
    const QString one = QString::fromLatin1(threadNo(1).bytes), two = QString::fromLatin1(threadNo(2).bytes);
    const QStringList told = deadlockSteps(graph, found[0]);
    QCOMPARE(told, (QStringList{one + QStringLiteral(" holds lock:0001 and waits for lock:0002"),
                                two + QStringLiteral(" holds lock:0002 and waits for lock:0001")}));
    a->heldIsLowerBound = true; // it may be older than the other
    QCOMPARE(deadlocksOf({a, b}).front().youngest, std::optional<size_t>());
    // Until one of them goes on.
    const auto freed = std::make_shared<Lock>(*b);
    freed->holders = {{.id = threadNo(5)}};
    QVERIFY(deadlocksOf({a, freed}).empty());
}

void tst_Deadlocks::aWaiterThatIsGoneIsInNone()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(2), false);
    Made::queue(*b, threadNo(1));
    QVERIFY(deadlocksOf({a, b}).empty());
    a->waiters.queued.front().alive.reset(); // not known
    const std::vector<Deadlock> found = deadlocksOf({a, b});
    QCOMPARE(found.size(), 1u);
    QVERIFY(!isCertain(found[0]));
}

// As tryLock(2500 ms) in a loop.
void tst_Deadlocks::whoMayGiveUpSoonMakesItOnlyPossible()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(2));
    Made::queue(*b, threadNo(1));
    QVERIFY(isCertain(deadlocksOf({a, b}).front()));
    QueuedWaiter &waiter = a->waiters.queued.front();
    waiter.deadline = *a->expiresAt + 2500ms;
    waiter.seenSince = a->readAt - 19s;
    const QString unknown = QStringLiteral("Whether it lasts is unknown");
    const QString limit = QStringLiteral("A client with a wait limit gives up by itself");
    for (const bool hasLasted : {false, true}) {
        if (hasLasted)
            waiter.seenSince = a->readAt - 20s;
        const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b});
        const std::vector<Deadlock> found = findDeadlocks(graph);
        QCOMPARE(found.size(), 1u);
        QCOMPARE(isCertain(found[0]), hasLasted);
        const DeadlockText text = deadlockTexts(graph, found, now()).front();
        QCOMPARE(text.caveats.join(u'\n').contains(unknown), !hasLasted);
        QVERIFY(text.general.contains(limit));
    }
    // At one look, it has been there for no time; but one with a limit would have left before its deadline.
    waiter.seenSince = a->readAt;
    waiter.deadline = a->readAt - 1ms;
    QVERIFY(isCertain(deadlocksOf({a, b}).front()));
    waiter.alive = {};
    QVERIFY(!isCertain(deadlocksOf({a, b}).front()));
}

void tst_Deadlocks::whoIsPastItsDeadlineIsSaid()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(2));
    Made::queue(*b, threadNo(1));
    const auto isSaid = [&] {
        const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b});
        return deadlockTexts(graph, countedIn(graph), now())
            .front()
            .advice.join(u'\n')
            .contains(QStringLiteral("past their deadlines"));
    };
    QVERIFY(!isSaid());
    a->waiters.queued.front().deadline = now() - 6min;
    QVERIFY(isSaid());
}

void tst_Deadlocks::withoutThreadsItIsOnlyPossible()
{
    const auto a = Made::held(1, {"token-a"}), b = Made::held(2, {"token-b"});
    a->kind = b->kind = {"token-lock"};
    const ClientInfo one{.address = "10.0.0.1:5000"}, two{.address = "10.0.0.2:5000"};
    a->clients = std::make_shared<const HolderClients>(HolderClients{{{"token-a"}, one}});
    b->clients = std::make_shared<const HolderClients>(HolderClients{{{"token-b"}, two}});
    const auto heard = [](const QByteArray &key, const QByteArray &token, const ClientInfo &client) {
        return HeardWait{{key},
                         {.id = {token}, .client = client, .source = WaitSource::Probe, .attempts = 9}};
    };
    const std::vector<HeardWait> waits{heard("lock:0001", "new-1", two), heard("lock:0002", "new-2", one)};
    const std::vector<Deadlock> found = deadlocksOf({a, b}, waits);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].sameness, Sameness::Possible);
    // Another connection from the same host may be another program.
    const std::vector<HeardWait> others{heard("lock:0001", "new-1", {.address = "10.0.0.2:5001"}), waits[1]};
    QVERIFY(deadlocksOf({a, b}, others).empty());
    const std::vector<HeardWait> hosts{heard("lock:0001", "new-1", {.address = "10.0.0.2"}), waits[1]};
    QVERIFY(deadlocksOf({a, b}, hosts).empty());
}

// As in redis-py: each Lock has a token of its own, also in one thread.
void tst_Deadlocks::whoWaitsOverTheHoldersConnectionMayWaitForItself()
{
    const auto lock = Made::held(1, {"token-a"});
    lock->kind = {"token-lock"};
    const ClientInfo own{.address = "10.0.0.1:5000"}, other{.address = "10.0.0.2:5000"};
    lock->clients = std::make_shared<const HolderClients>(HolderClients{{{"token-a"}, own}});
    const auto heard = [&lock](const QByteArray &token, const ClientInfo &client) {
        return HeardWait{lock->key,
                         {.id = {token}, .client = client, .source = WaitSource::Probe, .attempts = 9}};
    };
    QVERIFY(deadlocksOf({lock}, {heard("new-1", other)}).empty());
    const std::vector<HeardWait> waits{heard("new-1", own), heard("new-2", other)};
    const WaitGraph graph = waitGraph(Registry::builtIn(), {lock}, waits);
    const std::vector<Deadlock> found = countedIn(graph);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].sameness, Sameness::Possible);
    QVERIFY(!isCertain(found[0]));
    QCOMPARE(found[0].steps.size(), 1u);
    QCOMPARE(found[0].behind, 1);
    QCOMPARE(found[0].freed, std::vector<qint64>{2});
    const DeadlockText text = deadlockTexts(graph, found, now()).front();
    QCOMPARE(text.headline, QStringLiteral("Possible deadlock of 1 lock(s)"));
    QVERIFY2(
        text.steps.front().contains(QStringLiteral("waits for it by another id: it may wait for itself")),
        qPrintable(text.steps.front()));
    QVERIFY2(text.caveats.front().contains(QStringLiteral("only if the same thread holds the lock")),
             qPrintable(text.caveats.front()));
    QVERIFY2(text.general.back().contains(QStringLiteral("not reentrant")), qPrintable(text.general.back()));
    // Of several on that connection, it is not known which one may be the holder.
    QVERIFY(deadlocksOf({lock}, {heard("new-1", own), heard("new-2", own)}).empty());
}

void tst_Deadlocks::twoThreadsOfOneProcessAreNotOne()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(12));
    Made::queue(*b, threadNo(11));
    QVERIFY(deadlocksOf({a, b}).empty());
}

void tst_Deadlocks::oneConstantIsNotOneOwner()
{
    const auto a = Made::held(1, {"locked"}), b = Made::held(2, {"locked"});
    a->kind = b->kind = {"untokened-lock"};
    const HeardWait wait{a->key, {.id = {"locked"}, .source = WaitSource::Probe, .attempts = 5}};
    const HeardWait other{b->key, {.id = {"locked"}, .source = WaitSource::Probe, .attempts = 5}};
    QVERIFY(deadlocksOf({a, b}, {wait, other}).empty());
}

void tst_Deadlocks::aReaderThatAsksToWriteWaitsForItself()
{
    const auto a = Made::held(1, threadNo(1), HoldMode::Read);
    a->kind = {"rw-lock"};
    const OwnerId writer{threadNo(1).bytes + ":write"};
    const Wait asks{
        .id = writer, .mode = HoldMode::Write, .source = WaitSource::Probe, .attempts = 1, .ofReader = true};
    const std::vector<Deadlock> found = deadlocksOf({a}, {{a->key, asks}});
    QCOMPARE(found.size(), 1u);
    QVERIFY(!isCertain(found[0])); // it may have given up
    QCOMPARE(found[0].steps.size(), 1u);
    const WaitGraph graph = waitGraph(Registry::builtIn(), {a}, {{a->key, asks}});
    QCOMPARE(graph.blockers[0].direct.least, 1);
    QCOMPARE(graph.blockers[0].inAll.least, 1);
    const QStringList advice = deadlockTexts(graph, countedIn(graph), now()).front().advice;
    QCOMPARE(advice.filter(QStringLiteral("Releasing its read lock lets 1 identified waiter")).size(), 1);
    // One that wrote, and reads now, does not wait.
    Wait wrote = asks;
    wrote.ofReader = false;
    QVERIFY(deadlocksOf({a}, {{a->key, wrote}}).empty());
    // Another reader does not wait at all, and another writer only waits for the reader to end.
    const HeardWait reader{
        a->key, {.id = threadNo(2), .mode = HoldMode::Read, .source = WaitSource::Probe, .attempts = 2}};
    QVERIFY(deadlocksOf({a}, {reader}).empty());
    const HeardWait second{a->key,
                           {.id = {threadNo(3).bytes + ":write"},
                            .mode = HoldMode::Write,
                            .source = WaitSource::Probe,
                            .attempts = 2}};
    QVERIFY(deadlocksOf({a}, {second}).empty());
}

// A thread that was heard to try one lock and then another waits for the last of them.
void tst_Deadlocks::aThreadWaitsForOneLock()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2)), c = Made::held(3, threadNo(3));
    a->kind = b->kind = c->kind = {"rlock"};
    const auto tried = [](const LockPtr &lock, int thread, milliseconds ago) {
        return HeardWait{
            lock->key,
            {.id = threadNo(thread), .source = WaitSource::Probe, .attempts = 2, .lastHeard = now() - ago}};
    };
    const std::vector<HeardWait> heard{tried(c, 1, 900ms), tried(b, 1, 100ms), tried(a, 2, 100ms)};
    const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b, c}, heard);
    QCOMPARE(graph.named(), 2);
    QCOMPARE(findDeadlocks(graph).size(), 1u);
    QVERIFY(!isCertain(findDeadlocks(graph).front()));
}

// Some have given up, and it is not known which.
void tst_Deadlocks::fewerListenersThanWereHeard()
{
    const auto lock = Made::held(1, threadNo(1));
    lock->kind = {"rlock"};
    const auto heard = [&lock](const QByteArray &id) {
        return HeardWait{lock->key, {.id = {id}, .source = WaitSource::Probe, .attempts = 2}};
    };
    const auto named = [&lock](qint64 listeners, const std::vector<HeardWait> &waits) {
        lock->waiters.subscribed = listeners;
        return waitGraph(Registry::builtIn(), {lock}, waits).named();
    };
    const HeardWait one = heard("11111111-1111-4111-8111-111111111111:5");
    const HeardWait other = heard("22222222-2222-4222-8222-222222222222:7");
    const HeardWait thread = heard("11111111-1111-4111-8111-111111111111:6");
    const HeardWait unclear = heard("an id without a client");
    QCOMPARE(named(2, {one, other}), 2);
    QCOMPARE(named(1, {one, other}), 0);
    QCOMPARE(named(1, {one, thread}), 2); // of one client, which listens once
    QCOMPARE(named(0, {one}), 0);
    QCOMPARE(named(1, {unclear}), 1);
    QCOMPARE(named(0, {unclear}), 0);
}

void tst_Deadlocks::aPermitIsFreedByAnyHolder()
{
    const auto permits = Made::held(1, threadNo(1), HoldMode::Permit);
    permits->holders.append({.id = threadNo(2), .mode = HoldMode::Permit});
    const auto b = Made::held(2, threadNo(3));
    Made::queue(*permits, threadNo(3));
    permits->waiters.queued.front().mode = HoldMode::Permit;
    Made::queue(*b, threadNo(1));
    QVERIFY(deadlocksOf({permits, b}).empty()); // the second holder goes on
    Made::queue(*b, threadNo(2));
    QCOMPARE(deadlocksOf({permits, b}).size(), 2u); // through either of them
    auto extras = std::make_shared<LockExtras>();
    extras->permits = Permits{.held = 3};
    permits->extras = extras; // a third holder is unknown
    QVERIFY(deadlocksOf({permits, b}).empty());
}

// Two readers of one lock wait for another, whose holder waits to write the first.
void tst_Deadlocks::saysWhichReleaseLetsTheMostGoOn()
{
    const auto read = Made::held(1, threadNo(1), HoldMode::Read), b = Made::held(2, threadNo(3));
    read->kind = {"rw-lock"};
    read->holders.append({.id = threadNo(2), .mode = HoldMode::Read});
    read->heldIsLowerBound = b->heldIsLowerBound = true;
    Made::queue(*read, threadNo(3), true, HoldMode::Write);
    Made::queue(*b, threadNo(1));
    Made::queue(*b, threadNo(2));
    const WaitGraph graph = waitGraph(Registry::builtIn(), {read, b});
    const std::vector<Deadlock> found = countedIn(graph);
    QCOMPARE(found.size(), 2u);
    for (size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].behind, 1);
        QCOMPARE(found[i].freed, (std::vector<qint64>{0, 3})); // the other reader stays
        const QString advice = deadlockTexts(graph, found, now())[i].remarks().join(u'\n');
        QVERIFY2(
            advice.contains(QStringLiteral("Releasing lock:0002 lets the most waiters proceed, one after "
                                           "another: 3 of 3 identified")),
            qPrintable(advice));
        QVERIFY2(advice.contains(QStringLiteral("is unknown: no acquisition was seen")), qPrintable(advice));
    }
    b->waiters.queued.pop_back(); // the second reader goes on, so its lock is free soon
    QVERIFY(deadlocksOf({read, b}).size() == 1u);
    const WaitGraph other = waitGraph(Registry::builtIn(), {read, b});
    QCOMPARE(countedIn(other).front().freed, (std::vector<qint64>{2, 2}));
}

void tst_Deadlocks::saysOnceWhatAppliesToAll()
{
    std::vector<LockPtr> locks;
    const auto makePair = [&locks](int lock, int one, int other, std::optional<bool> alive) {
        const auto a = Made::held(lock, threadNo(one)), b = Made::held(lock + 1, threadNo(other));
        Made::queue(*a, threadNo(other), alive);
        Made::queue(*b, threadNo(one));
        locks.insert(locks.end(), {a, b});
    };
    const auto told = [&locks] {
        const WaitGraph graph = waitGraph(Registry::builtIn(), locks);
        return deadlockTexts(graph, countedIn(graph), now());
    };
    makePair(1, 1, 2, {});
    makePair(3, 3, 4, {});
    std::vector<DeadlockText> texts = told();
    QCOMPARE(texts.size(), 2u);
    const QString caveat = texts[0].caveats.value(0);
    QVERIFY2(caveat.contains(QStringLiteral("may have given up")), qPrintable(caveat));
    QStringList common = takeCommon(texts);
    QCOMPARE(common.count(caveat), 1);
    QCOMPARE(common.filter(QStringLiteral("in the same order everywhere")).size(), 1);
    for (const DeadlockText &text : texts) {
        QVERIFY(text.caveats.isEmpty() && text.general.isEmpty());
        QCOMPARE(text.advice.filter(QStringLiteral("was acquired last")).size(), 1);
        QCOMPARE(text.advice.filter(QStringLiteral("has the least time left")).size(), 1);
    }
    makePair(5, 5, 6, true); // of this one, each is seen to wait
    texts = told();
    common = takeCommon(texts);
    QVERIFY(!common.contains(caveat));
    QCOMPARE(
        std::ranges::count_if(texts, [&](const DeadlockText &text) { return text.caveats.contains(caveat); }),
        2);
}

// A reader that asks to write, and two threads in two orders: each is prevented in its own way.
void tst_Deadlocks::saysForWhichDeadlockEachSentenceIs()
{
    const auto read = Made::held(1, threadNo(1), HoldMode::Read);
    read->kind = {"rw-lock"};
    const HeardWait asks{read->key,
                         {.id = {threadNo(1).bytes + ":write"},
                          .mode = HoldMode::Write,
                          .source = WaitSource::Probe,
                          .attempts = 1,
                          .ofReader = true}};
    const auto a = Made::held(2, threadNo(2)), b = Made::held(3, threadNo(3));
    Made::queue(*a, threadNo(3));
    Made::queue(*b, threadNo(2));
    const WaitGraph graph = waitGraph(Registry::builtIn(), {read, a, b}, {asks});
    std::vector<DeadlockText> texts = deadlockTexts(graph, countedIn(graph), now());
    QCOMPARE(texts.size(), 2u);
    const QString premise = QStringLiteral("lockAsync");
    const QString prevention = QStringLiteral("To prevent this");
    QCOMPARE(texts[0].general.filter(premise).size(), 1); // the certain one
    QVERIFY(texts[1].general.filter(premise).isEmpty());
    const QStringList common = takeCommon(texts);
    QVERIFY2(common.filter(prevention).isEmpty(), qPrintable(common.join(u'\n')));
    QCOMPARE(common.filter(QStringLiteral("works on without it")).size(), 1);
    QCOMPARE(texts[0].general.filter(prevention).filter(QStringLiteral("same order")).size(), 1);
    QCOMPARE(texts[1].general.filter(prevention).filter(QStringLiteral("read lock")).size(), 1);
}

void tst_Deadlocks::whichWasAcquiredLast_data()
{
    QTest::addColumn<bool>("isOlderSeen");
    QTest::addColumn<bool>("isYoungerSeen");
    QTest::addColumn<milliseconds>("olderMayBegin"); // the latest time at which its hold may have begun, ago
    QTest::addColumn<QString>("text");
    const QString last = QStringLiteral("lock:0001 was acquired last, 2 s ago");
    QTest::newRow("both seen") << true << true << milliseconds(0) << last;
    QTest::newRow("the last seen") << false << true << milliseconds(0) << last;
    QTest::newRow("the last not seen")
        << true << false << milliseconds(0) << QStringLiteral("is unknown: not every acquisition was seen");
    QTest::newRow("the older one may be another hold")
        << false << true << milliseconds(500) << QStringLiteral("is unknown: not every acquisition was seen");
}

void tst_Deadlocks::whichWasAcquiredLast()
{
    QFETCH(bool, isOlderSeen);
    QFETCH(bool, isYoungerSeen);
    QFETCH(milliseconds, olderMayBegin);
    QFETCH(QString, text);
    const auto younger = Made::held(1, threadNo(1)), older = Made::held(2, threadNo(2));
    Made::queue(*younger, threadNo(2));
    Made::queue(*older, threadNo(1));
    younger->heldIsLowerBound = !isYoungerSeen;
    older->heldIsLowerBound = !isOlderSeen;
    if (olderMayBegin.count() > 0)
        older->oneHoldSince = now() - olderMayBegin;
    const WaitGraph graph = waitGraph(Registry::builtIn(), {younger, older});
    const Instant at = younger->heldSince + 2s; // However long the test has taken
    const QStringList advice = deadlockTexts(graph, countedIn(graph), at).front().advice;
    QVERIFY2(advice.join(u'\n').contains(text), qPrintable(advice.join(u'\n')));
    // All go on after either release, so this is said only where nothing is better known.
    const bool isLastKnown = text.startsWith(QStringLiteral("lock:0001"));
    const QString any = QStringLiteral("Releasing any of them lets all 2 identified waiter(s) proceed");
    QCOMPARE(advice.join(u'\n').contains(any), !isLastKnown);
}

LOCKSCOPE_TEST(tst_Deadlocks)

} // namespace tst_deadlocks

#include "tst_deadlocks.moc"
