// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The client's side of SOCKS5 (RFC 1928) without a login, as ssh -D speaks it: for its unix socket, which
// Qt's proxies cannot use. Pure, without I/O.

#include "core/values/connection/connection.h"

#include <QByteArray>

#include <optional>

namespace lockscope
{

class SocksHandshake
{
public:
    // The name is resolved by the proxy. At most 255 bytes, see isTooLong().
    explicit SocksHandshake(const Endpoint &server);
    static bool isTooLong(const QString &host) { return host.toUtf8().size() > 255; }

    QByteArray greeting() const;
    // How many bytes to read next; never more than belong to the handshake. 0: it is over.
    qint64 wanted() const { return m_wanted; }
    // Exactly wanted() bytes. Returns what to send now, which may be empty; nothing: refused.
    std::optional<QByteArray> take(const QByteArray &bytes);

private:
    enum class Step { Method, Reply, AddressLength, Address };
    QByteArray request() const;

    Endpoint m_server;
    Step m_step = Step::Method;
    qint64 m_wanted = 2;
};

} // namespace lockscope
