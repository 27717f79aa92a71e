// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/crashedholder.h"

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds CrashPatience = 15s; // for a process to get ready

Workload jobAtCrash(const ScenarioRunPtr &run, const QByteArray &guard, milliseconds wait)
{
    return {.key = run->key("lock:" + guard),
            .guard = guard,
            .lease = run->values().duration("lease"),
            .wait = wait,
            .hold = spellOf("fixed", 5ms),
            .rounds = 1,
            .seed = run->seed()};
}

// Inspects the lock before the others come, because its lease may be over by then.
QCoro::Task<> inspectLeft(ScenarioRunPtr run, LockName key, AfterCrash *after)
{
    const ScriptedWorker witness = workerOf(run, 0);
    const Command pttl{"PTTL", key.bytes};
    const Reply left = co_await ask(run, witness, pttl);
    after->expires = left.integer != -1; // -2: it has already expired
    const auto detail = co_await ScenarioRun::inspect(run, key);
    if (!detail || !detail->lock)
        co_return;
    const std::string_view code = detail->lock->verdict.code;
    after->verdict = QByteArray(code.data(), qsizetype(code.size()));
    after->verdictText = detail->verdictText;
    run->say(Tr::tr("Lockscope's verdict on the lock: %1").arg(after->verdictText));
}

} // namespace

QCoro::Task<AfterCrash> crashHolder(ScenarioRunPtr run, QByteArray guard, QString title, milliseconds wait,
                                    Workload::StandStill where)
{
    AfterCrash after;
    run->beginArm(guard, title);
    Workload holder = jobAtCrash(run, guard, wait);
    holder.standStill = where;
    Workload others = jobAtCrash(run, guard, wait);
    others.workers = run->values().count("workers");
    others.firstWorker = 1;
    WorkerProcess *process = co_await ScenarioRun::process(run, holder);
    const ScenarioRun *told = run.get();
    const std::function<bool()> stands = [told] {
        return told->checker().tally(LabEvent::Kind::StandsStill) > 0;
    };
    const bool there = co_await ScenarioRun::until(run, stands, CrashPatience);
    if (!process || !there) {
        run->fail(
            {.kind = ErrorKind::TimedOut, .text = Tr::tr("the holder did not acquire the lock in time")});
        run->endArm();
        co_return after;
    }
    run->say(Tr::tr("The holder's process is killed, along with its unfinished work"));
    run->kill(*process);
    const Instant killed = now();
    co_await inspectLeft(run, holder.key, &after);
    run->say(Tr::tr("%1 other clients try to enter").arg(others.workers));
    const std::vector<Workload> jobs{others};
    co_await ScenarioRun::work(run, jobs);
    for (const Visit &visit : run->checker().visits()) {
        if (visit.worker == 0)
            continue;
        if (after.gotIn++ == 0)
            after.firstAfter = millisecondsBetween(killed, visit.entered);
    }
    after.gaveUp = run->checker().gaveUp();
    run->endArm({{"recovered", Tr::tr("entered after the crash"), after.gotIn}});
    co_return after;
}

} // namespace lockscope
