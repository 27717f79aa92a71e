// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a deployment is examined again: at first, when its servers differ from those examined, and, if there
// is a period, after that. Value; one thread.

#include "core/values/status.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope
{

class CheckSchedule
{
public:
    explicit CheckSchedule(std::optional<milliseconds> period = {}) : m_period(period) {}

    void clear();
    void noteHealthChecked(const std::vector<NodeStatus> &nodes, Instant at);
    bool isOutdated(const std::vector<NodeStatus> &nodes) const; // the servers differ from those examined
    bool isDue(const std::vector<NodeStatus> &nodes, Instant at) const;

private:
    std::optional<milliseconds> m_period{};
    std::optional<Instant> m_healthChecked{};
    QByteArray m_servers{};
};

} // namespace lockscope
