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

// The state after the first attempt to connect did not work out.
bool isRefused(Session &session)
{
    return QTest::qWaitFor(
        [&] {
            const LinkPhase phase = session.link().phase;
            return phase == LinkPhase::Failed || phase == LinkPhase::Waiting;
        },
        10000);
}

QByteArray kindName(const Failure &failure)
{
    return errorKindName(failure.kind);
}

// A server of bytes, not of Redis: says these to everybody, then closes or stays silent.
class Impostor
{
public:
    Impostor(QByteArray words, bool closes)
    {
        m_server.listen(QHostAddress(QHostAddress::LocalHost), 0);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, words, closes] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            ++m_visits;
            socket->write(words);
            if (closes)
                socket->disconnectFromHost();
        });
    }
    ConnectionSpec spec() const
    {
        return {.host = QStringLiteral("127.0.0.1"),
                .port = m_server.serverPort(),
                .connectTimeout = 500ms,
                .readOnly = false};
    }
    int visits() const { return m_visits; }

private:
    QTcpServer m_server;
    int m_visits = 0;
};

// Waits for a reply, then does away with the session it came from.
QCoro::Task<> deleteAfterReply(std::unique_ptr<Session> *session, int *resumed)
{
    Command ping{"PING"};
    const Outcome<Reply> reply = co_await (*session)->call(std::move(ping));
    ++*resumed;
    if (reply)
        session->reset();
}

QCoro::Task<> countCancelled(Session *session, int *cancelled)
{
    Command blocked{"BLPOP", "nothing", "20"};
    const Outcome<Reply> reply = co_await session->call(std::move(blocked));
    if (!reply && reply.failure().kind == ErrorKind::Cancelled)
        ++*cancelled;
}

QCoro::Task<> askAgainWhenCancelled(Session *session, QByteArray *kind)
{
    Command blocked{"BLPOP", "nothing", "20"};
    const Outcome<Reply> reply = co_await session->call(std::move(blocked));
    if (reply)
        co_return;
    Command ping{"PING"};
    const Outcome<Reply> again = co_await session->call(std::move(ping));
    *kind = again ? QByteArray("answered") : kindName(again.failure());
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
    void whatWaitsForTheConnectionHasItsDeadline();
    void bigValues_data();
    void bigValues();
    void aLateReplyDoesNotShiftTheOthers();
    void repliesStayInStepWhateverTimesOut();
    void aFrozenServerTimesOutAndResumes();
    void aSilentServerIsReconnected();
    void killedInTheMiddleOfAReply();
    void aRestartedServerIsReconnected();
    void wrongPasswordIsFinal();
    void anAclUserLearnsWhatIsMissing();
    void tls_data();
    void tls();
    void plainAndTlsMixedUp();
    void aServerThatWantsACertificate();
    void unixSocket();
    void noSocketThere();
    void noSuchHost();
    void databases();
    void aLoadingServerIsWaitedFor();
    void noFreeConnection();
    void aReadOnlySessionSendsNoWrite_data();
    void aReadOnlySessionSendsNoWrite();
    void commandsWithoutSingleReplyAreRefused();
    void closeResolvesWhatWaits();
    void closeWhileConnecting();
    void theSessionMayDieInAResumedCoroutine();
    void theSessionMayDieInItsSignals();
    void impostors_data();
    void impostors();
    void aSurplusReplyResetsTheConnection();
    void repliesBeforeTheEndAreReplies();
    void anOpenedSessionMayBeOpenedAgain();

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

void tst_session::whatWaitsForTheConnectionHasItsDeadline()
{
    Session session(m_server->tcp());
    m_server->pause();
    session.open();
    const Outcome<Reply> reply = callAndWait(session, {"SET", "a", "1"}, 100ms);
    m_server->resume();
    VERIFY_FAILS(reply, ErrorKind::NotConnected);
    QVERIFY2(reply.failure().text.contains(QLatin1String("nothing was sent")),
             qPrintable(reply.failure().line()));
    QVERIFY(becomes(session, LinkPhase::Ready));
    QCOMPARE(callAndWait(session, {"EXISTS", "a"})->integer, 0);
}

void tst_session::bigValues_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::newRow("tcp") << m_server->tcp();
    QTest::newRow("tls") << m_server->tls();
    QTest::newRow("unix socket") << m_server->unixSocket();
}

