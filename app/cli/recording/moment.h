// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The moment of a recording that a command is about, and parts of its text and JSON that show and blocking
// share. Main thread.

#include "core/base/jsonwriter.h"
#include "core/history/playback/recordingreader.h"

#include <QStringList>

namespace lockscope::cli
{

// command: with which its failures begin.
Done openRecording(RecordingReader &reader, const QString &file, const char *command);
// The same, and the moment that is meant. at: as on the command line; empty: the last one that is recorded.
Outcome<WallTime> openAtMoment(RecordingReader &reader, const QString &file, const QByteArray &at,
                               const char *command);

// Why nothing can be said of a moment: nothing was recorded, or the clock was set back around then.
QString unknownText(std::optional<milliseconds> setBackBy);
QString sinceText(const Hold &hold, WallTime at);       // "since 2026-06-12 14:05:00 (12 s)"
QString endText(const Hold &hold);                      // "released at 2026-06-12 14:06:00"
QString verdictText(const VerdictStep &verdict);        // "critical deadlock"
QStringList lostTexts(const std::vector<NodeId> &lost); // a line each
void writeSetBack(JsonWriter &json, std::optional<milliseconds> setBackBy);
void writeHolds(JsonWriter &json, const std::vector<Hold> &holds, WallTime at);
void writeVerdict(JsonWriter &json, const VerdictStep &verdict);
void writeLost(JsonWriter &json, const std::vector<NodeId> &lost);

} // namespace lockscope::cli
