// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// While an instance exists, its thread polls for events instead of sleeping: waking a thread takes longer
// than a local server needs to answer, and the lab must not measure that. Polls only for a fraction of a
// millisecond, and not at all while waits are long or other threads want the processor. Works with GLib event
// loops, as Qt uses on Linux; does nothing elsewhere. Must be destroyed on the thread that made it.

namespace lockscope
{

class BusyWait
{
public:
    BusyWait();
    ~BusyWait();
    BusyWait(const BusyWait &) = delete;
    BusyWait &operator=(const BusyWait &) = delete;
};

} // namespace lockscope
