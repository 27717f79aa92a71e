// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which clients blocked others at a moment, from a recording, without a connection: blocking --recording. How
// many clients waited is recorded, but not which.

#include "app/cli/run/run.h"
#include "app/cli/text/tint.h"
#include "core/history/causes/blockingthen.h"

namespace lockscope::cli
{

// Lines, the line below them, and an object. Pure.
QStringList blockingThenText(const BlockingThen &then, const TextStyle &style);
QString blockingThenSummary(const BlockingThen &then);
void writeBlockingThen(JsonWriter &json, const BlockingThen &then);

QCoro::Task<int> runRecorded(Run *run, const BlockingOptions &options);

} // namespace lockscope::cli
