// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// To which recording a file belongs, and which part it is: record --rotate writes several files. Stored in a
// table that older versions do not have and ignore. Values; the queries belong to the caller, on its thread.

#include <QByteArray>

class QSqlQuery;

namespace lockscope
{

struct RecordingPlace {
    QByteArray id{}; // random, of the recording
    qint64 part = 1; // in the order in which they were written
    // It begins where the previous part was closed, and nothing was missed in between.
    bool isGapless = false;
    QByteArray subject{}; // which locks of which servers it records; empty: unknown

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
