// SPDX-License-Identifier: GPL-3.0-or-later
// A semaphore with crashing permit holders: a plain semaphore loses the permit forever, a permit-expirable
// one gets it back.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

Workload jobForRateLimit(const ScenarioRunPtr &run, const QByteArray &guard)
{
    const ScenarioValues &values = run->values();
    return {.key = run->key("semaphore:" + guard),
            .guard = guard,
            .lease = guard == "permit-semaphore" ? values.duration("lease") : 0ms,
            .wait = values.duration("patience"),
            .workers = values.count("workers"),
            .hold = spellOf("uniform", values.duration("hold")),
            .lasting = values.duration("for"),
            .crashes = values.share("crashes"),
            .seed = run->seed()};
}

QCoro::Task<Figures> unlimited(ScenarioRunPtr run)
{
    const QString title = Tr::tr("No semaphore");
    run->beginArm(way::None, title, run->values().count("permits"));
    Workload job = jobForRateLimit(run, way::None);
    job.crashes = 0;
    job.lasting.reset();
    job.rounds = 10;
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs);
    co_return run->endArm();
}

// Counts the free permits by taking them, with one try too many.
QCoro::Task<int> takeAll(ScenarioRunPtr run, ScriptedWorker worker, ActRequest take)
{
    const int permits = run->values().count("permits");
    int taken = 0;
    for (int i = 0; i <= permits && !run->isOver(); ++i) {
        const Receipt receipt = co_await worker.client->act(take);
        if (receipt.result == ActResult::Refused)
            run->fail(receipt.failure);
        taken += receipt.result == ActResult::Done;
    }
    co_return taken;
}

struct Limited {
    Figures figures{};
    qint64 leaked = 0;
    qint64 overstayed = 0;     // stays longer than the lease, when the permit may have been another's
    int freeAfter = 0;         // permits available after all leases ended
    milliseconds lastEntry{0}; // since the start of the arm, to a tenth of a second
};

QCoro::Task<Limited> limit(ScenarioRunPtr run, QByteArray kind, QString title)
{
    const int permits = run->values().count("permits");
    const Workload job = jobForRateLimit(run, kind);
    const ScriptedWorker worker = workerOf(run, job.workers);
    const Command fill{"SET", job.key.bytes, QByteArray::number(permits), "PX", "600000"};
    co_await ask(run, worker, fill);
    run->beginArm(kind, title, permits);
    const std::vector<Workload> jobs{job};
    co_await ScenarioRun::work(run, jobs);
    Limited limited{.leaked = run->checker().tally(LabEvent::Kind::Crashed),
                    .overstayed = run->checker().tally(LabEvent::Kind::Overstayed)};
    const milliseconds lease = run->values().duration("lease");
    co_await ScenarioRun::rest(run, 2 * lease);
    ActRequest take{.act = ActKind::Acquire, .key = job.key, .kind = kind};
    if (job.lease > 0ms)
        take.lease = 10s; // longer than this takes
    limited.freeAfter = co_await takeAll(run, worker, take);
    const qint64 missing = permits - limited.freeAfter;
    limited.figures =
        run->endArm({{"leaked", Tr::tr("permits leaked"), limited.leaked},
                     {"came_back", Tr::tr("returned"), limited.leaked - missing},
                     {"overstayed", Tr::tr("longest stay past the lease"), limited.overstayed}});
    const std::vector<int> &pace = limited.figures.pace;
    const auto last = std::find_if(pace.rbegin(), pace.rend(), [](int entries) { return entries > 0; });
    limited.lastEntry = 100ms * (pace.rend() - last);
    co_return limited;
}

QString limitedText(const ScenarioRunPtr &run, const Limited &limited)
{
    return Tr::tr("permits: %1, leaked: %2, free afterwards: %3; entered: %4, the last at %5; timed out: %6")
        .arg(run->values().count("permits"))
        .arg(limited.leaked)
        .arg(limited.freeAfter)
        .arg(limited.figures.cycles)
        .arg(humanDuration(limited.lastEntry))
        .arg(limited.figures.gaveUp);
}

QCoro::Task<> runRateLimit(ScenarioRunPtr run)
{
    const int permits = run->values().count("permits");
    const Figures none = co_await unlimited(run);
    run->claim(Tr::tr("Without a semaphore, more clients are in at once than allowed"),
               none.mostInside > permits,
               Tr::tr("most in at once: %1, allowed: %2").arg(none.mostInside).arg(permits));
    const QByteArray bare = "semaphore";
    const QString bareTitle = Tr::tr("Semaphore");
    const Limited leaking = co_await limit(run, bare, bareTitle);
    run->claim(Tr::tr("A plain semaphore loses a permit with each crash, until no client can enter"),
               leaking.leaked == permits && leaking.freeAfter == 0 && leaking.figures.gaveUp > 0,
               limitedText(run, leaking));
    const QByteArray expirable = "permit-semaphore";
    const QString expirableTitle = Tr::tr("Permits with an expiry");
    const Limited back = co_await limit(run, expirable, expirableTitle);
    run->claim(Tr::tr("Expired permits come back: more leak than there are, and work continues"),
               back.leaked > permits && back.freeAfter == permits, limitedText(run, back));
    run->claim(Tr::tr("Neither semaphore admits more clients than it has permits, as long as none stays "
                      "past its lease"),
               leaking.figures.violations == 0 && (back.figures.violations == 0 || back.overstayed > 0),
               Tr::tr("most in at once: %1 and %2, allowed: %3; stays past the lease: %4")
                   .arg(leaking.figures.mostInside)
                   .arg(back.figures.mostInside)
                   .arg(permits)
                   .arg(back.overstayed));
}

} // namespace

Scenario scenario_ratelimit()
{
    return {.order = 81,
            .name = "rate-limit",
            .title = Tr::tr("Semaphore as a rate limit"),
            .text = Tr::tr("A semaphore admits a limited number of workers, and some crash before they "
                           "release their permit. A plain semaphore never gets it back and comes to a halt; "
                           "permits with an expiry return by themselves."),
            .parameters = {countParameter("permits", Tr::tr("Permits"), 5, 1, 100),
                           countParameter("workers", Tr::tr("Workers"), 10, 2, 200),
                           shareParameter("crashes", Tr::tr("Share of stays that end in a crash"), "0.1"),
                           durationParameter("hold", Tr::tr("Time inside"), 10ms, 1ms, 1s),
                           durationParameter("lease", Tr::tr("Lease of a permit with an expiry"), 500ms,
                                             100ms, 1min),
                           durationParameter("patience", Tr::tr("Timeout for a permit"), 300ms, 0ms, 1min),
                           durationParameter("for", Tr::tr("Duration"), 3s, 200ms, 10min)},
            .place = Scenario::Place::OneDeployment,
            .run = runRateLimit};
}

} // namespace lockscope
