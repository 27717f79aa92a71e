// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The file of a recording as a window plays it: all queries of a history, and besides what was so at a
// moment, and where the next change is. Another program may be writing the file; each resume() reads it as it
// is then. Between queries, pause(): an open transaction makes the writer's log grow. While it is open, the
// writer cannot rotate the file. One thread.

#include "core/history/historyreader.h"

class QSqlQuery;

namespace lockscope
{

// Where playback can stop: at any event, at a change of a verdict, at a failover.
enum class PlaybackStop { Event, Verdict, Failover };

struct PlaybackQuery {
    PlaybackStop what = PlaybackStop::Event;
    WallTime from{};
    bool forward = true;
    LockName key{}; // of events and verdicts; empty: of any lock
};

struct PlaybackFound {
    WallTime at{};
    LockName key{}; // empty: it concerns several
};

class RecordingReader final : public HistoryReader
{
public:
    static constexpr size_t JudgedMost = 10'000; // locks of a moment whose verdicts and waiters are read

    explicit RecordingReader(const QString &file) : HistoryReader(file) {}

    Done open();
    Done resume();
    void pause();
    qint64 bytes() const { return m_file.bytes(); }
    // From the first to the last time recorded; empty: nothing is recorded yet.
    Outcome<std::optional<HistoryRange>> extent();
    // As HistoryReader::moment(), with verdicts and waiters.
    Outcome<HistoryMoment> judgedMoment(WallTime at, size_t most);
    // The first such change after a time, or the last one before it; none: there is none.
    Outcome<std::optional<PlaybackFound>> stop(const PlaybackQuery &query);

private:
    Done addWaitersThen(HistoryMoment &moment, const std::vector<LockName> &keys);
    Outcome<qint64> lastEventUntil(WallTime at);
    Outcome<std::optional<PlaybackFound>> found(QSqlQuery &rows);
    Outcome<std::optional<PlaybackFound>> nextEvent(const PlaybackQuery &query);

    std::optional<qint64> m_version{}; // of the data, as SQLite counts it
};

} // namespace lockscope
