// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values as lines for people. Pure: the time is a parameter.

#include "app/cli/text/texttable.h"
#include "core/engine/alertwatch.h"
#include "core/engine/engine.h"

namespace lockscope::cli
{

// "looked at 210 of about 210 keys, 12 locks; scan complete in 14 ms"
QString scanLine(const ScanProgress &progress, qsizetype shown, Instant at);
// "12:03:04.512  acquired   lock:a  by 7f…:12, 29.9 s left"
// keysRefused > 0: how many, and why the first one.
QString refusedKeysLine(const ScanProgress &progress);
QString eventLine(const LockEvent &event, const TextStyle &style);
QString alertLine(const Alert &alert, const TextStyle &style);
QString failoverLines(const FailoverReport &report, const TextStyle &style);
QString nodeEventLine(const NodeStatus &status, LiveMode live, WallTime at, const TextStyle &style);
QString detailText(const LockDetail &detail, Instant at, const TextStyle &style);
// "Listening to 10.0.0.7:6379 for 11.5s: about 12,000 commands, 2 MB; it costs a busy server about 30 % …"
QString probeCost(const ProbeEstimate &estimate);
// What it came to, and why nothing was learnt.
QString probeOutcome(const ProbeReport &report);
QString planText(const ActPlan &plan, const TextStyle &style);
// Why show found no lock: "lock:a: no such key", "lock:a: a list, no lock of a known format".
QString noLockLine(const LockName &key, const LockDetail &detail);

} // namespace lockscope::cli
