// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A private deployment of any topology: real servers on loopback in a temporary folder, which end with this
// object or with the process. Owner and thread: the creator's. The thread must outlive this object, because
// the kernel ends the servers with the thread that started them. start() blocks until every node knows its
// role: hundredths of a second for one server, seconds for a cluster. For tests, demos and programs.

#include "core/lab/sandbox/sandboxserver.h"

#include <optional>
#include <vector>

namespace lockscope
{

enum class SandboxTopology { Standalone, Replica, Sentinel, Cluster, RedLock };

// "standalone", "replica", "sentinel", "cluster" or "redlock", as in both programs.
const char *name(SandboxTopology topology);
std::optional<SandboxTopology> sandboxTopology(QByteArrayView name);

// Everywhere: also between the nodes, which then announce their TLS ports. Each server keeps its plain port.
enum class SandboxTls { Off, Clients, Everywhere };

struct DeploymentOptions {
    std::optional<int> masters{};  // default: 3 for a cluster, 5 for a RedLock group
    std::optional<int> replicas{}; // per master; default: 1 for a cluster, 2 for a replicated master
    int sentinels = 3;
    SandboxTls tls = SandboxTls::Off; // with a throwaway authority (needs openssl)
    // Of servers and replicas. Sentinels and the servers that they rewrite store it in their private folder.
    QString password{};
    QString sentinelPassword{};
    QStringList serverArguments{}; // "--name", "value", … for every server except sentinels; no secrets
    std::vector<QStringList> nodeArguments{}; // additional ones for the server with this index
    bool ownClocks = false;                   // enables SandboxServer::setClock()
    QStringList sentinelArguments{};          // for every sentinel
    // The address that the server with this index announces; an empty host: its own. Sentinels get the
    // master's announced address, and start() does not wait for them then. In a cluster: a name for clients,
    // and their port.
    std::vector<Endpoint> announced{};
};

// Random ones where there are none: every user of this machine can reach a port on loopback, so programs give
// their servers passwords.
DeploymentOptions withPasswords(DeploymentOptions options);

class SandboxDeployment final
{
public:
    static constexpr const char *MasterName = "sandbox"; // for the sentinels

    static Outcome<std::unique_ptr<SandboxDeployment>> start(SandboxTopology topology,
                                                             const DeploymentOptions &options = {});
    ~SandboxDeployment();

    SandboxTopology topology() const;
    ConnectionSpec spec() const; // of the whole deployment, read-write
    QStringList urls() const;    // as users type them, with passwords, without TLS; several: a RedLock group
    QString folder() const;

    // The servers, with the initial masters first. In a cluster, a replica may belong to any of them.
    size_t size() const;
    SandboxServer &node(size_t index) const;
    size_t sentinelCount() const;
    SandboxServer &sentinel(size_t index) const;
    // The first responding server that reports to be a master; null: none.
    SandboxServer *master() const;

private:
    SandboxDeployment();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
