// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names.h"

#include <algorithm>

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

} // namespace

bool isPlainText(const QByteArray &bytes)
{
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

} // namespace lockscope
