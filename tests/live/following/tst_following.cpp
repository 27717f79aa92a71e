// SPDX-License-Identifier: GPL-3.0-or-later
// The list of locks stays correct when a read or a scan fails, and for names that no scan finds.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QRegularExpression>
#include <QTest>
#include <qcorotask.h>

namespace tst_following
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";

} // namespace

class TestFollowing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aPassIsCompleteOnceItsLocksAreTold();
    void whatWasToldIsReadThoughTheServerFroze();
    void aFailedPassIsMadeAgainSoon();
    void gapsThatFollowEachOtherAreNoStormOfPasses();
    void aLockOutOfThePatternsOutlivesAPass();
    void aKeyThatIsNotShownIsNotAskedForAllTheTime();
    void aMonthLongExpiryIsWaitedFor();
    void aLockThatItsOwnerAcquiresAgainAtOnceIsAnotherHold();
    void aReaderThatAcquiresAgainAtOnceEndsItsShare();
    void aPassKeepsALockThatItMayNotRead();

private:
    Reply ask(Command command)
    {
        const auto reply = finished(m_admin->call(std::move(command)));
        return reply.ok() ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
    }
    void hold(const QByteArray &key, qint64 ms)
    {
        ask({"HSET", key, Alice, "1"});
        ask({"PEXPIRE", key, QByteArray::number(ms)});
    }
    // One after the other while the engine, on this thread, reads nothing.
    void askUnseen(const QList<test::CliCommand> &commands)
    {
        VERIFY_OK(test::redisCliAll(m_sandbox->tcp(), commands));
    }
    ConnectionSpec server() const { return test::patient(m_sandbox->tcp()); }
    ConnectionSpec viewer()
    {
        ask({"ACL", "SETUSER", "viewer", "on", ">secret", "~*", "&*", "+@all"});
        ConnectionSpec spec = server();
        spec.user = QStringLiteral("viewer");
        spec.password = QStringLiteral("secret");
        return spec;
    }
    // Follows by tracking, and waits for the scan after it has started.
    bool follow(const ConnectionSpec &spec);
    qsizetype passes(ScanPhase phase) const { return std::count(m_passes.begin(), m_passes.end(), phase); }
    qint64 refusedReads();

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_admin;
    std::unique_ptr<Engine> m_engine;
    std::vector<LockEvent> m_events;
    std::vector<ScanPhase> m_passes;
    struct Pass {
        Instant began{};
        Instant ended{};
        // A pass after an interruption of the events follows at once: the server was silent, for example.
        bool isAfterInterruption = false;
    };
    std::vector<Pass> m_times;
    Instant m_interruptedAt{};
    LiveStatus m_live;
};

void TestFollowing::init()
{
    auto sandbox = Sandbox::start();
    QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
    m_sandbox = std::move(*sandbox);
    m_admin = std::make_unique<Session>(server());
    m_admin->open();
    QTRY_VERIFY(m_admin->isReady());
}

void TestFollowing::cleanup()
{
    m_engine.reset();
    if (m_admin)
        m_admin->close();
    m_admin.reset();
    m_sandbox.reset();
    m_events.clear();
    m_passes.clear();
    m_times.clear();
    m_interruptedAt = {};
    m_live = {};
}

