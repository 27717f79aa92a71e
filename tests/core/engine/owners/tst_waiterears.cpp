// SPDX-License-Identifier: GPL-3.0-or-later
// Which clients are taken to wait, by the commands that a probe hears: those that acquired the lock, deleted
// it or may have given up are not.

#include "core/engine/blocking/deadlocks.h"
#include "core/engine/owners/waiterears.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_waiterears
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray Holder1 = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Ann = "22222222-2222-4222-8222-222222222222:5";
const QByteArray Bob = "33333333-3333-4333-8333-333333333333:7";

LockPtr held(const QByteArray &key, const char *kind, const QByteArray &owner)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {kind};
    lock->holders.append({.id = {owner}});
    return lock;
}

} // namespace

class TestWaiterEars : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whoTriesWaits();
    void whoDeletedTheLockWaitsNoMore();
    void whoDeletedItWithManyIds();
    void whoReleasedItByAScriptWithManyIds();
    void whoDeletedItByAnotherConnection();
    void aReleaseByAnotherConnectionMakesNoDeadlock();
    void anotherKeyOrDatabaseIsNoMatter();
    void whoMayHaveGivenUp();
    void whoAcquiredUnsubscribes();
    void onlyOneUnsubscribingIsExplained();
    void aThreadThatAcquiresAnotherLockWaitsNoMore_data();
    void aThreadThatAcquiresAnotherLockWaitsNoMore();
    void oneScriptRenewsTheLocksOfSeveralThreads();
    void whoSleepsOnTheSignalOfAStringDoesNotPoll();
    void aListOfAnotherDatabaseIsNoSignal();

private:
    void hear(const QByteArray &client, const QByteArrayList &command, const QByteArray &db = "0")
    {
        QByteArray line = "1700000000.123456 [" + db + ' ' + client + ']';
        for (const QByteArray &argument : command)
            line += " \"" + argument + '"';
        m_ears->hear(line, m_now += 10ms);
    }
    void tries(const QByteArray &client, const QByteArray &owner)
    {
        hear(client, {"EVALSHA", "abc", "1", "lock:r", "30000", owner});
    }
    void acquires(const QByteArray &client, const QByteArray &owner)
    {
        tries(client, owner);
        hear("lua", {"hincrby", "lock:r", owner, "1"});
        hear("lua", {"pexpire", "lock:r", "30000"});
    }
    QByteArrayList waiting() const
    {
        QByteArrayList names;
        for (const HeardWait &one : m_ears->heard())
            names << one.wait.id.bytes;
        return names;
    }

    std::unique_ptr<WaiterEars> m_ears;
    Instant m_now = now();
};

void TestWaiterEars::init()
{
    m_ears = std::make_unique<WaiterEars>(Registry::builtIn(),
                                          std::vector<LockPtr>{held("lock:t", "token-lock", "token-0"),
                                                               held("lock:r", "rlock", Holder1),
                                                               held("lock:s", "rlock", Bob)});
}

void TestWaiterEars::whoTriesWaits()
{
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    hear("10.0.0.2:1", {"SET", "lock:t", "token-2", "PX", "1000"}); // takes it in any case
    tries("10.0.0.3:1", Ann);
    tries("10.0.0.4:1", Holder1); // renews it
    QCOMPARE(waiting(), QByteArrayList({"token-1", Ann}));
    const QHash<LockName, HolderClients> holders = m_ears->holders();
    QCOMPARE(holders.size(), 1);
    QCOMPARE(holders[{"lock:r"}].size(), 1u);
    QCOMPARE(holders[{"lock:r"}][0].first.bytes, Holder1);
    QCOMPARE(holders[{"lock:r"}][0].second.address, QByteArray("10.0.0.4:1"));
}

