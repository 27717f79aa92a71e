// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which clients blocked others at a moment, from a recording, without a connection: blocking --recording. How
// many clients waited is recorded, but not which.

#include "app/cli/run/run.h"
#include "app/cli/text/tint.h"
#include "core/history/playback/recordingreader.h"

namespace lockscope::cli
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
    bool watched = false;                // false: it is not known whether clients waited
    bool isSelection = false;            // of other locks nothing is known
    std::vector<BlockedThen> locks{};    // by name
    std::vector<BlockerThen> blockers{}; // most waiters first
    qint64 withoutHolder = 0;            // further locks that were waited for, of which no hold is recorded
    std::vector<NodeId> lost{};          // nodes that could not be reached then
    qint64 waiters() const;
};

Outcome<BlockingThen> blockingThen(RecordingReader &reader, WallTime at);
// Lines, the line below them, and an object. Pure.
QStringList blockingThenText(const BlockingThen &then, const TextStyle &style);
QString blockingThenSummary(const BlockingThen &then);
void writeBlockingThen(JsonWriter &json, const BlockingThen &then);

QCoro::Task<int> runRecorded(Run *run, const BlockingOptions &options);

} // namespace lockscope::cli
