// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A private deployment of any topology, of real servers on loopback in a temporary folder: they end with this
// object, and with the process should it die. Owner: whoever made it, on that thread, which must live as
// long: the kernel ends the servers with the thread that started them. start() blocks until every node knows
// its part: a few hundredths of a second for one server, some seconds for a cluster. Shared by tests, demos
// and the programs.

#include "core/lab/sandbox/sandboxserver.h"

#include <optional>
#include <vector>

namespace lockscope
{

enum class SandboxTopology { Standalone, Replica, Sentinel, Cluster, RedLock };

// "standalone", "replica", "sentinel", "cluster", "redlock": as both programs call them.
const char *name(SandboxTopology topology);
std::optional<SandboxTopology> sandboxTopology(QByteArrayView name);

// Everywhere: the nodes speak it with each other too, and tell each other's TLS ports. Each server has its
// plain port besides.
enum class SandboxTls { Off, Clients, Everywhere };

struct DeploymentOptions {
    std::optional<int> masters{};  // as usual: a cluster has 3, a RedLock group 5
    std::optional<int> replicas{}; // of each master; as usual: a cluster 1, a replicated group 2
    int sentinels = 3;
    SandboxTls tls = SandboxTls::Off; // with a throw-away authority (needs openssl)
    // Of servers and replicas. Sentinels and servers that sentinels rewrite keep it in their private folder.
    QString password{};
    QString sentinelPassword{};
    QStringList serverArguments{}; // "--name", "value", … for every server but sentinels: no secrets here
    std::vector<QStringList> nodeArguments{}; // more of them, for the server of that number
    bool ownClocks = false;                   // of each server: SandboxServer::setClock()
    QStringList sentinelArguments{};          // of every sentinel
    // What the server of that number says is its address; an empty host: as it is. A master's is what
    // sentinels are told, and they are not waited for then. In a cluster: a name for clients, and their port.
    std::vector<Endpoint> announced{};
};

class SandboxDeployment final
{
public:
    static constexpr const char *MasterName = "sandbox"; // for the sentinels

    static Outcome<std::unique_ptr<SandboxDeployment>> start(SandboxTopology topology,
                                                             const DeploymentOptions &options = {});
    ~SandboxDeployment();

    SandboxTopology topology() const;
    ConnectionSpec spec() const; // of the whole, read-write
    QStringList urls() const; // as a person types it; several mean a RedLock group. Without TLS and password
    QString folder() const;

    // The servers: masters first, as they were at the start. Of a cluster each replica may belong to any of
    // them.
    size_t size() const;
    SandboxServer &node(size_t index) const;
    size_t sentinelCount() const;
    SandboxServer &sentinel(size_t index) const;
    // Of the servers that answer now, the first one that says it is a master; null: none does.
    SandboxServer *master() const;

private:
    SandboxDeployment();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
