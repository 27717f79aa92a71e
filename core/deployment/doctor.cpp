// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/doctor.h"

#include "core/base/tr.h"
#include "core/deployment/serverinfo.h"
#include "core/redis/slots.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LagWorthSaying = 1s;
constexpr milliseconds OffsetWorthSaying = 100ms;
constexpr milliseconds OffsetThatBreaks = 1s;
constexpr qint64 RecentSeconds = 300;

using Findings = std::vector<Finding>;
using Level = VerdictLevel;

bool isServer(const NodeFacts &node)
{
    return node.status.role != "sentinel";
}

bool isMaster(const NodeFacts &node)
{
    return node.status.isReady() && node.status.isMaster();
}

QByteArray told(const NodeFacts &node, QByteArrayView name)
{
    return infoField(node.info, name);
}

std::optional<qint64> numberTold(const NodeFacts &node, QByteArrayView name)
{
    bool isNumber = false;
    const qint64 number = told(node, name).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<QByteArray> setting(const NodeFacts &node, const QByteArray &name)
{
    const auto found = node.config.find(name);
    return found == node.config.end() ? std::nullopt : std::optional(found->second);
}

// "maxmemory_policy:allkeys-lru", as INFO writes it.
QStringList quoted(const NodeFacts &node, std::initializer_list<QByteArrayView> names)
{
    QStringList lines;
    for (const QByteArrayView name : names) {
        const QByteArray value = told(node, name);
        if (!value.isEmpty())
            lines += QString::fromUtf8(name.toByteArray() + ':' + value);
    }
    return lines;
}

QString quotedSetting(const NodeFacts &node, const QByteArray &name)
{
    return QStringLiteral("%1 \"%2\"")
        .arg(QString::fromLatin1(name), QString::fromUtf8(setting(node, name).value_or(QByteArray())));
}

QString text(const NodeId &node)
{
    return escapedText(node.bytes);
}

struct Case {
    const DeploymentFacts &deployment;
    const std::vector<LockPtr> &locks;
    Findings found{};

    bool isGroup() const { return deployment.members > 1; }
    void add(Finding finding) { found.push_back(std::move(finding)); }
};

// ---- one server ----

void eviction(Case &it, const NodeFacts &node)
{
    const QByteArray policy = told(node, "maxmemory_policy");
    const auto limit = numberTold(node, "maxmemory");
    if (policy.isEmpty() || policy == "noeviction" || !limit)
        return;
    it.add({.code = "evicts-locks",
            .level = *limit > 0 ? Level::Critical : Level::Info,
            .node = node.status.node,
            .text = *limit > 0
                        ? Tr::tr("when the memory is full this server removes keys, and a lock that is "
                                 "removed is free while its owner still works")
                        : Tr::tr("this server would remove keys, locks among them, as soon as a limit of "
                                 "memory is set; none is set now"),
            .evidence = quoted(node, {"maxmemory_policy", "maxmemory", "used_memory", "evicted_keys"}),
            .remedy = QStringLiteral("CONFIG SET maxmemory-policy noeviction")});
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
        it.add({.code = "no-persistence",
                .level = Level::Critical,
                .node = node.status.node,
                .text = Tr::tr("after a restart this server has forgotten its locks, so that a second "
                               "client can get a majority while the first one still holds the lock"),
                .evidence = evidence,
                .remedy = QStringLiteral("CONFIG SET appendonly yes; CONFIG SET appendfsync always")});
    else if (*aof == 0 && save && save->isEmpty())
        it.add({.code = "no-persistence",
                .level = Level::Info,
                .node = node.status.node,
                .text = Tr::tr("this server writes nothing to disk: after a restart every lock is free, "
                               "also those whose owners still work"),
                .evidence = evidence,
                .remedy = QStringLiteral("CONFIG SET appendonly yes")});
    const auto sync = setting(node, "appendfsync");
    if (*aof == 1 && sync && *sync != "always" && it.isGroup())
        it.add({.code = "aof-not-synced",
                .level = Level::Info,
                .node = node.status.node,
                .text = Tr::tr("when the machine loses power, the locks of about the last second are "
                               "forgotten; RedLock counts on none being forgotten"),
                .evidence = {QStringLiteral("aof_enabled:1"), quotedSetting(node, "appendfsync")},
                .remedy = Tr::tr("CONFIG SET appendfsync always, or start a crashed server again only "
                                 "after the longest lease")});
}

void refusedWrites(Case &it, const NodeFacts &node)
{
    const auto refuses = [&](std::string_view code, const QString &why, const QStringList &evidence,
                             const QString &remedy) {
        it.add({.code = code,
                .level = Level::Critical,
                .node = node.status.node,
                .text = why,
                .evidence = evidence,
                .remedy = remedy});
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
        it.add({.code = "no-min-replicas",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this master grants locks also while no replica gets them: cut off from the "
                               "others it goes on, and each of these locks is granted once more by the "
                               "replica that is promoted"),
                .evidence = quoted(node, {"connected_slaves"}) +
                            QStringList(quotedSetting(node, "min-replicas-to-write")),
                .remedy =
                    QStringLiteral("CONFIG SET min-replicas-to-write 1; CONFIG SET min-replicas-max-lag 2")});
    const auto &replica = node.status.replica;
    if (!node.status.isReady() || !node.status.isReplica() || !replica)
        return;
    if (!replica->linked)
        it.add({.code = "replica-not-linked",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this replica gets nothing from its master %1: locks taken since are lost "
                               "if it is promoted")
                            .arg(text(replica->master)),
                .evidence = quoted(node, {"master_host", "master_port", "master_link_status",
                                          "master_link_down_since_seconds"}),
                .remedy = Tr::tr("see why it cannot reach its master: network, masterauth, or the log of "
                                 "the replica")});
    else if (replica->lag && *replica->lag > LagWorthSaying)
        it.add({.code = "replica-lags",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this replica is %1 behind its master %2: locks of that time are lost if it "
                               "is promoted")
                            .arg(humanDuration(*replica->lag), text(replica->master)),
                .evidence = quoted(node, {"slave_repl_offset", "master_last_io_seconds_ago"}),
                .remedy = Tr::tr("see what slows it down: SLOWLOG GET, its disk, or the network between "
                                 "the two")});
}

