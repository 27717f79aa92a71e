// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verdict rules: pure functions of a lock and the time. The text is translated where it is shown.

#include "core/values/lock.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

struct VerdictThresholds {
    milliseconds longHeld{std::chrono::minutes(10)};
    double overdue = 1.5; // renewal later than this many periods
};

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {});
// When the verdict can next change by time alone; nothing: not before the lock changes.
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {});

struct VerdictText {
    QString sentence{};
    QStringList evidence{};
    QString advice{};
};
VerdictText explainVerdict(const Lock &lock, Instant at);

} // namespace lockscope
