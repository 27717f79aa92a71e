// SPDX-License-Identifier: GPL-3.0-or-later
// SETNX only: the holder dies and its lock stays forever. Compared with SET NX PX.

#include "core/base/tr.h"
#include "core/lab/crashedholder.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QCoro::Task<> runNoExpiry(ScenarioRunPtr run)
{
    const int workers = run->values().count("workers");
    const milliseconds patience = run->values().duration("patience");
    const milliseconds lease = run->values().duration("lease");
    const QByteArray bare = way::SetNxOnly;
    const QString bareTitle = Tr::tr("SETNX without an expiry");
    const AfterCrash dead =
        co_await crashHolder(run, bare, bareTitle, patience, Workload::StandStill::Inside);
    run->claim(
        Tr::tr("Without an expiry, the lock outlives its holder: no client enters again"),
        dead.gotIn == 0 && dead.gaveUp == workers,
        Tr::tr("%1 of %2 waited %3 in vain").arg(dead.gaveUp).arg(workers).arg(humanDuration(patience)));
    run->claim(Tr::tr("Lockscope detects it"), dead.verdict == "no-expiry",
               QStringLiteral("%1: %2").arg(QString::fromUtf8(dead.verdict), dead.verdictText));
    const QByteArray leased = way::SetNx;
    const QString leasedTitle = Tr::tr("SET NX PX");
    const AfterCrash freed =
        co_await crashHolder(run, leased, leasedTitle, lease + 15s, Workload::StandStill::Inside);
    run->claim(Tr::tr("With an expiry, the lock is free when the lease of the dead holder ends"),
               freed.gotIn == workers && freed.gaveUp == 0,
               Tr::tr("%1 of %2 entered, the first %3 after the crash (lease %4)")
                   .arg(freed.gotIn)
                   .arg(workers)
                   .arg(humanDuration(freed.firstAfter), humanDuration(lease)));
}

} // namespace

Scenario scenario_noexpiry()
{
    return {
        .order = 20,
        .name = "no-expiry",
        .title = Tr::tr("SETNX without an expiry"),
        .text = Tr::tr("A process acquires a lock with SETNX and is killed while it holds it. Without an "
                       "expiry, all others wait for a dead process; with one, the lease frees the lock."),
        .parameters = {countParameter("workers", Tr::tr("Other clients"), 3, 1, 50),
                       durationParameter("patience", Tr::tr("How long they keep trying"), 2s, 100ms, 1min),
                       durationParameter("lease", Tr::tr("Lease"), 1s, 100ms, 1min)},
        .place = Scenario::Place::SandboxOnly,
        .run = runNoExpiry};
}

} // namespace lockscope
