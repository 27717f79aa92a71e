// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recording has, in the order in which it was written, without changing it. Reads the state in which
// the file was at the opening, a part at a time. One thread.

#include "core/history/historyreader.h"
#include "core/history/playback/recordingpart.h"

#include <variant>

namespace lockscope
{

// Event or mark, with its time.
struct PlaybackStep {
    WallTime at{};
    std::variant<LockEvent, Mark> what{};
};

class Playback : public HistoryReader
{
public:
    // How far it was read.
    struct Position {
        qint64 event = 0;
        size_t mark = 0;
    };

    explicit Playback(const QString &file) : HistoryReader(file) {}

    // What only ends or begins one of several files is left out. Before begin().
    void setEdges(const PartEdges &edges) { m_edges = edges; }
    const PartEdges &edges() const { return m_edges; }
    Position position() const { return {m_last, m_nextMark}; }
    void goTo(const Position &position); // of the same file and range, before
    // At most about this many more; none: the end.
    Outcome<std::vector<PlaybackStep>> next(size_t most);

protected:
    Done begin(const HistoryRange &range); // of a file that is open: the times that are wanted

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
    std::vector<PlacedMark> m_marks{}; // in order, not yet told; a file keeps a bounded number
    size_t m_nextMark = 0;
};

} // namespace lockscope
