// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection.h"

#include <arpa/inet.h>

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>

namespace lockscope
{

namespace
{

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ConnectionUrl)
};

// No text of a failure repeats what was typed, but for the name of a query parameter: a password with an
// unescaped '/', '?', '#' or '@' in it would otherwise end up in the part that is repeated.
Failure bad(const QString &why, const QString &remedy = {})
{
    return {.kind = ErrorKind::BadInput,
            .text = Text::tr("URL: ") + why,
            .remedy = remedy.isEmpty()
                          ? Text::tr("write redis://[user[:password]@]host[:port][/db], rediss://… "
                                     "for TLS, or unix:///path[?db=N]")
                          : remedy};
}

Failure unescaped()
{
    return bad(Text::tr("a character of the user, the password or a value is not escaped"),
               Text::tr("write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #"));
}

// The cut-up URL, nothing decoded yet.
struct Pieces {
    QString scheme;
    QString userInfo;
    bool hasUserInfo = false;
    QString host; // with the port
    QString path;
    QString query;
};

Outcome<Pieces> cut(const QString &url)
{
    const qsizetype schemeEnd = url.indexOf(QLatin1String("://"));
    if (schemeEnd <= 0)
        return bad(Text::tr("it does not begin with redis://, rediss:// or unix://"));
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
    pieces.host = rest.mid(at + 1);
    return pieces;
}

