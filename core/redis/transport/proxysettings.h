// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts proxy options for Qt, and failures of a proxy to words. Pure.

#include "core/values/connection/connection.h"

#include <QAbstractSocket>
#include <QNetworkProxy>

namespace lockscope
{

// Never the default proxy of system or application. The proxy resolves names that may be known only there.
QNetworkProxy networkProxy(const ProxyOptions &options);

// "the SOCKS5 proxy 10.0.0.9:1080", "the SSH tunnel through bastion"; empty: a direct connection.
QString wayThrough(const ConnectionSpec &spec);

// The failure to reach the server of `spec` through its proxy. detail: the socket's text.
Failure proxyFailure(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &detail);

// Nothing is sent while the tunnel is down.
Failure tunnelIsDown(const ConnectionSpec &spec);

// ssh accepts every connection before it tries to make it. If it cannot, it closes the connection.
Failure sshHostHungUp(const ConnectionSpec &spec);

} // namespace lockscope
