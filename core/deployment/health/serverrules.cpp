// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/health/serverrules.h"

#include "core/base/tr.h"

#include <algorithm>
#include <array>

namespace lockscope::doctor
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LagWorthSaying = 1s;
constexpr qint64 RecentSeconds = 300;

void eviction(Case &it, const NodeFacts &node)
{
    const QByteArray policy = told(node, "maxmemory_policy");
    const auto limit = numberTold(node, "maxmemory");
    if (policy.isEmpty() || policy == "noeviction" || !limit)
        return;
    it.add(node, "evicts-locks", *limit > 0 ? Level::Critical : Level::Info,
           *limit > 0 ? Tr::tr("when memory is full, this server evicts keys: an evicted lock is free while "
                               "its owner still works")
                      : Tr::tr("once a memory limit is set, this server evicts keys, including locks; no "
                               "limit is set now"),
           quoted(node, {"maxmemory_policy", "maxmemory", "used_memory", "evicted_keys"}),
           QStringLiteral("CONFIG SET maxmemory-policy noeviction"));
}

void persistence(Case &it, const NodeFacts &node)
{
    const auto aof = numberTold(node, "aof_enabled");
    if (!aof || !isMaster(node))
        return;
    const auto save = setting(node, "save");
    QStringList evidence = quoted(node, {"aof_enabled", "rdb_last_save_time"});
    if (save)
        evidence += quotedSetting(node, "save");
    if (*aof == 0 && it.isGroup())
        it.add(node, "no-persistence", Level::Warning,
               Tr::tr("this server writes nothing to disk: a restart would erase its locks, and a second "
                      "client could get a majority while the first one still holds the lock"),
               evidence, QStringLiteral("CONFIG SET appendonly yes\nCONFIG SET appendfsync always"));
    else if (*aof == 0 && save && save->isEmpty())
        it.add(node, "no-persistence", Level::Info,
               Tr::tr("this server writes nothing to disk: a restart frees every lock, even if its "
                      "owner is still working"),
               evidence, QStringLiteral("CONFIG SET appendonly yes"));
    const auto sync = setting(node, "appendfsync");
    if (*aof == 1 && sync && *sync != "always" && it.isGroup())
        it.add(
            node, "aof-not-synced", Level::Info,
            Tr::tr("on power loss, this server loses the locks of about the last second; RedLock relies on "
                   "none being lost"),
            {QStringLiteral("aof_enabled:1"), quotedSetting(node, "appendfsync")},
            Tr::tr(
                "CONFIG SET appendfsync always, or restart a crashed server only after the longest lease"));
}

void unsafeReplication(Case &it, const NodeFacts &node)
{
    const auto replicas = numberTold(node, "connected_slaves");
    const auto least = setting(node, "min-replicas-to-write");
    if (isMaster(node) && replicas.value_or(0) > 0 && least && least->toLongLong() == 0)
        it.add(node, "no-min-replicas", Level::Warning,
               Tr::tr("this master grants locks even if no replica receives them: if it is cut off, it keeps "
                      "granting locks, and the promoted replica grants each of them again"),
               quoted(node, {"connected_slaves"}) + QStringList(quotedSetting(node, "min-replicas-to-write")),
               QStringLiteral("CONFIG SET min-replicas-to-write 1\nCONFIG SET min-replicas-max-lag 2"));
    const auto &replica = node.status.replica;
    if (!node.status.isReady() || !node.status.isReplica() || !replica)
        return;
    if (!replica->linked)
        it.add(node, "replica-not-linked", Level::Warning,
               Tr::tr("this replica receives nothing from its master %1: locks acquired since are lost if it "
                      "is promoted")
                   .arg(text(replica->master)),
               quoted(node,
                      {"master_host", "master_port", "master_link_status", "master_link_down_since_seconds"}),
               Tr::tr("check why it cannot reach its master: network, masterauth, or the replica's log"));
    else if (replica->lag && *replica->lag > LagWorthSaying)
        it.add(node, "replica-lags", Level::Warning,
               Tr::tr("this replica is %1 behind its master %2: locks of that time are lost if it "
                      "is promoted")
                   .arg(humanDuration(*replica->lag), text(replica->master)),
               quoted(node, {"slave_repl_offset", "master_last_io_seconds_ago"}),
               Tr::tr("check what slows it down: SLOWLOG GET, its disk, or the network between the two"));
}

