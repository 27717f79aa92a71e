// SPDX-License-Identifier: GPL-3.0-or-later
// The audit of real acts: what it records, whether its commands restore the state before, and what remains
// when the program is killed during an act.
#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

namespace tst_audit_live
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Carol = "cccccccc-1c6a-4b5e-9d8e-0a1b2c3d4e5f:9";
const QByteArray Queue = "redisson_lock_queue:{lock:f}";
const QByteArray Deadlines = "redisson_lock_timeout:{lock:f}";

QByteArray in(const QByteArray &text, const QByteArray &key)
{
    return QByteArray(text).replace("lock:f", key);
}

// One owner with two holds, and two waiters.
void fillFairLock(const SandboxServer &server, const QByteArray &key)
{
    for (const Command &command :
         {Command{"HSET", key, Alice, "2"}, Command{"PEXPIRE", key, "600000"},
          Command{"RPUSH", in(Queue, key), Bob, Carol},
          Command{"ZADD", in(Deadlines, key), "99999999999999", Bob, "99999999999999", Carol}})
        VERIFY_OK(server.ask(command));
}

// One reader, and one that reads twice.
QList<Command> readWriteLock(const QByteArray &key)
{
    const auto hold = [&key](const QByteArray &who, const char *number) {
        return '{' + key + "}:" + who + ":rwlock_timeout:" + number;
    };
    return {{"HSET", key, "mode", "read", Alice, "1", Bob, "2"},
            {"PEXPIRE", key, "600000"},
            {"SET", hold(Alice, "1"), "1", "PX", "500000"},
            {"SET", hold(Bob, "1"), "1", "PX", "400000"},
            {"SET", hold(Bob, "2"), "1", "PX", "600000"}};
}

qint64 keysOf(const SandboxServer &server, const QByteArray &key)
{
    const auto keys = server.ask({"KEYS", '*' + key + '*'});
    return keys ? qint64(keys->items.size()) : -1;
}

// The state to restore: value and TTL of each key.
struct KeyState {
    QByteArray dump{};
    qint64 ttl = -2;
};

std::map<QByteArray, KeyState> everything(const SandboxServer &server)
{
    std::map<QByteArray, KeyState> all;
    const auto keys = server.ask({"KEYS", "*"});
    if (!keys)
        return all;
    for (const Reply &key : keys->items)
        all[key.bytes] = {server.ask({"DUMP", key.bytes})->bytes,
                          server.ask({"PTTL", key.bytes})->number().value_or(-3)};
    return all;
}

} // namespace

class TestAuditLive final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup();
    void eachActLeavesItsStory_data();
    void eachActLeavesItsStory();
    void whatWasThereCanBePutBack_data();
    void whatWasThereCanBePutBack();
    void whatIsThereAgainIsNotOverwritten();
    void aRefusedActIsKept();
    void onProductionNothingIsDoneUnwritten();
    void elsewhereItIsDoneAndTold();
    void listsOfAllLocksAreNotKept();
    void whatIsShownBesideALockIsNotKept();
    void aHugeKeyIsNotKept();
    void renewalsAndTriesAreNoEntries();
    void killedAtAnyMoment();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    void open(ConnectionSpec spec, const QString &folder = {});
    Receipt act(const ActRequest &request) { return finished(m_engine->act(request)); }
    std::vector<AuditEntry> entries(const AuditQuery &query = {})
    {
        const auto found = AuditLog(m_folder->path()).find(query);
        if (!found)
            qWarning("%s", qPrintable(found.failure().line()));
        return found ? *found : std::vector<AuditEntry>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
    AuditTrail *m_trail = nullptr;
    std::vector<Failure> m_told;
};

void TestAuditLive::cleanup()
{
    m_engine.reset();
    m_servers.reset();
    m_told.clear();
}

void TestAuditLive::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
}

