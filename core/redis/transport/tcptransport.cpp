// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/tcptransport.h"

#include "core/base/tr.h"
#include "core/platform/localsocket.h"
#include "core/redis/transport/proxysettings.h"
#include "core/redis/transport/tlssettings.h"
#include "core/redis/transport/tunnelentrance.h"

#include <QSslSocket>
#include <QTcpSocket>

#include <algorithm>

#ifdef Q_OS_LINUX
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#elif defined(Q_OS_DARWIN)
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#elif defined(Q_OS_WIN)
#include <winsock2.h>
#endif

namespace lockscope
{

namespace
{

// Notices a vanished peer in half a minute when idle, and after twice the command timeout while data is under
// way. The kernel's defaults, which other systems keep, are two hours and a quarter of an hour.
void watchPeerOf(qintptr descriptor, std::chrono::milliseconds commandTimeout)
{
#ifdef Q_OS_LINUX
    const auto set = [descriptor](int option, int value) {
        ::setsockopt(int(descriptor), IPPROTO_TCP, option, &value, sizeof value);
    };
    set(TCP_KEEPIDLE, 15);
    set(TCP_KEEPINTVL, 5);
    set(TCP_KEEPCNT, 3);
    set(TCP_USER_TIMEOUT, int(std::clamp<qint64>(2 * commandTimeout.count(), 5000, 60000)));
#elif defined(Q_OS_DARWIN)
    const auto set = [descriptor](int option, int value) {
        ::setsockopt(int(descriptor), IPPROTO_TCP, option, &value, sizeof value);
    };
    set(TCP_KEEPALIVE, 15);
    set(TCP_KEEPINTVL, 5);
    set(TCP_KEEPCNT, 3);
    set(TCP_RXT_CONNDROPTIME, int(std::clamp<qint64>(2 * commandTimeout.count() / 1000, 5, 60)));
#else
    Q_UNUSED(descriptor)
    Q_UNUSED(commandTimeout)
#endif
}

// Drops unsent data on close. Otherwise the kernel would keep sending it, and a server that was given up
// would execute it once the network is back. Windows does not report unsent data: always dropped there.
void dropUnsentOf(qintptr descriptor)
{
#ifdef Q_OS_LINUX
    int unsent = 0;
    if (::ioctl(int(descriptor), SIOCOUTQ, &unsent) != 0 || unsent == 0)
        return;
    const linger atOnce{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(int(descriptor), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
#elif defined(Q_OS_DARWIN)
    int unsent = 0;
    socklen_t size = sizeof unsent;
    if (::getsockopt(int(descriptor), SOL_SOCKET, SO_NWRITE, &unsent, &size) != 0 || unsent == 0)
        return;
    const linger atOnce{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(int(descriptor), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
#elif defined(Q_OS_WIN)
    const linger atOnce{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(SOCKET(descriptor), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char *>(&atOnce),
                 sizeof atOnce);
#else
    Q_UNUSED(descriptor)
#endif
}

bool isLocal(const ProxyOptions &proxy)
{
    return proxy.host.startsWith(QLatin1Char('/'));
}

} // namespace

TcpTransport::TcpTransport(const ConnectionSpec &spec) : m_spec(spec)
{
    if (spec.tls.enabled) {
        auto tls = std::make_unique<QSslSocket>();
        m_tls = tls.get();
        m_socket = std::move(tls);
    } else {
        m_socket = std::make_unique<QTcpSocket>();
    }
    m_socket->setProxy(networkProxy(isLocal(spec.proxy) ? ProxyOptions() : spec.proxy));
}

TcpTransport::~TcpTransport()
{
    m_socket->disconnect(this);
}

void TcpTransport::start()
{
    // A direct connection could reach another server, or expose one that only users of the tunnel may see.
    if (m_spec.ssh.enabled() && m_spec.proxy.kind == ProxyKind::None) {
        emit closed(tunnelIsDown(m_spec));
        return;
    }
    connect(m_socket.get(), &QAbstractSocket::errorOccurred, this, &TcpTransport::failed);
    connect(m_socket.get(), &QIODevice::readyRead, this, &TcpTransport::arrivedThere);
    if (m_tls && !prepareTls())
        return;
    if (isLocal(m_spec.proxy))
        return connectLocally();
    connect(m_socket.get(), &QAbstractSocket::connected, this, &TcpTransport::reached);
    if (m_tls)
        m_tls->connectToHostEncrypted(m_spec.host, m_spec.port, wantedName());
    else // Unbuffered: the session reads large pieces itself, and a write goes straight to the socket.
        m_socket->connectToHost(m_spec.host, m_spec.port, QIODevice::ReadWrite | QIODevice::Unbuffered);
}

bool TcpTransport::prepareTls()
{
    const Outcome<QSslConfiguration> configuration = tlsConfiguration(m_spec.tls);
    if (!configuration) {
        emit closed(configuration.failure());
        return false;
    }
    m_tls->setSslConfiguration(*configuration);
    connect(m_tls, &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
        m_tlsErrors = errors;
        if (!m_spec.tls.verifyPeer)
            m_tls->ignoreSslErrors();
    });
    connect(m_tls, &QSslSocket::encrypted, this, [this] {
        m_open = true;
        emit opened();
    });
    return true;
}

void TcpTransport::connectLocally()
{
    if (SocksHandshake::isTooLong(m_spec.host)) {
        emit closed({.kind = ErrorKind::HostNotFound,
                     .text = Tr::tr("cannot resolve host '%1'").arg(m_spec.host),
                     .remedy = Tr::tr("check the host name")});
        return;
    }
    const qintptr descriptor = connectedLocalSocket(m_spec.proxy.host);
    if (descriptor < 0 || !m_socket->setSocketDescriptor(descriptor)) {
        const QString why = qt_error_string();
        if (descriptor >= 0)
            closeLocalSocket(descriptor);
        emit closed(proxyFailure(m_spec, QAbstractSocket::ProxyConnectionRefusedError, why));
        return;
    }
    m_handshake.emplace(m_spec.endpoint());
    write(m_handshake->greeting());
}

void TcpTransport::shakeHands()
{
    while (m_socket->bytesAvailable() >= m_handshake->wanted()) {
        const auto next = m_handshake->take(m_socket->read(m_handshake->wanted()));
        if (!next) {
            emit closed(sshHostHungUp(m_spec));
            return;
        }
        if (!next->isEmpty())
            write(*next);
        if (m_handshake->wanted() > 0)
            continue;
        m_handshake.reset();
        if (m_socket->bytesAvailable() > 0) // the server spoke first
            QMetaObject::invokeMethod(this, &Transport::arrived, Qt::QueuedConnection);
        return reached();
    }
}

void TcpTransport::arrivedThere()
{
    if (m_handshake)
        shakeHands();
    else
        emit arrived();
}

QString TcpTransport::wantedName() const
{
    return m_spec.tls.serverName.isEmpty() ? m_spec.host : m_spec.tls.serverName;
}

void TcpTransport::reached()
{
    // If ssh still has its port, it was ssh that accepted this connection.
    if (m_spec.tunnel && m_spec.tunnel->proxy() != m_spec.proxy) {
        emit closed(tunnelIsDown(m_spec));
        return;
    }
    m_reached = true;
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    for (const qintptr descriptor : descriptors())
        watchPeerOf(descriptor, m_spec.commandTimeout);
    if (m_tls && isLocal(m_spec.proxy)) {
        m_tls->setPeerVerifyName(wantedName());
        m_tls->startClientEncryption();
    }
    if (m_tls)
        return;
    m_open = true;
    emit opened();
}

// Behind a proxy, Qt's descriptor is not a real one: the connection belongs to an inner socket.
std::vector<qintptr> TcpTransport::descriptors() const
{
    if (m_spec.proxy.kind == ProxyKind::None || isLocal(m_spec.proxy))
        return {m_socket->socketDescriptor()};
    std::vector<qintptr> real;
    const auto sockets = m_socket->findChildren<QTcpSocket *>();
    for (const QTcpSocket *socket : sockets) {
        if (socket->proxy().type() == QNetworkProxy::NoProxy)
            real.push_back(socket->socketDescriptor());
    }
    return real;
}

void TcpTransport::failed(QAbstractSocket::SocketError error)
{
    emit closed(failureFor(error));
}

Failure TcpTransport::failureFor(QAbstractSocket::SocketError error) const
{
    const QString detail = m_socket->errorString();
    if (m_reached && !m_open && m_spec.ssh.enabled() && error == QAbstractSocket::RemoteHostClosedError)
        return sshHostHungUp(m_spec);
    if (m_tls && m_reached && (!m_open || error == QAbstractSocket::SslInternalError)) {
        const QList<QSslError> refused = m_spec.tls.verifyPeer ? m_tlsErrors : QList<QSslError>();
        return tlsFailure(refused, wantedName(), detail);
    }
    if (m_open)
        return {.kind = ErrorKind::ConnectionLost,
                .text = error == QAbstractSocket::RemoteHostClosedError
                            ? Tr::tr("the server closed the connection")
                            : Tr::tr("connection lost: %1").arg(detail)};
    if (m_spec.proxy.kind != ProxyKind::None)
        return proxyFailure(m_spec, error, detail);
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return {.kind = ErrorKind::HostNotFound,
                .text = Tr::tr("cannot resolve host '%1'").arg(m_spec.host),
                .remedy = Tr::tr("check the host name")};
    case QAbstractSocket::SocketTimeoutError:
        return {.kind = ErrorKind::TimedOut, .text = Tr::tr("cannot connect: %1").arg(detail)};
    default:
        return {.kind = ErrorKind::Refused,
                .text = error == QAbstractSocket::ConnectionRefusedError
                            ? Tr::tr("connection refused")
                            : Tr::tr("cannot connect: %1").arg(detail),
                .remedy = Tr::tr("check the host and port, and that Redis is running there")};
    }
}

qint64 TcpTransport::read(char *data, qint64 size)
{
    return m_socket->read(data, size);
}

bool TcpTransport::write(const QByteArray &bytes)
{
    if (m_socket->write(bytes) != bytes.size())
        return false;
    if (m_tls)
        m_socket->flush();
    return true;
}

void TcpTransport::abort()
{
    m_socket->disconnect(this);
    for (const qintptr descriptor : descriptors())
        dropUnsentOf(descriptor);
    m_socket->abort();
}

Failure TcpTransport::closeReason() const
{
    return failureFor(m_socket->error());
}

} // namespace lockscope

#include "moc_tcptransport.cpp"
