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
QCoro::Task<ScenarioRun::Place *> fiveMasters(ScenarioRunPtr run)
{
    DeploymentOptions options;
    options.masters = 5;
    options.ownClocks = true;
    return ScenarioRun::place(run, SandboxTopology::RedLock, options);
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

ActRequest requestFor(const ScenarioRunPtr &run, milliseconds lease)
{
    return {.key = run->key("lock"), .kind = "token-lock", .lease = lease};
}

QCoro::Task<Seen> attempt(ScenarioRunPtr run, ScriptedWorker worker, milliseconds lease)
{
    const ActRequest request = requestFor(run, lease);
    const Receipt receipt = co_await enter(run, worker, request);
    const auto granted = std::ranges::count(receipt.nodes, ActResult::Done, &NodeReceipt::result);
    co_return {receipt.result == ActResult::Done, int(granted)};
}

// A master gets a small part of the lease to answer, which may be too short to connect to it first.
QCoro::Task<> connectToAll(ScenarioRunPtr run, ScriptedWorker worker)
{
    ActRequest request = requestFor(run, ToConnect);
    request.act = ActKind::Acquire;
    const Receipt receipt = co_await act(run, worker, request);
    request.act = ActKind::Release;
    request.owner = receipt.owner;
    co_await act(run, worker, request);
}

QString nodesOf(const Seen &first, const Seen &second)
{
    return Tr::tr("the first has %1 of 5 nodes, the second %2").arg(first.nodes).arg(second.nodes);
}

QCoro::Task<Figures> workOn(ScenarioRunPtr run, ScenarioRun::Place *place)
{
    const Workload job{.key = run->key("lock"),
                       .guard = "token-lock",
                       .lease = run->values().duration("lease"),
                       .wait = 300ms,
                       .workers = run->values().count("workers"),
                       .hold = spellOf("uniform", 5ms),
                       .think = spellOf("uniform", 20ms),
                       .lasting = run->values().duration("for"),
                       .seed = run->seed()};
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs, place);
    co_return run->endArm();
}

QString cyclesOf(const Figures &figures)
{
    return Tr::tr("%1 cycles, %2 timed out, %3 violations")
        .arg(figures.cycles)
        .arg(figures.gaveUp)
        .arg(figures.violations);
}

QCoro::Task<> minority(ScenarioRunPtr run)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return;
    run->beginArm("minority", Tr::tr("Two of five masters are killed"));
    killMasters(*place, {0, 1});
    const Figures figures = co_await workOn(run, place);
    run->claim(
        Tr::tr("With a minority of its masters lost, the lock keeps working and keeps other clients out"),
        figures.cycles > 0 && figures.violations == 0, cyclesOf(figures));
}

QCoro::Task<> majority(ScenarioRunPtr run)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return;
    run->beginArm("majority", Tr::tr("Three of five masters are killed"));
    killMasters(*place, {0, 1, 2});
    const Figures figures = co_await workOn(run, place);
    run->claim(Tr::tr("Without a majority, no client enters: unavailable, but safe"),
               figures.cycles == 0 && figures.gaveUp > 0 && figures.violations == 0, cyclesOf(figures));
}

// Returns how long the restart of the masters took.
QCoro::Task<milliseconds> emptyRestart(ScenarioRunPtr run)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return 0ms;
    const ScriptedWorker one = workerOf(run, First, place);
    const ScriptedWorker other = workerOf(run, Second, place);
    run->beginArm("restart", Tr::tr("A master restarts empty within the lease"));
    killMasters(*place, {3, 4});
    const Seen first = co_await attempt(run, one, 1min);
    run->say(
        Tr::tr("The first client has three of five; one of these is killed and restarts without its data"));
    killMasters(*place, {0});
    const std::vector<size_t> back{0, 3, 4};
    const Instant killed = now();
    co_await ScenarioRun::restartEmpty(run, place, back);
    const milliseconds took = millisecondsBetween(killed, now());
    const Seen second = co_await attempt(run, other, 1min);
    const Figures figures = endOwners(run);
    run->claim(Tr::tr("A master that lost the lock makes a second majority possible: two owners"),
               first.granted && second.granted && figures.violations == 1, nodesOf(first, second));
    co_return took;
}