void TestAuditLive::open(ConnectionSpec spec, const QString &folder)
{
    m_engine = std::make_unique<Engine>();
    m_trail = new AuditTrail(m_engine.get(), folder.isEmpty() ? m_folder->path() : folder);
    connect(m_trail, &AuditTrail::failed, this, [this](const Failure &why) { m_told.push_back(why); });
    m_engine->open(spec, {.patterns = {"lock:*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(m_engine->waitReady(10s)));
    QTRY_VERIFY(std::ranges::all_of(m_engine->nodes(), &NodeStatus::isReady));
}

void TestAuditLive::eachActLeavesItsStory_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<int>("nodes");
    QTest::newRow("standalone") << SandboxTopology::Standalone << 1;
    QTest::newRow("cluster") << SandboxTopology::Cluster << 1;
    QTest::newRow("redlock") << SandboxTopology::RedLock << 5;
}

void TestAuditLive::eachActLeavesItsStory()
{
    QFETCH(SandboxTopology, topology);
    QFETCH(int, nodes);
    start(topology);
    open(m_servers->spec());
    const OwnerId ann{Alice};
    const LockName key{"lock:a"};
    const LockName shared{"lock:rw"};
    const QString why = QStringLiteral("because of it");
    const std::vector<ActRequest> requests{
        {.act = ActKind::Acquire, .key = key, .kind = "rlock", .owner = ann, .lease = 60s, .reason = why},
        {.act = ActKind::Renew, .key = key, .owner = ann, .lease = 90s, .reason = why},
        {.act = ActKind::SetExpiry, .key = key, .expectedOwner = ann, .lease = 50s, .reason = why},
        {.act = ActKind::Wake, .key = key, .reason = why},
        {.act = ActKind::Release, .key = key, .owner = ann, .reason = why},
        {.act = ActKind::Acquire,
         .key = shared,
         .kind = "rw-lock",
         .owner = ann,
         .mode = HoldMode::Read,
         .lease = 60s,
         .reason = why},
        {.act = ActKind::RemoveShare, .key = shared, .owner = ann, .mode = HoldMode::Read, .reason = why},
        {.act = ActKind::Acquire, .key = key, .kind = "rlock", .owner = ann, .lease = 60s, .reason = why},
        {.act = ActKind::ForceRelease, .key = key, .expectedOwner = ann, .reason = why}};
    for (const ActRequest &request : requests) {
        const Receipt receipt = act(request);
        QVERIFY2(receipt.result == ActResult::Done,
                 qPrintable(QLatin1String(name(request.act)) + receipt.failure.line()));
    }
    const auto all = entries();
    QCOMPARE(all.size(), requests.size());
    const bool isGroup = topology == SandboxTopology::RedLock;
    for (size_t i = 0; i < all.size(); ++i) {
        const AuditEntry &entry = all[i];
        const ActRequest &request = requests[i];
        const bool takes = takesAway(request.act) || request.act == ActKind::Release;
        QCOMPARE(entry.act, name(request.act));
        QCOMPARE(entry.key, request.key.bytes);
        QCOMPARE(entry.result, "done");
        QCOMPARE(entry.reason, why);
        QVERIFY(entry.endedMs && *entry.endedMs >= entry.atMs);
        QVERIFY2(entry.steps.size() == size_t(nodes), entry.act.constData());
        QCOMPARE(entry.answers.size(), size_t(isGroup ? nodes : 0));
        for (const AuditStep &step : entry.steps) {
            QCOMPARE(step.act, entry.act);
            QVERIFY(!step.node.isEmpty() && step.cli.startsWith(QLatin1String("redis-cli ")));
            QVERIFY2(!step.script.isEmpty() || request.act == ActKind::Acquire, entry.act.constData());
            const bool read = takes || (request.act != ActKind::Wake && !isGroup);
            QVERIFY2(step.before.empty() != read, entry.act.constData());
            if (!read)
                continue;
            QCOMPARE(step.before.front().key, request.key);
            QCOMPARE(step.before.front().why, QString());
            QVERIFY2(step.before.front().dump.isEmpty() == (request.act == ActKind::Acquire),
                     entry.act.constData());
            if (request.act == ActKind::Release) // After SetExpiry
                QVERIFY(step.before.front().ttl && *step.before.front().ttl <= 50s &&
                        *step.before.front().ttl > 0s);
        }
    }
}

void TestAuditLive::whatWasThereCanBePutBack_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QList<Command>>("put");
    QTest::addColumn<int>("keys");
    using Put = QList<Command>;
    const Put rlock{{"HSET", "lock:f", Alice, "3"}, {"PEXPIRE", "lock:f", "600000"}};
    const Put token{{"SET", "lock:f", QByteArray("a\0'\"\\\n\xff%s", 9), "PX", "600000"}};
    const Put readWrite = readWriteLock("lock:f");
    const Put fair{{"HSET", "lock:f", Alice, "1"},
                   {"PEXPIRE", "lock:f", "600000"},
                   {"RPUSH", Queue, Bob, Carol},
                   {"ZADD", Deadlines, "99999999999999", Bob, "99999999999999", Carol}};
    const Put eternal{{"HSET", "lock:f", Alice, "1"}};
    for (const auto topology : {SandboxTopology::Standalone, SandboxTopology::Cluster}) {
        const char *where = topology == SandboxTopology::Cluster ? "cluster" : "standalone";
        QTest::addRow("rlock, %s", where) << topology << QByteArray("rlock") << rlock << 1;
        QTest::addRow("token-lock, %s", where) << topology << QByteArray("token-lock") << token << 1;
        QTest::addRow("rw-lock, %s", where) << topology << QByteArray("rw-lock") << readWrite << 4;
        QTest::addRow("fair-lock with a queue, %s", where)
            << topology << QByteArray("fair-lock") << fair << 3;
        QTest::addRow("without an expiry, %s", where) << topology << QByteArray("rlock") << eternal << 1;
    }
}

void TestAuditLive::whatWasThereCanBePutBack()
{
    QFETCH(SandboxTopology, topology);
    QFETCH(QByteArray, kind);
    QFETCH(QList<Command>, put);
    QFETCH(int, keys);
    start(topology);
    const SandboxServer *server = nullptr;
    for (size_t i = 0; i < m_servers->size() && !server; ++i) {
        const bool isMaster = m_servers->node(i).ask({"ROLE"})->items.front().bytes == "master";
        if (isMaster && m_servers->node(i).ask({"EXISTS", "lock:f"}).ok())
            server = &m_servers->node(i);
    }
    QVERIFY(server);
    for (const Command &command : put)
        VERIFY_OK(server->ask(command));
    open(m_servers->spec());
    const auto before = everything(*server);
    QCOMPARE(before.size(), size_t(keys));
    const Receipt receipt = act({.act = ActKind::ForceRelease, .key = {"lock:f"}, .kind = kind});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    const auto left = everything(*server);
    QVERIFY(!left.contains("lock:f"));

    const auto all = entries();
    QCOMPARE(all.size(), 1u);
    QCOMPARE(all.front().steps.size(), 1u);
    const QStringList lines = restoreLines(all.front().steps.front());
    QCOMPARE(lines.size(), keys);
    int restored = 0;
    int refused = 0;
    for (const QString &line : lines) {
        QProcess shell;
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
        QVERIFY(shell.waitForFinished());
        const QByteArray said = shell.readAllStandardOutput() + shell.readAllStandardError();
        restored += said.trimmed() == "OK";
        refused += said.contains("BUSYKEY");
    }
    QCOMPARE(refused, int(left.size())); // Waiters are still in the queue
    QCOMPARE(restored, keys - refused);
    const auto after = everything(*server);
    QCOMPARE(after.size(), before.size());
    for (const auto &[key, was] : before) {
        const KeyState &is = after.at(key);
        QVERIFY2(is.dump == was.dump, key.constData());
        QVERIFY2(was.ttl < 0 ? is.ttl == was.ttl : is.ttl > was.ttl - 60'000 && is.ttl <= was.ttl,
                 key.constData());
    }
    const Receipt again = act({.act = ActKind::ForceRelease, .key = {"lock:f"}, .kind = kind});
    QVERIFY2(again.result == ActResult::Done, qPrintable(again.failure.line()));
    QCOMPARE(everything(*server).size(), left.size());
}

void TestAuditLive::whatIsThereAgainIsNotOverwritten()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    open(m_servers->spec());
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}}).result, ActResult::Done);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Bob));
    QProcess shell;
    shell.start(QStringLiteral("sh"),
                {QStringLiteral("-c"), restoreLines(entries().front().steps.front()).front()});
    QVERIFY(shell.waitForFinished());
    QVERIFY(shell.readAllStandardOutput().contains("BUSYKEY"));
    QCOMPARE(ownerOn(m_servers->node(0), "lock:a"), Bob);
}

