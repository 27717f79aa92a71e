// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files of a recording that overlap a stretch, each with the ids of its events in the stretch. Owner: a
// StretchReader; one thread.

#include "core/history/playback/recordingreader.h"

namespace lockscope
{

class StretchFiles
{
public:
    struct Part {
        size_t index = 0; // in the recording
        qint64 firstEvent = 0;
        qint64 endEvent = 0;           // the first event after the stretch
        QHash<qint64, qint32> locks{}; // indexes in StretchReader::m_locks, by the key's id in the file
    };

    explicit StretchFiles(const QString &file) : m_past(file) {}

    RecordingReader &past() { return m_past; }
    // Call it after the recording was opened. The ids may include some events outside the stretch.
    Done find(const HistoryRange &range);
    std::vector<Part> &parts() { return m_parts; } // oldest first, one at least
    // As RecordingReader::ask().
    template<class Query> auto ask(const Part &part, const Query &query)
    {
        return m_past.ask(part.index, query);
    }
    // Some names of locks in the recording; whether it has any of the given ones.
    Outcome<std::vector<QByteArray>> someLocks();
    Outcome<bool> hasAnyOf(const std::vector<QByteArray> &keys);

private:
    RecordingReader m_past;
    std::vector<Part> m_parts{};
};

} // namespace lockscope
