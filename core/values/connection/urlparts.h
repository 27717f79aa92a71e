// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of a connection URL, for parseConnectionUrl() and connectionUrl(). Pure. Failures never repeat
// what was typed, except the name of a query parameter: a password with an unescaped '/', '?', '#' or '@'
// would end up in the repeated part.

#include "core/values/connection/connection.h"

#include <optional>

namespace lockscope::url
{

Failure bad(const QString &why, const QString &remedy = {});
Failure unescaped();
Failure within(const QString &place, Failure failure); // "place: why"

Outcome<QString> decode(const QString &text, const QString &what); // what: name of the part, for failures
QString encoded(const QString &text, const QByteArray &keep = {});
std::optional<int> wholeNumber(const QString &text, int least, int most);

enum class Coding { Percent, Plain };
// "host", "host:port" or "[v6]:port". usualPort is used if there is no port.
Outcome<Endpoint> readAddress(const QString &text, quint16 usualPort, Coding coding);
QString writtenAddress(const Endpoint &address, Coding coding); // omits port 0

// A host name or an address without brackets.
bool isHost(const QString &text);
// "[user@]host" that ssh cannot take for an option.
bool isSshDestination(const QString &text);

struct Login {
    QString user{};
    QString password{};
};
// "user:password", percent-encoded; without a colon it is the password.
Outcome<Login> readLogin(const QString &userInfo);

} // namespace lockscope::url
