// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/serverrules.h"

#include "core/base/tr.h"

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
           *limit > 0 ? Tr::tr("when the memory is full this server removes keys, and a lock that is "
                               "removed is free while its owner still works")
                      : Tr::tr("this server would remove keys, locks among them, as soon as a limit of "
                               "memory is set; none is set now"),
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
               Tr::tr("this server writes nothing to disk: after a restart every lock is free, "
                      "also those whose owners still work"),
               evidence, QStringLiteral("CONFIG SET appendonly yes"));
    const auto sync = setting(node, "appendfsync");
    if (*aof == 1 && sync && *sync != "always" && it.isGroup())
        it.add(node, "aof-not-synced", Level::Info,
               Tr::tr("when the machine loses power, the locks of about the last second are "
                      "forgotten; RedLock counts on none being forgotten"),
               {QStringLiteral("aof_enabled:1"), quotedSetting(node, "appendfsync")},
               Tr::tr("CONFIG SET appendfsync always, or start a crashed server again only "
                      "after the longest lease"));
}

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
                Tr::tr("this server refuses every write because its last snapshot failed (MISCONF): no "
                       "lock can be taken, renewed or released"),
                quoted(node, {"rdb_last_bgsave_status", "rdb_changes_since_last_save"}),
                Tr::tr("see the server's log for the reason, mostly a full disk; then BGSAVE"));
    if (told(node, "aof_last_write_status") == "err")
        refuses("writes-stopped",
                Tr::tr("this server refuses every write because it cannot write its append only file "
                       "(MISCONF): no lock can be taken, renewed or released"),
                quoted(node, {"aof_last_write_status"}), Tr::tr("make room on the disk of the server"));
    const auto limit = numberTold(node, "maxmemory");
    const auto used = numberTold(node, "used_memory");
    if (limit && used && *limit > 0 && *used >= *limit && told(node, "maxmemory_policy") == "noeviction")
        refuses("memory-full",
                Tr::tr("the memory is full (OOM): no lock can be taken, though those that are held can be "
                       "renewed and released"),
                quoted(node, {"used_memory", "maxmemory", "maxmemory_policy"}),
                Tr::tr("CONFIG SET maxmemory to more, or remove keys that are not needed"));
    const auto wanted = setting(node, "min-replicas-to-write").value_or("0").toLongLong();
    const auto good = numberTold(node, "min_slaves_good_slaves");
    if (wanted > 0 && good && *good < wanted && isMaster(node))
        refuses("too-few-replicas",
                Tr::tr("this master refuses every write because too few replicas keep up (NOREPLICAS): no "
                       "lock can be taken, renewed or released"),
                quoted(node, {"min_slaves_good_slaves", "connected_slaves"}) +
                    QStringList(quotedSetting(node, "min-replicas-to-write")),
                Tr::tr("bring its replicas back"));
    if (told(node, "loading") == "1")
        refuses("loading", Tr::tr("this server is still loading its data: no lock can be taken or renewed"),
                quoted(node, {"loading", "loading_eta_seconds"}), Tr::tr("wait until it has loaded"));
}

void unsafeReplication(Case &it, const NodeFacts &node)
{
    const auto replicas = numberTold(node, "connected_slaves");
    const auto least = setting(node, "min-replicas-to-write");
    if (isMaster(node) && replicas.value_or(0) > 0 && least && least->toLongLong() == 0)
        it.add(node, "no-min-replicas", Level::Warning,
               Tr::tr("this master grants locks also while no replica gets them: cut off from the "
                      "others it goes on, and each of these locks is granted once more by the "
                      "replica that is promoted"),
               quoted(node, {"connected_slaves"}) + QStringList(quotedSetting(node, "min-replicas-to-write")),
               QStringLiteral("CONFIG SET min-replicas-to-write 1\nCONFIG SET min-replicas-max-lag 2"));
    const auto &replica = node.status.replica;
    if (!node.status.isReady() || !node.status.isReplica() || !replica)
        return;
    if (!replica->linked)
        it.add(node, "replica-not-linked", Level::Warning,
               Tr::tr("this replica gets nothing from its master %1: locks taken since are lost "
                      "if it is promoted")
                   .arg(text(replica->master)),
               quoted(node,
                      {"master_host", "master_port", "master_link_status", "master_link_down_since_seconds"}),
               Tr::tr("see why it cannot reach its master: network, masterauth, or the log of "
                      "the replica"));
    else if (replica->lag && *replica->lag > LagWorthSaying)
        it.add(node, "replica-lags", Level::Warning,
               Tr::tr("this replica is %1 behind its master %2: locks of that time are lost if it "
                      "is promoted")
                   .arg(humanDuration(*replica->lag), text(replica->master)),
               quoted(node, {"slave_repl_offset", "master_last_io_seconds_ago"}),
               Tr::tr("see what slows it down: SLOWLOG GET, its disk, or the network between "
                      "the two"));
}

void restarts(Case &it, const NodeFacts &node)
{
    const auto uptime = numberTold(node, "uptime_in_seconds");
    if (!uptime)
        return;
    if (*uptime < 0)
        it.add(node, "clock-jumped", Level::Critical,
               Tr::tr("the clock of this server went back since it was started: locks live longer "
                      "than their lease by as much"),
               quoted(node, {"uptime_in_seconds"}),
               Tr::tr("let the clock be slewed, not stepped: chronyd with makestep only at the "
                      "start"));
    else if (*uptime < RecentSeconds)
        it.add(
            node, "restarted", it.isGroup() ? Level::Warning : Level::Info,
            // Not an age, which would be wrong as soon as the result is read later.
            Tr::tr("this server had been running for %1 when it was checked: a lock taken before it started "
                   "may be missing on it")
                .arg(*uptime == 0 ? Tr::tr("less than a second")
                                  : humanDuration(std::chrono::seconds(*uptime))),
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
           major < 6 ? Tr::tr("this server gets no fixes any more, has no users with rights of their "
                              "own, and cannot tell of changes as they happen without keyspace events")
                     : Tr::tr("this server gets no fixes any more and has no sharded channels, so that "
                              "each wake-up of a waiter goes to every node of a cluster"),
           quoted(node, {"redis_version"}), Tr::tr("move to Redis 7.2 or later, or to Valkey"));
}

