// SPDX-License-Identifier: GPL-3.0-or-later
// scan and blocking of lockscope-cli count the waiters of one server alike, and a probe finds those that
// poll.
#include "tests/live/cli/clitest.h"
#include "tests/support/runner.h"
#include "tests/support/waitedlocks.h"

#include <QJsonArray>
#include <QTest>

namespace tst_waitercountscli
{

using namespace lockscope;
using namespace lockscope::test;

class tst_WaiterCountsCli : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void areTheSameInEachCommand();

private:
    // While the clients go on.
    Ended run(const QByteArrayList &arguments)
    {
        Program program(QByteArrayList{"-u", url()} + arguments);
        [&] { QTRY_COMPARE(program.process.state(), QProcess::NotRunning); }();
        return program.ended();
    }
    static QByteArray waitersOf(const QByteArray &text, const QByteArray &key) // KEY … WAITERS VERDICT
    {
        for (const QByteArray &line : text.split('\n')) {
            const QByteArrayList words = line.simplified().split(' ');
            if (words.front() == key && words.size() > 2)
                return words[words.size() - 2];
        }
        return {};
    }
};

void tst_WaiterCountsCli::areTheSameInEachCommand()
{
    const WaitedLocks made(m_sandbox->tcp());
    const Ended scan = run({"scan", "--settle", "2s"});
    QCOMPARE(waitersOf(scan.out, "lock:hash"), QByteArray(">=2"));
    QCOMPARE(waitersOf(scan.out, "lock:fair"), QByteArray("1"));
    for (const char *key : {"lock:py", "lock:poll"})
        QCOMPARE(waitersOf(scan.out, key), QByteArray("-"));

    const Ended blocking = run({"blocking", "--settle", "2s"});
    QVERIFY2(blocking.out.contains("11111111-1111-4111-8111-111111111111:1  at least 2 waiters\n"),
             blocking.told().constData());
    QVERIFY2(blocking.out.contains("11111111-1111-4111-8111-111111111111:2  1 waiter\n"),
             blocking.told().constData());
    QVERIFY2((blocking.out + blocking.err).contains("at least 3 waiters for 2 locks"),
             blocking.told().constData());

    const Ended probed = run({"blocking", "--json", "--probe=10s"});
    const QJsonArray locks = probed.json()[u"locks"].toArray();
    const auto polled = std::ranges::find_if(
        locks, [](const QJsonValue &lock) { return lock[u"key"].toString() == u"lock:poll"; });
    QVERIFY2(polled != locks.end(), probed.told().constData());
    QVERIFY2((*polled)[u"waiters"].toArray().size() == 1, probed.told().constData());
    QCOMPARE(probed.json()[u"waiters"].toInteger(), qint64(4));
}

LOCKSCOPE_TEST(tst_WaiterCountsCli)

} // namespace tst_waitercountscli

#include "tst_waitercountscli.moc"
