// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/awake.h"

#include <glib.h>
#include <sched.h>

#include <chrono>

namespace lockscope
{

namespace
{

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto LongestAwake = 200us; // some round trips to a server on this machine
constexpr auto ShortWait = 1ms;      // with the time that waking up takes

thread_local int awakes = 0;
thread_local bool soon = true; // the last wait was short: so may be the next

int waitAwake(GPollFD *descriptors, guint count, int timeout)
{
    const auto began = Clock::now();
    int ready = g_poll(descriptors, count, 0);
    while (ready == 0 && timeout != 0 && soon && Clock::now() - began < LongestAwake) {
        ::sched_yield();
        ready = g_poll(descriptors, count, 0);
    }
    if (ready != 0 || timeout == 0)
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

Awake::Awake()
{
    if (awakes++ == 0)
        waitBy(waitAwake);
}

Awake::~Awake()
{
    if (--awakes == 0)
        waitBy(nullptr);
}

} // namespace lockscope
