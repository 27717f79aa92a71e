// SPDX-License-Identifier: GPL-3.0-or-later
// Free contention: any kind of lock, deployment and load. Uses the lab as a load generator and checker for
// the user's own server.

#include "core/base/tr.h"
#include "core/lab/scenariorun.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QCoro::Task<> runFree(ScenarioRunPtr run)
{
    const ScenarioValues &values = run->values();
    const QByteArray shape = values.word("spread");
    const QByteArray kind = values.word("kind");
    const bool watchdog = values.word("watchdog") == "yes";
    const bool everyNode = values.word("quorum") == "every-node";
    const Format *format = Registry::builtIn().find(kind);
    run->beginArm(kind, format ? format->title() : QString::fromUtf8(kind));
    const Workload job{.key = run->key("lock"),
                       .guard = kind,
                       .everyNode = everyNode,
                       .lease = values.duration("lease"),
                       .wait = values.duration("wait"),
                       .watchdog = watchdog,
                       .workers = values.count("workers"),
                       .hold = spellOf(shape, values.duration("hold")),
                       .think = spellOf(shape, values.duration("think")),
                       .lasting = values.duration("for"),
                       .crashes = values.share("crashes"),
                       .seed = run->seed()};
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs);
    const qint64 crashed = run->checker().tally(LabEvent::Kind::Crashed);
    const std::vector<Count> counts{{"crashed", Tr::tr("crashed"), crashed}};
    const Figures figures = run->endArm(counts);
    run->claim(Tr::tr("The lock was acquired and released"), figures.cycles > 0,
               Tr::tr("%1 cycles, %2 per second").arg(figures.cycles).arg(figures.perSecond(), 0, 'f', 1));
    run->claim(Tr::tr("Never two clients in at once"), figures.violations == 0,
               Tr::tr("%1 violations in %2 entries").arg(figures.violations).arg(figures.cycles));
}

} // namespace

Scenario scenario_free()
{
    QList<QByteArray> kinds = mutexKinds();
    kinds << way::SetNx << way::Spin;
    return {
        .order = 120,
        .name = "free",
        .title = Tr::tr("Free contention"),
        .text = Tr::tr(
            "Workers contend for one lock of any kind, with random times inside and between, and some may "
            "crash. Run it on your own servers to see what a lock costs there, and whether it holds."),
        .parameters = {countParameter("workers", Tr::tr("Workers"), 8, 1, 1000),
                       durationParameter("for", Tr::tr("Duration"), 5s, 100ms, 1h),
                       wordParameter("kind", Tr::tr("Kind of the lock"), kinds),
                       durationParameter("lease", Tr::tr("Lease"), 10s, 50ms, 10min),
                       durationParameter("wait", Tr::tr("Timeout of a worker"), 5s, 0ms, 10min),
                       durationParameter("hold", Tr::tr("Time in the critical section, mean"), 5ms, 0ms,
                                         10min),
                       durationParameter("think", Tr::tr("Time between two cycles, mean"), 20ms, 0ms, 10min),
                       wordParameter("spread", Tr::tr("Distribution of these times"),
                                     {"exponential", "uniform", "fixed"}),
                       shareParameter("crashes", Tr::tr("Share of cycles that end in a crash"), "0"),
                       wordParameter("watchdog", Tr::tr("Renew while held"), {"no", "yes"}),
                       wordParameter("quorum", Tr::tr("Who must agree in a RedLock group"),
                                     {"majority", "every-node"})},
        .anyTopology = true,
        .run = runFree};
}

} // namespace lockscope