void TestWaiterEars::whoDeletedTheLockWaitsNoMore()
{
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    hear("10.0.0.2:1", {"SET", "lock:t", "token-2", "NX", "PX", "1000"});
    hear("10.0.0.1:1", {"DEL", "lock:t"});
    QCOMPARE(waiting(), QByteArrayList({"token-2"}));
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    QCOMPARE(m_ears->heard().size(), 2u);
    hear("10.0.0.2:1", {"UNLINK", "lock:other", "lock:t"});
    QCOMPARE(waiting(), QByteArrayList({"token-1"}));
}

// A client with another id for each try.
void TestWaiterEars::whoDeletedItWithManyIds()
{
    for (int i = 1; i <= 3; ++i)
        hear("10.0.0.1:1", {"SET", "lock:t", "token-" + QByteArray::number(i), "NX", "PX", "1000"});
    QCOMPARE(m_ears->heard().size(), 1u);
    hear("10.0.0.1:1", {"GETDEL", "lock:t"});
    QCOMPARE(waiting(), QByteArrayList());
}

// Compares and deletes, with the id of the try that succeeded.
void TestWaiterEars::whoReleasedItByAScriptWithManyIds()
{
    for (int i = 1; i <= 3; ++i)
        hear("10.0.0.1:1", {"SET", "lock:t", "token-" + QByteArray::number(i), "NX", "PX", "1000"});
    const auto release = [this](const QByteArray &client, const QByteArray &id) {
        hear(client, {"EVALSHA", "abc", "1", "lock:t", id});
        hear("lua", {"get", "lock:t"});
        hear("lua", {"del", "lock:t"});
    };
    release("10.0.0.1:1", "token-3");
    QCOMPARE(waiting(), QByteArrayList());
    // From a pool. One that keeps its id still waits.
    hear("10.0.0.2:1", {"SET", "lock:t", "other", "NX", "PX", "1000"});
    hear("10.0.0.1:1", {"SET", "lock:t", "token-4", "NX", "PX", "1000"});
    hear("10.0.0.2:1", {"SET", "lock:t", "other", "NX", "PX", "1000"});
    hear("10.0.0.1:2", {"SET", "lock:t", "token-5", "NX", "PX", "1000"});
    release("10.0.0.1:2", "token-5");
    QCOMPARE(waiting(), QByteArrayList({"other"}));
}

// From a pool. The first one to delete it may be the holder from before the probe; the next is a client that
// was heard to try, and which one, nothing tells.
void TestWaiterEars::whoDeletedItByAnotherConnection()
{
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    hear("10.0.0.9:1", {"DEL", "lock:t"});
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    hear("10.0.0.1:2", {"DEL", "lock:t"});
    QCOMPARE(waiting(), QByteArrayList());
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    QCOMPARE(waiting(), QByteArrayList({"token-1"}));
}

// Each uses one id for all locks, and acquires them in the order of their names.
void TestWaiterEars::aReleaseByAnotherConnectionMakesNoDeadlock()
{
    m_ears = std::make_unique<WaiterEars>(Registry::builtIn(),
                                          std::vector<LockPtr>{held("lock:1", "token-lock", "pod-1:7"),
                                                               held("lock:2", "token-lock", "pod-2:7")});
    const auto triesFor = [this](const QByteArray &client, const QByteArray &key, const QByteArray &id) {
        hear(client, {"SET", key, id, "NX", "PX", "1000"});
    };
    triesFor("10.0.0.3:1", "lock:1", "pod-3:7"); // refused
    hear("10.0.0.1:1", {"DEL", "lock:1"});
    triesFor("10.0.0.3:1", "lock:1", "pod-3:7"); // acquired
    hear("10.0.0.3:2", {"DEL", "lock:1"});       // released
    hear("10.0.0.2:1", {"DEL", "lock:2"});
    triesFor("10.0.0.3:1", "lock:2", "pod-3:7"); // acquired
    triesFor("10.0.0.4:1", "lock:1", "pod-4:7"); // acquired
    triesFor("10.0.0.4:1", "lock:2", "pod-4:7"); // refused
    const WaitGraph graph = waitGraph(
        Registry::builtIn(),
        {held("lock:1", "token-lock", "pod-4:7"), held("lock:2", "token-lock", "pod-3:7")}, m_ears->heard());
    QVERIFY(findDeadlocks(graph).empty());
    QCOMPARE(graph.named(), 1);
}

