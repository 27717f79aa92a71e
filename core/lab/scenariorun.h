// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a scenario plays on: servers, clients, workers, the safety checker, and the record of what came of it.
// Owner: the scenario's coroutine and the lab, by shared_ptr, on the lab's thread. When it is over
// (cancelled, or something failed that must not), every wait ends at once and every client is closed: a
// scenario may then simply run to its end, what it claims is not counted.

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
    // sandbox: null on somebody's own servers; it outlives the stage.
    ScenarioRun(const Scenario &scenario, const ScenarioValues &values, quint64 seed,
                const ConnectionSpec &spec, SandboxDeployment *sandbox);
    ~ScenarioRun() override;
    // The whole run: the servers are reached, the scenario is played, what it made is removed.
    static QCoro::Task<> play(ScenarioRunPtr stage);
    void cancel();
    const LabOutcome &outcome() const { return m_outcome; }

    // What a scenario has.
    const ScenarioValues &values() const { return m_values; }
    quint64 seed() const { return m_outcome.seed; }
    QRandomGenerator &random() { return m_random; }
    SandboxDeployment &sandbox() const { return *m_sandbox; } // of those that are SandboxOnly
    const ConnectionSpec &spec() const { return m_ground.spec(); }
    // Of this run alone, all in one slot; removed afterwards where the server is somebody's own. Give it an
    // expiry all the same.
    LockName key(const QByteArray &what);
    bool isOver() const { return m_pauses->isCancelled(); }
    void fail(const Failure &why);  // ends the run
    void expectFaults();            // what a server refuses a worker is no reason to end the run, from now on
    void fault(const Failure &why); // a server refused a worker something
    void say(const QString &line);  // what happens now

    // An arm is measured by itself: what is noted between the two belongs to it.
    void beginArm(const QByteArray &name, const QString &title, int permits = 1);
    Figures endArm(std::vector<Count> counts = {});
    void note(const LabEvent &event);
    void note(LabEvent::Kind kind, int worker, HoldMode mode = HoldMode::Exclusive); // now
    const SafetyChecker &ledger() const { return *m_ledger; }                        // of the present arm
    void claim(const QString &text, bool met, const QString &evidence);

    LabClient &client(const QString &name); // a new one, with connections of its own; lives as the stage does

    // Further private servers, for a scenario that breaks them. Live as the stage does.
    struct Place {
        std::unique_ptr<SandboxDeployment> servers{};
        std::unique_ptr<LabServers> ground{};
    };
    // Started, reached, and told by moved(). Null: that failed, and the stage is over. Blocks while they
    // start.
    static QCoro::Task<Place *> place(ScenarioRunPtr stage, SandboxTopology topology,
                                      DeploymentOptions options);
    LabClient &client(const Place &place, const QString &name);
    // Its servers with these numbers, killed before, without their data: until clients reach them again.
    static QCoro::Task<> restartEmpty(ScenarioRunPtr stage, Place *place, std::vector<size_t> which);
    // Crews in this process, until they are through.
    static QCoro::Task<> work(ScenarioRunPtr stage, std::vector<Workload> jobs, const Place *place = nullptr);
    // Each in a process of its own. All begin at once.
    static QCoro::Task<> workApart(ScenarioRunPtr stage, std::vector<Workload> jobs);
    // One such process, begun; null: it failed, and the stage is over. It lives as the stage does.
    static QCoro::Task<WorkerProcess *> process(ScenarioRunPtr stage, Workload job);
    void pause(WorkerProcess &process);  // SIGSTOP
    void resume(WorkerProcess &process); // SIGCONT
    void kill(WorkerProcess &process);   // SIGKILL: whoever was in is so no longer

    static QCoro::Task<bool> rest(ScenarioRunPtr stage, milliseconds time); // false: it is over
    // Until that is so; looked at whenever something was noted, and some times a second. False: it was not in
    // time, or the stage is over. Give the function a name first: GCC 12 destroys a temporary one twice.
    static QCoro::Task<bool> until(ScenarioRunPtr stage, std::function<bool()> reached,
                                   milliseconds patience);
    // What Lockscope itself says of a lock.
    static QCoro::Task<Outcome<LockDetail>> inspect(ScenarioRunPtr stage, LockName key);

signals:
    void pulsed(const lockscope::LabPulse &pulse);
    void moved(const lockscope::ConnectionSpec &spec); // the locks are there from now on

private:
    struct LaunchedProcess { // a process, and until when it told everything
        std::unique_ptr<WorkerProcess> process{};
        bool paused = false;
    };
    void settle(const std::vector<LabEvent> &events);
    void flush();
    Instant toldUntil() const;
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
    std::vector<WorkerPool *> m_crews; // at work
    std::vector<LaunchedProcess> m_processes;
    std::unique_ptr<Engine> m_engine; // once something was inspected
    std::unique_ptr<SafetyChecker> m_ledger;
    LabArm m_arm; // the present one
    Traffic m_armTraffic;
    std::vector<LabEvent> m_pending; // not settled: a process may still tell of something earlier
    WakeUps m_watchers;
    QTimer m_pulse;
    size_t m_stepsTold = 0;
    bool m_expectsFaults = false;
};

} // namespace lockscope
