// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/servererror.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_subscription
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// Collects pushed messages, each as its words.
class Inbox : public QObject
{
public:
    explicit Inbox(Session &session)
    {
        connect(&session, &Session::pushed, this,
                [this](const Reply &message) { m_messages << words(message); });
    }
    bool waitFor(const QByteArray &message) const
    {
        return QTest::qWaitFor([&] { return m_messages.contains(message); }, 30'000);
    }
    const QByteArrayList &messages() const { return m_messages; }

private:
    static QByteArray words(const Reply &reply)
    {
        if (reply.isNil())
            return "nil";
        if (!reply.isArray())
            return reply.type == Reply::Type::Integer ? QByteArray::number(reply.integer) : reply.bytes;
        QByteArrayList parts;
        for (const Reply &item : reply.items)
            parts << words(item);
        return '[' + parts.join(' ') + ']';
    }
    QByteArrayList m_messages;
};

} // namespace

class tst_subscription : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void messagesAreInOrder();
    void subscribingWhileConnecting();
    void pingsAreAnsweredAndTheRestRefused();
    void trackingOnTheSameConnection();
    void aReconnectForgetsSubscriptions();
    void aRefusedChannelIsTold();
    void aFrozenServerIsNoticed();
    void aQuietServerIsKept();
    void whoMayNotPingStaysSubscribed();
    void theSessionMayDieInAMessage();
    void aPauseGathersMessages();
    void whatWaitsInAPauseIsReadOnDemand();

private:
    std::unique_ptr<Sandbox> m_server;
};

void tst_subscription::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start());
}

void tst_subscription::init()
{
    VERIFY_OK(redisCli(m_server->tcp(), {"FLUSHALL"}));
}

void tst_subscription::messagesAreInOrder()
{
    ConnectionSpec spec = m_server->tcp();
    spec.readOnly = true; // Subscribing changes nothing
    Session session(spec);
    Inbox inbox(session);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a", "b"});
    session.subscribe({"PSUBSCRIBE", "p*"});
    QVERIFY(inbox.waitFor("[psubscribe p* 3]"));
    QList<CliCommand> publishing;
    QByteArrayList expected{"[subscribe a 1]", "[subscribe b 2]", "[psubscribe p* 3]"};
    for (int i = 0; i < 1000; ++i) {
        const QByteArray channel = i % 2 ? "a" : "p1";
        publishing << CliCommand{"PUBLISH", channel, QByteArray::number(i)};
        expected << (i % 2 ? "[message a " : "[pmessage p* p1 ") + QByteArray::number(i) + ']';
    }
    VERIFY_OK(redisCliAll(m_server->tcp(), publishing));
    QVERIFY(inbox.waitFor(expected.last()));
    QCOMPARE(inbox.messages(), expected);
    session.subscribe({"UNSUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[unsubscribe a 2]"));
}

// Each message is sent when the one before was delivered to the socket, so that each would be a wake-up.
void tst_subscription::aPauseGathersMessages()
{
    constexpr milliseconds Pause = 40ms;
    constexpr int Messages = 300;
    qint64 reads = 0;
    qint64 bytes = 0;
    Session session(m_server->tcp());
    Session publisher(m_server->tcp());
    Inbox inbox(session);
    session.setPushPause(Pause);
    session.open();
    publisher.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready) && becomes(publisher, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
    bytes = session.bytesReceived();
    connect(&session, &Session::pushed, this, [&] {
        reads += session.bytesReceived() != bytes ? 1 : 0;
        bytes = session.bytesReceived();
    });
    QByteArrayList expected{"[subscribe a 1]"};
    const Instant began = now();
    for (int i = 0; i < Messages; ++i) {
        VERIFY_OK(callAndWait(publisher, {"PUBLISH", "a", QByteArray::number(i)}));
        expected << "[message a " + QByteArray::number(i) + ']';
    }
    QVERIFY(inbox.waitFor(expected.last()));
    QCOMPARE(inbox.messages(), expected);
    QVERIFY2(reads <= 2 + millisecondsBetween(began, now()) / Pause, qPrintable(QString::number(reads)));
    const Outcome<Reply> pong = callAndWait(session, {"PING"});
    QVERIFY(pong.ok());
}

