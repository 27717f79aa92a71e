// SPDX-License-Identifier: GPL-3.0-or-later
// The orders in which real clients acquire locks, on a server with keyspace events: each one that is found
// did happen, and none is found that did not.

#include "core/history/history.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/labrun.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QEventLoop>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <qcorotask.h>

#include <map>
#include <tuple>

namespace tst_lockorders_live
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;
using lockscope::test::LockHolder;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

const char *const Acquire =
    "if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) "
    "== 1 then redis.call('hincrby', KEYS[1], ARGV[1], 1); redis.call('pexpire', "
    "KEYS[1], 30000); return 1 end return 0";
const char *const Release = "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end if "
                            "redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then redis.call('pexpire', "
                            "KEYS[1], 30000) return 1 end redis.call('del', KEYS[1]) return 1";

// As Redisson's scripts do it.
Command script(const char *text, const QByteArray &key, const QByteArray &owner)
{
    return {"EVAL", text, "1", key, owner};
}

Command exists(const QByteArray &key)
{
    return {"EXISTS", key};
}

struct Nesting {
    QByteArray first{};
    QByteArray second{};
    QByteArray owner{};
    friend bool operator==(const Nesting &, const Nesting &) = default;
    friend bool operator<(const Nesting &a, const Nesting &b)
    {
        return std::tie(a.first, a.second, a.owner) < std::tie(b.first, b.second, b.owner);
    }
};
using Nestings = std::map<Nesting, int>;

// What the clients of a load share.
struct Load {
    QList<QByteArray> keys{};
    bool isSorted = false; // each acquires its locks in the order of their names
    int rounds = 0;
    Nestings done{}; // as the clients know it
    int running = 0;
    QEventLoop loop{}; // until none is running
    QString failure{};
};
using LoadPtr = std::shared_ptr<Load>;

struct Client {
    std::shared_ptr<Session> session{};
    QByteArray owner{};
    std::shared_ptr<QRandomGenerator> random{};
};

QCoro::Task<bool> run(Client client, LoadPtr load, Command command)
{
    const Outcome<Reply> reply = co_await client.session->call(std::move(command));
    if (!reply)
        load->failure = reply.failure().line();
    co_return reply && reply->number().value_or(0) == 1;
}

// Some time on the server's side.
QCoro::Task<> work(Client client, LoadPtr load, int most)
{
    for (quint32 left = client.random->bounded(quint32(most)); left > 0 && load->failure.isEmpty(); --left) {
        Command command = exists(load->keys.front());
        [[maybe_unused]] const bool is = co_await run(client, load, std::move(command));
    }
}

QCoro::Task<bool> acquire(Client client, LoadPtr load, QByteArray key)
{
    for (int tries = 0; tries < 40 && load->failure.isEmpty(); ++tries) {
        Command command = script(Acquire, key, client.owner);
        if (co_await run(client, load, std::move(command)))
            co_return true;
    }
    co_return false;
}

QCoro::Task<> release(Client client, LoadPtr load, QByteArray key)
{
    Command command = script(Release, key, client.owner);
    if (!co_await run(client, load, std::move(command)) && load->failure.isEmpty())
        load->failure = QStringLiteral("a release of a lock that is not held");
}

QCoro::Task<> workThrough(Client client, LoadPtr load)
{
    for (int round = 0; round < load->rounds && load->failure.isEmpty(); ++round) {
        const auto count = quint32(load->keys.size());
        const quint32 one = client.random->bounded(count);
        const quint32 other = (one + 1 + client.random->bounded(count - 1)) % count;
        const bool swaps = load->isSorted && load->keys[other] < load->keys[one];
        const QByteArray first = load->keys[swaps ? other : one];
        const QByteArray second = load->keys[swaps ? one : other];
        if (!co_await acquire(client, load, first))
            continue;
        co_await work(client, load, 60);
        const bool hasBoth = co_await acquire(client, load, second);
        load->done[{first, second, client.owner}] += hasBoth;
        co_await work(client, load, 60);
        // Either may be released first.
        const bool turned = client.random->bounded(2) == 1;
        if (hasBoth && turned)
            co_await release(client, load, second);
        co_await release(client, load, first);
        co_await work(client, load, 30);
        if (hasBoth && !turned)
            co_await release(client, load, second);
    }
    if (--load->running == 0)
        load->loop.quit();
}

} // namespace

