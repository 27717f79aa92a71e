// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli blocking: who waits for whom, by queues and by counts; and deadlocks.
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/fairqueue.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

namespace tst_cliblocking
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222");

} // namespace

class tst_CliBlocking : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_listeners.clear(); }
    void saysThatNoClientWaits();
    void saysThatClientsWaitForAClosedSemaphore();
    void doesNotCountWhoListensNoMore();
    void saysThatWhoListensMayWaitForAnotherLock();
    void showsWhoWaitsBehindWhom();
    void listsProcesses();
    void findsADeadlock();
    void saysOfEachDeadlockWhatBreaksIt();
    void namesNoDeadlockOfWaitersThatAreGone();
    void tellsWhoGoesOnAfterARelease();
    void aLatchIsNoFlag();
    void tellsWhoSleepsOnAList();
    void printsAGraph();
    void refusesTwoKindsOfOutput();
    void theVerdictFailsACheck();
    void aServerThatStopsAnsweringIsNotFreeOfWaiters();
    void whatMayNotBeReadMayBeContended();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    QByteArrayList at(const QByteArrayList &arguments) const
    {
        return QByteArrayList{"-u", url()} + arguments;
    }
    Ended blocking(const QByteArrayList &more = {})
    {
        return runCli(at(QByteArrayList{"blocking", "--json"} + more));
    }
    void hold(const QByteArray &key, const QByteArray &owner) { holdLock(m_sandbox->tcp(), key, owner); }
    void queue(const QByteArray &key, const QByteArray &owner, bool listens = true)
    {
        enqueue(m_sandbox->tcp(), key, owner);
        if (listens)
            m_listeners.push_back(queueListener(m_sandbox->tcp(), key, owner));
    }
    void makeDeadlock(bool listens = true)
    {
        hold("lock:a", ann + ":1");
        hold("lock:b", bob + ":7");
        queue("lock:a", bob + ":7", listens);
        queue("lock:b", ann + ":1", listens);
    }

    std::vector<std::unique_ptr<Listener>> m_listeners;
};

void tst_CliBlocking::initTestCase()
{
    startServer();
}

void tst_CliBlocking::init()
{
    ask({"FLUSHALL"});
}

void tst_CliBlocking::aServerThatStopsAnsweringIsNotFreeOfWaiters()
{
    ask({"CONFIG", "RESETSTAT"});
    Program program(at({"blocking", "--settle", "15s"}));
    QTRY_VERIFY(CliTest::ask({"INFO", "commandstats"}).contains("cmdstat_scan"));
    m_sandbox->pause();
    const auto goOn = qScopeGuard([this] { m_sandbox->resume(); });
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 3 && ended.out.contains("incomplete: not all locks could be read") &&
                 !ended.out.contains("no contended locks"),
             ended.told().constData());
    QVERIFY2(ended.err.contains(m_sandbox->tcp().node().bytes), ended.told().constData());
}

void tst_CliBlocking::whatMayNotBeReadMayBeContended()
{
    hold("lock:a", ann + ":1");
    ask({"ACL", "SETUSER", "blind", "on", ">pw", "~*", "+scan", "+type"});
    ConnectionSpec blind = m_sandbox->tcp();
    const Ended ended = runCli({"-u", QByteArray("redis://blind:pw@") + blind.node().bytes, "blocking"});
    QVERIFY2(ended.status == 4 && ended.out.contains("incomplete: not all locks could be read") &&
                 !ended.out.contains("no contended locks"),
             ended.told().constData());
}

void tst_CliBlocking::saysThatWhoListensMayWaitForAnotherLock()
{
    hold("lock:a", ann + ":1");
    ConnectionSpec other = m_sandbox->tcp();
    other.db = 1;
    m_listeners.push_back(std::make_unique<Listener>(other, "redisson_lock__channel:{lock:a}"));
    const Ended ended = runCli(at({"blocking"}));
    QVERIFY2(ended.out.contains("no contended locks found; some listening clients wait for 1 held lock "
                                "or for locks of the same names in another database"),
             ended.told().constData());
    const Ended json = blocking();
    QCOMPARE(json.json()[u"locks_with_listeners_maybe_elsewhere"].toInt(), 1);
}

