// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Receives the lines of a MONITOR probe (monitorprobe.h), which shares ownership and calls it on the engine's
// thread. Implementations keep addresses, owner ids and counts, never a line. A line that cannot be parsed is
// ignored.

#include <QByteArrayView>

namespace lockscope
{

class MonitorListener
{
public:
    virtual ~MonitorListener() = default;

    virtual void hear(QByteArrayView line) = 0;
    virtual bool knowsAll() const = 0; // true: the probe can end
    virtual qint64 lines() const = 0;
    virtual qint64 named() const = 0; // lines that name a lock or an owner
};

} // namespace lockscope
