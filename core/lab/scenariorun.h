// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The environment of a running scenario: servers, clients, workers, the safety checker, and the result. Owned
// by the scenario's coroutine and the lab (shared_ptr), on the lab's thread. When the run is over (cancelled
// or failed), every wait ends at once and every client is closed; the scenario may then simply run to its
// end, and its claims do not count.

#include "core/engine/engine.h"
#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"
#include "core/lab/workers/safetychecker.h"
#include "core/lab/workers/workerpool.h"
#include "core/lab/workers/workerprocess.h"

#include <QTimer>

namespace lockscope
{

class ScenarioRun final : public QObject
{
    Q_OBJECT
public:
    // sandbox: null on given servers; must outlive this.
    ScenarioRun(const Scenario &scenario, const ScenarioValues &values, quint64 seed,
                const ConnectionSpec &spec, SandboxDeployment *sandbox);
    ~ScenarioRun() override;
    // The whole run: connects to the servers, runs the scenario, and removes its keys.
    static QCoro::Task<> play(ScenarioRunPtr run);
    void cancel();
    const LabOutcome &outcome() const { return m_outcome; }

    // For the scenario.
    const ScenarioValues &values() const { return m_values; }
    quint64 seed() const { return m_outcome.seed; }
    QRandomGenerator &random() { return m_random; }
    SandboxDeployment &sandbox() const { return *m_sandbox; } // only if SandboxOnly
    const ConnectionSpec &spec() const { return m_ground.spec(); }
    // The name of a key that only this run uses; all of them are in one cluster slot. On given servers the
    // run removes them at its end. Set an expiry nevertheless, because the program may be killed before.
    LockName key(const QByteArray &what);
    bool isOver() const { return m_pauses->isCancelled(); }
    void fail(const Failure &why);  // ends the run
    void expectFaults();            // from now on, refusals by a server do not end the run
    void fault(const Failure &why); // a server refused a worker's command
    void say(const QString &line);  // adds a progress line

    // Each arm is measured separately: everything noted between these calls belongs to it.
    void beginArm(const QByteArray &name, const QString &title, int permits = 1);
    void beginRound(); // of the arm, for a scenario that repeats the same steps
    Figures endArm(std::vector<Count> counts = {});
    void note(const LabEvent &event);
    void note(LabEvent::Kind kind, int worker, HoldMode mode = HoldMode::Exclusive); // at the current time
    const SafetyChecker &checker() const { return *m_checker; }                      // of the current arm
    void claim(const QString &text, bool met, const QString &evidence);

    LabClient &client(const QString &name); // a new client with its own connections; lives as long as this

    // Additional private servers, for a scenario that breaks them. They live as long as this.
    struct Place {
        std::unique_ptr<SandboxDeployment> servers{};
        std::unique_ptr<LabServers> ground{};
        bool isReached = false;
    };
    // Starts and reaches the servers, and emits moved(). Null: failed, the run is over. Blocks meanwhile.
    static QCoro::Task<Place *> place(ScenarioRunPtr run, SandboxTopology topology,
                                      DeploymentOptions options);
    LabClient &client(const Place &place, const QString &name);
    // Restarts killed servers without their data, and waits until clients reach them.
    static QCoro::Task<> restartEmpty(ScenarioRunPtr run, Place *place, std::vector<size_t> which);
    // Runs workers in this process until they finish.
    static QCoro::Task<> work(ScenarioRunPtr run, std::vector<Workload> jobs, const Place *place = nullptr);
    // Runs each job in its own process. All start at the same time.
    static QCoro::Task<> workApart(ScenarioRunPtr run, std::vector<Workload> jobs);
    // Starts one such process; null: failed, and the run is over. It lives as long as this.
    static QCoro::Task<WorkerProcess *> process(ScenarioRunPtr run, Workload job);
    void pause(WorkerProcess &process);  // SIGSTOP
    void resume(WorkerProcess &process); // SIGCONT
    void kill(WorkerProcess &process);   // SIGKILL; notes its workers as crashed

    static QCoro::Task<bool> rest(ScenarioRunPtr run, milliseconds time); // false: the run is over
    // Waits until reached() is true, checking after each event and several times a second. False: timed out,
    // or the run is over. Pass a named function: GCC 12 destroys a temporary twice.
    static QCoro::Task<bool> until(ScenarioRunPtr run, std::function<bool()> reached, milliseconds patience);
    // Lockscope's own view of a lock.
    static QCoro::Task<Outcome<LockDetail>> inspect(ScenarioRunPtr run, LockName key);

signals:
    void pulsed(const lockscope::LabPulse &pulse);
    void moved(const lockscope::ConnectionSpec &spec); // the locks are on these servers from now on
    void over();                                       // isOver() from now on

private:
    struct LaunchedProcess { // paused: its events are not waited for
        std::unique_ptr<WorkerProcess> process{};
        bool paused = false;
    };
    void settle(const std::vector<LabEvent> &events);
    void flush();
    void tellWhere(std::vector<SandboxTopology> sandboxes);
    Instant toldUntil() const;
    milliseconds elapsed() const;
    void pulse();
    void watch(WorkerPool &crew);
    LabClient &addClient(LabServers &ground, const QString &name);
    WorkerProcess *launch(const Workload &job);
    Traffic clientTraffic() const;
    QCoro::Task<> cleanUp();

    const Scenario m_scenario;
    const ScenarioValues m_values;
    SandboxDeployment *const m_sandbox;
    LabServers m_ground;
    QRandomGenerator m_random;
    const QByteArray m_prefix;
    std::vector<LockName> m_keys;
    LabOutcome m_outcome;
    const Instant m_began;
    std::shared_ptr<CancellableSleep> m_pauses = std::make_shared<CancellableSleep>();
    std::vector<std::unique_ptr<Place>> m_places;
    std::vector<std::unique_ptr<LabClient>> m_clients;
    std::vector<WorkerPool *> m_crews; // running ones
    std::vector<LaunchedProcess> m_processes;
    std::unique_ptr<Engine> m_engine; // created by the first inspect()
    std::unique_ptr<SafetyChecker> m_checker;
    LabArm m_arm; // the current one
    Traffic m_armTraffic;
    std::vector<LabEvent> m_pending; // not processed yet: a process may still report an earlier event
    WakeUps m_watchers;
    bool m_isReached = false; // the servers, once
    QTimer m_pulse;
    size_t m_stepsTold = 0;
    bool m_expectsFaults = false;
};

} // namespace lockscope
