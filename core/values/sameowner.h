// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares owners that may have several names. Pure.

#include "core/base/names.h"

#include <QDateTime>

namespace lockscope
{

// Redisson's read-write lock stores a writer as id:write.
inline bool isWriter(const OwnerId &owner)
{
    return owner.bytes.endsWith(":write");
}

inline bool isSameOwner(const OwnerId &a, const OwnerId &b)
{
    const auto writes = [](const OwnerId &owner) { return owner.bytes + ":write"; };
    return a == b || (!a.isEmpty() && !b.isEmpty() && (writes(a) == b.bytes || writes(b) == a.bytes));
}

// Entries of ShedLock before 6.7.0, ADDED:<time>@<host>: an extension writes the time anew, so the later one
// may be the same run, or the next one of that host.
inline bool mayBeExtended(const OwnerId &before, const OwnerId &after)
{
    const auto hostOf = [](const OwnerId &entry) { return entry.bytes.mid(entry.bytes.indexOf('@')); };
    const auto timeOf = [](const OwnerId &entry) {
        const QByteArray time = entry.bytes.left(entry.bytes.indexOf('@')).mid(qstrlen("ADDED:"));
        return QDateTime::fromString(QString::fromLatin1(time), Qt::ISODateWithMs);
    };
    return before.bytes.startsWith("ADDED:") && before.bytes.contains('@') &&
           hostOf(before) == hostOf(after) && timeOf(before).isValid() && timeOf(before) < timeOf(after);
}

} // namespace lockscope
