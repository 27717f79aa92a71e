// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/proxysettings.h"

#include "core/base/tr.h"

namespace lockscope
{

namespace
{

Failure refusedByProxy(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &way)
{
    const bool anonymous = spec.proxy.user.isEmpty();
    switch (error) {
    case QAbstractSocket::ProxyConnectionRefusedError:
        if (spec.ssh.enabled())
            return {.kind = ErrorKind::Refused,
                    .text = Tr::tr("%1 is closed").arg(way),
                    .remedy = Tr::tr("it is opened again by itself; see its state")};
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("%1 takes no connection").arg(way),
                .remedy = Tr::tr("check that the proxy runs there and its host and port are right")};
    case QAbstractSocket::ProxyNotFoundError:
        return {.kind = ErrorKind::HostNotFound,
                .text = Tr::tr("no address for %1").arg(way),
                .remedy = Tr::tr("check the name of the proxy")};
    case QAbstractSocket::ProxyConnectionTimeoutError:
        return {.kind = ErrorKind::TimedOut,
                .text = Tr::tr("%1 does not answer").arg(way),
                .remedy = Tr::tr("check the proxy's host, port and firewall")};
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        if (anonymous)
            return {.kind = ErrorKind::NoAuth,
                    .text = Tr::tr("%1 asks for a login").arg(way),
                    .remedy = Tr::tr("give a user and password for the proxy")};
        return {.kind = ErrorKind::WrongPass,
                .text = Tr::tr("%1 refuses user '%2' or the password").arg(way, spec.proxy.user),
                .remedy = Tr::tr("check user and password of the proxy")};
    default: // the proxy closed the connection
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("%1 closed the connection").arg(way),
                .remedy = Tr::tr("check the kind of the proxy, and whether it lets this machine in")};
    }
}

Failure refusedBehindProxy(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &way)
{
    Failure failure{.kind = ErrorKind::Refused};
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        failure.kind = ErrorKind::HostNotFound;
        failure.text = Tr::tr("%1 finds no way to host '%2'").arg(way, spec.host);
        failure.remedy = Tr::tr("check the name: it is looked up by the proxy");
        break;
    case QAbstractSocket::ConnectionRefusedError:
        failure.text = Tr::tr("%1 cannot reach the server: it takes no connection").arg(way);
        failure.remedy = Tr::tr("check that Redis runs there and the port is right");
        break;
    case QAbstractSocket::SocketAccessError:
        failure.text = Tr::tr("%1 does not allow this host and port").arg(way);
        failure.remedy = Tr::tr("allow them in the settings of the proxy");
        break;
    case QAbstractSocket::SocketTimeoutError:
        failure.kind = ErrorKind::TimedOut;
        failure.text = Tr::tr("%1 reached nobody in time").arg(way);
        break;
    case QAbstractSocket::ProxyProtocolError: // Qt does not show the HTTP status
        failure.text =
            spec.proxy.user.isEmpty()
                ? Tr::tr("%1 cannot reach the server").arg(way)
                : Tr::tr("%1 cannot reach the server, or refuses user '%2'").arg(way, spec.proxy.user);
        failure.remedy = Tr::tr("check the server's host and port as seen from the proxy, and the "
                                "kind and login of the proxy");
        break;
    default:
        failure.text = Tr::tr("%1 cannot reach the server").arg(way);
        failure.remedy = Tr::tr("check the server's host and port as seen from the proxy");
        break;
    }
    return failure;
}

} // namespace

QNetworkProxy networkProxy(const ProxyOptions &options)
{
    if (options.kind == ProxyKind::None)
        return QNetworkProxy(QNetworkProxy::NoProxy);
    const auto type = options.kind == ProxyKind::Http ? QNetworkProxy::HttpProxy : QNetworkProxy::Socks5Proxy;
    QNetworkProxy proxy(type, options.host, options.port, options.user, options.password);
    proxy.setCapabilities(QNetworkProxy::TunnelingCapability | QNetworkProxy::HostNameLookupCapability);
    return proxy;
}

QString wayThrough(const ConnectionSpec &spec)
{
    if (spec.ssh.enabled())
        return Tr::tr("the SSH tunnel through %1").arg(spec.ssh.destination);
    const Endpoint proxy{spec.proxy.host, spec.proxy.port};
    switch (spec.proxy.kind) {
    case ProxyKind::None:
        break;
    case ProxyKind::Socks5:
        return Tr::tr("the SOCKS5 proxy %1").arg(QString::fromUtf8(proxy.node().bytes));
    case ProxyKind::Http:
        return Tr::tr("the HTTP proxy %1").arg(QString::fromUtf8(proxy.node().bytes));
    }
    return {};
}

Failure proxyFailure(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &detail)
{
    if (spec.ssh.enabled() && error != QAbstractSocket::ProxyConnectionRefusedError)
        return sshHostHungUp(spec);
    const QString way = wayThrough(spec);
    const bool beforeIt = error == QAbstractSocket::ProxyConnectionRefusedError ||
                          error == QAbstractSocket::ProxyNotFoundError ||
                          error == QAbstractSocket::ProxyConnectionTimeoutError ||
                          error == QAbstractSocket::ProxyAuthenticationRequiredError ||
                          error == QAbstractSocket::ProxyConnectionClosedError;
    Failure failure = beforeIt ? refusedByProxy(spec, error, way) : refusedBehindProxy(spec, error, way);
    failure.text = Tr::tr("no connection to %1: %2 (%3)")
                       .arg(QString::fromUtf8(spec.node().bytes), failure.text, detail);
    return failure;
}

Failure tunnelIsDown(const ConnectionSpec &spec)
{
    return {.kind = ErrorKind::NotConnected, .text = Tr::tr("%1 is not open").arg(wayThrough(spec))};
}

Failure sshHostHungUp(const ConnectionSpec &spec)
{
    return {.kind = ErrorKind::Refused,
            .text = Tr::tr("%1 ended the connection to %2 before anything came")
                        .arg(wayThrough(spec), QString::fromUtf8(spec.node().bytes)),
            .remedy = spec.tls.enabled
                          ? Tr::tr("check that Redis runs there, as seen from the SSH host")
                          : Tr::tr("check that Redis runs there, as seen from the SSH host; if the "
                                   "port speaks TLS, use rediss://")};
}

} // namespace lockscope
