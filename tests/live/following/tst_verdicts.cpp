// SPDX-License-Identifier: GPL-3.0-or-later
// Every verdict once, from a state that real commands created on a real server: found by a following engine,
// with thresholds small enough to wait for.
#include "core/engine/engine.h"
#include "core/engine/verdicts/verdicttext.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>
#include <QTimer>

namespace tst_verdicts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray cat = QByteArrayLiteral("0c0c0c0c-0795-4907-87fd-6c719a6b4586:2");
const QByteArray queue = QByteArrayLiteral("redisson_lock_queue:{lock:a}");
const QByteArray deadlines = QByteArrayLiteral("redisson_lock_timeout:{lock:a}");
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:a}");
const QByteArray permits = QByteArrayLiteral("{semaphore:a}:timeout");

// Values are polled every two seconds, channels every ten.

// A short grace period, so that tests need not hold locks for long.
constexpr VerdictThresholds Hasty{.grace = milliseconds(200)};

using Commands = std::vector<Command>;

} // namespace

class tst_verdicts : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void ofAState_data();
    void ofAState();
    void expiredWithWaiters();
    void aboutToExpire();
    void renewalOverdueThenSilent();
    void aLeaseThatGrows();
    void clientGoneThenRenewedByNobody();
    void aPermitOfAClientThatIsGone();
    void theHeadOfTheQueueListensNoMore();
    void replicaBehind();
    void aReplicaThatMayNotBeReadIsNotBehind();
    void ofAGroup();
    void stale();
    void staleWhileItsServerIsFrozen();

private:
    // {ms:60000} in an argument becomes the server's time plus that; {s:-100} the same in seconds.
    void make(const Commands &commands);
    void follow(const ConnectionSpec &spec, const VerdictThresholds &thresholds = Hasty);
    // "no-expiry critical", for the lock with that name.
    QByteArray verdict(const QByteArray &key = "lock:a") const;
    qint64 figure(const QByteArray &key = "lock:a") const { return m_engine->find({key})->verdict.figure; }

    FamilyServer m_server;
    std::unique_ptr<Engine> m_engine;
};