void TestWaiterEars::anotherKeyOrDatabaseIsNoMatter()
{
    hear("10.0.0.1:1", {"SET", "lock:t", "token-1", "NX", "PX", "1000"});
    hear("10.0.0.1:1", {"DEL", "lock:other"});
    hear("10.0.0.1:1", {"DEL", "lock:t"}, "1");
    hear("10.0.0.1:1", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:other}"});
    QCOMPARE(waiting(), QByteArrayList({"token-1"}));
}

// Any of those that were heard; whoever tries again still waits.
void TestWaiterEars::whoMayHaveGivenUp()
{
    tries("10.0.0.3:1", Ann);
    tries("10.0.0.4:1", Bob);
    hear("10.0.0.9:1", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:r}"});
    QCOMPARE(waiting(), QByteArrayList());
    tries("10.0.0.4:1", Bob);
    QCOMPARE(waiting(), QByteArrayList({Bob}));
    QCOMPARE(m_ears->heard().front().wait.attempts, 1);
}

void TestWaiterEars::whoAcquiredUnsubscribes()
{
    tries("10.0.0.3:1", Ann);
    tries("10.0.0.4:1", Bob);
    acquires("10.0.0.3:1", Ann);
    tries("10.0.0.4:1", Bob);
    hear("10.0.0.9:1", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:r}"});
    QCOMPARE(waiting(), QByteArrayList({Bob}));
}

void TestWaiterEars::onlyOneUnsubscribingIsExplained()
{
    tries("10.0.0.3:1", Ann);
    tries("10.0.0.4:1", Bob);
    acquires("10.0.0.3:1", Ann);
    hear("10.0.0.9:1", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:r}"});
    QCOMPARE(waiting(), QByteArrayList({Bob}));
    hear("10.0.0.9:2", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:r}"});
    QCOMPARE(waiting(), QByteArrayList());

    tries("10.0.0.4:1", Bob); // and not a later one
    tries("10.0.0.3:1", Ann);
    acquires("10.0.0.3:1", Ann);
    m_now += 2s;
    hear("10.0.0.9:2", {"UNSUBSCRIBE", "redisson_lock__channel:{lock:r}"});
    QCOMPARE(waiting(), QByteArrayList());
}

void TestWaiterEars::aThreadThatAcquiresAnotherLockWaitsNoMore_data()
{
    QTest::addColumn<QByteArray>("other"); // lock:s is held when the probe begins, lock:new is not
    QTest::addColumn<QByteArrayList>("writes");
    QTest::addColumn<QByteArray>("also"); // argument of the script
    QTest::addColumn<bool>("waits");
    const QByteArrayList acquires{"hincrby"}, renews{"pexpire"}, none;
    const QByteArray nothing, asWriter = Ann + ":write";
    QTest::newRow("acquires one that was held") << QByteArray("lock:s") << acquires << nothing << false;
    QTest::newRow("acquires one that was free") << QByteArray("lock:new") << acquires << nothing << false;
    QTest::newRow("acquires a read lock") << QByteArray("lock:new") << acquires << asWriter << false;
    QTest::newRow("is refused") << QByteArray("lock:new") << none << nothing << true;
    QTest::newRow("its watchdog renews one") << QByteArray("lock:new") << renews << nothing << true;
}

// It gave up the first one. Another thread of its process still waits there, so nobody unsubscribes.
void TestWaiterEars::aThreadThatAcquiresAnotherLockWaitsNoMore()
{
    QFETCH(QByteArray, other);
    QFETCH(QByteArrayList, writes);
    QFETCH(QByteArray, also);
    QFETCH(bool, waits);
    const QByteArray otherThread = Ann.first(Ann.lastIndexOf(':')) + ":6";
    tries("127.0.0.1:5001", Ann);
    tries("127.0.0.1:5001", otherThread);
    QByteArrayList script{"EVALSHA", "abc", "1", other, "30000", Ann};
    if (!also.isEmpty())
        script << also;
    hear("127.0.0.1:5002", script);
    for (const QByteArray &command : writes)
        hear("lua", {command, other, Ann, "1"});
    QCOMPARE(waiting().contains(Ann), waits);
    QVERIFY(waiting().contains(otherThread));
}

