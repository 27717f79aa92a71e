// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/familyserver.h"

#include "core/engine/reading/decodedlock.h"
#include "tests/support/sessions.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

const Format &family(const QByteArray &kind)
{
    const Format *format = Registry::builtIn().find(kind);
    if (!format)
        qFatal("no such family: %s", kind.constData());
    return *format;
}

ValueType typeOf(const QByteArray &word)
{
    for (const ValueType type : {ValueType::String, ValueType::Hash, ValueType::List, ValueType::Set,
                                 ValueType::SortedSet, ValueType::Stream}) {
        if (word == name(type))
            return type;
    }
    return ValueType::None;
}

} // namespace

std::unique_ptr<Session> connectedTo(ConnectionSpec spec)
{
    auto session = std::make_unique<Session>(std::move(spec));
    session->open();
    if (!QTest::qWaitFor([&] { return session->isReady(); }, 30000))
        qFatal("cannot connect: %s", qPrintable(session->connection().reason.line()));
    return session;
}

FamilyServer::FamilyServer()
{
    auto started = Sandbox::start();
    if (!started)
        qFatal("%s", qPrintable(started.failure().line()));
    m_server = std::move(*started);
    m_session = connected();
}

std::unique_ptr<Session> FamilyServer::connected()
{
    return connectedTo(patient(m_server->tcp()));
}

std::unique_ptr<Session> FamilyServer::connectedAs(const QByteArray &user,
                                                   const std::vector<QByteArray> &rights)
{
    Command command{"ACL", "SETUSER", user, "reset", "on", ">secret", "~*", "&*", "+@all"};
    command.insert(command.end(), rights.begin(), rights.end());
    call(command);
    ConnectionSpec spec = patient(m_server->tcp());
    spec.user = QString::fromLatin1(user);
    spec.password = QStringLiteral("secret");
    return connectedTo(std::move(spec));
}

bool FamilyServer::hasShardedChannels()
{
    return finished(m_session->call({"PUBSUB", "SHARDNUMSUB"})).ok();
}

void FamilyServer::clear()
{
    call({"CONFIG", "SET", "maxmemory", "0"});
    call({"FLUSHALL"});
}

Reply FamilyServer::call(Command command)
{
    const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
    if (!reply)
        qFatal("%s", qPrintable(reply.failure().line()));
    return *reply;
}

QByteArrayList FamilyServer::words(Command command, bool sorted)
{
    QByteArrayList found;
    for (const Reply &item : call(std::move(command)).items)
        found << item.bytes;
    if (sorted)
        std::sort(found.begin(), found.end());
    return found;
}

qint64 FamilyServer::wallMilliseconds()
{
    const Reply time = call({"TIME"});
    return *time.items.at(0).number() * 1000 + *time.items.at(1).number() / 1000;
}

QByteArray FamilyServer::dump()
{
    QByteArrayList all;
    const Reply keys = call({"KEYS", "*"});
    for (const Reply &key : keys.items)
        all << key.bytes + '=' + call({"DUMP", key.bytes}).bytes;
    std::sort(all.begin(), all.end());
    return all.join('\n');
}

Outcome<Receipt> FamilyServer::attempt(const QByteArray &kind, const ActRequest &request, const Lock *seen)
{
    return attemptBy(*m_session, kind, request, seen);
}

Outcome<Receipt> FamilyServer::attemptBy(Session &session, const QByteArray &kind, const ActRequest &request,
                                         const Lock *seen)
{
    const Outcome<ActPlan> plan = family(kind).plan(request, seen);
    if (!plan)
        return plan.failure();
    return attemptScript(session, plan->script, plan->keys, plan->args);
}

Outcome<Receipt> FamilyServer::attemptScript(Session &session, const QByteArray &script,
                                             const std::vector<QByteArray> &keys,
                                             const std::vector<QByteArray> &arguments)
{
    const Outcome<Reply> reply = finished(session.evaluate(script, keys, arguments));
    if (!reply)
        return reply.failure();
    const Outcome<ScriptReply> answer = readScriptReply(*reply);
    if (!answer)
        return answer.failure();
    Receipt receipt;
    applyScriptReply(*answer, receipt);
    return receipt;
}

Receipt FamilyServer::act(const QByteArray &kind, const ActRequest &request, const Lock *seen)
{
    const Outcome<Receipt> receipt = attempt(kind, request, seen);
    if (!receipt)
        qFatal("%s", qPrintable(receipt.failure().line()));
    return *receipt;
}

QByteArray FamilyServer::outcome(const QByteArray &kind, const ActRequest &request, const Lock *seen)
{
    const Outcome<Receipt> receipt = attempt(kind, request, seen);
    if (!receipt)
        return receipt.failure().serverText.isEmpty() ? receipt.failure().text.toUtf8()
                                                      : receipt.failure().serverText;
    QByteArray text = name(receipt->result);
    if (receipt->result != ActResult::Done && receipt->foundOwner)
        text += " by " + receipt->foundOwner->bytes;
    return text;
}

QByteArray FamilyServer::word(const QByteArray &kind, const ActRequest &request, const Lock *seen)
{
    return name(act(kind, request, seen).result);
}

KeyReading FamilyServer::read(const QByteArray &key, bool withCompanions)
{
    KeyReading reading{.key = {key}, .readAt = now()};
    reading.type = typeOf(call({"TYPE", key}).bytes);
    if (const qint64 ttl = pttl(key); ttl >= 0)
        reading.ttl = boundedTtl(milliseconds(ttl), reading.readAt); // As KeyProbe does
    if (reading.type == ValueType::String) {
        reading.string = get(key);
        reading.size = reading.string.size();
    } else if (reading.type == ValueType::Hash) {
        const Reply fields = call({"HGETALL", key});
        for (size_t i = 0; i + 1 < fields.items.size(); i += 2)
            reading.fields.emplace_back(fields.items[i].bytes, fields.items[i + 1].bytes);
        reading.size = qint64(reading.fields.size());
    } else if (reading.type == ValueType::List) {
        for (const Reply &item : call({"LRANGE", key, "0", "-1"}).items)
            reading.members.push_back({.bytes = item.bytes});
        reading.size = qint64(reading.members.size());
    } else if (reading.type == ValueType::Set) {
        for (const Reply &item : call({"SMEMBERS", key}).items)
            reading.members.push_back({.bytes = item.bytes});
        reading.size = qint64(reading.members.size());
    } else if (reading.type == ValueType::SortedSet) {
        const Reply pairs = call({"ZRANGE", key, "0", "-1", "WITHSCORES"});
        for (size_t i = 0; i + 1 < pairs.items.size(); i += 2)
            reading.members.push_back({pairs.items[i].bytes, pairs.items[i + 1].bytes.toDouble()});
        reading.size = qint64(reading.members.size());
    }
    if (!withCompanions)
        return reading;
    for (const CompanionKey &companion : Registry::builtIn().companions(reading))
        reading.companions.push_back(read(companion.key.bytes, false));
    reading.companionsRead = true;
    return reading;
}

} // namespace lockscope::test