void tst_session::bigValues()
{
    QFETCH(ConnectionSpec, spec);
    Session session(spec);
    session.open();
    QByteArray value(20'000'000, 'a');
    for (qsizetype i = 0; i < value.size(); i += 4096)
        value[i] = char(i / 4096);
    auto set = session.call({"SET", "big", value}, 20s);
    auto get = session.call({"GET", "big"}, 20s);
    auto next = session.call({"ECHO", "next"}, 20s);
    VERIFY_OK(finished(std::move(set)));
    const Outcome<Reply> reply = finished(std::move(get));
    VERIFY_OK(reply);
    QVERIFY(reply->bytes == value);
    QCOMPARE(finished(std::move(next))->bytes, QByteArray("next"));
    // Over our cap for one string: the connection is given up before it is all read.
    VERIFY_OK(redisCli(m_server->tcp(), {"SETRANGE", "huge", "100000000", "x"}));
    VERIFY_FAILS(callAndWait(session, {"GET", "huge"}, 20s), ErrorKind::ConnectionLost);
    QCOMPARE(kindName(session.link().reason), QByteArray("protocol"));
    QVERIFY(session.bytesReceived() < 60'000'000);
    QVERIFY(becomes(session, LinkPhase::Ready));
    QCOMPARE(callAndWait(session, {"GETRANGE", "huge", "100000000", "-1"})->bytes, QByteArray("x"));
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

void tst_session::repliesStayInStepWhateverTimesOut()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    m_server->pause(); // so some do time out, however fast or slow this is
    std::vector<QCoro::Task<Outcome<Reply>>> tasks;
    for (int i = 0; i < 3000; ++i) {
        if (i % 300 == 100)
            tasks.push_back(session.call({"DEBUG", "SLEEP", "0.01"}, 1ms));
        else
            tasks.push_back(
                session.call({"ECHO", QByteArray::number(i)}, i % 7 == 0 ? 30s : milliseconds(i % 120)));
    }
    constexpr int Certain = 100; // nobody answers it in time
    const Outcome<Reply> first = finished(std::move(tasks[Certain]));
    m_server->resume();
    int answered = 0;
    int late = 0;
    for (int i = 0; i < int(tasks.size()); ++i) {
        const Outcome<Reply> reply = i == Certain ? first : finished(std::move(tasks[size_t(i)]));
        if (!reply)
            QCOMPARE(kindName(reply.failure()), QByteArray("timed-out"));
        else if (reply->type == Reply::Type::Bulk)
            QCOMPARE(reply->bytes, QByteArray::number(i));
        ++(reply ? answered : late);
    }
    QVERIFY(answered > 0);
    QVERIFY(late > 0);
    QCOMPARE(callAndWait(session, {"ECHO", "last"})->bytes, QByteArray("last"));
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

void tst_session::wrongPasswordIsFinal()
{
    auto started = Sandbox::start({.password = QStringLiteral("right")});
    VERIFY_OK(started);
    ConnectionSpec spec = (*started)->tcp();
    {
        Session session(spec);
        session.open();
        VERIFY_OK(callAndWait(session, {"PING"}));
    }
    spec.password = QStringLiteral("s3cret-x");
    Session session(spec);
    session.open();
    const Outcome<Reply> reply = callAndWait(session, {"PING"});
    VERIFY_FAILS(reply, ErrorKind::NotConnected);
    QVERIFY(reply.failure().serverText.startsWith("WRONGPASS"));
    QCOMPARE(int(session.link().phase), int(LinkPhase::Failed));
    QCOMPARE(kindName(session.link().reason), QByteArray("wrong-pass"));
    QVERIFY(!session.link().retryAt.has_value());
    QVERIFY(!session.link().reason.line().contains(spec.password));
    spec.password.clear();
    Session without(spec);
    without.open();
    QVERIFY(becomes(without, LinkPhase::Failed));
    QCOMPARE(kindName(without.link().reason), QByteArray("no-auth"));
}

void tst_session::anAclUserLearnsWhatIsMissing()
{
    VERIFY_OK(
        redisCli(m_server->tcp(), {"ACL", "SETUSER", "watcher", "on", ">pw", "~lock:*", "+get", "+ping"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("watcher");
    spec.password = QStringLiteral("pw");
    Session session(spec);
    session.open();
    VERIFY_OK(callAndWait(session, {"GET", "lock:a"}));
    QCOMPARE(session.clientId(), 0); // CLIENT ID is not among the rights
    const Outcome<Reply> del = callAndWait(session, {"DEL", "lock:a"});
    VERIFY_FAILS(del, ErrorKind::NoPerm);
    QVERIFY2(del.failure().remedy.contains(QLatin1String("+del")), qPrintable(del.failure().remedy));
    const Outcome<Reply> key = callAndWait(session, {"GET", "other"});
    VERIFY_FAILS(key, ErrorKind::NoPerm);
    QVERIFY2(key.failure().remedy.contains(QLatin1String("~other")), qPrintable(key.failure().remedy));
    VERIFY_OK(redisCli(m_server->tcp(), {"ACL", "DELUSER", "watcher"}));
}

void tst_session::tls_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<QByteArray>("kind"); // empty: connects
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const ConnectionSpec &spec, const char *kind = "",
                        const char *words = "") {
        QTest::newRow(name) << spec << QByteArray(kind) << QString::fromLatin1(words);
    };
    const ConnectionSpec good = m_server->tls();
    ConnectionSpec spec = good;
    row("authority and client certificate", spec);
    spec.tls.certificateFile.clear();
    spec.tls.keyFile.clear();
    row("without client certificate, which the server leaves open", spec);
    spec = good;
    spec.tls.serverName = QStringLiteral("redis.example.org");
    row("wrong name", spec, "tls-failed", "not for redis.example.org");
    spec.tls.verifyPeer = false;
    row("wrong name, not verified", spec);
    spec = good;
    spec.tls.caFile.clear();
    row("unknown authority", spec, "tls-failed", "not trusted");
    spec.tls.serverName = QStringLiteral("redis.example.org");
    row("unknown authority and wrong name", spec, "tls-failed", "not trusted");
    spec.tls.verifyPeer = false;
    row("unknown authority, not verified", spec);
    spec = good;
    spec.tls.caFile = QStringLiteral("/nonexistent/ca.pem");
    row("no such CA file", spec, "bad-input", "CA file '/nonexistent/ca.pem'");
    spec = good;
    spec.tls.caFile = spec.tls.keyFile;
    row("a key in place of the authority", spec, "bad-input", "holds no certificate");
    spec = good;
    spec.tls.keyFile = spec.tls.certificateFile;
    row("a certificate in place of the key", spec, "bad-input", "holds no key");
    spec = good;
    spec.tls.keyFile.clear();
    row("certificate without key", spec, "bad-input", "needs its key");
}

void tst_session::tls()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(QByteArray, kind);
    QFETCH(QString, words);
    Session session(spec);
    session.open();
    if (kind.isEmpty()) {
        VERIFY_OK(callAndWait(session, {"SET", "over", "tls"}));
        Batch batch;
        for (int i = 0; i < 20000; ++i)
            batch.add({"GET", "over"});
        const Outcome<Replies> replies = sendAndWait(session, batch);
        VERIFY_OK(replies);
        QCOMPARE(replies->items.back().bytes, QByteArray("tls"));
        return;
    }
    QVERIFY(isRefused(session));
    QCOMPARE(int(session.link().phase), int(LinkPhase::Failed));
    const Failure reason = session.link().reason;
    QCOMPARE(kindName(reason), kind);
    QVERIFY2(reason.text.contains(words), qPrintable(reason.line()));
    QVERIFY(!reason.remedy.isEmpty());
    QCOMPARE(reason.node, spec.node());
}

void tst_session::plainAndTlsMixedUp()
{
    ConnectionSpec plain = m_server->tcp();
    plain.port = m_server->tls().port;
    plain.connectTimeout = 500ms;
    Session toTls(plain);
    toTls.open();
    QVERIFY(isRefused(toTls));
    QVERIFY2(toTls.link().reason.remedy.contains(QLatin1String("rediss://")),
             qPrintable(toTls.link().reason.line()));

    ConnectionSpec tls = m_server->tls();
    tls.port = m_server->port();
    tls.connectTimeout = 500ms;
    Session toPlain(tls);
    toPlain.open();
    QVERIFY(isRefused(toPlain));
    QVERIFY2(toPlain.link().reason.line().contains(QLatin1String("TLS")),
             qPrintable(toPlain.link().reason.line()));
}

void tst_session::aServerThatWantsACertificate()
{
    auto started = Sandbox::start({.tls = true});
    VERIFY_OK(started);
    VERIFY_OK(redisCli((*started)->tcp(), {"CONFIG", "SET", "tls-auth-clients", "yes"}));
    ConnectionSpec spec = (*started)->tls();
    Session with(spec);
    with.open();
    VERIFY_OK(callAndWait(with, {"PING"}));
    spec.tls.certificateFile.clear();
    spec.tls.keyFile.clear();
    Session without(spec);
    without.open();
    QVERIFY(isRefused(without));
    QCOMPARE(kindName(without.link().reason), QByteArray("tls-failed"));
    QVERIFY2(without.link().reason.line().contains(QLatin1String("certificate")),
             qPrintable(without.link().reason.line()));
}

void tst_session::unixSocket()
{
    Session session(m_server->unixSocket());
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "a", QByteArray(300'000, 'x')}));
    Batch batch;
    for (int i = 0; i < 20; ++i)
        batch.add({"GET", "a"});
    const Outcome<Replies> replies = sendAndWait(session, batch);
    VERIFY_OK(replies);
    QCOMPARE(int(replies->items.back().bytes.size()), 300'000);
    QVERIFY(session.node().bytes.startsWith("unix:"));
    QSignalSpy lost(&session, &Session::lost);
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(session.clientId())}));
    QVERIFY(lost.count() > 0 || lost.wait(5000));
    QVERIFY(becomes(session, LinkPhase::Ready));
}