void restarts(Case &it, const NodeFacts &node)
{
    const auto uptime = numberTold(node, "uptime_in_seconds");
    if (!uptime)
        return;
    if (*uptime < 0)
        it.add({.code = "clock-jumped",
                .level = Level::Critical,
                .node = node.status.node,
                .text = Tr::tr("the clock of this server went back since it was started: locks live longer "
                               "than their lease by as much"),
                .evidence = quoted(node, {"uptime_in_seconds"}),
                .remedy = Tr::tr("let the clock be slewed, not stepped: chronyd with makestep only at the "
                                 "start")});
    else if (*uptime < RecentSeconds)
        it.add({.code = "restarted",
                .level = it.isGroup() ? Level::Warning : Level::Info,
                .node = node.status.node,
                .text = Tr::tr("this server was started %1 ago: a lock taken before may be missing on it")
                            .arg(humanDuration(std::chrono::seconds(*uptime))),
                .evidence = quoted(node, {"uptime_in_seconds", "run_id"}),
                .remedy = it.isGroup() ? Tr::tr("start a crashed node of a group again only after the "
                                                "longest lease")
                                       : QString()});
}

void versions(Case &it, const NodeFacts &node)
{
    const QList<QByteArray> parts = told(node, "redis_version").split('.');
    if (parts.size() < 2)
        return;
    const int major = parts[0].toInt();
    if (major >= 7)
        return;
    it.add({.code = "old-server",
            .level = major < 6 ? Level::Warning : Level::Info,
            .node = node.status.node,
            .text = major < 6
                        ? Tr::tr("this server gets no fixes any more, has no users with rights of their "
                                 "own, and cannot tell of changes as they happen without keyspace events")
                        : Tr::tr("this server gets no fixes any more and has no sharded channels, so that "
                                 "each wake-up of a waiter goes to every node of a cluster"),
            .evidence = quoted(node, {"redis_version"}),
            .remedy = Tr::tr("move to Redis 7.2 or later, or to Valkey")});
}

