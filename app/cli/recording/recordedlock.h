// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock as it was at a moment, from a recording, without a connection: show --recording.

#include "app/cli/run/run.h"
#include "core/history/playback/recordingreader.h"

namespace lockscope::cli
{

// What is unknown has no value.
struct RecordedLock {
    LockName key{};
    WallTime at{};
    bool isUnreadable = false;               // the server refused to show it
    bool isRecorded = false;                 // the recording has an event of it, at any time
    bool watched = false;                    // false: it is not known whether it was held
    std::optional<milliseconds> setBackBy{}; // HistoryMoment::setBackBy
    bool isSampled = false;    // the key was polled: what came and went between two polls was not seen
    std::vector<Hold> holds{}; // by start; may have ended later
    std::optional<qint64> waiters{};
    std::optional<VerdictStep> verdict{};
    std::vector<NodeId> lost{}; // nodes that could not be reached then
    bool isHidden = false;      // it may have been held on one of these
};

Outcome<RecordedLock> recordedLock(RecordingReader &reader, const LockName &key, WallTime at);
// Lines, and an object. Pure.
QStringList recordedLockText(const RecordedLock &lock);
void writeRecordedLock(JsonWriter &json, const RecordedLock &lock);

QCoro::Task<int> runRecorded(Run *run, const ShowOptions &options);

} // namespace lockscope::cli