void tst_session::noSocketThere()
{
    Session session({.socketPath = m_server->folder() + QStringLiteral("/none.sock")});
    session.open();
    QCOMPARE(int(session.link().phase), int(LinkPhase::Connecting)); // fails later, never inside open()
    QVERIFY(becomes(session, LinkPhase::Waiting));
    QCOMPARE(kindName(session.link().reason), QByteArray("refused"));
    QVERIFY(session.link().reason.text.contains(QLatin1String("none.sock")));
}

void tst_session::noSuchHost()
{
    Session session({.host = QStringLiteral("no..such..host")});
    session.open();
    QVERIFY(becomes(session, LinkPhase::Waiting));
    QCOMPARE(kindName(session.link().reason), QByteArray("host-not-found"));
    QVERIFY(session.link().reason.text.contains(QLatin1String("no..such..host")));
}

void tst_session::databases()
{
    ConnectionSpec spec = m_server->tcp();
    spec.db = 3;
    spec.clientName = QStringLiteral("my-name");
    Session session(spec);
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "only-here", "1"}));
    QCOMPARE(callAndWait(session, {"CLIENT", "GETNAME"})->bytes, QByteArray("my-name"));
    VERIFY_OK(redisCli(m_server->tcp(), {"DBSIZE"}));
    QCOMPARE(redisCli(m_server->tcp(), {"DBSIZE"})->trimmed(), QByteArray("0"));
    spec.db = 5000;
    Session wrong(spec);
    wrong.open();
    QVERIFY(becomes(wrong, LinkPhase::Failed));
    QVERIFY2(wrong.link().reason.text.contains(QLatin1String("database 5000")),
             qPrintable(wrong.link().reason.line()));
}