void notifications(Case &it, const NodeFacts &node)
{
    const auto flags = setting(node, "notify-keyspace-events");
    if (!flags || flags->contains('K') || !isMaster(node))
        return;
    it.add({.code = "notifications-off",
            .level = Level::Info,
            .node = node.status.node,
            .text = Tr::tr("keyspace events are off: Lockscope follows locks by client tracking instead, "
                           "which joins changes that come fast one after another"),
            .evidence = {quotedSetting(node, "notify-keyspace-events")},
            .remedy = QStringLiteral("CONFIG SET notify-keyspace-events Kg$hlszx")});
}

void theWayThere(Case &it, const NodeFacts &node)
{
    if (node.tls.enabled && !node.tls.verifyPeer)
        it.add({.code = "tls-unverified",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("the certificate of this server is not checked: somebody between may read "
                               "the password and change what is shown of locks"),
                .evidence = {QStringLiteral("insecure=1")},
                .remedy = Tr::tr("name the authority instead: cacert=FILE")});
    if (!node.tls.enabled && node.hasPassword && !node.isLocal)
        it.add({.code = "password-in-clear",
                .level = Level::Info,
                .node = node.status.node,
                .text = Tr::tr("the password goes over the network as it is: whoever reads it can take and "
                               "remove locks"),
                .evidence = {QStringLiteral("tls=0")},
                .remedy = Tr::tr("connect with rediss://, or through an SSH tunnel")});
    const auto guarded = setting(node, "protected-mode");
    if (guarded && *guarded == "no" && !node.hasPassword && !node.isLocal)
        it.add({.code = "open-to-all",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("whoever reaches this server may take and remove locks: it asks for no "
                               "password and has its protected mode off"),
                .evidence = {quotedSetting(node, "protected-mode")},
                .remedy = QStringLiteral("ACL SETUSER default >PASSWORD")});
}

void refusals(Case &it, const NodeFacts &node)
{
    QStringList refused;
    for (const QString &line : node.refused) {
        if (!line.contains(QLatin1String("unknown"), Qt::CaseInsensitive)) // before 6.0 there is no ACL
            refused += line;
    }
    if (refused.isEmpty())
        return;
    it.add({.code = "not-known",
            .level = Level::Info,
            .node = node.status.node,
            .text = Tr::tr("this user may not ask everything, so some dangers to locks would not be seen "
                           "here"),
            .evidence = refused,
            .remedy = QStringLiteral("ACL SETUSER %1 +info +config|get")
                          .arg(node.user.isEmpty() ? QStringLiteral("USER") : escapedText(node.user))});
}

void unreachable(Case &it, const NodeFacts &node)
{
    if (node.status.isReady())
        return;
    QStringList evidence{node.status.link.reason.line()};
    if (!node.status.announced.isEmpty())
        evidence += Tr::tr("announced as %1").arg(text(node.status.announced));
    const bool single = isServer(node) && !node.status.isReplica() && !it.isGroup();
    it.add({.code = "unreachable",
            .level = single ? Level::Critical : Level::Warning,
            .node = node.status.node,
            .text = single            ? Tr::tr("this server cannot be reached: nothing is known of its locks")
                    : !isServer(node) ? Tr::tr("this sentinel cannot be reached: one vote less for a "
                                               "failover that saves the locks")
                    : it.isGroup()    ? Tr::tr("this node of the group cannot be reached: it gives no "
                                                  "vote to any lock")
                                      : Tr::tr("this replica cannot be reached: whether it has the locks "
                                                  "is not known"),
            .evidence = evidence,
            .remedy = node.status.link.reason.remedy});
}

// ---- a cluster ----