void tst_subscription::whatWaitsInAPauseIsReadOnDemand()
{
    Session session(m_server->tcp());
    Session publisher(m_server->tcp());
    Inbox inbox(session);
    qint64 ends = 0;
    qsizetype before = 0;
    bool areAllBefore = true;
    connect(&session, &Session::pushedAll, this, [&] {
        ++ends;
        areAllBefore = areAllBefore && inbox.messages().size() > before && !session.hasPushWaited();
        before = inbox.messages().size();
    });
    session.open();
    publisher.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready) && becomes(publisher, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
    QCOMPARE(ends, 1);
    session.setPushPause(1h);
    VERIFY_OK(callAndWait(publisher, {"PUBLISH", "a", "at once"}));
    QVERIFY(inbox.waitFor("[message a at once]"));
    for (const char *word : {"one", "two"})
        VERIFY_OK(callAndWait(publisher, {"PUBLISH", "a", word}));
    QCOMPARE(inbox.messages().last(), QByteArray("[message a at once]"));
    QTRY_VERIFY([&] {
        session.readPushed();
        return inbox.messages().contains("[message a two]");
    }());
    QCOMPARE(inbox.messages().size(), 4);
    QVERIFY(areAllBefore);
    QVERIFY(ends >= 3);

    session.setPushPause(1ms);
    session.readPushed();
    bool hasWaited = false;
    connect(&session, &Session::pushedAll, this, [&] { hasWaited = hasWaited || session.hasPushWaited(); });
    for (int i = 0; i < 10'000 && !hasWaited; ++i)
        VERIFY_OK(callAndWait(publisher, {"PUBLISH", "a", "more"}));
    QVERIFY(hasWaited);
}

void tst_subscription::subscribingWhileConnecting()
{
    Session session(m_server->tcp());
    Inbox inbox(session);
    session.open();
    auto before = session.call({"ECHO", "before"});
    session.subscribe({"SUBSCRIBE", "a"});
    VERIFY_FAILS(callAndWait(session, {"ECHO", "after"}), ErrorKind::BadInput);
    const Outcome<Reply> reply = finished(std::move(before));
    VERIFY_OK(reply);
    QCOMPARE(reply->bytes, QByteArray("before"));
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
}

void tst_subscription::pingsAreAnsweredAndTheRestRefused()
{
    Session session(m_server->tcp());
    Inbox inbox(session);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    VERIFY_FAILS(callAndWait(session, {"GET", "a"}), ErrorKind::BadInput);
    for (int i = 0; i < 3; ++i) {
        const QByteArray word = QByteArray::number(i);
        auto pong = session.call({"PING", word});
        VERIFY_OK(redisCli(m_server->tcp(), {"PUBLISH", "a", word}));
        const Outcome<Reply> reply = finished(std::move(pong));
        VERIFY_OK(reply);
        QCOMPARE(int(reply->items.size()), 2);
        QCOMPARE(reply->items[1].bytes, word);
        QVERIFY(inbox.waitFor("[message a " + word + ']'));
    }
    session.subscribe({"PING", "by hand"});
    QVERIFY(inbox.waitFor("[pong by hand]"));
}

void tst_subscription::trackingOnTheSameConnection()
{
    ConnectionSpec spec = m_server->tcp();
    spec.readOnly = true;
    Session session(spec);
    Inbox inbox(session);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    auto tracking = session.call({"CLIENT", "TRACKING", "ON", "REDIRECT",
                                  QByteArray::number(session.clientId()), "BCAST", "PREFIX", "lock:"});
    session.subscribe({"SUBSCRIBE", "__redis__:invalidate"});
    VERIFY_OK(finished(std::move(tracking)));
    QVERIFY(inbox.waitFor("[subscribe __redis__:invalidate 1]"));
    VERIFY_OK(redisCli(m_server->tcp(), {"SET", "lock:a", "1"}));
    VERIFY_OK(redisCli(m_server->tcp(), {"SET", "other", "1"}));
    VERIFY_OK(redisCli(m_server->tcp(), {"DEL", "lock:a"}));
    VERIFY_OK(redisCli(m_server->tcp(), {"FLUSHALL"}));
    QVERIFY(inbox.waitFor("[message __redis__:invalidate nil]"));
    const QByteArrayList expected{
        "[subscribe __redis__:invalidate 1]", "[message __redis__:invalidate [lock:a]]",
        "[message __redis__:invalidate [lock:a]]", "[message __redis__:invalidate nil]"};
    QCOMPARE(inbox.messages(), expected);
}

void tst_subscription::aReconnectForgetsSubscriptions()
{
    Session session(m_server->tcp());
    Inbox inbox(session);
    QSignalSpy ready(&session, &Session::ready);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(session.clientId())}));
    QTRY_COMPARE(int(ready.count()), 2);
    QCOMPARE(session.generation(), quint64(2));
    const Outcome<Reply> reply = callAndWait(session, {"ECHO", "an ordinary connection"});
    VERIFY_OK(reply);
    QCOMPARE(redisCli(m_server->tcp(), {"PUBLISH", "a", "1"})->trimmed(), QByteArray("0"));
    session.subscribe({"SUBSCRIBE", "b"});
    QVERIFY(inbox.waitFor("[subscribe b 1]"));
}

