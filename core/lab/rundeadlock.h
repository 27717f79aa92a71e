// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lockscope's own search for deadlocks among the locks of a run, for scenarios whose clients block each
// other. The engine belongs to the scenario's coroutine, on the lab's thread.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct RunDeadlock {
    bool isCertain = true;
    bool isUncounted = false; // the server does not tell how many clients wait for one of its locks
    QByteArray identity{};    // the same at two looks: the same deadlock
    QStringList texts{};      // its headline, then its steps
    LockName release{};       // the lock that was acquired last; if that was not seen, any of them
    OwnerId holder{};         // of that lock
    bool isLast = false;      // it was seen to be acquired last
};

// Follows these locks by their exact names, without a scan; returns when their changes are seen. Call it
// before clients acquire them, so that their order is seen. Null: the run is over, perhaps because this
// failed. The engine is closed when the run is over, which ends every wait for it.
QCoro::Task<std::shared_ptr<Engine>> followLocks(ScenarioRunPtr run, QList<LockName> keys);
// Reads these locks with their queues. A certain deadlock, else a possible one; nothing: none was found.
QCoro::Task<std::optional<RunDeadlock>> findDeadlock(std::shared_ptr<Engine> engine, QList<LockName> keys);

} // namespace lockscope
