// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One file of a recording, of which there are several after a rotation. Values; any thread.

#include "core/history/values/hold.h"
#include "core/history/values/recordingplace.h"

#include <QString>

#include <limits>

namespace lockscope
{

// Of files that follow one another: events come within a second.
constexpr milliseconds FilesOverlap{2000};

// Where a part continues the previous one, or is continued by the next: steps written only to end one file
// and begin the other are left out there.
struct PartEdges {
    qint64 restated = 0; // events up to this id repeat the state at its start
    std::optional<WallTime>
        restatedUntil{}; // the same for verdicts and marks; nullopt: it continues no other part
    std::optional<WallTime> closedAt{};                    // nullopt: no part continues this one
    qint64 lastEvent = std::numeric_limits<qint64>::max(); // later ones are not read
};

struct RecordingPart {
    QString file{};
    qint64 bytes = 0;
    qint64 changed = 0;                    // ms since 1970
    std::optional<HistoryRange> extent{};  // from the first to the last time recorded; nullopt: nothing
    std::optional<RecordingPlace> place{}; // nullopt: written by an older version
    std::optional<WallTime> openedAt{};    // its first opening
    std::optional<WallTime> closedAt{};    // nullopt: not closed
    qint64 restated = 0;                   // events up to this id repeat the state at its start
    std::optional<WallTime> restatedUntil{};
    PartEdges edges{};

    // As the files say, which those of older versions do not.
    bool goesOnFrom(const RecordingPart &before) const
    {
        return before.closedAt && openedAt && before.place && place && before.place->id == place->id &&
               before.place->part + 1 == place->part && place->isGapless;
    }
    bool isJoined() const { return edges.restatedUntil.has_value(); } // nothing was missed before it
    // True also if the file was renamed, or has grown.
    bool isSame(const RecordingPart &other) const
    {
        return place && other.place ? *place == *other.place
                                    : extent && other.extent && extent->from == other.extent->from;
    }
};

} // namespace lockscope
