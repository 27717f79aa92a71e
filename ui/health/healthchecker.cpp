// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthchecker.h"

#include "ui/bridges/enginebridge.h"
#include "ui/health/findinggroups.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// A server that flaps does not trigger a check each time.
constexpr milliseconds LeastAge = 10s;

// If it changes, the report is outdated.
QString serversOf(const std::vector<NodeStatus> &nodes)
{
    QStringList parts;
    for (const NodeStatus &node : nodes)
        parts << text::node(node.node) + text::bytes(node.role) + text::bytes(node.runId) +
                     (node.isReady() ? u'+' : u'-');
    return parts.join(u' ');
}

} // namespace

int HealthChecker::Report::answered() const
{
    return int(std::ranges::count_if(found.nodes, &NodeStatus::isReady));
}

HealthChecker::HealthChecker(EngineBridge &link, QObject *parent) : QObject(parent), m_link(link)
{
    connect(&link, &EngineBridge::examined, this, &HealthChecker::take);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &HealthChecker::tick);
}

void HealthChecker::show(const DeploymentState &deployment)
{
    // A new connection starts without nodes.
    if (deployment.nodes.empty() || deployment.spec != m_deployment.spec) {
        m_pending = 0;
        m_report.reset();
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
    if (isDue())
        examine();
}

bool HealthChecker::isDue() const
{
    if (isExamining() || !m_deployment.spec || m_deployment.nodes.empty())
        return false;
    return !m_report || (isOutdated() && millisecondsBetween(m_report->at, now()) > LeastAge);
}

bool HealthChecker::isOutdated() const
{
    return m_report && serversOf(m_deployment.nodes) != serversOf(m_report->found.nodes);
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
               : tr("%1. %2 now.").arg(text::names(parts), text::linkPhase(m_deployment.link().phase));
}

void HealthChecker::examine()
{
    if (!m_deployment.spec || isExamining())
        return;
    m_pending = m_link.examine();
    emit changed();
}

void HealthChecker::take(quint64 id, const Examination &examination)
{
    if (id != m_pending)
        return; // The answer belongs to an earlier deployment
    m_pending = 0;
    m_report = {.found = examination, .at = now(), .wall = wallNow()};
    emit changed();
}

} // namespace lockscope
