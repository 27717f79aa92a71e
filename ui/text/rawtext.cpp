// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/rawtext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QLocale>

namespace lockscope
{

namespace
{

constexpr qsizetype BytesALine = 16;
constexpr qsizetype MostBytes = 4096;
constexpr size_t MostFields = 200;

QString sizeText(const LockDetail &detail)
{
    switch (detail.typeFound) {
    case ValueType::String:
        return Tr::tr("%Ln byte(s)", nullptr, int(detail.size));
    case ValueType::Hash:
        return Tr::tr("%Ln field(s)", nullptr, int(detail.size));
    case ValueType::List:
    case ValueType::Set:
    case ValueType::SortedSet:
    case ValueType::Stream:
        return Tr::tr("%Ln element(s)", nullptr, int(detail.size));
    case ValueType::None:
    case ValueType::Other:
        break;
    }
    return {};
}

} // namespace

QString hexDump(const QByteArray &bytes)
{
    QStringList lines;
    for (qsizetype offset = 0; offset < bytes.size(); offset += BytesALine) {
        const QByteArray row = bytes.mid(offset, BytesALine);
        QString printable;
        for (const char c : row)
            printable += c >= 0x20 && c < 0x7f ? QLatin1Char(c) : QLatin1Char('.');
        lines << QStringLiteral("%1  %2  %3")
                     .arg(offset, 4, 16, QLatin1Char('0'))
                     .arg(QString::fromLatin1(row.toHex(' ')), int(-(BytesALine * 3 - 1)))
                     .arg(printable);
    }
    return lines.join(u'\n');
}

QString rawText(const LockDetail &detail)
{
    QStringList lines;
    if (detail.typeFound == ValueType::String) {
        const QByteArray shown = detail.rawString.left(MostBytes);
        lines << (isPlainText(shown) ? QString::fromUtf8(shown) : hexDump(shown));
    }
    for (const auto &[field, value] : detail.rawFields) {
        if (lines.size() == qsizetype(MostFields))
            break;
        lines << QStringLiteral("%1 = %2").arg(text::bytes(field), text::bytes(value.left(MostBytes)));
    }
    for (const Member &member : detail.rawMembers) {
        if (lines.size() == qsizetype(MostFields))
            break;
        const QString bytes = text::bytes(member.bytes.left(MostBytes));
        lines << (detail.typeFound == ValueType::SortedSet
                      ? QStringLiteral("%1 = %2").arg(
                            bytes, QString::number(member.score, 'f', QLocale::FloatingPointShortest))
                      : bytes);
    }
    const bool cut = detail.rawTruncated || detail.rawMembers.size() > MostFields ||
                     detail.rawString.size() > MostBytes || detail.rawFields.size() > MostFields;
    if (cut)
        lines << Tr::tr("… truncated");
    return lines.join(u'\n');
}

QString rawTitle(const LockDetail &detail)
{
    const QString size = sizeText(detail);
    const QString type = text::valueType(detail.typeFound);
    return size.isEmpty() ? Tr::tr("Value: %1").arg(type) : Tr::tr("Value: %1, %2").arg(type, size);
}

} // namespace lockscope
