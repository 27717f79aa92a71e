// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The contention lab: plays one scenario at a time, on private servers that it starts, or on somebody's own.
// Refused with nothing sent: production and read-only connections, and scenarios that break servers where the
// servers are not its own. Owner: app/; on a thread of its own or the main one, which its servers need to
// live as long. Servers are started before start() returns: some seconds for a cluster.

#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"

#include <QObject>

namespace lockscope
{

struct LabOrder {
    QByteArray scenario{};
    ScenarioValues::Given values{};
    std::optional<quint64> seed{};             // nothing: drawn
    std::optional<ConnectionSpec> server{};    // nothing: a sandbox
    std::optional<SandboxTopology> topology{}; // of the sandbox; nothing: the scenario's
};

// The order as it can be carried out, or what is wrong with it. Pure.
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
    ~Lab() override; // cancels, and waits for the end of what runs

    bool isRunning() const { return m_stage != nullptr; }

public slots:
    // Answers with finished(), also where it is refused. The sandbox of the run before ends.
    void start(const lockscope::LabOrder &order);
    void cancel();

signals:
    // Where the locks of the run can be watched meanwhile, and of a sandbox until the next run. Comes again
    // when a scenario goes on on other servers.
    void began(const lockscope::ConnectionSpec &spec, bool sandbox);
    void pulsed(const lockscope::LabPulse &pulse);
    void finished(const lockscope::LabOutcome &outcome);

private:
    static QCoro::Task<> play(QPointer<Lab> self, ScenarioRunPtr stage);

    std::unique_ptr<SandboxDeployment> m_sandbox;
    ScenarioRunPtr m_stage; // while it runs
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LabOrder)