void TestAuditLive::aRefusedActIsKept()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.limits.denied = {ActKind::ForceRelease};
    open(spec);
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}}).result, ActResult::Refused);
    QCOMPARE(act({.act = ActKind::Release, .key = {"lock:a"}, .owner = {Bob}}).result,
             ActResult::OwnerChanged);
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}, .dryRun = true}).result, ActResult::Done);
    const auto all = entries();
    QCOMPARE(all.size(), 2u);
    QCOMPARE(all[0].result, "refused");
    QVERIFY(all[0].steps.empty());
    QVERIFY(!all[0].failure.isEmpty());
    QCOMPARE(all[1].result, "owner-changed");
    QCOMPARE(all[1].expectedOwner, Bob);
    QCOMPARE(ownerFound(all[1]), Alice);
    QCOMPARE(ownerOn(m_servers->node(0), "lock:a"), Alice);
}

void TestAuditLive::onProductionNothingIsDoneUnwritten()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.name = QStringLiteral("prod");
    spec.environment = Environment::Production;
    open(spec, QStringLiteral("/proc/self"));
    const Receipt receipt = act({.act = ActKind::ForceRelease,
                                 .key = {"lock:a"},
                                 .reason = QStringLiteral("stuck"),
                                 .confirmedName = QStringLiteral("lock:a")});
    QCOMPARE(receipt.result, ActResult::Refused);
    QVERIFY2(receipt.failure.text.contains(QLatin1String("audit")), qPrintable(receipt.failure.text));
    QCOMPARE(ownerOn(m_servers->node(0), "lock:a"), Alice);
}

