// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Transport over TCP, with TLS and through a proxy where the spec asks for it. The proxy of a tunnel is a
// unix socket: ProxyOptions::host is then its path.

#include "core/redis/transport/sockshandshake.h"
#include "core/redis/transport/transport.h"

#include <QAbstractSocket>
#include <QList>
#include <QSslError>

class QSslSocket;
class QTcpSocket;

namespace lockscope
{

class TcpTransport final : public Transport
{
    Q_OBJECT
public:
    explicit TcpTransport(const ConnectionSpec &spec);
    ~TcpTransport() override;

    void start() override;
    bool isReached() const override { return m_reached; }
    qint64 read(char *data, qint64 size) override;
    bool write(const QByteArray &bytes) override;
    void abort() override;
    Failure closeReason() const override;

private:
    bool prepareTls();
    void connectLocally();
    void shakeHands();
    void arrivedThere();
    void reached();
    std::vector<qintptr> descriptors() const; // of the connected sockets
    void failed(QAbstractSocket::SocketError error);
    Failure failureFor(QAbstractSocket::SocketError error) const;
    QString wantedName() const;

    ConnectionSpec m_spec;
    std::unique_ptr<QTcpSocket> m_socket;
    QSslSocket *m_tls = nullptr; // m_socket, if TLS is enabled
    QList<QSslError> m_tlsErrors;
    std::optional<SocksHandshake> m_handshake{}; // with a tunnel's unix socket, until it is over
    bool m_reached = false;
    bool m_open = false;
};

} // namespace lockscope
