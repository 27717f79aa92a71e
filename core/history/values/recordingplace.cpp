// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/recordingplace.h"

#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

namespace lockscope
{

RecordingPlace newRecordingPlace()
{
    return {.id = QUuid::createUuid().toRfc4122()};
}

namespace placerows
{

const char *const Table =
    "CREATE TABLE IF NOT EXISTS recording_part (id BLOB NOT NULL, part INTEGER NOT NULL,"
    " gapless INTEGER NOT NULL)";
const char *const Add = "INSERT INTO recording_part (id, part, gapless) VALUES (?, ?, ?)";
const char *const Find = "SELECT id, part, gapless FROM recording_part LIMIT 1";

void bind(QSqlQuery &add, const RecordingPlace &place)
{
    add.bindValue(0, place.id);
    add.bindValue(1, place.part);
    add.bindValue(2, place.isGapless);
}

RecordingPlace placeAt(const QSqlQuery &row)
{
    return {.id = row.value(0).toByteArray(),
            .part = row.value(1).toLongLong(),
            .isGapless = row.value(2).toBool()};
}

} // namespace placerows

} // namespace lockscope
