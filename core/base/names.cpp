// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names.h"

#include <algorithm>
#include <cstring>

namespace lockscope
{

namespace
{

// Invisible, or changes how its neighbours look, so that a name could look like another.
bool misleads(QChar c)
{
    const char16_t code = c.unicode();
    return c.category() == QChar::Other_Control || code == 0x061c   // bidirectional mark
           || (code >= 0x200b && code <= 0x200f && code != 0x200d)  // zero width; the joiner occurs in words
           || (code >= 0x2028 && code <= 0x202e)                    // separators, bidirectional embedding
           || (code >= 0x2060 && code <= 0x2069) || code == 0xfeff; // word joiner, isolates, byte order mark
}

// Eight bytes at a time, as each name of a long list and each line that is printed is checked.
template<class Unit> bool arePrintableAscii(const Unit *at, const Unit *end)
{
    constexpr quint64 Ones = ~quint64(0) / Unit(~Unit(0)); // a one in each unit
    constexpr quint64 Tops = Ones << (8 * sizeof(Unit) - 1);
    for (; end - at >= qsizetype(8 / sizeof(Unit)); at += 8 / sizeof(Unit)) {
        quint64 word = 0;
        std::memcpy(&word, at, 8);
        // The high bit of a unit is set if it is below ' ', above '~' or set already; a carry only follows
        // one.
        if (((word - Ones * ' ') | (word + (Tops - Ones * ('~' + 1))) | word) & Tops)
            return false;
    }
    return std::all_of(at, end, [](Unit c) { return c >= ' ' && c <= '~'; });
}

bool isPrintableAscii(QByteArrayView bytes)
{
    const auto *at = reinterpret_cast<const quint8 *>(bytes.data());
    return arePrintableAscii(at, at + bytes.size());
}

} // namespace

bool isPrintableAscii(QStringView text)
{
    return arePrintableAscii(text.utf16(), text.utf16() + text.size());
}

bool isPlainText(const QByteArray &bytes)
{
    if (isPrintableAscii(bytes))
        return true;
    const QString text = QString::fromUtf8(bytes);
    return text.toUtf8() == bytes && std::none_of(text.begin(), text.end(), misleads);
}

QString escapedText(const QByteArray &bytes)
{
    if (isPlainText(bytes) && !bytes.contains('\\'))
        return QString::fromUtf8(bytes);
    QString text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '\\')
            text += QLatin1String("\\\\");
        else if (code >= 0x20 && code < 0x7f)
            text += QLatin1Char(byte);
        else
            text += QStringLiteral("\\x%1").arg(uint(code), 2, 16, QLatin1Char('0'));
    }
    return text;
}

QString printable(const QString &text)
{
    if (isPrintableAscii(text)) // nearly every text, and quick to see
        return text;
    QString plain;
    plain.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            plain += QStringView(text).mid(i++, 2);
        else if (c.isSurrogate())
            plain += QChar(QChar::ReplacementCharacter);
        else if (misleads(c))
            for (const char byte : QString(c).toUtf8())
                plain += QStringLiteral("\\x%1").arg(uint(uchar(byte)), 2, 16, QLatin1Char('0'));
        else
            plain += c;
    }
    return plain;
}

QByteArray printableJson(const QByteArray &utf8)
{
    const auto isPlain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; };
    if (std::all_of(utf8.begin(), utf8.end(), isPlain)) // nearly every document, and quick to see
        return utf8;
    const QString text = QString::fromUtf8(utf8);
    QString plain;
    for (const QChar c : text) {
        if (c != u'\n' && misleads(c))
            plain += QStringLiteral("\\u%1").arg(uint(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            plain += c;
    }
    return plain.toUtf8();
}

} // namespace lockscope
