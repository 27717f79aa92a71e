// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A worker who does nothing by himself: the scenario decides each step, where the order of the steps is the
// point. He tells the stage what he believes as the workers of a crew do. A value; his client is the stage's.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct ScriptedWorker {
    LabClient *client = nullptr;
    int number = 0; // of this worker

    QByteArray value() const { return "worker-" + QByteArray::number(number); } // of his plain locks
};

// With a client of his own, of these servers or of the stage's.
ScriptedWorker playerOf(const ScenarioRunPtr &stage, int number, const ScenarioRun::Place *place = nullptr);

// What a server does not answer as it must ends the stage, unless that expects faults. Give each argument a
// name of its own: GCC 12 destroys temporary ones of a co_await twice.

// By a lock of request's kind: Wanted, then Entered or GaveUp. For as long as the patience lasts, whatever
// the answer, it is asked for again.
QCoro::Task<Receipt> enter(ScenarioRunPtr stage, ScriptedWorker player, ActRequest request,
                           milliseconds patience = {});
// Left, then gives it back; that it is his no longer is no failure.
QCoro::Task<Receipt> leave(ScenarioRunPtr stage, ScriptedWorker player, ActRequest request);
// By SET NX PX, tried again and again, as the guard "setnx" does. Wanted, then Entered or GaveUp.
QCoro::Task<bool> enterPlain(ScenarioRunPtr stage, ScriptedWorker player, LockName key, milliseconds lease,
                             milliseconds patience);
// The end of an arm that asks how many own a lock: whoever is in leaves, and gives nothing back.
Figures endOwners(const ScenarioRunPtr &stage);
QCoro::Task<Reply> ask(ScenarioRunPtr stage, ScriptedWorker player,
                       Command command); // nil: it was not answered

} // namespace lockscope
