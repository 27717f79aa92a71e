// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/fleetbridge.h"

namespace lockscope
{

void FleetBridge::attach(FleetWatch *watch)
{
    connect(this, &FleetBridge::openWanted, watch, &FleetWatch::open);
    connect(this, &FleetBridge::retryWanted, watch, &FleetWatch::retry);
    connect(watch, &FleetWatch::changed, this, [this](quint64 id, const std::vector<FleetMember> &members) {
        if (id == m_current)
            emit changed(members);
    });
}

void FleetBridge::end()
{
    m_current = 0;
    emit unwanted();
}

} // namespace lockscope
