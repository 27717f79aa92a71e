// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/names.h"

#include <QStringDecoder>

namespace lockscope
{

bool isPlainText(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    if (decoder.hasError())
        return false;
    return std::all_of(text.begin(), text.end(),
                       [](QChar c) { return c.category() != QChar::Other_Control; });
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

} // namespace lockscope