// Percent-decoding to text. what: the part's name, for the failure.
Outcome<QString> decode(const QString &text, const QString &what)
{
    const auto isHex = [](QChar c) { return QLatin1String("0123456789abcdefABCDEF").contains(c); };
    for (qsizetype i = text.indexOf(QLatin1Char('%')); i >= 0; i = text.indexOf(QLatin1Char('%'), i + 1)) {
        if (i + 2 >= text.size() || !isHex(text[i + 1]) || !isHex(text[i + 2]))
            return bad(Text::tr("in the %1, a percent sign is not followed by two hex digits").arg(what),
                       Text::tr("write %25 for a percent sign"));
    }
    const QByteArray bytes = QByteArray::fromPercentEncoding(text.toUtf8());
    const QString decoded = QString::fromUtf8(bytes);
    if (decoded.toUtf8() != bytes || bytes.contains('\0'))
        return bad(Text::tr("the %1 is no UTF-8 text").arg(what));
    return decoded;
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

Done readUserInfo(const Pieces &pieces, ConnectionSpec &spec)
{
    if (!pieces.hasUserInfo)
        return Nothing{};
    const qsizetype colon = pieces.userInfo.indexOf(QLatin1Char(':'));
    const auto user = decode(pieces.userInfo.left(std::max<qsizetype>(colon, 0)), Text::tr("user"));
    if (!user)
        return user.failure();
    const auto password = decode(pieces.userInfo.mid(colon + 1), Text::tr("password"));
    if (!password)
        return password.failure();
    spec.user = *user;
    spec.password = *password;
    return Nothing{};
}

bool isIPv6(const QString &address)
{
    in6_addr parsed{};
    const QByteArray withoutZone = address.section(QLatin1Char('%'), 0, 0).toLatin1();
    return inet_pton(AF_INET6, withoutZone.constData(), &parsed) == 1 && !address.endsWith(QLatin1Char('%'));
}

// Takes the host off; what stays is ":port" or nothing.
Outcome<QString> readHost(QString text, ConnectionSpec &spec)
{
    const bool bracketed = text.startsWith(QLatin1Char('['));
    const qsizetype end = bracketed ? text.indexOf(QLatin1Char(']')) : text.indexOf(QLatin1Char(':'));
    if (bracketed && end < 0)
        return bad(Text::tr("the ] after the IPv6 address is missing"));
    const auto host = decode(bracketed ? text.mid(1, end - 1) : text.left(end), Text::tr("host"));
    if (!host)
        return host.failure();
    if (bracketed && !isIPv6(*host))
        return bad(Text::tr("what stands in the brackets is no IPv6 address"));
    if (!bracketed && text.count(QLatin1Char(':')) > 1)
        return bad(Text::tr("there is more than one colon after the host"),
                   Text::tr("write an IPv6 address in brackets: redis://[::1]:6379"));
    if (host->isEmpty())
        return bad(Text::tr("the host is missing"));
    const bool printable = std::none_of(host->begin(), host->end(), [](QChar c) {
        return c.isSpace() || !c.isPrint() || QLatin1String("/?#@[]").contains(c);
    });
    if (!printable || (!bracketed && host->contains(QLatin1Char(':'))))
        return bad(Text::tr("the host has a character that no host name has"));
    spec.host = *host;
    return end < 0 ? QString() : text.mid(bracketed ? end + 1 : end);
}

Done readPort(const QString &text, ConnectionSpec &spec)
{
    if (text.isEmpty())
        return Nothing{};
    const auto port = wholeNumber(text.mid(1), 1, 65535);
    if (!text.startsWith(QLatin1Char(':')) || !port)
        return bad(Text::tr("the port is no number from 1 to 65535"));
    spec.port = quint16(*port);
    return Nothing{};
}

Failure badDb()
{
    return bad(Text::tr("the database is no number from 0 on"),
               Text::tr("write it as /N after the host, or as ?db=N"));
}

struct Query {
    std::optional<int> db;
    bool tlsNamed = false;
};

Done readParameter(const QString &parameter, const QString &value, ConnectionSpec &spec, Query &seen)
{
    if (parameter == QLatin1String("db")) {
        seen.db = wholeNumber(value, 0, std::numeric_limits<int>::max());
        return seen.db ? Done(Nothing{}) : Done(badDb());
    }
    if (parameter == QLatin1String("clientname")) {
        if (!std::all_of(value.begin(), value.end(), [](QChar c) { return c > u' ' && c <= u'~'; }))
            return bad(Text::tr("the clientname has a space or a character that Redis does not allow there"));
        spec.clientName = value;
        return Nothing{};
    }
    seen.tlsNamed = true;
    if (parameter == QLatin1String("cacert"))
        spec.tls.caFile = value;
    else if (parameter == QLatin1String("cert"))
        spec.tls.certificateFile = value;
    else if (parameter == QLatin1String("key"))
        spec.tls.keyFile = value;
    else if (parameter == QLatin1String("sni"))
        spec.tls.serverName = value;
    else if (parameter != QLatin1String("insecure"))
        return bad(
            Text::tr("there is no query parameter \"%1\"").arg(escapedText(parameter.left(40).toUtf8())),
            Text::tr("known are db, cacert, cert, key, sni, insecure and clientname"));
    else if (value != QLatin1String("1") && value != QLatin1String("0"))
        return bad(Text::tr("insecure is neither 0 nor 1"));
    else
        spec.tls.verifyPeer = value == QLatin1String("0");
    return Nothing{};
}

Outcome<Query> readQuery(const QString &query, ConnectionSpec &spec)
{
    Query seen;
    QStringList names;
    for (const QString &pair : query.split(QLatin1Char('&'), Qt::SkipEmptyParts)) {
        const auto parameter = decode(pair.section(QLatin1Char('='), 0, 0), Text::tr("query"));
        if (!parameter)
            return parameter.failure();
        const auto value = decode(pair.section(QLatin1Char('='), 1), Text::tr("query"));
        if (!value)
            return value.failure();
        if (names.contains(*parameter))
            return bad(Text::tr("a query parameter is given twice"));
        names << *parameter;
        if (const Done read = readParameter(*parameter, *value, spec, seen); !read)
            return read.failure();
    }
    if (seen.tlsNamed && !spec.tls.enabled)
        return bad(Text::tr("it has parameters for TLS, but is no TLS connection"),
                   Text::tr("write rediss:// instead of redis://"));
    if (spec.tls.certificateFile.isEmpty() != spec.tls.keyFile.isEmpty())
        return bad(Text::tr("cert and key are needed together"));
    return seen;
}

Done readDb(const QString &path, const Query &query, ConnectionSpec &spec)
{
    std::optional<int> fromPath;
    if (path.size() > 1) {
        fromPath = wholeNumber(path.mid(1), 0, std::numeric_limits<int>::max());
        if (!fromPath)
            return badDb();
    }
    if (fromPath && query.db && *fromPath != *query.db)
        return bad(Text::tr("it names two databases, one in the path and one in the query"));
    spec.db = fromPath.value_or(query.db.value_or(0));
    return Nothing{};
}

Outcome<ConnectionSpec> readNetwork(const Pieces &pieces, ConnectionSpec spec)
{
    if ((pieces.host + pieces.path + pieces.query).contains(QLatin1Char('@')))
        return unescaped();
    const auto port = readHost(pieces.host, spec);
    if (!port)
        return port.failure();
    if (const Done read = readPort(*port, spec); !read)
        return read.failure();
    const auto query = readQuery(pieces.query, spec);
    if (!query)
        return query.failure();
    if (const Done read = readDb(pieces.path, *query, spec); !read)
        return read.failure();
    return spec;
}

Outcome<ConnectionSpec> readUnix(const Pieces &pieces, ConnectionSpec spec)
{
    if (pieces.host.contains(QLatin1Char('@')))
        return unescaped();
    if (!pieces.host.isEmpty())
        return bad(Text::tr("a unix socket has no host"),
                   Text::tr("write unix:// and an absolute path: unix:///run/redis.sock"));
    const auto path = decode(pieces.path, Text::tr("path"));
    if (!path)
        return path.failure();
    if (path->size() < 2)
        return bad(Text::tr("the path of the socket is missing"));
    spec.socketPath = *path;
    const auto query = readQuery(pieces.query, spec);
    if (!query)
        return query.failure();
    spec.db = query->db.value_or(0);
    return spec;
}

QString encoded(const QString &text, const QByteArray &keep = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

QString tlsQuery(const TlsOptions &tls)
{
    QString query;
    const auto add = [&query](const char *parameter, const QString &value) {
        if (!value.isEmpty())
            query += QLatin1Char('&') + QLatin1String(parameter) + QLatin1Char('=') + encoded(value, "/");
    };
    add("cacert", tls.caFile);
    add("cert", tls.certificateFile);
    add("key", tls.keyFile);
    add("sni", tls.serverName);
    if (!tls.verifyPeer)
        add("insecure", QStringLiteral("1"));
    return query;
}

} // namespace

NodeId Endpoint::node() const
{
    const QByteArray address = host.toUtf8();
    const QByteArray name = address.contains(':') ? '[' + address + ']' : address;
    return {name + ':' + QByteArray::number(port)};
}

NodeId ConnectionSpec::node() const
{
    return socketPath.isEmpty() ? endpoint().node() : NodeId{"unix:" + socketPath.toUtf8()};
}

ConnectionSpec ConnectionSpec::at(const Endpoint &server) const
{
    ConnectionSpec spec = *this;
    spec.host = server.host;
    spec.port = server.port;
    spec.socketPath.clear();
    spec.topology = Topology::Standalone;
    spec.seeds.clear();
    spec.members.clear();
    return spec;
}

Outcome<ConnectionSpec> parseConnectionUrl(const QString &url)
{
    const auto pieces = cut(url.trimmed());
    if (!pieces)
        return pieces.failure();
    if (pieces->scheme == QLatin1String("sentinel") || pieces->scheme == QLatin1String("cluster"))
        return Failure{.kind = ErrorKind::Unsupported,
                       .text = Text::tr("URL: %1:// is not there yet").arg(pieces->scheme),
                       .remedy = Text::tr("name one of its servers with redis://host:port")};
    ConnectionSpec spec;
    if (const Done read = readUserInfo(*pieces, spec); !read)
        return read.failure();
    spec.tls.enabled = pieces->scheme == QLatin1String("rediss");
    if (pieces->scheme == QLatin1String("unix"))
        return readUnix(*pieces, spec);
    if (spec.tls.enabled || pieces->scheme == QLatin1String("redis"))
        return readNetwork(*pieces, spec);
    return bad(Text::tr("it does not begin with redis://, rediss:// or unix://"));
}

QString connectionUrl(const ConnectionSpec &spec)
{
    const bool local = !spec.socketPath.isEmpty();
    // A userinfo without a colon would be read as a password.
    const QString user = spec.user.isEmpty() ? QString() : encoded(spec.user) + QLatin1String(":@");
    QString query;
    QString url;
    if (local) {
        url = QLatin1String("unix://") + user + encoded(spec.socketPath, "/");
        if (spec.db != 0)
            query += QStringLiteral("&db=%1").arg(spec.db);
    } else {
        const QString host = encoded(spec.host, ":");
        url = QLatin1String(spec.tls.enabled ? "rediss://" : "redis://") + user +
              (spec.host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host) +
              QLatin1Char(':') + QString::number(spec.port);
        if (spec.db != 0)
            url += QLatin1Char('/') + QString::number(spec.db);
        if (spec.tls.enabled)
            query += tlsQuery(spec.tls);
    }
    if (!spec.clientName.isEmpty())
        query += QLatin1String("&clientname=") + encoded(spec.clientName);
    return query.isEmpty() ? url : url + QLatin1Char('?') + query.mid(1);
}

} // namespace lockscope
