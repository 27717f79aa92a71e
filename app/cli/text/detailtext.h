// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pages about one lock, and about what an act would do to it. Pure: the time is a parameter.

#include "app/cli/text/texttable.h"
#include "core/engine/engine.h"

namespace lockscope::cli
{

QStringList detailText(const LockDetail &detail, Instant at, const TextStyle &style);
QStringList planText(const ActPlan &plan, const TextStyle &style);
// Why show found no lock: "lock:a: there is no such key", "lock:a: is a list, no lock of a known format".
QString noLockLine(const LockName &key, const LockDetail &detail);
// The same of a RedLock group, with what each node answered.
QString noLockOfGroupLine(const LockName &key, const LockDetail &detail);
// Nodes that did not answer could have it by a majority.
bool mayBeHeldElsewhere(const LockDetail &detail);

} // namespace lockscope::cli
