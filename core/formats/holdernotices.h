// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the old holder notices when its lock is taken away, and when, by kind and library. Facts: sections
// 2.7, 6 and 9.5 of the notes on lock formats; the sources are on top of each family's file. Pure; any
// thread.

#include "core/values/act.h"

#include <vector>

namespace lockscope
{

// Never nothing for an act that takes away (takesAway()), always nothing for others. For each library that
// something speaks for, most likely first; and what is known of the kind, where none of this lock's own does.
// A library or a kind without facts says that they are not known.
std::vector<HolderNotice> holderNotices(LockKind kind, ActKind act, const std::vector<LibraryClaim> &claims);
// The same for the holders of a lock that the act ends: those with an id of Lockscope's own use no library.
// share: whose share RemoveShare removes; not looked at for other acts, which end all holds.
std::vector<HolderNotice> holderNotices(const Lock &lock, LockKind kind, ActKind act,
                                        const std::vector<LibraryClaim> &claims, const OwnerId &share = {});
// A further fact about a lock of this library; empty: none.
QString libraryNote(std::string_view library, QByteArrayView key);

} // namespace lockscope
