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
    qint64 waiters = 0;                   // a lower bound
    std::optional<VerdictStep> verdict{}; // nullopt: unknown
};

struct BlockerThen {
    OwnerId owner{};             // empty: unknown, or a value that many clients write
    std::vector<size_t> locks{}; // held by it: indexes in BlockingThen::locks
    qint64 waiters = 0;          // of these locks
};

struct BlockingThen {
    WallTime at{};
    bool watched = false;                    // false: it is unknown whether clients waited
    std::optional<milliseconds> setBackBy{}; // HistoryMoment::setBackBy
    bool isSelection = false;                // the recording contains only some locks
    std::vector<BlockedThen> locks{};        // by name
    std::vector<BlockerThen> blockers{};     // most waiters first
    qint64 withoutHolder = 0;                // further locks with waiters but without a recorded hold
    std::vector<NodeId> lost{};              // nodes that were unreachable then
    std::vector<NodeId> hiding{};            // those of `lost` that hid locks
    qint64 waiters() const;
};

// at: a time that is recorded.
Outcome<BlockingThen> blockingThen(RecordingReader &reader, WallTime at);

} // namespace lockscope