bool TestFollowing::follow(const ConnectionSpec &spec)
{
    m_engine = std::make_unique<Engine>();
    connect(m_engine.get(), &Engine::tableChanged, m_engine.get(), [this](const LockDelta &delta) {
        m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
    });
    connect(m_engine.get(), &Engine::liveChanged, m_engine.get(), [this](const LiveStatus &live) {
        if (m_live.mode != live.mode)
            m_interruptedAt = now();
        m_live = live;
    });
    connect(m_engine.get(), &Engine::nodesChanged, m_engine.get(),
            [this](const std::vector<NodeStatus> &nodes) {
                if (!std::ranges::all_of(nodes, &NodeStatus::isReady))
                    m_interruptedAt = now();
            });
    connect(m_engine.get(), &Engine::scanChanged, m_engine.get(), [this](const ScanProgress &progress) {
        if (progress.phase == ScanPhase::Running)
            return;
        // Both the scan and the follower report it
        if (m_times.empty() || m_times.back().began != progress.startedAt)
            m_times.push_back({progress.startedAt, *progress.endedAt,
                               m_times.empty() || m_interruptedAt > m_times.back().began});
        m_passes.push_back(progress.phase);
    });
    m_engine->open(spec, {.patterns = {"lock:*"}});
    return QTest::qWaitFor([this] { return m_live.mode == LiveMode::Tracking && !m_passes.empty(); }, 30'000);
}

qint64 TestFollowing::refusedReads()
{
    const QByteArray stats = ask({"INFO", "commandstats"}).bytes;
    const qsizetype line = stats.indexOf("cmdstat_type:");
    const QByteArray field = "rejected_calls=";
    const qsizetype at = stats.indexOf(field, line) + field.size();
    return line < 0 ? 0 : stats.mid(at, stats.indexOf(',', at) - at).toLongLong();
}

// The server freezes after it reported a change and before it answers the read, longer than a command may
// take but shorter than the limit for a silent connection.
// A window selects the worst lock then, once and for all.
void TestFollowing::aPassIsCompleteOnceItsLocksAreTold()
{
    constexpr int Locks = 3000;
    ask({"EVAL", "for i = 1, ARGV[1] do redis.call('HSET', 'lock:' .. i, ARGV[2], 1) end", "0",
         QByteArray::number(Locks), Alice});
    QSet<QByteArray> told;
    std::optional<qsizetype> toldByThen;
    m_engine = std::make_unique<Engine>();
    connect(m_engine.get(), &Engine::tableChanged, m_engine.get(), [&told](const LockDelta &delta) {
        for (const LockPtr &lock : delta.upserted)
            told.insert(lock->key.bytes);
    });
    connect(m_engine.get(), &Engine::scanChanged, m_engine.get(), [&](const ScanProgress &progress) {
        if (progress.phase == ScanPhase::Complete && !toldByThen)
            toldByThen = told.size();
    });
    m_engine->open(server(), {});
    QTRY_VERIFY(toldByThen);
    QCOMPARE(*toldByThen, Locks);
    m_engine.reset();
}

void TestFollowing::whatWasToldIsReadThoughTheServerFroze()
{
    hold("lock:a", 600'000);
    ConnectionSpec spec = m_sandbox->tcp();
    spec.commandTimeout = 6s;
    QVERIFY(follow(spec));
    QVERIFY(m_engine->find({"lock:a"}));
    Session other(m_sandbox->tcp());
    other.open();
    QTRY_VERIFY(other.isReady());
    ask({"DEL", "lock:a"});
    m_sandbox->pause();
    const auto unanswered = finished(other.call({"PING"}, 7s)); // Twice the timeout would be a loss
    m_sandbox->resume();
    QVERIFY(!unanswered.ok());
    QTRY_VERIFY(!m_engine->find({"lock:a"}));
    QCOMPARE(m_live.gaps, 0); // Not found by a scan after a lost connection
    other.close();
}

void TestFollowing::aFailedPassIsMadeAgainSoon()
{
    QVERIFY(follow(viewer()));
    ask({"ACL", "SETUSER", "viewer", "-scan"});
    m_engine->rescan();
    QTRY_VERIFY(passes(ScanPhase::Failed) > 0);
    const qsizetype complete = passes(ScanPhase::Complete);
    ask({"ACL", "SETUSER", "viewer", "+scan"});
    QTRY_VERIFY(passes(ScanPhase::Complete) > complete);
}

void TestFollowing::gapsThatFollowEachOtherAreNoStormOfPasses()
{
    ask({"DEBUG", "POPULATE", "20000", "page", "10"});
    QVERIFY(follow(server()));
    ConnectionSpec elsewhere = server();
    elsewhere.db = 5;
    Session other(elsewhere);
    other.open();
    QTRY_VERIFY(other.isReady());
    const qsizetype most = passes(ScanPhase::Complete) + 5;
    m_times.erase(m_times.begin(), m_times.end() - 1);
    const Instant from = now();
    while (passes(ScanPhase::Complete) < most && now() - from < 120s) {
        QVERIFY(finished(other.call({"SET", "page", "x"})).ok());
        QVERIFY(finished(other.call({"FLUSHDB"})).ok());
    }
    QVERIFY(passes(ScanPhase::Complete) >= most); // Each gap leads to a scan in the end
    for (size_t pass = 1; pass < m_times.size(); ++pass) {
        const auto took = m_times[pass - 1].ended - m_times[pass - 1].began;
        const auto rest = m_times[pass].began - m_times[pass - 1].ended; // At most 30 s
        QVERIFY(m_times[pass].isAfterInterruption || rest > std::min(3 * took, Instant::duration(25s)));
    }
    other.close();
}

void TestFollowing::aLockOutOfThePatternsOutlivesAPass()
{
    hold("elsewhere", 600'000);
    QVERIFY(follow(server()));
    QVERIFY(finished(m_engine->inspect({"elsewhere"})).ok());
    QVERIFY(m_engine->find({"elsewhere"}));
    const qsizetype complete = passes(ScanPhase::Complete);
    m_engine->rescan();
    QTRY_VERIFY(passes(ScanPhase::Complete) > complete);
    QVERIFY(m_engine->find({"elsewhere"}));
    ask({"DEL", "elsewhere"});
    m_engine->rescan();
    QTRY_VERIFY(!m_engine->find({"elsewhere"}));
}

void TestFollowing::aKeyThatIsNotShownIsNotAskedForAllTheTime()
{
    hold("lock:a", 600'000);
    hold("lock:b", 600'000);
    QVERIFY(follow(viewer()));
    const QByteArray soon = QByteArray::number(
        std::chrono::duration_cast<milliseconds>((wallNow() + 8s).time_since_epoch()).count());
    for (const char *key : {"lock:a", "lock:b"})
        ask({"PEXPIREAT", key, soon});
    const auto endsSoon = [this](const char *key) {
        const LockPtr lock = m_engine->find({key});
        return lock && lock->expiresAt < now() + 9s;
    };
    QTRY_VERIFY(endsSoon("lock:a") && endsSoon("lock:b"));
    ask({"ACL", "SETUSER", "viewer", "resetkeys"});
    QTRY_COMPARE(ask({"EXISTS", "lock:a", "lock:b"}).integer, 0);
    QTRY_VERIFY(refusedReads() > 0);
    const qint64 before = refusedReads();
    ask({"SET", "clock", "ticks", "PX", "1000"});
    QTRY_COMPARE(ask({"EXISTS", "clock"}).integer, 0);
    QVERIFY2(refusedReads() - before < 10, qPrintable(QString::number(refusedReads() - before)));
}

// A timer's int of milliseconds overflows after 24 days.
void TestFollowing::aMonthLongExpiryIsWaitedFor()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("[Tt]imer")));
    hold("lock:a", 30LL * 24 * 3600 * 1000);
    QVERIFY(follow(server()));
    QVERIFY(m_engine->find({"lock:a"}));
}

// Between a change and its read, so that only the number of changes shows it.
void TestFollowing::aLockThatItsOwnerAcquiresAgainAtOnceIsAnotherHold()
{
    const QByteArray acquire = "redis.call('hset', KEYS[1], ARGV[1], 1) "
                               "return redis.call('pexpire', KEYS[1], 30000)";
    ask({"EVAL", acquire, "1", "lock:a", Alice});
    QVERIFY(follow(server()));
    const auto lock = [this] { return m_engine->find({"lock:a"}); };
    QTRY_VERIFY(lock());
    const LockPtr first = lock();
    ask({"PEXPIRE", "lock:a", "60000"});
    QTRY_COMPARE(lock()->renewals.count, 1);
    QCOMPARE(lock()->holdSince(), first->holdSince());
    askUnseen({{"DEL", "lock:a"}, {"EVAL", acquire, "1", "lock:a", Alice}});
    QTRY_VERIFY(lock() && lock()->holdSince() > first->holdSince());
}

// As Redisson does for a read lock: a reader's own time is in a key of its own.
void TestFollowing::aReaderThatAcquiresAgainAtOnceEndsItsShare()
{
    const QByteArray acquire =
        "redis.call('hset', KEYS[1], 'mode', 'read', ARGV[1], 1) "
        "redis.call('set', '{' .. KEYS[1] .. '}:' .. ARGV[1] .. ':rwlock_timeout:1', 1, "
        "'px', 30000) return redis.call('pexpire', KEYS[1], 30000)";
    const QByteArray release = "redis.call('hdel', KEYS[1], ARGV[1]) "
                               "redis.call('del', '{' .. KEYS[1] .. '}:' .. ARGV[1] .. ':rwlock_timeout:1')";
    const QByteArray Bob = "0a6d8fb3-9c2e-4e0b-b900-1e5c4b8d3f6f:2";
    ask({"EVAL", acquire, "1", "lock:a", Alice});
    ask({"EVAL", acquire, "1", "lock:a", Bob});
    QVERIFY(follow(server()));
    const auto lock = [this] { return m_engine->find({"lock:a"}); };
    QTRY_VERIFY(lock() && lock()->holders.size() == 2);
    askUnseen({{"EVAL", release, "1", "lock:a", Bob}, {"EVAL", acquire, "1", "lock:a", Bob}});
    const Instant acquired = now();
    QTRY_VERIFY(lock()->readAt > acquired);
    ask({"PEXPIRE", "lock:a", "60000"});
    QTRY_VERIFY(lock()->readAt > acquired && *lock()->expiresAt > acquired + 40s);
    ask({"DEL", "lock:a"});
    const auto endOfBob = [&] {
        return std::find_if(m_events.begin(), m_events.end(), [&](const LockEvent &event) {
            return event.kind == EventKind::Released && event.owner.bytes == Bob;
        });
    };
    QTRY_VERIFY(endOfBob() != m_events.end());
    QVERIFY(endOfBob()->at - *endOfBob()->held > acquired);
    QVERIFY(endOfBob()->heldIsLowerBound);
}

void TestFollowing::aPassKeepsALockThatItMayNotRead()
{
    hold("lock:a", 60'000);
    QVERIFY(follow(viewer()));
    QTRY_VERIFY(m_engine->find({"lock:a"}));
    ask({"ACL", "SETUSER", "viewer", "resetkeys", "~other:*"});
    const ScanProgress pass = finished(m_engine->scan());
    QCOMPARE(pass.phase, ScanPhase::Complete);
    QCOMPARE(pass.keysRefused, 1);
    const LockPtr lock = m_engine->find({"lock:a"});
    QVERIFY(lock && lock->stale);
    QVERIFY(std::ranges::none_of(m_events, [](const LockEvent &event) { return event.held.has_value(); }));
}

LOCKSCOPE_TEST(TestFollowing)

} // namespace tst_following

#include "tst_following.moc"
