// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real server, and the acts of one family planned and run on it. For the tests of the families' scripts.

#include "core/formats/format.h"
#include "core/formats/scriptreply.h"
#include "core/lab/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

inline const Format &family(const QByteArray &kind)
{
    const Format *format = Registry::builtIn().find(kind);
    if (!format)
        qFatal("no such family");
    return *format;
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
        m_session = std::make_unique<Session>(m_server->tcp());
        m_session->open();
        if (!QTest::qWaitFor([this] { return m_session->isReady(); }, 10000))
            qFatal("no connection: %s", qPrintable(m_session->link().reason.line()));
    }

    Reply call(Command command)
    {
        const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
        if (!reply)
            qFatal("%s", qPrintable(reply.failure().line()));
        return *reply;
    }
    qint64 number(Command command) { return call(std::move(command)).number().value_or(-99); }
    // Lists in the server's order, sets and the names of keys sorted.
    QByteArrayList words(Command command, bool sorted = false)
    {
        QByteArrayList found;
        for (const Reply &item : call(std::move(command)).items)
            found.append(item.bytes);
        if (sorted)
            std::sort(found.begin(), found.end());
        return found;
    }
    // Types and values of everything there is; not the expiries.
    QByteArrayList everything()
    {
        QByteArrayList all;
        for (const QByteArray &key : words({"KEYS", "*"}, true))
            all << key << call({"DUMP", key}).bytes;
        return all;
    }

    Outcome<Reply> evaluate(const QByteArray &script, std::vector<QByteArray> keys,
                            std::vector<QByteArray> args)
    {
        return finished(m_session->evaluate(script, std::move(keys), std::move(args)));
    }

    Outcome<Receipt> attempt(const Format &format, const ActRequest &request, const Lock *seen = nullptr)
    {
        const Outcome<ActPlan> plan = format.plan(request, seen);
        if (!plan)
            return plan.failure();
        const Outcome<Reply> reply = evaluate(plan->script, plan->keys, plan->args);
        if (!reply)
            return reply.failure();
        const Outcome<ScriptReply> answer = readScriptReply(*reply);
        if (!answer)
            return answer.failure();
        Receipt receipt;
        applyScriptReply(*answer, receipt);
        return receipt;
    }
    // "done", or "owner-changed by <owner>"; what the server said where it refused.
    QByteArray act(const Format &format, const ActRequest &request, const Lock *seen = nullptr)
    {
        const Outcome<Receipt> receipt = attempt(format, request, seen);
        if (!receipt)
            return receipt.failure().serverText.isEmpty() ? receipt.failure().text.toUtf8()
                                                          : receipt.failure().serverText;
        QByteArray text = name(receipt->result);
        if (receipt->result != ActResult::Done && receipt->foundOwner)
            text += " by " + receipt->foundOwner->bytes;
        return text;
    }

private:
    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
};

} // namespace lockscope::test
