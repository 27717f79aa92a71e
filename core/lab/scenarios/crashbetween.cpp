// SPDX-License-Identifier: GPL-3.0-or-later
// SETNX, then EXPIRE: a crash in between leaves a lock without an expiry. Compared with a single command.

#include "core/base/tr.h"
#include "core/lab/crashedholder.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QString expiryText(const AfterCrash &after)
{
    return after.expires ? Tr::tr("the leftover lock has an expiry")
                         : Tr::tr("the leftover lock has no expiry");
}

QCoro::Task<> runCrashBetween(ScenarioRunPtr run)
{
    const int workers = run->values().count("workers");
    const milliseconds patience = run->values().duration("patience");
    const milliseconds lease = run->values().duration("lease");
    const QByteArray two = way::SetNxExpire;
    const QString twoTitle = Tr::tr("SETNX, then EXPIRE");
    const AfterCrash dead = co_await crashHolder(run, two, twoTitle, patience, Workload::StandStill::Taken);
    run->claim(Tr::tr("The intended lease was never set: a process that dies between the two commands "
                      "blocks all others"),
               !dead.expires && dead.gotIn == 0 && dead.gaveUp == workers,
               Tr::tr("%1; %2 of %3 waited %4 in vain, intended lease %5")
                   .arg(expiryText(dead))
                   .arg(dead.gaveUp)
                   .arg(workers)
                   .arg(humanDuration(patience), humanDuration(lease)));
    run->claim(Tr::tr("Lockscope detects it"), dead.verdict == "no-expiry",
               QStringLiteral("%1: %2").arg(QString::fromUtf8(dead.verdict), dead.verdictText));
    const QByteArray one = way::SetNx; // there is no gap to stand still in
    const QString oneTitle = Tr::tr("SET NX PX, one command");
    const AfterCrash freed =
        co_await crashHolder(run, one, oneTitle, lease + 15s, Workload::StandStill::Inside);
    run->claim(Tr::tr("One command acquires the lock and sets its expiry: there is no gap"),
               freed.expires && freed.gotIn == workers && freed.gaveUp == 0,
               Tr::tr("%1; %2 of %3 entered, the first %4 after the crash")
                   .arg(expiryText(freed))
                   .arg(freed.gotIn)
                   .arg(workers)
                   .arg(humanDuration(freed.firstAfter)));
}

} // namespace

Scenario scenario_crashbetween()
{
    return {
        .order = 30,
        .name = "crash-between",
        .title = Tr::tr("Crash between SETNX and EXPIRE"),
        .text = Tr::tr("A process acquires a lock with SETNX and is killed before it sends EXPIRE. The lock "
                       "then stays forever. SET NX PX does both in one command and leaves no such gap."),
        .parameters = {countParameter("workers", Tr::tr("Other clients"), 3, 1, 50),
                       durationParameter("patience", Tr::tr("How long they keep trying"), 2s, 100ms, 1min),
                       durationParameter("lease", Tr::tr("Lease"), 1s, 100ms, 1min)},
        .place = Scenario::Place::SandboxOnly,
        .run = runCrashBetween};
}

} // namespace lockscope
