// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A unix datagram socket, such as that of the system log.

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QByteArrayList>
#include <QFile>

#include <cstring>

namespace lockscope::test
{

class Datagrams
{
public:
    explicit Datagrams(const QString &path) : m_path(path), m_descriptor(::socket(AF_UNIX, SOCK_DGRAM, 0))
    {
        const QByteArray name = QFile::encodeName(path);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, name.constData(), sizeof address.sun_path - 1);
        m_open = ::bind(m_descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 &&
                 ::fcntl(m_descriptor, F_SETFL, O_NONBLOCK) == 0;
    }
    ~Datagrams() { ::close(m_descriptor); }
    Q_DISABLE_COPY_MOVE(Datagrams)

    bool isOpen() const { return m_open; }
    const QString &path() const { return m_path; }
    // Since the last call.
    QByteArrayList received() const
    {
        QByteArrayList all;
        QByteArray buffer(64 * 1024, Qt::Uninitialized);
        for (;;) {
            const ssize_t size = ::recv(m_descriptor, buffer.data(), size_t(buffer.size()), 0);
            if (size < 0)
                return all;
            all << buffer.left(size);
        }
    }

private:
    QString m_path;
    int m_descriptor;
    bool m_open = false;
};

} // namespace lockscope::test
