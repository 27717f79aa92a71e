// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The results of a scan and a probe as lines. Pure: the time is a parameter.

#include "core/engine/engine.h"

namespace lockscope::cli
{

QString counted(qint64 number, const QString &thing); // "1 lock", "2 locks"
// How many of the locks that a scan found are shown.
struct ShownLocks {
    qsizetype locks = 0;
    qsizetype tooUnsure = 0; // left out only because they may be no locks
    qsizetype ofUnknown = 0; // left out only because their clients are not known
};
// "looked at 210 of about 210 keys, 12 locks; scan complete in 14 ms"
QString scanLine(const ScanProgress &progress, const ShownLocks &shown, Instant at);
// Requires keysRefused > 0: their number, and the reason for the first.
QString refusedKeysLine(const ScanProgress &progress);
// "Listening to 10.0.0.7:6379 for 11.5s: about 12,000 commands, 2 MB; it costs a busy server about 30 % …"
QString probeCost(const ProbeEstimate &estimate);
// The outcome, or why nothing was learnt.
QString probeOutcome(const ProbeReport &report);

// For a key that was not found: a hint if its name looks copied from a list; otherwise empty.
QString literalHint(const LockName &key);

} // namespace lockscope::cli