void tst_session::aLoadingServerIsWaitedFor()
{
    auto started = Sandbox::start();
    VERIFY_OK(started);
    const ConnectionSpec spec = (*started)->tcp();
    Session admin(spec);
    admin.open();
    Batch fill;
    for (int i = 0; i < 20000; ++i)
        fill.add({"SET", "key:" + QByteArray::number(i), QByteArray(40, 'x')});
    VERIFY_OK(sendAndWait(admin, fill));
    VERIFY_OK(callAndWait(admin, {"CONFIG", "SET", "key-load-delay", "100"}));
    VERIFY_OK(callAndWait(admin, {"CONFIG", "SET", "loading-process-events-interval-bytes", "1024"}));
    auto reload = admin.call({"DEBUG", "RELOAD"}, 60s);

    Session session(spec);
    QSignalSpy links(&session, &Session::linkChanged);
    session.open();
    QVERIFY(becomes(session, LinkPhase::Waiting));
    const Failure reason = session.link().reason;
    VERIFY_OK(redisCli(spec, {"CONFIG", "SET", "key-load-delay", "0"}));
    QCOMPARE(kindName(reason), QByteArray("loading"));
    QVERIFY(becomes(session, LinkPhase::Ready));
    VERIFY_OK(finished(std::move(reload)));
}

