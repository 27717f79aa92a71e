// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where to connect and how, from a URL, a profile or the sandbox. One spec describes a whole deployment: the
// servers to find it by, and how to reach them. Pure values, any thread.

#include "core/base/outcome.h"
#include "core/values/actkind.h"
#include "core/values/connection/connectionurl.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <vector>

namespace lockscope
{

class TunnelEntrance;

struct Endpoint {
    QString host{};
    quint16 port = 6379;

    NodeId node() const; // "host:port" or "[v6]:port"
    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

struct TlsOptions {
    bool enabled = false;
    bool verifyPeer = true;    // off only if a profile says so, which is then shown
    QString caFile{};          // empty: the system's authorities
    QString certificateFile{}; // client certificate, PEM
    QString keyFile{};         // its key, PEM
    QString serverName{};      // SNI and name to verify; empty: the host
    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

// What the user says there is. Automatic: detect a single server, replicas or a cluster. RedLock: independent
// deployments, the members, each with its own topology.
enum class Topology { Automatic, Standalone, Sentinel, Cluster, RedLock };

// How to reach announced addresses. TypedHost: at the host that the user typed, with the announced port.
enum class AddressPolicy { Announced, TypedHost, Mapped };

struct AddressRule {
    Endpoint announced{}; // port 0: any port of that host
    Endpoint reached{};   // port 0: the announced one
    friend bool operator==(const AddressRule &, const AddressRule &) = default;
};

struct Addressing {
    AddressPolicy policy = AddressPolicy::Announced;
    std::vector<AddressRule> map{}; // for Mapped; an address without a rule is used as announced
    friend bool operator==(const Addressing &, const Addressing &) = default;
};

enum class ProxyKind { None, Socks5, Http };

struct ProxyOptions {
    ProxyKind kind = ProxyKind::None;
    QString host{}; // of an SSH tunnel: the path of a unix socket, or 127.0.0.1 on Windows
    quint16 port = 1080;
    QString user{};
    QString password{}; // in memory only
    friend bool operator==(const ProxyOptions &, const ProxyOptions &) = default;
};

// A tunnel through the system's ssh program, with the user's configuration, agent and known hosts.
struct SshOptions {
    QString destination{}; // [user@]host, or a Host of the configuration; empty: no tunnel
    quint16 port = 0;      // 0: as configured
    QString identityFile{};
    QString configFile{};     // empty: the user's
    bool unconfirmed = false; // imported: what configFile runs was not agreed to yet
    bool enabled() const { return !destination.isEmpty(); }
    friend bool operator==(const SshOptions &, const SshOptions &) = default;
};

struct SentinelOptions {
    QString masterName{};
    QString user{};     // for the sentinels themselves
    QString password{}; // in memory only
    friend bool operator==(const SentinelOptions &, const SentinelOptions &) = default;
};

// None: the user has not said what the servers are for.
enum class Environment { None, Development, Staging, Production };

// What a profile denies its user; see ActGuard.
struct ActLimits {
    QList<ActKind> denied{};
    int actsAMinute = 0; // by all programs of this user with this profile; 0: no limit
    friend bool operator==(const ActLimits &, const ActLimits &) = default;
};

struct ConnectionSpec {
    QString name{}; // of the profile; empty for a URL
    QString host{}; // empty when socketPath is set
    quint16 port = 6379;
    QString socketPath{};
    TlsOptions tls{};
    QString user{};     // ACL user; empty: "default"
    QString password{}; // in memory only
    int db = 0;
    QString clientName{}; // empty: "lockscope"
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds commandTimeout{5000};
    qint64 maxMemory = qint64(64) << 20; // for the replies that a session keeps, in bytes
    QList<QByteArray> patterns{};        // of keys that may be locks; empty: the default patterns
    bool readOnly = true;
    Environment environment = Environment::None;
    ActLimits limits{};
    QString folder{};        // in the list of profiles; empty: none
    QString colour{};        // "#rrggbb"; empty: none
    bool inKeychain = false; // the profile's passwords are in the system's keychain

    Topology topology = Topology::Automatic;
    std::vector<Endpoint> seeds{}; // Sentinel, Cluster: addresses in addition to host and port
    SentinelOptions sentinel{};
    Addressing addressing{};
    ProxyOptions proxy{};
    SshOptions ssh{};
    // The sessions of a deployment reached by ssh use this instead of a proxy. Never saved.
    std::shared_ptr<TunnelEntrance> tunnel{};
    std::vector<ConnectionSpec> members{}; // RedLock: the nodes; host and port above are unused then
    bool replica = false;                  // connects to a replica of a cluster and reads from it (READONLY)

    NodeId node() const; // "host:port", "[v6]:port" or "unix:/path"
    Endpoint endpoint() const { return {host, port}; }
    // The same login and network path to another server.
    ConnectionSpec at(const Endpoint &server) const;
    ConnectionSpec asSentinel() const; // with the login of the sentinels
    // Copies to each member: timeouts, memory, patterns, read-only, environment, limits, client name.
    void tellMembers();
    friend bool operator==(const ConnectionSpec &, const ConnectionSpec &) = default;
};

// A RedLock group. Each member has its own topology.
ConnectionSpec redLockGroup(std::vector<ConnectionSpec> members);

} // namespace lockscope
