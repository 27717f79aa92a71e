// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox.h"
#include "core/redis/script.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QPointer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>
#include <qcorotask.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

QCoro::Task<Outcome<Replies>> awaited(PendingReplies pending)
{
    co_return co_await pending;
}

Outcome<Replies> sendAndWait(Session &session, Batch batch, std::optional<milliseconds> timeout = {})
{
    return finished(awaited(session.send(std::move(batch), timeout)));
}

Outcome<Reply> callAndWait(Session &session, Command command, std::optional<milliseconds> timeout = {})
{
    return finished(session.call(std::move(command), timeout));
}

bool becomes(Session &session, LinkPhase phase)
{
    return QTest::qWaitFor([&] { return session.link().phase == phase; }, 10000);
}

QByteArray kindName(const Failure &failure)
{
    return errorKindName(failure.kind);
}

} // namespace

class tst_session : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void repliesComeInOrder();
    void anErrorReplyIsAnItem();
    void aFailedCallNamesNodeAndKey();
    void keysAndValuesAreBytes();
    void aScriptIsLoadedAgainAfterFlush();
    void whatIsAskedWhileConnectingWaits();
    void aLateReplyDoesNotShiftTheOthers();
    void aFrozenServerTimesOutAndResumes();
    void aSilentServerIsReconnected();
    void killedInTheMiddleOfAReply();
    void aRestartedServerIsReconnected();

private:
    std::unique_ptr<Sandbox> m_server;
};

void tst_session::initTestCase()
{
    auto started = Sandbox::start({.tls = true});
    VERIFY_OK(started);
    m_server = std::move(*started);
}

void tst_session::init()
{
    VERIFY_OK(redisCli(m_server->tcp(), {"FLUSHALL"}));
}

void tst_session::repliesComeInOrder()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    std::vector<QCoro::Task<Outcome<Replies>>> tasks;
    constexpr int Batches = 20;
    constexpr int Each = 500;
    for (int i = 0; i < Batches; ++i) {
        Batch batch;
        for (int j = 0; j < Each; ++j)
            batch.add({"ECHO", QByteArray::number(i * Each + j)});
        tasks.push_back(awaited(session.send(std::move(batch))));
    }
    for (int i = 0; i < Batches; ++i) {
        const Outcome<Replies> replies = finished(std::move(tasks[size_t(i)]));
        VERIFY_OK(replies);
        QCOMPARE(int(replies->items.size()), Each);
        for (int j = 0; j < Each; ++j)
            QCOMPARE(replies->items[size_t(j)].bytes, QByteArray::number(i * Each + j));
        QVERIFY(replies->receivedAt >= replies->sentAt);
    }
}

void tst_session::anErrorReplyIsAnItem()
{
    Session session(m_server->tcp());
    session.open();
    Batch batch;
    batch.add({"SET", "text", "1"});
    batch.add({"HGETALL", "text"});
    batch.add({"GET", "text"});
    batch.add({"GET", "absent"});
    const Outcome<Replies> replies = sendAndWait(session, batch);
    VERIFY_OK(replies);
    QCOMPARE(int(replies->items.size()), 4);
    QVERIFY(replies->items[1].isError());
    QVERIFY(replies->items[1].bytes.startsWith("WRONGTYPE"));
    QCOMPARE(replies->items[2].bytes, QByteArray("1"));
    QVERIFY(replies->items[3].isNil());
}

void tst_session::aFailedCallNamesNodeAndKey()
{
    Session session(m_server->tcp());
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "lock:a", "1"}));
    const Outcome<Reply> reply = callAndWait(session, {"HLEN", "lock:a"});
    VERIFY_FAILS(reply, ErrorKind::WrongType);
    QCOMPARE(reply.failure().node, m_server->tcp().node());
    QCOMPARE(reply.failure().key, QByteArray("lock:a"));
    QVERIFY(reply.failure().serverText.startsWith("WRONGTYPE"));
}

void tst_session::keysAndValuesAreBytes()
{
    Session session(m_server->tcp());
    session.open();
    const QByteArray key("\0lock\r\n$3\r\n\xff\xfe", 14);
    const QByteArray value("\r\n\0\x80", 4);
    VERIFY_OK(callAndWait(session, {"SET", key, value}));
    VERIFY_OK(callAndWait(session, {"SET", "empty", QByteArray()}));
    QCOMPARE(callAndWait(session, {"GET", key})->bytes, value);
    QCOMPARE(callAndWait(session, {"STRLEN", "empty"})->integer, 0);
    QCOMPARE(callAndWait(session, {"DBSIZE"})->integer, 2);
}

void tst_session::aScriptIsLoadedAgainAfterFlush()
{
    Session session(m_server->tcp());
    session.open();
    // Any of our scripts: its own opinion of these arguments does not matter here.
    const QStringList files = QDir(QStringLiteral(":/lua")).entryList();
    QVERIFY(!files.isEmpty());
    const QByteArray name = files.first().chopped(4).toUtf8();
    QCOMPARE(script(name).sha1.size(), 40);
    for (int round = 0; round < 2; ++round) {
        VERIFY_OK(redisCli(m_server->tcp(), {"SCRIPT", "FLUSH"}));
        const Outcome<Reply> reply = finished(session.evaluate(name, {"lock:a"}, {"1"}));
        if (!reply)
            QVERIFY(reply.failure().kind != ErrorKind::NoScript);
        const Outcome<Reply> known = callAndWait(session, {"SCRIPT", "EXISTS", script(name).sha1});
        VERIFY_OK(known);
        QCOMPARE(known->items.at(0).integer, 1);
    }
}

