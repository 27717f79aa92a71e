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
    connect(this, &FleetBridge::searchWanted, watch, &FleetWatch::search);
    connect(this, &FleetBridge::endSearchWanted, watch, &FleetWatch::endSearch);
    connect(watch, &FleetWatch::found, this, [this](quint64 id, const FleetFindings &findings) {
        if (id == m_search)
            emit found(findings);
    });
    connect(this, &FleetBridge::handOverWanted, watch, &FleetWatch::handOver);
    connect(watch, &FleetWatch::handedOver, this, [this](quint64 id, const FleetKnown &known) {
        if (id == m_handing)
            emit handedOver(known);
    });
    connect(watch, &FleetWatch::alerted, this, [this](const std::vector<Alert> &alerts) {
        if (m_current != 0)
            emit alerted(alerts);
    });
}

void FleetBridge::endSearch()
{
    m_search = 0;
    emit endSearchWanted();
}

void FleetBridge::end()
{
    m_current = m_search = m_handing = 0;
    emit unwanted();
}

} // namespace lockscope
