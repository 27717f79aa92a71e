// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Unix sockets that Qt cannot open: a connected descriptor, for Qt's TCP and TLS sockets, and datagrams. Any
// thread. On Windows, both fail with ENOTSUP.

#include <QByteArray>
#include <QString>

namespace lockscope
{

// Never waits. -1: none, and errno says why. The caller closes it.
qintptr connectedLocalSocket(const QString &path);
void closeLocalSocket(qintptr descriptor);

// Sends one datagram. Never waits. False: it was not sent, and errno says why.
bool sendToLocalSocket(const QString &path, const QByteArray &datagram);

} // namespace lockscope
