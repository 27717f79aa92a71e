// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/localtransport.h"

#include "core/base/tr.h"
#include "core/redis/transport/proxysettings.h"

#include <QFileInfo>

namespace lockscope
{

LocalTransport::LocalTransport(const ConnectionSpec &spec)
    : m_path(QFileInfo(spec.socketPath).absoluteFilePath()), m_way(wayThrough(spec))
{
}

LocalTransport::~LocalTransport()
{
    m_socket.disconnect(this);
}

void LocalTransport::start()
{
    if (!m_way.isEmpty()) {
        emit closed({.kind = ErrorKind::BadInput,
                     .text = Tr::tr("%1 cannot connect to the unix socket '%2'").arg(m_way, m_path),
                     .remedy = Tr::tr("set host and port, or remove the proxy or tunnel")});
        return;
    }
    connect(&m_socket, &QLocalSocket::connected, this, [this] {
        m_open = true;
        emit opened();
    });
    connect(&m_socket, &QLocalSocket::errorOccurred, this,
            [this](QLocalSocket::LocalSocketError error) { emit closed(failureFor(error)); });
    connect(&m_socket, &QIODevice::readyRead, this, &Transport::arrived);
    m_socket.connectToServer(m_path);
}

Failure LocalTransport::failureFor(QLocalSocket::LocalSocketError error) const
{
    const QString detail = m_socket.errorString();
    if (m_open)
        return {.kind = ErrorKind::ConnectionLost,
                .text = error == QLocalSocket::PeerClosedError ? Tr::tr("the server closed the connection")
                                                               : Tr::tr("connection lost: %1").arg(detail)};
    switch (error) {
    case QLocalSocket::ServerNotFoundError:
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("the socket '%1' does not exist").arg(m_path),
                .remedy =
                    Tr::tr("check the path, and that Redis is running (unixsocket in its configuration)")};
    case QLocalSocket::SocketAccessError:
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("permission denied for the socket '%1'").arg(m_path),
                .remedy = Tr::tr("check unixsocketperm in the server's configuration")};
    default:
        return {.kind = ErrorKind::Refused,
                .text = Tr::tr("cannot connect to '%1': %2").arg(m_path, detail),
                .remedy = Tr::tr("check the path, and that Redis is running")};
    }
}

qint64 LocalTransport::read(char *data, qint64 size)
{
    return m_socket.read(data, size);
}

bool LocalTransport::write(const QByteArray &bytes)
{
    if (m_socket.write(bytes) != bytes.size())
        return false;
    m_socket.flush();
    return true;
}

void LocalTransport::abort()
{
    m_socket.disconnect(this);
    m_socket.abort();
}

Failure LocalTransport::closeReason() const
{
    return failureFor(m_socket.error());
}

} // namespace lockscope

#include "moc_localtransport.cpp"
