// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A worker whose every step the scenario decides, for scenarios that depend on the order of steps. It reports
// its beliefs like the workers of a pool. A value; its client belongs to the ScenarioRun.

#include "core/lab/scenariorun.h"

namespace lockscope
{

struct ScriptedWorker {
    LabClient *client = nullptr;
    int number = 0; // of this worker

    QByteArray value() const { return "worker-" + QByteArray::number(number); } // for its plain locks
};

// Creates the worker with its own client, on place's servers or the run's.
ScriptedWorker workerOf(const ScenarioRunPtr &run, int number, const ScenarioRun::Place *place = nullptr);

// An unexpected reply ends the run, unless it expects faults. Pass each argument as a named variable: GCC 12
// destroys temporaries of a co_await twice.

// Carries out the act, and notes nothing.
QCoro::Task<Receipt> act(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request);
// Acquires request's lock: notes Wanted, then Entered or GaveUp. Retries after any reply within the patience.
QCoro::Task<Receipt> enter(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request,
                           milliseconds patience = {});
// Notes Left, then releases. A lock that has another owner by now is no failure.
QCoro::Task<Receipt> leave(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request);
// SET NX PX with retries, like the guard "setnx". Notes Wanted, then Entered or GaveUp.
QCoro::Task<bool> enterPlain(ScenarioRunPtr run, ScriptedWorker worker, LockName key, milliseconds lease,
                             milliseconds patience);
// Ends an arm that counts owners: notes Left for all workers inside, without releasing.
Figures endOwners(const ScenarioRunPtr &run);
QCoro::Task<Reply> ask(ScenarioRunPtr run, ScriptedWorker worker,
                       Command command); // nil: no reply

} // namespace lockscope
