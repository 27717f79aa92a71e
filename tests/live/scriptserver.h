// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real server on which the acts of a family run as it plans them, and a subscriber that is woken. Each test
// program starts its own; ends the program when the server cannot be had.

#include "core/formats/format.h"
#include "core/formats/scriptreply.h"
#include "core/lab/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"

#include <QSignalSpy>
#include <QTest>

namespace lockscope::test
{

inline std::unique_ptr<Session> connectedTo(ConnectionSpec spec)
{
    auto session = std::make_unique<Session>(std::move(spec));
    session->open();
    if (!QTest::qWaitFor([&] { return session->isReady(); }, 10000))
        qFatal("no connection: %s", qPrintable(session->link().reason.line()));
    return session;
}

class ScriptServer
{
public:
    ScriptServer()
    {
        auto started = Sandbox::start();
        if (!started)
            qFatal("%s", qPrintable(started.failure().line()));
        m_server = std::move(*started);
        m_session = connectedTo(m_server->tcp());
    }

    Session &session() { return *m_session; }
    ConnectionSpec spec() const { return m_server->tcp(); }

    Reply call(Command command)
    {
        const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
        if (!reply)
            qFatal("%s", qPrintable(reply.failure().line()));
        return *reply;
    }
    QByteArray get(const QByteArray &key) { return call({"GET", key}).bytes; }
    bool exists(const QByteArray &key) { return call({"EXISTS", key}).integer == 1; }
    // Says whether anything changed, the type and the bytes of the value; not the expiry.
    QByteArray dump(const QByteArray &key) { return call({"DUMP", key}).bytes; }
    qint64 wallMilliseconds()
    {
        const Reply time = call({"TIME"});
        return time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
    }

    Outcome<Receipt> attempt(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr,
                             Session *as = nullptr)
    {
        const Format *format = Registry::builtIn().find(kind);
        if (!format)
            qFatal("no such family");
        const Outcome<ActPlan> plan = format->plan(request, seen);
        if (!plan)
            return plan.failure();
        Session &session = as ? *as : *m_session;
        const Outcome<Reply> reply = finished(session.evaluate(plan->script, plan->keys, plan->args));
        if (!reply)
            return reply.failure();
        const Outcome<ScriptReply> answer = readScriptReply(*reply);
        if (!answer)
            return answer.failure();
        Receipt receipt;
        applyScriptReply(*answer, receipt);
        return receipt;
    }
    Receipt act(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr)
    {
        const Outcome<Receipt> receipt = attempt(kind, request, seen);
        if (!receipt)
            qFatal("%s", qPrintable(receipt.failure().line()));
        return *receipt;
    }
    // A user who may do everything but use channels.
    std::unique_ptr<Session> withoutChannels()
    {
        call({"ACL", "SETUSER", "carl", "reset", "on", ">secret", "~*", "+@all", "resetchannels"});
        ConnectionSpec spec = m_server->tcp();
        spec.user = QStringLiteral("carl");
        spec.password = QStringLiteral("secret");
        return connectedTo(spec);
    }

private:
    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
};

// Somebody who waits: listens on a channel and keeps what came.
class Listener
{
public:
    Listener(ConnectionSpec spec, const QByteArray &channel, const QByteArray &command = "SUBSCRIBE")
        : m_session(connectedTo(std::move(spec))), m_pushed(m_session.get(), &Session::pushed)
    {
        m_session->subscribe({command, channel});
        if (!QTest::qWaitFor([this] { return m_pushed.size() == 1; }, 10000))
            qFatal("no subscription");
    }
    // The messages so far, once there are that many.
    QByteArrayList messages(qsizetype atLeast)
    {
        if (!QTest::qWaitFor([&] { return m_pushed.size() > atLeast; }, 5000))
            qWarning("fewer messages came than awaited");
        QByteArrayList all;
        for (qsizetype i = 1; i < m_pushed.size(); ++i)
            all << m_pushed.at(i).first().value<Reply>().items.at(2).bytes;
        return all;
    }

private:
    std::unique_ptr<Session> m_session;
    QSignalSpy m_pushed;
};

inline QByteArray word(ActResult result)
{
    return name(result);
}

} // namespace lockscope::test
