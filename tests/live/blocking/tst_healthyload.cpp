// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom, as probes of a server with healthy load find it, against what the clients of the load
// know themselves. The load pauses before each probe ends, so both speak of the same moment.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/blocking/lockload.h"
#include "tests/support/followedengine.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <memory>

namespace tst_healthyload
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_HealthyLoad : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void namesWhoWaitsAndNoDeadlock_data();
    void namesWhoWaitsAndNoDeadlock();
    void namesOnlyWhoWaitsWithPools_data();
    void namesOnlyWhoWaitsWithPools();
    void namesTheOneDeadlock_data();
    void namesTheOneDeadlock();

private:
    void startLoad(std::unique_ptr<LockLoad> &load);
    // From one pause of the load to the next, in which some client waits.
    void probe(LockLoad &load, BlockingReport &report);
    bool isListening() { return callAndWait(*m_control, {"CLIENT", "LIST"})->bytes.contains("cmd=monitor"); }
    LockLoad::Pairs held() const
    {
        LockLoad::Pairs pairs;
        for (const LockPtr &lock : m_engine->engine().locks()) {
            for (const Holder &holder : lock->holders)
                pairs.insert({lock->key.bytes, holder.id.bytes});
        }
        return pairs;
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_control;
    std::unique_ptr<FollowedEngine> m_engine;
    quint64 m_lastProbe = 0;
};

namespace
{

// A line for each client that waits: by which connection, for which lock, and who holds that.
QByteArray line(const QByteArray &waiter, const QByteArray &address, const QByteArray &lock,
                const QByteArray &holders)
{
    return waiter + " at " + address + " waits for " + lock + " of " + holders;
}

// By their lines, with the number of their tries that were heard.
using Waits = std::map<QByteArray, qint64>;

Waits clientsSay(const LockLoad &load)
{
    std::map<QByteArray, QByteArray> holders;
    for (const auto &[key, id] : load.holds())
        holders[key] = id;
    Waits waits;
    for (const auto &client : load.clients()) {
        if (const auto &wait = client->waiting())
            waits[line(wait->id, client->address(), wait->key, holders[wait->key])] = wait->heardTries;
    }
    return waits;
}

Waits reportSays(const BlockingReport &report)
{
    Waits waits;
    for (const BlockedLock &blocked : report.graph.locks) {
        QByteArrayList holders;
        for (const Holder &holder : blocked.lock->holders)
            holders << holder.id.bytes;
        for (const Wait &wait : blocked.waits)
            waits[line(wait.id.bytes, wait.client.address, blocked.lock->key.bytes, holders.join(" and "))] =
                wait.attempts;
    }
    return waits;
}

// What the clients do not confirm, and who is not named although it must; empty: all is right.
QByteArray mistakes(const BlockingReport &report, const LockLoad &load)
{
    const Waits named = reportSays(report), truth = clientsSay(load);
    QByteArray text;
    for (const auto &[wait, tries] : named) {
        const auto confirmed = truth.find(wait);
        if (confirmed == truth.end())
            text += "\n  not so: " + wait;
        else if (tries < 1 || tries > confirmed->second)
            text += "\n  " + QByteArray::number(tries) + " tries instead of " +
                    QByteArray::number(confirmed->second) + ": " + wait;
    }
    for (const LoadClient *client : load.sureToBeHeard()) {
        const LoadClient::Waiting &wait = *client->waiting();
        const auto isIt = [&](const auto &one) {
            return one.first.startsWith(line(wait.id, client->address(), wait.key, {}));
        };
        if (std::ranges::none_of(named, isIt))
            text += "\n  not named: " + wait.id + " for " + wait.key;
    }
    if (report.graph.count().least != report.graph.named())
        text += "\n  waiters that are not named, of locks whose waiters cannot be counted";
    return text;
}

} // namespace

void tst_HealthyLoad::initTestCase()
{
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_control = std::make_unique<Session>(patient(m_sandbox->tcp()));
    m_control->open();
    QTRY_VERIFY(m_control->isReady());
    m_engine = std::make_unique<FollowedEngine>();
    VERIFY_OK(m_engine->follow(m_sandbox->tcp()));
}

