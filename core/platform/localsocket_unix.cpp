// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/localsocket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QFile>

#include <cerrno>
#include <cstring>

namespace lockscope
{

// Never waits. -1: errno says why.
static qintptr connectedSocket(const QString &path, int type)
{
    const QByteArray name = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (size_t(name.size()) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    const int descriptor = ::socket(AF_UNIX, type, 0);
    if (descriptor < 0)
        return -1;
    if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && ::fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 &&
        ::connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return descriptor;
    const int why = errno;
    ::close(descriptor);
    errno = why;
    return -1;
}

qintptr connectedLocalSocket(const QString &path)
{
    return connectedSocket(path, SOCK_STREAM);
}

void closeLocalSocket(qintptr descriptor)
{
    ::close(int(descriptor));
}

bool sendToLocalSocket(const QString &path, const QByteArray &datagram)
{
    const qintptr descriptor = connectedSocket(path, SOCK_DGRAM);
    if (descriptor < 0)
        return false;
    const bool sent =
        ::send(int(descriptor), datagram.constData(), size_t(datagram.size()), 0) == datagram.size();
    const int why = errno;
    ::close(int(descriptor));
    errno = why;
    return sent;
}

} // namespace lockscope
