// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/packedowner.h"

#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

// The first of the digits. Part of the file format.
enum Form : char { Uuid = 1, Plain = 2 };

constexpr qsizetype UuidSize = 36;
constexpr std::array<qsizetype, 4> Dashes{8, 13, 18, 23};
constexpr qsizetype FewestDigits = 16;

// Upper case would not come back.
bool isDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool isUuid(QByteArrayView text)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isDash = std::ranges::find(Dashes, i) != Dashes.end();
        if (isDash ? text[i] != '-' : !isDigit(text[i]))
            return false;
    }
    return text.size() == UuidSize;
}

PackedOwner packed(Form form, const QByteArray &owner, qsizetype size)
{
    return {char(form) + QByteArray::fromHex(owner.first(size)), owner.sliced(size)}; // skips the dashes
}

} // namespace

PackedOwner PackedOwner::of(const OwnerId &owner)
{
    const QByteArray &bytes = owner.bytes;
    if (isUuid(QByteArrayView(bytes).first(std::min(bytes.size(), UuidSize))))
        return packed(Uuid, bytes, UuidSize);
    const qsizetype digits = std::ranges::find_if_not(bytes, isDigit) - bytes.cbegin();
    if (digits >= FewestDigits)
        return packed(Plain, bytes, digits - digits % 2);
    return {.rest = bytes};
}

OwnerId PackedOwner::unpacked() const
{
    if (digits.isEmpty())
        return {rest};
    QByteArray text = digits.sliced(1).toHex();
    if (digits[0] == Uuid) {
        for (const qsizetype dash : Dashes)
            text.insert(std::min(dash, text.size()), '-');
    }
    return {text + rest};
}

namespace ownerrows
{

const char *const Table =
    "CREATE TABLE IF NOT EXISTS owner (event INTEGER PRIMARY KEY, bytes BLOB NOT NULL, digits BLOB)";
const char *const Add = "INSERT INTO owner (event, bytes, digits) VALUES (?, ?, ?)";

void bind(QSqlQuery &query, int place, const OwnerId &owner)
{
    const PackedOwner packed = PackedOwner::of(owner);
    query.bindValue(place, packed.rest.isNull() ? QByteArray("") : packed.rest);
    query.bindValue(place + 1, packed.digits);
}

QString hide(qint64 version)
{
    if (version == 2)
        return QStringLiteral(
            "CREATE TEMP VIEW owner AS SELECT event, bytes, NULL AS digits FROM main.owner");
    return QStringLiteral("CREATE TEMP TABLE owner (event INTEGER PRIMARY KEY, bytes, digits)"); // empty
}

QStringList convert(qint64 version)
{
    if (version == 2)
        return {QStringLiteral("ALTER TABLE owner ADD COLUMN digits BLOB")};
    return {};
}

} // namespace ownerrows

} // namespace lockscope
