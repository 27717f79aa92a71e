// SPDX-License-Identifier: GPL-3.0-or-later
// A master grants a lock and dies before any replica has it; a replica is elected, and the next client gets
// the same lock. Then the same fault with WAIT, as with Redisson's checkLockSyncedSlaves, with
// min-replicas-to-write, and with locks on several masters.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Election = 60s; // longest time for sentinels and replicas to agree
constexpr int First = 0;               // the owner before the fault
constexpr int Second = 1;              // the client after it

ActRequest acquire(const ScenarioRunPtr &run, const QByteArray &kind, bool everyNode = false)
{
    return {.act = ActKind::Acquire,
            .key = run->key("lock"),
            .kind = kind,
            .lease = run->values().duration("lease"),
            .everyNode = everyNode};
}

// Pauses the replicas before cutting their connections: otherwise the kernel's buffers would deliver the
// write after they resume.
void cutReplicas(const ScenarioRunPtr &run, SandboxDeployment &servers)
{
    for (size_t i = 1; i < servers.size(); ++i)
        servers.node(i).pause();
    const auto cut = servers.node(0).ask({"CLIENT", "KILL", "TYPE", "replica"});
    if (!cut)
        run->fail(cut.failure());
    run->say(Tr::tr("The replicas are disconnected from their master"));
}

QCoro::Task<> loseMaster(ScenarioRunPtr run, SandboxDeployment *servers)
{
    servers->node(0).kill();
    for (size_t i = 1; i < servers->size(); ++i)
        servers->node(i).resume();
    run->say(Tr::tr("The master is killed; the replicas keep running"));
    const std::function<bool()> elected = [servers] { return servers->master() != nullptr; };
    const bool done = co_await ScenarioRun::until(run, elected, Election);
    if (!done)
        run->fail({.kind = ErrorKind::TimedOut, .text = Tr::tr("no replica was elected in time")});
    run->say(Tr::tr("A replica is elected"));
}

struct Seen {
    bool first = false;       // got the lock
    bool second = false;      // got the lock
    qint64 acknowledged = -1; // replicas that acknowledged, by WAIT
    QString refusal{};
    Figures figures{};
    int owners() const { return int(figures.count("owners")); }
};

QCoro::Task<Seen> failOver(ScenarioRunPtr run, QByteArray arm, QString title, QStringList serverArguments,
                           bool waits)
{
    Seen seen;
    DeploymentOptions options;
    options.serverArguments = serverArguments;
    ScenarioRun::Place *place = co_await ScenarioRun::place(run, SandboxTopology::Sentinel, options);
    if (!place)
        co_return seen;
    const ScriptedWorker first = workerOf(run, First, place);
    const ScriptedWorker second = workerOf(run, Second, place);
    run->beginArm(arm, title);
    cutReplicas(run, *place->servers);
    const ActRequest request = acquire(run, "rlock");
    run->note(LabEvent::Kind::Wanted, First);
    const Receipt receipt = co_await first.client->act(request);
    seen.refusal = receipt.failure.text;
    seen.first = receipt.result == ActResult::Done;
    if (seen.first && waits) {
        const Command wait{"WAIT", "1", "300"};
        const Reply acknowledged = co_await ask(run, first, wait);
        seen.acknowledged = acknowledged.number().value_or(-1);
        seen.first = seen.acknowledged > 0;
        ActRequest release = request;
        release.act = ActKind::Release;
        release.owner = receipt.owner;
        if (!seen.first)
            co_await first.client->act(release);
    }
    run->note(seen.first ? LabEvent::Kind::Entered : LabEvent::Kind::GaveUp, First);
    run->say(seen.first ? Tr::tr("The first client has the lock")
                        : Tr::tr("The first client does not have the lock"));
    co_await loseMaster(run, place->servers.get());
    const Receipt taken = co_await enter(run, second, request, Election);
    seen.second = taken.result == ActResult::Done;
    if (seen.second)
        run->say(Tr::tr("The second client has the lock"));
    seen.figures = endOwners(run);
    co_return seen;
}

