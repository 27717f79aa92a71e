// SPDX-License-Identifier: GPL-3.0-or-later
// Work longer than the lease: without renewal, with renewal, with a holder whose process is paused, and the
// same with a resource that checks fencing tokens.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds RenewalPatience = 15s;

// The holder works until the other worker gets in or gives up: for twice the lease.
QCoro::Task<Figures> outlast(ScenarioRunPtr run, QByteArray name, QString title, bool watchdog)
{
    const milliseconds lease = run->values().duration("lease");
    const ScriptedWorker holder = workerOf(run, 0);
    const ScriptedWorker other = workerOf(run, 1);
    const LockName key = run->key("lock:" + name);
    run->beginArm(name, title);
    const ActRequest take{.key = key, .kind = "rlock", .lease = lease, .watchdog = watchdog};
    const Receipt taken = co_await enter(run, holder, take);
    const ActRequest wish{.key = key, .kind = "rlock", .lease = 30s, .wait = 2 * lease};
    const Receipt got = co_await enter(run, other, wish);
    const ActRequest give{.key = key, .kind = "rlock", .owner = taken.owner};
    co_await leave(run, holder, give);
    const ActRequest giveOther{.key = key, .kind = "rlock", .owner = got.owner};
    if (got.result == ActResult::Done)
        co_await leave(run, other, giveOther);
    co_return run->endArm();
}

Workload writer(const ScenarioRunPtr &run, const QByteArray &kind, int number)
{
    const milliseconds lease = run->values().duration("lease");
    Workload job{.key = run->key("lock:paused-" + kind),
                 .guard = kind,
                 .lease = lease,
                 .wait = lease + RenewalPatience,
                 .firstWorker = number,
                 .work = Workload::Work::Write,
                 .resource = run->key("resource:" + kind),
                 .fenced = kind == "fenced-lock",
                 .hold = spellOf("fixed", number == 0 ? lease : 5ms),
                 .rounds = 1,
                 .seed = run->seed()};
    job.watchdog = number == 0;
    return job;
}

struct Writes {
    qint64 accepted = 0;
    qint64 refused = 0;
};

Writes writesOf(const ScenarioRunPtr &run)
{
    return {run->checker().tally(LabEvent::Kind::Wrote), run->checker().tally(LabEvent::Kind::Refused)};
}

QCoro::Task<Figures> pauseHolder(ScenarioRunPtr run, QByteArray kind, QString title)
{
    run->beginArm("paused-" + kind, title);
    const Workload slow = writer(run, kind, 0);
    WorkerProcess *process = co_await ScenarioRun::process(run, slow);
    const ScenarioRun *told = run.get();
    const std::function<bool()> inside = [told] { return told->checker().entries() > 0; };
    const bool there = co_await ScenarioRun::until(run, inside, RenewalPatience);
    if (!process || !there) {
        run->fail({.kind = ErrorKind::TimedOut, .text = Tr::tr("the holder did not enter in time")});
        co_return run->endArm();
    }
    run->pause(*process);
    run->say(Tr::tr("The holder's process is paused (SIGSTOP), and its watchdog with it"));
    const std::vector<Workload> others{writer(run, kind, 1)};
    co_await ScenarioRun::work(run, others);
    const Writes before = writesOf(run);
    run->say(Tr::tr("Its lease ended, and another client acquired the lock and wrote; now it resumes "
                    "(SIGCONT) and writes"));
    run->resume(*process);
    const std::function<bool()> over = [process] { return process->isOver(); };
    co_await ScenarioRun::until(run, over, RenewalPatience);
    const Writes after = writesOf(run);
    co_return run->endArm(
        {{"stale_accepted", Tr::tr("stale writes accepted"), after.accepted - before.accepted},
         {"stale_refused", Tr::tr("stale writes rejected"), after.refused - before.refused}});
}

QString staleText(const Figures &figures)
{
    return Tr::tr("stale writes accepted: %1, rejected: %2; violations: %3")
        .arg(figures.count("stale_accepted"))
        .arg(figures.count("stale_refused"))
        .arg(figures.violations);
}

QString insideText(const Figures &figures)
{
    return Tr::tr("violations: %1; most in at once: %2").arg(figures.violations).arg(figures.mostInside);
}

QCoro::Task<> runWatchdog(ScenarioRunPtr run)
{
    const QByteArray bare = "no-renewal";
    const QString bareTitle = Tr::tr("Without renewal");
    const Figures lapsed = co_await outlast(run, bare, bareTitle, false);
    run->claim(Tr::tr("Without renewal, another client enters while the holder still works"),
               lapsed.violations == 1 && lapsed.mostInside == 2, insideText(lapsed));
    const QByteArray renewed = "renewal";
    const QString renewedTitle = Tr::tr("Renewed by a watchdog");
    const Figures kept = co_await outlast(run, renewed, renewedTitle, true);
    run->claim(Tr::tr("A watchdog keeps the lock as long as the work takes"),
               kept.violations == 0 && kept.gaveUp == 1,
               Tr::tr("%1; the other client timed out after %2")
                   .arg(insideText(kept), humanDuration(2 * run->values().duration("lease"))));
    const QByteArray rlock = "rlock";
    const QString rlockTitle = Tr::tr("Holder paused past its lease");
    const Figures stale = co_await pauseHolder(run, rlock, rlockTitle);
    run->claim(Tr::tr("No watchdog renews while its process is paused: the holder writes although it has "
                      "lost the lock"),
               stale.violations == 1 && stale.count("stale_accepted") == 1, staleText(stale));
    const QByteArray fenced = "fenced-lock";
    const QString fencedTitle = Tr::tr("Same, with a fencing token");
    const Figures refused = co_await pauseHolder(run, fenced, fencedTitle);
    run->claim(
        Tr::tr(
            "A resource that checks fencing tokens rejects the stale write, although both clients were in"),
        refused.violations == 1 && refused.count("stale_accepted") == 0 &&
            refused.count("stale_refused") == 1,
        staleText(refused));
}

} // namespace

Scenario scenario_watchdog()
{
    return {.order = 50,
            .name = "watchdog",
            .title = Tr::tr("Watchdog and fencing token"),
            .text = Tr::tr("Work takes longer than the lease: with and without renewal, and with a holder "
                           "whose process is paused. A watchdog helps only while its process runs. Only the "
                           "resource can reject the write of a late holder, by a fencing token."),
            .parameters = {durationParameter("lease", Tr::tr("Lease"), 1s, 200ms, 1min)},
            .run = runWatchdog};
}

} // namespace lockscope
