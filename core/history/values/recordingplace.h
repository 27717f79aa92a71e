// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which file of which recording a file is: record --rotate makes several of one. In a table of the file that
// older versions do not have and do not look at. Values; the queries belong to the caller, on its thread.

#include <QByteArray>

class QSqlQuery;

namespace lockscope
{

struct RecordingPlace {
    QByteArray id{}; // random, of the recording
    qint64 part = 1; // in the order in which they were written
    // It begins where the part before was closed, and nothing was missed between the two.
    bool isGapless = false;
    QByteArray subject{}; // which locks of which servers it records; empty: not known

    RecordingPlace next() const { return {.id = id, .part = part + 1, .subject = subject}; }
    friend bool operator==(const RecordingPlace &, const RecordingPlace &) = default;
};

RecordingPlace newRecordingPlace(const QByteArray &subject = {});

namespace placerows
{
extern const char *const Table;
extern const char *const Add;
extern const char *const Find;
void bind(QSqlQuery &add, const RecordingPlace &place);
RecordingPlace placeAt(const QSqlQuery &row); // of Find
} // namespace placerows

} // namespace lockscope
