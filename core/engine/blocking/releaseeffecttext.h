// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The effect of a release in sentences. Pure; any thread.

#include "core/values/act.h"

#include <QStringList>

namespace lockscope
{

// Who goes on, how long they would wait otherwise, and what the client keeps.
QStringList releaseLines(const ReleaseEffect &effect, Instant at);

} // namespace lockscope
