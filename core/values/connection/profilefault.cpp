// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/profilefault.h"

#include "core/base/tr.h"
#include "core/values/connection/urlparts.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope
{
namespace
{

using Fault = std::optional<ProfileFault>;

ProfileFault fault(const char *field, const QString &text)
{
    return {.field = QLatin1String(field), .text = text};
}

QString hostRule()
{
    return Tr::tr("a host is a name or an address, without spaces or slashes");
}

QString portRule()
{
    return Tr::tr("a port is a number from 1 to 65535");
}

bool isOfSeveral(const ConnectionSpec &spec)
{
    return spec.topology == Topology::Sentinel || spec.topology == Topology::Cluster;
}

Fault addressFault(const ConnectionSpec &spec)
{
    if (spec.host.isEmpty() == spec.socketPath.isEmpty())
        return fault("host", Tr::tr("set either a host or a socket"));
    if (!spec.socketPath.isEmpty() && isOfSeveral(spec))
        return fault("socket", Tr::tr("Sentinel and Cluster cannot be reached through a unix socket"));
    if (spec.socketPath.isEmpty() && !url::isHost(spec.host))
        return fault("host", hostRule());
    if (spec.socketPath.isEmpty() && spec.port == 0)
        return fault("port", portRule());
    return {};
}

Fault deploymentFault(const ConnectionSpec &spec)
{
    if (spec.topology == Topology::Sentinel && spec.sentinel.masterName.isEmpty())
        return fault("master", Tr::tr("Sentinel requires the name of the master"));
    if (!spec.seeds.empty() && !isOfSeveral(spec))
        return fault("seeds", Tr::tr("additional addresses are for Sentinel and Cluster only"));
    std::vector<Endpoint> known{spec.endpoint()};
    for (const Endpoint &seed : spec.seeds) {
        const QString place = Tr::tr("address %1: %2").arg(known.size() + 1);
        if (!url::isHost(seed.host))
            return fault("seeds", place.arg(hostRule()));
        if (seed.port == 0)
            return fault("seeds", place.arg(portRule()));
        if (std::find(known.begin(), known.end(), seed) != known.end())
            return fault("seeds", place.arg(Tr::tr("it occurs twice")));
        known.push_back(seed);
    }
    if (!spec.members.empty())
        return fault("members", Tr::tr("only a RedLock group has members"));
    return {};
}

Fault addressingFault(const ConnectionSpec &spec)
{
    const AddressPolicy policy = spec.addressing.policy;
    const std::vector<AddressRule> &map = spec.addressing.map;
    if (policy == AddressPolicy::TypedHost && !spec.socketPath.isEmpty())
        return fault("addresses", Tr::tr("a unix socket has no typed host"));
    if (policy == AddressPolicy::Mapped && map.empty())
        return fault("address_map", Tr::tr("the address table is empty"));
    for (size_t i = 0; i < map.size(); ++i) {
        const QString place = Tr::tr("row %1 of the address table: %2").arg(i + 1);
        if (!url::isHost(map[i].announced.host) || !url::isHost(map[i].reached.host))
            return fault("address_map", place.arg(hostRule()));
        const bool twice = std::any_of(map.begin(), map.begin() + qsizetype(i), [&](const AddressRule &rule) {
            return rule.announced == map[i].announced;
        });
        if (twice)
            return fault("address_map", place.arg(Tr::tr("it occurs twice")));
    }
    return {};
}

Fault wayFault(const ConnectionSpec &spec)
{
    const bool proxied = spec.proxy.kind != ProxyKind::None;
    if (!spec.socketPath.isEmpty() && (proxied || spec.ssh.enabled()))
        return fault(proxied ? "proxy" : "ssh", Tr::tr("a unix socket uses no proxy and no tunnel"));
    if (proxied && spec.ssh.enabled())
        return fault("ssh",
                     Tr::tr("use either a proxy or a tunnel; ssh's own configuration can set a proxy"));
    if (proxied && !url::isHost(spec.proxy.host))
        return fault("proxy", hostRule());
    if (proxied && spec.proxy.port == 0)
        return fault("proxy", portRule());
    if (proxied && spec.proxy.user.contains(QLatin1Char(':')))
        return fault("proxy", Tr::tr("the user name of a proxy must not contain a colon"));
    if (spec.ssh.enabled() && !url::isSshDestination(spec.ssh.destination))
        return fault("ssh", Tr::tr("the SSH destination is [user@]host, without spaces"));
    return {};
}

Fault tlsFault(const ConnectionSpec &spec)
{
    if (spec.tls.enabled && !spec.socketPath.isEmpty())
        return fault("tls", Tr::tr("unix sockets do not use TLS"));
    if (spec.tls.certificateFile.isEmpty() != spec.tls.keyFile.isEmpty())
        return fault(spec.tls.keyFile.isEmpty() ? "key" : "certificate",
                     Tr::tr("a client certificate and its key are required together"));
    return {};
}

Fault serverFault(const ConnectionSpec &spec)
{
    for (const auto check : {addressFault, deploymentFault, addressingFault, wayFault, tlsFault}) {
        if (auto found = check(spec))
            return found;
    }
    if (spec.db < 0)
        return fault("db", Tr::tr("the database number must not be negative"));
    return {};
}

Fault groupFault(const ConnectionSpec &group)
{
    if (!group.host.isEmpty() || !group.socketPath.isEmpty())
        return fault("host", Tr::tr("a RedLock group has members, and no address of its own"));
    if (group.members.size() < 2)
        return fault("members", Tr::tr("a RedLock group requires at least two members"));
    for (size_t i = 0; i < group.members.size(); ++i) {
        const ConnectionSpec &member = group.members[i];
        const QString place = Tr::tr("member %1: %2").arg(i + 1);
        if (member.topology == Topology::RedLock)
            return fault("members", place.arg(Tr::tr("a member cannot be a group")));
        if (const Fault found = serverFault(member))
            return fault("members", place.arg(found->text));
        const auto same = [&](const ConnectionSpec &other) {
            return other.node() == member.node() && other.sentinel.masterName == member.sentinel.masterName;
        };
        if (std::any_of(group.members.begin(), group.members.begin() + qsizetype(i), same))
            return fault("members", place.arg(Tr::tr("it occurs twice")));
    }
    return {};
}

} // namespace

std::optional<ProfileFault> faultOf(const ConnectionSpec &profile)
{
    static const QRegularExpression colour(QStringLiteral("^#[0-9a-fA-F]{6}$"));
    if (profile.name.trimmed().isEmpty())
        return fault("name", Tr::tr("a profile requires a name"));
    if (auto found = profile.topology == Topology::RedLock ? groupFault(profile) : serverFault(profile))
        return found;
    if (profile.patterns.contains(QByteArray()))
        return fault("patterns", Tr::tr("a pattern must not be empty"));
    if (!profile.colour.isEmpty() && !colour.match(profile.colour).hasMatch())
        return fault("colour", Tr::tr("a colour is # and six hex digits"));
    return {};
}

} // namespace lockscope
