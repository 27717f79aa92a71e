// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/busywait.h"

#include <QtGlobal>

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
#include <glib.h>
#include <sched.h>

#include <chrono>
#endif

namespace lockscope
{

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
namespace
{

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto LongestAwake = 200us; // some round trips to a server on this machine
constexpr auto ShortWait = 1ms;      // with the time that waking up takes
constexpr auto LongYield = 500us;    // somebody else had a turn on the processor
constexpr auto Manners = 50ms;       // who sleeps gets it back sooner than who yields it to a busy one

thread_local int awakes = 0;
thread_local bool soon = true; // the last wait was short: so may be the next
thread_local Clock::time_point sleepsUntil;

// True: nobody else wanted the processor.
bool yielded()
{
    const auto before = Clock::now();
    ::sched_yield();
    const auto after = Clock::now();
    if (after - before < LongYield)
        return true;
    sleepsUntil = after + Manners;
    return false;
}

int waitAwake(GPollFD *descriptors, guint count, int timeout)
{
    int ready = g_poll(descriptors, count, 0);
    if (ready != 0 || timeout == 0)
        return ready;
    const auto began = Clock::now();
    bool awake = soon && began >= sleepsUntil;
    while (ready == 0 && awake) {
        awake = yielded() && Clock::now() - began < LongestAwake;
        ready = g_poll(descriptors, count, 0);
    }
    if (ready != 0)
        return ready;
    ready = g_poll(descriptors, count, timeout);
    soon = Clock::now() - began < ShortWait;
    return ready;
}

// Qt makes the context of each of its threads that thread's own.
void waitBy(GPollFunc how)
{
    GMainContext *context = g_main_context_ref_thread_default();
    g_main_context_set_poll_func(context, how);
    g_main_context_unref(context);
}

} // namespace

BusyWait::BusyWait()
{
    if (awakes++ == 0)
        waitBy(waitAwake);
}

BusyWait::~BusyWait()
{
    if (--awakes == 0)
        waitBy(nullptr);
}
#else // no event loop of GLib's
BusyWait::BusyWait() = default;
BusyWait::~BusyWait() = default;
#endif

} // namespace lockscope
