// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which clients blocked others at a moment of a recording. How many clients waited is recorded, but not
// which. Functions; the thread of the recording.

#include "core/history/playback/recordingreader.h"

namespace lockscope
{

// A lock that was held while clients waited for it.
struct BlockedThen {
    LockName key{};
    std::vector<Hold> holds{};            // by start; may have ended later
    qint64 waiters = 0;                   // at least
    std::optional<VerdictStep> verdict{}; // none: not known
};

struct BlockerThen {
    OwnerId owner{};             // empty: not known, or a value that many clients use
    std::vector<size_t> locks{}; // that it held: places in BlockingThen::locks
    qint64 waiters = 0;          // of these locks
};

struct BlockingThen {
    WallTime at{};
    bool watched = false;                    // false: it is not known whether clients waited
    std::optional<milliseconds> setBackBy{}; // HistoryMoment::setBackBy
    bool isSelection = false;                // of other locks nothing is known
    std::vector<BlockedThen> locks{};        // by name
    std::vector<BlockerThen> blockers{};     // most waiters first
    qint64 withoutHolder = 0;     // further locks that were waited for, of which no hold is recorded
    std::vector<NodeId> lost{};   // nodes that could not be reached then
    std::vector<NodeId> hiding{}; // those of them that hid locks
    qint64 waiters() const;
};

// at: a time that is recorded.
Outcome<BlockingThen> blockingThen(RecordingReader &reader, WallTime at);

} // namespace lockscope
