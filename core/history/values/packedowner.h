// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An owner as the file of a history has it: most owner ids begin with a UUID or with hex digits, which need
// half the bytes as binary. Values; any thread.

#include "core/base/names.h"

#include <QStringList>

class QSqlQuery;

namespace lockscope
{

struct PackedOwner {
    QByteArray digits{}; // how they are written, and the digits as bytes; null: the owner begins otherwise
    QByteArray rest{};   // all that follows

    static PackedOwner of(const OwnerId &owner);
    OwnerId unpacked() const;
};

namespace ownerrows
{
extern const char *const Table;
extern const char *const Add;                                 // event, then bind(query, 1, owner)
void bind(QSqlQuery &query, int place, const OwnerId &owner); // the rest, and the digits
// What makes the table of an older version one of this version: for reading only, and for good.
QString hide(qint64 version);
QStringList convert(qint64 version);
} // namespace ownerrows

} // namespace lockscope
