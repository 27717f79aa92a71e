// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A loopback port that nobody else gets: neither a program that asks for any port, nor an outgoing
// connection. Connections to it are refused, unless a program listens on it whose socket has SO_REUSEADDR,
// as QTcpServer and servers have. Ends the program if there is no such port.

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QtGlobal>

namespace lockscope::test
{

class ReservedPort
{
public:
    ReservedPort() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const int on = 1;
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *place = reinterpret_cast<sockaddr *>(&address);
        if (::setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
            ::bind(m_socket, place, size) != 0 || ::getsockname(m_socket, place, &size) != 0)
            qFatal("no port to reserve");
        m_port = ntohs(address.sin_port);
    }
    ~ReservedPort() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(ReservedPort)

    operator quint16() const { return m_port; }

private:
    int m_socket;
    quint16 m_port = 0;
};

} // namespace lockscope::test
