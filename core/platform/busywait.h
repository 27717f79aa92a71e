// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// While there is one, its thread waits awake for what is about to come: to be put to sleep and woken takes
// longer than a server nearby takes to answer, and a lab that measures the server must not measure that. It
// stays awake for a fraction of a millisecond only, and not at all while the waits are long or somebody else
// wants the processor. For threads whose event loop is GLib's, as Qt's are on Linux; else nothing.
// Owner: who makes it, on its thread, where it must also end.

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
