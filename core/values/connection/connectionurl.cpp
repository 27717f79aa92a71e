// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/connectionurl.h"

#include "core/base/tr.h"
#include "core/values/connection/connectionparts.h"
#include "core/values/connection/urlparts.h"
#include "core/values/connection/urlquery.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

// Schemes, the part before the '?', and writing URLs.

namespace lockscope
{

using namespace url;

namespace
{

constexpr quint16 SentinelPort = 26379;

// The parts of the URL, still encoded.
struct Pieces {
    QString scheme;
    QString userInfo;
    bool hasUserInfo = false;
    QString hosts; // including ports
    QString path;
    QString query;
};

Outcome<Pieces> cut(const QString &url)
{
    const qsizetype schemeEnd = url.indexOf(QLatin1String("://"));
    if (schemeEnd <= 0)
        return bad(Tr::tr("it does not start with redis://, rediss://, unix://, sentinel:// or cluster://"));
    Pieces pieces;
    pieces.scheme = url.left(schemeEnd).toLower();
    QString rest = url.mid(schemeEnd + 3);
    if (rest.contains(QLatin1Char('#')))
        return unescaped();
    const qsizetype queryStart = rest.indexOf(QLatin1Char('?'));
    if (queryStart >= 0) {
        pieces.query = rest.mid(queryStart + 1);
        rest.truncate(queryStart);
    }
    const qsizetype pathStart = rest.indexOf(QLatin1Char('/'));
    if (pathStart >= 0) {
        pieces.path = rest.mid(pathStart);
        rest.truncate(pathStart);
    }
    const qsizetype at = rest.indexOf(QLatin1Char('@'));
    pieces.hasUserInfo = at >= 0;
    if (at >= 0)
        pieces.userInfo = rest.left(at);
    pieces.hosts = rest.mid(at + 1);
    return pieces;
}

Done readDb(const QString &typed, const Query &query, ConnectionSpec &spec)
{
    std::optional<int> fromPath;
    if (!typed.isEmpty()) {
        fromPath = wholeNumber(typed, 0, std::numeric_limits<int>::max());
        if (!fromPath)
            return bad(Tr::tr("the database is not a number of 0 or more"),
                       Tr::tr("write it as /N after the host, or as ?db=N"));
    }
    if (fromPath && query.db && *fromPath != *query.db)
        return bad(Tr::tr("it has two databases, one in the path and one in the query"));
    spec.db = fromPath.value_or(query.db.value_or(0));
    return Nothing{};
}

// Reads the query and the database. The callers have used up the rest of the path.
Outcome<ConnectionSpec> finish(const Pieces &pieces, const QString &db, ConnectionSpec spec)
{
    const auto query = readQuery(pieces.query, spec);
    if (!query)
        return query.failure();
    if (const Done read = readDb(db, *query, spec); !read)
        return read.failure();
    return spec;
}

Outcome<ConnectionSpec> readOne(const Pieces &pieces, ConnectionSpec spec)
{
    if (pieces.hosts.contains(QLatin1Char(',')))
        return bad(Tr::tr("it has several addresses"),
                   Tr::tr("only sentinel:// and cluster:// take several addresses; give each independent "
                          "server its own URL"));
    const auto address = readAddress(pieces.hosts, spec.port, Coding::Percent);
    if (!address)
        return address.failure();
    spec.host = address->host;
    spec.port = address->port;
    return finish(pieces, pieces.path.mid(1), spec);
}

Done readSeeds(const QString &hosts, quint16 usualPort, ConnectionSpec &spec)
{
    const QStringList typed = hosts.split(QLatin1Char(','));
    std::vector<Endpoint> seeds;
    for (const QString &text : typed) {
        const auto address = readAddress(text, usualPort, Coding::Percent);
        const QString place = Tr::tr("address %1").arg(seeds.size() + 1);
        if (!address)
            return typed.size() > 1 ? within(place, address.failure()) : address.failure();
        if (std::find(seeds.begin(), seeds.end(), *address) != seeds.end())
            return within(place, bad(Tr::tr("it occurs twice")));
        seeds.push_back(*address);
    }
    spec.host = seeds.front().host;
    spec.port = seeds.front().port;
    spec.seeds.assign(seeds.begin() + 1, seeds.end());
    return Nothing{};
}

Outcome<ConnectionSpec> readSentinel(const Pieces &pieces, ConnectionSpec spec)
{
    spec.topology = Topology::Sentinel;
    if (const Done read = readSeeds(pieces.hosts, SentinelPort, spec); !read)
        return read.failure();
    const auto master = decode(pieces.path.section(QLatin1Char('/'), 1, 1), Tr::tr("name of the master"));
    if (!master)
        return master.failure();
    if (master->isEmpty())
        return bad(Tr::tr("the name of the master is missing"),
                   Tr::tr("use sentinel://host:port/MASTER; SENTINEL MASTERS on a sentinel lists the names"));
    spec.sentinel.masterName = *master;
    return finish(pieces, pieces.path.section(QLatin1Char('/'), 2), spec);
}

Outcome<ConnectionSpec> readCluster(const Pieces &pieces, ConnectionSpec spec)
{
    spec.topology = Topology::Cluster;
    if (const Done read = readSeeds(pieces.hosts, spec.port, spec); !read)
        return read.failure();
    return finish(pieces, pieces.path.mid(1), spec);
}

Outcome<ConnectionSpec> readUnix(const Pieces &pieces, ConnectionSpec spec)
{
    if (pieces.hosts.contains(QLatin1Char('@')))
        return unescaped();
    if (!pieces.hosts.isEmpty())
        return bad(Tr::tr("a unix socket has no host"),
                   Tr::tr("use unix:// and an absolute path: unix:///run/redis.sock"));
    const auto path = decode(pieces.path, Tr::tr("path"));
    if (!path)
        return path.failure();
    if (path->size() < 2)
        return bad(Tr::tr("the path of the socket is missing"));
    spec.socketPath = *path;
    return finish(pieces, {}, spec);
}

Outcome<ConnectionSpec> readUrl(const QString &url)
{
    const auto pieces = cut(url);
    if (!pieces)
        return pieces.failure();
    ConnectionSpec spec;
    if (pieces->hasUserInfo) {
        const auto login = readLogin(pieces->userInfo);
        if (!login)
            return login.failure();
        spec.user = login->user;
        spec.password = login->password;
    }
    if (pieces->scheme == QLatin1String("unix"))
        return readUnix(*pieces, spec);
    if ((pieces->hosts + pieces->path).contains(QLatin1Char('@')))
        return unescaped();
    spec.tls.enabled = pieces->scheme == QLatin1String("rediss");
    if (spec.tls.enabled || pieces->scheme == QLatin1String("redis"))
        return readOne(*pieces, spec);
    if (pieces->scheme == QLatin1String("sentinel"))
        return readSentinel(*pieces, spec);
    if (pieces->scheme == QLatin1String("cluster"))
        return readCluster(*pieces, spec);
    return bad(Tr::tr("it does not start with redis://, rediss://, unix://, sentinel:// or cluster://"));
}

Outcome<ConnectionSpec> readGroup(const QStringList &urls)
{
    std::vector<ConnectionSpec> members;
    for (const QString &url : urls) {
        const auto member = readUrl(url.trimmed());
        const QString place = Tr::tr("member %1").arg(members.size() + 1);
        if (!member)
            return within(place, member.failure());
        const bool twice = std::any_of(members.begin(), members.end(), [&](const ConnectionSpec &known) {
            return known.node() == member->node() && known.sentinel.masterName == member->sentinel.masterName;
        });
        if (twice)
            return within(place, bad(Tr::tr("it occurs twice"),
                                     Tr::tr("the members of a RedLock group are independent servers")));
        members.push_back(*member);
    }
    return redLockGroup(std::move(members));
}

enum class Passwords { Omitted, Written };

// A userinfo without a colon would be read as a password.
QString writtenLogin(const ConnectionSpec &spec, Passwords passwords)
{
    const bool hasPassword = passwords == Passwords::Written && !spec.password.isEmpty();
    if (spec.user.isEmpty() && !hasPassword)
        return {};
    return encoded(spec.user) + u':' + (hasPassword ? encoded(spec.password) : QString()) + u'@';
}

QString writtenUrl(const ConnectionSpec &spec, Passwords passwords)
{
    const QString user = writtenLogin(spec, passwords);
    QString query = writtenQuery(spec);
    if (passwords == Passwords::Written && !spec.sentinel.password.isEmpty())
        query += QLatin1String("&sentinelpassword=") + encoded(spec.sentinel.password);
    const QString end = query.isEmpty() ? QString() : QLatin1Char('?') + query.mid(1);
    if (!spec.socketPath.isEmpty())
        return QLatin1String("unix://") + user + encoded(spec.socketPath, "/") + end;
    QString url;
    if (spec.topology == Topology::Sentinel)
        url = QStringLiteral("sentinel://");
    else if (spec.topology == Topology::Cluster)
        url = QStringLiteral("cluster://");
    else
        url = QLatin1String(spec.tls.enabled ? "rediss://" : "redis://");
    url += user + writtenAddress(spec.endpoint(), Coding::Percent);
    for (const Endpoint &seed : spec.seeds)
        url += QLatin1Char(',') + writtenAddress(seed, Coding::Percent);
    if (spec.topology == Topology::Sentinel)
        url += QLatin1Char('/') + encoded(spec.sentinel.masterName);
    if (spec.db != 0)
        url += QLatin1Char('/') + QString::number(spec.db);
    return url + end;
}

} // namespace

Outcome<ConnectionSpec> parseConnectionUrl(const QString &url)
{
    // A space separates members only before a scheme; elsewhere it is an error within the URL.
    static const QRegularExpression between(QStringLiteral("\\s+(?=[A-Za-z]+://)"));
    return parseConnectionUrls(url.trimmed().split(between));
}

Outcome<ConnectionSpec> parseConnectionUrls(const QStringList &urls)
{
    auto spec = urls.size() > 1 ? readGroup(urls) : readUrl(urls.first().trimmed());
    if (!spec)
        return within(QStringLiteral("URL"), spec.failure());
    return spec;
}

namespace
{

QString writtenUrls(const ConnectionSpec &spec, Passwords passwords)
{
    if (spec.topology != Topology::RedLock)
        return writtenUrl(spec, passwords);
    QStringList urls;
    for (const ConnectionSpec &member : spec.members)
        urls << writtenUrl(member, passwords);
    return urls.join(QLatin1Char(' '));
}

} // namespace

QString connectionUrl(const ConnectionSpec &spec)
{
    return writtenUrls(spec, Passwords::Omitted);
}

QByteArray serversUrl(const ConnectionSpec &spec)
{
    return connectionUrl(onlyParts(spec, ConnectionPart::Servers | ConnectionPart::Path)).toUtf8();
}

QString connectionUrlWithPasswords(const ConnectionSpec &spec)
{
    return writtenUrls(spec, Passwords::Written);
}

} // namespace lockscope