void tst_session::noFreeConnection()
{
    auto started = Sandbox::start({.serverArguments = {QStringLiteral("--maxclients"), QStringLiteral("1")}});
    VERIFY_OK(started);
    auto first = std::make_unique<Session>((*started)->tcp());
    first->open();
    QVERIFY(becomes(*first, LinkPhase::Ready));
    Session second((*started)->tcp());
    second.open();
    QVERIFY(becomes(second, LinkPhase::Waiting));
    QCOMPARE(kindName(second.link().reason), QByteArray("max-clients"));
    first.reset();
    QVERIFY(becomes(second, LinkPhase::Ready));
    QCOMPARE(callAndWait(second, {"ECHO", "in"})->bytes, QByteArray("in"));
}

void tst_session::aReadOnlySessionSendsNoWrite_data()
{
    QTest::addColumn<Command>("command");
    QTest::newRow("SET") << Command{"SET", "guarded", "2"};
    QTest::newRow("set in lower case") << Command{"set", "guarded", "2"};
    QTest::newRow("DEL") << Command{"DEL", "guarded"};
    QTest::newRow("EVAL") << Command{"EVAL", "return redis.call('DEL', KEYS[1])", "1", "guarded"};
    QTest::newRow("EVALSHA") << Command{"EVALSHA", QByteArray(40, 'a'), "0"};
    QTest::newRow("CONFIG SET") << Command{"CONFIG", "SET", "maxmemory", "1"};
    QTest::newRow("CLIENT KILL") << Command{"CLIENT", "KILL", "TYPE", "normal"};
    QTest::newRow("PUBLISH") << Command{"PUBLISH", "channel", "x"};
    QTest::newRow("FLUSHALL") << Command{"FLUSHALL"};
}