void restarts(Case &it, const NodeFacts &node)
{
    const auto uptime = numberTold(node, "uptime_in_seconds");
    if (!uptime)
        return;
    if (*uptime < 0)
        it.add(node, "clock-jumped", Level::Critical,
               Tr::tr("this server's clock was set back after it started: locks outlive their lease by the "
                      "same amount"),
               quoted(node, {"uptime_in_seconds"}),
               Tr::tr("slew the clock instead of stepping it: in chronyd, use makestep only at startup"));
    else if (*uptime < RecentSeconds)
        it.add(node, "restarted", it.isGroup() ? Level::Warning : Level::Info,
               // Not an age, which would be wrong as soon as the result is read later.
               Tr::tr("this server had started less than %1 before it was checked: a lock taken before it "
                      "started may be missing on it")
                   .arg(humanDuration(std::chrono::seconds(RecentSeconds))),
               quoted(node, {"uptime_in_seconds", "run_id"}),
               it.isGroup() ? Tr::tr("start a crashed node of a group again only after the "
                                     "longest lease")
                            : QString());
}

void versions(Case &it, const NodeFacts &node)
{
    const QList<QByteArray> parts = told(node, "redis_version").split('.');
    if (parts.size() < 2)
        return;
    const int major = parts[0].toInt();
    if (major >= 7)
        return;
    it.add(node, "old-server", major < 6 ? Level::Warning : Level::Info,
           major < 6 ? Tr::tr("this server version gets no more fixes, has no users with their own "
                              "permissions, and cannot report changes as they happen without keyspace events")
                     : Tr::tr("this server version gets no more fixes and has no sharded channels, so each "
                              "wake-up message goes to every node of a cluster"),
           quoted(node, {"redis_version"}), Tr::tr("upgrade to Redis 7.2 or later, or to Valkey"));
}

void notifications(Case &it, const NodeFacts &node)
{
    const auto flags = setting(node, "notify-keyspace-events");
    if (!flags || flags->contains('K') || !isMaster(node))
        return;
    it.add(node, "notifications-off", Level::Info,
           Tr::tr("keyspace events are disabled: Lockscope follows locks by client tracking instead, which "
                  "merges changes in quick succession"),
           {quotedSetting(node, "notify-keyspace-events")},
           QStringLiteral("CONFIG SET notify-keyspace-events K$ghlszxe"));
}

void theWayThere(Case &it, const NodeFacts &node)
{
    if (node.tls.enabled && !node.tls.verifyPeer)
        it.add(node, "tls-unverified", Level::Warning,
               Tr::tr("this server's certificate is not verified: a third party may read the password and "
                      "change what is shown of locks"),
               {QStringLiteral("insecure=1")}, Tr::tr("set the CA instead: cacert=FILE"));
    if (!node.tls.enabled && node.hasPassword && !node.isLocal)
        it.add(node, "password-in-clear", Level::Info,
               Tr::tr("the password is sent unencrypted: anyone who reads it can acquire and remove locks"),
               {QStringLiteral("tls=0")}, Tr::tr("connect with rediss://, or through an SSH tunnel"));
    const auto guarded = setting(node, "protected-mode");
    if (guarded && *guarded == "no" && !node.hasPassword && !node.isLocal)
        it.add(node, "open-to-all", Level::Warning,
               Tr::tr("anyone who reaches this server can acquire and remove locks: it requires no password, "
                      "and its protected mode is off"),
               {quotedSetting(node, "protected-mode")}, QStringLiteral("ACL SETUSER default >PASSWORD"));
}

void refusals(Case &it, const NodeFacts &node)
{
    QStringList refused;
    QStringList rights;
    bool isMissing = false; // on a server that has not got the command, or calls it by another name
    for (const QString &line : node.refused) {
        const bool isUnknown = line.contains(QLatin1String("unknown"), Qt::CaseInsensitive);
        if (isUnknown && line.startsWith(QLatin1String("ACL "))) // servers before 6.0 have no ACL
            continue;
        refused += line;
        isMissing = isMissing || isUnknown;
        if (line.startsWith(QLatin1String("INFO:")))
            rights += QStringLiteral("+info");
        else if (line.startsWith(QLatin1String("CONFIG GET:")))
            rights += QStringLiteral("+config|get");
    }
    if (refused.isEmpty())
        return;
    if (isMissing) {
        it.add(
            node, "not-known", Level::Info,
            Tr::tr("this server does not answer every query, so some risks to locks cannot be detected here"),
            refused, Tr::tr("check in the settings of the service what these commands would report"));
        return;
    }
    it.add(node, "not-known", Level::Info,
           Tr::tr("this user may not query everything, so some risks to locks cannot be detected here"),
           refused,
           rights.isEmpty() ? QString()
                            : QStringLiteral("ACL SETUSER %1 %2")
                                  .arg(node.user.isEmpty() ? QStringLiteral("USER") : escapedText(node.user),
                                       rights.join(u' ')));
}

