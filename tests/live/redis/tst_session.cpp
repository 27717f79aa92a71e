// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/script.h"
#include "core/redis/session.h"
#include "tests/live/redis/sessiontest.h"
#include "tests/support/finished.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

namespace tst_session
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_session : public SessionTest
{
    Q_OBJECT
private slots:
    void initTestCase() { startServer(); }
    void init() { clear(); }
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
    void repliesStayInStepOverTls();
    void aLoginAfterThisThreadStoodStillIsWaitedFor();
    void aFrozenServerTimesOutAndResumes();
    void aSilentServerIsReconnected();
    void theReasonIsKnownWhileItConnectsAgain();
    void killedInTheMiddleOfAReply();
    void aRestartedServerIsReconnected();
    void aReadOnlySessionSendsNoWrite_data();
    void aReadOnlySessionSendsNoWrite();
    void commandsWithoutSingleReplyAreRefused();
};

void tst_session::repliesComeInOrder()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
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
    // Any of our scripts will do; its result for these arguments does not matter.
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
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
    // Above our limit for one string: it is not kept, and the connection stays.
    VERIFY_OK(redisCli(m_server->tcp(), {"SETRANGE", "huge", "100000000", "x"}));
    VERIFY_FAILS(callAndWait(session, {"GET", "huge"}, 20s), ErrorKind::Protocol);
    QVERIFY(session.isReady());
    QCOMPARE(callAndWait(session, {"GETRANGE", "huge", "100000000", "-1"})->bytes, QByteArray("x"));
}

void tst_session::aLateReplyDoesNotShiftTheOthers()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    m_server->pause(); // So that the reply cannot come in time
    auto slow = session.call({"ECHO", "slow"}, 100ms);
    auto next = session.call({"ECHO", "next"});
    const Outcome<Reply> late = finished(std::move(slow));
    m_server->resume();
    VERIFY_FAILS(late, ErrorKind::TimedOut);
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    m_server->pause(); // So that some time out on any machine
    std::vector<QCoro::Task<Outcome<Reply>>> tasks;
    for (int i = 0; i < 3000; ++i) {
        if (i % 300 == 100)
            tasks.push_back(session.call({"DEBUG", "SLEEP", "0.01"}, 1ms));
        else
            tasks.push_back(
                session.call({"ECHO", QByteArray::number(i)}, i % 7 == 0 ? 30s : milliseconds(i % 120)));
    }
    constexpr int Certain = 100; // It cannot be answered in time
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

// Each sends the next command when answered, so commands of several are batched, and replies arrive while
// large commands are being written.
static QCoro::Task<int> askAgainAndAgain(Session &session, int who, int times)
{
    int right = 0;
    for (int i = 0; i < times; ++i) {
        const QByteArray text = QByteArray::number(who * times + i).repeated(1 + (i * 37 + who * 11) % 3000);
        Command question{"ECHO", text};
        const Outcome<Reply> reply = co_await session.call(std::move(question), 60s);
        right += reply && reply->bytes == text ? 1 : 0;
    }
    co_return right;
}

void tst_session::repliesStayInStepOverTls()
{
    constexpr int Askers = 24;
    constexpr int Times = 150;
    Session session(m_server->tls());
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    std::vector<QCoro::Task<int>> tasks;
    for (int who = 0; who < Askers; ++who)
        tasks.push_back(askAgainAndAgain(session, who, Times));
    for (QCoro::Task<int> &task : tasks)
        QCOMPARE(finished(std::move(task)), Times);
    QCOMPARE(session.connection().phase, ConnectionPhase::Ready);
}

// The server accepts, answers what it is sent then, and must not be called silent.
void tst_session::aLoginAfterThisThreadStoodStillIsWaitedFor()
{
    ConnectionSpec spec = m_server->tcp();
    spec.connectTimeout = 1s;
    Session session(spec);
    const QSignalSpy changes(&session, &Session::connectionChanged);
    session.open();
    QCoreApplication::processEvents(); // connects
    QThread::sleep(3);
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    QVERIFY(std::ranges::none_of(changes, [](const QList<QVariant> &change) {
        return change[0].value<ConnectionState>().phase == ConnectionPhase::Waiting;
    }));
}