// The keys of a semaphore name no holder, so nobody is known to block who waits for it.
void tst_CliBlocking::saysThatClientsWaitForAClosedSemaphore()
{
    ask({"SET", "lock:sem", "0"});
    m_listeners.push_back(std::make_unique<Listener>(m_sandbox->tcp(), "redisson_sc:{lock:sem}"));
    const Ended ended = runCli(at({"blocking"}));
    QVERIFY2(ended.out.contains("clients wait for 1 lock that no client is known to hold: lock:sem") &&
                 !ended.out.contains("no contended locks"),
             ended.told().constData());
    const QJsonArray unheld = blocking().json()[u"unheld"].toArray();
    QCOMPARE(unheld.size(), 1);
    QCOMPARE(unheld[0][u"key"].toString(), QStringLiteral("lock:sem"));
    QCOMPARE(unheld[0][u"waiters"].toInt(), 1);
    queue("lock:free", ann + ":8");
    const QJsonObject free = blocking().json()[u"unheld"][0].toObject();
    QCOMPARE(free[u"key"].toString(), QStringLiteral("lock:free"));
    QCOMPARE(free[u"queue"][0][u"owner"].toString().toLatin1(), ann + ":8");
    const Ended text = runCli(at({"blocking"}));
    QVERIFY2(text.out.contains("lock:free, not held\n  " + ann + ":8: queued, listens\n"),
             text.told().constData());
}

// Its entry stays in the queue; only who listens may still wait.
void tst_CliBlocking::doesNotCountWhoListensNoMore()
{
    hold("lock:a", ann + ":1");
    queue("lock:a", bob + ":7", false);
    queue("lock:a", bob + ":8");
    const Ended ended = blocking();
    QCOMPARE(ended.json()[u"waiters"].toInt(), 1);
    QCOMPARE(ended.json()[u"waiters_identified"].toInt(), 1);
    QCOMPARE(ended.json()[u"locks"][0][u"waiters"].toArray().size(), 2);
    QCOMPARE(ended.json()[u"blockers"][0][u"waiters"].toInt(), 1);
}

void tst_CliBlocking::saysThatNoClientWaits()
{
    hold("lock:a", ann + ":1");
    const Ended ended = runCli(at({"blocking"}));
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(ended.out.contains("no contended locks found"), ended.told().constData());
    QVERIFY2(ended.out.contains("--probe"), ended.told().constData());
}

void tst_CliBlocking::showsWhoWaitsBehindWhom()
{
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    hold("lock:c", ann + ":5");
    queue("lock:a", bob + ":7");
    queue("lock:b", bob + ":9");
    const Listener unnamed(m_sandbox->tcp(), "redisson_lock__channel:{lock:c}");
    const Ended ended = blocking();
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject json = ended.json();
    QCOMPARE(json[u"deadlocks"].toArray().size(), 0);
    QCOMPARE(json[u"waiters"].toInt(), 3);
    QCOMPARE(json[u"waiters_identified"].toInt(), 2);
    const QJsonArray blockers = json[u"blockers"].toArray();
    QCOMPARE(blockers.size(), 3);
    QCOMPARE(blockers[0][u"owner"].toString().toLatin1(), ann + ":1"); // a root, with two behind it
    QCOMPARE(blockers[0][u"waiters"].toInt(), 1);
    QCOMPARE(blockers[0][u"waiters_in_all"].toInt(), 2);
    QCOMPARE(blockers[1][u"owner"].toString().toLatin1(), ann + ":5");
    QCOMPARE(blockers[2][u"owner"].toString().toLatin1(), bob + ":7");
    QVERIFY(blockers[2][u"waits"].toBool());
    const QJsonObject wait = json[u"locks"][1][u"waiters"][0].toObject();
    QCOMPARE(wait[u"owner"].toString().toLatin1(), bob + ":9");
    QCOMPARE(wait[u"source"].toString(), QStringLiteral("queue"));
    QCOMPARE(wait[u"place"].toInt(), 1);
    QVERIFY(wait[u"listens"].toBool());
    QCOMPARE(json[u"locks"][2][u"waiters_not_identified"].toInt(), 1);
}

