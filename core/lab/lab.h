// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The contention lab: runs one scenario at a time, on private servers that it starts or on given ones.
// Refuses production and read-only connections, and on given servers also scenarios that break servers;
// nothing is sent then. Owner: app/. Lives on its own thread or the main one, which must outlive its servers.
// start() blocks until the servers run: seconds for a cluster.

#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"

#include <QObject>

namespace lockscope
{

struct LabOrder {
    QByteArray scenario{};
    ScenarioValues::Given values{};
    std::optional<quint64> seed{};             // none: random
    std::optional<ConnectionSpec> server{};    // none: a sandbox
    std::optional<SandboxTopology> topology{}; // of the sandbox; none: the scenario's
};

// The order in executable form, or what is wrong with it. Pure.
struct LabPlan {
    Scenario scenario{};
    ScenarioValues values{};
};
Outcome<LabPlan> planned(const LabOrder &order);

class Lab final : public QObject
{
    Q_OBJECT
public:
    explicit Lab(QObject *parent = nullptr);
    ~Lab() override; // cancels, and waits for the end of the run

    bool isRunning() const { return m_run != nullptr; }

public slots:
    // Always answered by finished(), even if refused. Ends the previous run's sandbox.
    void start(const lockscope::LabOrder &order);
    void cancel();

signals:
    // Where the run's locks can be watched: during the run, and for a sandbox until the next run. Emitted
    // again when a scenario continues on other servers.
    void began(const lockscope::ConnectionSpec &spec, bool sandbox);
    void pulsed(const lockscope::LabPulse &pulse);
    void finished(const lockscope::LabOutcome &outcome);

private:
    static QCoro::Task<> play(QPointer<Lab> self, ScenarioRunPtr run);

    std::unique_ptr<SandboxDeployment> m_sandbox;
    ScenarioRunPtr m_run; // while a run is active
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LabOrder)
