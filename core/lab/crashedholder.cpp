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

Workload jobAtCrash(const ScenarioRunPtr &stage, const QByteArray &guard, milliseconds wait)
{
    return {.key = stage->key("lock:" + guard),
            .guard = guard,
            .lease = stage->values().duration("lease"),
            .wait = wait,
            .hold = spellOf("fixed", 5ms),
            .rounds = 1,
            .seed = stage->seed()};
}

// Inspects the lock before the others come, because its lease may be over by then.
QCoro::Task<> inspectLeft(ScenarioRunPtr stage, LockName key, AfterCrash *after)
{
    const ScriptedWorker witness = playerOf(stage, 0);
    const Command pttl{"PTTL", key.bytes};
    const Reply left = co_await ask(stage, witness, pttl);
    after->expires = left.integer != -1; // -2: it has already expired
    const auto detail = co_await ScenarioRun::inspect(stage, key);
    if (!detail || !detail->lock)
        co_return;
    const std::string_view code = detail->lock->verdict.code;
    after->verdict = QByteArray(code.data(), qsizetype(code.size()));
    after->verdictText = detail->verdictText;
    stage->say(Tr::tr("Lockscope's verdict on the lock: %1").arg(after->verdictText));
}

} // namespace

QCoro::Task<AfterCrash> crashHolder(ScenarioRunPtr stage, QByteArray guard, QString title, milliseconds wait,
                                    Workload::StandStill where)
{
    AfterCrash after;
    stage->beginArm(guard, title);
    Workload holder = jobAtCrash(stage, guard, wait);
    holder.standStill = where;
    Workload others = jobAtCrash(stage, guard, wait);
    others.workers = stage->values().count("workers");
    others.firstWorker = 1;
    WorkerProcess *process = co_await ScenarioRun::process(stage, holder);
    const ScenarioRun *told = stage.get();
    const std::function<bool()> stands = [told] {
        return told->ledger().tally(LabEvent::Kind::StandsStill) > 0;
    };
    const bool there = co_await ScenarioRun::until(stage, stands, CrashPatience);
    if (!process || !there) {
        stage->fail(
            {.kind = ErrorKind::TimedOut, .text = Tr::tr("the holder did not acquire the lock in time")});
        stage->endArm();
        co_return after;
    }
    stage->say(Tr::tr("The holder's process is killed, along with its unfinished work"));
    stage->kill(*process);
    const Instant killed = now();
    co_await inspectLeft(stage, holder.key, &after);
    stage->say(Tr::tr("%1 other clients try to enter").arg(others.workers));
    const std::vector<Workload> jobs{others};
    co_await ScenarioRun::work(stage, jobs);
    for (const Visit &visit : stage->ledger().visits()) {
        if (visit.worker == 0)
            continue;
        if (after.gotIn++ == 0)
            after.firstAfter = millisecondsBetween(killed, visit.entered);
    }
    after.gaveUp = stage->ledger().gaveUp();
    stage->endArm({{"recovered", Tr::tr("entered after the crash"), after.gotIn}});
    co_return after;
}

} // namespace lockscope
