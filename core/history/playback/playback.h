// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the events and marks of a recording in the order in which they were written, a portion at a time, in
// the state at the time of opening. Does not change the file. One thread.

#include "core/history/historyreader.h"
#include "core/history/playback/recordingpart.h"

#include <variant>

namespace lockscope
{

// An event or a mark, with its time.
struct PlaybackStep {
    WallTime at{};
    std::variant<LockEvent, Mark> what{};
    bool mayGoOn = false; // as Hold::mayGoOn, where it is asked for
};

class Playback : public HistoryReader
{
public:
    // The current reading position.
    struct Position {
        qint64 event = 0;
        size_t mark = 0;
    };

    explicit Playback(const QString &file) : HistoryReader(file) {}

    // Leaves out steps that only end or begin one of several files. Call it before begin().
    void setEdges(const PartEdges &edges) { m_edges = edges; }
    const PartEdges &edges() const { return m_edges; }
    Position position() const { return {m_last, m_nextMark}; }
    void goTo(const Position &position); // earlier returned for the same file and range
    // About `most` further steps at most; empty: the end.
    Outcome<std::vector<PlaybackStep>> next(size_t most);

protected:
    Done begin(const HistoryRange &range); // the file must be open

private:
    struct PlacedMark {
        qint64 eventsBefore = 0;
        Mark mark{};
    };
    Done readMarks();
    bool isLeftOut(const Mark &mark) const;

    PartEdges m_edges{};
    HistoryRange m_range{};
    qint64 m_last = 0;                 // the last event read
    std::vector<PlacedMark> m_marks{}; // in order; a file keeps a bounded number
    size_t m_nextMark = 0;
};

} // namespace lockscope
