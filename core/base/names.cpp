// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names.h"

#include <algorithm>
#include <cstring>

namespace lockscope
{

namespace
{

constexpr char32_t Joiner = 0x200d;

// Invisible, or changes how its neighbours look, so that a name could look like another.
bool misleads(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format: // but for signs of Arabic, Syriac, Kaithi and hieroglyphs, which are seen
        return !(code >= 0x0600 && code <= 0x0605) && code != 0x06dd && code != 0x070f && code != 0x0890 &&
               code != 0x0891 && code != 0x08e2 && code != 0x110bd && code != 0x110cd &&
               !(code >= 0x13430 && code <= 0x1343f);
    case QChar::Other_NotAssigned: // invisible until they are assigned, too
        return code == 0x2065 || (code >= 0xfff0 && code <= 0xfff8) || (code >= 0xe0000 && code <= 0xe0fff);
    default: // fillers without a glyph, and selectors of variants but that of emoji
        return code == 0x034f || code == 0x115f || code == 0x1160 || code == 0x17b4 || code == 0x17b5 ||
               code == 0x3164 || code == 0xffa0 || (code >= 0x180b && code <= 0x180f) ||
               (code >= 0xfe00 && code <= 0xfe0e) || (code >= 0xe0100 && code <= 0xe01ef);
    }
}

// A character: one or two units of a text.
struct Point {
    char32_t code = 0;
    int units = 1;
    bool misleads = false;
};

// The joiner is part of some words and of emoji, between characters that are not ASCII.
Point pointAt(QStringView text, qsizetype at)
{
    const QChar c = text[at];
    if (c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate()) {
        const char32_t code = QChar::surrogateToUcs4(c, text[at + 1]);
        return {code, 2, misleads(code)};
    }
    const auto isForeign = [text](qsizetype i) {
        return i >= 0 && i < text.size() && text[i].unicode() > 0x7f && text[i].unicode() != Joiner;
    };
    const bool joins = c.unicode() == Joiner && isForeign(at - 1) && isForeign(at + 1);
    return {c.unicode(), 1, !joins && misleads(c.unicode())};
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

bool arePrintableLines(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const qsizetype newLine = bytes.indexOf('\n');
        if (!isPrintableAscii(newLine < 0 ? bytes : bytes.first(newLine)))
            return false;
        bytes = newLine < 0 ? QByteArrayView() : bytes.sliced(newLine + 1);
    }
    return true;
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
    if (text.toUtf8() != bytes)
        return false;
    for (qsizetype at = 0; at < text.size();) {
        const Point point = pointAt(text, at);
        if (point.misleads)
            return false;
        at += point.units;
    }
    return true;
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
    for (qsizetype at = 0; at < text.size();) {
        const Point point = pointAt(text, at);
        const QStringView units = QStringView(text).mid(at, point.units);
        at += point.units;
        if (point.units == 1 && units.front().isSurrogate())
            plain += QChar(QChar::ReplacementCharacter);
        else if (point.misleads)
            for (const char byte : units.toUtf8())
                plain += QStringLiteral("\\x%1").arg(uint(uchar(byte)), 2, 16, QLatin1Char('0'));
        else
            plain += units;
    }
    return plain;
}

QByteArray printableJson(const QByteArray &utf8)
{
    if (arePrintableLines(utf8)) // nearly every document, and quick to see
        return utf8;
    const QString text = QString::fromUtf8(utf8);
    QString plain;
    for (qsizetype at = 0; at < text.size();) {
        const Point point = pointAt(text, at);
        const bool isEscaped = point.misleads && point.code != u'\n';
        for (const QChar unit : QStringView(text).mid(at, point.units)) {
            if (isEscaped)
                plain += QStringLiteral("\\u%1").arg(uint(unit.unicode()), 4, 16, QLatin1Char('0'));
            else
                plain += unit;
        }
        at += point.units;
    }
    return plain.toUtf8();
}

} // namespace lockscope
