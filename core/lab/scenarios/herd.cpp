// SPDX-License-Identifier: GPL-3.0-or-later
// A popular entry expires and all clients go to the database. With the INCR lock only one goes; the others
// use old data without waiting.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

QCoro::Task<Figures> playHerd(ScenarioRunPtr run, QByteArray guard, QString title)
{
    const ScenarioValues &values = run->values();
    const int workers = values.count("workers");
    const int requests = values.count("requests");
    const Workload job{.key = run->key("entry:" + guard + "_lock1"),
                       .guard = guard,
                       .lease = 30s, // in case the filling worker dies
                       .workers = workers,
                       .work = Workload::Work::Cache,
                       .resource = run->key("entry:" + guard),
                       .kept = values.duration("kept"),
                       .hold = spellOf("fixed", values.duration("source")),
                       .every = values.duration("every"),
                       .rounds = requests,
                       .seed = run->seed()};
    run->beginArm(guard, title, workers);
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs);
    const SafetyChecker &checker = run->checker();
    co_return run->endArm({{"requests", Tr::tr("requests"), qint64(workers) * requests},
                           {"database", Tr::tr("reached the database"), checker.tally(Kind::WentToSource)},
                           {"old_data", Tr::tr("served stale data"), checker.tally(Kind::GaveUp)}});
}

QString evidence(const Figures &figures)
{
    return Tr::tr("of %1 requests %2 reached the database, at most %3 at once; served stale data: %4")
        .arg(figures.count("requests"))
        .arg(figures.count("database"))
        .arg(figures.mostInside)
        .arg(figures.count("old_data"));
}

QCoro::Task<> runHerd(ScenarioRunPtr run)
{
    const QByteArray none = way::None;
    const QString noneTitle = Tr::tr("No lock");
    const Figures herd = co_await playHerd(run, none, noneTitle);
    run->claim(Tr::tr("Without a lock, every request that misses goes to the database at once"),
               herd.mostInside > 1 && herd.count("database") > 1, evidence(herd));
    const QByteArray counter = "counter-lock";
    const QString counterTitle = Tr::tr("INCR: the caller that gets 1 fetches");
    const Figures one = co_await playHerd(run, counter, counterTitle);
    run->claim(Tr::tr("With the INCR lock, one request at a time fetches, and the others use stale data "
                      "without waiting"),
               one.mostInside == 1 && one.count("database") > 0 && one.count("old_data") > 0 &&
                   one.count("database") < herd.count("database"),
               evidence(one));
}

} // namespace

Scenario scenario_herd()
{
    return {.order = 91,
            .name = "herd",
            .title = Tr::tr("Thundering herd and the INCR lock"),
            .text = Tr::tr("A popular cache entry expires again and again while many requests need it. "
                           "Without a lock, each of them queries the database. With a lock counted by INCR, "
                           "only the first one does, and the others serve what they have."),
            .parameters =
                {countParameter("workers", Tr::tr("Workers"), 50, 2, 500),
                 countParameter("requests", Tr::tr("Requests per worker"), 50, 1, 100000),
                 durationParameter("every", Tr::tr("Interval between requests of a worker"), 60ms, 1ms, 10s),
                 durationParameter("kept", Tr::tr("How long the cache keeps the entry"), 300ms, 1ms, 1min),
                 durationParameter("source", Tr::tr("Response time of the database"), 100ms, 0ms, 10s)},
            .run = runHerd};
}

} // namespace lockscope
