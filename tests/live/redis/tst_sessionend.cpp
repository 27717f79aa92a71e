// SPDX-License-Identifier: GPL-3.0-or-later
// How a session ends: closed, deleted in its own signals, opened again.

#include "core/redis/session.h"
#include "tests/live/redis/sessiontest.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_sessionend
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// Waits for a reply, then deletes the session it came from.
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

class tst_sessionend : public SessionTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { clear(); }
    void closeResolvesWhatWaits();
    void closeWhileConnecting();
    void theSessionMayDieInAResumedCoroutine();
    void theSessionMayDieInItsSignals();
    void anOpenedSessionMayBeOpenedAgain();
};

void tst_sessionend::closeResolvesWhatWaits()
{
    Session session(m_server->tcp());
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    int cancelled = 0;
    QByteArray again;
    for (int i = 0; i < 10; ++i)
        countCancelled(&session, &cancelled);
    askAgainWhenCancelled(&session, &again);
    QSignalSpy links(&session, &Session::connectionChanged);
    session.close();
    QCOMPARE(cancelled, 10); // synchronously
    QCOMPARE(again, QByteArray("not-connected"));
    QCOMPARE(int(session.connection().phase), int(ConnectionPhase::Closed));
    QCOMPARE(int(links.count()), 1);
    session.close();
    QCOMPARE(int(links.count()), 1);
    VERIFY_FAILS(callAndWait(session, {"PING"}), ErrorKind::NotConnected);
}

void tst_sessionend::closeWhileConnecting()
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

void tst_sessionend::theSessionMayDieInAResumedCoroutine()
{
    auto session = std::make_unique<Session>(m_server->tcp());
    session->open();
    QVERIFY(becomes(*session, ConnectionPhase::Ready));
    int resumed = 0;
    int cancelled = 0;
    deleteAfterReply(&session, &resumed);
    deleteAfterReply(&session, &resumed); // Its reply is in the same chunk of bytes
    countCancelled(session.get(), &cancelled);
    QTRY_COMPARE(resumed, 2);
    QVERIFY(!session);
    QCOMPARE(cancelled, 1);
}

void tst_sessionend::theSessionMayDieInItsSignals()
{
    auto session = std::make_unique<Session>(m_server->tcp());
    connect(session.get(), &Session::ready, this, [&] { session.reset(); });
    session->open();
    QTRY_VERIFY(!session);

    session = std::make_unique<Session>(m_server->tcp());
    session->open();
    QVERIFY(becomes(*session, ConnectionPhase::Ready));
    int cancelled = 0;
    countCancelled(session.get(), &cancelled);
    connect(session.get(), &Session::lost, this, [&] { session.reset(); });
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(session->clientId())}));
    QTRY_VERIFY(!session);
    QCOMPARE(cancelled, 1);
}

void tst_sessionend::anOpenedSessionMayBeOpenedAgain()
{
    Session session(m_server->tcp());
    session.open();
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    session.open();
    QCOMPARE(session.generation(), quint64(1));
    session.close();
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    QCOMPARE(session.generation(), quint64(2));
    VERIFY_OK(callAndWait(session, {"PING"}));
}

LOCKSCOPE_TEST(tst_sessionend)

} // namespace tst_sessionend

#include "tst_sessionend.moc"
