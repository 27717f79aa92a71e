// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes the beginning of a recording, as History does.

#include "core/history/historystore.h"

#include <algorithm>
#include <initializer_list>

namespace lockscope::test
{

// Opens the file. What is written next is from `at` on.
inline Done beginRecording(HistoryStore &store, WallTime at)
{
    const Done opened = store.open();
    return opened.ok() ? store.append(Mark{.kind = Mark::Kind::Opened, .at = at}) : opened;
}

// The first of several writes that failed, if one did.
inline Done allDone(std::initializer_list<Done> writes)
{
    const auto failed = std::ranges::find_if_not(writes, [](const Done &one) { return one.ok(); });
    return failed != writes.end() ? *failed : Done(Nothing{});
}

} // namespace lockscope::test
