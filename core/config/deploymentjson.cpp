// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deploymentjson.h"

#include "core/base/tr.h"

#include <QJsonArray>

namespace lockscope
{
namespace
{

using Lines = QHash<QString, int>;

QString policyName(AddressPolicy policy)
{
    switch (policy) {
    case AddressPolicy::Announced:
        return QStringLiteral("announced");
    case AddressPolicy::TypedHost:
        return QStringLiteral("typed");
    case AddressPolicy::Mapped:
        return QStringLiteral("mapped");
    }
    return {};
}

QString proxyName(ProxyKind kind)
{
    switch (kind) {
    case ProxyKind::None:
        return QStringLiteral("none");
    case ProxyKind::Socks5:
        return QStringLiteral("socks5");
    case ProxyKind::Http:
        return QStringLiteral("http");
    }
    return {};
}

QJsonObject addressToJson(const Endpoint &address)
{
    QJsonObject object{{QStringLiteral("host"), address.host}};
    if (address.port != 0)
        object.insert(QStringLiteral("port"), address.port);
    return object;
}

void insertText(QJsonObject &object, const char *field, const QString &text)
{
    if (!text.isEmpty())
        object.insert(QLatin1String(field), text);
}

QJsonObject proxyToJson(const ProxyOptions &proxy)
{
    QJsonObject object{{QStringLiteral("kind"), proxyName(proxy.kind)},
                       {QStringLiteral("host"), proxy.host},
                       {QStringLiteral("port"), proxy.port}};
    insertText(object, "user", proxy.user);
    return object;
}

QJsonObject sshToJson(const SshOptions &ssh)
{
    QJsonObject object{{QStringLiteral("destination"), ssh.destination}};
    if (ssh.port != 0)
        object.insert(QStringLiteral("port"), ssh.port);
    insertText(object, "identity", ssh.identityFile);
    insertText(object, "config", ssh.configFile);
    if (ssh.unconfirmed)
        object.insert(QStringLiteral("unconfirmed"), true);
    return object;
}

// A word from a closed list.
template<typename Choice, typename Name>
void takeChoice(JsonFields &fields, const char *field, std::initializer_list<Choice> choices, Name nameOf,
                Choice &into)
{
    QString word = nameOf(into);
    fields.take(field, word);
    QStringList words;
    for (const Choice choice : choices) {
        if (word == nameOf(choice)) {
            into = choice;
            return;
        }
        words << nameOf(choice);
    }
    fields.fault(field, Tr::tr("must be one of: %1").arg(words.join(QLatin1String(", "))));
}

std::optional<Failure> takeAddress(const QJsonValue &value, const QString &path, const Lines &lines,
                                   Endpoint &into)
{
    JsonFields fields(value.toObject(), path, lines);
    if (!value.isObject())
        return fields.failureAt(path.section(QLatin1Char('/'), -1), Tr::tr("must be an object"));
    fields.take("host", into.host);
    into.port = quint16(fields.number("port", 1, 65535).value_or(0));
    return fields.finish();
}

std::optional<Failure> takeSeeds(const QJsonValue &value, const QString &path, const Lines &lines,
                                 std::vector<Endpoint> &seeds)
{
    if (!value.isArray())
        return JsonFields({}, path, lines)
            .failureAt(QStringLiteral("seeds"), Tr::tr("must be a list of objects"));
    const QJsonArray list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (auto failure = takeAddress(list[i], QStringLiteral("%1/seeds/%2").arg(path).arg(i), lines,
                                       seeds.emplace_back()))
            return failure;
    }
    return {};
}

std::optional<Failure> takeMap(const QJsonValue &value, const QString &path, const Lines &lines,
                               std::vector<AddressRule> &map)
{
    const Failure noList = JsonFields({}, path, lines)
                               .failureAt(QStringLiteral("address_map"), Tr::tr("must be a list of objects"));
    if (!value.isArray())
        return noList;
    const QJsonArray list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString inside = QStringLiteral("%1/address_map/%2").arg(path).arg(i);
        if (!list[i].isObject())
            return noList;
        JsonFields fields(list[i].toObject(), inside, lines);
        map.push_back({.announced = {.port = 0}, .reached = {.port = 0}});
        AddressRule &rule = map.back();
        for (const auto &[field, into] :
             {std::pair{"announced", &rule.announced}, std::pair{"reached", &rule.reached}}) {
            const auto address = fields.value(field);
            if (!address)
                return fields.failureAt(QLatin1String(field), Tr::tr("must be an object"));
            if (auto failure =
                    takeAddress(*address, inside + QLatin1Char('/') + QLatin1String(field), lines, *into))
                return failure;
        }
        if (auto failure = fields.finish())
            return failure;
    }
    return {};
}

