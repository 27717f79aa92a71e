// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandboxdeployment.h"

#include "core/base/tr.h"
#include "core/lab/sandbox/clustering.h"
#include "core/lab/sandbox/replication.h"
#include "core/lab/sandbox/sentinels.h"
#include "core/lab/sandbox/serverlaunch.h"
#include "core/platform/temporaryfolder.h"

#include <QDir>
#include <QRandomGenerator>

#include <array>

namespace lockscope
{

const char *name(SandboxTopology topology)
{
    switch (topology) {
    case SandboxTopology::Standalone:
        return "standalone";
    case SandboxTopology::Replica:
        return "replica";
    case SandboxTopology::Sentinel:
        return "sentinel";
    case SandboxTopology::Cluster:
        return "cluster";
    case SandboxTopology::RedLock:
        return "redlock";
    }
    return "";
}

std::optional<SandboxTopology> sandboxTopology(QByteArrayView word)
{
    for (const SandboxTopology topology :
         {SandboxTopology::Standalone, SandboxTopology::Replica, SandboxTopology::Sentinel,
          SandboxTopology::Cluster, SandboxTopology::RedLock}) {
        if (word == name(topology))
            return topology;
    }
    return {};
}

DeploymentOptions withPasswords(DeploymentOptions options)
{
    for (QString *password : {&options.password, &options.sentinelPassword}) {
        if (!password->isEmpty())
            continue;
        std::array<quint32, 6> random{};
        QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
        const QByteArray bytes(reinterpret_cast<const char *>(random.data()), qsizetype(sizeof random));
        *password = QString::fromLatin1(bytes.toHex());
    }
    return options;
}

struct SandboxDeployment::Private {
    SandboxTopology topology{};
    DeploymentOptions options{};
    std::unique_ptr<TemporaryFolder> folder{};
    Certificates certificates{};
    SandboxServers servers{};
    SandboxServers sentinels{};

