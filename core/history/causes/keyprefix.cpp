// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/keyprefix.h"

#include "core/formats/shapes.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype LeastHexDigits = 8;

bool isSeparator(char c)
{
    return c == ':' || c == '.' || c == '/';
}

bool isNumbered(QByteArrayView part)
{
    if (isDigits(part) || isUuid(part))
        return true;
    const bool hasDecimal = std::any_of(part.begin(), part.end(), isDigit);
    return part.size() >= LeastHexDigits && hasDecimal && all(part, isHexDigit);
}

} // namespace

QByteArray keyPrefix(const LockName &key)
{
    const QByteArrayView name = key.bytes;
    qsizetype begin = 0; // of the part
    for (qsizetype at = 0; at < name.size(); ++at) {
        if (!isSeparator(name[at]))
            continue;
        if (isNumbered(name.sliced(begin, at - begin)))
            break;
        begin = at + 1;
    }
    return name.first(begin).toByteArray();
}

} // namespace lockscope
