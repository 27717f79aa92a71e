// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wall time in logs and tables: "2026-06-12T02:59:00.000Z". Pure.

#include "core/base/unixms.h"

#include <QDateTime>

namespace lockscope
{

inline QString utcText(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at)).toUTC().toString(Qt::ISODateWithMs);
}

} // namespace lockscope
