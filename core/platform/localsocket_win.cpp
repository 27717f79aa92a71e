// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/localsocket.h"

#include <cerrno>

namespace lockscope
{

qintptr connectedLocalSocket(const QString &)
{
    errno = ENOTSUP;
    return -1;
}

void closeLocalSocket(qintptr) {}

bool sendToLocalSocket(const QString &, const QByteArray &)
{
    errno = ENOTSUP;
    return false;
}

} // namespace lockscope