// As the algorithm's page advises: the restarted master stays out for longer than the longest lease. The
// lease is long enough for the other masters to return before it ends, even on a slow machine.
QCoro::Task<> delayedRestart(ScenarioRunPtr run, milliseconds restart)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return;
    const milliseconds lease = std::max(run->values().duration("lease"), 4 * restart);
    const ScriptedWorker one = workerOf(run, First, place);
    const ScriptedWorker other = workerOf(run, Second, place);
    run->beginArm("delayed-restart", Tr::tr("It restarts only after the lease"));
    co_await connectToAll(run, one);
    killMasters(*place, {3, 4});
    const Seen first = co_await attempt(run, one, lease);
    const Instant over = now() + lease;
    killMasters(*place, {0});
    const std::vector<size_t> others{3, 4};
    co_await ScenarioRun::restartEmpty(run, place, others);
    const Seen early = co_await attempt(run, other, lease);
    co_await ScenarioRun::rest(run, millisecondsBetween(now(), over));
    if (first.granted) // it knows when its lease ends
        run->note(LabEvent::Kind::Left, First);
    const std::vector<size_t> late{0};
    co_await ScenarioRun::restartEmpty(run, place, late);
    const Seen second = co_await attempt(run, other, lease);
    const bool wasKeptOut = first.nodes == 3 && !early.granted;
    const Figures figures = endOwners(run);
    run->claim(Tr::tr("Kept out until the lease ends, it makes no second majority possible"),
               wasKeptOut && second.granted && figures.violations == 0,
               Tr::tr("within the lease the second had %1 of 5 nodes; %2 violations")
                   .arg(early.nodes)
                   .arg(figures.violations));
}

QCoro::Task<> slow(ScenarioRunPtr run)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return;
    constexpr milliseconds Lease = 600ms;
    constexpr milliseconds Slowness = 3s;
    const ScriptedWorker one = workerOf(run, First, place);
    run->beginArm("slow", Tr::tr("Three of five masters are slow"));
    ActRequest request = requestFor(run, ToConnect);
    const Receipt before = co_await enter(run, one, request);
    request.owner = before.owner;
    co_await leave(run, one, request);
    for (size_t node = 0; node < 3; ++node) {
        const auto paused =
            place->servers->node(node).ask({"CLIENT", "PAUSE", QByteArray::number(Slowness.count()), "ALL"});
        if (!paused)
            run->fail(paused.failure());
    }
    const Instant asked = now();
    const Seen during = co_await attempt(run, one, Lease);
    const milliseconds took = millisecondsBetween(asked, now());
    const Figures figures = endOwners(run);
    run->claim(Tr::tr("Slow nodes use up the lease: the lock does not count as held"),
               before.result == ActResult::Done && !during.granted && figures.violations == 0,
               Tr::tr("%1 of 5 nodes answered in time; this took %2 ms of a lease of %3 ms")
                   .arg(during.nodes)
                   .arg(took.count())
                   .arg(Lease.count()));
}

QCoro::Task<> jump(ScenarioRunPtr run)
{
    ScenarioRun::Place *place = co_await fiveMasters(run);
    if (!place)
        co_return;
    const ScriptedWorker one = workerOf(run, First, place);
    const ScriptedWorker other = workerOf(run, Second, place);
    run->beginArm("clock", Tr::tr("The clocks of three masters jump"));
    const Seen first = co_await attempt(run, one, 1min);
    const Seen early = co_await attempt(run, other, 1min);
    for (size_t node = 0; node < 3; ++node) {
        const Done set = place->servers->node(node).setClock(2min);
        if (!set)
            run->fail(set.failure());
    }
    run->say(Tr::tr("The clocks of three masters jump two minutes ahead: a lease of one minute ends there"));
    const Seen second = co_await attempt(run, other, 1min);
    const Figures figures = endOwners(run);
    run->claim(
        Tr::tr("Leases end by the servers' wall clocks: if a majority jumps, two clients own the lock"),
        first.granted && !early.granted && second.granted && figures.violations == 1, nodesOf(first, second));
}

QCoro::Task<> runRedLock(ScenarioRunPtr run)
{
    run->expectFaults();
    co_await minority(run);
    co_await majority(run);
    const milliseconds restart = co_await emptyRestart(run);
    co_await delayedRestart(run, restart);
    co_await slow(run);
    co_await jump(run);
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
