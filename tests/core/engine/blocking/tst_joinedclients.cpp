// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that are known by different ids, connections or names: when a holder and a waiter are taken for
// one.
#include "core/engine/blocking/blockers.h"
#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/blocking/processes.h"
#include "core/export/blockingdot.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_joinedclients
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::waits;

namespace
{

std::shared_ptr<Lock> tokenLock(int number, const QByteArray &token, const ClientInfo &client)
{
    const auto lock = Made::held(number, {token});
    lock->kind = {"token-lock"};
    lock->clients = std::make_shared<const HolderClients>(HolderClients{{{token}, client}});
    return lock;
}

HeardWait heard(const LockPtr &lock, const QByteArray &token, const ClientInfo &client)
{
    return {lock->key, {.id = {token}, .client = client, .source = WaitSource::Probe, .attempts = 9}};
}

BlockingReport reportOf(const std::vector<LockPtr> &locks, const std::vector<HeardWait> &waits)
{
    BlockingReport report{.graph = waitGraph(Registry::builtIn(), locks, waits), .at = now()};
    report.deadlocks = findDeadlocks(report.graph);
    countFreed(report.graph, report.deadlocks);
    joinDeadlocked(report.graph, report.deadlocks);
    return report;
}

} // namespace

class tst_JoinedClients : public QObject
{
    Q_OBJECT

private slots:
    void whoIsDeadlockedByItsConnectionWaits();
    void withoutAnIdTheConnectionJoins();
    void oneHostAndNameMakesItPossible();
    void severalWaitersOfOneNameAreNoOne();
    void aQueuedClientKeepsWhatWasHeard();
    void aHoldWithoutAnExpiryIsTheSame();
    void whichEndsFirstIsUnknownAtFirst();
};

void tst_JoinedClients::whoIsDeadlockedByItsConnectionWaits()
{
    const ClientInfo one{.address = "10.0.0.1:5000"}, two{.address = "10.0.0.2:5000"};
    const auto a = tokenLock(1, "token-a", one), b = tokenLock(2, "token-b", two);
    const BlockingReport report = reportOf({a, b}, {heard(a, "new-b", two), heard(b, "new-a", one)});
    QCOMPARE(report.deadlocks.size(), 1u);
    const WaitGraph &graph = report.graph;
    QCOMPARE(graph.blockers.size(), 2u);
    for (const Blocker &blocker : graph.blockers)
        QVERIFY(blocker.waits);
    QCOMPARE(graph.blockerOf(graph.locks[0].waitParties[0]), &graph.blockers[graph.places["token-b"]]);
    for (const BlockingProcess &process : blockingProcesses(graph))
        QVERIFY(process.waits);
    const QByteArray dot = blockingDot(report);
    QCOMPARE(dot.count("\"client "), 2 + 4); // each once as a node, and in two edges
    QVERIFY2(dot.contains("(10.0.0.1:5000)"), dot.constData());
}

void tst_JoinedClients::withoutAnIdTheConnectionJoins()
{
    const ClientInfo one{.address = "10.0.0.1:5000"}, two{.address = "10.0.0.2:5000"};
    const auto a = tokenLock(1, "locked", one), b = tokenLock(2, "locked", two),
               c = tokenLock(3, "locked", {});
    a->kind = b->kind = c->kind = {"untokened-lock"};
    const BlockingReport report =
        reportOf({a, b, c}, {heard(a, {}, two), heard(b, {}, one), heard(c, {}, {.address = "10.0.0.3:1"})});
    QCOMPARE(report.deadlocks.size(), 1u);
    QCOMPARE(report.graph.blockers.size(), 3u);
    QCOMPARE(std::ranges::count_if(report.graph.blockers, &Blocker::waits), 2); // not that of the third lock
}

