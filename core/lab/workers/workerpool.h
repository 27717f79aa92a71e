// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Workers that run one job, each with its own client. Used in this process, or as the whole content of a
// worker process. Owner: a ScenarioRun or the worker process, on its thread; the servers must outlive it.

#include "core/lab/workers/criticalsection.h"
#include "core/platform/busywait.h"

namespace lockscope
{

class WorkerPool final : public QObject
{
    Q_OBJECT
public:
    WorkerPool(LabServers &ground, Workload job, QObject *parent = nullptr);
    ~WorkerPool() override; // stops at once; held locks stay until they expire

    QCoro::Task<Done> prepare(); // waits until every worker is connected
    void start();                // finished() follows
    void stop();                 // starts no new cycle; held locks are released
    Traffic traffic() const;     // so far

signals:
    void happened(const lockscope::LabEvent &event);
    void failed(const lockscope::Failure &why); // a server refused a worker's command; the worker continues
    void finished();

private:
    struct State;
    const BusyWait m_awake;
    std::shared_ptr<State> m_state; // shared with the workers' coroutines
};

} // namespace lockscope
