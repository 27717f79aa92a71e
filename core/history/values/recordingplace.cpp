// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/recordingplace.h"

#include <QSqlQuery>
#include <QSqlRecord>
#include <QUuid>
#include <QVariant>

namespace lockscope
{

RecordingPlace newRecordingPlace(const QByteArray &subject)
{
    return {.id = QUuid::createUuid().toRfc4122(), .subject = subject};
}

namespace placerows
{

// Files of older versions have no subject.
const char *const Table =
    "CREATE TABLE IF NOT EXISTS recording_part (id BLOB NOT NULL, part INTEGER NOT NULL,"
    " gapless INTEGER NOT NULL, subject BLOB)";
const char *const Add = "INSERT INTO recording_part (id, part, gapless, subject) VALUES (?, ?, ?, ?)";
const char *const Find = "SELECT * FROM recording_part LIMIT 1";

void bind(QSqlQuery &add, const RecordingPlace &place)
{
    add.bindValue(0, place.id);
    add.bindValue(1, place.part);
    add.bindValue(2, place.isGapless);
    add.bindValue(3, place.subject);
}

RecordingPlace placeAt(const QSqlQuery &row)
{
    return {.id = row.value(0).toByteArray(),
            .part = row.value(1).toLongLong(),
            .isGapless = row.value(2).toBool(),
            .subject = row.record().count() > 3 ? row.value(3).toByteArray() : QByteArray()};
}

} // namespace placerows

} // namespace lockscope
