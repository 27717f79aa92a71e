// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/login.h"

#include "core/base/tr.h"
#include "core/redis/servererror.h"

#include <cctype>

namespace lockscope
{

namespace
{

// Errors about the connection, whichever command they answer. For maxclients and protected mode the server
// sends the error unasked, where the first reply is expected, and closes.
bool concernsConnection(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NoAuth:
    case ErrorKind::Loading:
    case ErrorKind::Busy:
    case ErrorKind::Unkillable:
    case ErrorKind::MasterDown:
    case ErrorKind::MaxClients:
    case ErrorKind::ProtectedMode:
        return true;
    default:
        return false;
    }
}

bool standsAlone(const QByteArray &text, qsizetype from, qsizetype to)
{
    const auto isLetter = [&text](qsizetype at) {
        return at >= 0 && at < text.size() && std::isalnum(static_cast<unsigned char>(text.at(at)));
    };
    return !isLetter(from - 1) && !isLetter(to);
}

// A server that does not know AUTH repeats its arguments in the error, where the password must not be shown
// or kept. A short password may occur inside the server's own words, which must stay.
QByteArray withoutSecrets(QByteArray text, const QByteArray &password)
{
    if (const qsizetype arguments = text.indexOf(", with args"); arguments >= 0)
        text.truncate(arguments);
    for (qsizetype at = 0; !password.isEmpty() && (at = text.indexOf(password, at)) >= 0; ++at) {
        if (standsAlone(text, at, at + password.size()))
            text.replace(at, password.size(), "...");
    }
    return text;
}

} // namespace

Login::Login(const ConnectionSpec &spec, const NodeId &node) : m_db(spec.db), m_node(node)
{
    Batch batch;
    const QByteArray user = spec.user.toUtf8();
    const QByteArray password = spec.password.toUtf8();
    m_password = password;
    if (!user.isEmpty())
        batch.add({"AUTH", user, password});
    else if (!password.isEmpty())
        batch.add({"AUTH", password});
    if (!batch.isEmpty())
        m_asked.push_back(Asked::Auth);
    if (spec.db != 0) {
        batch.add({"SELECT", QByteArray::number(spec.db)});
        m_asked.push_back(Asked::Select);
    }
    if (spec.replica) {
        batch.add({"READONLY"});
        m_asked.push_back(Asked::ReadOnly);
    }
    const QByteArray name =
        spec.clientName.isEmpty() ? QByteArrayLiteral("lockscope") : spec.clientName.toUtf8();
    batch.add({"CLIENT", "SETNAME", name});
    batch.add({"CLIENT", "ID"});
    batch.add({"PING"});
    m_asked.insert(m_asked.end(), {Asked::SetName, Asked::ClientId, Asked::Ping});
    m_wire = batch.wire();
}

Login::Step Login::next(const Reply &reply)
{
    const Asked asked = m_asked.at(m_answered++);
    if (reply.isError()) {
        if (refuse(asked, reply.bytes) == Step::Refused)
            return Step::Refused;
    } else if (asked == Asked::ClientId) {
        m_clientId = reply.number().value_or(0);
    } else if (reply.type != Reply::Type::Status) {
        m_failure = {.kind = ErrorKind::Protocol,
                     .text = Tr::tr("the server that answered is not Redis"),
                     .node = m_node};
        return Step::Refused;
    }
    return m_answered == m_asked.size() ? Step::Done : Step::More;
}

Login::Step Login::refuse(Asked asked, const QByteArray &text)
{
    m_failure = serverFailure(asked == Asked::Auth ? withoutSecrets(text, m_password) : text, m_node);
    switch (asked) {
    case Asked::Auth:
        return Step::Refused;
    case Asked::Select:
        if (!concernsConnection(m_failure.kind))
            describeDatabase(text);
        return Step::Refused;
    case Asked::ReadOnly: // refused without a cluster, where a replica serves reads anyway
    case Asked::SetName:
    case Asked::ClientId:
    case Asked::Ping:
        break;
    }
    return concernsConnection(m_failure.kind) ? Step::Refused : Step::More;
}

void Login::describeDatabase(const QByteArray &text)
{
    const QString refused = Tr::tr("cannot use database %1: ").arg(m_db);
    if (text.contains("cluster mode")) {
        m_failure.text = refused + Tr::tr("this server is a cluster node, and a cluster has database 0 only");
        m_failure.remedy = Tr::tr("omit the database number");
    } else {
        m_failure.text = refused + QString::fromUtf8(text);
    }
}

bool isPong(const Reply &reply)
{
    if (reply.type == Reply::Type::Status)
        return reply.bytes == "PONG";
    return reply.isArray() && reply.items.size() == 2 && reply.items[0].bytes == "pong";
}

bool isHealthAnswer(const Reply &reply)
{
    return reply.bytes == HealthMark ||
           (isPong(reply) && reply.isArray() && reply.items[1].bytes == HealthMark);
}

bool isPingRefusal(const Reply &reply)
{
    return reply.isError() && classifyServerError(reply.bytes) == ErrorKind::NoPerm &&
           reply.bytes.contains("'ping'");
}

} // namespace lockscope
