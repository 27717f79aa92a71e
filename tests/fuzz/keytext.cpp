// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/keytext.h"

#include "core/formats/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::fuzz
{

namespace
{

constexpr size_t MostKeys = 12;
constexpr milliseconds LongestTtl = std::chrono::hours(24 * 36'000);

std::optional<ValueType> typeNamed(QByteArrayView name)
{
    constexpr std::array<std::pair<QByteArrayView, ValueType>, 8> Types{{{"string", ValueType::String},
                                                                         {"hash", ValueType::Hash},
                                                                         {"list", ValueType::List},
                                                                         {"set", ValueType::Set},
                                                                         {"zset", ValueType::SortedSet},
                                                                         {"stream", ValueType::Stream},
                                                                         {"other", ValueType::Other},
                                                                         {"none", ValueType::None}}};
    for (const auto &[text, type] : Types) {
        if (text == name)
            return type;
    }
    return {};
}

std::optional<KeyReading> keyOf(const QByteArray &line)
{
    const qsizetype first = line.indexOf(' ');
    const qsizetype second = line.indexOf(' ', first + 1);
    const auto type = first < 0 || second < 0 ? std::nullopt : typeNamed(line.left(first));
    if (!type)
        return {};
    KeyReading key{
        .key = {unescaped(line.mid(second + 1))}, .type = *type, .readAt = ReadAt, .wallAt = ReadWallAt};
    bool isNumber = false;
    const qint64 ttl = line.mid(first + 1, second - first - 1).toLongLong(&isNumber);
    if (isNumber && ttl >= 0 && *type != ValueType::None)
        key.ttl = std::min(milliseconds(ttl), LongestTtl);
    return key;
}

void takeLine(const QByteArray &line, KeyReading &key)
{
    ++key.size;
    if (key.type == ValueType::String) {
        key.string = unescaped(line).left(MaxLockStringBytes);
        key.size = key.string.size();
    } else if (key.type == ValueType::Hash && key.fields.size() < size_t(MaxLockHashFields)) {
        const qsizetype equals = std::max<qsizetype>(line.indexOf('='), 0);
        key.fields.emplace_back(unescaped(line.left(equals)), unescaped(line.mid(equals + 1)));
    } else if (key.type == ValueType::SortedSet && key.members.size() < size_t(MaxLockMembers)) {
        const qsizetype blank = std::max<qsizetype>(line.indexOf(' '), 0);
        const double score = line.left(blank).toDouble(); // Redis refuses NaN as a score, but not infinity
        key.members.push_back(
            {.bytes = unescaped(line.mid(blank + 1)), .score = std::isnan(score) ? 0 : score});
    } else if ((key.type == ValueType::List || key.type == ValueType::Set) &&
               key.members.size() < size_t(MaxLockMembers)) {
        key.members.push_back({.bytes = unescaped(line)});
    }
}

} // namespace

QByteArray unescaped(const QByteArray &text)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isByte = text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x' &&
                            isHexDigit(text[i + 2]) && isHexDigit(text[i + 3]);
        bytes += isByte ? QByteArray::fromHex(text.mid(i + 2, 2)) : QByteArray(1, text[i]);
        i += isByte ? 3 : 0;
    }
    return bytes;
}

std::optional<KeyReading> keysFromText(const QByteArray &text)
{
    std::vector<KeyReading> keys;
    bool inKey = false;
    for (const QByteArray &line : text.split('\n')) {
        if (inKey && !line.isEmpty()) {
            takeLine(line, keys.back());
        } else if (inKey) {
            inKey = false;
        } else if (auto key = keys.size() < MostKeys ? keyOf(line) : std::nullopt) {
            keys.push_back(*std::move(key));
            inKey = true;
        }
    }
    if (keys.empty())
        return {};
    KeyReading main = std::move(keys.front());
    main.companions.assign(std::make_move_iterator(keys.begin() + 1), std::make_move_iterator(keys.end()));
    main.companionsRead = true;
    return main;
}

} // namespace lockscope::fuzz
