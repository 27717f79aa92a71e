// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A connection as a URL. Pure.

#include "core/base/outcome.h"

#include <QStringList>

namespace lockscope
{

struct ConnectionSpec;

// redis://[user[:password]@]host[:port][/db], rediss://… (TLS), unix:///path. The login is as in redis-cli
// -u: percent-encoded, and a userinfo without a colon is the password.
// sentinel://…host[:port][,host[:port]…]/MASTER[/db] (the login is for the servers, not the sentinels),
// cluster://…host[:port][,host[:port]…]. Several URLs separated by spaces are a RedLock group.
// Query: db, clientname; topology=standalone (no replicas, no cluster); tls=1 (sentinel and cluster), cacert,
// cert, key, sni, insecure=1; sentineluser, sentinelpassword; addresses=typed, or map=announced=reached
// (repeatable; an address without a port stands for all ports of the host); proxy=socks5://host:port or
// http://…, or ssh=[user@]host[:port] with sshkey and sshconfig (files).
// Failures name the wrong part of the URL and never repeat a password.
Outcome<ConnectionSpec> parseConnectionUrl(const QString &url);
// The same for separate URLs; there must be at least one. A single URL is not a group.
Outcome<ConnectionSpec> parseConnectionUrls(const QStringList &urls);

// The URL without passwords; parseConnectionUrl() accepts it.
QString connectionUrl(const ConnectionSpec &spec);
// As a URL, all by which one deployment differs from another, with the way to it: an address may mean another
// server there. Without user names, passwords and options.
QByteArray serversUrl(const ConnectionSpec &spec);
// With the passwords of the servers and of the sentinels. Only for servers that end with this program.
QString connectionUrlWithPasswords(const ConnectionSpec &spec);

} // namespace lockscope