class TestLockOrdersLive : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void bothOrdersAreFound();
    void oneOrderIsNoInversion();
    void withoutKeyspaceEventsNoneIsSeen();
    void theScenarioOfADeadlock();
    void aBusyServer_data();
    void aBusyServer();

private:
    void enableEvents()
    {
        LockHolder(m_sandbox->tcp(), {}, Alice).call({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    }
    void follow(LiveMode mode, const QString &name = {}, const QByteArray &pattern = "lock:*");
    // One client acquires both, as soon as the first is shown.
    void nest(const QByteArray &owner, const QByteArray &first, const QByteArray &second);
    bool isShown(const QByteArray &key, const QByteArray &owner) const
    {
        const LockPtr lock = m_engine->find({key});
        return owner.isEmpty() ? !lock || !lock->held() : lock && lock->owner() == OwnerId{owner};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<History> m_history;
    LiveStatus m_live;
    Nestings m_found;
};

void TestLockOrdersLive::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_found.clear();
}

void TestLockOrdersLive::cleanup()
{
    m_history.reset();
    m_engine.reset();
    m_sandbox.reset();
}

void TestLockOrdersLive::follow(LiveMode mode, const QString &name, const QByteArray &pattern)
{
    m_live = {};
    bool passed = false;
    m_engine = std::make_unique<Engine>();
    m_history = std::make_unique<History>(m_folder->path());
    m_history->observe(m_engine.get());
    m_history->configure({.keep = !name.isEmpty()});
    connect(m_engine.get(), &Engine::liveChanged, this, [this](const LiveStatus &live) { m_live = live; });
    connect(m_engine.get(), &Engine::scanChanged, this,
            [&](const ScanProgress &progress) { passed = progress.phase == ScanPhase::Complete; });
    connect(m_engine.get(), &Engine::tableChanged, this, [this](const LockDelta &delta) {
        for (const AcquireOrder &order : delta.orders)
            ++m_found[{order.first.bytes, order.second.bytes, order.owner.bytes}];
    });
    m_engine->open(m_sandbox->tcp(), {.patterns = {pattern}, .historyName = name});
    QTRY_VERIFY(m_live.mode == mode && passed);
    disconnect(m_engine.get(), &Engine::scanChanged, this, nullptr);
}

void TestLockOrdersLive::nest(const QByteArray &owner, const QByteArray &first, const QByteArray &second)
{
    LockHolder client(m_sandbox->tcp(), {}, owner);
    const Nesting nesting{first, second, owner};
    const int before = m_found.contains(nesting) ? m_found.at(nesting) : 0;
    client.call(script(Acquire, first, owner));
    QTRY_VERIFY(isShown(first, owner));
    client.call(script(Acquire, second, owner));
    QTRY_VERIFY(isShown(second, owner));
    if (m_live.mode == LiveMode::KeyspaceEvents)
        QTRY_VERIFY(m_found.contains(nesting) && m_found.at(nesting) == before + 1);
    else
        QVERIFY(m_found.empty());
    client.call(script(Release, second, owner));
    client.call(script(Release, first, owner));
    QTRY_VERIFY(isShown(first, {}) && isShown(second, {}));
}

void TestLockOrdersLive::bothOrdersAreFound()
{
    enableEvents();
    follow(LiveMode::KeyspaceEvents, QStringLiteral("orders"));
    nest(Alice, "lock:a", "lock:b");
    nest(Alice, "lock:a", "lock:b");
    QTRY_COMPARE(m_history->orders().orders, 1);
    QVERIFY(m_history->orders().inversions.empty());
    nest(Bob, "lock:b", "lock:a");
    const Nestings found{{{"lock:a", "lock:b", Alice}, 2}, {{"lock:b", "lock:a", Bob}, 1}};
    QCOMPARE(m_found, found);
    const OrdersAnswer answer = m_history->orders(); // From the file
    QCOMPARE(answer.inversions.size(), size_t(1));
    const Inversion &inversion = answer.inversions.front();
    QCOMPARE(inversion.usual.first, LockName{"lock:a"});
    QCOMPARE(inversion.usual.count, 2);
    QCOMPARE(inversion.usual.owner, OwnerId{Alice});
    QCOMPARE(inversion.opposite.first, LockName{"lock:b"});
    QCOMPARE(inversion.opposite.count, 1);
    QCOMPARE(inversion.opposite.owner, OwnerId{Bob});
    QCOMPARE(inversion.opposite.node, m_sandbox->tcp().node());
}

void TestLockOrdersLive::oneOrderIsNoInversion()
{
    enableEvents();
    follow(LiveMode::KeyspaceEvents);
    nest(Alice, "lock:a", "lock:b");
    nest(Bob, "lock:a", "lock:b");
    QTRY_COMPARE(m_history->orders().orders, 1);
    QVERIFY(m_history->orders().inversions.empty());
}

void TestLockOrdersLive::withoutKeyspaceEventsNoneIsSeen()
{
    follow(LiveMode::Tracking);
    nest(Alice, "lock:a", "lock:b");
    nest(Bob, "lock:b", "lock:a");
    QCOMPARE(m_history->orders().orders, 0);
}

// Fair locks of two clients, of which one loses a lock to Lockscope, and others expire.
void TestLockOrdersLive::theScenarioOfADeadlock()
{
    enableEvents();
    follow(LiveMode::KeyspaceEvents, {}, "lockscope-lab:*");
    ConnectionSpec spec = m_sandbox->tcp();
    spec.readOnly = false;
    const LabOutcome outcome = test::played({.scenario = "deadlock",
                                             .values = {{"rounds", "1"}, {"stands", "50ms"}, {"hold", "2s"}},
                                             .seed = 1,
                                             .server = spec});
    QVERIFY2(outcome.asTaught(), test::told(outcome).constData());
    QTRY_COMPARE(m_history->orders().inversions.size(), size_t(1));
    const OrderSeen usual = m_history->orders().inversions.front().usual;
    QVERIFY(usual.first.bytes.endsWith(":lock:order") || usual.first.bytes.endsWith(":lock:stock"));
    QVERIFY(usual.second.bytes.endsWith(":lock:order") || usual.second.bytes.endsWith(":lock:stock"));
    QCOMPARE(m_history->orders().orders, 2);
}

void TestLockOrdersLive::aBusyServer_data()
{
    QTest::addColumn<quint32>("seed");
    QTest::addColumn<bool>("isSorted");
    for (quint32 seed = 1; seed <= 10; ++seed) {
        QTest::addRow("one order, seed %u", seed) << seed << true;
        QTest::addRow("any order, seed %u", seed) << seed << false;
    }
}

// Clients that contend for four locks, without a pause.
void TestLockOrdersLive::aBusyServer()
{
    constexpr int Clients = 4;
    QFETCH(const quint32, seed);
    QFETCH(const bool, isSorted);
    enableEvents();
    follow(LiveMode::KeyspaceEvents);
    const auto load = std::make_shared<Load>();
    load->keys = {"lock:a", "lock:b", "lock:c", "lock:d"};
    load->isSorted = isSorted;
    load->rounds = 40;
    load->running = Clients;
    std::vector<Client> clients;
    for (int number = 0; number < Clients; ++number) {
        const QByteArray owner = "33333333-3333-4333-8333-333333333333:" + QByteArray::number(number + 1);
        ConnectionSpec spec = m_sandbox->tcp();
        spec.readOnly = false;
        clients.push_back({std::make_shared<Session>(spec), owner,
                           std::make_shared<QRandomGenerator>(seed * 100 + quint32(number))});
        clients.back().session->open();
        QTRY_VERIFY(clients.back().session->isReady());
    }
    for (const Client &client : clients)
        workThrough(client, load);
    QTimer::singleShot(60s, &load->loop, &QEventLoop::quit);
    load->loop.exec(); // A QTRY would pause between the commands
    QCOMPARE(load->running, 0);
    QVERIFY2(load->failure.isEmpty(), qPrintable(load->failure));
    for (const QByteArray &key : std::as_const(load->keys))
        QTRY_VERIFY(isShown(key, {}));
    QTRY_VERIFY(!m_found.empty());
    int sum = 0;
    for (const auto &[nesting, count] : m_found) {
        const auto done = load->done.find(nesting);
        const QByteArray told = nesting.first + ", then " + nesting.second + " by " + nesting.owner;
        QVERIFY2(done != load->done.end() && count <= done->second, told.constData());
        sum += count;
    }
    QVERIFY(sum > 0);
    if (isSorted)
        QVERIFY(m_history->orders().inversions.empty());
}

LOCKSCOPE_TEST(TestLockOrdersLive)

} // namespace tst_lockorders_live

#include "tst_lockorders_live.moc"
