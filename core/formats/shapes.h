// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Matchers for the byte formats that families share. They run for each key of a scan, so they use no regular
// expressions and copy nothing. Pure; any thread.

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace lockscope
{

// Objects and not functions, so that all() and the like need no call for each byte.
inline constexpr auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
inline constexpr auto isLowerHexDigit = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); };
inline constexpr auto isHexDigit = [](char c) { return isLowerHexDigit(c) || (c >= 'A' && c <= 'F'); };
inline constexpr auto isUpper = [](char c) { return c >= 'A' && c <= 'Z'; };
inline constexpr auto isLetter = [](char c) { return isUpper(c) || (c >= 'a' && c <= 'z'); };
inline constexpr auto isAlphanumeric = [](char c) { return isLetter(c) || isDigit(c); };
inline constexpr auto lowered = [](char c) { return isUpper(c) ? char(c + ('a' - 'A')) : c; };

template<class Test> constexpr bool all(QByteArrayView bytes, Test test)
{
    for (const char c : bytes) {
        if (!test(c))
            return false;
    }
    return true;
}

inline bool isDigits(QByteArrayView bytes)
{
    return !bytes.isEmpty() && all(bytes, isDigit);
}
inline bool isLowerHex(QByteArrayView bytes, qsizetype length)
{
    return bytes.size() == length && all(bytes, isLowerHexDigit);
}
bool isUuid(QByteArrayView bytes);           // 36 characters, 8-4-4-4-12, either case
bool isRandomUuid(QByteArrayView bytes);     // version 4, lower case
bool isUuidWithNumber(QByteArrayView bytes); // "uuid:7"
// ShedLock's value: ADDED:<ISO time>@<host>, and since 6.7.0 :<uuid> at the end.
bool isShedLockEntry(QByteArrayView bytes);
// A decimal number as Redis writes it: no plus sign, no leading zero, 64 bits.
std::optional<qint64> decimal(QByteArrayView bytes);
// Standard base64 of that many bytes, with padding and unused bits as encoders write them.
bool isBase64Of(QByteArrayView text, int bytes);
// The same with the URL-safe alphabet and no padding.
bool isUrlBase64Of(QByteArrayView text, int bytes);
// Random letters nearly always include both cases; names of hosts and workers rarely do.
bool isMixedCase(QByteArrayView bytes);
// That many bytes that are not text, as only random bytes are.
bool isRandomBytes(const QByteArray &bytes, qsizetype length);
bool equalsIgnoringCase(QByteArrayView bytes, QByteArrayView lower);
bool containsIgnoringCase(QByteArrayView bytes, QByteArrayView lower);

// Seconds or milliseconds since 1970, with or without a fraction, between 2001 and 2100.
bool isEpochTime(QByteArrayView bytes);

// A version 1 UUID contains the time and the machine of its creation (RFC 4122).
struct TimedUuid {
    WallTime madeAt{};
    QByteArray node{};      // "00:16:3e:…"
    bool nodeIsMac = false; // false: random, drawn once per process
    quint16 clockSequence = 0;
};
// Reads 32 lower-case hex digits without dashes, as redis-py writes them. None: another version, or a time
// outside 1970 to 2100, which only random digits give.
std::optional<TimedUuid> timedUuid(QByteArrayView hex);

} // namespace lockscope