void tst_session::whatIsAskedWhileConnectingWaits()
{
    Session session(m_server->tcp());
    const Outcome<Reply> early = callAndWait(session, {"PING"});
    VERIFY_FAILS(early, ErrorKind::NotConnected);
    session.open();
    QVERIFY(!session.isReady());
    const Outcome<Reply> reply = callAndWait(session, {"PING"});
    VERIFY_OK(reply);
    QCOMPARE(reply->bytes, QByteArray("PONG"));
    QVERIFY(session.clientId() > 0);
    QCOMPARE(session.generation(), quint64(1));
    QVERIFY(session.bytesSent() > 0);
    QVERIFY(session.bytesReceived() > 0);
}

void tst_session::aLateReplyDoesNotShiftTheOthers()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    auto slow = session.call({"DEBUG", "SLEEP", "0.4"}, 100ms);
    auto next = session.call({"ECHO", "next"});
    VERIFY_FAILS(finished(std::move(slow)), ErrorKind::TimedOut);
    const Outcome<Reply> reply = finished(std::move(next));
    VERIFY_OK(reply);
    QCOMPARE(reply->bytes, QByteArray("next"));
    QCOMPARE(callAndWait(session, {"ECHO", "after"})->bytes, QByteArray("after"));
    QCOMPARE(session.generation(), quint64(1));
}

void tst_session::aFrozenServerTimesOutAndResumes()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    m_server->pause();
    VERIFY_FAILS(callAndWait(session, {"ECHO", "lost"}, 100ms), ErrorKind::TimedOut);
    m_server->resume();
    QCOMPARE(callAndWait(session, {"ECHO", "found"})->bytes, QByteArray("found"));
    QCOMPARE(session.generation(), quint64(1));
}

void tst_session::aSilentServerIsReconnected()
{
    ConnectionSpec spec = m_server->tcp();
    spec.commandTimeout = 150ms;
    spec.connectTimeout = 400ms;
    Session session(spec);
    QSignalSpy lost(&session, &Session::lost);
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    m_server->pause();
    VERIFY_FAILS(callAndWait(session, {"ECHO", "a"}), ErrorKind::TimedOut);
    const bool wasReset = becomes(session, LinkPhase::Waiting);
    const LinkState state = session.link();
    // The kernel still accepts for a frozen server: the login is what is not answered.
    const bool loginSilent = QTest::qWaitFor([&] { return session.link().attempt > 1; }, 10000);
    m_server->resume();
    QVERIFY(wasReset);
    QVERIFY(loginSilent);
    QCOMPARE(kindName(state.reason), QByteArray("timed-out"));
    QVERIFY(state.retryAt.has_value());
    QCOMPARE(int(lost.count()), 1);
    QVERIFY(becomes(session, LinkPhase::Ready));
    QVERIFY(session.generation() >= 2);
    QCOMPARE(callAndWait(session, {"ECHO", "b"})->bytes, QByteArray("b"));
}

void tst_session::killedInTheMiddleOfAReply()
{
    Session session(m_server->tcp());
    session.open();
    constexpr int Size = 50'000'000;
    VERIFY_OK(callAndWait(session, {"SETRANGE", "big", QByteArray::number(Size - 1), "x"}));
    QSignalSpy ready(&session, &Session::ready);
    const qint64 before = session.bytesReceived();
    const qint64 id = session.clientId();
    auto big = session.call({"GET", "big"});
    auto queued = session.call({"ECHO", "never"});
    // Nothing is read meanwhile: the reply is stuck between the two ends when the connection is cut.
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(id)}));
    VERIFY_FAILS(finished(std::move(big)), ErrorKind::ConnectionLost);
    VERIFY_FAILS(finished(std::move(queued)), ErrorKind::ConnectionLost);
    QVERIFY(session.bytesReceived() > before);
    QVERIFY(session.bytesReceived() < before + Size);
    QVERIFY(ready.count() > 0 || ready.wait(10000));
    QCOMPARE(callAndWait(session, {"STRLEN", "big"})->integer, Size);
    QVERIFY(session.clientId() != id);
}

void tst_session::aRestartedServerIsReconnected()
{
    auto started = Sandbox::start();
    VERIFY_OK(started);
    Sandbox &server = **started;
    Session session(server.tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    server.stop();
    QVERIFY(becomes(session, LinkPhase::Waiting));
    VERIFY_FAILS(callAndWait(session, {"PING"}), ErrorKind::NotConnected);
    QVERIFY(QTest::qWaitFor([&] { return session.link().reason.kind == ErrorKind::Refused; }, 10000));
    VERIFY_OK(server.restart());
    QVERIFY(becomes(session, LinkPhase::Ready));
    QCOMPARE(session.generation(), quint64(2));
    QCOMPARE(session.link().attempt, 0);
    VERIFY_OK(callAndWait(session, {"PING"}));
}

QTEST_GUILESS_MAIN(tst_session)
#include "tst_session.moc"
