// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock at a moment of a recording, for the command line and the window. Blocks; the thread of the reader.

#include "core/history/playback/recordingreader.h"

namespace lockscope
{

// What is unknown has no value.
struct LockThen {
    LockName key{};
    WallTime at{};
    bool isRecorded = false;                 // the recording has an event of it, at any time
    bool watched = false;                    // false: it is not known whether it was held
    bool isUnreadable = false;               // the server refused to show it
    bool isHidden = false;                   // it may have been held, unseen, on one of the nodes in `hiding`
    std::optional<milliseconds> setBackBy{}; // HistoryMoment::setBackBy
    bool isSampled = false;    // the key was polled: what came and went between two polls was not seen
    std::vector<Hold> holds{}; // by start; may have ended later
    std::optional<qint64> waiters{};
    std::optional<VerdictStep> verdict{};
    std::vector<NodeId> lost{};   // nodes that could not be reached then
    std::vector<NodeId> hiding{}; // those of `lost` that hid locks
};

Outcome<LockThen> lockThen(RecordingReader &reader, const LockName &key, WallTime at);

} // namespace lockscope
