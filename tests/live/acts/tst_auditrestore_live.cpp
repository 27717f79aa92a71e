// SPDX-License-Identifier: GPL-3.0-or-later
// What an act removed can be put back from the audit log, also after a kill.

#include "tests/live/acts/auditlivetest.h"
#include "tests/live/program.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>

#include <map>

namespace tst_auditrestore_live
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::auditlive;
using auditlive::Deadlines;
using auditlive::Queue;
using namespace std::chrono_literals;

namespace
{

const QByteArray Carol = "cccccccc-1c6a-4b5e-9d8e-0a1b2c3d4e5f:9";

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

class TestAuditRestoreLive : public AuditLiveTest
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { end(); }
    void whatWasThereCanBePutBack_data();
    void whatWasThereCanBePutBack();
    void whatIsThereAgainIsNotOverwritten();
    void killedAtAnyMoment();
};

void TestAuditRestoreLive::whatWasThereCanBePutBack_data()
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

void TestAuditRestoreLive::whatWasThereCanBePutBack()
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

void TestAuditRestoreLive::whatIsThereAgainIsNotOverwritten()
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

// The audit shows how far the program had come when it was killed; the server shows what it had done.
void TestAuditRestoreLive::killedAtAnyMoment()
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

LOCKSCOPE_TEST(TestAuditRestoreLive)

} // namespace tst_auditrestore_live

#include "tst_auditrestore_live.moc"
