// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A connection as a URL. Pure.

#include "core/base/outcome.h"

#include <QStringList>

namespace lockscope
{

struct ConnectionSpec;

// redis://[user[:password]@]host[:port][/db], rediss://… (TLS), unix:///path, with the login as redis-cli -u
// takes it: percent-decoded, and a lone userinfo without a colon is the password;
// sentinel://…host[:port][,host[:port]…]/MASTER[/db] (the login is that of the servers, not of the
// sentinels), cluster://…host[:port][,host[:port]…]. Several URLs with blanks between are a RedLock group.
// Query: db, clientname; topology=standalone (no replicas, no cluster); tls=1 (sentinel and cluster), cacert,
// cert, key, sni, insecure=1; sentineluser, sentinelpassword; addresses=typed, or map=announced=reached
// (repeatable; an address without a port is all of the host's); proxy=socks5://host:port or http://…,
// or ssh=[user@]host[:port] with sshkey and sshconfig (files).
// A failure names the part of the URL that is wrong and never repeats a password.
Outcome<ConnectionSpec> parseConnectionUrl(const QString &url);
// The same for URLs that are apart already; one is no group. There is at least one.
Outcome<ConnectionSpec> parseConnectionUrls(const QStringList &urls);

// The URL without its passwords; round-trips through parseConnectionUrl.
QString connectionUrl(const ConnectionSpec &spec);

} // namespace lockscope
