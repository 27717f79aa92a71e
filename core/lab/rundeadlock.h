// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lockscope's own search for deadlocks among the locks of a run, for scenarios whose clients block each
// other. The engine belongs to the scenario's coroutine, on the lab's thread.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct RunDeadlock {
    QByteArray identity{}; // the same at two looks: the same deadlock
    QStringList texts{};   // its headline, then its steps
    LockName release{};    // the lock that was acquired last; if that was not seen, any of them
    OwnerId holder{};      // of that lock
    bool isLast = false;   // it was seen to be acquired last
};

// Follows these locks, and returns after the first pass. Call it before clients acquire them, so that their
// order is seen. Null: failed, and the run is over.
QCoro::Task<std::shared_ptr<Engine>> followLocks(ScenarioRunPtr stage, QList<QByteArray> keys);
// A certain one; nothing: none was found.
QCoro::Task<std::optional<RunDeadlock>> findDeadlock(std::shared_ptr<Engine> engine);

} // namespace lockscope
