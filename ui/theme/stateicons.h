// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Drawn icons: no image files, sharp at any size, in any colour. GUI thread.

#include "core/values/events.h"

#include <QColor>
#include <QIcon>

namespace lockscope
{

// A filled outline of its own for each level, with its sign cut out in the ground's colour.
QIcon verdictShape(VerdictLevel level, const QColor &color, const QColor &ground);
QIcon eventShape(EventKind kind, const QColor &color);

} // namespace lockscope
