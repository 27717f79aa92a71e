// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line per event, for watch. Pure.

#include "app/cli/text/texttable.h"
#include "core/engine/alertwatch.h"
#include "core/engine/engine.h"

namespace lockscope::cli
{

// "12:03:04.512  acquired   lock:a  by 7f…:12, 29.9 s left"
QString eventLine(const LockEvent &event, const TextStyle &style);
QString alertLine(const Alert &alert, const TextStyle &style);
QString failoverLines(const FailoverReport &report, const TextStyle &style);
QString nodeEventLine(const NodeStatus &status, LiveMode live, WallTime at, const TextStyle &style);

} // namespace lockscope::cli