// A replica that was named by its address, and whose master is not asked.
void onlyAReplica(Case &it, const NodeFacts &node)
{
    if (!node.status.isReplica() || node.status.replica || it.isGroup() ||
        std::ranges::any_of(it.deployment.nodes, isMaster))
        return;
    const bool isCutOff = told(node, "master_link_status") == "down";
    it.add(node, "only-replica", isCutOff ? Level::Critical : Level::Info,
           isCutOff ? Tr::tr("this replica receives nothing from its master: locks acquired or released "
                             "since are shown in their old state, and actions are refused")
                    : Tr::tr("this server is a replica: it may lag behind its master, and refuses actions"),
           quoted(node, {"master_host", "master_port", "master_link_status", "master_last_io_seconds_ago",
                         "master_link_down_since_seconds"}),
           Tr::tr("connect to its master"));
}

void clusterNode(Case &it, const NodeFacts &node)
{
    const auto replicas = numberTold(node, "connected_slaves");
    if (node.topology != Topology::Cluster || !isMaster(node))
        return;
    if (!node.status.slotRanges.empty() && replicas && *replicas == 0)
        it.add(node, "no-replica", Level::Warning,
               Tr::tr("this cluster master has no replica: if it fails, the locks of its slots are lost"),
               quoted(node, {"connected_slaves"}),
               QStringLiteral("redis-cli --cluster add-node HOST:PORT %1 --cluster-slave")
                   .arg(text(node.status.node)));
    QStringList moving;
    for (const QByteArray &line : node.clusterNodes.split('\n')) {
        if (!line.contains("myself"))
            continue;
        for (const QByteArray &word : line.split(' ')) {
            if (word.startsWith('[') && (word.contains("->-") || word.contains("-<-")))
                moving += QString::fromLatin1(word);
        }
    }
    if (!moving.isEmpty())
        it.add(node, "slots-moving", Level::Info,
               Tr::tr("slots of this node are migrating: a lock with companion keys may be rejected "
                      "meanwhile (TRYAGAIN)"),
               moving, QStringLiteral("redis-cli --cluster check %1").arg(text(node.status.node)));
}

void groupNode(Case &it, const NodeFacts &node)
{
    if (!it.isGroup() || !isMaster(node))
        return;
    if (told(node, "cluster_enabled") == "1")
        it.add(node, "member-is-cluster", Level::Warning,
               Tr::tr("this node of the group is a cluster: a failover inside it may lose a lock, and its "
                      "vote then goes to a second client"),
               quoted(node, {"cluster_enabled"}), Tr::tr("use single servers for a RedLock group"));
    else if (numberTold(node, "connected_slaves").value_or(0) > 0)
        it.add(node, "member-replicated", Level::Warning,
               Tr::tr("this node of the group has replicas: a promoted one may not have a lock yet, and its "
                      "vote then goes to a second client"),
               quoted(node, {"connected_slaves", "slave0"}),
               Tr::tr("use single servers for a RedLock group, without automatic failover"));
}

// What a deployment announces may be more than is connected; the first of its servers has their number.
void leftOut(Case &it, const NodeFacts &node)
{
    if (node.status.surplus > 0)
        it.add(node, "servers-left-out", Level::Warning,
               Tr::tr("%n announced server(s) are not connected: nothing is known of them and their locks",
                      nullptr, node.status.surplus),
               {}, Tr::tr("check what this server announces as its replicas or its cluster"));
}

using Rule = void (*)(Case &, const NodeFacts &);
constexpr std::array<Rule, 13> Rules{leftOut,           refusedWrites, eviction,  onlyAReplica, persistence,
                                     unsafeReplication, clusterNode,   groupNode, restarts,     versions,
                                     theWayThere,       notifications, refusals};

// A deployment lists the master of each shard first, with its slots in a cluster, and then the servers
// without a place.
bool isReplaced(const Case &it, const NodeFacts &node)
{
    const auto isOfIt = [&node](const NodeFacts &other) {
        return isServer(other) && other.status.member == node.status.member;
    };
    if (node.topology == Topology::Cluster) {
        const bool isLayoutKnown = std::ranges::any_of(it.deployment.nodes, [&](const NodeFacts &other) {
            return isOfIt(other) && !other.status.slotRanges.empty();
        });
        return isLayoutKnown && node.status.slotRanges.empty();
    }
    return node.topology == Topology::Sentinel &&
           &*std::ranges::find_if(it.deployment.nodes, isOfIt) != &node;
}

} // namespace

