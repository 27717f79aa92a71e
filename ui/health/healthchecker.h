// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the health check: after connecting, when the servers differ from those examined, and on request. A
// report stays until the next one. Owner: the window; GUI thread.

#include "core/deployment/health/checkschedule.h"
#include "core/values/healthreport.h"
#include "ui/bridges/deploymentstate.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class EngineBridge;

class HealthChecker final : public QObject
{
    Q_OBJECT
public:
    struct Report {
        HealthReport found{};
        Instant at{};
        WallTime wall{};
        int answered() const;
    };

    explicit HealthChecker(EngineBridge &bridge, QObject *parent = nullptr);

    void show(const DeploymentState &deployment);
    void checkHealth(); // Ignored while a check is running
    bool isChecking() const { return m_pending != 0; }
    const std::optional<Report> &report() const { return m_report; } // Empty: not examined yet
    bool isOutdated() const;                                         // The servers have changed since
    std::optional<VerdictLevel> worst() const;                       // Of the findings; empty: unknown
    QString summary() const;                                         // "2 critical, 1 note"

signals:
    void changed(); // A new report, or a check has started

private:
    void take(quint64 id, const HealthReport &report);
    void tick();

    EngineBridge &m_bridge;
    DeploymentState m_deployment;
    std::optional<Report> m_report{};
    CheckSchedule m_schedule{};
    quint64 m_pending = 0;
    QTimer m_clock;
};

} // namespace lockscope
