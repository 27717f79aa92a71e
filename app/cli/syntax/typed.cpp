// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/typed.h"

#include <algorithm>
#include <optional>

namespace lockscope::cli
{

namespace
{

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// The inverse of escapedText(). None: escapedText() never writes this text.
std::optional<QByteArray> unescaped(const QByteArray &text)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
        } else if (text.mid(i + 1, 1) == "\\") {
            bytes += text[++i];
        } else {
            const QByteArray digits = text.mid(i + 2, 2);
            if (text.mid(i + 1, 1) != "x" || digits.size() < 2 || !std::ranges::all_of(digits, isHexDigit))
                return {};
            const uint code = digits.toUInt(nullptr, 16);
            bytes += char(code);
            i += 3;
        }
    }
    return bytes;
}

} // namespace

OwnerId typedOwner(const QByteArray &typed)
{
    const QByteArray prefix = QByteArrayLiteral("base64:");
    if (typed.startsWith(prefix)) {
        const auto decoded =
            QByteArray::fromBase64Encoding(typed.mid(prefix.size()), QByteArray::AbortOnBase64DecodingErrors);
        if (decoded)
            return {*decoded};
    }
    return {unescaped(typed).value_or(typed)};
}

LockName typedKey(const QByteArray &typed)
{
    return {typed.contains("\\x00") ? unescaped(typed).value_or(typed) : typed};
}

QByteArray typedForm(const QByteArray &bytes)
{
    return bytes.contains('\0') ? escapedText(bytes).toUtf8() : bytes;
}

} // namespace lockscope::cli
