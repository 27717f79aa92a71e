// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the old holder will notice when a lock is taken from it, and when, by kind and by library: the facts
// of 2.7, 6 and 9.5 of the notes on lock formats, whose sources stand on top of each family's file. Pure; any
// thread.

#include "core/values/act.h"

#include <string_view>
#include <vector>

namespace lockscope
{

// For each library that the lock may be of, most likely first; never nothing for an act that takes away
// (takesAway()), always nothing for others. A library or a kind without facts says that they are not known.
std::vector<HolderNotice> holderNotices(LockKind kind, ActKind act,
                                        const std::vector<std::string_view> &libraries);

} // namespace lockscope
