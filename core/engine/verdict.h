// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verdict rules: pure functions of a lock and the time. The text is translated where it is shown.
//
//   stale                info      its node is not reachable: nothing else can be said
//   no-quorum            warning   of a RedLock group: fewer than a majority of its nodes name one owner
//   split-owners         warning   a majority does, and others name somebody else
//   thin-quorum          warning   a majority does, and no node of it may be lost
//   no-expiry            warning, critical after a grace: held, and nothing will ever end it
//   renewal-overdue      warning, critical a period later: the watchdog was seen beating and missed its beat
//   about-to-expire      warning   renewed before, now late, and less than half a period left
//   free-but-waited-for  warning after a grace: free, yet clients wait: a wake-up was lost
//   count-grows          info      re-entered often and never given back so far
//   long-held            info      alive, for longer than usual
//   waited-for           info      others wait; no problem by itself
//   free, healthy        ok

#include "core/values/lock.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

struct VerdictThresholds {
    milliseconds longHeld{std::chrono::minutes(10)};
    double overdue = 1.5;                        // renewal later than this many periods
    milliseconds grace{std::chrono::seconds(5)}; // SETNX and EXPIRE, or DEL and PUBLISH, are two steps
    qint64 manyHolds = 8;                        // of one owner, never given back
    milliseconds absurdLease{std::chrono::hours(24)};
    milliseconds replicaLag{std::chrono::seconds(2)}; // of the best replica of the lock's master
    friend bool operator==(const VerdictThresholds &, const VerdictThresholds &) = default;
};

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {});
// When the verdict, or the number of missed beats, can next change by time alone; nothing: not before the
// lock changes.
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {});

struct VerdictText {
    QString sentence{};
    QStringList evidence{};
    QString advice{};
};
VerdictText explainVerdict(const Lock &lock, Instant at);

} // namespace lockscope
