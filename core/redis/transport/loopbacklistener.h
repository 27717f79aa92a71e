// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the socket that listens on a port of 127.0.0.1. Another program would need another socket.

#include <QIODevice>

#include <optional>

namespace lockscope
{

struct LoopbackListener {
    quint64 socket = 0; // its inode
    uint user = 0;
    friend bool operator==(const LoopbackListener &, const LoopbackListener &) = default;
};

// Reads /proc/net/tcp (Linux kernel: Documentation/networking/proc_net_tcp.rst). nullopt: none listens.
std::optional<LoopbackListener> listenerIn(QIODevice &table, quint16 port);

// The listener on this system, if it belongs to this user. nullopt: none, or the system has no such table.
std::optional<LoopbackListener> ownLoopbackListener(quint16 port);
bool canSeeListeners(); // the system has the table

} // namespace lockscope
