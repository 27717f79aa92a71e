// SPDX-License-Identifier: GPL-3.0-or-later
// One worker that holds the lock for long among many that hold it briefly: under one lock, under a fair one,
// and with the slow work done outside of the lock.

#include "core/base/tr.h"
#include "core/lab/scenariorun.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ConvoyLease = 2min; // longer than the longest slow hold

struct SlowWork {
    QByteArray name{};
    QString title{};
    QByteArray kind = "rlock";
    bool outside = false; // the slow worker holds the lock only for its result
};

// Between two holds. Together the quick workers need the lock at most half of the time, however many they
// are.
milliseconds quickThink(const ScenarioValues &values)
{
    return std::max(10, 2 * values.count("workers")) * values.duration("quick");
}

// In both cases the slow worker works for as long as it rests.
QCoro::Task<Figures> playConvoy(ScenarioRunPtr run, SlowWork variant)
{
    const ScenarioValues &values = run->values();
    const milliseconds slow = values.duration("slow");
    const milliseconds quick = values.duration("quick");
    Workload quickJob{.key = run->key("lock:" + variant.name),
                      .guard = variant.kind,
                      .lease = ConvoyLease,
                      .wait = ConvoyLease,
                      .workers = values.count("workers"),
                      .firstWorker = 1,
                      .hold = spellOf("fixed", quick),
                      .think = spellOf("exponential", quickThink(values)),
                      .lasting = values.duration("for"),
                      .seed = run->seed()};
    Workload slowJob = quickJob;
    slowJob.workers = 1;
    slowJob.firstWorker = 0;
    slowJob.hold = spellOf("fixed", variant.outside ? quick : slow);
    slowJob.think = spellOf("fixed", variant.outside ? 2 * slow - std::min(quick, slow) : slow);
    run->beginArm(variant.name, variant.title);
    const std::vector<Workload> jobs{slowJob, quickJob};
    co_await ScenarioRun::work(run, jobs);
    const std::vector<qint64> turns = run->checker().figures(now()).perWorker;
    const qint64 slowTurns = turns.empty() ? 0 : turns.front();
    co_return run->endArm({{"slow_turns", Tr::tr("turns of the slow worker"), slowTurns}});
}

QString p99Text(const Figures &figures)
{
    return humanDuration(std::chrono::duration_cast<milliseconds>(figures.wait.p99));
}

double overtakenPerEntry(const Figures &figures)
{
    return figures.cycles > 0 ? double(figures.overtaken) / double(figures.cycles) : 0;
}

QCoro::Task<> runPriority(ScenarioRunPtr run)
{
    const SlowWork oneLock{.name = "one-lock", .title = Tr::tr("One lock for all")};
    const SlowWork fairLock{
        .name = "fair-lock", .title = Tr::tr("One fair lock for all"), .kind = "fair-lock"};
    const SlowWork outside{.name = "outside", .title = Tr::tr("Slow work outside the lock"), .outside = true};
    const Figures one = co_await playConvoy(run, oneLock);
    const Figures fair = co_await playConvoy(run, fairLock);
    const Figures split = co_await playConvoy(run, outside);
    const microseconds slow = run->values().duration("slow");
    const QString slowText = humanDuration(run->values().duration("slow"));
    run->claim(Tr::tr("One slow holder causes a convoy: quick workers wait for most of its hold"),
               one.wait.p99 > slow / 2 && one.wait.p99 > 2 * split.wait.p99,
               Tr::tr("p99 of the wait: %1; the slow hold: %2").arg(p99Text(one), slowText));
    run->claim(Tr::tr("A fair lock keeps the order, but does not end the convoy"),
               fair.wait.p99 > slow / 2 && overtakenPerEntry(fair) < overtakenPerEntry(one),
               Tr::tr("p99 of the wait: %1; overtaken in 100 entries: %2, without the queue %3")
                   .arg(p99Text(fair))
                   .arg(100 * overtakenPerEntry(fair), 0, 'f', 1)
                   .arg(100 * overtakenPerEntry(one), 0, 'f', 1));
    run->claim(Tr::tr("With the slow work outside the lock, the convoy is gone"),
               split.wait.p99 < slow / 2 && split.wait.p99 < one.wait.p99 && split.count("slow_turns") > 0,
               Tr::tr("p99 of the wait: %1 instead of %2").arg(p99Text(split), p99Text(one)));
    const qint64 violations = one.violations + fair.violations + split.violations;
    run->claim(Tr::tr("All variants ensure mutual exclusion"), violations == 0,
               Tr::tr("%1 violations").arg(violations));
}

} // namespace

Scenario scenario_priority()
{
    return {.order = 74,
            .name = "priority",
            .title = Tr::tr("A slow holder among quick ones"),
            .text = Tr::tr(
                "One worker holds the lock for long, many hold it briefly, and all wait behind "
                "the slow one. A fair queue keeps their order but does not help them. What helps "
                "is to do the slow work outside the lock, and to hold the lock only to store the result."),
            .parameters = {countParameter("workers", Tr::tr("Quick workers"), 8, 2, 200),
                           durationParameter("for", Tr::tr("Duration of each variant"), 4s, 200ms, 10min),
                           durationParameter("slow", Tr::tr("Hold of the slow worker"), 1s, 1ms, 1min),
                           durationParameter("quick", Tr::tr("Hold of a quick worker"), 10ms, 1ms, 1s)},
            .place = Scenario::Place::OneDeployment,
            .run = runPriority};
}

} // namespace lockscope
