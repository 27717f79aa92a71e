// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/loopbacklistener.h"

#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QtEndian>

#ifdef Q_OS_LINUX
#include <unistd.h>
#endif

namespace lockscope
{

namespace
{

// Columns: sl local remote state tx:rx tr:when retrnsmt uid timeout inode
enum Field { Local = 1, State = 3, User = 7, Inode = 9 };

#ifdef Q_OS_LINUX
const QString TablePath = QStringLiteral("/proc/net/tcp");
#endif

QByteArray hexadecimal(quint32 number, int digits)
{
    return QByteArray::number(number, 16).rightJustified(digits, '0').toUpper();
}

} // namespace

std::optional<LoopbackListener> listenerIn(QIODevice &table, quint16 port)
{
    // The address is printed as one number in native byte order.
    const quint32 address = qToBigEndian(QHostAddress(QHostAddress::LocalHost).toIPv4Address());
    const QByteArray local = hexadecimal(address, 8) + ':' + hexadecimal(port, 4);
    table.readLine(); // the column titles
    for (QByteArray line = table.readLine(); !line.isEmpty(); line = table.readLine()) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() <= Inode || fields[State] != "0A") // listening sockets come first
            break;
        if (fields[Local] == local)
            return LoopbackListener{.socket = fields[Inode].toULongLong(), .user = fields[User].toUInt()};
    }
    return {};
}

std::optional<LoopbackListener> ownLoopbackListener(quint16 port)
{
#ifdef Q_OS_LINUX
    QFile table(TablePath);
    const auto listener = table.open(QIODevice::ReadOnly) ? listenerIn(table, port) : std::nullopt;
    return listener && listener->user == ::geteuid() ? listener : std::nullopt;
#else
    Q_UNUSED(port)
    return {};
#endif
}

bool canSeeListeners()
{
#ifdef Q_OS_LINUX
    return QFileInfo(TablePath).isReadable();
#else
    return false;
#endif
}

} // namespace lockscope
