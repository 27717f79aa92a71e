// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock with all that is known of it, and what an act would do to it, as pages for people. Pure: the time
// is a parameter.

#include "app/cli/text/texttable.h"
#include "core/engine/engine.h"

namespace lockscope::cli
{

QString detailText(const LockDetail &detail, Instant at, const TextStyle &style);
QString planText(const ActPlan &plan, const TextStyle &style);
// Why show found no lock: "lock:a: no such key", "lock:a: a list, no lock of a known format".
QString noLockLine(const LockName &key, const LockDetail &detail);

} // namespace lockscope::cli
