// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks of rules on a real server. Derived classes call readRules() in initTestCase().

#include "core/config/rulejson.h"
#include "core/config/rulestore.h"
#include "tests/support/familyserver.h"

#include <QTest>

namespace lockscope::test::rulescripts
{

using namespace std::chrono_literals;

inline const char *const Rules = R"({"version": 1, "rules": [
{"pattern": "tok:*", "name": "tok", "type": "string", "channel": "freed:{key}", "message": "go {key}"},
{"pattern": "quiet:*", "name": "quiet", "type": "string"},
{"pattern": "json:*", "name": "json", "type": "string", "owner": "json:/by/id", "count": "json:/n",
 "expires": "json:/until", "unit": "ms"},
{"pattern": "part:*", "name": "part", "type": "string", "owner": "after:|", "expires": "before:|", "unit": "s"},
{"pattern": "incr:*", "name": "incr", "type": "string", "count": "value"},
{"pattern": "hash:*", "name": "hash", "type": "hash", "owner": "field-name", "count": "field-value",
 "channel": "freed:{key}", "message": "0"},
{"pattern": "till:*", "name": "till", "type": "hash", "owner": "field-name", "expires": "field-value", "unit": "s"},
{"pattern": "rec:*", "name": "rec", "type": "hash", "owner": "field:by", "count": "field:n", "expires": "field:at",
 "unit": "ms", "valid_for": "10s", "release": "fields"},
{"pattern": "whole:*", "name": "whole", "type": "hash", "owner": "field:by"},
{"pattern": "set:*", "name": "set", "type": "set", "channel": "freed:{key}", "message": "0"},
{"pattern": "zset:*", "name": "zset", "type": "zset", "expires": "score", "unit": "ms"},
{"pattern": "taken:*", "name": "taken", "type": "zset", "expires": "score", "unit": "s", "valid_for": "10s"}
]})";

class RuleScriptTest : public QObject
{
protected:
    void readRules();
    Outcome<Receipt> attempt(Session &session, const QByteArray &key, ActRequest request);
    Receipt act(const QByteArray &key, const ActRequest &request)
    {
        const auto receipt = attempt(*m_session, key, request);
        if (!receipt)
            qFatal("%s", qPrintable(receipt.failure().line()));
        return *receipt;
    }
    QByteArray word(const QByteArray &key, const ActRequest &request)
    {
        return name(act(key, request).result);
    }
    const Format &formatOf(const QByteArray &key) const
    {
        return *m_registry->find(key.first(key.indexOf(':')));
    }

    FamilyServer m_server;
    std::unique_ptr<Session> m_session = m_server.connected();
    std::shared_ptr<const Registry> m_registry;
};

inline void RuleScriptTest::readRules()
{
    const RuleBook book = rulesFromJson(Rules);
    QVERIFY2(book.problems.isEmpty(),
             book.problems.isEmpty() ? "" : qPrintable(book.problems.front().sentence()));
    m_registry = registryWith(book.rules);
}

inline Outcome<Receipt> RuleScriptTest::attempt(Session &session, const QByteArray &key, ActRequest request)
{
    request.key = {key};
    const Outcome<ActPlan> plan = formatOf(key).plan(request, nullptr);
    if (!plan)
        return plan.failure();
    return m_server.attemptScript(session, plan->script, plan->keys, plan->args);
}

} // namespace lockscope::test::rulescripts
