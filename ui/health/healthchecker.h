// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Has the deployment of the window examined: once it is connected, again when its servers are others than
// those that were examined, and when somebody asks. What was found stays until the next answer. Owner: the
// window. GUI thread.

#include "core/values/examination.h"
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
        Examination found{};
        Instant at{};
        WallTime wall{};
        int answered() const; // how many of its nodes
    };

    explicit HealthChecker(EngineBridge &link, QObject *parent = nullptr);

    void show(const DeploymentState &deployment);
    void examine(); // nothing while one is under way
    bool isExamining() const { return m_pending != 0; }
    const std::optional<Report> &report() const { return m_report; } // nothing: not examined so far
    bool isOutdated() const;                                         // the servers changed since
    std::optional<VerdictLevel> worst() const;                       // of what was found; nothing: not known
    QString summary() const;                                         // "2 critical, 1 note"

signals:
    void changed(); // the report, or whether one is being made

private:
    void take(quint64 id, const Examination &examination);
    void tick();
    bool isDue() const;

    EngineBridge &m_link;
    DeploymentState m_deployment;
    std::optional<Report> m_report{};
    quint64 m_pending = 0; // number of the question under way
    QTimer m_clock;
};

} // namespace lockscope
