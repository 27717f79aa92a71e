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
QCoro::Task<Figures> outlast(ScenarioRunPtr stage, QByteArray name, QString title, bool watchdog)
{
    const milliseconds lease = stage->values().duration("lease");
    const ScriptedWorker holder = playerOf(stage, 0);
    const ScriptedWorker other = playerOf(stage, 1);
    const LockName key = stage->key("lock:" + name);
    stage->beginArm(name, title);
    const ActRequest take{.key = key, .kind = "rlock", .lease = lease, .watchdog = watchdog};
    const Receipt taken = co_await enter(stage, holder, take);
    const ActRequest wish{.key = key, .kind = "rlock", .lease = 30s, .wait = 2 * lease};
    const Receipt got = co_await enter(stage, other, wish);
    const ActRequest give{.key = key, .kind = "rlock", .owner = taken.owner};
    co_await leave(stage, holder, give);
    const ActRequest giveOther{.key = key, .kind = "rlock", .owner = got.owner};
    if (got.result == ActResult::Done)
        co_await leave(stage, other, giveOther);
    co_return stage->endArm();
}

Workload writer(const ScenarioRunPtr &stage, const QByteArray &kind, int number)
{
    const milliseconds lease = stage->values().duration("lease");
    Workload job{.key = stage->key("lock:paused-" + kind),
                 .guard = kind,
                 .lease = lease,
                 .wait = lease + RenewalPatience,
                 .firstWorker = number,
                 .work = Workload::Work::Write,
                 .resource = stage->key("resource:" + kind),
                 .fenced = kind == "fenced-lock",
                 .hold = spellOf("fixed", number == 0 ? lease : 5ms),
                 .rounds = 1,
                 .seed = stage->seed()};
    job.watchdog = number == 0;
    return job;
}

struct Writes {
    qint64 accepted = 0;
    qint64 refused = 0;
};

Writes writesOf(const ScenarioRunPtr &stage)
{
    return {stage->ledger().tally(LabEvent::Kind::Wrote), stage->ledger().tally(LabEvent::Kind::Refused)};
}

QCoro::Task<Figures> pauseHolder(ScenarioRunPtr stage, QByteArray kind, QString title)
{
    stage->beginArm("paused-" + kind, title);
    const Workload slow = writer(stage, kind, 0);
    WorkerProcess *process = co_await ScenarioRun::process(stage, slow);
    const ScenarioRun *told = stage.get();
    const std::function<bool()> inside = [told] { return told->ledger().entries() > 0; };
    const bool there = co_await ScenarioRun::until(stage, inside, RenewalPatience);
    if (!process || !there) {
        stage->fail({.kind = ErrorKind::TimedOut, .text = Tr::tr("the holder did not enter in time")});
        co_return stage->endArm();
    }
    stage->pause(*process);
    stage->say(Tr::tr("The holder's process is paused (SIGSTOP), and its watchdog with it"));
    const std::vector<Workload> others{writer(stage, kind, 1)};
    co_await ScenarioRun::work(stage, others);
    const Writes before = writesOf(stage);
    stage->say(Tr::tr("Its lease ended, and another client acquired the lock and wrote; now it resumes "
                      "(SIGCONT) and writes"));
    stage->resume(*process);
    const std::function<bool()> over = [process] { return process->isOver(); };
    co_await ScenarioRun::until(stage, over, RenewalPatience);
    const Writes after = writesOf(stage);
    co_return stage->endArm(
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

QCoro::Task<> runWatchdog(ScenarioRunPtr stage)
{
    const QByteArray bare = "no-renewal";
    const QString bareTitle = Tr::tr("Without renewal");
    const Figures lapsed = co_await outlast(stage, bare, bareTitle, false);
    stage->claim(Tr::tr("Without renewal, another client enters while the holder still works"),
                 lapsed.violations == 1 && lapsed.mostInside == 2, insideText(lapsed));
    const QByteArray renewed = "renewal";
    const QString renewedTitle = Tr::tr("Renewed by a watchdog");
    const Figures kept = co_await outlast(stage, renewed, renewedTitle, true);
    stage->claim(Tr::tr("A watchdog keeps the lock as long as the work takes"),
                 kept.violations == 0 && kept.gaveUp == 1,
                 Tr::tr("%1; the other client timed out after %2")
                     .arg(insideText(kept), humanDuration(2 * stage->values().duration("lease"))));
    const QByteArray rlock = "rlock";
    const QString rlockTitle = Tr::tr("Holder paused past its lease");
    const Figures stale = co_await pauseHolder(stage, rlock, rlockTitle);
    stage->claim(Tr::tr("No watchdog renews while its process is paused: the holder writes although it has "
                        "lost the lock"),
                 stale.violations == 1 && stale.count("stale_accepted") == 1, staleText(stale));
    const QByteArray fenced = "fenced-lock";
    const QString fencedTitle = Tr::tr("Same, with a fencing token");
    const Figures refused = co_await pauseHolder(stage, fenced, fencedTitle);
    stage->claim(
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
