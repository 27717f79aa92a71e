// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recording/pseudonyms.h"

#include "core/formats/families/ruleformat.h"
#include "core/formats/format.h"
#include "core/values/kindname.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr QByteArrayView ClientWord("client-");
constexpr qsizetype HexDigits = 16;

bool isHex(QByteArrayView text)
{
    return text.size() == HexDigits && std::all_of(text.begin(), text.end(), [](char digit) {
               return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
           });
}

} // namespace

QByteArray Pseudonyms::of(const char *what, const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return {};
    const QByteArray message = QByteArray(what) + '-' + bytes;
    if (const auto known = m_known.constFind(message); known != m_known.cend())
        return *known;
    const QByteArray digits =
        QMessageAuthenticationCode::hash(message, m_salt, QCryptographicHash::Sha256).toHex();
    const QByteArray pseudonym = QByteArray(what) + '-' + digits.first(HexDigits);
    if (m_known.size() >= Kept)
        m_known.clear();
    m_known.insert(message, pseudonym);
    return pseudonym;
}

LockKind Pseudonyms::kind(LockKind kind)
{
    const QByteArray name = kindName(kind);
    return name == "unknown" || Registry::builtIn().find(name) ? kind : storedKind(of("kind", name));
}

OwnerId Pseudonyms::owner(LockKind kind, const OwnerId &owner)
{
    const QByteArray own = of("owner", owner.bytes);
    const Format *format = owner.isEmpty() ? nullptr : Registry::builtIn().find(kindName(kind));
    const OwnerParts parts = format ? format->ownerParts(owner) : OwnerParts();
    const bool namesProcess = !parts.host.isEmpty() && !parts.process.isEmpty();
    const QByteArray client = namesProcess ? parts.process + '@' + parts.host : parts.client;
    if (client.isEmpty())
        return {own};
    return {of("client", client) + ':' + own.last(HexDigits)};
}

bool isPseudonym(const QByteArray &key)
{
    return isPseudonymOf("key", key);
}

bool isPseudonymOf(const char *what, const QByteArray &name)
{
    const QByteArray word = QByteArray(what) + '-';
    return name.size() == word.size() + HexDigits && name.startsWith(word) &&
           isHex(QByteArrayView(name).last(HexDigits));
}

QByteArray pseudonymOfClient(const OwnerId &owner)
{
    const QByteArrayView text(owner.bytes);
    const qsizetype length = ClientWord.size() + HexDigits;
    if (text.size() != length + 1 + HexDigits || !text.startsWith(ClientWord) || text[length] != ':' ||
        !isHex(text.sliced(ClientWord.size(), HexDigits)) || !isHex(text.last(HexDigits)))
        return {};
    return owner.bytes.first(length);
}

} // namespace lockscope