void tst_session::aReadOnlySessionSendsNoWrite()
{
    QFETCH(Command, command);
    VERIFY_OK(redisCli(m_server->tcp(), {"SET", "guarded", "1"}));
    ConnectionSpec spec = m_server->tcp();
    spec.readOnly = true;
    Session session(spec);
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    VERIFY_OK(redisCli(m_server->tcp(), {"CONFIG", "RESETSTAT"}));
    const qint64 sent = session.bytesSent();
    VERIFY_FAILS(callAndWait(session, command), ErrorKind::ReadOnlySession);
    Batch batch; // refused as a whole
    batch.add({"GET", "guarded"});
    batch.add(command);
    VERIFY_FAILS(sendAndWait(session, batch), ErrorKind::ReadOnlySession);
    VERIFY_FAILS(finished(session.evaluate("token-acquire", {"guarded"}, {})), ErrorKind::ReadOnlySession);
    QCOMPARE(session.bytesSent(), sent);

    const Outcome<Reply> value = callAndWait(session, {"GET", "guarded"});
    VERIFY_OK(value);
    QCOMPARE(value->bytes, QByteArray("1"));
    const Outcome<Reply> statistics = callAndWait(session, {"INFO", "commandstats"});
    VERIFY_OK(statistics);
    for (const char *name : {"cmdstat_set:", "cmdstat_del:", "cmdstat_eval", "cmdstat_config|set",
                             "cmdstat_client|kill", "cmdstat_publish:", "cmdstat_flushall:"})
        QVERIFY2(!statistics->bytes.contains(name), name);
}

void tst_session::commandsWithoutSingleReplyAreRefused()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    for (const Command &command : {Command{"SUBSCRIBE", "a", "b"}, Command{"MONITOR"},
                                   Command{"CLIENT", "REPLY", "OFF"}, Command{"HELLO", "3"}})
        VERIFY_FAILS(callAndWait(session, command), ErrorKind::BadInput);
    VERIFY_FAILS(callAndWait(session, {}), ErrorKind::BadInput);
    const Outcome<Replies> none = sendAndWait(session, {});
    VERIFY_OK(none);
    QVERIFY(none->items.empty());
    QCOMPARE(callAndWait(session, {"ECHO", "in step"})->bytes, QByteArray("in step"));
}

void tst_session::closeResolvesWhatWaits()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    int cancelled = 0;
    QByteArray again;
    for (int i = 0; i < 10; ++i)
        countCancelled(&session, &cancelled);
    askAgainWhenCancelled(&session, &again);
    QSignalSpy links(&session, &Session::linkChanged);
    session.close();
    QCOMPARE(cancelled, 10); // synchronously
    QCOMPARE(again, QByteArray("not-connected"));
    QCOMPARE(int(session.link().phase), int(LinkPhase::Closed));
    QCOMPARE(int(links.count()), 1);
    session.close();
    QCOMPARE(int(links.count()), 1);
    VERIFY_FAILS(callAndWait(session, {"PING"}), ErrorKind::NotConnected);
}

void tst_session::closeWhileConnecting()
{
    int cancelled = 0;
    {
        Session session(m_server->tcp());
        session.open();
        countCancelled(&session, &cancelled);
        QCOMPARE(cancelled, 0);
    }
    QCOMPARE(cancelled, 1);
}

void tst_session::theSessionMayDieInAResumedCoroutine()
{
    auto session = std::make_unique<Session>(m_server->tcp());
    session->open();
    QVERIFY(becomes(*session, LinkPhase::Ready));
    int resumed = 0;
    int cancelled = 0;
    deleteAfterReply(&session, &resumed);
    deleteAfterReply(&session, &resumed); // its reply is in the same piece of bytes
    countCancelled(session.get(), &cancelled);
    QTRY_COMPARE(resumed, 2);
    QVERIFY(!session);
    QCOMPARE(cancelled, 1);
}

