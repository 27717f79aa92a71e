// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by scenarios with a dying holder: the holder is a separate process, worker 0, and is killed where it
// stands still; then others try to get in.

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

// One arm. All acquire one lock in this way (guard); the others wait for it so long at most. The number of
// other workers and the lease are the scenario's parameters.
QCoro::Task<AfterCrash> crashHolder(ScenarioRunPtr run, QByteArray guard, QString title, milliseconds wait,
                                    Workload::StandStill where);

} // namespace lockscope