void tst_verdicts::init()
{
    m_server.clear();
    m_server.call({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
}

void tst_verdicts::cleanup()
{
    m_engine.reset();
}

void tst_verdicts::make(const Commands &commands)
{
    const qint64 now = m_server.wallMilliseconds();
    for (Command command : commands) {
        for (QByteArray &argument : command) {
            if (argument.startsWith("{ms:"))
                argument = QByteArray::number(now + argument.sliced(4).chopped(1).toLongLong());
            else if (argument.startsWith("{s:"))
                argument = QByteArray::number(now / 1000 + argument.sliced(3).chopped(1).toLongLong()) + ".5";
        }
        const Reply reply = m_server.call(command);
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
}

void tst_verdicts::follow(const ConnectionSpec &spec, const VerdictThresholds &thresholds)
{
    m_engine = std::make_unique<Engine>();
    LiveStatus live;
    ScanProgress scan;
    const QObject here;
    connect(m_engine.get(), &Engine::liveChanged, &here, [&](const LiveStatus &now) { live = now; });
    connect(m_engine.get(), &Engine::scanChanged, &here, [&](const ScanProgress &now) { scan = now; });
    m_engine->open(spec, {.thresholds = thresholds});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    // Only then does it observe events in time.
    QTRY_VERIFY(live.mode != LiveMode::Off && live.mode != LiveMode::Polling);
    QTRY_COMPARE(scan.phase, ScanPhase::Complete);
}

QByteArray tst_verdicts::verdict(const QByteArray &key) const
{
    const LockPtr lock = m_engine->find({key});
    if (!lock)
        return "no lock";
    const std::string_view code = lock->verdict.code;
    return QByteArray(code.data(), qsizetype(code.size())) + ' ' + name(lock->verdict.level);
}

// Verdicts that need no earlier state.
void tst_verdicts::ofAState_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Commands>("commands");
    QTest::addColumn<QByteArray>("listened"); // A channel with a subscriber; empty: none
    QTest::addColumn<VerdictThresholds>("thresholds");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *expected, const QByteArray &key, const Commands &commands,
                        const QByteArray &listened = {}, const VerdictThresholds &thresholds = Hasty) {
        QTest::addRow("%s, %s", expected, key.constData())
            << key << commands << listened << thresholds << QByteArray(expected);
    };
    const Commands held{{"HSET", "lock:a", ann, "1"}, {"PEXPIRE", "lock:a", "60000"}};
    const auto and_ = [](Commands first, const Commands &more) {
        first.insert(first.end(), more.begin(), more.end());
        return first;
    };
    const Commands catWaits{{"ZADD", deadlines, "{ms:300000}", cat}, {"RPUSH", queue, cat}};
    const Commands bobIsLate{{"ZADD", deadlines, "{ms:-5000}", bob}, {"RPUSH", queue, bob}};
    const QByteArray permit(16, 'p');
    constexpr VerdictThresholds Soon{.longHeld = milliseconds(300)};

    row("healthy ok", "lock:a", held);
    row("no-expiry critical", "lock:a", {{"HSET", "lock:a", ann, "1"}});
    row("long-held info", "lock:a", held, {}, Soon);
    row("count-grows info", "lock:a", {{"HSET", "lock:a", ann, "9"}, {"PEXPIRE", "lock:a", "60000"}});
    row("waited-for info", "lock:a", held, channel);
    row("dead-head warning", "lock:a", and_(and_(held, bobIsLate), catWaits), channel + ':' + cat);
    row("free-but-waited-for warning", "lock:a", catWaits, channel + ':' + cat);
    row("companions-alone info", "lock:a", {{"ZADD", deadlines, "{ms:300000}", cat}}, {}, Soon);
    row("free ok", "semaphore:a", {{"SET", "semaphore:a", "3"}});
    row("permit-leaked warning", "semaphore:a",
        {{"SET", "semaphore:a", "1"}, {"ZADD", permits, "{ms:-5000}", permit}});
    row("permits-understated warning", "semaphore:a", {{"SET", "semaphore:a", "-1"}},
        "redisson_sc:{semaphore:a}");
    const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";
    const QByteArray job = R"({"worker":"Pay","limit":1})";
    row("permits-oversold critical", digest + ":LOCKED",
        {{"HSET", digest + ":LOCKED", "0123456789abcdef01234567", job, "123456789abcdef012345678", job}});
    row("permits-understated warning", "SEMAPHORE:a:GRABBED",
        {{"SET", "SEMAPHORE:a:EXISTS", "1"}, {"HSET", "SEMAPHORE:a:GRABBED", "2", "1787313600.5"}});
    row("permits-understated warning", "semaphore:b",
        {{"ZADD", "{semaphore:b}:timeout", "{ms:500000}", permit}});
    row("past-its-time info", "lock:a", {{"SET", "lock:a", "{s:-100}"}});
    row("lease-absurd info", "lock:a", {{"SET", "lock:a", "a-token-of-someone", "EX", "172800"}});
}

void tst_verdicts::ofAState()
{
    QFETCH(QByteArray, key);
    QFETCH(Commands, commands);
    QFETCH(QByteArray, listened);
    QFETCH(VerdictThresholds, thresholds);
    QFETCH(QByteArray, expected);
    make(commands);
    std::unique_ptr<Listener> waiter;
    if (!listened.isEmpty())
        waiter = std::make_unique<Listener>(m_server.spec(), listened);
    follow(m_server.spec(), thresholds);
    QTRY_COMPARE(verdict(key), expected);
}

// The first waiter listens and is in time, but an expiry publishes no message.
void tst_verdicts::expiredWithWaiters()
{
    auto waiter = std::make_unique<Listener>(m_server.spec(), channel + ':' + cat);
    follow(m_server.spec());
    make({{"HSET", "lock:a", ann, "1"},
          {"PEXPIRE", "lock:a", "8000"},
          {"ZADD", deadlines, "{ms:300000}", cat},
          {"RPUSH", queue, cat}});
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->held());
    QTRY_COMPARE(verdict(), QByteArray("expired-with-waiters warning"));
    // As long as it listens it may wait, also without a queue.
    waiter.reset();
    m_server.call({"DEL", queue, deadlines});
    QTRY_COMPARE(verdict(), QByteArray("no lock"));
}

