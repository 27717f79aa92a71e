// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The effect of a release in sentences. Pure; any thread.

#include "core/values/act.h"

#include <QStringList>

namespace lockscope
{

// Which waiters proceed, how long they would wait otherwise, and which locks the client keeps.
QStringList releaseLines(const ReleaseEffect &effect, Instant at);
// Of a force-release that ends several holds: that a release of one of them frees no client; empty: it does.
QString releaseByOneText(const ReleaseEffect &effect);

} // namespace lockscope
