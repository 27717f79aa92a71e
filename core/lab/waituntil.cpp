// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/waituntil.h"

#include "core/lab/sandboxserver.h"
#include "core/values/clock.h"
#include "core/values/tr.h"

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
            return sandboxFailure(Tr::tr("this takes too long: %1").arg(what));
        QThread::msleep(PollMs);
    }
    return Nothing{};
}

} // namespace lockscope