void tst_subscription::aRefusedChannelIsTold()
{
    VERIFY_OK(
        redisCli(m_server->tcp(), {"ACL", "SETUSER", "deaf", "on", ">pw", "~*", "+@all", "resetchannels"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("deaf");
    spec.password = QStringLiteral("pw");
    Session session(spec);
    QSignalSpy pushed(&session, &Session::pushed);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(pushed.count() > 0 || pushed.wait(30'000));
    const Reply told = pushed.first().first().value<Reply>();
    QVERIFY(told.isError());
    QCOMPARE(int(classifyServerError(told.bytes)), int(ErrorKind::NoPerm));
    QVERIFY(session.isReady());
    VERIFY_OK(redisCli(m_server->tcp(), {"ACL", "DELUSER", "deaf"}));
}

void tst_subscription::aFrozenServerIsNoticed()
{
    ConnectionSpec spec = m_server->tcp();
    spec.commandTimeout = 1000ms;
    Session session(spec);
    Inbox inbox(session);
    QSignalSpy lost(&session, &Session::lost);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
    m_server->pause();
    const bool noticed = lost.count() > 0 || lost.wait(20'000); // Without any request
    m_server->resume();
    QVERIFY(noticed);
    QCOMPARE(QByteArray(errorKindName(lost.first().first().value<Failure>().kind)), QByteArray("timed-out"));
    QVERIFY(becomes(session, ConnectionPhase::Ready));
}

void tst_subscription::aQuietServerIsKept()
{
    ConnectionSpec spec = m_server->tcp();
    spec.commandTimeout = 6s; // a server that stands still for twice as long is lost
    Session session(spec);
    Inbox inbox(session);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "a"});
    QVERIFY(inbox.waitFor("[subscribe a 1]"));
    const qint64 received = session.bytesReceived();
    // Two health checks, invisible to subscribers.
    QTRY_VERIFY(session.bytesReceived() > received + 50);
    QCOMPARE(session.generation(), quint64(1));
    QCOMPARE(inbox.messages(), QByteArrayList{"[subscribe a 1]"});
}

void tst_subscription::whoMayNotPingStaysSubscribed()
{
    VERIFY_OK(redisCli(m_server->tcp(),
                       {"ACL", "SETUSER", "quiet", "on", ">secret", "~*", "&*", "+@all", "-ping"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("quiet");
    spec.password = QStringLiteral("secret");
    spec.commandTimeout = 6s; // see aQuietServerIsKept()
    Session session(spec);
    Inbox inbox(session);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.subscribe({"SUBSCRIBE", "news"});
    QVERIFY(inbox.waitFor("[subscribe news 1]"));
    const qint64 before = session.bytesReceived();
    QTRY_VERIFY(session.bytesReceived() > before); // The refusal
    VERIFY_OK(redisCli(m_server->tcp(), {"PUBLISH", "news", "still here"}));
    QVERIFY(inbox.waitFor("[message news still here]"));
    QCOMPARE(inbox.messages().size(), 2);
    QCOMPARE(session.generation(), 1u);
}

void tst_subscription::theSessionMayDieInAMessage()
{
    auto session = std::make_unique<Session>(m_server->tcp());
    int messages = 0;
    connect(session.get(), &Session::pushed, this, [&](const Reply &) {
        if (++messages == 2)
            session.reset();
    });
    session->open();
    QVERIFY(becomes(*session, ConnectionPhase::Ready));
    session->subscribe({"SUBSCRIBE", "a", "b", "c", "d"});
    QTRY_VERIFY(!session);
    QCOMPARE(messages, 2);
}

LOCKSCOPE_TEST(tst_subscription)

} // namespace tst_subscription

#include "tst_subscription.moc"
