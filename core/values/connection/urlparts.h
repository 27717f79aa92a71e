// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a connection URL is made of; the works of parseConnectionUrl() and connectionUrl(). Pure.
// No text of a failure repeats what was typed, but for the name of a query parameter: a password with an
// unescaped '/', '?', '#' or '@' in it would otherwise end up in the part that is repeated.

#include "core/values/connection/connection.h"

#include <optional>

namespace lockscope::url
{

Failure bad(const QString &why, const QString &remedy = {});
Failure unescaped();
Failure within(const QString &place, Failure failure); // "place: why"

Outcome<QString> decode(const QString &text, const QString &what); // percent-decoding; what: the part's name
QString encoded(const QString &text, const QByteArray &keep = {});
std::optional<int> wholeNumber(const QString &text, int least, int most);

enum class Coding { Percent, Plain };
// "host", "host:port" or "[v6]:port"; without a port: usualPort.
Outcome<Endpoint> readAddress(const QString &text, quint16 usualPort, Coding coding);
QString writtenAddress(const Endpoint &address, Coding coding); // port 0 is left out

// A name or an address as it stands before a port, without brackets.
bool isHost(const QString &text);
// "[user@]host" that the ssh program cannot take for an option.
bool isSshDestination(const QString &text);

struct Login {
    QString user{};
    QString password{};
};
// "user:password", percent-coded; without a colon it is the password.
Outcome<Login> readLogin(const QString &userInfo);

} // namespace lockscope::url
