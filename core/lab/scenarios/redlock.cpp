// SPDX-License-Identifier: GPL-3.0-or-later
// RedLock on five masters, and its behaviour under faults: a minority lost, a majority lost, a master that
// restarts empty within the lease (and after it), slow masters, and clock jumps. "Distributed Locks with
// Redis" (redis docs); the restart and the clocks are objections from Kleppmann's "How to do distributed
// locking" (2016).

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int First = 0;
constexpr int Second = 1;
constexpr milliseconds ToConnect = 1min; // A lease that leaves time for it

// Five masters with separate clocks.
QCoro::Task<ScenarioRun::Place *> fiveMasters(ScenarioRunPtr stage)
{
    DeploymentOptions options;
    options.masters = 5;
    options.ownClocks = true;
    return ScenarioRun::place(stage, SandboxTopology::RedLock, options);
}

void killMasters(ScenarioRun::Place &place, std::initializer_list<size_t> which)
{
    for (const size_t node : which)
        place.servers->node(node).kill();
}

// The result, and the number of nodes that granted the lock.
struct Seen {
    bool granted = false;
    int nodes = 0;
};

ActRequest requestFor(const ScenarioRunPtr &stage, milliseconds lease)
{
    return {.key = stage->key("lock"), .kind = "token-lock", .lease = lease};
}

QCoro::Task<Seen> attempt(ScenarioRunPtr stage, ScriptedWorker player, milliseconds lease)
{
    const ActRequest request = requestFor(stage, lease);
    const Receipt receipt = co_await enter(stage, player, request);
    const auto granted = std::ranges::count(receipt.nodes, ActResult::Done, &NodeReceipt::result);
    co_return {receipt.result == ActResult::Done, int(granted)};
}

// A master gets a small part of the lease to answer, which may be too short to connect to it first.
QCoro::Task<> connectToAll(ScenarioRunPtr stage, ScriptedWorker player)
{
    ActRequest request = requestFor(stage, ToConnect);
    request.act = ActKind::Acquire;
    const Receipt receipt = co_await act(stage, player, request);
    request.act = ActKind::Release;
    request.owner = receipt.owner;
    co_await act(stage, player, request);
}

QString nodesOf(const Seen &first, const Seen &second)
{
    return Tr::tr("the first has %1 of 5 nodes, the second %2").arg(first.nodes).arg(second.nodes);
}

QCoro::Task<Figures> workOn(ScenarioRunPtr stage, ScenarioRun::Place *place)
{
    const Workload job{.key = stage->key("lock"),
                       .guard = "token-lock",
                       .lease = stage->values().duration("lease"),
                       .wait = 300ms,
                       .workers = stage->values().count("workers"),
                       .hold = spellOf("uniform", 5ms),
                       .think = spellOf("uniform", 20ms),
                       .lasting = stage->values().duration("for"),
                       .seed = stage->seed()};
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(stage, jobs, place);
    co_return stage->endArm();
}

QString cyclesOf(const Figures &figures)
{
    return Tr::tr("%1 cycles, %2 timed out, %3 violations")
        .arg(figures.cycles)
        .arg(figures.gaveUp)
        .arg(figures.violations);
}

QCoro::Task<> minority(ScenarioRunPtr stage)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return;
    stage->beginArm("minority", Tr::tr("Two of five masters are killed"));
    killMasters(*place, {0, 1});
    const Figures figures = co_await workOn(stage, place);
    stage->claim(
        Tr::tr("With a minority of its masters lost, the lock keeps working and keeps other clients out"),
        figures.cycles > 0 && figures.violations == 0, cyclesOf(figures));
}

QCoro::Task<> majority(ScenarioRunPtr stage)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return;
    stage->beginArm("majority", Tr::tr("Three of five masters are killed"));
    killMasters(*place, {0, 1, 2});
    const Figures figures = co_await workOn(stage, place);
    stage->claim(Tr::tr("Without a majority, no client enters: unavailable, but safe"),
                 figures.cycles == 0 && figures.gaveUp > 0 && figures.violations == 0, cyclesOf(figures));
}

// Returns how long the restart of the masters took.
QCoro::Task<milliseconds> emptyRestart(ScenarioRunPtr stage)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return 0ms;
    const ScriptedWorker one = playerOf(stage, First, place);
    const ScriptedWorker other = playerOf(stage, Second, place);
    stage->beginArm("restart", Tr::tr("A master restarts empty within the lease"));
    killMasters(*place, {3, 4});
    const Seen first = co_await attempt(stage, one, 1min);
    stage->say(
        Tr::tr("The first client has three of five; one of these is killed and restarts without its data"));
    killMasters(*place, {0});
    const std::vector<size_t> back{0, 3, 4};
    const Instant killed = now();
    co_await ScenarioRun::restartEmpty(stage, place, back);
    const milliseconds took = millisecondsBetween(killed, now());
    const Seen second = co_await attempt(stage, other, 1min);
    const Figures figures = endOwners(stage);
    stage->claim(Tr::tr("A master that lost the lock makes a second majority possible: two owners"),
                 first.granted && second.granted && figures.violations == 1, nodesOf(first, second));
    co_return took;
}

