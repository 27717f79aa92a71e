// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/urlparts.h"

#include "core/base/tr.h"

#include <QUrl>

#include <algorithm>

#ifdef Q_OS_WIN
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#endif

namespace lockscope::url
{

namespace
{

bool isIPv6(const QString &address)
{
    in6_addr parsed{};
    const QByteArray withoutZone = address.section(QLatin1Char('%'), 0, 0).toLatin1();
    return inet_pton(AF_INET6, withoutZone.constData(), &parsed) == 1 && !address.endsWith(QLatin1Char('%'));
}

bool isHostCharacter(QChar c)
{
    return !c.isSpace() && c.isPrint() && !QLatin1String("/?#@[],=").contains(c);
}

} // namespace

bool isHost(const QString &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), isHostCharacter) &&
           (!text.contains(QLatin1Char(':')) || isIPv6(text));
}

bool isSshDestination(const QString &text)
{
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    const QString host = text.mid(at + 1);
    return at != 0 && isHost(host) && !text.startsWith(QLatin1Char('-')) &&
           !host.startsWith(QLatin1Char('-')) &&
           std::none_of(text.begin(), text.end(), [](QChar c) { return c.isSpace() || !c.isPrint(); });
}

Failure bad(const QString &why, const QString &remedy)
{
    return {.kind = ErrorKind::BadInput,
            .text = why,
            .remedy = remedy.isEmpty() ? Tr::tr("examples: redis://host:6379/0, rediss://host:6379 for TLS, "
                                                "unix:///run/redis.sock, sentinel://host:26379/mymaster, "
                                                "cluster://host:7000")
                                       : remedy};
}

Failure unescaped()
{
    return bad(Tr::tr("a character of the user name, the password or a value is not escaped"),
               Tr::tr("write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #"));
}

Failure within(const QString &place, Failure failure)
{
    failure.text = Tr::tr("%1: %2").arg(place, failure.text);
    return failure;
}

Outcome<QString> decode(const QString &text, const QString &what)
{
    const auto isHex = [](QChar c) { return QLatin1String("0123456789abcdefABCDEF").contains(c); };
    for (qsizetype i = text.indexOf(QLatin1Char('%')); i >= 0; i = text.indexOf(QLatin1Char('%'), i + 1)) {
        if (i + 2 >= text.size() || !isHex(text[i + 1]) || !isHex(text[i + 2]))
            return bad(Tr::tr("in the %1, a percent sign is not followed by two hex digits").arg(what),
                       Tr::tr("write %25 for a percent sign"));
    }
    const QByteArray bytes = QByteArray::fromPercentEncoding(text.toUtf8());
    const QString decoded = QString::fromUtf8(bytes);
    if (decoded.toUtf8() != bytes || bytes.contains('\0'))
        return bad(Tr::tr("the %1 is not valid UTF-8").arg(what));
    return decoded;
}

QString encoded(const QString &text, const QByteArray &keep)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

std::optional<int> wholeNumber(const QString &text, int least, int most)
{
    const bool digits = !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c >= QLatin1Char('0') && c <= QLatin1Char('9');
    });
    bool fits = false;
    const int number = text.toInt(&fits);
    if (!digits || !fits || number < least || number > most)
        return std::nullopt;
    return number;
}

Outcome<Endpoint> readAddress(const QString &text, quint16 usualPort, Coding coding)
{
    const bool bracketed = text.startsWith(QLatin1Char('['));
    const qsizetype end = bracketed ? text.indexOf(QLatin1Char(']')) : text.indexOf(QLatin1Char(':'));
    if (bracketed && end < 0)
        return bad(Tr::tr("the ] after the IPv6 address is missing"));
    const QString typed = bracketed ? text.mid(1, end - 1) : text.left(end);
    const Outcome<QString> host = coding == Coding::Percent ? decode(typed, Tr::tr("host")) : typed;
    if (!host)
        return host.failure();
    if (bracketed && !isIPv6(*host))
        return bad(Tr::tr("the text in brackets is not an IPv6 address"));
    if (!bracketed && text.count(QLatin1Char(':')) > 1)
        return bad(Tr::tr("there is more than one colon after the host"),
                   Tr::tr("write an IPv6 address in brackets: redis://[::1]:6379"));
    if (host->isEmpty())
        return bad(Tr::tr("the host is missing"));
    if (!std::all_of(host->begin(), host->end(), isHostCharacter) ||
        (!bracketed && host->contains(QLatin1Char(':'))))
        return bad(Tr::tr("the host contains a character that host names cannot have"));
    const QString rest = end < 0 ? QString() : text.mid(bracketed ? end + 1 : end);
    if (rest.isEmpty())
        return Endpoint{*host, usualPort};
    const auto port = wholeNumber(rest.mid(1), 1, 65535);
    if (!rest.startsWith(QLatin1Char(':')) || !port)
        return bad(Tr::tr("the port is not a number from 1 to 65535"));
    return Endpoint{*host, quint16(*port)};
}

QString writtenAddress(const Endpoint &address, Coding coding)
{
    const QString host = coding == Coding::Percent ? encoded(address.host, ":") : address.host;
    const QString name =
        address.host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host;
    return address.port == 0 ? name : name + QLatin1Char(':') + QString::number(address.port);
}

Outcome<Login> readLogin(const QString &userInfo)
{
    const qsizetype colon = userInfo.indexOf(QLatin1Char(':'));
    const auto user = decode(userInfo.left(std::max<qsizetype>(colon, 0)), Tr::tr("user"));
    if (!user)
        return user.failure();
    const auto password = decode(userInfo.mid(colon + 1), Tr::tr("password"));
    if (!password)
        return password.failure();
    return Login{*user, *password};
}

} // namespace lockscope::url
