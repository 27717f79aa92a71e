// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/waituntil.h"

#include "core/base/clock.h"
#include "core/base/tr.h"
#include "core/lab/sandbox/sandboxserver.h"

#include <QThread>

namespace lockscope
{

namespace
{

constexpr milliseconds LongestWait{60000};
constexpr unsigned long PollMs = 20;

} // namespace

Done waitUntil(const std::function<bool()> &reached, const QString &what)
{
    const Instant deadline = now() + LongestWait;
    while (!reached()) {
        if (now() > deadline)
            return sandboxFailure(Tr::tr("timed out waiting until %1").arg(what));
        QThread::msleep(PollMs);
    }
    return Nothing{};
}

} // namespace lockscope
