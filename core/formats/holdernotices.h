// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the old holder notices when its lock is taken away, and when, by kind and library. Facts: sections
// 2.7, 6 and 9.5 of the notes on lock formats; the sources are on top of each family's file. Pure; any
// thread.

#include "core/values/act.h"

#include <string_view>
#include <vector>

namespace lockscope
{

// One or more notices for each library the lock may be of, most likely first. Empty exactly if the act takes
// nothing away (takesAway()). A library or kind without facts gets a notice that says so.
std::vector<HolderNotice> holderNotices(LockKind kind, ActKind act,
                                        const std::vector<std::string_view> &libraries);

} // namespace lockscope
