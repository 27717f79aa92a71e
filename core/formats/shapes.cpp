// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/shapes.h"

#include "core/base/names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockscope
{

namespace
{

constexpr auto isBase64Digit = [](char c) { return isAlphanumeric(c) || c == '+' || c == '/'; };
constexpr auto isUrlBase64Digit = [](char c) { return isAlphanumeric(c) || c == '-' || c == '_'; };

// The last digit of an encoding whose length is not a multiple of three has unused bits. They are zero.
constexpr bool isLastDigit(char c, int bytes)
{
    if (bytes % 3 == 1)
        return c == 'A' || c == 'Q' || c == 'g' || c == 'w';
    if (bytes % 3 == 2)
        return QByteArrayView("AEIMQUYcgkosw048").contains(c);
    return true;
}

// A string may be asked for its shape by several families.
constexpr auto HexDigits = [] {
    std::array<bool, 256> digits{};
    for (int c = 0; c < 256; ++c)
        digits[size_t(c)] = isHexDigit(char(c));
    return digits;
}();

constexpr quint64 hexValue(QByteArrayView digits)
{
    quint64 value = 0;
    for (const char c : digits)
        value = value * 16 + quint64(isDigit(c) ? c - '0' : lowered(c) - 'a' + 10);
    return value;
}

} // namespace

bool isUuid(QByteArrayView bytes)
{
    if (bytes.size() != 36)
        return false;
    for (const qsizetype dash : {8, 13, 18, 23}) {
        if (bytes[dash] != '-')
            return false;
    }
    int digits = 0;
    for (const char c : bytes)
        digits += HexDigits[static_cast<unsigned char>(c)];
    return digits == 32;
}

bool isRandomUuid(QByteArrayView bytes)
{
    return isUuid(bytes) && bytes[14] == '4' && QByteArrayView("89ab").contains(bytes[19]) &&
           all(bytes, [](char c) { return !isUpper(c); });
}

bool isUuidWithNumber(QByteArrayView bytes)
{
    return bytes.size() > 37 && isUuid(bytes.first(36)) && bytes[36] == ':' && isDigits(bytes.sliced(37));
}

bool isShedLockEntry(QByteArrayView bytes)
{
    return bytes.startsWith("ADDED:") && bytes.size() > 18 && isDigits(bytes.sliced(6, 4)) &&
           bytes[10] == '-' && bytes.indexOf('@') > 16;
}

std::optional<qint64> decimal(QByteArrayView bytes)
{
    const QByteArrayView digits = bytes.startsWith('-') ? bytes.sliced(1) : bytes;
    if (!isDigits(digits) || (digits[0] == '0' && bytes.size() > 1))
        return {};
    qint64 value = 0;
    const auto end = bytes.data() + bytes.size();
    const auto [rest, error] = std::from_chars(bytes.data(), end, value);
    if (error != std::errc() || rest != end)
        return {};
    return value;
}

bool isBase64Of(QByteArrayView text, int bytes)
{
    const qsizetype digits = (qsizetype(bytes) * 4 + 2) / 3;
    const qsizetype padding = (3 - bytes % 3) % 3;
    return text.size() == digits + padding && all(text.first(digits), isBase64Digit) &&
           all(text.sliced(digits), [](char c) { return c == '='; }) && isLastDigit(text[digits - 1], bytes);
}

bool isUrlBase64Of(QByteArrayView text, int bytes)
{
    const qsizetype digits = (qsizetype(bytes) * 4 + 2) / 3;
    return text.size() == digits && all(text, isUrlBase64Digit) && isLastDigit(text[digits - 1], bytes);
}

bool isMixedCase(QByteArrayView bytes)
{
    return !all(bytes, [](char c) { return !isUpper(c); }) &&
           !all(bytes, [](char c) { return !isLetter(c) || isUpper(c); });
}

bool isRandomBytes(const QByteArray &bytes, qsizetype length)
{
    return bytes.size() == length && !isPlainText(bytes);
}

bool equalsIgnoringCase(QByteArrayView bytes, QByteArrayView lower)
{
    return bytes.size() == lower.size() && std::equal(bytes.begin(), bytes.end(), lower.begin(),
                                                      [](char a, char b) { return lowered(a) == b; });
}

bool containsIgnoringCase(QByteArrayView bytes, QByteArrayView lower)
{
    return std::search(bytes.begin(), bytes.end(), lower.begin(), lower.end(),
                       [](char a, char b) { return lowered(a) == b; }) != bytes.end();
}

bool isEpochTime(QByteArrayView bytes)
{
    const qsizetype dot = bytes.indexOf('.');
    const QByteArrayView whole = dot < 0 ? bytes : bytes.first(dot);
    if (dot >= 0 && !isDigits(bytes.sliced(dot + 1)))
        return false;
    const std::optional<qint64> value = decimal(whole);
    if (!value)
        return false;
    constexpr qint64 from = 1'000'000'000; // September 2001
    constexpr qint64 to = 4'102'444'800;   // January 2100
    return (*value >= from && *value < to) || (*value >= from * 1000 && *value < to * 1000);
}

std::optional<TimedUuid> timedUuid(QByteArrayView hex)
{
    if (hex.size() != 32 || hex[12] != '1' || !QByteArrayView("89ab").contains(hex[16]) ||
        !isLowerHex(hex, 32))
        return {};
    const quint64 ticks =
        (hexValue(hex.sliced(13, 3)) << 48) | (hexValue(hex.sliced(8, 4)) << 32) | hexValue(hex.first(8));
    constexpr qint64 to1970 = 122'192'928'000'000'000; // 100 ns ticks from 1582-10-15
    const std::chrono::microseconds since1970((qint64(ticks) - to1970) / 10);
    if (since1970 < std::chrono::microseconds(0) || since1970 > std::chrono::hours(24 * 365 * 130))
        return {};
    TimedUuid uuid;
    uuid.madeAt = WallTime(std::chrono::duration_cast<WallTime::duration>(since1970));
    uuid.clockSequence = quint16(hexValue(hex.sliced(16, 4)) & 0x3fff);
    uuid.nodeIsMac = (hexValue(hex.sliced(20, 2)) & 1) == 0;
    for (qsizetype i = 20; i < 32; i += 2)
        uuid.node += (i > 20 ? ":" : "") + hex.sliced(i, 2).toByteArray();
    return uuid;
}

} // namespace lockscope
