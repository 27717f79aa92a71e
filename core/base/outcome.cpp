// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/outcome.h"

#include <QStringList>

namespace lockscope
{

namespace
{

enum class Side { Neither, Link, Server };

struct Trait {
    const char *name;
    Side side;
    bool passing = false;
};

Trait trait(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::BadInput:
        return {"bad-input", Side::Neither};
    case ErrorKind::HostNotFound: // the resolver may be down with the network
        return {"host-not-found", Side::Link, true};
    case ErrorKind::Refused:
        return {"refused", Side::Link, true};
    case ErrorKind::TimedOut:
        return {"timed-out", Side::Link, true};
    case ErrorKind::TlsFailed:
        return {"tls-failed", Side::Link};
    case ErrorKind::ConnectionLost:
        return {"connection-lost", Side::Link, true};
    case ErrorKind::NotConnected:
        return {"not-connected", Side::Link, true};
    case ErrorKind::Protocol:
        return {"protocol", Side::Link};
    case ErrorKind::Cancelled:
        return {"cancelled", Side::Neither};
    case ErrorKind::ReadOnlySession:
        return {"read-only-session", Side::Neither};
    case ErrorKind::Forbidden:
        return {"forbidden", Side::Neither};
    case ErrorKind::Unsupported:
        return {"unsupported", Side::Neither};
    case ErrorKind::NoAuth:
        return {"no-auth", Side::Link};
    case ErrorKind::WrongPass:
        return {"wrong-pass", Side::Link};
    case ErrorKind::NoPerm:
        return {"no-perm", Side::Server};
    case ErrorKind::Loading:
        return {"loading", Side::Server, true};
    case ErrorKind::Busy:
        return {"busy", Side::Server, true};
    case ErrorKind::Unkillable:
        return {"unkillable", Side::Server};
    case ErrorKind::ReadOnlyReplica:
        return {"read-only-replica", Side::Server};
    case ErrorKind::Misconf:
        return {"misconf", Side::Server};
    case ErrorKind::OutOfMemory:
        return {"out-of-memory", Side::Server};
    case ErrorKind::Moved:
        return {"moved", Side::Server};
    case ErrorKind::Ask:
        return {"ask", Side::Server};
    case ErrorKind::TryAgain:
        return {"try-again", Side::Server, true};
    case ErrorKind::CrossSlot:
        return {"cross-slot", Side::Server};
    case ErrorKind::ClusterDown:
        return {"cluster-down", Side::Server, true};
    case ErrorKind::MasterDown:
        return {"master-down", Side::Server, true};
    case ErrorKind::NoReplicas:
        return {"no-replicas", Side::Server, true};
    case ErrorKind::NoScript:
        return {"no-script", Side::Server};
    case ErrorKind::WrongType:
        return {"wrong-type", Side::Server};
    case ErrorKind::MaxClients:
        return {"max-clients", Side::Link, true};
    case ErrorKind::ProtectedMode:
        return {"protected-mode", Side::Link};
    case ErrorKind::UnknownCommand:
        return {"unknown-command", Side::Server};
    case ErrorKind::ServerError:
        return {"server-error", Side::Server};
    case ErrorKind::Internal:
        return {"internal", Side::Neither};
    }
    return {"internal", Side::Neither};
}

QString oneLine(QString text)
{
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c == QChar::LineSeparator ||
            c == QChar::ParagraphSeparator)
            c = QLatin1Char(' ');
    }
    return printable(text.trimmed());
}

} // namespace

QString Failure::line() const
{
    QStringList parts;
    if (!node.isEmpty())
        parts << escapedText(node.bytes);
    if (!key.isEmpty())
        parts << QStringLiteral("key ") + escapedText(key);
    parts << (text.isEmpty() ? QString::fromLatin1(errorKindName(kind)) : oneLine(text));
    if (!remedy.isEmpty())
        parts << oneLine(remedy);
    return parts.join(QLatin1String(": "));
}

bool isConnectionFailure(ErrorKind kind)
{
    return trait(kind).side == Side::Link;
}

bool isServerRefusal(ErrorKind kind)
{
    return trait(kind).side == Side::Server;
}

bool isPassing(ErrorKind kind)
{
    return trait(kind).passing;
}

const char *errorKindName(ErrorKind kind)
{
    return trait(kind).name;
}

} // namespace lockscope