// As Redisson 4 does, while each of them waits for the lock of the other.
void TestWaiterEars::oneScriptRenewsTheLocksOfSeveralThreads()
{
    tries("127.0.0.1:5001", Bob);
    hear("127.0.0.1:5002", {"EVALSHA", "abc", "1", "lock:s", "30000", Holder1});
    QVERIFY(waiting().contains(Bob) && waiting().contains(Holder1));
    hear("127.0.0.1:5003", {"EVALSHA", "def", "2", "lock:r", "lock:s", "30000", Holder1, Bob});
    hear("lua", {"pexpire", "lock:r", "30000"});
    hear("lua", {"pexpire", "lock:s", "30000"});
    QVERIFY(waiting().contains(Bob) && waiting().contains(Holder1));
    const QHash<LockName, HolderClients> holders = m_ears->holders();
    QVERIFY(!holders[{"lock:r"}].empty() && !holders[{"lock:s"}].empty());
    QCOMPARE(holders[{"lock:r"}][0].second.address, QByteArray("127.0.0.1:5003"));
    QCOMPARE(holders[{"lock:s"}][0].second.address, QByteArray("127.0.0.1:5003"));
}

// python-redis-lock with ids of the application: it tries, then sleeps until it is woken.
void TestWaiterEars::whoSleepsOnTheSignalOfAStringDoesNotPoll()
{
    auto lock = std::make_shared<Lock>(*held("lock:A", "token-lock", "api-7"));
    lock->type = ValueType::String;
    const auto waits = [&](const QByteArrayList &second, const QByteArrayList &third = {}) {
        m_ears = std::make_unique<WaiterEars>(Registry::builtIn(), std::vector<LockPtr>{lock});
        m_now = now() - 20s;
        hear("10.0.0.1:1", {"SET", "lock:A", "api-8", "NX", "EX", "60"});
        hear("10.0.0.1:1", second);
        if (!third.isEmpty())
            hear("10.0.0.1:1", third);
        return waitGraph(Registry::builtIn(), {lock}, m_ears->heard()).named();
    };
    QCOMPARE(waits({"BLPOP", "lock-signal:A", "30"}), 1);
    QCOMPARE(waits({"BLPOP", "lock-signal:B", "30"}), 0); // tried once, and fell silent
    // Woke, tried once more, and fell silent
    QCOMPARE(waits({"BLPOP", "lock-signal:A", "1"}, {"SET", "lock:A", "api-8", "NX", "EX", "60"}), 0);
}

// A list belongs to a database, as the lock does.
void TestWaiterEars::aListOfAnotherDatabaseIsNoSignal()
{
    auto lock = std::make_shared<Lock>(*held("lock:A", "token-lock", "api-7"));
    lock->type = ValueType::String;
    m_ears = std::make_unique<WaiterEars>(Registry::builtIn(), std::vector<LockPtr>{lock});
    hear("10.0.0.2:1", {"BLPOP", "lock-signal:A", "30"}, "1");
    QCOMPARE(m_ears->heard().size(), size_t(0));
    QCOMPARE(m_ears->named(), 0);
    hear("10.0.0.3:1", {"BLPOP", "lock-signal:A", "30"}, "0");
    QCOMPARE(m_ears->heard().size(), size_t(1));
    QCOMPARE(m_ears->heard().front().wait.client.address, QByteArray("10.0.0.3:1"));
}

LOCKSCOPE_TEST(TestWaiterEars)

} // namespace tst_waiterears

#include "tst_waiterears.moc"
