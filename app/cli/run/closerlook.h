// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads one key exactly, with its companions, as the requested kind.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

// Treats the key as a lock of this family; WrongType if it cannot be one. A missing key that is no lock stays
// as it is.
Outcome<LockDetail> takenAs(LockDetail detail, const Format &format, Instant at,
                            const VerdictThresholds &thresholds = {});
// kind: the kind to assume; empty: detect it, or show the lock that the key belongs to.
QCoro::Task<Outcome<LockDetail>> lookCloser(Run *run, LockName key, QByteArray kind);

} // namespace lockscope::cli