    size_t masters() const;
    int replicas() const;
    size_t count() const { return masters() * size_t(1 + replicas()); }
    bool overTls() const { return options.tls == SandboxTls::Everywhere; }
    Endpoint announced(size_t index) const;
    Endpoint masterAsToldToSentinels() const;
    Done prepare();
    Outcome<QString> folderFor(const QString &name) const;
    QStringList arguments(size_t index) const;
    QByteArray configuration() const;
    Outcome<ServerSettings> server(size_t index, quint16 port, quint16 tlsPort) const;
    Outcome<ServerSettings> sentinel(size_t index, quint16 port, quint16 tlsPort) const;
    Done launch();
    Done launchSentinels();
    Done connect();
};

size_t SandboxDeployment::Private::masters() const
{
    if (topology == SandboxTopology::Cluster)
        return size_t(options.masters.value_or(3));
    return topology == SandboxTopology::RedLock ? size_t(options.masters.value_or(5)) : 1;
}

int SandboxDeployment::Private::replicas() const
{
    if (topology == SandboxTopology::Cluster)
        return options.replicas.value_or(1);
    const bool replicated = topology == SandboxTopology::Replica || topology == SandboxTopology::Sentinel;
    return replicated ? options.replicas.value_or(2) : 0;
}

Endpoint SandboxDeployment::Private::announced(size_t index) const
{
    return index < options.announced.size() ? options.announced[index] : Endpoint{};
}

Endpoint SandboxDeployment::Private::masterAsToldToSentinels() const
{
    if (const Endpoint told = announced(0); !told.host.isEmpty())
        return told;
    const SandboxServer &master = *servers.front();
    return {QStringLiteral("127.0.0.1"), overTls() ? master.tlsPort() : master.port()};
}

Done SandboxDeployment::Private::prepare()
{
    if (const auto program = serverProgram(); !program)
        return program.failure();
    folder = TemporaryFolder::make();
    if (!folder)
        return sandboxFailure(Tr::tr("cannot create a folder in %1").arg(QDir::tempPath()),
                              Tr::tr("set TMPDIR to a writable folder with a short path"));
    if (options.tls == SandboxTls::Off)
        return Nothing{};
    const auto signedOnes = makeCertificates(folder->path());
    if (!signedOnes)
        return signedOnes.failure();
    certificates = *signedOnes;
    return Nothing{};
}

// A single server uses the folder itself.
Outcome<QString> SandboxDeployment::Private::folderFor(const QString &name) const
{
    const QString path =
        topology == SandboxTopology::Standalone ? folder->path() : folder->path() + u'/' + name;
    if (!QDir().mkpath(path))
        return sandboxFailure(path);
    return path;
}

QStringList SandboxDeployment::Private::arguments(size_t index) const
{
    QStringList list;
    const auto set = [&list](const char *name, const QString &value) {
        list << QStringLiteral("--") + QLatin1String(name) << value;
    };
    if (replicas() > 0) {
        set("repl-diskless-sync-delay", QStringLiteral("0"));
        // A cluster omits a replica before its first ping.
        set("repl-ping-replica-period", QStringLiteral("1"));
    }
    if (topology != SandboxTopology::Standalone)
        set("protected-mode", QStringLiteral("no")); // it would reject other loopback addresses
    if (topology == SandboxTopology::Cluster) {
        set("cluster-enabled", QStringLiteral("yes"));
        set("cluster-config-file", QStringLiteral("nodes.conf"));
        set("cluster-node-timeout", QStringLiteral("2000"));
    } else if (const Endpoint told = announced(index); !told.host.isEmpty()) {
        set("replica-announce-ip", told.host);
        set("replica-announce-port", QString::number(told.port));
    }
    if (overTls()) {
        set("tls-replication", QStringLiteral("yes"));
        if (topology == SandboxTopology::Cluster)
            set("tls-cluster", QStringLiteral("yes"));
    }
    list += options.serverArguments;
    return index < options.nodeArguments.size() ? list + options.nodeArguments[index] : list;
}

// Settings that must not appear in process lists.
QByteArray SandboxDeployment::Private::configuration() const
{
    if (options.password.isEmpty())
        return {};
    const QByteArray password = quotedForConfiguration(options.password);
    const QByteArray own = "requirepass " + password + '\n';
    return replicas() > 0 ? own + "masterauth " + password + '\n' : own;
}

Outcome<ServerSettings> SandboxDeployment::Private::server(size_t index, quint16 port, quint16 tlsPort) const
{
    const auto place = folderFor(QString::number(index + 1));
    if (!place)
        return place.failure();
    return ServerSettings{.folder = *place,
                          .port = port,
                          .tlsPort = tlsPort,
                          .certificates = certificates,
                          .password = options.password,
                          .arguments = arguments(index),
                          .configuration = configuration(),
                          .ownClock = options.ownClocks,
                          .keepsItsConfiguration =
                              topology == SandboxTopology::Replica || topology == SandboxTopology::Sentinel};
}

Outcome<ServerSettings> SandboxDeployment::Private::sentinel(size_t index, quint16 port,
                                                             quint16 tlsPort) const
{
    const auto place = folderFor(QStringLiteral("s%1").arg(index + 1));
    if (!place)
        return place.failure();
    const SentinelPlan plan{.masterName = QLatin1String(MasterName),
                            .master = masterAsToldToSentinels(),
                            .quorum = options.sentinels / 2 + 1,
                            .password = options.password,
                            .ownPassword = options.sentinelPassword};
    ServerSettings settings{.folder = *place,
                            .port = port,
                            .tlsPort = tlsPort,
                            .certificates = certificates,
                            .password = options.sentinelPassword,
                            .arguments = options.sentinelArguments,
                            .sentinelConfiguration = sentinelConfiguration(plan)};
    if (overTls())
        settings.arguments << QStringLiteral("--tls-replication") << QStringLiteral("yes");
    return settings;
}

Done SandboxDeployment::Private::launch()
{
    auto launched = launchServers(
        count(), options.tls != SandboxTls::Off,
        [this](size_t index, quint16 port, quint16 tlsPort) { return server(index, port, tlsPort); });
    if (!launched)
        return launched.failure();
    servers = std::move(*launched);
    return connect();
}

Done SandboxDeployment::Private::launchSentinels()
{
    auto launched = launchServers(
        size_t(options.sentinels), options.tls != SandboxTls::Off,
        [this](size_t index, quint16 port, quint16 tlsPort) { return sentinel(index, port, tlsPort); });
    if (!launched)
        return launched.failure();
    sentinels = std::move(*launched);
    if (!announced(0).host.isEmpty())
        return Nothing{};
    hurryIntroductions(sentinels);
    return waitUntilAcquainted(sentinels, QLatin1String(MasterName), replicas());
}

Done SandboxDeployment::Private::connect()
{
    switch (topology) {
    case SandboxTopology::Standalone:
    case SandboxTopology::RedLock:
        return Nothing{};
    case SandboxTopology::Replica:
        return replicateFirst(servers, overTls());
    case SandboxTopology::Sentinel: {
        const Done replicated = replicateFirst(servers, overTls());
        return replicated ? launchSentinels() : replicated;
    }
    case SandboxTopology::Cluster: {
        const Done formed = formCluster(servers, replicas(), overTls());
        return formed && !options.announced.empty() ? announce(servers, options.announced, overTls())
                                                    : formed;
    }
    }
    return Nothing{};
}

SandboxDeployment::SandboxDeployment() : d(new Private) {}
SandboxDeployment::~SandboxDeployment() = default;

Outcome<std::unique_ptr<SandboxDeployment>> SandboxDeployment::start(SandboxTopology topology,
                                                                     const DeploymentOptions &options)
{
    std::unique_ptr<SandboxDeployment> deployment(new SandboxDeployment);
    deployment->d->topology = topology;
    deployment->d->options = options;
    if (const Done prepared = deployment->d->prepare(); !prepared)
        return prepared.failure();
    if (const Done launched = deployment->d->launch(); !launched)
        return launched.failure();
    return deployment;
}

SandboxTopology SandboxDeployment::topology() const
{
    return d->topology;
}

ConnectionSpec SandboxDeployment::spec() const
{
    if (d->topology == SandboxTopology::RedLock) {
        ConnectionSpec group = redLockGroup({});
        for (const auto &server : d->servers)
            group.members.push_back(server->spec());
        group.readOnly = false;
        return group;
    }
    const bool throughSentinels = d->topology == SandboxTopology::Sentinel;
    const SandboxServers &seeds = throughSentinels ? d->sentinels : d->servers;
    ConnectionSpec spec = seeds.front()->spec();
    spec.password = d->options.password;
    if (throughSentinels) {
        spec.topology = Topology::Sentinel;
        spec.sentinel = {.masterName = QLatin1String(MasterName), .password = d->options.sentinelPassword};
    } else if (d->topology == SandboxTopology::Cluster) {
        spec.topology = Topology::Cluster;
    } else {
        return spec;
    }
    for (size_t i = 1; i < seeds.size(); ++i)
        spec.seeds.push_back(seeds[i]->spec().endpoint());
    return spec;
}

QStringList SandboxDeployment::urls() const
{
    if (d->topology == SandboxTopology::Standalone)
        return {connectionUrlWithPasswords(d->servers.front()->tcp()),
                connectionUrlWithPasswords(d->servers.front()->unixSocket())};
    if (d->topology != SandboxTopology::RedLock)
        return {connectionUrlWithPasswords(spec())};
    QStringList urls;
    for (const auto &server : d->servers)
        urls << connectionUrlWithPasswords(server->spec());
    return urls;
}

QString SandboxDeployment::folder() const
{
    return d->folder->path();
}

size_t SandboxDeployment::size() const
{
    return d->servers.size();
}

SandboxServer &SandboxDeployment::node(size_t index) const
{
    return *d->servers.at(index);
}

size_t SandboxDeployment::sentinelCount() const
{
    return d->sentinels.size();
}

SandboxServer &SandboxDeployment::sentinel(size_t index) const
{
    return *d->sentinels.at(index);
}

SandboxServer *SandboxDeployment::master() const
{
    for (const auto &server : d->servers) {
        if (server->pid() == 0)
            continue;
        const auto role = server->ask({"ROLE"});
        if (role && !role->items.empty() && role->items.front().bytes == "master")
            return server.get();
    }
    return nullptr;
}

} // namespace lockscope
