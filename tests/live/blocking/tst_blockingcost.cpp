// SPDX-License-Identifier: GPL-3.0-or-later
// What a report of who waits for whom costs the server, with 10,000 locks and 2,000 waiters, in commands.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/linediff.h"
#include "tests/support/madewaits.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

namespace tst_blockingcost
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr int Threads = 2'000;
constexpr int Each = 5; // locks that a thread holds
constexpr int Locks = Each * Threads;
constexpr int Waiters = Threads;

QByteArray keyOf(int lock)
{
    return MadeWaits::keyNo(lock).bytes;
}

QByteArray ownerOf(int thread)
{
    return MadeWaits::threadNo(thread).bytes;
}

} // namespace

class tst_BlockingCost : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void ofAReport();
    void ofAProbe();

private:
    void write(const std::vector<Command> &commands);
    void makeLocks();
    void makeWaiters();
    void check(const BlockingReport &report) const;
    qint64 commands(); // since the last call, without those of this test

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_control;
    std::unique_ptr<Session> m_listener;        // for all waiters
    std::map<int, std::vector<int>> m_queues{}; // lock -> threads
    std::unique_ptr<Engine> m_engine;
};

void tst_BlockingCost::write(const std::vector<Command> &commands)
{
    Batch batch;
    for (const Command &command : commands)
        batch.add(command);
    const Outcome<Replies> replies = sendAndWait(*m_control, std::move(batch), 20s);
    VERIFY_OK(replies);
    QVERIFY(std::ranges::none_of(replies->items, &Reply::isError));
}

void tst_BlockingCost::makeLocks()
{
    std::vector<Command> commands;
    for (int lock = 0; lock < Locks; ++lock) {
        commands.push_back({"HSET", keyOf(lock), ownerOf(lock / Each), "1"});
        commands.push_back({"PEXPIRE", keyOf(lock), "600000"});
    }
    write(commands);
}

// Each waits for a lock of one that came before it. The last one holds none.
void tst_BlockingCost::makeWaiters()
{
    std::minstd_rand random(1);
    std::vector<Command> commands;
    Command subscription{"SUBSCRIBE"};
    for (int thread = 1; thread <= Waiters; ++thread) {
        const int lock = int(random() % unsigned(Each * thread));
        m_queues[lock].push_back(thread);
        const QByteArray deadline =
            QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 900'000 + thread);
        commands.push_back({"RPUSH", "redisson_lock_queue:{" + keyOf(lock) + '}', ownerOf(thread)});
        commands.push_back(
            {"ZADD", "redisson_lock_timeout:{" + keyOf(lock) + '}', deadline, ownerOf(thread)});
        subscription.push_back("redisson_lock__channel:{" + keyOf(lock) + "}:" + ownerOf(thread));
    }
    write(commands);
    QSignalSpy subscribed(m_listener.get(), &Session::pushed);
    m_listener->subscribe(subscription);
    QTRY_COMPARE(subscribed.size(), Waiters);
}

void tst_BlockingCost::initTestCase()
{
    VERIFY_INTO(m_sandbox, Sandbox::start());
    for (std::unique_ptr<Session> *session : {&m_control, &m_listener}) {
        *session = std::make_unique<Session>(patient(m_sandbox->tcp()));
        (*session)->open();
    }
    QTRY_VERIFY(m_control->isReady() && m_listener->isReady());
    makeLocks();
    makeWaiters();
}

// As lockscope-cli does it: one pass, and no feed.
void tst_BlockingCost::init()
{
    m_engine = std::make_unique<Engine>();
    m_engine->open(m_sandbox->tcp(), {.patterns = {"lock:*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    const ScanProgress pass = finished(m_engine->scan());
    QCOMPARE(pass.phase, ScanPhase::Complete);
    commands();
}

qint64 tst_BlockingCost::commands()
{
    const Outcome<Reply> stats = callAndWait(*m_control, {"INFO", "commandstats"});
    const Outcome<Reply> reset = callAndWait(*m_control, {"CONFIG", "RESETSTAT"});
    if (!stats || !reset)
        qFatal("no statistics");
    qint64 count = 0;
    for (const QByteArray &line : stats->bytes.split('\n')) {
        const QByteArray name = line.mid(8, line.indexOf(':') - 8); // cmdstat_NAME:calls=N,…
        if (!line.startsWith("cmdstat_") || name.startsWith("config") || name == "ping")
            continue;
        const qsizetype from = line.indexOf("calls=") + 6;
        count += line.sliced(from, line.indexOf(',') - from).toLongLong();
    }
    return count;
}

void tst_BlockingCost::check(const BlockingReport &report) const
{
    QByteArrayList actual, expected;
    for (const BlockedLock &blocked : report.graph.locks) {
        for (const Wait &wait : blocked.waits)
            actual << wait.id.bytes + (wait.alive == true ? " listens, number " : " in place ") +
                          QByteArray::number(wait.place) + " for " + blocked.lock->key.bytes + " of " +
                          blocked.lock->owner().bytes;
    }
    for (const auto &[lock, threads] : m_queues) {
        for (size_t place = 0; place < threads.size(); ++place)
            expected << ownerOf(threads[place]) + " listens, number " + QByteArray::number(place + 1) +
                            " for " + keyOf(lock) + " of " + ownerOf(lock / Each);
    }
    const QByteArray difference = lineDiff(actual, expected);
    QVERIFY2(difference.isEmpty(),
             difference.first(std::min<qsizetype>(difference.size(), 2000)).constData());
    QCOMPARE(report.graph.count().least, Waiters); // none that is not named
    QVERIFY(report.deadlocks.empty());
    const Blocker &root = report.graph.blockers.front();
    QCOMPARE(root.owner.bytes, ownerOf(0));
    QCOMPARE(root.inAll.least, Waiters);
    QVERIFY(!root.waits);
}

// All is known from the pass: at most the clients are asked for.
void tst_BlockingCost::ofAReport()
{
    const BlockingReport report = finished(m_engine->blocking({}));
    const qint64 count = commands();
    check(report);
    QVERIFY2(count <= 5, QByteArray::number(count).constData());
}

// Of 10,000 locks, it reads again those that are waited for, with the keys and channels that belong to them.
void tst_BlockingCost::ofAProbe()
{
    constexpr qint64 PerLock = 17; // what a pass reads of a fair lock with a queue
    constexpr qint64 PerCommand = 200, Others = 20;
    const BlockingReport report = finished(m_engine->blocking({.probe = 200ms}));
    const qint64 count = commands();
    check(report);
    QCOMPARE(report.probes.size(), 1u);
    QCOMPARE(report.probes.front().stopped, ProbeStop::Time);
    const auto waitedFor = qint64(m_queues.size());
    QVERIFY(waitedFor < Waiters);
    const qint64 channels = waitedFor + Waiters;
    const qint64 most = PerLock * waitedFor + 2 * (channels / PerCommand + 1) + Others;
    QVERIFY2(count <= most,
             (QByteArray::number(count) + " of at most " + QByteArray::number(most)).constData());
}

LOCKSCOPE_TEST(tst_BlockingCost)

} // namespace tst_blockingcost

#include "tst_blockingcost.moc"
