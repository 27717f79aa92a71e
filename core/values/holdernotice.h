// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an old holder notices of an act, in words. Pure; any thread.

#include "core/values/act.h"

namespace lockscope
{

const char *name(HolderNotice::When when); // "next-renewal", "at-unlock", …
// "redis-py 2.10.0+, at unlock: release() raises LockNotOwnedError"
QString line(const HolderNotice &notice);

} // namespace lockscope
