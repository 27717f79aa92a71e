// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where to connect and how: what a URL, a profile or the sandbox asks for. One spec means a whole deployment:
// the servers it is found through, and the way to each of them. Pure values, any thread.

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

// The address of one server.
struct Endpoint {
    QString host{};
    quint16 port = 6379;

    NodeId node() const; // "host:port" or "[v6]:port"
    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

struct TlsOptions {
    bool enabled = false;
    bool verifyPeer = true;    // off only when a profile says so, and then it is shown
    QString caFile{};          // empty: the system's authorities
    QString certificateFile{}; // client certificate, PEM
    QString keyFile{};         // its key, PEM
    QString serverName{};      // SNI and name to verify; empty: the host
    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

// What a person says that there is. Automatic: what the server tells of itself: alone, with replicas, or a
// node of a cluster. RedLock: independent deployments, the members, each of which has a topology of its own.
enum class Topology { Automatic, Standalone, Sentinel, Cluster, RedLock };

// Who answers for the names that Sentinel or a cluster tells of its nodes. TypedHost: the host that the
// person typed, with the announced port.
enum class AddressPolicy { Announced, TypedHost, Mapped };

struct AddressRule {
    Endpoint announced{}; // port 0: any port of that host
    Endpoint reached{};   // port 0: the announced one
    friend bool operator==(const AddressRule &, const AddressRule &) = default;
};

struct Addressing {
    AddressPolicy policy = AddressPolicy::Announced;
    std::vector<AddressRule> map{}; // Mapped; an address without a rule is taken as announced
    friend bool operator==(const Addressing &, const Addressing &) = default;
};

enum class ProxyKind { None, Socks5, Http };

struct ProxyOptions {
    ProxyKind kind = ProxyKind::None;
    QString host{};
    quint16 port = 1080;
    QString user{};
    QString password{}; // in memory only
    friend bool operator==(const ProxyOptions &, const ProxyOptions &) = default;
};

// A tunnel through the system's ssh program, with the user's own config, agent and known hosts.
struct SshOptions {
    QString destination{}; // [user@]host, or a Host of the config; empty: no tunnel
    quint16 port = 0;      // 0: as the config says
    QString identityFile{};
    QString configFile{}; // empty: the user's
    bool enabled() const { return !destination.isEmpty(); }
    friend bool operator==(const SshOptions &, const SshOptions &) = default;
};

struct SentinelOptions {
    QString masterName{};
    QString user{};     // of the sentinels themselves
    QString password{}; // in memory only
    friend bool operator==(const SentinelOptions &, const SentinelOptions &) = default;
};

enum class Environment { Development, Staging, Production };

// What a profile forbids of what its user may do; see ActGuard.
struct ActLimits {
    QList<ActKind> denied{};
    int actsAMinute = 0; // by all programs of this user, on this profile; 0: any number
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
    QList<QByteArray> patterns{}; // which keys may be locks; empty: the built-in list
    bool readOnly = true;
    Environment environment = Environment::Development;
    ActLimits limits{};
    QString folder{};        // of the list of profiles; empty: none
    QString colour{};        // "#rrggbb"; empty: none
    bool inKeychain = false; // of a profile: its passwords are kept in the system's keychain

    Topology topology = Topology::Automatic;
    std::vector<Endpoint> seeds{}; // Sentinel, Cluster: further addresses besides host and port
    SentinelOptions sentinel{};
    Addressing addressing{};
    ProxyOptions proxy{};
    SshOptions ssh{};
    // Of the sessions of a deployment that is reached by ssh; instead of a proxy, and never saved.
    std::shared_ptr<TunnelEntrance> tunnel{};
    std::vector<ConnectionSpec> members{}; // RedLock: the nodes; host and port above mean nothing then
    bool replica = false; // this connection is to a replica of a cluster, and reads from it (READONLY)

    NodeId node() const; // "host:port", "[v6]:port" or "unix:/path"
    Endpoint endpoint() const { return {host, port}; }
    // The same login and the same way to one other server.
    ConnectionSpec at(const Endpoint &server) const;
    // What is said of a group holds for each member: time-outs, patterns, read-only, environment,
    // limits, client name.
    void tellMembers();
    friend bool operator==(const ConnectionSpec &, const ConnectionSpec &) = default;
};

// Of a topology of its own each: RedLock.
ConnectionSpec redLockGroup(std::vector<ConnectionSpec> members);

} // namespace lockscope