void tst_verdicts::aboutToExpire()
{
    follow(m_server.spec());
    make({{"HSET", "lock:a", ann, "1"}, {"PEXPIRE", "lock:a", "17500"}});
    // With its expiry: one read between the two commands would be changed by the next, not renewed.
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->expiresAt);
    make({{"PEXPIRE", "lock:a", "18000"}}); // Renewed once, and not again
    const auto renewed = [this] {
        const LockPtr lock = m_engine->find({"lock:a"});
        return lock ? lock->renewals.count : -1;
    };
    QTRY_COMPARE(renewed(), 1);
    QTRY_COMPARE(verdict(), QByteArray("about-to-expire info")); // whether it was to be is not known
}

// Two locks of one client and one of another, all renewed; then only one of them, then none.
void tst_verdicts::renewalOverdueThenSilent()
{
    QList<QByteArray> renewed{"lock:a", "lock:b", "lock:c"};
    follow(m_server.spec());
    for (const QByteArray &key : std::as_const(renewed))
        make({{"HSET", key, key == "lock:c" ? bob : ann, "1"}, {"PEXPIRE", key, "12000"}});
    QTimer watchdog;
    connect(&watchdog, &QTimer::timeout, this, [&] {
        for (const QByteArray &key : std::as_const(renewed))
            m_server.call({"PEXPIRE", key, "12000"});
    });
    watchdog.start(1400ms);
    const auto hasItsPeriod = [this](const QByteArray &key) {
        const LockPtr lock = m_engine->find({key});
        return lock && lock->renewals.count > 2 && lock->renewals.period &&
               *lock->renewals.period >= 1200ms; // A tenth of the lease
    };
    QTRY_VERIFY(std::all_of(renewed.cbegin(), renewed.cend(), hasItsPeriod));
    renewed = {"lock:b"};
    QTRY_COMPARE(verdict(), QByteArray("renewal-overdue critical"));
    watchdog.stop();
    QTRY_COMPARE(verdict(), QByteArray("client-silent critical"));
    QTRY_COMPARE(verdict("lock:b"), QByteArray("client-silent critical"));
    QCOMPARE(figure(), 2);
    QCOMPARE(verdict("lock:c"), QByteArray("renewal-overdue critical"));
}

void tst_verdicts::aLeaseThatGrows()
{
    follow(m_server.spec());
    make({{"SET", "lock:a", "a-token-of-someone", "NX", "PX", "30000"}});
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
    make({{"PEXPIRE", "lock:a", "30000000"}});
    QTRY_COMPARE(verdict(), QByteArray("lease-absurd warning"));
    QVERIFY2(figure() > 29'000 && figure() <= 30'000, QByteArray::number(figure()).constData());
}

// The library names its connection after its client id, by which CLIENT LIST finds it.
void tst_verdicts::clientGoneThenRenewedByNobody()
{
    LockHolder holder(m_server.spec(), "orders:" + ann.left(36), ann);
    holder.take("lock:a", "600000");
    follow(m_server.spec());
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->clients);
    QCOMPARE(verdict(), QByteArray("healthy ok"));
    const QByteArray address = holder.address();
    holder.leave();
    QTRY_COMPARE(verdict(), QByteArray("client-gone warning"));
    const LockName key{"lock:a"};
    const auto detail = finished(m_engine->inspect(key));
    VERIFY_OK(detail);
    QVERIFY2(detail->evidence.join(u'\n').contains(QString::fromLatin1(address)),
             qPrintable(detail->evidence.join(u'\n')));
    make({{"PEXPIRE", "lock:a", "600000"}});
    QTRY_COMPARE(verdict(), QByteArray("renewed-by-nobody warning"));
}

