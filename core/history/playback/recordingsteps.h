// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the events and marks of a recording in order, file by file, in the state at the time of opening. No
// file is open between two calls, so that its writer can rotate it. One thread.

#include "core/history/playback/recordingset.h"

#include <QHash>

namespace lockscope
{

class RecordingSteps
{
public:
    explicit RecordingSteps(const QString &file) : m_set(file) {}

    Done open(const HistoryRange &range);                                  // only steps in this range
    const std::optional<HistoryRange> &extent() const { return m_extent; } // of all that is recorded
    // as RecordingSet has them; more of them after next()
    const QStringList &flaws() const { return m_flaws; }
    // About `most` further steps at most; empty: the end.
    Outcome<std::vector<PlaybackStep>> next(size_t most);

private:
    Outcome<std::vector<PlaybackStep>> nextOf(const RecordingPart &part, size_t most);
    void leaveOutSeenAgain(std::vector<PlaybackStep> &steps, size_t next);

    RecordingSet m_set;
    HistoryRange m_range{};
    std::optional<HistoryRange> m_extent{};
    QStringList m_flaws{};
    std::vector<RecordingPart> m_parts{}; // at the time of opening
    size_t m_part = 0;                    // the one being read
    Playback::Position m_position{};      // in it
    // Holds that the next part has from before its beginning, with theirs; nullopt: not asked yet.
    std::optional<QMultiHash<std::pair<LockName, OwnerId>, WallTime>> m_goOn{};
};

} // namespace lockscope
