// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where to connect and how: what a URL, a profile or the sandbox asks for. Pure values, any thread.

#include "core/values/outcome.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>

namespace lockscope
{

struct TlsOptions {
    bool enabled = false;
    bool verifyPeer = true;    // off only when a profile says so, and then it is shown
    QString caFile{};          // empty: the system's authorities
    QString certificateFile{}; // client certificate, PEM
    QString keyFile{};         // its key, PEM
    QString serverName{};      // SNI and name to verify; empty: the host
    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

enum class Environment { Development, Staging, Production };

struct ConnectionSpec {
    QString name{}; // of the profile; empty for a URL
    QString host{}; // empty when socketPath is set
    quint16 port = 6379;
    QString socketPath{};
    TlsOptions tls{};
    QString user{};     // ACL user; empty: "default"
    QString password{}; // in memory only
    int db = 0;
    QString clientName{}; // empty: "lockscope"
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds commandTimeout{5000};
    QList<QByteArray> patterns{}; // which keys may be locks; empty: the built-in list
    bool readOnly = true;
    Environment environment = Environment::Development;

    NodeId node() const; // "host:port", "[v6]:port" or "unix:/path"
    friend bool operator==(const ConnectionSpec &, const ConnectionSpec &) = default;
};

// redis://[user[:password]@]host[:port][/db], rediss://… (TLS), unix:///path[?db=N] (also user/password in
// the userinfo). Query: db, cacert, cert, key, sni, insecure=1, clientname. As redis-cli -u: percent-decoded,
// and a lone userinfo without a colon is the password. sentinel:// and cluster:// answer Unsupported. A
// failure names the part of the URL that is wrong and never repeats the password.
Outcome<ConnectionSpec> parseConnectionUrl(const QString &url);

// The URL without its password; round-trips through parseConnectionUrl.
QString connectionUrl(const ConnectionSpec &spec);

} // namespace lockscope
