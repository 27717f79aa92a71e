// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/addresses.h"

#include "core/base/tr.h"

#include <QHostAddress>

#include <algorithm>

namespace lockscope
{

namespace
{

// Compares names without case, and IPv6 addresses by value.
bool isSameHost(const QString &one, const QString &other)
{
    if (one.compare(other, Qt::CaseInsensitive) == 0)
        return true;
    const QHostAddress address(one);
    return !address.isNull() && address == QHostAddress(other);
}

// An empty host is that of a unix socket.
bool isOnThisMachine(const QString &host)
{
    return host.isEmpty() || host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0 ||
           QHostAddress(host).isLoopback();
}

// A rule for this port takes precedence over one for all ports of the host.
const AddressRule *ruleFor(const std::vector<AddressRule> &map, const Endpoint &announced)
{
    const AddressRule *ofHost = nullptr;
    for (const AddressRule &rule : map) {
        if (!isSameHost(rule.announced.host, announced.host))
            continue;
        if (rule.announced.port == announced.port)
            return &rule;
        if (rule.announced.port == 0 && !ofHost)
            ofHost = &rule;
    }
    return ofHost;
}

QString written(const Endpoint &address)
{
    return QString::fromUtf8(address.node().bytes);
}

} // namespace

Endpoint reachable(const Addressing &addressing, const Endpoint &announced, const Endpoint &typed)
{
    const bool nameless = announced.host.isEmpty() || announced.host == QLatin1String("?");
    if (nameless || addressing.policy == AddressPolicy::TypedHost)
        return {typed.host, announced.port};
    if (addressing.policy == AddressPolicy::Announced)
        return announced;
    const AddressRule *rule = ruleFor(addressing.map, announced);
    if (!rule)
        return announced;
    return {rule->reached.host, rule->reached.port == 0 ? announced.port : rule->reached.port};
}

Failure notReachable(Failure why, const Addressing &addressing, const Endpoint &announced,
                     const Endpoint &reached)
{
    const bool asAnnounced = announced == reached;
    why.text = asAnnounced
                   ? Tr::tr("%1 (at its announced address)").arg(why.text)
                   : Tr::tr("node %1, reached as %2: %3").arg(written(announced), written(reached), why.text);
    if (!why.remedy.isEmpty())
        why.remedy += QStringLiteral("; ");
    if (!asAnnounced && addressing.policy == AddressPolicy::Mapped)
        why.remedy += Tr::tr("or correct its address in the address table");
    else if (!asAnnounced)
        why.remedy += Tr::tr("or map %1 to an address that can be reached from here").arg(written(announced));
    else
        why.remedy += Tr::tr("if that address is known there only, map it to one that can be reached from "
                             "here, or keep the typed host");
    if (why.node.isEmpty())
        why.node = reached.node();
    return why;
}

bool AddressBook::isSeed(const NodeId &id) const
{
    return id == m_spec.node() || std::any_of(m_spec.seeds.begin(), m_spec.seeds.end(),
                                              [&id](const Endpoint &seed) { return seed.node() == id; });
}

NodeId AddressBook::nodeAt(const Endpoint &announced) const
{
    if (const auto alias = m_aliases.constFind(announced.node()); alias != m_aliases.cend())
        return *alias;
    return reachable(m_spec.addressing, announced, m_spec.endpoint()).node();
}

NodeId AddressBook::note(const Endpoint &announced)
{
    const NodeId id = nodeAt(announced);
    if (!m_aliases.contains(announced.node()))
        m_announced.insert(id, announced);
    return id;
}

const Endpoint *AddressBook::announcedOf(const NodeId &id) const
{
    const auto announced = m_announced.constFind(id);
    return announced == m_announced.cend() ? nullptr : &*announced;
}

void AddressBook::merge(const NodeId &gone, const NodeId &stays)
{
    m_aliases.insert(m_announced.contains(gone) ? m_announced.value(gone).node() : gone, stays);
    if (m_announced.contains(gone))
        m_announced.insert(stays, m_announced.take(gone));
}

void AddressBook::forgetOthersThan(const QSet<NodeId> &known)
{
    m_announced.removeIf([&known](const auto &entry) { return !known.contains(entry.key()); });
}

ConnectionSpec AddressBook::specOf(const NodeId &id) const
{
    ConnectionSpec spec = m_spec.at(reachable(m_spec.addressing, m_announced.value(id), m_spec.endpoint()));
    if (m_spec.topology != Topology::Sentinel) { // otherwise the typed addresses are those of sentinels
        if (id == m_spec.node())
            spec = m_spec;
        for (const Endpoint &seed : m_spec.seeds) {
            if (seed.node() == id)
                spec = m_spec.at(seed);
        }
    }
    spec.topology = Topology::Standalone;
    spec.seeds.clear();
    return spec;
}

std::optional<Failure> AddressBook::withheld(const NodeId &id) const
{
    const Endpoint *announced = announcedOf(id);
    if (m_spec.password.isEmpty() || (m_spec.tls.enabled && m_spec.tls.verifyPeer) || isSeed(id) ||
        !announced)
        return {};
    const Addressing &addressing = m_spec.addressing;
    if (addressing.policy == AddressPolicy::Mapped && ruleFor(addressing.map, *announced))
        return {};
    const QString host = reachable(addressing, *announced, m_spec.endpoint()).host;
    const auto isTyped = [&host](const Endpoint &typed) {
        return isSameHost(typed.host, host) || (isOnThisMachine(typed.host) && isOnThisMachine(host));
    };
    if (isTyped(m_spec.endpoint()) || std::ranges::any_of(m_spec.seeds, isTyped))
        return {};
    return Failure{
        .kind = ErrorKind::NotConnected,
        .text =
            Tr::tr("announced by %1: the password was not sent").arg(QString::fromUtf8(m_spec.node().bytes)),
        .remedy =
            Tr::tr("if this server is yours, trust this address in the window, or with map=%1=%1 in the "
                   "URL; or use TLS")
                .arg(announced->host),
        .node = id};
}

ConnectionState AddressBook::named(ConnectionState connection, const NodeId &id,
                                   const Endpoint &reached) const
{
    const Endpoint *announced = announcedOf(id);
    if (!connection.reason.text.isEmpty() && !isSeed(id) && announced)
        connection.reason = notReachable(connection.reason, m_spec.addressing, *announced, reached);
    return connection;
}

} // namespace lockscope
