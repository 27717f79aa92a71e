// SPDX-License-Identifier: GPL-3.0-or-later
// Three ways to wait for a lock: retry after a (short or long) sleep, listen for the release message
// (Redisson's channel), or join the queue (Redisson's fair lock). Measures commands, hand-over, overtaking.

#include "core/base/tr.h"
#include "core/lab/scenariorun.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QCoro::Task<Figures> measure(ScenarioRunPtr run, QByteArray arm, QByteArray guard, milliseconds pause,
                             QString title)
{
    const ScenarioValues &values = run->values();
    run->beginArm(arm, title);
    const Workload job{.key = run->key("lock:" + arm),
                       .guard = guard,
                       .pause = pause,
                       .lease = values.duration("lease"),
                       .wait = values.duration("lease"),
                       .workers = values.count("workers"),
                       .hold = spellOf("fixed", values.duration("hold")),
                       .lasting = values.duration("for"),
                       .seed = run->seed()};
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs);
    co_return run->endArm();
}

double commandsOf(const Figures &figures)
{
    return figures.cycles > 0 ? double(figures.traffic.commands) / double(figures.cycles) : 0;
}

QString ms(microseconds time)
{
    return Tr::tr("%1 ms").arg(double(time.count()) / 1000, 0, 'f', 2);
}

// Per hundred entries.
double overtakenOf(const Figures &figures)
{
    return figures.cycles > 0 ? 100 * double(figures.overtaken) / double(figures.cycles) : 0;
}

QCoro::Task<> runWaiting(ScenarioRunPtr run)
{
    const milliseconds brief = run->values().duration("short-sleep");
    const milliseconds drowsy = run->values().duration("long-sleep");
    const QByteArray spin = way::Spin;
    const QByteArray briefArm = "short-sleep";
    const QByteArray drowsyArm = "long-sleep";
    const QByteArray listening = "rlock";
    const QByteArray queueing = "fair-lock";
    const QString briefTitle = Tr::tr("Sleep %1 and retry").arg(durationText(brief));
    const QString drowsyTitle = Tr::tr("Sleep %1 and retry").arg(durationText(drowsy));
    const QString listeningTitle = Tr::tr("Wait for the wake-up message");
    const QString queueingTitle = Tr::tr("Wait in the queue");
    const Figures busy = co_await measure(run, briefArm, spin, brief, briefTitle);
    const Figures lazy = co_await measure(run, drowsyArm, spin, drowsy, drowsyTitle);
    const Figures woken = co_await measure(run, listening, listening, brief, listeningTitle);
    const Figures queued = co_await measure(run, queueing, queueing, brief, queueingTitle);
    run->claim(Tr::tr("A short sleep costs more commands than a message"),
               commandsOf(busy) > commandsOf(woken),
               Tr::tr("%1 commands per cycle against %2")
                   .arg(commandsOf(busy), 0, 'f', 1)
                   .arg(commandsOf(woken), 0, 'f', 1));
    run->claim(
        Tr::tr("A long sleep leaves the lock idle while clients wait; a message hands it over sooner"),
        lazy.handOver.p50 > woken.handOver.p50,
        Tr::tr("median of the hand-overs: %1 against %2").arg(ms(lazy.handOver.p50), ms(woken.handOver.p50)));
    run->claim(Tr::tr("Only the queue serves the longest waiter first: otherwise others overtake"),
               overtakenOf(queued) < overtakenOf(woken) && overtakenOf(queued) < overtakenOf(busy),
               Tr::tr("overtaken in 100 entries: queue %1, message %2, short sleep %3")
                   .arg(overtakenOf(queued), 0, 'f', 1)
                   .arg(overtakenOf(woken), 0, 'f', 1)
                   .arg(overtakenOf(busy), 0, 'f', 1));
    const qint64 violations = busy.violations + lazy.violations + woken.violations + queued.violations;
    run->claim(Tr::tr("All of them keep other clients out"), violations == 0,
               Tr::tr("%1 violations").arg(violations));
}

} // namespace

Scenario scenario_waiting()
{
    return {
        .order = 70,
        .name = "waiting",
        .title = Tr::tr("Waiting for a lock"),
        .text = Tr::tr("The same workers wait for the same lock by sleeping and retrying, by listening for "
                       "the wake-up message, and in the queue of a fair lock. Sleeping costs commands or "
                       "time, a message wakes all waiters at once, and only the queue keeps the order."),
        .parameters = {countParameter("workers", Tr::tr("Workers"), 6, 2, 200),
                       durationParameter("for", Tr::tr("Duration of each variant"), 2s, 200ms, 10min),
                       durationParameter("hold", Tr::tr("Time in the critical section"), 20ms, 1ms, 10s),
                       durationParameter("short-sleep", Tr::tr("Short sleep"), 5ms, 1ms, 10s),
                       durationParameter("long-sleep", Tr::tr("Long sleep"), 200ms, 1ms, 10s),
                       durationParameter("lease", Tr::tr("Lease, and timeout of a worker"), 10s, 1s, 10min)},
        .place = Scenario::Place::OneDeployment,
        .run = runWaiting};
}

} // namespace lockscope