// One of several masters comes back empty, like after a failover to a replica that missed the write.
QCoro::Task<Seen> loseOneOfThree(ScenarioRunPtr run, QByteArray arm, QString title, bool everyNode)
{
    Seen seen;
    DeploymentOptions options;
    options.masters = 3;
    ScenarioRun::Place *place = co_await ScenarioRun::place(run, SandboxTopology::RedLock, options);
    if (!place)
        co_return seen;
    const ScriptedWorker first = workerOf(run, First, place);
    const ScriptedWorker second = workerOf(run, Second, place);
    run->beginArm(arm, title);
    const ActRequest request = acquire(run, everyNode ? "rlock" : "token-lock", everyNode);
    const Receipt before = co_await enter(run, first, request);
    place->servers->node(0).kill();
    run->say(Tr::tr("One of three masters is lost and replaced by an empty one"));
    const std::vector<size_t> lost{0};
    co_await ScenarioRun::restartEmpty(run, place, lost);
    const Receipt after = co_await enter(run, second, request);
    seen.first = before.result == ActResult::Done;
    seen.second = after.result == ActResult::Done;
    seen.figures = endOwners(run);
    co_return seen;
}

QString ownersOf(const Seen &seen)
{
    return Tr::tr("%n owner(s) at once", nullptr, seen.owners());
}

QCoro::Task<> runFailover(ScenarioRunPtr run)
{
    run->expectFaults();
    const QByteArray plainArm = "plain";
    const QByteArray waitArm = "wait";
    const QByteArray replicasArm = "min-replicas";
    const QByteArray multiArm = "multi-lock";
    const QByteArray redArm = "redlock";
    const QString plainTitle = Tr::tr("Asynchronous replication");
    const QString waitTitle = Tr::tr("WAIT after the acquire");
    const QString replicasTitle = Tr::tr("min-replicas-to-write 1");
    const QString multiTitle = Tr::tr("MultiLock on three masters");
    const QString redTitle = Tr::tr("RedLock on three masters");
    const QStringList none;
    const QStringList guarded{QStringLiteral("--min-replicas-to-write"), QStringLiteral("1"),
                              QStringLiteral("--min-replicas-max-lag"), QStringLiteral("10")};
    const Seen plain = co_await failOver(run, plainArm, plainTitle, none, false);
    run->claim(Tr::tr("The failover loses the lock, and a second owner enters alongside the first"),
               plain.owners() == 2 && plain.figures.violations == 1, ownersOf(plain));
    const Seen waited = co_await failOver(run, waitArm, waitTitle, none, true);
    run->claim(Tr::tr("With WAIT, the first client learns that no replica has the lock, and does not enter"),
               !waited.first && waited.second && waited.acknowledged == 0 && waited.figures.violations == 0,
               Tr::tr("%1 replicas acknowledged; %2").arg(waited.acknowledged).arg(ownersOf(waited)));
    const Seen refused = co_await failOver(run, replicasArm, replicasTitle, guarded, false);
    run->claim(Tr::tr("With min-replicas-to-write, a master without replicas grants nothing"),
               !refused.first && refused.second && refused.figures.violations == 0,
               Tr::tr("%1; %2").arg(refused.refusal, ownersOf(refused)));
    const Seen multi = co_await loseOneOfThree(run, multiArm, multiTitle, true);
    run->claim(Tr::tr("A MultiLock survives the loss of one of its masters"),
               multi.first && !multi.second && multi.figures.violations == 0, ownersOf(multi));
    const Seen red = co_await loseOneOfThree(run, redArm, redTitle, false);
    run->claim(Tr::tr("A RedLock survives the loss of one of its masters"),
               red.first && !red.second && red.figures.violations == 0, ownersOf(red));
}

} // namespace

Scenario scenario_failover()
{
    return {.order = 100,
            .name = "failover",
            .title = Tr::tr("A failover loses the lock"),
            .text = Tr::tr("The master grants a lock and dies before a replica has it. The replica that is "
                           "promoted knows nothing of the lock and grants it again. WAIT, "
                           "min-replicas-to-write, a MultiLock and a RedLock run the same test."),
            .parameters = {durationParameter("lease", Tr::tr("Lease"), 2min, 90s, 10min)},
            .place = Scenario::Place::SandboxOnly,
            .run = runFailover};
}

} // namespace lockscope