void notifications(Case &it, const NodeFacts &node)
{
    const auto flags = setting(node, "notify-keyspace-events");
    if (!flags || flags->contains('K') || !isMaster(node))
        return;
    it.add(node, "notifications-off", Level::Info,
           Tr::tr("keyspace events are off: Lockscope follows locks by client tracking instead, "
                  "which joins changes that come fast one after another"),
           {quotedSetting(node, "notify-keyspace-events")},
           QStringLiteral("CONFIG SET notify-keyspace-events Kg$hlszx"));
}

void theWayThere(Case &it, const NodeFacts &node)
{
    if (node.tls.enabled && !node.tls.verifyPeer)
        it.add(node, "tls-unverified", Level::Warning,
               Tr::tr("the certificate of this server is not checked: somebody between may read "
                      "the password and change what is shown of locks"),
               {QStringLiteral("insecure=1")}, Tr::tr("name the authority instead: cacert=FILE"));
    if (!node.tls.enabled && node.hasPassword && !node.isLocal)
        it.add(node, "password-in-clear", Level::Info,
               Tr::tr("the password goes over the network as it is: whoever reads it can take and "
                      "remove locks"),
               {QStringLiteral("tls=0")}, Tr::tr("connect with rediss://, or through an SSH tunnel"));
    const auto guarded = setting(node, "protected-mode");
    if (guarded && *guarded == "no" && !node.hasPassword && !node.isLocal)
        it.add(node, "open-to-all", Level::Warning,
               Tr::tr("whoever reaches this server may take and remove locks: it asks for no "
                      "password and has its protected mode off"),
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
        it.add(node, "not-known", Level::Info,
               Tr::tr("this server does not answer everything, so some dangers to locks would not be seen "
                      "here"),
               refused, Tr::tr("see in the settings of the service what these commands would tell"));
        return;
    }
    it.add(node, "not-known", Level::Info,
           Tr::tr("this user may not ask everything, so some dangers to locks would not be seen "
                  "here"),
           refused,
           rights.isEmpty() ? QString()
                            : QStringLiteral("ACL SETUSER %1 %2")
                                  .arg(node.user.isEmpty() ? QStringLiteral("USER") : escapedText(node.user),
                                       rights.join(u' ')));
}

void clusterNode(Case &it, const NodeFacts &node)
{
    const auto replicas = numberTold(node, "connected_slaves");
    if (node.topology != Topology::Cluster || !isMaster(node))
        return;
    if (!node.status.slotRanges.empty() && replicas && *replicas == 0)
        it.add(node, "no-replica", Level::Warning,
               Tr::tr("this master of the cluster has no replica: when it goes, the locks of its "
                      "slots go with it"),
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
               Tr::tr("slots of this node are on the move: a lock with companion keys may be "
                      "refused meanwhile (TRYAGAIN)"),
               moving, QStringLiteral("redis-cli --cluster check %1").arg(text(node.status.node)));
}

void groupNode(Case &it, const NodeFacts &node)
{
    if (!it.isGroup() || !isMaster(node))
        return;
    if (told(node, "cluster_enabled") == "1")
        it.add(node, "member-is-cluster", Level::Warning,
               Tr::tr("this node of the group is a cluster: a failover inside it may forget a "
                      "lock, and its vote then goes to a second client"),
               quoted(node, {"cluster_enabled"}), Tr::tr("use single servers for a RedLock group"));
    else if (numberTold(node, "connected_slaves").value_or(0) > 0)
        it.add(node, "member-replicated", Level::Warning,
               Tr::tr("this node of the group has replicas: one that is promoted may not have a "
                      "lock yet, and its vote then goes to a second client"),
               quoted(node, {"connected_slaves", "slave0"}),
               Tr::tr("use single servers for a RedLock group, without automatic failover"));
}

using Rule = void (*)(Case &, const NodeFacts &);
constexpr std::array<Rule, 11> Rules{refusedWrites, eviction,      persistence, unsafeReplication,
                                     clusterNode,   groupNode,     restarts,    versions,
                                     theWayThere,   notifications, refusals};

} // namespace

void unreachable(Case &it, const NodeFacts &node)
{
    if (node.status.isReady())
        return;
    QStringList evidence{node.status.link.reason.line()};
    if (!node.status.announced.isEmpty())
        evidence += Tr::tr("announced as %1").arg(text(node.status.announced));
    const bool single = isServer(node) && !node.status.isReplica() && !it.isGroup();
    it.add(node, "unreachable", single ? Level::Critical : Level::Warning,
           single            ? Tr::tr("this server cannot be reached: nothing is known of its locks")
           : !isServer(node) ? Tr::tr("this sentinel cannot be reached: one vote less for a "
                                      "failover that saves the locks")
           : it.isGroup()    ? Tr::tr("this node of the group cannot be reached: it gives no "
                                         "vote to any lock")
                             : Tr::tr("this replica cannot be reached: whether it has the locks "
                                         "is not known"),
           evidence, node.status.link.reason.remedy);
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
