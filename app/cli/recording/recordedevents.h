// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of a recording, as watch prints them, without a connection: watch --recording.

#include "app/cli/run/run.h"
#include "app/cli/text/texttable.h"
#include "core/history/playback/recordingsteps.h"

namespace lockscope::cli
{

// One line, and an object. Pure.
QString recordedLine(const PlaybackStep &step, const TextStyle &style);
void writeRecorded(JsonWriter &json, const PlaybackStep &step);

QCoro::Task<int> runRecorded(Run *run, const WatchOptions &options);

} // namespace lockscope::cli
