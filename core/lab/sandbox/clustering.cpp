// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/clustering.h"

#include "core/base/tr.h"
#include "core/lab/sandbox/replication.h"
#include "core/lab/sandbox/waituntil.h"
#include "core/platform/childlifetime.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int RedisCliTimeoutMs = 60000;

QStringList createArguments(const SandboxServers &nodes, int replicasOfEach, bool overTls)
{
    QStringList list;
    if (overTls) {
        const TlsOptions way = nodes.front()->tls().tls;
        list << QStringLiteral("--tls") << QStringLiteral("--cacert") << way.caFile
             << QStringLiteral("--cert") << way.certificateFile << QStringLiteral("--key") << way.keyFile;
    }
    list << QStringLiteral("--cluster") << QStringLiteral("create");
    for (const auto &node : nodes)
        list << QStringLiteral("127.0.0.1:%1").arg(overTls ? node->tlsPort() : node->port());
    return list << QStringLiteral("--cluster-replicas") << QString::number(replicasOfEach)
                << QStringLiteral("--cluster-yes");
}

Done create(const QStringList &arguments, const QString &password)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("redis-cli"));
    if (program.isEmpty())
        return sandboxFailure(Tr::tr("redis-cli is not installed"), Tr::tr("install the package redis-tools"),
                              ErrorKind::Unsupported);
    QProcess cli;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!password.isEmpty())
        environment.insert(QStringLiteral("REDISCLI_AUTH"), password);
    cli.setProcessEnvironment(environment);
    cli.setProcessChannelMode(QProcess::MergedChannels);
    tieToParent(cli);
    cli.start(program, arguments, QIODevice::ReadOnly);
    if (!cli.waitForFinished(RedisCliTimeoutMs))
        return sandboxFailure(Tr::tr("redis-cli --cluster create did not finish"));
    if (cli.exitStatus() != QProcess::NormalExit || cli.exitCode() != 0)
        return sandboxFailure(Tr::tr("redis-cli --cluster create output: %1")
                                  .arg(QString::fromUtf8(cli.readAll().trimmed().right(300))));
    return Nothing{};
}

// The lines of CLUSTER NODES; empty without a reply.
QByteArrayList nodeLines(const SandboxServer &node)
{
    const auto reply = node.ask({"CLUSTER", "NODES"});
    return reply ? reply->bytes.trimmed().split('\n') : QByteArrayList();
}

// CLUSTER SLOTS omits a replica until its replication offset is known.
bool seesAll(const SandboxServer &node, size_t count)
{
    const auto info = node.ask({"CLUSTER", "INFO"});
    const auto ranges = node.ask({"CLUSTER", "SLOTS"});
    if (!info || !info->bytes.contains("cluster_state:ok") || !ranges)
        return false;
    size_t seen = 0;
    for (const Reply &range : ranges->items)
        seen += range.items.size() - 2; // the nodes follow the first and last slot
    const QByteArrayList lines = nodeLines(node);
    return seen == count && std::ranges::all_of(lines, [](const QByteArray &line) {
               return line.split(' ').value(7) == "connected";
           });
}

// The name arrives with any bus packet, the port with the next ping.
bool knows(const SandboxServer &node, const Endpoint &announced)
{
    return std::ranges::any_of(nodeLines(node), [&announced](const QByteArray &line) {
        const QByteArray address = line.split(' ').value(1);
        return address.contains(':' + QByteArray::number(announced.port) + '@') &&
               address.endsWith(',' + announced.host.toUtf8());
    });
}

// Applies the settings now and after each restart.
Done tell(SandboxServer &node, const std::vector<std::pair<QByteArray, QByteArray>> &settings)
{
    Command command{"CONFIG", "SET"};
    QStringList arguments;
    for (const auto &[name, value] : settings) {
        command.insert(command.end(), {name, value});
        arguments << QStringLiteral("--") + QString::fromUtf8(name) << QString::fromUtf8(value);
    }
    node.addArguments(arguments);
    const auto set = node.ask(command);
    return set ? Done(Nothing{}) : Done(set.failure());
}

} // namespace

Done formCluster(const SandboxServers &nodes, int replicasOfEach, bool overTls)
{
    const Done created =
        create(createArguments(nodes, replicasOfEach, overTls), nodes.front()->tcp().password);
    if (!created)
        return created;
    const auto replicas = nodes.size() / size_t(1 + replicasOfEach) * size_t(replicasOfEach);
    return waitUntil(
        [&] {
            return std::ranges::all_of(nodes, [&](const auto &n) { return seesAll(*n, nodes.size()); }) &&
                   size_t(std::ranges::count_if(nodes, [](const auto &n) { return isLinkedReplica(*n); })) ==
                       replicas;
        },
        Tr::tr("every node of the cluster sees the others"));
}

Done announce(const SandboxServers &nodes, const std::vector<Endpoint> &announced, bool overTls)
{
    std::vector<Endpoint> addresses;
    for (size_t i = 0; i < nodes.size(); ++i) {
        // With hostname as the preferred endpoint type, a node without a name is listed as "?".
        Endpoint address{QStringLiteral("127.0.0.1"), overTls ? nodes[i]->tlsPort() : nodes[i]->port()};
        if (i < announced.size() && !announced[i].host.isEmpty())
            address = announced[i];
        const Done told = tell(*nodes[i], {{"cluster-announce-hostname", address.host.toUtf8()},
                                           {overTls ? "cluster-announce-tls-port" : "cluster-announce-port",
                                            QByteArray::number(address.port)},
                                           {"cluster-preferred-endpoint-type", "hostname"}});
        if (!told)
            return told;
        addresses.push_back(address);
    }
    return waitUntil(
        [&] {
            return std::ranges::all_of(nodes, [&addresses](const auto &node) {
                return std::ranges::all_of(addresses, [&node](const Endpoint &a) { return knows(*node, a); });
            });
        },
        Tr::tr("every node of the cluster knows the announced names"));
}

} // namespace lockscope