void clusterState(Case &it)
{
    const auto asked = std::find_if(it.deployment.nodes.begin(), it.deployment.nodes.end(),
                                    [](const NodeFacts &node) { return !node.clusterInfo.isEmpty(); });
    if (asked == it.deployment.nodes.end())
        return;
    const QByteArray info = '\n' + asked->clusterInfo;
    const auto line = [&info](const char *name) {
        return QString::fromUtf8(name + QByteArray(":") + infoField(info, name));
    };
    if (infoField(info, "cluster_state") == "fail")
        it.add({.code = "cluster-down",
                .level = Level::Critical,
                .node = asked->status.node,
                .text = Tr::tr("the cluster answers no commands (CLUSTERDOWN): no lock can be taken, "
                               "renewed or released"),
                .evidence = {line("cluster_state"), line("cluster_slots_ok"), line("cluster_slots_fail")},
                .remedy = QStringLiteral("redis-cli --cluster check %1").arg(text(asked->status.node))});
    const int ok = infoField(info, "cluster_slots_ok").toInt();
    if (ok < SlotCount)
        it.add({.code = "slots-uncovered",
                .level = Level::Critical,
                .node = asked->status.node,
                .text = Tr::tr("no master answers for %n slot(s): locks there cannot be taken, renewed or "
                               "released",
                               nullptr, SlotCount - ok),
                .evidence = {line("cluster_slots_assigned"), line("cluster_slots_ok"),
                             line("cluster_slots_fail")},
                .remedy = QStringLiteral("redis-cli --cluster fix %1").arg(text(asked->status.node))});
}

void clusterNode(Case &it, const NodeFacts &node)
{
    const auto replicas = numberTold(node, "connected_slaves");
    if (node.topology != Topology::Cluster || !isMaster(node))
        return;
    if (!node.status.slotRanges.empty() && replicas && *replicas == 0)
        it.add({.code = "no-replica",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this master of the cluster has no replica: when it goes, the locks of its "
                               "slots go with it"),
                .evidence = quoted(node, {"connected_slaves"}),
                .remedy = QStringLiteral("redis-cli --cluster add-node HOST:PORT %1 --cluster-slave")
                              .arg(text(node.status.node))});
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
        it.add({.code = "slots-moving",
                .level = Level::Info,
                .node = node.status.node,
                .text = Tr::tr("slots of this node are on the move: a lock with companion keys may be "
                               "refused meanwhile (TRYAGAIN)"),
                .evidence = moving,
                .remedy = QStringLiteral("redis-cli --cluster check %1").arg(text(node.status.node))});
}

// ---- several servers ----

void clocks(Case &it)
{
    std::vector<const NodeFacts *> nodes;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (isServer(node) && node.status.isReady() && node.status.clockOffset)
            nodes.push_back(&node);
    }
    if (nodes.size() < 2)
        return;
    std::vector<milliseconds> offsets;
    for (const NodeFacts *node : nodes)
        offsets.push_back(*node->status.clockOffset);
    std::sort(offsets.begin(), offsets.end());
    const milliseconds middle = offsets[(offsets.size() - 1) / 2];
    for (const NodeFacts *node : nodes) {
        const milliseconds offset = *node->status.clockOffset;
        const milliseconds away = std::chrono::abs(offset - middle);
        // When in its round trip the server looked at its clock is not known.
        if (away - node->status.roundTrip.value_or(0ms) / 2 <= OffsetWorthSaying)
            continue;
        it.add({.code = "clock-offset",
                .level = away > OffsetThatBreaks ? Level::Critical : Level::Warning,
                .node = node->status.node,
                .text = offset > middle
                            ? Tr::tr("the clock of this server is %1 ahead of the others: when it takes "
                                     "over or is set right, leases end at another time than their owners "
                                     "count")
                                  .arg(humanDuration(away))
                            : Tr::tr("the clock of this server is %1 behind the others: when it takes over "
                                     "or is set right, leases end at another time than their owners count")
                                  .arg(humanDuration(away)),
                .evidence = {Tr::tr("%1 ms from here, the middle of all is %2 ms")
                                 .arg(offset.count())
                                 .arg(middle.count())},
                .remedy = Tr::tr("let NTP run on every server: chronyc tracking")});
    }
}

