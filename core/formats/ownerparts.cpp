// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: RFC 9562 (UUIDs of version 1 and 7); java.lang.management.RuntimeMXBean.getName(), "pid@host".
#include "core/formats/ownerparts.h"

#include "core/formats/distributedid.h"
#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"

#include <QHostAddress>
#include <QUuid>

namespace lockscope
{

namespace
{

constexpr qsizetype UuidSize = 36;
constexpr qsizetype VersionAt = 14;
constexpr QByteArrayView OwnMark("10c5c09e"); // the first eight digits of each id
constexpr milliseconds From2010{1'262'304'000'000};
constexpr milliseconds To2100{4'102'444'800'000};

// 32 lower-case digits; empty: not a UUID.
QByteArray digitsOf(QByteArrayView uuid)
{
    QByteArray digits = uuid.toByteArray().toLower();
    if (isUuid(uuid))
        digits.replace("-", "");
    return isLowerHex(digits, 32) ? digits : QByteArray();
}

// One random UUID in 64 has these marks, but hardly any has a time between 2010 and 2100.
std::optional<WallTime> timeOfVersion7(const QByteArray &digits)
{
    if (digits[12] != '7' || !QByteArrayView("89ab").contains(digits[16]))
        return {};
    const milliseconds since1970(digits.first(12).toLongLong(nullptr, 16));
    if (since1970 < From2010 || since1970 >= To2100)
        return {};
    return WallTime(std::chrono::duration_cast<WallTime::duration>(since1970));
}

QByteArrayView uuidIn(QByteArrayView id)
{
    for (qsizetype from = 0; from + UuidSize <= id.size(); ++from) {
        const bool begins = from == 0 || !isAlphanumeric(id[from - 1]);
        const bool ends = from + UuidSize == id.size() || !isAlphanumeric(id[from + UuidSize]);
        if (begins && ends && isUuid(id.sliced(from, UuidSize)))
            return id.sliced(from, UuidSize);
    }
    return id;
}

// "10.0.0.7", "10.0.0.7:50312", "[fe80::1]:50312", "fe80::1"
QByteArray ipAddressIn(QByteArrayView id)
{
    QByteArrayView address = id;
    if (id.startsWith('[') && id.contains(']'))
        address = id.sliced(1, id.indexOf(']') - 1);
    else if (const qsizetype colon = id.lastIndexOf(':');
             colon > 0 && id.first(colon).contains('.') && isDigits(id.sliced(colon + 1)))
        address = id.first(colon);
    // QHostAddress also accepts short forms ("1", "1.2").
    const bool looksRight = address.count('.') == 3 || address.count(':') >= 2;
    QHostAddress parsed;
    if (address.size() > 45 || !looksRight || !parsed.setAddress(QString::fromLatin1(address)))
        return {};
    return address.toByteArray();
}

bool isHostName(QByteArrayView text)
{
    return !text.isEmpty() && text.size() <= 253 && isAlphanumeric(text[0]) &&
           all(text, [](char c) { return isAlphanumeric(c) || c == '-' || c == '.' || c == '_'; });
}

} // namespace

void tellUuid(OwnerParts &parts, QByteArrayView uuid)
{
    if (uuid.size() != UuidSize && uuid.size() != 32)
        return;
    const char version = uuid[uuid.size() == UuidSize ? 14 : 12];
    if (version != '1' && version != '7') // only these have a time
        return;
    const QByteArray digits = digitsOf(uuid);
    if (digits.isEmpty())
        return;
    if (const std::optional<TimedUuid> timed = timedUuid(digits)) {
        parts.madeAt = timed->madeAt;
        if (timed->nodeIsMac)
            parts.mac = timed->node;
    } else {
        parts.madeAt = timeOfVersion7(digits);
    }
}

OwnerParts redissonParts(QByteArrayView id)
{
    OwnerParts parts;
    if (const std::optional<RedissonOwner> owner = redissonOwner(id)) {
        parts.client = owner->client.toByteArray();
        parts.thread = owner->thread.toByteArray();
        tellUuid(parts, owner->client);
    }
    return parts;
}

OwnerParts distributedParts(QByteArrayView id)
{
    OwnerParts parts;
    if (const std::optional<DistributedId> told = distributedId(id)) {
        parts.client = told->id.chopped(32).toByteArray();
        parts.host = told->machine.toByteArray();
        parts.process = told->process.toByteArray();
    }
    return parts;
}

OwnerParts uuidClientParts(QByteArrayView id)
{
    OwnerParts parts;
    if (!isUuid(id) && !isUuidWithNumber(id))
        return parts;
    parts.client = id.first(UuidSize).toByteArray();
    tellUuid(parts, parts.client);
    return parts;
}

OwnerParts opaqueParts(QByteArrayView id)
{
    OwnerParts parts;
    if (const qsizetype at = id.indexOf('@');
        at > 0 && isDigits(id.first(at)) && isHostName(id.sliced(at + 1))) {
        parts.process = id.first(at).toByteArray();
        parts.host = id.sliced(at + 1).toByteArray();
    } else {
        parts.host = ipAddressIn(id);
        tellUuid(parts, uuidIn(id));
    }
    return parts;
}

QByteArray ownUuid()
{
    QByteArray uuid = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    uuid.replace(0, OwnMark.size(), OwnMark);
    uuid[VersionAt] = '8';
    return uuid;
}

bool hasOwnUuid(QByteArrayView id)
{
    return id.size() >= UuidSize && id.startsWith(OwnMark) && isUuid(id.first(UuidSize)) &&
           id[VersionAt] == '8';
}

OwnerId withoutOwnUuid(const OwnerId &owner)
{
    if (!hasOwnUuid(owner.bytes))
        return owner;
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + owner.bytes.sliced(UuidSize)};
}

} // namespace lockscope
