// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One file of a recording, of which there are several after a rotation. Values; any thread.

#include "core/history/values/hold.h"
#include "core/history/values/recordingplace.h"

#include <QString>

#include <limits>

namespace lockscope
{

// Where a part goes on from the one before, or in the next one: what is written there only to end one file
// and to begin the other is no event.
struct PartEdges {
    qint64 restated = 0;                     // events up to this id say again what was so
    std::optional<WallTime> restatedUntil{}; // of verdicts and marks; none: it does not go on from another
    std::optional<WallTime> closedAt{};      // none: the next part does not go on from this one
    qint64 lastEvent = std::numeric_limits<qint64>::max(); // later ones are not read
};

struct RecordingPart {
    QString file{};
    qint64 bytes = 0;
    qint64 changed = 0;                    // ms since 1970
    std::optional<HistoryRange> extent{};  // from the first to the last time recorded; none: nothing is
    std::optional<RecordingPlace> place{}; // none: an older version wrote it
    std::optional<WallTime> openedAt{};    // its first opening
    std::optional<WallTime> closedAt{};    // none: not closed
    qint64 restated = 0;                   // the events that it begins with, of what was so: up to this id
    std::optional<WallTime> restatedUntil{};
    PartEdges edges{};

    bool isJoined() const { return edges.restatedUntil.has_value(); } // nothing was missed before it
    // The same for a file that was renamed, or has grown.
    bool isSame(const RecordingPart &other) const
    {
        return place && other.place ? *place == *other.place
                                    : extent && other.extent && extent->from == other.extent->from;
    }
};

} // namespace lockscope
