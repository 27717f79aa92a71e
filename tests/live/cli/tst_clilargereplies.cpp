// SPDX-License-Identifier: GPL-3.0-or-later
// Replies that need more memory than a connection may use, because of what other clients do: only what they
// would have told is unknown.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTcpSocket>
#include <QTest>

namespace tst_clilargereplies
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

constexpr qsizetype Large = 70'000'000; // above the 64 MiB of a connection

} // namespace

class tst_CliLargeReplies : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void aLongNameOfAClientHidesNoLock();
    void longNamesOfChannelsHideNoLock();

private:
    // A connection that has sent this; waits until the server has answered.
    std::unique_ptr<QTcpSocket> client(const QByteArray &command) const
    {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(QStringLiteral("127.0.0.1"), m_servers->node(0).port());
        if (!socket->waitForConnected() || socket->write(command) != command.size())
            return {};
        while (socket->bytesToWrite() > 0 && socket->waitForBytesWritten()) {
        }
        return socket->waitForReadyRead() ? std::move(socket) : nullptr;
    }
    static QByteArray bulk(const QByteArray &bytes)
    {
        return '$' + QByteArray::number(bytes.size()) + "\r\n" + bytes + "\r\n";
    }
    void theLockIsFound() const
    {
        const Ended ended =
            runCli({"-u", m_servers->urls().front().toUtf8(), "scan", "--verdict", ">=warning"});
        QVERIFY2(ended.status == 1 && ended.out.contains("lock:a"), ended.told().constData());
        QVERIFY2(ended.out.contains("scan complete"), ended.told().constData());
    }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_CliLargeReplies::initTestCase()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Standalone));
    VERIFY_OK(m_servers->node(0).ask({"HSET", "lock:a", "11111111-1111-1111-1111-111111111111:1", "1"}));
}

void tst_CliLargeReplies::aLongNameOfAClientHidesNoLock()
{
    const auto named = client("*3\r\n" + bulk("CLIENT") + bulk("SETNAME") + bulk(QByteArray(Large, 'n')));
    QVERIFY(named);
    theLockIsFound();
}

void tst_CliLargeReplies::longNamesOfChannelsHideNoLock()
{
    const QByteArray channel = "redisson_lock__channel:{" + QByteArray(24'000'000, 'c');
    std::vector<std::unique_ptr<QTcpSocket>> listening;
    for (const char end : {'1', '2', '3'}) {
        listening.push_back(client("*2\r\n" + bulk("SUBSCRIBE") + bulk(channel + end + '}')));
        QVERIFY(listening.back());
    }
    theLockIsFound();
}

LOCKSCOPE_TEST(tst_CliLargeReplies)

} // namespace tst_clilargereplies

#include "tst_clilargereplies.moc"