void tst_JoinedClients::oneHostAndNameMakesItPossible()
{
    const auto at = [](const QByteArray &address, const QByteArray &name) {
        return ClientInfo{.address = address, .name = name};
    };
    const auto a = tokenLock(1, "token-a", at("10.0.0.1:5000", "api"));
    const auto b = tokenLock(2, "token-b", at("10.0.0.2:5000", "billing"));
    const HeardWait waitsForA = heard(a, "new-b", at("10.0.0.2:6000", "billing"));
    const HeardWait waitsForB = heard(b, "new-a", at("10.0.0.1:6000", "api"));
    const BlockingReport report = reportOf({a, b}, {waitsForA, waitsForB});
    QCOMPARE(report.deadlocks.size(), 1u);
    QCOMPARE(report.deadlocks[0].sameness, Sameness::ByName);
    QVERIFY(!isCertain(report.deadlocks[0]));
    const DeadlockText text = deadlockTexts(report.graph, report.deadlocks, now()).front();
    QVERIFY2(text.caveats.value(0).contains(QStringLiteral("only from host and client name")),
             qPrintable(text.caveats.join(u'\n')));
    QVERIFY(!isUnlinked(Registry::builtIn(), *a, report.graph.waiting()));
    // Without a name, or from another host, it is nobody.
    const std::vector<ClientInfo> others{at("10.0.0.1:6000", ""), at("10.0.0.1:6000", "batch"),
                                         at("10.0.0.9:6000", "api"), at("10.0.0.1", "api")};
    for (const ClientInfo &other : others)
        QVERIFY(reportOf({a, b}, {waitsForA, heard(b, "new-a", other)}).deadlocks.empty());
}

// Workers of one service have the same name: any of them may be the holder, or none.
void tst_JoinedClients::severalWaitersOfOneNameAreNoOne()
{
    const auto worker = [](int port) {
        return ClientInfo{.address = "10.0.0.1:" + QByteArray::number(port), .name = "worker"};
    };
    const auto a = tokenLock(1, "token-a", worker(1)), b = tokenLock(2, "token-b", worker(2));
    const BlockingReport report =
        reportOf({a, b}, {heard(a, "new-3", worker(3)), heard(b, "new-4", worker(4))});
    QVERIFY(report.deadlocks.empty());
    QVERIFY(isUnlinked(Registry::builtIn(), *a, report.graph.waiting()));
}

void tst_JoinedClients::aQueuedClientKeepsWhatWasHeard()
{
    const auto lock = Made::held(1, threadNo(1));
    Made::queue(*lock, threadNo(2));
    HeardWait tried = heard(lock, threadNo(2).bytes, {.address = "10.0.0.2:5000"});
    tried.wait.lastHeard = now();
    const WaitGraph graph = waitGraph(Registry::builtIn(), {lock}, {tried});
    QCOMPARE(graph.locks[0].waits.size(), 1u);
    const Wait &wait = graph.locks[0].waits[0];
    QCOMPARE(wait.source, WaitSource::Queue);
    QCOMPARE(wait.client.address, QByteArray("10.0.0.2:5000"));
    QCOMPARE(wait.attempts, 9);
    QCOMPARE(wait.lastHeard, tried.wait.lastHeard);
    QVERIFY(graph.waiting().contains("10.0.0.2:5000"));
}

// Nothing shows of such a lock, when it is read again, that it is still the same hold.
void tst_JoinedClients::aHoldWithoutAnExpiryIsTheSame()
{
    const auto identityWith = [](std::optional<Instant> expiresAt, bool isSeen, milliseconds later) {
        const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
        Made::queue(*a, threadNo(2));
        Made::queue(*b, threadNo(1));
        a->heldSince = b->heldSince = Instant() + 1h;
        a->expiresAt = expiresAt;
        a->heldIsLowerBound = !isSeen;
        a->heldSince += later;
        const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b});
        const std::vector<Deadlock> found = findDeadlocks(graph);
        return found.size() == 1 ? identity(graph, found.front()) : QByteArray();
    };
    QVERIFY(!identityWith({}, false, 0ms).isEmpty());
    QCOMPARE(identityWith({}, false, 0ms), identityWith({}, false, 5ms));
    QVERIFY(identityWith({}, true, 0ms) != identityWith({}, true, 5ms)); // seen to begin anew
    const Instant expiry = now() + 1h;
    QVERIFY(identityWith(expiry, false, 0ms) != identityWith(expiry, false, 5ms));
}

void tst_JoinedClients::whichEndsFirstIsUnknownAtFirst()
{
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2));
    Made::queue(*a, threadNo(2));
    Made::queue(*b, threadNo(1));
    a->expiresAt = a->readAt + 5s;
    const auto said = [&] {
        const BlockingReport report = reportOf({a, b}, {});
        return deadlockTexts(report.graph, report.deadlocks, a->readAt).front().advice.value(0);
    };
    a->lease = 5s; // a single look
    QVERIFY2(said().startsWith(QStringLiteral("Which lease ends first is unknown: lock:0001")),
             qPrintable(said()));
    a->lease = 30s; // most of it is over
    QVERIFY2(said().startsWith(QStringLiteral("lock:0001 expires first, in 5 s")), qPrintable(said()));
}

LOCKSCOPE_TEST(tst_JoinedClients)

} // namespace tst_joinedclients

#include "tst_joinedclients.moc"