// DistributedLock names its connections after the machine, and its ids begin with that name.
void tst_verdicts::aPermitOfAClientThatIsGone()
{
    const QByteArray key = "semaphore:a";
    const QByteArray permit = "billing_4242_" + QByteArray(32, 'a');
    LockHolder holder(m_server.spec(), "billing", permit);
    make({{"ZADD", key, "{ms:600000}", permit}, {"PEXPIRE", key, "900000"}});
    follow(m_server.spec(), {.longHeld = milliseconds(300)});
    const auto isNamed = [&] { return m_engine->find({key}) && m_engine->find({key})->clients; };
    QTRY_VERIFY(isNamed());
    QTRY_COMPARE(verdict(key), QByteArray("long-held info"));
    holder.leave();
    QTRY_COMPARE(verdict(key), QByteArray("permit-leaked warning"));
    QCOMPARE(figure(key), 1);
}

// Each waiter has its own channel. The first is in time, but no longer listens.
void tst_verdicts::theHeadOfTheQueueListensNoMore()
{
    auto first = std::make_unique<Listener>(m_server.spec(), channel + ':' + bob);
    const Listener second(m_server.spec(), channel + ':' + cat);
    make({{"HSET", "lock:a", ann, "1"},
          {"PEXPIRE", "lock:a", "600000"},
          {"ZADD", deadlines, "{ms:300000}", bob, "{ms:300000}", cat},
          {"RPUSH", queue, bob, cat}});
    follow(m_server.spec());
    QTRY_COMPARE(verdict(), QByteArray("waited-for info"));
    first.reset();
    QTRY_COMPARE(verdict(), QByteArray("dead-head warning"));
}

// A paused replica receives nothing more, and its master reports the lag.
void tst_verdicts::replicaBehind()
{
    const auto servers = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 1});
    VERIFY_OK(servers);
    SandboxServer &master = (*servers)->node(0);
    SandboxServer &replica = (*servers)->node(1);
    VERIFY_OK(master.ask({"SET", "lock:old", "a-token-of-someone", "PX", "600000"}));
    follow((*servers)->spec(), {.replicaLag = 500ms});
    QTRY_COMPARE(verdict("lock:old"), QByteArray("healthy ok"));
    replica.pause();
    VERIFY_OK(master.ask({"SET", "lock:a", "a-token-of-someone", "PX", "600000"}));
    QTRY_COMPARE(verdict(), QByteArray("replica-behind warning"));
    QCOMPARE(verdict("lock:old"), QByteArray("healthy ok")); // It was replicated
    replica.resume();
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
}

// The user does not exist there. Its master says that it has everything.
void tst_verdicts::aReplicaThatMayNotBeReadIsNotBehind()
{
    const auto servers = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 1});
    VERIFY_OK(servers);
    SandboxServer &master = (*servers)->node(0);
    VERIFY_OK(master.ask({"ACL", "SETUSER", "ann", "on", ">secret", "~*", "&*", "+@all"}));
    ConnectionSpec spec = (*servers)->spec();
    spec.user = QStringLiteral("ann");
    spec.password = QStringLiteral("secret");
    VERIFY_OK(master.ask({"SET", "lock:clock", "a-token-of-someone", "PX", "9000"}));
    VERIFY_OK(master.ask({"SET", "lock:a", "a-token-of-someone", "PX", "600000"}));
    follow(spec, {.replicaLag = 4s});
    // By then the replica would be behind by more than what is usual, if nothing were known of it. A replica
    // tells once a second what it has.
    const auto isHeld = [this] {
        const LockPtr clock = m_engine->find({"lock:clock"});
        return clock && clock->held();
    };
    QTRY_VERIFY(!isHeld());
    VERIFY_OK(master.ask({"PEXPIRE", "lock:a", "600000"}));
    QTRY_COMPARE(m_engine->find({"lock:a"})->renewals.count, 1);
    QCOMPARE(verdict(), QByteArray("healthy ok"));
}