void masters(Case &it)
{
    std::map<int, std::vector<const NodeFacts *>> byMember;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (isMaster(node) && node.topology != Topology::Cluster)
            byMember[node.status.member].push_back(&node);
    }
    for (const auto &[member, nodes] : byMember) {
        if (nodes.size() < 2)
            continue;
        QStringList evidence;
        for (const NodeFacts *node : nodes)
            evidence += QStringLiteral("%1: role:master").arg(text(node->status.node));
        it.add({.code = "two-masters",
                .level = Level::Critical,
                .text = Tr::tr("%n servers of one deployment are masters at once: each grants the same "
                               "lock to somebody",
                               nullptr, int(nodes.size())),
                .evidence = evidence,
                .remedy = Tr::tr("make all but one a replica: REPLICAOF HOST PORT")});
    }
}

void sentinels(Case &it)
{
    std::map<int, std::vector<const NodeFacts *>> byMember;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (!isServer(node))
            byMember[node.status.member].push_back(&node);
    }
    for (const auto &[member, nodes] : byMember) {
        const auto ready = std::count_if(nodes.begin(), nodes.end(),
                                         [](const NodeFacts *node) { return node->status.isReady(); });
        const auto majority = qsizetype(nodes.size()) / 2 + 1;
        QStringList evidence;
        for (const NodeFacts *node : nodes)
            evidence += QStringLiteral("%1: %2").arg(text(node->status.node),
                                                     QLatin1String(name(node->status.link.phase)));
        if (ready < majority)
            it.add({.code = "sentinels-no-majority",
                    .level = Level::Critical,
                    .text = Tr::tr("%1 of %2 sentinels can be reached and %3 are needed: when the master "
                                   "goes no replica is promoted, and no lock can be taken or released")
                                .arg(ready)
                                .arg(nodes.size())
                                .arg(majority),
                    .evidence = evidence,
                    .remedy = QStringLiteral("SENTINEL CKQUORUM MASTER")});
        if (nodes.size() % 2 == 0 || nodes.size() < 3)
            it.add({.code = "sentinels-few",
                    .level = Level::Warning,
                    .text = Tr::tr("there are %n sentinel(s): with fewer than three, or an even number, a "
                                   "single loss or a partition may leave locks without a master",
                                   nullptr, int(nodes.size())),
                    .evidence = evidence,
                    .remedy = Tr::tr("run three sentinels, or five, on machines of their own")});
    }
}

// ---- a RedLock group ----

void group(Case &it)
{
    if (!it.isGroup())
        return;
    const int members = it.deployment.members;
    if (members < 3)
        it.add({.code = "small-group",
                .level = Level::Warning,
                .text = Tr::tr("a group of %n node(s) outlives the loss of none: without it no lock has a "
                               "majority",
                               nullptr, members),
                .remedy = Tr::tr("use three nodes or five")});
    else if (members % 2 == 0)
        it.add({.code = "even-group",
                .level = Level::Info,
                .text = Tr::tr("a group of %1 nodes outlives the loss of no more of them than one of %2, "
                               "and two clients can block each other with half of the nodes each")
                            .arg(members)
                            .arg(members - 1),
                .remedy = Tr::tr("use an odd number of nodes")});
    std::map<QByteArray, std::vector<const NodeFacts *>> byRun;
    std::map<QByteArray, std::vector<const NodeFacts *>> byHistory;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (!isServer(node) || !node.status.isReady())
            continue;
        if (!node.status.runId.isEmpty())
            byRun[node.status.runId].push_back(&node);
        if (const QByteArray history = told(node, "master_replid"); !history.isEmpty())
            byHistory[history].push_back(&node);
    }
    const auto dependent = [&it](const auto &byWord, const QString &word) {
        for (const auto &[value, nodes] : byWord) {
            QSet<int> members;
            QStringList evidence;
            for (const NodeFacts *node : nodes) {
                members.insert(node->status.member);
                evidence +=
                    QStringLiteral("%1: %2:%3").arg(text(node->status.node), word, QString::fromUtf8(value));
            }
            if (members.size() < 2)
                continue;
            it.add({.code = "not-independent",
                    .level = Level::Critical,
                    .text = Tr::tr("%n nodes of this group are one server, or copies of each other: they "
                                   "count as several votes and fail together",
                                   nullptr, int(members.size())),
                    .evidence = evidence,
                    .remedy = Tr::tr("give each node of the group a server of its own, without "
                                     "replication between them")});
            return true;
        }
        return false;
    };
    if (!dependent(byRun, QStringLiteral("run_id")))
        dependent(byHistory, QStringLiteral("master_replid"));
}

