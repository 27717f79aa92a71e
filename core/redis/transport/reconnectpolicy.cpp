// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/reconnectpolicy.h"

#include "core/base/bytesize.h"
#include "core/base/tr.h"
#include "core/redis/transport/proxysettings.h"

#include <algorithm>

namespace lockscope
{

milliseconds backOff(int attempt, double random)
{
    milliseconds step = FirstBackOff;
    for (int i = 1; i < attempt && step < LongestBackOff; ++i)
        step *= 2;
    step = std::min(step, LongestBackOff);
    const double part = 0.5 + 0.5 * std::clamp(random, 0.0, 1.0);
    return milliseconds(qint64(double(step.count()) * part));
}

int nextAttempt(int attempt, std::optional<milliseconds> establishedFor)
{
    return establishedFor && *establishedFor >= LongestBackOff ? 1 : attempt + 1;
}

bool isFinalForConnecting(ErrorKind kind)
{
    return !isPassing(kind) && kind != ErrorKind::Unkillable;
}

Instant resetMoment(Instant abandonedAt, Instant lastReceivedAt, milliseconds commandTimeout)
{
    return std::max(abandonedAt, lastReceivedAt) + commandTimeout;
}

Failure connectTimeout(const ConnectionSpec &spec, const NodeId &node, ConnectStage stage)
{
    Failure failure{.kind = ErrorKind::TimedOut, .node = node};
    const QString limit = QStringLiteral("%1 ms").arg(spec.connectTimeout.count());
    switch (stage) {
    case ConnectStage::Reaching:
        if (const QString way = wayThrough(spec); !way.isEmpty()) {
            failure.text = Tr::tr("no connection to %1 through %2 within %3")
                               .arg(QString::fromUtf8(node.bytes), way, limit);
            failure.remedy = Tr::tr("check the proxy, and its route to the server");
            break;
        }
        failure.text = Tr::tr("connection timed out after %1").arg(limit);
        failure.remedy = Tr::tr("check host, port and firewall");
        break;
    case ConnectStage::Securing:
        failure.text = Tr::tr("connected, but no response to the TLS handshake within %1").arg(limit);
        failure.remedy = Tr::tr("the port may not use TLS: try redis:// instead of rediss://");
        break;
    case ConnectStage::LoggingIn:
        failure.text = Tr::tr("connected, but no response to the login within %1").arg(limit);
        failure.remedy =
            spec.tls.enabled || !spec.socketPath.isEmpty()
                ? Tr::tr("the server may be frozen or busy")
                : Tr::tr("the server may be frozen or busy, or the port uses TLS: try rediss://");
        break;
    }
    return failure;
}

Failure notConnected(const Failure &reason, const NodeId &node)
{
    Failure failure{.kind = ErrorKind::NotConnected,
                    .text = Tr::tr("not connected; nothing was sent"),
                    .remedy = reason.remedy,
                    .node = node,
                    .serverText = reason.serverText};
    if (!reason.text.isEmpty())
        failure.text += QStringLiteral(": ") + reason.text;
    return failure;
}

Failure tooLarge(qint64 maxMemory, const NodeId &node)
{
    return {
        .kind = ErrorKind::Protocol,
        .text =
            Tr::tr("the replies need more memory than this connection may use (%1)").arg(sizeText(maxMemory)),
        .remedy = Tr::tr("allow more with --max-memory, or with max_memory in the profile"),
        .node = node};
}

Failure noReply(const QString &problem, bool duringLogin, const NodeId &node)
{
    Failure failure{.kind = ErrorKind::Protocol, .node = node};
    failure.text = Tr::tr("the response is not a Redis reply (%1)").arg(problem);
    if (duringLogin) {
        // A TLS server answers plain text with an alert record of type 0x15.
        failure.remedy = problem.contains(QLatin1String("\\x15"))
                             ? Tr::tr("the port uses TLS: use rediss://")
                             : Tr::tr("check that Redis listens on this port");
    }
    return failure;
}

Failure hungUpAtLogin(Failure why, const ConnectionSpec &spec)
{
    if (spec.ssh.enabled())
        return sshHostHungUp(spec);
    why.text += Tr::tr(" during the login");
    if (!spec.tls.enabled && spec.socketPath.isEmpty())
        why.remedy = Tr::tr("if the port uses TLS, use rediss://");
    return why;
}

Failure tooSilent(milliseconds commandTimeout, const NodeId &node)
{
    return {.kind = ErrorKind::TimedOut,
            .text = Tr::tr("no response from the server for more than %1 ms").arg(commandTimeout.count()),
            .node = node};
}

} // namespace lockscope
