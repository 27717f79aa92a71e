// SPDX-License-Identifier: GPL-3.0-or-later
// acquire … -- COMMAND whose lock is taken away from outside: said when it happens, not with the next
// renewal. The lease of an hour is renewed every 20 minutes: what ends these commands is no renewal that was
// due.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_clilosses
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Lost = "the lock is lost";
const QByteArray Polled = "a loss is noticed only by polling";

} // namespace

class tst_CliLosses : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_servers.reset(); }
    void isSaidWhenItHappens_data();
    void isSaidWhenItHappens();
    void endsWaitingWithoutACommand();
    void isLookedForWhereNobodyTells();
    void ofAGroupOnlyWithTheMajority();
    void aFrozenServerLeavesItUnknown();
    void leavesTheOwnHoldAlone();

private:
    bool start(SandboxTopology topology)
    {
        auto servers = SandboxDeployment::start(topology);
        if (!servers)
            return false;
        m_servers = std::move(*servers);
        return true;
    }
    QByteArrayList acquire(const QByteArrayList &words, const QByteArray &key = "lock:a") const
    {
        QByteArrayList all;
        const bool group = m_servers->topology() == SandboxTopology::RedLock;
        for (const QString &url : group ? m_servers->urls() : m_servers->urls().mid(0, 1))
            all << "-u" << url.toUtf8();
        return all + QByteArrayList{"--timeout", "5s", "acquire", key, "--owner", Alice, "--lease", "1h"} +
               words;
    }
    QByteArray ask(const CliCommand &command, size_t node = 0) const
    {
        return answer(m_servers->node(node), command);
    }
    // Connections that are told of changes.
    qsizetype tracking(size_t node = 0) const { return ask({"CLIENT", "LIST"}, node).count(" sub=1 "); }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_CliLosses::isSaidWhenItHappens_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("says");
    const QByteArray del = "return redis.call('DEL', KEYS[1])";
    const QByteArray deleted = "the lock is lost: lock:a: its key is gone before its lease ended";
    QTest::newRow("deleted") << QByteArray("rlock") << QByteArray("lock:a") << del << deleted;
    QTest::newRow("taken") << QByteArray("rlock") << QByteArray("lock:a")
                           << QByteArray("redis.call('DEL', KEYS[1]) "
                                         "return redis.call('HSET', KEYS[1], "
                                         "'22222222-2222-4222-8222-222222222222:7', '1')")
                           << QByteArray("held now by 22222222-2222-4222-8222-222222222222:7");
    QTest::newRow("a token, deleted") << QByteArray("token-lock") << QByteArray("lock:a") << del << deleted;
    QTest::newRow("overwritten, under a name that says nothing")
        << QByteArray("token-lock") << QByteArray("import[1]")
        << QByteArray("return redis.call('SET', KEYS[1], 'another')") << QByteArray("held now by another");
    QTest::newRow("emptied") << QByteArray("rlock") << QByteArray("lock:a")
                             << QByteArray("return redis.call('FLUSHALL')") << deleted;
}

void tst_CliLosses::isSaidWhenItHappens()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, says);
    QVERIFY(start(SandboxTopology::Standalone));
    Program program(
        acquire({"--kind", kind, "--on-lost=kill", "--", "sh", "-c", "echo ready; read line; exit 3"}, key));
    QTRY_VERIFY(program.said("ready"));
    QTRY_COMPARE(tracking(), 1);
    ask({"EVAL", script, "1", key});
    QTRY_VERIFY(program.complained(Lost));
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    const QByteArray errors = program.errors() + ended.err;
    QVERIFY2(errors.contains(says), errors.constData());
    QVERIFY2(!errors.contains(Polled), errors.constData());
}

void tst_CliLosses::endsWaitingWithoutACommand()
{
    QVERIFY(start(SandboxTopology::Standalone));
    Program program(acquire({"--watchdog"}));
    QTRY_VERIFY(program.said("acquired"));
    ask({"DEL", "lock:a"}); // it may not be told of changes so far: then it looks once it is
    QTRY_VERIFY(program.complained(Lost));
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
}

void tst_CliLosses::aFrozenServerLeavesItUnknown()
{
    QVERIFY(start(SandboxTopology::Standalone));
    QByteArrayList words = acquire({"--", "sh", "-c", "echo ready; read line; true"});
    words[words.indexOf("--lease") + 1] = "10s";
    Program program(words);
    QTRY_VERIFY(program.said("ready"));
    m_servers->node(0).pause();
    QTRY_VERIFY(
        program.complained("lock:a: its lease has run out here; whether it is still held is unknown"));
    m_servers->node(0).resume();
    QVERIFY2(!program.complained(Lost), program.errors().constData());
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
}

void tst_CliLosses::isLookedForWhereNobodyTells()
{
    QVERIFY(start(SandboxTopology::Standalone));
    QCOMPARE(ask({"ACL", "SETUSER", "default", "-client|tracking", "-subscribe", "-psubscribe"}), "OK");
    Program program(acquire({"--", "sh", "-c", "echo ready; read line; exit 3"}));
    QTRY_VERIFY(program.said("ready"));
    QTRY_VERIFY(program.complained(Polled));
    // And why
    QTRY_VERIFY2(program.complained("tracking"), program.errors().constData());
    QVERIFY(!program.complained(Lost));
    ask({"DEL", "lock:a"});
    QTRY_VERIFY(program.complained(Lost));
    QCOMPARE(program.process.state(), QProcess::Running); // it is not to be killed
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QCOMPARE(program.errors().count(Polled), 1);
}

void tst_CliLosses::ofAGroupOnlyWithTheMajority()
{
    QVERIFY(start(SandboxTopology::RedLock)); // of five
    Program program(acquire({"--on-lost=kill", "--", "sh", "-c", "echo ready; read line; exit 3"}));
    QTRY_VERIFY(program.said("ready"));
    for (size_t node = 0; node < 5; ++node)
        QTRY_COMPARE(tracking(node), 1);
    for (const size_t node : {0, 1}) {
        QCOMPARE(ask({"PEXPIRE", "lock:a", "100000"}, 2), "1");
        QCOMPARE(ask({"DEL", "lock:a"}, node), "1");
        // All nodes are asked at once, by renewing it.
        QTRY_VERIFY(ask({"PTTL", "lock:a"}, 2).toLongLong() > 100'000);
        QVERIFY2(!program.complained(Lost), program.errors().constData());
    }
    QCOMPARE(ask({"DEL", "lock:a"}, 2), "1");
    QTRY_VERIFY(program.complained(Lost));
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
}

// Its own release, and changes of other keys that begin the same, are no loss.
void tst_CliLosses::leavesTheOwnHoldAlone()
{
    QVERIFY(start(SandboxTopology::Standalone));
    Program program(acquire({"--", "sh", "-c", "echo ready; read line; exit 3"}));
    QTRY_VERIFY(program.said("ready"));
    QTRY_COMPARE(tracking(), 1);
    ask({"SET", "lock:ab", "x"});
    ask({"PEXPIRE", "lock:a", "3500000"});
    ask({"HINCRBY", "lock:a", Alice, "1"});
    ask({"HINCRBY", "lock:a", Alice, "-1"});
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(!ended.err.contains("lost"), ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

LOCKSCOPE_TEST(tst_CliLosses)

} // namespace tst_clilosses

#include "tst_clilosses.moc"