void groupNode(Case &it, const NodeFacts &node)
{
    if (!it.isGroup() || !isMaster(node))
        return;
    if (told(node, "cluster_enabled") == "1")
        it.add({.code = "member-is-cluster",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this node of the group is a cluster: a failover inside it may forget a "
                               "lock, and its vote then goes to a second client"),
                .evidence = quoted(node, {"cluster_enabled"}),
                .remedy = Tr::tr("use single servers for a RedLock group")});
    else if (numberTold(node, "connected_slaves").value_or(0) > 0)
        it.add({.code = "member-replicated",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("this node of the group has replicas: one that is promoted may not have a "
                               "lock yet, and its vote then goes to a second client"),
                .evidence = quoted(node, {"connected_slaves", "slave0"}),
                .remedy = Tr::tr("use single servers for a RedLock group, without automatic failover")});
}

bool claimsToBeRedLock(const Lock &lock)
{
    static const std::array<std::string_view, 4> libraries{"RedLock.net", "pottery", "redlock-rb",
                                                           "node-redlock"};
    if (lock.key.bytes.startsWith("redlock:"))
        return true;
    return lock.confidence != Confidence::Guess && lock.libraries && !lock.libraries->empty() &&
           std::find(libraries.begin(), libraries.end(), lock.libraries->front()) != libraries.end();
}

void redLockOutsideAGroup(Case &it)
{
    if (it.isGroup())
        return;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (!isMaster(node) || numberTold(node, "connected_slaves").value_or(0) == 0)
            continue;
        QStringList keys;
        for (const LockPtr &lock : it.locks) {
            if (lock->node == node.status.node && claimsToBeRedLock(*lock))
                keys += escapedText(lock->key.bytes);
        }
        if (keys.isEmpty())
            continue;
        keys.sort();
        it.add({.code = "redlock-on-replicas",
                .level = Level::Warning,
                .node = node.status.node,
                .text = Tr::tr("%n lock(s) here look like those of a RedLock library, but this server is a "
                               "master with replicas: one failover may grant the lock twice, which RedLock "
                               "is there to prevent",
                               nullptr, int(keys.size())),
                .evidence = keys.mid(0, 3) + quoted(node, {"connected_slaves"}),
                .remedy = Tr::tr("if these are independent servers for it, name them all: -u URL -u URL "
                                 "-u URL; else let the library use several independent servers")});
    }
}

using NodeRule = void (*)(Case &, const NodeFacts &);
constexpr std::array<NodeRule, 11> ServerRules{refusedWrites, eviction,      persistence, unsafeReplication,
                                               clusterNode,   groupNode,     restarts,    versions,
                                               theWayThere,   notifications, refusals};
using WholeRule = void (*)(Case &);
constexpr std::array<WholeRule, 6> WholeRules{masters, clusterState, sentinels,
                                              group,   clocks,       redLockOutsideAGroup};

} // namespace

std::vector<Finding> examine(const DeploymentFacts &deployment, const std::vector<LockPtr> &locks)
{
    Case it{deployment, locks};
    for (const NodeFacts &node : deployment.nodes)
        unreachable(it, node);
    for (const WholeRule rule : WholeRules)
        rule(it);
    for (const NodeRule rule : ServerRules) {
        for (const NodeFacts &node : deployment.nodes) {
            if (isServer(node) && node.status.isReady())
                rule(it, node);
        }
    }
    std::stable_sort(it.found.begin(), it.found.end(),
                     [](const Finding &a, const Finding &b) { return a.level > b.level; });
    return it.found;
}

} // namespace lockscope
