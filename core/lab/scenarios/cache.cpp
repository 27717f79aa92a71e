// SPDX-License-Identifier: GPL-3.0-or-later
// Cache breakdown: two servers ask for a missing entry. Without a lock, all requests reach the source; with a
// mutex per process, one per server; with a distributed lock, one.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

constexpr int CacheServers = 2;

Workload jobForCache(const ScenarioRunPtr &run, const QByteArray &guard, int server)
{
    const int workers = run->values().count("workers");
    return {.key = run->key("lock:" + guard),
            .guard = guard,
            .lease = 30s,
            .wait = 60s,
            .workers = workers,
            .firstWorker = server * workers,
            .work = Workload::Work::Cache,
            .resource = run->key("entry:" + guard),
            .kept = 10min, // the scenario removes it
            .hold = spellOf("fixed", run->values().duration("source")),
            .rounds = 1,
            .seed = run->seed()};
}

// Each time the entry is missing, and every worker asks for it once.
QCoro::Task<Figures> playCache(ScenarioRunPtr run, QByteArray guard, QString title)
{
    const int times = run->values().count("times");
    const ScriptedWorker keeper = workerOf(run, CacheServers * run->values().count("workers"));
    const LockName entry = run->key("entry:" + guard);
    run->beginArm(guard, title, CacheServers * run->values().count("workers"));
    for (int i = 0; i < times && !run->isOver(); ++i) {
        const Command unlink{"UNLINK", entry.bytes};
        co_await ask(run, keeper, unlink);
        std::vector<Workload> jobs;
        for (int server = 0; server < CacheServers; ++server)
            jobs.push_back(jobForCache(run, guard, server));
        co_await ScenarioRun::workApart(run, jobs);
    }
    const qint64 source = run->checker().tally(Kind::WentToSource);
    const qint64 requests = qint64(times) * CacheServers * run->values().count("workers");
    co_return run->endArm(
        {{"requests", Tr::tr("requests"), requests}, {"source", Tr::tr("reached the source"), source}});
}

QString evidence(const Figures &figures, int times)
{
    return Tr::tr("the entry was missing %1 times; of %2 requests %3 reached the source")
        .arg(times)
        .arg(figures.count("requests"))
        .arg(figures.count("source"));
}

QCoro::Task<> runCache(ScenarioRunPtr run)
{
    const int times = run->values().count("times");
    const QByteArray none = way::None;
    const QString noneTitle = Tr::tr("No lock");
    const Figures all = co_await playCache(run, none, noneTitle);
    run->claim(Tr::tr("Without a lock, every miss puts the whole load on the source"),
               all.count("source") > CacheServers * times, evidence(all, times));
    const QByteArray local = way::Local;
    const QString localTitle = Tr::tr("A mutex in each process");
    const Figures each = co_await playCache(run, local, localTitle);
    run->claim(Tr::tr("A mutex in each process lets one request per server through"),
               each.count("source") > times && each.count("source") <= CacheServers * times,
               evidence(each, times));
    const QByteArray kind = run->values().word("kind");
    const QString kindTitle = Registry::builtIn().find(kind)->title();
    const Figures one = co_await playCache(run, kind, kindTitle);
    run->claim(Tr::tr("With a distributed lock, one request fills the cache for all"),
               one.count("source") == times, evidence(one, times));
}

} // namespace

Scenario scenario_cache()
{
    return {
        .order = 92,
        .name = "cache",
        .title = Tr::tr("Cache breakdown"),
        .text = Tr::tr("A hot entry is missing from the cache, and the workers of two servers request it at "
                       "the same time. With a lock that both servers see, one worker fetches it, and the "
                       "others find it in the cache."),
        .parameters = {countParameter("workers", Tr::tr("Workers per server"), 25, 2, 200),
                       countParameter("times", Tr::tr("Times the entry goes missing"), 3, 1, 100),
                       durationParameter("source", Tr::tr("Response time of the source"), 200ms, 10ms, 10s),
                       wordParameter("kind", Tr::tr("Lock kind of the last variant"), mutexKinds())},
        .run = runCache};
}

} // namespace lockscope
