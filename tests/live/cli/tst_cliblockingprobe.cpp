// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli blocking --probe: who waits for a lock by polling, seen in the commands of the server.
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/fairqueue.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTest>
#include <QTimer>

namespace tst_cliblockingprobe
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111");

} // namespace

class tst_CliBlockingProbe : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { send({"FLUSHALL"}); }
    void aProbeFindsWhoPolls();
    void aProbeFindsAReaderThatAsksToWrite_data();
    void aProbeFindsAReaderThatAsksToWrite();
    void aRefusedProbeIsAnError();

private:
    void send(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
};

void tst_CliBlockingProbe::aProbeFindsWhoPolls()
{
    send({"SET", "lock:poll", "token-of-holder", "PX", "600000"});
    QVERIFY(cli({"blocking", "--json"}).json()[u"locks"].toArray().isEmpty());
    Session waiter(m_sandbox->tcp());
    waiter.open();
    QTRY_VERIFY(waiter.isReady());
    QTimer tries;
    connect(&tries, &QTimer::timeout, this, [&waiter] {
        waiter.call({"SET", "lock:poll", "token-of-waiter", "NX", "PX", "1000"});
    });
    tries.start(50);
    Program program({"-u", url(), "blocking", "--json", "--probe=10s"});
    QTRY_COMPARE(program.process.state(), QProcess::NotRunning);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(ended.err.contains("listening to all its commands"), ended.told().constData());
    const QJsonObject lock = ended.json()[u"locks"][0].toObject();
    QCOMPARE(lock[u"key"].toString(), QStringLiteral("lock:poll"));
    const QJsonObject wait = lock[u"waiters"][0].toObject();
    QVERIFY2(wait[u"owner"].toString() == QStringLiteral("token-of-waiter"), ended.told().constData());
    QCOMPARE(wait[u"source"].toString(), QStringLiteral("probe"));
    QVERIFY(wait[u"address"].toString().startsWith(QStringLiteral("127.0.0.1:")));
    QVERIFY(wait[u"attempts"].toInt() > 1);
    QCOMPARE(ended.json()[u"probes"].toArray().size(), 1);

    // So does the probe that looks for the holder.
    Program show({"-u", url(), "show", "lock:poll", "--probe=10s"});
    QTRY_COMPARE(show.process.state(), QProcess::NotRunning);
    const Ended shown = show.ended();
    QVERIFY2(shown.out.contains("at least 1: token-of-waiter (127.0.0.1:"), shown.told().constData());
}

void tst_CliBlockingProbe::aProbeFindsAReaderThatAsksToWrite_data()
{
    QTest::addColumn<CliCommand>("arguments"); // of the script
    QTest::addColumn<int>("deadlocks");
    const QByteArray reader = Ann + ":1", writer = Ann + ":1:write";
    QTest::newRow("Redisson's writer") << CliCommand{"30000", writer} << 1;
    QTest::newRow("Redisson's reader, once more") << CliCommand{"30000", reader, writer} << 0;
    QTest::newRow("the lab's writer") << CliCommand{"write", reader, writer, "30000"} << 1;
    QTest::newRow("the lab's reader, once more") << CliCommand{"read", reader, writer, "30000"} << 0;
}

// A read lock under which its own thread asks for the write lock.
void tst_CliBlockingProbe::aProbeFindsAReaderThatAsksToWrite()
{
    QFETCH(CliCommand, arguments);
    QFETCH(int, deadlocks);
    send({"HSET", "lock:rw", "mode", "read", Ann + ":1", "1"});
    send({"PEXPIRE", "lock:rw", "600000"});
    send({"SET", "{lock:rw}:" + Ann + ":1:rwlock_timeout:1", "1", "PX", "600000"});
    const Listener sleeper(m_sandbox->tcp(), "redisson_rwlock:{lock:rw}");
    Session waiter(m_sandbox->tcp());
    waiter.open();
    QTRY_VERIFY(waiter.isReady());
    QTimer tries;
    Command command{"EVAL", "return redis.call('pttl', KEYS[1])", "1", "lock:rw"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    connect(&tries, &QTimer::timeout, this, [&] { waiter.call(command); });
    tries.start(50);
    // Long enough that a standstill does not hide the attempts.
    Program program({"-u", url(), "blocking", "--json", deadlocks > 0 ? "--probe=10s" : "--probe=4s"});
    QTRY_COMPARE(program.process.state(), QProcess::NotRunning);
    const Ended ended = program.ended();
    const QJsonArray found = ended.json()[u"deadlocks"].toArray();
    QVERIFY2(found.size() == deadlocks, ended.told().constData());
    if (found.isEmpty())
        return;
    QVERIFY2(!found[0][u"certain"].toBool(), ended.told().constData());
    QCOMPARE(found[0][u"steps"].toArray().size(), 1);
    QVERIFY2(found[0][u"text"][0].toString().contains(QStringLiteral("waits for itself")),
             ended.told().constData());
}

void tst_CliBlockingProbe::aRefusedProbeIsAnError()
{
    holdLock(m_sandbox->tcp(), "lock:a", Ann + ":1");
    send({"ACL", "SETUSER", "guest", "on", ">secret", "~*", "&*", "+@all", "-monitor"});
    ConnectionSpec spec = m_sandbox->tcp();
    const QByteArray url = "redis://guest:secret@127.0.0.1:" + QByteArray::number(spec.port);
    const Ended ended = runCli({"-u", url, "blocking", "--probe=200ms"});
    QVERIFY2(ended.status == 4, ended.told().constData());
    QVERIFY2(ended.err.contains("+monitor"), ended.told().constData());
    send({"ACL", "DELUSER", "guest"});
}

LOCKSCOPE_TEST(tst_CliBlockingProbe)

} // namespace tst_cliblockingprobe

#include "tst_cliblockingprobe.moc"
