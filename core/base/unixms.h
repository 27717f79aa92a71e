// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wall time in files and documents: milliseconds since 1970. Pure.

#include "core/base/clock.h"

namespace lockscope
{

inline qint64 unixMs(WallTime at)
{
    return std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count();
}

} // namespace lockscope