void tst_session::aFrozenServerTimesOutAndResumes()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    m_server->pause();
    VERIFY_FAILS(callAndWait(session, {"ECHO", "a"}), ErrorKind::TimedOut);
    const bool wasReset = becomes(session, ConnectionPhase::Waiting);
    const ConnectionState state = session.connection();
    // The kernel still accepts for a frozen server: the missing reply is to the login.
    const bool loginSilent = QTest::qWaitFor([&] { return session.connection().attempt > 1; }, 30'000);
    m_server->resume();
    QVERIFY(wasReset);
    QVERIFY(loginSilent);
    QCOMPARE(kindName(state.reason), QByteArray("timed-out"));
    QVERIFY(state.retryAt.has_value());
    QCOMPARE(int(lost.count()), 1);
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    QVERIFY(session.generation() >= 2);
    QCOMPARE(callAndWait(session, {"ECHO", "b"}, 20s)->bytes, QByteArray("b"));
}

void tst_session::theReasonIsKnownWhileItConnectsAgain()
{
    const ReservedPort nobody;
    ConnectionSpec spec;
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = nobody;
    Session session(spec);
    QStringList reasons;
    connect(&session, &Session::connectionChanged, this, [&reasons](const ConnectionState &state) {
        if (state.phase == ConnectionPhase::Connecting && state.attempt > 0)
            reasons += state.reason.text;
    });
    session.open();
    QTRY_VERIFY(reasons.size() >= 2);
    for (const QString &reason : reasons)
        QCOMPARE(reason, QStringLiteral("connection refused"));
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
    // Nothing is read meanwhile: the reply is in transit when the connection is cut.
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(id)}));
    VERIFY_FAILS(finished(std::move(big)), ErrorKind::ConnectionLost);
    VERIFY_FAILS(finished(std::move(queued)), ErrorKind::ConnectionLost);
    QVERIFY(session.bytesReceived() > before);
    QVERIFY(session.bytesReceived() < before + Size);
    QVERIFY(ready.count() > 0 || ready.wait(30'000));
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    server.stop();
    QVERIFY(becomes(session, ConnectionPhase::Waiting));
    VERIFY_FAILS(callAndWait(session, {"PING"}), ErrorKind::NotConnected);
    QVERIFY(QTest::qWaitFor([&] { return session.connection().reason.kind == ErrorKind::Refused; }, 30'000));
    VERIFY_OK(server.restart());
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    QCOMPARE(session.generation(), quint64(2));
    QCOMPARE(session.connection().attempt, 0);
    VERIFY_OK(callAndWait(session, {"PING"}));
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    VERIFY_OK(redisCli(m_server->tcp(), {"CONFIG", "RESETSTAT"}));
    const qint64 sent = session.bytesSent();
    VERIFY_FAILS(callAndWait(session, command), ErrorKind::ReadOnlySession);
    Batch batch; // Refused as a whole
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
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    for (const Command &command : {Command{"SUBSCRIBE", "a", "b"}, Command{"MONITOR"},
                                   Command{"CLIENT", "REPLY", "OFF"}, Command{"HELLO", "3"}})
        VERIFY_FAILS(callAndWait(session, command), ErrorKind::BadInput);
    VERIFY_FAILS(callAndWait(session, {}), ErrorKind::BadInput);
    const Outcome<Replies> none = sendAndWait(session, {});
    VERIFY_OK(none);
    QVERIFY(none->items.empty());
    QCOMPARE(callAndWait(session, {"ECHO", "in step"})->bytes, QByteArray("in step"));
}

LOCKSCOPE_TEST(tst_session)

} // namespace tst_session

#include "tst_session.moc"
