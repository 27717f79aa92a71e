// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/tint.h"

#include "core/base/names.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

// Lone low surrogates: UTF-8 has none.
constexpr char16_t FirstMark = 0xdc00;
constexpr char16_t LastMark = FirstMark + char16_t(Tint::Title);

QChar markOf(Tint tint)
{
    return QChar(char16_t(FirstMark + char16_t(tint)));
}

bool isMark(const QString &text, qsizetype i)
{
    const char16_t code = text[i].unicode();
    return code >= FirstMark && code <= LastMark && (i == 0 || !text[i - 1].isHighSurrogate());
}

const char *escape(Tint tint)
{
    switch (tint) {
    case Tint::Plain:
        return "\x1b[0m";
    case Tint::Faint:
        return "\x1b[2m";
    case Tint::Good:
        return "\x1b[32m";
    case Tint::Notice:
        return "\x1b[36m";
    case Tint::Warning:
        return "\x1b[33m";
    case Tint::Alarm:
        return "\x1b[1;31m";
    case Tint::Title:
        return "\x1b[1m";
    }
    return "";
}

} // namespace

QString tinted(const QString &text, Tint tint, const TextStyle &style)
{
    if (!style.colour || tint == Tint::Plain || text.isEmpty())
        return text;
    return markOf(tint) + text + markOf(Tint::Plain);
}

QByteArray renderedLine(const QString &line, bool colour)
{
    if (isPrintableAscii(line))
        return line.toLatin1();
    if (std::ranges::none_of(line, [](QChar c) { return c.isLowSurrogate(); })) // no mark
        return printable(line).toUtf8();
    QByteArray bytes;
    qsizetype begin = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (!isMark(line, i))
            continue;
        bytes += printable(line.mid(begin, i - begin)).toUtf8();
        if (colour)
            bytes += escape(Tint(line[i].unicode() - FirstMark));
        begin = i + 1;
    }
    return bytes + printable(line.mid(begin)).toUtf8();
}

} // namespace lockscope::cli