void refusedWrites(Case &it, const NodeFacts &node)
{
    const auto refuses = [&](std::string_view code, const QString &why, const QStringList &evidence,
                             const QString &remedy) {
        it.add(node, code, Level::Critical, why, evidence, remedy);
    };
    const QByteArray stops = setting(node, "stop-writes-on-bgsave-error").value_or("yes");
    const bool snapshots = !setting(node, "save").value_or("3600 1").isEmpty();
    if (told(node, "rdb_last_bgsave_status") == "err" && stops == "yes" && snapshots)
        refuses("writes-stopped",
                Tr::tr("this server rejects all writes because its last snapshot failed (MISCONF): no lock "
                       "can be acquired, renewed or released"),
                quoted(node, {"rdb_last_bgsave_status", "rdb_changes_since_last_save"}),
                Tr::tr("check the server log for the reason, usually a full disk; then run BGSAVE"));
    if (told(node, "aof_last_write_status") == "err")
        refuses("writes-stopped",
                Tr::tr("this server rejects all writes because it cannot write its append-only file "
                       "(MISCONF): no lock can be acquired, renewed or released"),
                quoted(node, {"aof_last_write_status"}), Tr::tr("free disk space on the server"));
    const auto limit = numberTold(node, "maxmemory");
    const auto used = numberTold(node, "used_memory");
    if (limit && used && *limit > 0 && *used >= *limit && told(node, "maxmemory_policy") == "noeviction")
        refuses("memory-full",
                Tr::tr("memory is full (OOM): no lock can be acquired, and Redisson's clients cannot release "
                       "theirs, because that counts down first; a renewal that only sets an expiry, or a "
                       "deletion of a key, still works"),
                quoted(node, {"used_memory", "maxmemory", "maxmemory_policy"}),
                Tr::tr("raise maxmemory with CONFIG SET, or remove keys that are not needed"));
    const auto wanted = setting(node, "min-replicas-to-write").value_or("0").toLongLong();
    const auto good = numberTold(node, "min_slaves_good_slaves");
    if (wanted > 0 && good && *good < wanted && isMaster(node))
        refuses("too-few-replicas",
                Tr::tr("this master rejects all writes because too few replicas keep up (NOREPLICAS): no "
                       "lock can be acquired, renewed or released"),
                quoted(node, {"min_slaves_good_slaves", "connected_slaves"}) +
                    QStringList(quotedSetting(node, "min-replicas-to-write")),
                Tr::tr("restore its replicas"));
    if (told(node, "loading") == "1")
        refuses("loading",
                Tr::tr("this server is still loading its data: no lock can be acquired or renewed"),
                quoted(node, {"loading", "loading_eta_seconds"}), Tr::tr("wait until it has loaded"));
}

void unreachable(Case &it, const NodeFacts &node)
{
    if (node.status.isReady())
        return;
    Failure reason = node.status.connection.reason;
    reason.remedy.clear(); // the finding has it
    QStringList evidence;
    if (!reason.text.isEmpty()) // otherwise it is still connecting
        evidence += reason.line();
    if (!node.status.announced.isEmpty())
        evidence += Tr::tr("announced as %1").arg(text(node.status.announced));
    const bool isReplica = node.status.isReplica() || node.status.replica;
    const bool single = isServer(node) && !it.isGroup() && !isReplica && !isReplaced(it, node);
    it.add(
        node, "unreachable", single ? Level::Critical : Level::Warning,
        single            ? Tr::tr("this server cannot be reached: the state of its locks is unknown")
        : !isServer(node) ? Tr::tr("this sentinel cannot be reached: one vote fewer for a failover")
        : it.isGroup()
            ? Tr::tr("this node of the group cannot be reached: its vote is missing for every lock")
        : isReplica ? Tr::tr("this replica cannot be reached: whether it has the locks is unknown")
        : node.topology == Topology::Cluster
            ? Tr::tr(
                  "this server cannot be reached; it has no slots now, but whether it still grants locks is "
                  "unknown")
            : Tr::tr("this server cannot be reached; it is not a master now, but whether it still "
                     "grants locks is unknown"),
        evidence, node.status.connection.reason.remedy);
}

void judgeServers(Case &it)
{
    for (const Rule rule : Rules) {
        for (const NodeFacts &node : it.deployment.nodes) {
            if (isServer(node) && node.status.isReady())
                rule(it, node);
        }
    }
}

} // namespace lockscope::doctor
