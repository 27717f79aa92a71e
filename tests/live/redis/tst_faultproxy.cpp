// SPDX-License-Identifier: GPL-3.0-or-later
// The proxy with which other tests create faults: each fault against a real server.

#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/familyserver.h"
#include "tests/support/faultproxy.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

namespace tst_faultproxy
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

Batch single(const Command &command)
{
    Batch batch;
    batch.add(command);
    return batch;
}

} // namespace

class tst_faultproxy : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void passesEverything();
    void holdsBackAndLetsGo();
    void holdsBackOnlyAnswers();
    void keepsANewConnectionWaiting();
    void isSlow();
    void cutsWhatThereIs();
    void refusesUntilItFlowsAgain();
    void refusesWhereNobodyListens();
    void passesTheEndOfAConnection();

private:
    Outcome<Reply> ask(Session &session, Command command)
    {
        return finished(session.call(std::move(command)));
    }
    ConnectionSpec impatient() const
    {
        ConnectionSpec spec = m_proxy->through(m_server->tcp());
        spec.connectTimeout = spec.commandTimeout = 500ms;
        return spec;
    }

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<FaultProxy> m_proxy;
};

void tst_faultproxy::init()
{
    VERIFY_INTO(m_server, Sandbox::start());
    m_proxy = std::make_unique<FaultProxy>(m_server->port());
}

void tst_faultproxy::cleanup()
{
    m_proxy.reset();
    m_server.reset();
}

void tst_faultproxy::passesEverything()
{
    const auto session = connectedTo(m_proxy->through(m_server->tcp()));
    const QByteArray large(8 << 20, 'x'); // Larger than its read-ahead
    VERIFY_OK(ask(*session, {"SET", "k", large}));
    const auto reply = ask(*session, {"GET", "k"});
    VERIFY_OK(reply);
    QVERIFY(reply->bytes == large);
    QCOMPARE(m_proxy->connections(), 1);
    QCOMPARE(m_proxy->bytesHeld(), qint64(0));
    // While this thread waits for a process.
    QCOMPARE(*redisCli(m_proxy->through(m_server->tcp()), {"STRLEN", "k"}), QByteArray::number(large.size()));
}

void tst_faultproxy::holdsBackAndLetsGo()
{
    const auto session = connectedTo(m_proxy->through(m_server->tcp()));
    m_proxy->stall();
    session->send(single({"SET", "k", "v"}));
    QTRY_VERIFY(m_proxy->bytesHeld() > 0);
    QCOMPARE(*redisCli(m_server->tcp(), {"EXISTS", "k"}), QByteArray("0")); // The write has not arrived
    m_proxy->flow();
    QTRY_COMPARE(*redisCli(m_server->tcp(), {"EXISTS", "k"}), QByteArray("1"));
    VERIFY_OK(ask(*session, {"PING"})); // On the same connection
    QCOMPARE(m_proxy->connections(), 1);
}

void tst_faultproxy::holdsBackOnlyAnswers()
{
    const auto session = connectedTo(impatient());
    m_proxy->stall(FaultProxy::Direction::ToClient);
    VERIFY_FAILS(ask(*session, {"SET", "k", "v"}), ErrorKind::TimedOut);
    // Executed, although the reply is missing.
    QTRY_COMPARE(*redisCli(m_server->tcp(), {"GET", "k"}), QByteArray("v"));
}

void tst_faultproxy::keepsANewConnectionWaiting()
{
    m_proxy->stall();
    Session session(impatient());
    session.open();
    QTRY_COMPARE(session.connection().reason.kind, ErrorKind::TimedOut);
    QVERIFY(!session.isReady());
    m_proxy->flow();
    QTRY_VERIFY(session.isReady());
}

void tst_faultproxy::isSlow()
{
    const auto session = connectedTo(m_proxy->through(m_server->tcp()));
    m_proxy->delay(60ms);
    QElapsedTimer timer;
    timer.start();
    VERIFY_OK(ask(*session, {"PING"}));
    QVERIFY2(timer.elapsed() >= 120, qPrintable(QString::number(timer.elapsed()))); // Both ways
    for (int i = 0; i < 50; ++i)
        session->send(single({"RPUSH", "list", QByteArray::number(i)}));
    const auto list = ask(*session, {"LRANGE", "list", "0", "-1"});
    VERIFY_OK(list);
    QCOMPARE(list->items.size(), size_t(50));
    for (size_t i = 0; i < 50; ++i)
        QCOMPARE(list->items[i].bytes, QByteArray::number(qulonglong(i))); // in order
}

void tst_faultproxy::cutsWhatThereIs()
{
    const auto session = connectedTo(m_proxy->through(m_server->tcp()));
    const auto before = ask(*session, {"CLIENT", "ID"});
    VERIFY_OK(before);
    const QSignalSpy lost(session.get(), &Session::lost);
    m_proxy->cut();
    QCOMPARE(m_proxy->connections(), 0);
    QTRY_COMPARE(lost.size(), 1);
    QTRY_VERIFY(session->isReady());
    const auto after = ask(*session, {"CLIENT", "ID"});
    VERIFY_OK(after);
    QVERIFY(before->integer != after->integer);
}

void tst_faultproxy::refusesUntilItFlowsAgain()
{
    const auto session = connectedTo(m_proxy->through(m_server->tcp()));
    m_proxy->refuse();
    QTRY_COMPARE(session->connection().reason.kind, ErrorKind::Refused);
    VERIFY_FAILS(redisCli(m_proxy->through(m_server->tcp()), {"PING"}), ErrorKind::Refused);
    m_proxy->flow();
    QTRY_VERIFY(session->isReady());
}

void tst_faultproxy::refusesWhereNobodyListens()
{
    m_server->stop();
    Session session(m_proxy->through(m_server->tcp()));
    session.open();
    QTRY_COMPARE(session.connection().phase, ConnectionPhase::Waiting); // For the next attempt
    session.close();
    QTRY_COMPARE(m_proxy->connections(), 0);
}

void tst_faultproxy::passesTheEndOfAConnection()
{
    auto session = connectedTo(m_proxy->through(m_server->tcp()));
    QCOMPARE(m_proxy->connections(), 1);
    session.reset();
    QTRY_COMPARE(m_proxy->connections(), 0);
    session = connectedTo(m_proxy->through(m_server->tcp()));
    m_server->stop();
    QTRY_VERIFY(!session->isReady());
}

LOCKSCOPE_TEST(tst_faultproxy)

} // namespace tst_faultproxy

#include "tst_faultproxy.moc"