void tst_session::theSessionMayDieInItsSignals()
{
    auto session = std::make_unique<Session>(m_server->tcp());
    connect(session.get(), &Session::ready, this, [&] { session.reset(); });
    session->open();
    QTRY_VERIFY(!session);

    session = std::make_unique<Session>(m_server->tcp());
    session->open();
    QVERIFY(becomes(*session, LinkPhase::Ready));
    int cancelled = 0;
    countCancelled(session.get(), &cancelled);
    connect(session.get(), &Session::lost, this, [&] { session.reset(); });
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(session->clientId())}));
    QTRY_VERIFY(!session);
    QCOMPARE(cancelled, 1);
}

void tst_session::impostors_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QByteArray &words, bool closes, const char *kind,
                        const char *text) {
        QTest::newRow(name) << words << closes << QByteArray(kind) << QString::fromLatin1(text);
    };
    row("a web server", "HTTP/1.1 400 Bad Request\r\n\r\n", true, "protocol", "no Redis reply");
    row("a huge array", "*1000000000\r\n", false, "protocol", "elements");
    row("a huge string", "$9000000000\r\n", false, "protocol", "string");
    row("an endless line", QByteArray(300'000, 'x').prepend('+'), false, "protocol", "line");
    row("a TLS alert", QByteArray("\x15\x03\x03\x00\x02\x02\x0a", 7), true, "protocol", "no Redis reply");
    row("another protocol that fits", "*1\r\n+hello\r\n", false, "protocol", "not Redis");
    row("silence", "", false, "timed-out", "no answer to the login");
    row("a closed door", "", true, "connection-lost", "closed the connection during the login");
    row("protected mode", "-DENIED Redis is running in protected mode because ...\r\n", true,
        "protected-mode", "protected mode");
}

void tst_session::impostors()
{
    QFETCH(QByteArray, words);
    QFETCH(bool, closes);
    QFETCH(QByteArray, kind);
    QFETCH(QString, text);
    Impostor impostor(words, closes);
    Session session(impostor.spec());
    session.open();
    const Outcome<Reply> reply = callAndWait(session, {"SET", "a", "b"});
    VERIFY_FAILS(reply, ErrorKind::NotConnected);
    QVERIFY(isRefused(session));
    const Failure reason = session.link().reason;
    QCOMPARE(kindName(reason), kind);
    QVERIFY2(reason.text.contains(text), qPrintable(reason.line()));
    QVERIFY(impostor.visits() > 0);
}

void tst_session::aSurplusReplyResetsTheConnection()
{
    Impostor impostor("+OK\r\n:7\r\n+PONG\r\n+TOO MUCH\r\n", false);
    Session session(impostor.spec());
    QSignalSpy ready(&session, &Session::ready);
    QSignalSpy lost(&session, &Session::lost);
    session.open();
    QVERIFY(lost.count() > 0 || lost.wait(5000));
    QCOMPARE(int(ready.count()), 1);
    QCOMPARE(kindName(session.link().reason), QByteArray("protocol"));
    QCOMPARE(int(session.link().phase), int(LinkPhase::Waiting));
}

void tst_session::repliesBeforeTheEndAreReplies()
{
    Impostor impostor("+OK\r\n:7\r\n+PONG\r\n$5\r\nfirst\r\n", true);
    Session session(impostor.spec());
    session.open();
    auto first = session.call({"GET", "a"});
    auto second = session.call({"GET", "b"});
    const Outcome<Reply> reply = finished(std::move(first));
    VERIFY_OK(reply);
    QCOMPARE(reply->bytes, QByteArray("first"));
    VERIFY_FAILS(finished(std::move(second)), ErrorKind::ConnectionLost);
}

void tst_session::anOpenedSessionMayBeOpenedAgain()
{
    Session session(m_server->tcp());
    session.open();
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    session.open();
    QCOMPARE(session.generation(), quint64(1));
    session.close();
    session.open();
    QVERIFY(becomes(session, LinkPhase::Ready));
    QCOMPARE(session.generation(), quint64(2));
    VERIFY_OK(callAndWait(session, {"PING"}));
}

QTEST_GUILESS_MAIN(tst_session)
#include "tst_session.moc"
