// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a claim of Lockscope is right, unknown or wrong, by what the client says. Pure.

#include "core/engine/reading/lockdetail.h"
#include "core/engine/verdicts/renewals/leasekind.h"
#include "tests/interop/truth/truthrow.h"

#include <set>

namespace lockscope::test
{

struct TrueHold {
    QByteArray owner{};
    qint64 count = 1;
};

// A lock as its client has it.
struct TrueLock {
    std::vector<TrueHold> holds{};
    std::optional<qint64> number{}; // Of Available and ToGo
    int waiting = 0;
    int waitingClients = 0;
    std::vector<QByteArray> queue{};         // In order, where it has one
    std::optional<milliseconds> ttlAtMost{}; // As it was asked before and after the lock was read
    std::optional<milliseconds> ttlAtLeast{};
    milliseconds taking{0}; // From before the client began to take it until it had it
};

QString shownAs(const Verdict &verdict); // "healthy/ok"

Judgement judgeKind(const TruthRow &row, const LockDetail &detail);
Judgement judgeOwner(const TruthRow &row, const Lock &lock, const TrueLock &is);
Judgement judgeCount(const TruthRow &row, const Lock &lock, const TrueLock &is);
Judgement judgeMode(const TruthRow &row, const Lock &lock);
Judgement judgeWaiters(const TruthRow &row, const Lock &lock, const TrueLock &is);
Judgement judgeTtl(const Lock &lock, const TrueLock &is);
// renewed: by its library or its program, while it was looked at.
Judgement judgeLease(const TruthRow &row, const std::set<LeaseKind> &seen, bool renewed);

// Of all verdicts that were shown in the meantime. wasLate: renewals came so late that an alarm is right.
Judgement judgeHealthy(const TruthRow &row, const std::vector<Verdict> &shown, bool wasLate = false);
Judgement judgeDead(const TruthRow &row, const std::vector<Verdict> &shown, bool isConnected);
Judgement judgeGone(const LockPtr &lock);
// How the end of a hold was told; expired: else it was deleted.
Judgement judgeEnd(const std::vector<LockEvent> &events, bool expired);

// answer: of the old holder, when it gives the lock back.
Judgement judgeNotice(const TruthRow &row, const std::vector<HolderNotice> &notices,
                      const QByteArray &answer);

// Whether a notice of "3.44.0+", "3.5.0-3.43.0", "to 3.10.5", "before 7", "7.x" or "" is about this release.
bool appliesTo(const QByteArray &releases, const QVersionNumber &release);

} // namespace lockscope::test
