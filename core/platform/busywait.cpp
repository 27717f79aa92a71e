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

constexpr auto LongestAwake = 200us; // a few round trips to a local server
constexpr auto ShortWait = 1ms;      // including the time to wake up
constexpr auto LongYield = 500us;    // another thread ran on the processor
constexpr auto Manners = 50ms; // a sleeping thread gets a busy processor back sooner than a yielding one

thread_local int awakes = 0;
thread_local bool soon = true; // the last wait was short, so the next may be too
thread_local Clock::time_point sleepsUntil;

// True if no other thread wanted the processor.
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

// Qt makes each thread's GLib context the default of that thread.
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
#else // no GLib event loop
BusyWait::BusyWait() = default;
BusyWait::~BusyWait() = default;
#endif

} // namespace lockscope
