// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Transport over a unix socket.

#include "core/redis/transport/transport.h"

#include <QLocalSocket>

namespace lockscope
{

class LocalTransport final : public Transport
{
    Q_OBJECT
public:
    explicit LocalTransport(const ConnectionSpec &spec);
    ~LocalTransport() override;

    void start() override;
    bool isReached() const override { return m_open; }
    qint64 read(char *data, qint64 size) override;
    bool write(const QByteArray &bytes) override;
    void abort() override;
    Failure closeReason() const override;

private:
    Failure failureFor(QLocalSocket::LocalSocketError error) const;

    QString m_path;
    QString m_way; // not empty: a proxy or tunnel, which cannot reach a unix socket
    QLocalSocket m_socket;
    bool m_open = false;
};

} // namespace lockscope
