// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a MONITOR probe (monitorprobe.h) does with the lines that it hears. Implementations keep addresses,
// owner ids and counts, never a line.

#include <QByteArrayView>

namespace lockscope
{

class MonitorListener
{
public:
    virtual ~MonitorListener() = default;

    virtual void hear(QByteArrayView line) = 0;
    virtual bool knowsAll() const = 0; // so that the probe may end
    virtual qint64 lines() const = 0;
    virtual qint64 named() const = 0; // lines that name a lock or an owner
};

} // namespace lockscope
