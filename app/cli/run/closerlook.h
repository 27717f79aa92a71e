// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One key, read exactly and with all that belongs to it, as the kind that was asked for.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

// The same key taken for a lock of this family; WrongType if it cannot be one. A key that is missing and no
// lock of any kind stays as it is.
Outcome<LockDetail> takenAs(LockDetail detail, const Format &format, Instant at,
                            const VerdictThresholds &thresholds = {});
// kind: what it is taken for; empty: what it looks like.
QCoro::Task<Outcome<LockDetail>> lookCloser(Run *run, LockName key, QByteArray kind);

} // namespace lockscope::cli
