// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/glob.h"

#include <algorithm>
#include <bitset>
#include <vector>

namespace lockscope
{

namespace
{

// Redis compares plain char, which is signed on its common platforms: it swaps the ends of a range between an
// ASCII and a high byte, so this must too.
using Byte = signed char;

// One part of a glob other than '*'. placeAt() reads it at p and advances p.
struct Place {
    bool any = false;  // ?
    bool list = false; // [...]
    bool negated = false;
    qsizetype begin = 0; // of the content of the list, or of the literal byte
    qsizetype end = 0;
};

Place placeAt(QByteArrayView glob, qsizetype &p)
{
    const qsizetype size = glob.size();
    if (glob[p] == '?') {
        ++p;
        return Place{.any = true};
    }
    if (glob[p] == '[') {
        ++p;
        Place place{.list = true};
        place.negated = p < size && glob[p] == '^';
        if (place.negated)
            ++p;
        place.begin = p;
        while (p < size && glob[p] != ']') {
            if (glob[p] == '\\' && p + 1 < size)
                ++p;
            else if (p + 2 < size && glob[p + 1] == '-')
                p += 2;
            ++p;
        }
        p = std::min(p, size);
        place.end = p;
        if (p < size)
            ++p; // the closing bracket; an unclosed list ends with the glob
        return place;
    }
    if (glob[p] == '\\' && p + 1 < size)
        ++p;
    const qsizetype literal = p++;
    return Place{.begin = literal, .end = literal + 1};
}

bool listHas(QByteArrayView content, char byte)
{
    for (qsizetype p = 0; p < content.size(); ++p) {
        if (content[p] == '\\' && p + 1 < content.size()) {
            ++p;
            if (content[p] == byte)
                return true;
        } else if (p + 2 < content.size() && content[p + 1] == '-') {
            const auto [low, high] = std::minmax({Byte(content[p]), Byte(content[p + 2])});
            if (Byte(byte) >= low && Byte(byte) <= high)
                return true;
            p += 2;
        } else if (content[p] == byte) {
            return true;
        }
    }
    return false;
}

bool placeHas(const Place &place, QByteArrayView glob, char byte)
{
    if (place.any)
        return true;
    if (place.list)
        return listHas(glob.sliced(place.begin, place.end - place.begin), byte) != place.negated;
    return glob[place.begin] == byte;
}

struct Token {
    bool star = false;
    std::bitset<256> bytes{};
};

std::vector<Token> tokens(QByteArrayView glob)
{
    std::vector<Token> result;
    for (qsizetype p = 0; p < glob.size();) {
        if (glob[p] == '*') {
            if (result.empty() || !result.back().star)
                result.push_back(Token{.star = true});
            ++p;
            continue;
        }
        const Place place = placeAt(glob, p);
        Token token;
        if (!place.any && !place.list)
            token.bytes.set(uchar(glob[place.begin]));
        else
            for (int byte = 0; byte < 256; ++byte)
                token.bytes[size_t(byte)] = placeHas(place, glob, char(byte));
        result.push_back(token);
    }
    return result;
}

bool covers(const std::vector<Token> &a, const std::vector<Token> &b)
{
    // reach[j]: the tokens of `a` so far can match the first j tokens of `b`.
    std::vector<bool> reach(b.size() + 1, false);
    reach[0] = true;
    for (const Token &token : a) {
        std::vector<bool> next(b.size() + 1, false);
        if (token.star) {
            bool before = false;
            for (size_t j = 0; j <= b.size(); ++j) {
                before = before || reach[j];
                next[j] = before;
            }
        } else {
            for (size_t j = 0; j < b.size(); ++j)
                next[j + 1] = reach[j] && !b[j].star && (b[j].bytes & ~token.bytes).none();
        }
        if (std::ranges::find(next, true) == next.end())
            return false;
        reach = std::move(next);
    }
    return reach[b.size()];
}

} // namespace

bool globMatches(QByteArrayView glob, QByteArrayView key)
{
    if (glob == QByteArrayView("*")) // SCAN skips the matcher for "*"; the matcher refuses an empty key
        return true;
    if (key.isEmpty())
        return glob.isEmpty();
    qsizetype p = 0;
    qsizetype k = 0;
    qsizetype afterStar = -1;
    qsizetype starredKey = 0;
    while (k < key.size()) {
        if (p < glob.size() && glob[p] == '*') {
            while (p < glob.size() && glob[p] == '*')
                ++p;
            if (p == glob.size())
                return true;
            afterStar = p;
            starredKey = k;
            continue;
        }
        if (p < glob.size()) {
            qsizetype next = p;
            const Place place = placeAt(glob, next);
            if (placeHas(place, glob, key[k])) {
                p = next;
                ++k;
                continue;
            }
        }
        if (afterStar < 0)
            return false;
        p = afterStar; // only the last star must be extended: what earlier ones matched can stay
        k = ++starredKey;
    }
    while (p < glob.size() && glob[p] == '*')
        ++p;
    return p == glob.size();
}

QByteArray literalPrefix(QByteArrayView glob)
{
    QByteArray prefix;
    for (qsizetype p = 0; p < glob.size() && glob[p] != '*';) {
        const Place place = placeAt(glob, p);
        if (place.any || place.list)
            break;
        prefix += glob[place.begin];
    }
    return prefix;
}

bool isBoundless(QByteArrayView glob)
{
    for (qsizetype i = 0; i < glob.size(); ++i) {
        if (glob[i] == '[')
            i = std::max(i, glob.indexOf(']', i));
        else if (glob[i] != '*' && glob[i] != '?')
            return false;
    }
    return true;
}

QList<QByteArray> reducePatterns(const QList<QByteArray> &globs)
{
    struct Kept {
        QByteArray glob{};
        std::vector<Token> parts{};
    };
    std::vector<Kept> kept;
    for (const QByteArray &glob : globs) {
        Kept one{glob, tokens(glob)};
        if (std::any_of(kept.begin(), kept.end(),
                        [&](const Kept &k) { return k.glob == glob || covers(k.parts, one.parts); }))
            continue;
        std::erase_if(kept, [&](const Kept &k) { return covers(one.parts, k.parts); });
        kept.push_back(std::move(one));
    }
    QList<QByteArray> reduced;
    for (const Kept &k : kept)
        reduced.append(k.glob);
    return reduced;
}

} // namespace lockscope
