// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by scenarios with a dying holder: the holder is a separate process and is killed where it stands
// still; then others try to get in.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct AfterCrash {
    qint64 gotIn = 0;           // number of others
    qint64 gaveUp = 0;          // number of others
    milliseconds firstAfter{0}; // from the crash until the first of them got in
    bool expires = false;       // the lock that the dead holder left does
    QByteArray verdict{};       // Lockscope's verdict on that lock: its code
    QString verdictText{};
};

// Runs within an arm, which it ends. holder: one worker, number 0, that stands still.
QCoro::Task<AfterCrash> crashHolder(ScenarioRunPtr stage, Workload holder, Workload others);

} // namespace lockscope
