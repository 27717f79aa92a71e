// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files of a recording that have something of a stretch, each with the events that it has of it. Owner: a
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
        qint64 endEvent = 0;           // the first one after the stretch
        QHash<qint64, qint32> locks{}; // their places with the reader, by the id of the key in the file
    };

    explicit StretchFiles(const QString &file) : m_past(file) {}

    RecordingReader &past() { return m_past; }
    // Once the recording is open. Some events beside the stretch are in it.
    Done find(const HistoryRange &range);
    std::vector<Part> &parts() { return m_parts; } // oldest first, one at least
    // As RecordingReader::ask().
    template<class Query> auto ask(const Part &part, const Query &query)
    {
        return m_past.ask(part.index, query);
    }
    // Some names of locks in the recording, and whether it has any of others.
    Outcome<std::vector<QByteArray>> someLocks();
    Outcome<bool> hasAnyOf(const std::vector<QByteArray> &keys);

private:
    RecordingReader m_past;
    std::vector<Part> m_parts{};
};

} // namespace lockscope