std::optional<Failure> takeProxy(JsonFields &fields, ProxyOptions &proxy)
{
    proxy.kind = ProxyKind::Socks5;
    takeChoice(fields, "kind", {ProxyKind::Socks5, ProxyKind::Http}, proxyName, proxy.kind);
    fields.take("host", proxy.host);
    proxy.port = quint16(fields.number("port", 1, 65535).value_or(proxy.port));
    fields.take("user", proxy.user);
    return fields.finish();
}

std::optional<Failure> takeSsh(JsonFields &fields, SshOptions &ssh)
{
    fields.take("destination", ssh.destination);
    ssh.port = quint16(fields.number("port", 1, 65535).value_or(0));
    fields.take("identity", ssh.identityFile);
    fields.take("config", ssh.configFile);
    fields.take("unconfirmed", ssh.unconfirmed);
    return fields.finish();
}

std::optional<Failure> takeSentinel(JsonFields &fields, SentinelOptions &sentinel)
{
    fields.take("master", sentinel.masterName);
    fields.take("user", sentinel.user);
    return fields.finish();
}

} // namespace

QString topologyName(Topology topology)
{
    switch (topology) {
    case Topology::Automatic:
        return QStringLiteral("automatic");
    case Topology::Standalone:
        return QStringLiteral("standalone");
    case Topology::Sentinel:
        return QStringLiteral("sentinel");
    case Topology::Cluster:
        return QStringLiteral("cluster");
    case Topology::RedLock:
        return QStringLiteral("redlock");
    }
    return {};
}

void deploymentToJson(const ConnectionSpec &spec, QJsonObject &object)
{
    if (spec.topology != Topology::Automatic)
        object.insert(QStringLiteral("topology"), topologyName(spec.topology));
    QJsonArray seeds;
    for (const Endpoint &seed : spec.seeds)
        seeds.append(addressToJson(seed));
    if (!seeds.isEmpty())
        object.insert(QStringLiteral("seeds"), seeds);
    if (!spec.sentinel.masterName.isEmpty() || !spec.sentinel.user.isEmpty()) {
        QJsonObject sentinel;
        insertText(sentinel, "master", spec.sentinel.masterName);
        insertText(sentinel, "user", spec.sentinel.user);
        object.insert(QStringLiteral("sentinel"), sentinel);
    }
    if (spec.addressing.policy != AddressPolicy::Announced)
        object.insert(QStringLiteral("addresses"), policyName(spec.addressing.policy));
    QJsonArray map;
    for (const auto &[announced, reached] : spec.addressing.map)
        map.append(QJsonObject{{QStringLiteral("announced"), addressToJson(announced)},
                               {QStringLiteral("reached"), addressToJson(reached)}});
    if (!map.isEmpty())
        object.insert(QStringLiteral("address_map"), map);
    if (spec.proxy.kind != ProxyKind::None)
        object.insert(QStringLiteral("proxy"), proxyToJson(spec.proxy));
    if (spec.ssh.enabled())
        object.insert(QStringLiteral("ssh"), sshToJson(spec.ssh));
}

std::optional<Failure> takeDeployment(JsonFields &fields, const QString &path, const Lines &lines,
                                      ConnectionSpec &spec)
{
    takeChoice(
        fields, "topology",
        {Topology::Automatic, Topology::Standalone, Topology::Sentinel, Topology::Cluster, Topology::RedLock},
        topologyName, spec.topology);
    takeChoice(fields, "addresses",
               {AddressPolicy::Announced, AddressPolicy::TypedHost, AddressPolicy::Mapped}, policyName,
               spec.addressing.policy);
    const auto object = [&](const char *field, auto take, auto &into) -> std::optional<Failure> {
        const auto value = fields.value(field);
        if (!value)
            return {};
        if (!value->isObject())
            return fields.failureAt(QLatin1String(field), Tr::tr("must be an object"));
        JsonFields inner(value->toObject(), path + QLatin1Char('/') + QLatin1String(field), lines);
        return take(inner, into);
    };
    std::optional<Failure> failure = object("sentinel", takeSentinel, spec.sentinel);
    if (!failure)
        failure = object("proxy", takeProxy, spec.proxy);
    if (!failure)
        failure = object("ssh", takeSsh, spec.ssh);
    if (const auto seeds = fields.value("seeds"); seeds && !failure)
        failure = takeSeeds(*seeds, path, lines, spec.seeds);
    if (const auto map = fields.value("address_map"); map && !failure)
        failure = takeMap(*map, path, lines, spec.addressing.map);
    return failure;
}

} // namespace lockscope
