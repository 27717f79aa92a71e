// SPDX-License-Identifier: GPL-3.0-or-later
// SETNX and nothing else: the holder dies, and his lock lives for ever. Beside it, SET NX PX.

#include "core/lab/crashedholder.h"

#include <QCoreApplication>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

class Text
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::NoExpiry)
};

Job jobFor(const StagePtr &stage, const QByteArray &guard, milliseconds wait)
{
    return {.key = stage->key("lock:" + guard),
            .guard = guard,
            .lease = stage->values().duration("lease"),
            .wait = wait,
            .hold = spellOf("fixed", 5ms),
            .rounds = 1,
            .seed = stage->seed()};
}

QCoro::Task<AfterCrash> play(StagePtr stage, QByteArray guard, QString title, milliseconds wait)
{
    stage->beginArm(guard, title);
    Job holder = jobFor(stage, guard, wait);
    holder.standStill = Job::StandStill::Inside;
    Job others = jobFor(stage, guard, wait);
    others.workers = stage->values().count("workers");
    others.firstWorker = 1;
    co_return co_await crashHolder(stage, holder, others);
}

QCoro::Task<> run(StagePtr stage)
{
    const int workers = stage->values().count("workers");
    const milliseconds patience = stage->values().duration("patience");
    const milliseconds lease = stage->values().duration("lease");
    const QByteArray bare = way::SetNxOnly;
    const QString bareTitle = Text::tr("SETNX without an expiry");
    const AfterCrash dead = co_await play(stage, bare, bareTitle, patience);
    stage->claim(
        Text::tr("Without an expiry the lock outlives its holder: nobody gets in again"),
        dead.gotIn == 0 && dead.gaveUp == workers,
        Text::tr("%1 of %2 waited %3 in vain").arg(dead.gaveUp).arg(workers).arg(humanDuration(patience)));
    stage->claim(Text::tr("Lockscope detects it"), dead.verdict == "no-expiry",
                 QStringLiteral("%1: %2").arg(QString::fromUtf8(dead.verdict), dead.verdictText));
    const QByteArray leased = way::SetNx;
    const QString leasedTitle = Text::tr("SET NX PX");
    const AfterCrash freed = co_await play(stage, leased, leasedTitle, lease + 15s);
    stage->claim(Text::tr("With an expiry the lock is free when the lease of the dead holder is over"),
                 freed.gotIn == workers && freed.gaveUp == 0,
                 Text::tr("%1 of %2 got in, the first one %3 after the crash (lease %4)")
                     .arg(freed.gotIn)
                     .arg(workers)
                     .arg(humanDuration(freed.firstAfter), humanDuration(lease)));
}

} // namespace

Scenario scenario_noexpiry()
{
    return {.order = 20,
            .name = "no-expiry",
            .title = Text::tr("SETNX without an expiry"),
            .text =
                Text::tr("A process takes a lock by SETNX and is killed while it holds it. Without an expiry "
                         "everybody waits for a dead one; with one, the lease frees the lock."),
            .parameters = {countParameter("workers", Text::tr("Others who want the lock"), 3, 1, 50),
                           durationParameter("patience", Text::tr("How long they try"), 2s, 100ms, 1min),
                           durationParameter("lease", Text::tr("Lease"), 1s, 100ms, 1min)},
            .place = Scenario::Place::SandboxOnly,
            .run = run};
}

} // namespace lockscope