void TestAuditLive::elsewhereItIsDoneAndTold()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    open(m_servers->spec(), QStringLiteral("/proc/self"));
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}}).result, ActResult::Done);
    QCOMPARE(m_told.size(), 1u);
}

// Other locks use the same lists.
void TestAuditLive::listsOfAllLocksAreNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";
    VERIFY_OK(server.ask({"HSET", digest + ":LOCKED", "0123456789abcdef01234567", "1787313600.5"}));
    VERIFY_OK(server.ask({"SET", digest, "0123456789abcdef01234567"}));
    VERIFY_OK(server.ask({"ZADD", "uniquejobs:digests", "1", digest, "2", "uniquejobs:another"}));
    open(m_servers->spec());
    const Receipt receipt =
        act({.act = ActKind::ForceRelease, .key = {digest + ":LOCKED"}, .kind = "sidekiq-lock"});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    QCOMPARE(server.ask({"ZCARD", "uniquejobs:digests"})->number(), 1);
    QByteArrayList kept;
    const auto all = entries();
    for (const KeyBackup &value : all.front().steps.front().before)
        kept += value.key.bytes;
    QVERIFY(kept.contains(digest + ":LOCKED") && kept.contains(digest));
    QVERIFY2(!kept.contains("uniquejobs:digests") && !kept.contains("uniquejobs:expiring_digests"),
             kept.join(' ').constData());
}

// The job is independent: the script does not touch it.
void TestAuditLive::whatIsShownBesideALockIsNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    VERIFY_OK(
        server.ask({"SET", "bull:mail:7:lock", "11111111-1111-4111-8111-111111111111:3", "PX", "60000"}));
    VERIFY_OK(server.ask({"HSET", "bull:mail:7", "name", "send", "data", "{}", "timestamp", "1"}));
    open(m_servers->spec());
    const Receipt receipt = act({.act = ActKind::ForceRelease, .key = {"bull:mail:7:lock"}});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    const auto all = entries();
    QCOMPARE(all.front().kind, "job-lock");
    QCOMPARE(all.front().steps.front().before.size(), 1u);
    QCOMPARE(all.front().steps.front().before.front().key.bytes, "bull:mail:7:lock");
}

void TestAuditLive::aHugeKeyIsNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.ask({"HSET", "lock:f", Alice, "1"}));
    const QByteArray waiter(1'100'000, 'w');
    VERIFY_OK(server.ask({"RPUSH", Queue, waiter}));
    VERIFY_OK(server.ask({"ZADD", Deadlines, "99999999999999", Bob}));
    open(m_servers->spec());
    const Receipt receipt = act({.act = ActKind::ForceRelease, .key = {"lock:f"}, .kind = "fair-lock"});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    const auto all = entries();
    const auto &before = all.front().steps.front().before;
    const auto queue =
        std::ranges::find_if(before, [](const KeyBackup &value) { return value.key.bytes == Queue; });
    QVERIFY(queue != before.end());
    QVERIFY(queue->dump.isEmpty() && !queue->why.isEmpty());
    QCOMPARE(restoreLines(all.front().steps.front()).size(), 2);
    QVERIFY(QFileInfo(m_folder->filePath(QStringLiteral("audit.sqlite-wal"))).size() < 500'000);
}

