// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A crew in a process of its own, lockscope-worker: to be stopped and killed as any server process may be. It
// is told the job and the connection, with its passwords, through its standard input, and tells through its
// standard output. It ends with this object, and with the thread that started it. Owner: a stage.

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
    ~WorkerProcess() override; // by SIGKILL

    const Workload &job() const { return m_job; }
    Done launch(const ConnectionSpec &spec); // then ready(), or failed() and ended()
    void go();                               // its workers begin
    void stop();                             // no new cycle begins; what is held is given back; then ended()
    void pause();                            // SIGSTOP
    void resume();                           // SIGCONT
    void kill();                             // SIGKILL; ended() when it is gone
    bool isOver() const { return m_over; }
    // Everything that happened there before this was told.
    Instant toldUntil() const { return m_toldUntil; }
    Traffic traffic() const { return m_traffic; } // known once it ended by itself

signals:
    void ready();
    void happened(const lockscope::LabEvent &event);
    void toldMore(); // toldUntil()
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
    bool m_expected = false; // that it ends
};

} // namespace lockscope
