// SPDX-License-Identifier: GPL-3.0-or-later
// A shop sells more than it has: two servers read the stock and write one less at the same time, with no
// lock, with a mutex per process, with SET NX, and with Redisson's reentrant lock.

#include "core/base/tr.h"
#include "core/lab/scenariorun.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int Shops = 2;

Workload jobForOversell(const ScenarioRunPtr &run, const QByteArray &guard, int server)
{
    const ScenarioValues &values = run->values();
    const int workers = values.count("workers");
    const int rate = values.count("rate");
    return {.key = run->key("lock:" + guard),
            .guard = guard,
            .lease = values.duration("lease"),
            .wait = 60s, // Longer than a slow machine takes for all turns
            .workers = workers,
            .firstWorker = server * workers,
            .work = Workload::Work::Sale,
            .stock = run->key("stock:" + guard),
            .hold = spellOf("uniform", values.duration("work")),
            .every = milliseconds(1000 * workers / rate),
            .rounds = values.count("rounds") * rate / workers,
            .seed = run->seed()};
}

QCoro::Task<Figures> sell(ScenarioRunPtr run, QByteArray guard, QString title)
{
    const int stock = run->values().count("stock");
    LabClient &shop = run->client(QStringLiteral("lab-shop"));
    const LockName key = run->key("stock:" + guard);
    const Command fill{"SET", key.bytes, QByteArray::number(stock), "PX", "600000"};
    const auto filled = co_await shop.call(fill);
    if (!filled)
        run->fail(filled.failure());
    run->beginArm(guard, title);
    std::vector<Workload> jobs;
    for (int server = 0; server < Shops; ++server)
        jobs.push_back(jobForOversell(run, guard, server));
    co_await ScenarioRun::workApart(run, jobs);
    const Command get{"GET", key.bytes};
    const auto left = co_await shop.call(get);
    const qint64 sold = run->checker().tally(LabEvent::Kind::Sold);
    const qint64 taken = left ? stock - left->bytes.toLongLong() : 0;
    co_return run->endArm({{"sold", Tr::tr("sold"), sold},
                           {"oversold", Tr::tr("oversold"), std::max<qint64>(0, sold - stock)},
                           {"lost_updates", Tr::tr("lost updates"), sold - taken}});
}

QString soldOf(const Figures &figures, int stock)
{
    return Tr::tr("sold %1 of %2, %3 updates lost")
        .arg(figures.count("sold"))
        .arg(stock)
        .arg(figures.count("lost_updates"));
}

void claimSafe(const ScenarioRunPtr &run, const QString &text, const Figures &figures, int stock)
{
    const bool safe = figures.count("oversold") == 0 && figures.count("lost_updates") == 0 &&
                      figures.violations == 0 && figures.count("sold") > 0;
    run->claim(text, safe, soldOf(figures, stock));
}

QCoro::Task<> runOversell(ScenarioRunPtr run)
{
    const int stock = run->values().count("stock");
    const Figures none = co_await sell(run, way::None, Tr::tr("No lock"));
    run->claim(Tr::tr("Without a lock, more is sold than is in stock"), none.count("oversold") > 0,
               soldOf(none, stock));
    const Figures local = co_await sell(run, way::Local, Tr::tr("A mutex in each process"));
    run->claim(Tr::tr("A mutex protects one process only: the two servers still lose each other's updates"),
               local.count("lost_updates") > 0, soldOf(local, stock));
    const Figures setnx = co_await sell(run, way::SetNx, Tr::tr("SET NX with retries"));
    claimSafe(run, Tr::tr("With SET NX, nothing is oversold"), setnx, stock);
    const QByteArray kind = run->values().word("kind");
    const Figures reentrant = co_await sell(run, kind, Registry::builtIn().find(kind)->title());
    claimSafe(run, Tr::tr("With a distributed lock, nothing is oversold"), reentrant, stock);
}

} // namespace

Scenario scenario_oversell()
{
    return {.order = 10,
            .name = "oversell",
            .title = Tr::tr("Oversell"),
            .text = Tr::tr("Two servers take orders for the same stock: each reads it, works, and writes one "
                           "less. Only a lock that both servers see keeps them from overselling."),
            .parameters = {countParameter("workers", Tr::tr("Workers per server"), 20, 1, 200),
                           countParameter("rate", Tr::tr("Requests/s per server"), 200, 1, 1000),
                           countParameter("rounds", Tr::tr("Rounds, one second each"), 5, 1, 60),
                           countParameter("stock", Tr::tr("Stock"), 200, 1, 100000),
                           durationParameter("work", Tr::tr("Work between read and write"), 2ms, 0ms, 1s),
                           durationParameter("lease", Tr::tr("Lease"), 10s, 100ms, 10min),
                           wordParameter("kind", Tr::tr("Lock kind of the last variant"), mutexKinds())},
            .run = runOversell};
}

} // namespace lockscope
