// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/health/checkschedule.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// A server that flaps does not trigger a check each time.
constexpr milliseconds LeastAge = 10s;

QByteArray serversOf(const std::vector<NodeStatus> &nodes)
{
    QByteArray servers;
    for (const NodeStatus &node : nodes)
        servers += node.node.bytes + ' ' + node.role + ' ' + node.runId + (node.isReady() ? '+' : '-') + '\n';
    return servers;
}

} // namespace

void CheckSchedule::clear()
{
    m_healthChecked.reset();
}

void CheckSchedule::noteHealthChecked(const std::vector<NodeStatus> &nodes, Instant at)
{
    m_healthChecked = at;
    m_servers = serversOf(nodes);
}

bool CheckSchedule::isOutdated(const std::vector<NodeStatus> &nodes) const
{
    return m_healthChecked && serversOf(nodes) != m_servers;
}

bool CheckSchedule::isDue(const std::vector<NodeStatus> &nodes, Instant at) const
{
    if (nodes.empty() || !m_healthChecked)
        return !nodes.empty();
    const milliseconds age = millisecondsBetween(*m_healthChecked, at);
    return (isOutdated(nodes) && age > LeastAge) || (m_period && age >= *m_period);
}

} // namespace lockscope
