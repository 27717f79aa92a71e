// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Workers who do one job, each with a client of its own: in this process, or, as all that a worker process
// does, in one of their own. Owner: a stage or the worker process, on its thread; the ground must outlive it.

#include "core/lab/workers/criticalsection.h"
#include "core/platform/busywait.h"

namespace lockscope
{

class WorkerPool final : public QObject
{
    Q_OBJECT
public:
    WorkerPool(LabServers &ground, Workload job, QObject *parent = nullptr);
    ~WorkerPool() override; // at once: what is held stays held until it expires

    QCoro::Task<Done> prepare(); // until every worker is connected
    void start();                // then finished()
    void stop();                 // no new cycle begins; what is held is given back
    Traffic traffic() const;     // so far

signals:
    void happened(const lockscope::LabEvent &event);
    void failed(const lockscope::Failure &why); // a server did not do what a worker asked; it goes on
    void finished();

private:
    struct State;
    const BusyWait m_awake;
    std::shared_ptr<State> m_state; // also the workers'
};

} // namespace lockscope
