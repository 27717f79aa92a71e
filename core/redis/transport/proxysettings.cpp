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
                    .remedy = Tr::tr("it reopens automatically; check its state")};
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("%1 refused the connection").arg(way),
                .remedy = Tr::tr("check that the proxy is running, and its host and port")};
    case QAbstractSocket::ProxyNotFoundError:
        return {.kind = ErrorKind::HostNotFound,
                .text = Tr::tr("cannot resolve the address of %1").arg(way),
                .remedy = Tr::tr("check the proxy's host name")};
    case QAbstractSocket::ProxyConnectionTimeoutError:
        return {.kind = ErrorKind::TimedOut,
                .text = Tr::tr("%1 does not answer").arg(way),
                .remedy = Tr::tr("check the proxy's host, port and firewall")};
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        if (anonymous)
            return {.kind = ErrorKind::NoAuth,
                    .text = Tr::tr("%1 requires authentication").arg(way),
                    .remedy = Tr::tr("set user and password for the proxy")};
        return {.kind = ErrorKind::WrongPass,
                .text = Tr::tr("%1 rejected user '%2' or the password").arg(way, spec.proxy.user),
                .remedy = Tr::tr("check the proxy's user and password")};
    default: // the proxy closed the connection
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("%1 closed the connection").arg(way),
                .remedy = Tr::tr("check the proxy type, and that it accepts this machine")};
    }
}

Failure refusedBehindProxy(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &way)
{
    Failure failure{.kind = ErrorKind::Refused};
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        failure.kind = ErrorKind::HostNotFound;
        failure.text = Tr::tr("%1 found no route to host '%2'").arg(way, spec.host);
        failure.remedy = Tr::tr("check the host name: the proxy resolves it");
        break;
    case QAbstractSocket::ConnectionRefusedError:
        failure.text = Tr::tr("%1 cannot connect to the server: connection refused").arg(way);
        failure.remedy = Tr::tr("check that Redis is running there, and the port");
        break;
    case QAbstractSocket::SocketAccessError:
        failure.text = Tr::tr("%1 does not allow this host and port").arg(way);
        failure.remedy = Tr::tr("allow them in the proxy's configuration");
        break;
    case QAbstractSocket::SocketTimeoutError:
        failure.kind = ErrorKind::TimedOut;
        failure.text = Tr::tr("%1 timed out connecting to the server").arg(way);
        break;
    case QAbstractSocket::ProxyProtocolError: // Qt does not show the HTTP status
        failure.text =
            spec.proxy.user.isEmpty()
                ? Tr::tr("%1 cannot connect to the server").arg(way)
                : Tr::tr("%1 cannot connect to the server, or rejected user '%2'").arg(way, spec.proxy.user);
        failure.remedy =
            Tr::tr("check the server's host and port as seen from the proxy, and the proxy's type and login");
        break;
    default:
        failure.text = Tr::tr("%1 cannot connect to the server").arg(way);
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
    failure.text = Tr::tr("cannot connect to %1: %2 (%3)")
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
            .text = Tr::tr("%1 closed the connection to %2 before any data arrived")
                        .arg(wayThrough(spec), QString::fromUtf8(spec.node().bytes)),
            .remedy = spec.tls.enabled
                          ? Tr::tr("check that Redis is running there, as seen from the SSH host")
                          : Tr::tr("check that Redis is running there, as seen from the SSH host; if the "
                                   "port uses TLS, use rediss://")};
}

} // namespace lockscope
