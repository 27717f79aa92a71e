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

bool isPlainAscii(QChar c)
{
    return c >= u' ' && c <= u'~';
}

// Eight bytes at a time, as each name of a long list is checked.
bool isPrintableAscii(QByteArrayView bytes)
{
    constexpr quint64 Ones = 0x0101010101010101;
    const char *at = bytes.data();
    const char *end = at + bytes.size();
    for (; end - at >= 8; at += 8) {
        quint64 word = 0;
        std::memcpy(&word, at, 8);
        // The high bit of a byte is set if it is below ' ', above '~' or not ASCII; a carry only follows one.
        if (((word - Ones * ' ') | (word + Ones) | word) & (Ones * 0x80))
            return false;
    }
    return std::all_of(at, end, [](char c) { return c >= ' ' && c <= '~'; });
}

} // namespace

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
    if (std::all_of(text.begin(), text.end(), isPlainAscii)) // nearly every text, and quick to see
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