void tst_CliBlocking::findsADeadlock()
{
    makeDeadlock();
    const Ended ended = blocking();
    const QJsonArray found = ended.json()[u"deadlocks"].toArray();
    QVERIFY2(found.size() == 1, ended.told().constData());
    QVERIFY(found[0][u"certain"].toBool());
    const QJsonArray steps = found[0][u"steps"].toArray();
    QCOMPARE(steps.size(), 2);
    QCOMPARE(steps[0][u"owner"].toString().toLatin1(), ann + ":1");
    QCOMPARE(steps[0][u"holds"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(steps[0][u"waits_for"].toString(), QStringLiteral("lock:b"));
    QCOMPARE(steps[1][u"owner"].toString().toLatin1(), bob + ":7");
    QVERIFY(!found[0].toObject().contains(QStringLiteral("acquired_last"))); // neither was seen to begin
    for (const QJsonValue &step : steps) {
        QCOMPARE(step[u"lets_go_on"].toInt(), 2); // both go on, whichever is released
        QCOMPARE(step[u"renewals"].toInt(-1), 0);
        QVERIFY(step[u"held_is_lower_bound"].toBool() && step[u"held_ms"].isDouble());
    }
    QVERIFY(!found[0].toObject().contains(QStringLiteral("expires_first"))); // each may be renewed
    QVERIFY(found[0].toObject().contains(QStringLiteral("expires_first_unless_renewed")));
    const Ended text = runCli(at({"blocking"}));
    QVERIFY2(text.out.contains(ann + ":1 holds lock:a and waits for lock:b"), text.told().constData());
    ask({"PERSIST", "lock:b"});
    const Ended persisted = blocking();
    QVERIFY2(persisted.json()[u"deadlocks"][0][u"certain"].toBool(), persisted.told().constData());
}

void tst_CliBlocking::saysOfEachDeadlockWhatBreaksIt()
{
    makeDeadlock();
    hold("lock:c", ann + ":2");
    hold("lock:d", bob + ":8");
    queue("lock:c", bob + ":8");
    queue("lock:d", ann + ":2");
    const Ended text = runCli(at({"blocking"}));
    const QByteArray any = "Releasing any of them lets all 2 identified waiters proceed, one after another";
    QVERIFY2(text.out.count("Deadlock of 2 locks") == 2, text.told().constData());
    QVERIFY2(text.out.count("has the least time left") == 2, text.told().constData());
    QVERIFY2(text.out.count(any) == 2, text.told().constData());
    QVERIFY2(text.out.count("in the same order everywhere") == 1, text.told().constData());
    for (const QJsonValue &deadlock : blocking().json()[u"deadlocks"].toArray()) // each by itself
        QVERIFY2(deadlock[u"text"].toArray().contains(
                     QStringLiteral("To prevent this, acquire these locks in the same order everywhere")),
                 text.told().constData());
}

void tst_CliBlocking::listsProcesses()
{
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    hold("lock:c", ann + ":5");
    queue("lock:a", bob + ":7");
    queue("lock:b", bob + ":9");
    queue("lock:c", bob + ":8");
    const Ended text = runCli(at({"blocking", "--by", "process"}));
    QVERIFY2(text.out.startsWith(ann + "  2 waiters, 3 in all\n  thread 1: lock:a, held for "),
             text.told().constData());
    QVERIFY2(text.out.contains("\n    " + bob + ":7: queued, listens\n"), text.told().constData());
    QVERIFY2(text.out.contains("\n  thread 5: lock:c, held for "), text.told().constData());
    QVERIFY2(text.out.contains('\n' + bob + "  1 waiter\n  thread 7: lock:b (see above)\n"),
             text.told().constData());
    const QByteArray threads = runCli(at({"blocking", "--by", "thread"})).out;
    QVERIFY2(threads.startsWith(ann + ":1  1 waiter, 2 in all\n"), threads.constData());
    const QJsonArray processes = blocking().json()[u"processes"].toArray();
    QCOMPARE(processes.size(), 2);
    QCOMPARE(processes[0][u"process"].toString().toLatin1(), ann);
    QCOMPARE(processes[0][u"owners"].toArray().size(), 2);
    QCOMPARE(processes[0][u"waiters"].toInt(), 2);
    QCOMPARE(processes[0][u"waiters_in_all"].toInt(), 3);
    QCOMPARE(processes[0][u"holds"].toArray().size(), 2);
    QVERIFY(processes[1][u"waits"].toBool());
    const Ended refused = runCli(at({"blocking", "--by", "host"}));
    QVERIFY2(refused.status == 2 && refused.err.contains("use thread or process"),
             refused.told().constData());
    const Ended both = runCli(at({"blocking", "--by", "process", "--dot"}));
    QVERIFY2(both.status == 2 && both.err.contains("--by"), both.told().constData());
}

void tst_CliBlocking::namesNoDeadlockOfWaitersThatAreGone()
{
    makeDeadlock(false);
    const Ended ended = blocking();
    QVERIFY2(ended.json()[u"deadlocks"].toArray().isEmpty(), ended.told().constData());
    QCOMPARE(ended.json()[u"locks"][0][u"waiters"].toArray().size(), 1);
    QCOMPARE(ended.json()[u"waiters_identified"].toInt(-1), 0);
}

void tst_CliBlocking::tellsWhoGoesOnAfterARelease()
{
    hold("lock:a", ann + ":1");
    queue("lock:a", bob + ":6", false);
    queue("lock:a", bob + ":7");
    const auto check = [](const QJsonObject &effect, const Ended &ended) {
        const QJsonArray queued = effect[u"queue"].toArray();
        QVERIFY2(queued.size() == 2, ended.told().constData());
        QCOMPARE(effect[u"goes_on"].toString(), QStringLiteral("one"));
        QCOMPARE(effect[u"next"].toString(), QStringLiteral("first-in-queue"));
        QVERIFY(queued[0][u"passed_over"].toBool());
        QCOMPARE(queued[1][u"owner"].toString().toLatin1(), bob + ":7");
        QCOMPARE(queued[1][u"place"].toInt(), 1);
        // It was not seen to begin, and no other locks were read.
        QCOMPARE(effect[u"holds_seen"].toInt(-1), 0);
        QVERIFY(!effect.contains(u"rest_of_hold_ms") && !queued[1].toObject().contains(u"wait_ms"));
        QVERIFY(!effect[u"all_locks_read"].toBool(true));
    };
    const Ended shown = runCli(at({"show", "lock:a", "--json"}));
    const QJsonObject lock = shown.json()[u"lock"].toObject();
    check(lock[u"effect"].toObject(), shown);
    QCOMPARE(lock[u"notices"][0][u"library"].toString(), QStringLiteral("Redisson"));
    const QByteArrayList dryRun{"force-release", "lock:a", "--any-owner", "--dry-run"};
    const Ended plan = runCli(at(dryRun + QByteArrayList{"--json"}));
    check(plan.json()[u"plan"][u"effect"].toObject(), plan);
    for (const Ended &text : {runCli(at({"show", "lock:a"})), runCli(at(dryRun))}) {
        QVERIFY2(text.out.contains("If released Order of the waiters:\n"), text.told().constData());
        QVERIFY2(text.out.contains("            1. " + bob + ":7\n"), text.told().constData());
    }
    ask({"SET", "lock:token", "0123456789abcdef0123456789abcdef", "PX", "600000"});
    const Ended polled = runCli(at({"show", "lock:token", "--json"}));
    QCOMPARE(polled.json()[u"lock"][u"effect"][u"next"].toString(), QStringLiteral("polling"));
    // Of each such lock the same would be told.
    QVERIFY(!runCli(at({"show", "lock:token"})).out.contains("If released"));
}

// Its value looks like that of a flag; only who listens shows that it is a latch.
void tst_CliBlocking::aLatchIsNoFlag()
{
    ask({"SET", "lock:lat", "1"});
    const auto plan = [this](const QByteArrayList &more) {
        return runCli(
            at(QByteArrayList{"force-release", "lock:lat", "--any-owner", "--dry-run", "--json"} + more));
    };
    const Ended unheard = plan({"--kind", "latch"});
    QVERIFY2(!unheard.json()[u"plan"].toObject().contains(u"effect"), unheard.told().constData());
    const Ended shown = runCli(at({"show", "lock:lat", "--kind", "latch"}));
    QVERIFY2(shown.status == 0 && !shown.out.contains("poll"), shown.told().constData());
    m_listeners.push_back(
        std::make_unique<Listener>(m_sandbox->tcp(), "redisson_countdownlatch__channel__{lock:lat}"));
    for (const Ended &ended : {plan({}), plan({"--kind", "latch"})}) {
        const QJsonObject effect = ended.json()[u"plan"][u"effect"].toObject();
        QVERIFY2(effect[u"goes_on"].toString() == QStringLiteral("all"), ended.told().constData());
        QCOMPARE(effect[u"next"].toString(), QStringLiteral("listening"));
    }
}

// Only where such a lock is held: without one, who sleeps on a list waits for other data.
void tst_CliBlocking::tellsWhoSleepsOnAList()
{
    Session sleeper(m_sandbox->tcp());
    sleeper.open();
    QTRY_VERIFY(sleeper.isReady());
    sleeper.call({"CLIENT", "SETNAME", "app-7"});
    sleeper.call({"BLPOP", "lock-signal:report", "0"});
    QTRY_VERIFY(redisCli(m_sandbox->tcp(), {"CLIENT", "LIST"})->contains("cmd=blpop"));
    QVERIFY(!blocking().json().contains(u"asleep"));
    ask({"SET", "lock:report", "q83vASNFZ4mrze8BI0VniavN", "PX", "600000"}); // as python-redis-lock
    const Ended ended = blocking();
    const QJsonArray asleep = ended.json()[u"asleep"].toArray();
    QVERIFY2(ended.status == 0 && asleep.size() == 1, ended.told().constData());
    QCOMPARE(asleep[0][u"client_name"].toString(), QStringLiteral("app-7"));
    QCOMPARE(asleep[0][u"command"].toString(), QStringLiteral("BLPOP"));
    QVERIFY(asleep[0][u"address"].isString() && asleep[0][u"asleep_ms"].isDouble());
    QCOMPARE(ended.json()[u"locks_maybe_slept_for"].toInt(), 1);
    QVERIFY(ended.json()[u"locks"].toArray().isEmpty()); // no one is seen to wait for it
    const Ended text = runCli(at({"blocking"}));
    QVERIFY2(text.out.contains("1 client sleeps on a list and may wait for the held lock"),
             text.told().constData());
    QVERIFY2(text.out.contains("  app-7 at 127.0.0.1:"), text.told().constData());
    ask({"ACL", "SETUSER", "guest", "on", ">secret", "~*", "&*", "+@all", "-client"});
    const Ended refused = runCli(
        {"-u", "redis://guest:secret@127.0.0.1:" + QByteArray::number(m_sandbox->tcp().port), "blocking"});
    QVERIFY2(refused.told().contains("which clients sleep on lists is unknown"), refused.told().constData());
    ask({"ACL", "DELUSER", "guest"});
}

void tst_CliBlocking::printsAGraph()
{
    makeDeadlock();
    hold("lock:\"c\"\n", ann + ":5");
    queue("lock:\"c\"\n", ann + ":6");
    queue("lock:\"c\"\n", ann + ":7", false);
    queue("lock:free", ann + ":8");
    const Ended ended = runCli(at({"blocking", "--dot"}));
    QVERIFY2(ended.out.startsWith("digraph blocking {\n") && ended.out.endsWith("}\n"),
             ended.told().constData());
    QCOMPARE(ended.out.count("color=red"), 2);
    QCOMPARE(ended.out.count("waits for"), 3);
    QCOMPARE(ended.out.count("in its queue, no listener\", style=dashed"), 1);
    QVERIFY2(ended.out.contains("lock:free (no known holder)"), ended.told().constData());
    const QByteArray awkward = "\"lock lock:\\\"c\\\"\\\\x0a\"";
    QVERIFY2(ended.out.contains(awkward), ended.told().constData());
}

void tst_CliBlocking::refusesTwoKindsOfOutput()
{
    const Ended ended = runCli(at({"blocking", "--dot", "--json"}));
    QCOMPARE(ended.status, 2);
    QVERIFY2(ended.err.contains("--dot and --json"), ended.told().constData());
}

void tst_CliBlocking::theVerdictFailsACheck()
{
    makeDeadlock();
    const Ended once = runCli(at({"scan", "--verdict", "deadlock", "--json"}));
    QVERIFY2(once.json()[u"not_judged"].toArray().contains(QStringLiteral("deadlock")),
             once.told().constData());
    const Ended ended = runCli(at({"scan", "--verdict", "deadlock", "--settle", "9s", "--json"}));
    QVERIFY2(ended.status == 1, ended.told().constData());
    QCOMPARE(ended.json()[u"locks"].toArray().size(), 2);
    const QJsonObject verdict = ended.json()[u"locks"][0][u"verdict"].toObject();
    QCOMPARE(verdict[u"level"].toString(), QStringLiteral("critical"));
    QCOMPARE(verdict[u"basis"].toString(), QStringLiteral("concluded"));
}

LOCKSCOPE_TEST(tst_CliBlocking)

} // namespace tst_cliblocking

#include "tst_cliblocking.moc"