void tst_verdicts::ofAGroup()
{
    const auto group = SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 5});
    VERIFY_OK(group);
    const auto hold = [&group](const QByteArray &key, const QByteArray &owner, size_t from, size_t to) {
        for (size_t i = from; i < to; ++i)
            QVERIFY((*group)->node(i).ask({"SET", key, owner, "PX", "600000"}).ok());
    };
    hold("lock:a", "token-of-ann-0123456789", 0, 5);
    hold("lock:split", "token-of-ann-0123456789", 0, 4);
    hold("lock:split", "token-of-bob-0123456789", 4, 5);
    hold("lock:rest", "token-of-bob-0123456789", 3, 5);
    follow((*group)->spec());
    QTRY_COMPARE(verdict("lock:split"), QByteArray("split-owners warning"));
    // The other copy is as old, for all that is seen, until its expiry is another.
    const auto evidence = [this] {
        const LockPtr split = m_engine->find({"lock:split"});
        return explainVerdict(*split, now()).evidence.join(QLatin1Char('\n'));
    };
    QVERIFY2(evidence().count(QStringLiteral("copy on ")) == 5, qPrintable(evidence()));
    QVERIFY2(!evidence().contains(QStringLiteral("if all leases are the same")), qPrintable(evidence()));
    VERIFY_OK((*group)->node(4).ask({"PEXPIRE", "lock:split", "300000"}));
    QTRY_VERIFY(evidence().contains(QStringLiteral("set or renewed later (assumed)")));
    VERIFY_OK((*group)->node(4).ask({"PERSIST", "lock:split"}));
    QTRY_VERIFY(evidence().contains(QStringLiteral("token-of-bob-0123456789, no expiry")));
    QVERIFY2(!evidence().contains(QStringLiteral("if all leases are the same")), qPrintable(evidence()));
    VERIFY_OK((*group)->node(4).ask({"PEXPIRE", "lock:split", "300000"}));
    QTRY_COMPARE(verdict("lock:rest"), QByteArray("no-quorum warning"));
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
    // Nodes that lost it do not have it; of nodes that are away that is not known.
    const auto lose = [&group](const QByteArray &key, size_t node) {
        QVERIFY((*group)->node(node).ask({"UNLINK", key}).ok());
    };
    lose("lock:a", 3);
    lose("lock:a", 4);
    QTRY_COMPARE(verdict(), QByteArray("thin-quorum warning"));
    lose("lock:a", 2);
    QTRY_COMPARE(verdict(), QByteArray("quorum-lost critical"));
    QCOMPARE(verdict("lock:rest"), QByteArray("no-quorum warning")); // It never had a majority
    hold("lock:b", "token-of-ann-0123456789", 0, 5);
    QTRY_COMPARE(verdict("lock:b"), QByteArray("healthy ok"));
    (*group)->node(0).kill();
    (*group)->node(1).kill();
    QTRY_COMPARE(verdict("lock:b"), QByteArray("thin-quorum info"));
    (*group)->node(2).kill();
    QTRY_COMPARE(verdict("lock:b"), QByteArray("quorum-unknown critical"));
    QTRY_COMPARE(verdict("lock:rest"), QByteArray("quorum-unknown critical"));
}

void tst_verdicts::stale()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const auto admin = connectedTo((*server)->tcp());
    VERIFY_OK(finished(admin->call({"SET", "lock:a", "a-token-of-someone", "PX", "600000"})));
    follow((*server)->tcp());
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
    (*server)->stop();
    QTRY_COMPARE(verdict(), QByteArray("stale info"));
}

// Its connections stay as they are, for a minute, and nothing comes over them.
void tst_verdicts::staleWhileItsServerIsFrozen()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const auto admin = connectedTo((*server)->tcp());
    VERIFY_OK(finished(admin->call({"SET", "lock:a", "a-token-of-someone", "PX", "600000"})));
    ConnectionSpec patient = (*server)->tcp();
    patient.commandTimeout = 60s;
    follow(patient);
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
    (*server)->pause();
    QTRY_COMPARE(verdict(), QByteArray("stale info"));
    const ConnectionState connection = m_engine->nodes().front().connection;
    QVERIFY(connection.silent && connection.phase == ConnectionPhase::Waiting);
    QVERIFY2(connection.reason.text.startsWith(QLatin1String("not responding since ")),
             qPrintable(connection.reason.text));
    (*server)->resume();
    QTRY_COMPARE(verdict(), QByteArray("healthy ok"));
    QCOMPARE(m_engine->nodes().front().connection.phase, ConnectionPhase::Ready);
}

LOCKSCOPE_TEST(tst_verdicts)

} // namespace tst_verdicts

#include "tst_verdicts.moc"
