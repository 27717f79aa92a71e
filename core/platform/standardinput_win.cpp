// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/standardinput.h"

#include <fcntl.h>
#include <io.h>

#include <QCoreApplication>

#include <cstdio>
#include <thread>

namespace lockscope
{

// The event loop cannot wait for a pipe. The thread is never joined: it ends with the process.
StandardInput::StandardInput(std::function<void(const QByteArray &)> take) : m_take(std::move(take))
{
    ::_setmode(::_fileno(stdin), _O_BINARY);
    ::_setmode(::_fileno(stdout), _O_BINARY);
    std::thread([this] {
        for (bool more = true; more;) {
            QByteArray bytes(65536, Qt::Uninitialized);
            bytes.truncate(std::max(::_read(::_fileno(stdin), bytes.data(), unsigned(bytes.size())), 0));
            more = !bytes.isEmpty();
            QMetaObject::invokeMethod(
                QCoreApplication::instance(), [this, bytes] { m_take(bytes); }, Qt::QueuedConnection);
        }
    }).detach();
}

} // namespace lockscope
