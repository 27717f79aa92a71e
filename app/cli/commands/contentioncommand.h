// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What made clients wait, and what changed, from a history file, without a connection.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

// Local, unless it ends with Z: "14:05", "14:05:30", "2026-06-12T14:05:00Z". A time without a date is the
// last such time before now. Nothing: it is none of these.
std::optional<WallTime> timeMeant(const QByteArray &text, WallTime now);

QCoro::Task<int> runCommand(Run *run, const ContentionOptions &options);

} // namespace lockscope::cli
