// SPDX-License-Identifier: GPL-3.0-or-later
// The history of real servers: each hold of a busy server with exact events, a group counted as one, and the
// end of the program in between.

#include "core/history/causes/causes.h"
#include "core/history/history.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>
#include <qcorotask.h>

namespace tst_history_live
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";

QByteArray token(int writer, int cycle)
{
    return QByteArray::number(writer) + "-0b5d-4f6e-9a2c-" + QByteArray::number(cycle);
}

QCoro::Task<Outcome<Replies>> awaited(PendingReplies pending)
{
    co_return co_await pending;
}

} // namespace

class TestHistoryLive : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void countsEachHoldOfABusyServer();
    void countsHoldsThatNobodyCouldRead();
    void saysThatTrackingIsSampled();
    void survivesTheEndOfTheProgram();
    void aCrashLeavesWhatThePagesAskFor();
    void aGroupCountsAsOneLock();
    void aGroupsHoldOutlivesANodesCopy();
    void aLostServerIsABlindTime();
    void aGroupIsBlindWithoutAMajority();

private:
    Reply ask(Command command)
    {
        const auto reply = finished(m_admin->call(std::move(command)));
        return reply.ok() ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
    }
    void follow(const ConnectionSpec &spec, LiveMode mode, const QString &name = {});
    Tally sum() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_admin;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<History> m_history;
    std::vector<Tally> m_tallies;
    LiveStatus m_live;
    ScanProgress m_scan;
};

void TestHistoryLive::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_admin = std::make_unique<Session>(test::patient(m_sandbox->tcp()));
    m_admin->open();
    QTRY_VERIFY(m_admin->isReady());
}

void TestHistoryLive::cleanup()
{
    m_history.reset();
    m_engine.reset();
    if (m_admin)
        m_admin->close();
    m_admin.reset();
    m_sandbox.reset();
    m_tallies.clear();
}

