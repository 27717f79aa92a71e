// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A pool in a separate process, lockscope-worker, which can be stopped and killed like any server process. It
// receives the job and the connection with its passwords on standard input, and reports on standard output.
// It ends with this object and with the thread that started it. Owner: a ScenarioRun.

#include "core/lab/workers/workload.h"
#include "core/values/connection/connection.h"

#include <QProcess>

namespace lockscope
{

class WorkerProcess final : public QObject
{
    Q_OBJECT
public:
    explicit WorkerProcess(Workload job, QObject *parent = nullptr);
    ~WorkerProcess() override; // with SIGKILL

    const Workload &job() const { return m_job; }
    Done launch(const ConnectionSpec &spec); // ready() follows, or failed() and ended()
    void go();                               // starts its workers
    void stop();                             // starts no new cycle, releases held locks; ended() follows
    void pause();                            // SIGSTOP
    void resume();                           // SIGCONT
    void kill();                             // SIGKILL; ended() follows
    bool isOver() const { return m_over; }
    // All earlier events have been reported.
    Instant toldUntil() const { return m_toldUntil; }
    Traffic traffic() const { return m_traffic; } // known after a regular end

signals:
    void ready();
    void happened(const lockscope::LabEvent &event);
    void toldMore(); // toldUntil() changed
    void failed(const lockscope::Failure &why);
    void ended();

private:
    void read();
    void take(const QByteArray &line);

    const Workload m_job;
    QProcess m_process;
    Instant m_toldUntil{};
    Traffic m_traffic{};
    bool m_over = false;
    bool m_expected = false; // its end is expected
};

} // namespace lockscope