// As the algorithm's page advises: the restarted master stays out for longer than the longest lease. The
// lease is long enough for the other masters to return before it ends, even on a slow machine.
QCoro::Task<> delayedRestart(ScenarioRunPtr stage, milliseconds restart)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return;
    const milliseconds lease = std::max(stage->values().duration("lease"), 4 * restart);
    const ScriptedWorker one = playerOf(stage, First, place);
    const ScriptedWorker other = playerOf(stage, Second, place);
    stage->beginArm("delayed-restart", Tr::tr("It restarts only after the lease"));
    co_await connectToAll(stage, one);
    killMasters(*place, {3, 4});
    const Seen first = co_await attempt(stage, one, lease);
    const Instant over = now() + lease;
    killMasters(*place, {0});
    const std::vector<size_t> others{3, 4};
    co_await ScenarioRun::restartEmpty(stage, place, others);
    const Seen early = co_await attempt(stage, other, lease);
    co_await ScenarioRun::rest(stage, millisecondsBetween(now(), over));
    if (first.granted) // it knows when its lease ends
        stage->note(LabEvent::Kind::Left, First);
    const std::vector<size_t> late{0};
    co_await ScenarioRun::restartEmpty(stage, place, late);
    const Seen second = co_await attempt(stage, other, lease);
    const bool wasKeptOut = first.nodes == 3 && !early.granted;
    const Figures figures = endOwners(stage);
    stage->claim(Tr::tr("Kept out until the lease ends, it makes no second majority possible"),
                 wasKeptOut && second.granted && figures.violations == 0,
                 Tr::tr("within the lease the second had %1 of 5 nodes; %2 violations")
                     .arg(early.nodes)
                     .arg(figures.violations));
}

QCoro::Task<> slow(ScenarioRunPtr stage)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return;
    constexpr milliseconds Lease = 600ms;
    constexpr milliseconds Slowness = 3s;
    const ScriptedWorker one = playerOf(stage, First, place);
    stage->beginArm("slow", Tr::tr("Three of five masters are slow"));
    ActRequest request = requestFor(stage, ToConnect);
    const Receipt before = co_await enter(stage, one, request);
    request.owner = before.owner;
    co_await leave(stage, one, request);
    for (size_t node = 0; node < 3; ++node) {
        const auto paused =
            place->servers->node(node).ask({"CLIENT", "PAUSE", QByteArray::number(Slowness.count()), "ALL"});
        if (!paused)
            stage->fail(paused.failure());
    }
    const Instant asked = now();
    const Seen during = co_await attempt(stage, one, Lease);
    const milliseconds took = millisecondsBetween(asked, now());
    const Figures figures = endOwners(stage);
    stage->claim(Tr::tr("Slow nodes use up the lease: the lock does not count as held"),
                 before.result == ActResult::Done && !during.granted && figures.violations == 0,
                 Tr::tr("%1 of 5 nodes answered in time; this took %2 ms of a lease of %3 ms")
                     .arg(during.nodes)
                     .arg(took.count())
                     .arg(Lease.count()));
}

QCoro::Task<> jump(ScenarioRunPtr stage)
{
    ScenarioRun::Place *place = co_await fiveMasters(stage);
    if (!place)
        co_return;
    const ScriptedWorker one = playerOf(stage, First, place);
    const ScriptedWorker other = playerOf(stage, Second, place);
    stage->beginArm("clock", Tr::tr("The clocks of three masters jump"));
    const Seen first = co_await attempt(stage, one, 1min);
    const Seen early = co_await attempt(stage, other, 1min);
    for (size_t node = 0; node < 3; ++node) {
        const Done set = place->servers->node(node).setClock(2min);
        if (!set)
            stage->fail(set.failure());
    }
    stage->say(
        Tr::tr("The clocks of three masters jump two minutes ahead: a lease of one minute ends there"));
    const Seen second = co_await attempt(stage, other, 1min);
    const Figures figures = endOwners(stage);
    stage->claim(
        Tr::tr("Leases end by the servers' wall clocks: if a majority jumps, two clients own the lock"),
        first.granted && !early.granted && second.granted && figures.violations == 1, nodesOf(first, second));
}

QCoro::Task<> runRedLock(ScenarioRunPtr stage)
{
    stage->expectFaults();
    co_await minority(stage);
    co_await majority(stage);
    const milliseconds restart = co_await emptyRestart(stage);
    co_await delayedRestart(stage, restart);
    co_await slow(stage);
    co_await jump(stage);
}

} // namespace

Scenario scenario_redlock()
{
    return {
        .order = 110,
        .name = "redlock",
        .title = Tr::tr("RedLock under faults"),
        .text = Tr::tr(
            "Five independent masters lose a minority, a majority, their data, their speed and their clocks. "
            "RedLock is safe only as long as masters keep their data, answer in time and keep time."),
        .parameters = {countParameter("workers", Tr::tr("Workers"), 4, 1, 50),
                       durationParameter("for", Tr::tr("Work time"), 1500ms, 200ms, 10min),
                       durationParameter("lease", Tr::tr("Lease"), 3s, 1s, 1min)},
        .place = Scenario::Place::SandboxOnly,
        .run = runRedLock};
}

} // namespace lockscope
