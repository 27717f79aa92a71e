// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/urlquery.h"

#include "core/base/tr.h"
#include "core/values/connection/urlparts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockscope::url
{

namespace
{

struct Reading {
    ConnectionSpec &spec;
    Query query{};
    bool tlsNamed = false;
    bool typedHost = false;
};

using Read = Done (*)(const QString &value, Reading &reading);

struct Parameter {
    const char *name;
    Read read;
    bool mayRepeat = false;
    bool mayHaveAt = false; // its value may contain [user@]host
};

Outcome<bool> yesOrNo(const char *parameter, const QString &value)
{
    if (value == QLatin1String("1") || value == QLatin1String("0"))
        return value == QLatin1String("1");
    return bad(Tr::tr("%1 is neither 0 nor 1").arg(QLatin1String(parameter)));
}

Done readDb(const QString &value, Reading &reading)
{
    reading.query.db = wholeNumber(value, 0, std::numeric_limits<int>::max());
    if (!reading.query.db)
        return bad(Tr::tr("the database is not a number of 0 or more"),
                   Tr::tr("write it as /N after the host, or as ?db=N"));
    return Nothing{};
}

Done readClientName(const QString &value, Reading &reading)
{
    if (!std::all_of(value.begin(), value.end(), [](QChar c) { return c > u' ' && c <= u'~'; }))
        return bad(Tr::tr("clientname contains a space or a character that Redis does not allow there"));
    reading.spec.clientName = value;
    return Nothing{};
}

template<QString TlsOptions::*Field> Done readTls(const QString &value, Reading &reading)
{
    reading.spec.tls.*Field = value;
    reading.tlsNamed = true;
    return Nothing{};
}

Done readInsecure(const QString &value, Reading &reading)
{
    const auto insecure = yesOrNo("insecure", value);
    if (!insecure)
        return insecure.failure();
    reading.spec.tls.verifyPeer = !*insecure;
    reading.tlsNamed = true;
    return Nothing{};
}

bool isOfSeveral(const ConnectionSpec &spec)
{
    return spec.topology == Topology::Sentinel || spec.topology == Topology::Cluster;
}

Done readTlsSwitch(const QString &value, Reading &reading)
{
    const auto on = yesOrNo("tls", value);
    if (!on)
        return on.failure();
    if (!isOfSeveral(reading.spec))
        return bad(Tr::tr("tls= is for sentinel:// and cluster://"),
                   Tr::tr("write rediss:// instead of redis://"));
    reading.spec.tls.enabled = *on;
    return Nothing{};
}

Done readTopology(const QString &value, Reading &reading)
{
    if (isOfSeveral(reading.spec))
        return bad(Tr::tr("topology= is not allowed here: the scheme defines it"));
    if (value != QLatin1String("standalone") && value != QLatin1String("automatic"))
        return bad(Tr::tr("topology is neither standalone nor automatic"),
                   Tr::tr("for others write sentinel:// or cluster://"));
    reading.spec.topology = value == QLatin1String("standalone") ? Topology::Standalone : Topology::Automatic;
    return Nothing{};
}

template<QString SentinelOptions::*Field> Done readSentinel(const QString &value, Reading &reading)
{
    if (reading.spec.topology != Topology::Sentinel)
        return bad(Tr::tr("the sentinels' login is not allowed here"),
                   Tr::tr("use sentinel://host:port/MASTER"));
    reading.spec.sentinel.*Field = value;
    return Nothing{};
}

Done readAddresses(const QString &value, Reading &reading)
{
    if (value != QLatin1String("announced") && value != QLatin1String("typed"))
        return bad(Tr::tr("addresses is neither announced nor typed"),
                   Tr::tr("to replace single addresses, use map=announced:port=reached:port"));
    reading.typedHost = value == QLatin1String("typed");
    return Nothing{};
}

Done readMap(const QString &value, Reading &reading)
{
    const QString place = Tr::tr("map, number %1").arg(reading.spec.addressing.map.size() + 1);
    const QString form = Tr::tr("use map=announced[:port]=reached[:port], once per address");
    if (value.count(QLatin1Char('=')) != 1)
        return within(place, bad(Tr::tr("it is not two addresses separated by ="), form));
    const auto announced = readAddress(value.section(QLatin1Char('='), 0, 0), 0, Coding::Plain);
    const auto reached = readAddress(value.section(QLatin1Char('='), 1), 0, Coding::Plain);
    for (const auto &address : {announced, reached}) {
        if (!address)
            return within(place, address.failure());
    }
    auto &map = reading.spec.addressing.map;
    const bool twice = std::any_of(map.begin(), map.end(),
                                   [&](const AddressRule &rule) { return rule.announced == *announced; });
    if (twice)
        return within(place, bad(Tr::tr("its announced address is already mapped"), form));
    reading.spec.addressing.policy = AddressPolicy::Mapped;
    map.push_back({*announced, *reached});
    return Nothing{};
}

Done readProxy(const QString &value, Reading &reading)
{
    const QString place = QStringLiteral("proxy");
    const QString form = Tr::tr("use proxy=socks5://host:port or proxy=http://host:port");
    const QString scheme = value.section(QLatin1String("://"), 0, 0).toLower();
    QString rest = value.section(QLatin1String("://"), 1);
    if (scheme != QLatin1String("socks5") && scheme != QLatin1String("http"))
        return within(place, bad(Tr::tr("it starts with neither socks5:// nor http://"), form));
    ProxyOptions proxy{.kind = scheme == QLatin1String("http") ? ProxyKind::Http : ProxyKind::Socks5};
    if (const qsizetype at = rest.lastIndexOf(QLatin1Char('@')); at >= 0) {
        const QString login = rest.left(at);
        proxy.user = login.section(QLatin1Char(':'), 0, 0);
        proxy.password = login.section(QLatin1Char(':'), 1);
        rest = rest.mid(at + 1);
    }
    if (rest.endsWith(QLatin1Char('/')))
        rest.chop(1);
    const auto address = readAddress(rest, 0, Coding::Plain);
    if (!address)
        return within(place, address.failure());
    if (address->port == 0)
        return within(place, bad(Tr::tr("the port is missing"), form));
    proxy.host = address->host;
    proxy.port = address->port;
    reading.spec.proxy = proxy;
    return Nothing{};
}

Done readSsh(const QString &value, Reading &reading)
{
    const QString place = QStringLiteral("ssh");
    const qsizetype at = value.lastIndexOf(QLatin1Char('@'));
    const auto address = readAddress(value.mid(at + 1), 0, Coding::Plain);
    if (!address)
        return within(place, address.failure());
    const QString destination = value.left(at + 1) + address->host;
    if (!isSshDestination(destination))
        return within(place,
                      bad(Tr::tr("this is not an SSH destination"), Tr::tr("use ssh=[user@]host[:port]")));
    reading.spec.ssh.destination = destination;
    reading.spec.ssh.port = address->port;
    return Nothing{};
}

template<QString SshOptions::*Field> Done readSshFile(const QString &value, Reading &reading)
{
    reading.spec.ssh.*Field = value;
    return Nothing{};
}

constexpr std::array Parameters{
    Parameter{"db", readDb},
    Parameter{"topology", readTopology},
    Parameter{"tls", readTlsSwitch},
    Parameter{"cacert", readTls<&TlsOptions::caFile>},
    Parameter{"cert", readTls<&TlsOptions::certificateFile>},
    Parameter{"key", readTls<&TlsOptions::keyFile>},
    Parameter{"sni", readTls<&TlsOptions::serverName>},
    Parameter{"insecure", readInsecure},
    Parameter{"sentineluser", readSentinel<&SentinelOptions::user>},
    Parameter{"sentinelpassword", readSentinel<&SentinelOptions::password>},
    Parameter{"addresses", readAddresses},
    Parameter{.name = "map", .read = readMap, .mayRepeat = true},
    Parameter{.name = "proxy", .read = readProxy, .mayHaveAt = true},
    Parameter{.name = "ssh", .read = readSsh, .mayHaveAt = true},
    Parameter{"sshkey", readSshFile<&SshOptions::identityFile>},
    Parameter{"sshconfig", readSshFile<&SshOptions::configFile>},
    Parameter{"clientname", readClientName},
};

const Parameter *find(QStringView name)
{
    const auto *const found =
        std::find_if(Parameters.begin(), Parameters.end(),
                     [name](const Parameter &known) { return name == QLatin1String(known.name); });
    return found == Parameters.end() ? nullptr : found;
}

Failure unknown(const QString &name)
{
    QStringList known;
    for (const Parameter &parameter : Parameters)
        known << QLatin1String(parameter.name);
    return bad(Tr::tr("unknown query parameter \"%1\"").arg(escapedText(name.left(40).toUtf8())),
               Tr::tr("available: %1").arg(known.join(QLatin1String(", "))));
}

// Checks that involve several parameters.
Done check(const Reading &reading)
{
    const ConnectionSpec &spec = reading.spec;
    if (reading.tlsNamed && !spec.tls.enabled)
        return bad(Tr::tr("it has TLS parameters, but does not use TLS"),
                   isOfSeveral(spec) ? Tr::tr("add tls=1") : Tr::tr("write rediss:// instead of redis://"));
    if (spec.tls.certificateFile.isEmpty() != spec.tls.keyFile.isEmpty())
        return bad(Tr::tr("cert and key are required together"));
    if (reading.typedHost && !spec.addressing.map.empty())
        return bad(Tr::tr("addresses=typed and map= cannot be combined"));
    if (!spec.socketPath.isEmpty() && (spec.proxy.kind != ProxyKind::None || spec.ssh.enabled()))
        return bad(Tr::tr("a unix socket uses no proxy and no tunnel"));
    if (!spec.socketPath.isEmpty() && reading.typedHost)
        return bad(Tr::tr("a unix socket has no typed host"));
    if (spec.proxy.kind != ProxyKind::None && spec.ssh.enabled())
        return bad(Tr::tr("proxy and ssh cannot be combined"),
                   Tr::tr("set the proxy in the SSH configuration: ProxyCommand or ProxyJump"));
    if (!spec.ssh.enabled() && (!spec.ssh.identityFile.isEmpty() || !spec.ssh.configFile.isEmpty()))
        return bad(Tr::tr("sshkey and sshconfig require ssh="), Tr::tr("use ssh=[user@]host[:port]"));
    return Nothing{};
}

} // namespace

Outcome<Query> readQuery(const QString &query, ConnectionSpec &spec)
{
    const QStringList pairs = query.split(QLatin1Char('&'), Qt::SkipEmptyParts);
    Reading reading{spec};
    QStringList names;
    // Check this first: an '@' shows that a password contains an unescaped '?'.
    for (const QString &pair : pairs) {
        const Parameter *known = find(pair.section(QLatin1Char('='), 0, 0));
        if (pair.contains(QLatin1Char('@')) && !(known && known->mayHaveAt))
            return unescaped();
    }
    for (const QString &pair : pairs) {
        const QString name = pair.section(QLatin1Char('='), 0, 0);
        const auto value = decode(pair.section(QLatin1Char('='), 1), Tr::tr("query"));
        if (!value)
            return value.failure();
        const Parameter *known = find(name);
        if (!known)
            return unknown(name);
        if (names.contains(name) && !known->mayRepeat)
            return bad(Tr::tr("a query parameter occurs twice"));
        names << name;
        if (const Done read = known->read(*value, reading); !read)
            return read.failure();
    }
    if (const Done checked = check(reading); !checked)
        return checked.failure();
    if (reading.typedHost)
        spec.addressing.policy = AddressPolicy::TypedHost;
    return reading.query;
}

namespace
{

class Writer
{
public:
    void add(const char *parameter, const QString &value, const QByteArray &keep = "/")
    {
        if (!value.isEmpty())
            m_query += QLatin1Char('&') + QLatin1String(parameter) + QLatin1Char('=') + encoded(value, keep);
    }
    QString take() { return m_query; }

private:
    QString m_query;
};

void writeTls(const TlsOptions &tls, Writer &writer)
{
    writer.add("cacert", tls.caFile);
    writer.add("cert", tls.certificateFile);
    writer.add("key", tls.keyFile);
    writer.add("sni", tls.serverName);
    if (!tls.verifyPeer)
        writer.add("insecure", QStringLiteral("1"));
}

void writeWay(const ConnectionSpec &spec, Writer &writer)
{
    if (spec.proxy.kind != ProxyKind::None)
        writer.add("proxy",
                   QLatin1String(spec.proxy.kind == ProxyKind::Http ? "http://" : "socks5://") +
                       (spec.proxy.user.isEmpty() ? QString() : spec.proxy.user + QLatin1Char('@')) +
                       writtenAddress({spec.proxy.host, spec.proxy.port}, Coding::Plain),
                   "/:@[]");
    if (!spec.ssh.enabled())
        return;
    const qsizetype at = spec.ssh.destination.lastIndexOf(QLatin1Char('@')) + 1;
    const Endpoint server{spec.ssh.destination.mid(at), spec.ssh.port};
    writer.add("ssh", spec.ssh.destination.left(at) + writtenAddress(server, Coding::Plain), ":@[]");
    writer.add("sshkey", spec.ssh.identityFile);
    writer.add("sshconfig", spec.ssh.configFile);
}

} // namespace

QString writtenQuery(const ConnectionSpec &spec)
{
    Writer writer;
    if (!spec.socketPath.isEmpty() && spec.db != 0)
        writer.add("db", QString::number(spec.db));
    if (spec.topology == Topology::Standalone)
        writer.add("topology", QStringLiteral("standalone"));
    if (spec.tls.enabled && isOfSeveral(spec))
        writer.add("tls", QStringLiteral("1"));
    if (spec.tls.enabled)
        writeTls(spec.tls, writer);
    if (spec.topology == Topology::Sentinel)
        writer.add("sentineluser", spec.sentinel.user);
    if (spec.addressing.policy == AddressPolicy::TypedHost)
        writer.add("addresses", QStringLiteral("typed"));
    if (spec.addressing.policy == AddressPolicy::Mapped) {
        for (const auto &[announced, reached] : spec.addressing.map)
            writer.add("map",
                       writtenAddress(announced, Coding::Plain) + QLatin1Char('=') +
                           writtenAddress(reached, Coding::Plain),
                       "=:[]");
    }
    writeWay(spec, writer);
    writer.add("clientname", spec.clientName);
    return writer.take();
}

} // namespace lockscope::url
