// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/health/doctor.h"

#include "core/base/tr.h"
#include "core/deployment/health/serverrules.h"
#include "core/redis/slots.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using namespace doctor;
using namespace std::chrono_literals;

constexpr milliseconds OffsetWorthSaying = 100ms;
constexpr milliseconds OffsetThatBreaks = 1s;

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
        it.add(*asked, "cluster-down", Level::Critical,
               Tr::tr("the cluster rejects all commands (CLUSTERDOWN): no lock can be acquired, renewed or "
                      "released"),
               {line("cluster_state"), line("cluster_slots_ok"), line("cluster_slots_fail")},
               QStringLiteral("redis-cli --cluster check %1").arg(text(asked->status.node)));
    const int ok = infoField(info, "cluster_slots_ok").toInt();
    if (ok < SlotCount)
        it.add(*asked, "slots-uncovered", Level::Critical,
               Tr::tr("no master serves %n slot(s): locks there cannot be acquired, renewed or released",
                      nullptr, SlotCount - ok),
               {line("cluster_slots_assigned"), line("cluster_slots_ok"), line("cluster_slots_fail")},
               QStringLiteral("redis-cli --cluster fix %1").arg(text(asked->status.node)));
}

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
        // It is unknown when, within the round trip, the server read its clock.
        if (away - node->status.roundTrip.value_or(0ms) / 2 <= OffsetWorthSaying)
            continue;
        it.add(
            *node, "clock-offset", away > OffsetThatBreaks ? Level::Critical : Level::Warning,
            offset > middle
                ? Tr::tr("this server's clock is %1 ahead of the others: if it becomes the master, or its "
                         "clock is corrected, leases end at a different time than their owners expect")
                      .arg(humanDuration(away))
                : Tr::tr("this server's clock is %1 behind the others: if it becomes the master, or its "
                         "clock is corrected, leases end at a different time than their owners expect")
                      .arg(humanDuration(away)),
            {Tr::tr("%1 ms from here, the median of all is %2 ms").arg(offset.count()).arg(middle.count())},
            Tr::tr("run NTP on every server: chronyc tracking"));
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
        it.add("two-masters", Level::Critical,
               Tr::tr("%n servers of one deployment are masters at once: each may grant the same lock",
                      nullptr, int(nodes.size())),
               evidence, Tr::tr("make all but one a replica: REPLICAOF HOST PORT"));
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
                                                     QLatin1String(name(node->status.connection.phase)));
        if (ready < majority)
            it.add("sentinels-no-majority", Level::Critical,
                   Tr::tr("%1 of %2 sentinels can be reached and %3 are needed: if the master fails, no "
                          "replica is promoted, and no lock can be acquired or released")
                       .arg(ready)
                       .arg(nodes.size())
                       .arg(majority),
                   evidence, QStringLiteral("SENTINEL CKQUORUM MASTER"));
        if (nodes.size() % 2 == 0 || nodes.size() < 3)
            it.add("sentinels-few", Level::Warning,
                   Tr::tr("there are %n sentinel(s): with fewer than three or an even number, one failure or "
                          "a partition can leave locks without a master",
                          nullptr, int(nodes.size())),
                   evidence, Tr::tr("run three or five sentinels, on separate machines"));
    }
}

void groupMajority(Case &it)
{
    if (!it.isGroup())
        return;
    const int members = it.deployment.members;
    const int needed = members / 2 + 1;
    QSet<int> reached;
    QStringList evidence;
    for (const NodeFacts &node : it.deployment.nodes) {
        if (isMaster(node))
            reached.insert(node.status.member);
        if (isServer(node))
            evidence += QStringLiteral("%1: %2").arg(
                text(node.status.node), QLatin1String(node.status.connection.phase == ConnectionPhase::Waiting
                                                          ? "unreachable"
                                                          : name(node.status.connection.phase)));
    }
    if (reached.size() < needed)
        it.add(
            "group-no-majority", Level::Critical,
            Tr::tr("%1 of %2 nodes of this group can be reached and %3 are needed: clients that cannot reach "
                   "more nodes cannot acquire or renew locks, and it is unknown which locks are held")
                .arg(reached.size())
                .arg(members)
                .arg(needed),
            evidence, Tr::tr("restore the nodes, or connect from a machine that reaches all of them"));
}

void group(Case &it)
{
    if (!it.isGroup())
        return;
    const int members = it.deployment.members;
    if (members < 3)
        it.add(
            "small-group", Level::Warning,
            Tr::tr("a group of %n node(s) survives no failure: with one node fewer, no lock has a majority",
                   nullptr, members),
            {}, Tr::tr("use three or five nodes"));
    else if (members % 2 == 0)
        it.add("even-group", Level::Info,
               Tr::tr("a group of %1 nodes survives no more failures than one of %2, and two clients can "
                      "block each other with half of the nodes each")
                   .arg(members)
                   .arg(members - 1),
               {}, Tr::tr("use an odd number of nodes"));
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
                evidence += text(node->status.node);
            }
            evidence = {QStringLiteral("%1: %2:%3")
                            .arg(evidence.join(QStringLiteral(", ")), word, QString::fromUtf8(value))};
            if (members.size() < 2)
                continue;
            it.add("not-independent", Level::Critical,
                   Tr::tr("%n nodes of this group are one server, or copies of each other: they count as "
                          "several votes but fail together",
                          nullptr, int(members.size())),
                   evidence,
                   Tr::tr("give each node of the group its own server, without replication between them"));
            return true;
        }
        return false;
    };
    if (!dependent(byRun, QStringLiteral("run_id")))
        dependent(byHistory, QStringLiteral("master_replid"));
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
        it.add(node, "redlock-on-replicas", Level::Warning,
               Tr::tr("%n lock(s) here look like locks of a RedLock library, but this server is a master "
                      "with replicas: one failover may grant a lock twice, which RedLock is meant to prevent",
                      nullptr, int(keys.size())),
               keys.mid(0, 3) + quoted(node, {"connected_slaves"}),
               Tr::tr("if it uses independent servers, specify all of them: -u URL -u URL -u URL; otherwise "
                      "let the library use several independent servers"));
    }
}

} // namespace

std::vector<Finding> checkHealth(const DeploymentFacts &deployment, const std::vector<LockPtr> &locks)
{
    Case it{deployment, locks};
    for (const NodeFacts &node : deployment.nodes)
        unreachable(it, node);
    for (const auto rule :
         {masters, clusterState, sentinels, groupMajority, group, clocks, redLockOutsideAGroup})
        rule(it);
    judgeServers(it);
    std::stable_sort(it.found.begin(), it.found.end(),
                     [](const Finding &a, const Finding &b) { return a.level > b.level; });
    return std::move(it.found);
}

} // namespace lockscope