void TestHistoryLive::follow(const ConnectionSpec &spec, LiveMode mode, const QString &name)
{
    m_live = {};
    m_scan = {};
    m_engine = std::make_unique<Engine>();
    m_history = std::make_unique<History>(m_folder->path());
    m_history->observe(m_engine.get());
    m_history->configure({.keep = !name.isEmpty()});
    connect(m_history.get(), &History::tallied, this,
            [this](const Tally &tally) { m_tallies.push_back(tally); });
    connect(m_engine.get(), &Engine::liveChanged, this, [this](const LiveStatus &live) { m_live = live; });
    connect(m_engine.get(), &Engine::scanChanged, this,
            [this](const ScanProgress &progress) { m_scan = progress; });
    m_engine->open(spec, {.patterns = {"lock:*"}, .historyName = name});
    const bool followed =
        QTest::qWaitFor([&] { return m_live.mode == mode && m_scan.phase == ScanPhase::Complete; }, 20'000);
    QVERIFY2(followed, qPrintable(QStringLiteral("%1: %2; scan %3")
                                      .arg(QLatin1String(lockscope::name(m_live.mode)), m_live.reason,
                                           QLatin1String(lockscope::name(m_scan.phase)))));
}

Tally TestHistoryLive::sum() const
{
    Tally sum;
    for (const Tally &tally : m_tallies)
        sum.add(tally);
    return sum;
}

// Four clients acquire and release as fast as possible, each on its own locks and on one shared lock.
void TestHistoryLive::countsEachHoldOfABusyServer()
{
    constexpr int Writers = 4;
    constexpr int Rounds = 100;
    constexpr int CyclesARound = 25;
    ask({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    for (int writer = 0; writer < Writers; ++writer)
        ask({"SET", "lock:" + QByteArray::number(writer), "there before", "PX", "600000"});
    follow(m_sandbox->tcp(), LiveMode::KeyspaceEvents);
    std::vector<std::unique_ptr<Session>> writers;
    for (int writer = 0; writer < Writers; ++writer) {
        writers.push_back(std::make_unique<Session>(test::patient(m_sandbox->tcp())));
        writers.back()->open();
        QTRY_VERIFY(writers.back()->isReady());
        ask({"DEL", "lock:" + QByteArray::number(writer)});
    }
    int cycle = 0;
    for (int round = 0; round < Rounds; ++round) {
        std::vector<QCoro::Task<Outcome<Replies>>> sent;
        for (int writer = 0; writer < Writers; ++writer) {
            Batch batch;
            const QByteArray key = "lock:" + QByteArray::number(writer);
            for (int i = 0; i < CyclesARound; ++i) {
                batch.add({"SET", key, token(writer, ++cycle), "NX", "PX", "30000"});
                batch.add({"DEL", key});
            }
            sent.push_back(awaited(writers[size_t(writer)]->send(std::move(batch))));
        }
        for (auto &one : sent)
            VERIFY_OK(finished(std::move(one)));
    }
    QCOMPARE(cycle, Writers * Rounds * CyclesARound);
    // The first hold of each lock ended, but its start was not seen.
    QTRY_COMPARE(sum().released, qint64(cycle) + Writers);
    QCOMPARE(sum().acquired, qint64(cycle));
    QCOMPARE(sum().ended(), qint64(cycle) + Writers);
    QCOMPARE(sum().holds.count(), qint64(cycle)); // seen from start to end
    QCOMPARE(sum().totals.held, 0);
    QVERIFY(!m_tallies.back().sampled);
    QTRY_VERIFY(!m_tallies.back().blind); // The second of the connection is blind
    // Those that were there before are first sights, too.
    QCOMPARE(m_history->status().events, 2 * qint64(cycle) + 2 * Writers);
    for (auto &writer : writers)
        writer->close();
}

// Acquired and released in one transaction: no read can happen in between.
void TestHistoryLive::countsHoldsThatNobodyCouldRead()
{
    ask({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    ask({"HSET", "lock:a", Alice, "1"});
    ask({"PEXPIRE", "lock:a", "600000"});
    follow(m_sandbox->tcp(), LiveMode::KeyspaceEvents);
    QTRY_COMPARE(m_history->lockEvents({"lock:a"}, 1000).events.size(), 1u); // As the scan found it
    ask({"DEL", "lock:a"});
    QTRY_COMPARE(sum().released, 1);
    for (int i = 0; i < 50; ++i) {
        Batch batch;
        batch.add({"MULTI"});
        batch.add({"HINCRBY", "lock:a", Alice, "1"});
        batch.add({"PEXPIRE", "lock:a", "30000"});
        batch.add({"HINCRBY", "lock:a", Alice, "-1"});
        batch.add({"DEL", "lock:a"});
        batch.add({"EXEC"});
        VERIFY_OK(finished(awaited(m_admin->send(std::move(batch)))));
    }
    QTRY_COMPARE(sum().released, 51);
    QCOMPARE(sum().acquired, 50);
    const std::vector<LockEvent> lockEvents = m_history->lockEvents({"lock:a"}, 1000).events;
    QCOMPARE(lockEvents.size(), 102u);
    QVERIFY(lockEvents.back().owner.isEmpty()); // The owner is unknown
    QCOMPARE(lockEvents.back().lockKind.name, lockEvents.front().lockKind.name);
}

void TestHistoryLive::saysThatTrackingIsSampled()
{
    follow(m_sandbox->tcp(), LiveMode::Tracking);
    ask({"SET", "lock:a", "me", "NX", "PX", "30000"});
    QTRY_COMPARE(sum().acquired, 1);
    QVERIFY(m_tallies.back().sampled);
    QCOMPARE(m_tallies.back().totals.held, 1);
    const HoldsAnswer there = m_history->holds({.range = {wallNow() - 1h, wallNow()}});
    QCOMPARE(there.holds.size(), 1u);
    QVERIFY(there.holds.front().sampled && !there.holds.front().ended);
    ask({"DEL", "lock:a"});
    QTRY_COMPARE(sum().released, 1);
    QCOMPARE(m_history->moment(wallNow(), 10).holds.size(), 0u);
}

void TestHistoryLive::survivesTheEndOfTheProgram()
{
    const WallTime began = wallNow();
    ask({"SET", "lock:there", "old", "PX", "600000"});
    follow(m_sandbox->tcp(), LiveMode::Tracking, QStringLiteral("a/b: ü"));
    ask({"SET", "lock:a", "me", "NX", "PX", "30000"});
    QTRY_COMPARE(sum().acquired, 1);
    ask({"DEL", "lock:a"});
    QTRY_COMPARE(sum().released, 1);
    const WallTime between = wallNow();
    ask({"SET", "lock:b", "you", "NX", "PX", "30000"});
    QTRY_COMPARE(sum().acquired, 2);
    QVERIFY(m_history->status().bytes > 0);
    m_engine->close();
    m_history->open(QStringLiteral("a/b: ü"));
    QCOMPARE(m_history->status().failure.text, QString());
    const std::vector<LockEvent> lockEvents = m_history->lockEvents({"lock:a"}, 10).events;
    QCOMPARE(lockEvents.size(), 2u);
    QCOMPARE(lockEvents[0].kind, EventKind::Acquired);
    QCOMPARE(lockEvents[1].owner.bytes, QByteArray("me"));
    const HistoryMoment then = m_history->moment(between, 10);
    QCOMPARE(then.holds.size(), 1u); // Only the earlier one; lock:b came later
    QCOMPARE(then.holds.front().owner.bytes, QByteArray("old"));
    QCOMPARE(m_history->moment(wallNow(), 10).holds.size(), 0u); // Not observed since
    QCOMPARE(m_history->holds({.range = {began, wallNow()}}).holds.size(), 3u);
    QVERIFY(m_history->moment(began - 1h, 10).holds.empty());
}

// The next program finds the file as left by a killed one.
void TestHistoryLive::aCrashLeavesWhatThePagesAskFor()
{
    const QString name = QStringLiteral("crash");
    ask({"SET", "lock:there", "old", "PX", "600000"});
    follow(m_sandbox->tcp(), LiveMode::Tracking, name);
    ask({"SET", "lock:a", "me", "NX", "PX", "30000"});
    QTRY_COMPARE(sum().acquired, 1);
    ask({"DEL", "lock:a"});
    QTRY_COMPARE(sum().released, 1);
    ask({"SET", "lock:b", "you", "NX", "PX", "30000"});
    QTRY_COMPARE(sum().acquired, 2); // Reported with the second that ended, before it is written
    const size_t second = m_tallies.size();
    QTRY_VERIFY(m_tallies.size() > second);
    QTemporaryDir left;
    for (const char *end : {".sqlite", ".sqlite-wal"})
        QVERIFY(QFile::copy(m_folder->filePath(name + QLatin1String(end)),
                            left.filePath(name + QLatin1String(end))));
    const WallTime crashed = wallNow();

    History next(left.path());
    next.configure({.keep = true});
    next.open(name);
    QCOMPARE(next.status().failure.text, QString());
    const HistoryRange range{crashed - 5min, crashed + 5min};
    QHash<LockName, Contention> demand;
    for (const Contention &lock : next.contention(range, 40))
        demand.insert(lock.key, lock);
    QCOMPARE(demand.size(), 3);
    QCOMPARE(demand.value({"lock:a"}).acquired, 1);
    QCOMPARE(demand.value({"lock:b"}).acquired, 1);
    QCOMPARE(demand.value({"lock:there"}).acquired, 0);
    QVERIFY(demand.value({"lock:there"}).heldFor > 1s);
    const HoldsAnswer answer = next.holds({.range = range});
    QCOMPARE(answer.holds.size(), 3u);
    for (const Hold &hold : answer.holds)
        QVERIFY(hold.ended && *hold.ended <= crashed);
    QVERIFY(answer.since && *answer.since < crashed);
    Tally all;
    for (const Tally &tally : next.tallies(range, 1min))
        all.add(tally);
    QCOMPARE(all.acquired, 2); // Of the unfinished minute
    QCOMPARE(all.released, 1);
    const std::vector<LockEvent> lockEvents = next.lockEvents({"lock:there"}, 10).events;
    QCOMPARE(lockEvents.size(), 2u);
    QVERIFY(isFirstSight(lockEvents[0]) && isEnd(lockEvents[1]));
    QVERIFY(!next.moment(crashed - 1h, 10).watched);
    // Also a range that ends before this program started.
    QCOMPARE(next.contention({crashed - 5min, crashed - 1ms}, 40).size(), 3u);
}

void TestHistoryLive::aGroupCountsAsOneLock()
{
    auto group = SandboxDeployment::start(SandboxTopology::RedLock);
    VERIFY_OK(group);
    const ConnectionSpec spec = (*group)->spec();
    QVERIFY(spec.members.size() >= 3);
    follow(spec, LiveMode::Tracking);
    for (const QByteArray owner : {"first", "second"}) {
        const qint64 before = sum().acquired;
        for (size_t i = 0; i < (*group)->size(); ++i)
            VERIFY_OK((*group)->node(i).ask({"SET", "lock:a", owner, "PX", "30000"}));
        QTRY_COMPARE(sum().acquired, before + 1);
        for (size_t i = 0; i < (*group)->size(); ++i)
            VERIFY_OK((*group)->node(i).ask({"DEL", "lock:a"}));
        QTRY_COMPARE(sum().released, before + 1);
    }
    QCOMPARE(sum().acquired, 2);
    QCOMPARE(m_history->lockEvents({"lock:a"}, 100).events.size(), 4u);
}

// As Redisson takes it: with a separate id on each node.
void TestHistoryLive::aGroupsHoldOutlivesANodesCopy()
{
    auto group = SandboxDeployment::start(SandboxTopology::RedLock);
    VERIFY_OK(group);
    follow((*group)->spec(), LiveMode::Tracking);
    const size_t nodes = (*group)->size();
    QVERIFY(nodes >= 3);
    for (size_t i = 0; i < nodes; ++i) {
        const QByteArray owner = QByteArray::number(10000000 + int(i)) + "-1111-4111-8111-111111111111:1";
        VERIFY_OK((*group)->node(i).ask({"EVAL",
                                         "redis.call('HSET', KEYS[1], ARGV[1], 1) "
                                         "return redis.call('PEXPIRE', KEYS[1], 60000)",
                                         "1", "lock:a", owner}));
    }
    QTRY_COMPARE(sum().acquired, 1);
    const auto agreeing = [this] {
        const LockPtr lock = m_engine->find({"lock:a"});
        return lock && lock->quorum() ? lock->quorum()->agreeing : 0;
    };
    QTRY_COMPARE(agreeing(), int(nodes));
    VERIFY_OK((*group)->node(0).ask({"DEL", "lock:a"}));
    QTRY_COMPARE(agreeing(), int(nodes) - 1);
    for (size_t i = 1; i < nodes; ++i)
        VERIFY_OK((*group)->node(i).ask({"DEL", "lock:a"}));
    QTRY_COMPARE(sum().released, 1);
    QCOMPARE(sum().acquired, 1);
    QCOMPARE(m_history->lockEvents({"lock:a"}, 100).events.size(), 2u);
}

void TestHistoryLive::aLostServerIsABlindTime()
{
    follow(m_sandbox->tcp(), LiveMode::Tracking);
    QTRY_VERIFY(!m_tallies.empty() && !m_tallies.back().blind);
    m_sandbox->stop();
    QTRY_VERIFY(m_tallies.back().blind);
    const HoldsAnswer answer = m_history->holds({.range = {wallNow() - 1h, wallNow()}});
    QVERIFY(std::any_of(answer.marks.begin(), answer.marks.end(),
                        [](const Mark &mark) { return mark.kind == Mark::Kind::Lost; }));
}

// A majority still decides which locks are held; without one, nothing does.
void TestHistoryLive::aGroupIsBlindWithoutAMajority()
{
    auto group = SandboxDeployment::start(SandboxTopology::RedLock);
    VERIFY_OK(group);
    const auto nodes = int((*group)->size());
    QVERIFY(nodes >= 3);
    const WallTime began = wallNow();
    follow((*group)->spec(), LiveMode::Tracking);
    QTRY_VERIFY(!m_tallies.empty() && !m_tallies.back().blind);
    const auto lost = [&] {
        const HoldsAnswer answer = m_history->holds({.range = {began, wallNow()}});
        return std::ranges::count(answer.marks, Mark::Kind::Lost, &Mark::kind);
    };
    const auto isBlind = [this] { return m_tallies.back().blind; };
    for (int i = 0; i < nodes / 2; ++i)
        (*group)->node(size_t(i)).kill();
    QTRY_COMPARE(int(lost()), nodes / 2);
    // In the second of the loss, and in one with a gap, changes may have been missed.
    const size_t after = m_tallies.size() + 1;
    const auto seen = [this, after] {
        const auto from = m_tallies.begin() + std::ptrdiff_t(std::min(after, m_tallies.size()));
        return std::adjacent_find(from, m_tallies.end(),
                                  [](const Tally &a, const Tally &b) { return !a.blind && !b.blind; });
    };
    QTRY_VERIFY(seen() != m_tallies.end());
    Causes *causes = new Causes(m_history.get()); // Deleted with it
    const auto first = seen();
    const HistoryRange range{first->from, first[1].from + first[1].length};
    QCOMPARE(causes->costs(range).unreachable, milliseconds(0));
    QVERIFY(!causes->costs(range).isUnknown());
    (*group)->node(size_t(nodes / 2)).kill();
    QTRY_VERIFY(isBlind());
    const WallTime since = wallNow();
    QTRY_VERIFY(m_tallies.back().from > since + 1s);
    const WaitingCosts costs = causes->costs({since, m_tallies.back().from});
    QCOMPARE(costs.unreachable, std::chrono::duration_cast<milliseconds>(costs.over.to - costs.over.from));
    QVERIFY(costs.isUnknown());
}

LOCKSCOPE_TEST(TestHistoryLive)

} // namespace tst_history_live

#include "tst_history_live.moc"
