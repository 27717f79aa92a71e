// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times on the command line that are about a recording. Pure.

#include "core/base/outcome.h"
#include "core/history/playback/recordingreader.h"

namespace lockscope::cli
{

// Local, unless it ends with Z: "14:05", "14:05:30.250", "2026-06-12T14:05:00Z". A time without a date is of
// the last day in `recorded` that has it, else of the nearest day. Nothing: it is none of these.
std::optional<WallTime> timeMeant(const QByteArray &text, const HistoryRange &recorded);
// The same, for an option of a command, which the failure names.
Outcome<WallTime> timeMeant(const QByteArray &text, const HistoryRange &recorded, const char *command,
                            const char *option);
// An end without a date that is before the beginning is of the next day, if the recording goes on until then.
void putEndAfterBegin(HistoryRange &range, const QByteArray &end, const HistoryRange &recorded);
// Of a range that does not end after it begins. from, to: the options of the command, such as "--from".
Failure endsBeforeBegin(const char *command, const char *from, const char *to, const HistoryRange &range);
QString secondText(WallTime at); // local, to the second

// From the first to the last time recorded; of an empty recording, all until now.
HistoryRange timeRecorded(RecordingReader &reader);

} // namespace lockscope::cli
