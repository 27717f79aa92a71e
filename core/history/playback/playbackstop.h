// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where playback can stop next: at an event, a change of a verdict, a failover. On the thread of the reader.

#include "core/base/outcome.h"
#include "core/history/values/hold.h"

#include <optional>

namespace lockscope
{

class RecordingReader;

enum class PlaybackStop { Event, Verdict, Failover };

struct PlaybackQuery {
    PlaybackStop what = PlaybackStop::Event;
    WallTime from{};
    bool forward = true;
    LockName key{}; // only events and verdicts of this lock; empty: all
};

struct PlaybackFound {
    WallTime at{};
    LockName key{}; // empty: it concerns several
};

// The first such change after query.from, or the last one before it; nullopt: there is none. Events that only
// end or begin one of several files are none, and neither is the end of a hold that the next file has still.
Outcome<std::optional<PlaybackFound>> findStop(RecordingReader &reader, const PlaybackQuery &query);

} // namespace lockscope
