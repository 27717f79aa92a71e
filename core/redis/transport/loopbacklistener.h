// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which socket listens on a port of 127.0.0.1. Another program can listen there only on another socket.

#include <QIODevice>

#include <optional>

namespace lockscope
{

struct LoopbackListener {
    quint64 socket = 0; // its inode
    uint user = 0;
    friend bool operator==(const LoopbackListener &, const LoopbackListener &) = default;
};

// Of the table /proc/net/tcp (Linux kernel: Documentation/networking/proc_net_tcp.rst). Nothing: none
// listens.
std::optional<LoopbackListener> listenerIn(QIODevice &table, quint16 port);

// Of this system, if it is of this user. Nothing: there is none, or the system has no such table.
std::optional<LoopbackListener> ownLoopbackListener(quint16 port);
bool canSeeListeners(); // it has one

} // namespace lockscope