void TestAuditLive::renewalsAndTriesAreNoEntries()
{
    start(SandboxTopology::RedLock);
    open(m_servers->spec());
    const ActRequest take{.act = ActKind::Acquire,
                          .key = {"lock:a"},
                          .kind = "rlock",
                          .owner = {Alice},
                          .lease = 10s,
                          .wait = 20s,
                          .watchdog = true};
    QCOMPARE(act(take).result, ActResult::Done);
    const auto taken = entries();
    QCOMPARE(taken.size(), 1u);
    QVERIFY(taken[0].steps.size() >= 5);
    const ActRequest wait{
        .act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rlock", .owner = {Bob}, .wait = 2s};
    QCOMPARE(act(wait).result, ActResult::NotAcquired);
    qint64 before = 0;
    const auto isRenewed = [this, &before] { // Since the last call
        const qint64 ttl = m_servers->node(0).ask({"PTTL", "lock:a"})->integer;
        return std::exchange(before, ttl) < ttl;
    };
    isRenewed();
    QVERIFY(QTest::qWaitFor(isRenewed, 20'000));
    const auto all = entries();
    QCOMPARE(all.size(), 2u);
    QCOMPARE(all[0].steps.size(), taken[0].steps.size());
    QVERIFY(all[1].steps.size() >= 5 && all[1].steps.size() <= 10); // Tried and released on each
    QCOMPARE(all[1].result, "not-acquired");
}

// The audit shows how far the program had come when it was killed; the server shows what it had done.
void TestAuditLive::killedAtAnyMoment()
{
    constexpr int Kills = 40;
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    QRandomGenerator dice(20'261'123);
    AuditLog reader(m_folder->path());
    const auto arguments = [&](const QByteArray &key) {
        return QByteArrayList{"-u",
                              connectionUrl(server.tcp()).toUtf8(),
                              "--config-dir",
                              QFile::encodeName(m_folder->path()),
                              "force-release",
                              key,
                              "--any-owner",
                              "--reason",
                              "killed"};
    };
    // One run without a kill creates the file and measures the usual duration.
    fillFairLock(server, "lock:first");
    const Instant begun = now();
    QCOMPARE(runCli(arguments("lock:first")).status, 0);
    const auto usual = int(millisecondsBetween(begun, now()).count());

    std::map<QByteArray, int> cases;
    for (int i = 0; i < Kills; ++i) {
        const QByteArray key = "lock:k" + QByteArray::number(1000 + i);
        const bool isFair = i % 2 == 0;
        const int whole = isFair ? 3 : 4;
        const int done = 0; // The waiters of the fair lock do not listen, and are dropped with it
        if (isFair)
            fillFairLock(server, key);
        for (const Command &command : isFair ? QList<Command>() : readWriteLock(key))
            VERIFY_OK(server.ask(command));
        QCOMPARE(keysOf(server, key), whole);
        const qint64 seen = reader.changes();
        {
            Program program(arguments(key));
            // At any time, or shortly after its first write.
            const int wrote = i / 2 % 4;
            const Instant until = now() + 20s;
            qint64 last = seen;
            for (int changes = 0; changes < wrote && now() < until;) {
                if (std::exchange(last, reader.changes()) != last)
                    ++changes;
                if (program.process.state() == QProcess::NotRunning || program.process.waitForFinished(0))
                    break;
            }
            const int delay = wrote == 0 ? dice.bounded(usual * 1000) : i % 8 < 4 ? 0 : dice.bounded(3000);
            QThread::usleep(ulong(delay));
            program.process.kill();
            QVERIFY(program.process.state() == QProcess::NotRunning || program.process.waitForFinished());
        }
        const qint64 left = keysOf(server, key);
        QVERIFY2(left == whole || left == done, "half an act");
        QCOMPARE(server.ask({"EXISTS", key})->number().value(), left == whole);
        const auto found = reader.find({.key = key});
        VERIFY_OK(found);
        QVERIFY(found->size() <= 1);
        const bool sent = !found->empty() && !found->front().steps.empty();
        const bool answered = !found->empty() && found->front().endedMs.has_value();
        QVERIFY2(left == whole || sent, "it was done, and is not on record");
        QVERIFY2(!answered || left == done, "it says that it was done");
        if (!found->empty() && !answered)
            QCOMPARE(found->front().result, "unknown");
        if (sent)
            QCOMPARE(restoreLines(found->front().steps.front()).size(), whole);
        ++cases[found->empty() ? "nothing on record, lock whole"
                : answered     ? "answered, released"
                : !sent        ? "asked, nothing sent, lock whole"
                : left == done ? "sent, no answer, released"
                               : "sent, no answer, lock whole"];
    }
    for (const auto &[what, count] : cases)
        qInfo("%2d of %d: %s", count, Kills, what.constData());
    QVERIFY2(cases.size() >= 3, "the kills came all at the same point");
    const auto all = entries();
    QVERIFY(all.size() <= Kills + 1);
    // Later writes work as usual.
    fillFairLock(server, "lock:last");
    QCOMPARE(runCli(arguments("lock:last")).status, 0);
    QCOMPARE(entries({.key = "lock:last"}).front().result, "done");
}

LOCKSCOPE_TEST(TestAuditLive)

} // namespace tst_audit_live

#include "tst_audit_live.moc"