void tst_HealthyLoad::init()
{
    VERIFY_OK(callAndWait(*m_control, {"FLUSHALL"}));
    QTRY_VERIFY(held().empty());
}

void tst_HealthyLoad::startLoad(std::unique_ptr<LockLoad> &load)
{
    QFETCH(LoadOptions, options);
    load = std::make_unique<LockLoad>(m_sandbox->tcp(), options);
    QTRY_VERIFY(load->areReady());
    load->start();
}

void tst_HealthyLoad::probe(LockLoad &load, BlockingReport &report)
{
    QVERIFY(load.pause());
    QTRY_COMPARE(held(), load.holds());
    load.listen();
    QTRY_VERIFY(!isListening()); // The probe before has left
    const quint64 id = ++m_lastProbe;
    QCoro::Task<BlockingReport> probing = m_engine->engine().blocking({.probe = 30s}, id);
    QTRY_VERIFY(isListening());
    do { // until some were acquired, by clients that had waited, and others wait
        load.resume();
        QVERIFY(QTest::qWaitFor([&load] { return load.acquired() >= 15 && load.sureToBeHeard().size() >= 2; },
                                20'000));
        QVERIFY(load.pause());
    } while (load.sureToBeHeard().empty());
    VERIFY_OK(callAndWait(*m_control, {"PING"})); // The probe was sent all that came before
    m_engine->engine().cancelProbe(id);
    report = finished(std::move(probing));
    QCOMPARE(report.probes.size(), 1u);
    QCOMPARE(report.probes.front().stopped, ProbeStop::Cancelled); // no limit was reached
}

void tst_HealthyLoad::namesWhoWaitsAndNoDeadlock_data()
{
    QTest::addColumn<LoadOptions>("options");
    unsigned seed = 0;
    const auto rows = [&seed](const char *name, LoadIds ids, LoadRelease release, int count) {
        for (int i = 0; i < count; ++i) {
            ++seed;
            QTest::addRow("%u: %s", seed, name) << LoadOptions{.seed = seed, .ids = ids, .release = release};
        }
    };
    rows("ids of threads, DEL", LoadIds::OfThread, LoadRelease::Delete, 2);
    rows("ids of threads, script", LoadIds::OfThread, LoadRelease::CompareAndDelete, 2);
    rows("ids of clients, DEL", LoadIds::OfClient, LoadRelease::Delete, 1);
    rows("ids of clients, script", LoadIds::OfClient, LoadRelease::CompareAndDelete, 1);
    rows("ids of acquisitions, DEL", LoadIds::OfAcquisition, LoadRelease::Delete, 1);
    rows("ids of acquisitions, script", LoadIds::OfAcquisition, LoadRelease::CompareAndDelete, 2);
    rows("ids of tries, DEL", LoadIds::OfTry, LoadRelease::Delete, 1);
    rows("ids of tries, script", LoadIds::OfTry, LoadRelease::CompareAndDelete, 1);
}

void tst_HealthyLoad::namesWhoWaitsAndNoDeadlock()
{
    std::unique_ptr<LockLoad> load;
    startLoad(load);
    QVERIFY(load);
    for (int round = 0; round < 3; ++round) {
        BlockingReport report;
        probe(*load, report);
        if (QTest::currentTestFailed())
            return;
        const QByteArray wrong = mistakes(report, *load);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
        QVERIFY(report.deadlocks.empty());
    }
    // Without a pause: what it says was true at some moment since the probe began.
    load->listen();
    QCoro::Task<BlockingReport> probing = m_engine->engine().blocking({.probe = 1s});
    load->resume();
    const BlockingReport report = finished(std::move(probing));
    QVERIFY(report.deadlocks.empty());
    for (const BlockedLock &blocked : report.graph.locks) {
        const QByteArray &key = blocked.lock->key.bytes;
        QCOMPARE(blocked.lock->holders.size(), 1);
        QVERIFY(load->everHeld().contains({key, blocked.lock->owner().bytes}));
        for (const Wait &wait : blocked.waits)
            QVERIFY(load->everTried().contains({key, wait.id.bytes}));
    }
}

void tst_HealthyLoad::namesOnlyWhoWaitsWithPools_data()
{
    QTest::addColumn<LoadOptions>("options");
    const auto row = [](const char *name, unsigned seed, LoadIds ids, LoadRelease release) {
        QTest::newRow(name) << LoadOptions{.seed = seed, .ids = ids, .release = release, .isPooled = true};
    };
    row("ids of threads, DEL", 21, LoadIds::OfThread, LoadRelease::Delete);
    row("ids of threads, script", 22, LoadIds::OfThread, LoadRelease::CompareAndDelete);
    row("ids of acquisitions, DEL", 23, LoadIds::OfAcquisition, LoadRelease::Delete);
    row("ids of acquisitions, script", 24, LoadIds::OfAcquisition, LoadRelease::CompareAndDelete);
}

// A client tries by one connection, and releases by another.
void tst_HealthyLoad::namesOnlyWhoWaitsWithPools()
{
    std::unique_ptr<LockLoad> load;
    startLoad(load);
    QVERIFY(load);
    for (int round = 0; round < 3; ++round) {
        BlockingReport report;
        probe(*load, report);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(report.deadlocks.empty());
        LockLoad::Pairs waiting;
        for (const auto &client : load->clients()) {
            if (const auto &wait = client->waiting())
                waiting.insert({wait->key, wait->id});
        }
        for (const BlockedLock &blocked : report.graph.locks) {
            const QByteArray &key = blocked.lock->key.bytes;
            QCOMPARE(blocked.lock->holders.size(), 1);
            QVERIFY(load->holds().contains({key, blocked.lock->owner().bytes}));
            for (const Wait &wait : blocked.waits)
                QVERIFY2(waiting.contains({key, wait.id.bytes}), (wait.id.bytes + " for " + key).constData());
        }
    }
}

void tst_HealthyLoad::namesTheOneDeadlock_data()
{
    QTest::addColumn<LoadOptions>("options");
    QTest::newRow("ids of threads, DEL")
        << LoadOptions{.seed = 11, .ids = LoadIds::OfThread, .release = LoadRelease::Delete};
    QTest::newRow("ids of clients, script")
        << LoadOptions{.seed = 12, .ids = LoadIds::OfClient, .release = LoadRelease::CompareAndDelete};
}

void tst_HealthyLoad::namesTheOneDeadlock()
{
    std::unique_ptr<LockLoad> load;
    startLoad(load);
    QVERIFY(load);
    const auto both = load->deadlock();
    const LoadClient *const one = both.first, *const two = both.second;
    QTRY_VERIFY(one->waiting() && two->waiting());
    BlockingReport report;
    probe(*load, report);
    if (QTest::currentTestFailed())
        return;
    const QByteArray wrong = mistakes(report, *load);
    QVERIFY2(wrong.isEmpty(), wrong.constData());
    QCOMPARE(report.deadlocks.size(), 1u);
    const Deadlock &found = report.deadlocks.front();
    QVERIFY(!isCertain(found)); // whoever was heard may have given up
    QCOMPARE(found.behind, 0);
    QCOMPARE(found.steps.size(), 2u);
    for (const DeadlockStep &step : found.steps) {
        const BlockedLock &holds = report.graph.locks[step.held];
        const BlockedLock &awaits = report.graph.locks[step.awaited];
        const LoadClient *const client = step.held < step.awaited ? one : two;
        QCOMPARE(client->holds().begin()->first, holds.lock->key.bytes);
        QCOMPARE(client->holds().begin()->second, holds.lock->owner().bytes);
        QCOMPARE(client->waiting()->key, awaits.lock->key.bytes);
        QCOMPARE(awaits.waits[step.wait].client.address, client->address());
    }
}

LOCKSCOPE_TEST(tst_HealthyLoad)

} // namespace tst_healthyload

#include "tst_healthyload.moc"
