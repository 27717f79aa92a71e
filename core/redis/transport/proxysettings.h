// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Proxy options to Qt's, and what went wrong on the way through a proxy to words. Pure.

#include "core/values/connection/connection.h"

#include <QAbstractSocket>
#include <QNetworkProxy>

namespace lockscope
{

// Never the system's or the application's default. The proxy looks names up, for they may be known there
// only.
QNetworkProxy networkProxy(const ProxyOptions &options);

// "the SOCKS5 proxy 10.0.0.9:1080", "the SSH tunnel through bastion"; empty: the way is straight.
QString wayThrough(const ConnectionSpec &spec);

// No connection to the server of spec, which is reached through a proxy. detail: the socket's words.
Failure proxyFailure(const ConnectionSpec &spec, QAbstractSocket::SocketError error, const QString &detail);

// Nothing is sent while the tunnel is down.
Failure tunnelIsDown(const ConnectionSpec &spec);

// ssh says yes to every connection before it has tried to make it, or nothing. One that cannot be made ends.
Failure sshHostHungUp(const ConnectionSpec &spec);

} // namespace lockscope
