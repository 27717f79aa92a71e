// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthchecker.h"

#include "ui/bridges/enginebridge.h"
#include "ui/health/findinggroups.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

int HealthChecker::Report::answered() const
{
    return int(std::ranges::count_if(found.nodes, &NodeStatus::isReady));
}

HealthChecker::HealthChecker(EngineBridge &bridge, QObject *parent) : QObject(parent), m_bridge(bridge)
{
    connect(&bridge, &EngineBridge::healthChecked, this, &HealthChecker::take);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &HealthChecker::tick);
}

void HealthChecker::show(const DeploymentState &deployment)
{
    // A new connection starts without nodes.
    if (deployment.nodes.empty() || deployment.spec != m_deployment.spec) {
        m_pending = 0;
        m_report.reset();
        m_schedule.clear();
    }
    m_deployment = deployment;
    if (deployment.spec)
        m_clock.start();
    else
        m_clock.stop();
    tick();
}

void HealthChecker::tick()
{
    if (!isChecking() && m_deployment.spec && m_schedule.isDue(m_deployment.nodes, now()))
        checkHealth();
}

bool HealthChecker::isOutdated() const
{
    return m_schedule.isOutdated(m_deployment.nodes);
}

std::optional<VerdictLevel> HealthChecker::worst() const
{
    if (!m_report || (m_report->answered() == 0 && m_report->found.findings.empty()))
        return {};
    const auto &findings = m_report->found.findings;
    return findings.empty() ? VerdictLevel::Ok : findings.front().level;
}

QString HealthChecker::summary() const
{
    if (!m_deployment.spec)
        return tr("Not connected");
    if (!m_report)
        return tr("Checking…");
    const std::vector<FindingGroup> groups = grouped(m_report->found.findings);
    const auto count = [&groups](VerdictLevel level) {
        return int(
            std::ranges::count(groups, level, [](const FindingGroup &group) { return group.first().level; }));
    };
    QStringList parts;
    if (const int critical = count(VerdictLevel::Critical))
        parts << tr("%Ln critical", nullptr, critical);
    if (const int warnings = count(VerdictLevel::Warning))
        parts << tr("%Ln warning(s)", nullptr, warnings);
    if (const int notes = count(VerdictLevel::Info))
        parts << tr("%Ln info", nullptr, notes);
    if (parts.isEmpty())
        parts << (m_report->answered() > 0 ? tr("No problems found") : tr("No server could be checked"));
    return m_deployment.isReady()
               ? text::names(parts)
               : tr("%1. %2 now.")
                     .arg(text::names(parts), text::connectionPhase(m_deployment.connection().phase));
}

void HealthChecker::checkHealth()
{
    if (!m_deployment.spec || isChecking())
        return;
    m_pending = m_bridge.checkHealth();
    emit changed();
}

void HealthChecker::take(quint64 id, const HealthReport &report)
{
    if (id != m_pending)
        return; // The answer belongs to an earlier deployment
    m_pending = 0;
    m_report = {.found = report, .at = now(), .wall = wallNow()};
    m_schedule.noteHealthChecked(report.nodes, m_report->at);
    emit changed();
}

} // namespace lockscope
