// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client blocks which, as text. Pure.

#include "app/cli/text/tint.h"
#include "core/engine/blocking/blockingreport.h"
#include "core/engine/blocking/processes.h"

#include <QStringList>

namespace lockscope::cli
{

// Deadlocks, then a tree for each blocker; empty: no client is known to wait.
QStringList blockingText(const BlockingReport &report, BlockersBy by, const TextStyle &style);
// The counts, and what may be missing from them.
QString blockingSummary(const BlockingReport &report, bool isProbed, bool isWhole);
// What was asked of a probe and not done: it ended early, or there was nothing to listen for.
QStringList probeRemarks(const BlockingReport &report);

} // namespace lockscope::cli
