// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An owner id as stored in the file of a history. Most owner ids begin with a UUID or hex digits, which take
// half the bytes as binary. Values; any thread.

#include "core/base/names.h"

#include <QStringList>

class QSqlQuery;

namespace lockscope
{

struct PackedOwner {
    QByteArray digits{}; // one byte for the form, then the digits as bytes; null: the owner has no such start
    QByteArray rest{};   // the remaining bytes

    static PackedOwner of(const OwnerId &owner);
    OwnerId unpacked() const;
};

namespace ownerrows
{
extern const char *const Table;
extern const char *const Add; // bind the event, then call bind(query, 1, owner)
void bind(QSqlQuery &query, int place, const OwnerId &owner); // two values: rest and digits
// For a file of an older version. hide(): a temporary view or table for reading it. convert(): migrates the
// file.
QString hide(qint64 version);
QStringList convert(qint64 version);
} // namespace ownerrows

} // namespace lockscope
