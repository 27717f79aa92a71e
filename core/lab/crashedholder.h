// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What scenarios of a holder who dies share: he is a process of its own, is killed where he stands still, and
// others try to get in.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct AfterCrash {
    qint64 gotIn = 0;           // of the others
    qint64 gaveUp = 0;          // the same
    milliseconds firstAfter{0}; // from the crash until the first of them was in
    bool expires = false;       // what the dead holder left
    QByteArray verdict{};       // Lockscope's own, of that; its code
    QString verdictText{};
};

// Within an arm, which it ends. holder: one worker, number 0, who stands still.
QCoro::Task<AfterCrash> crashHolder(ScenarioRunPtr stage, Workload holder, Workload others);

} // namespace lockscope
