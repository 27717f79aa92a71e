// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/fleethost.h"

#include "ui/bridges/fleetbridge.h"

namespace lockscope
{

FleetHost::FleetHost(FleetBridge &bridge)
{
    connect(&bridge, &FleetBridge::wanted, this, [this, &bridge] { begin(bridge); });
    connect(&bridge, &FleetBridge::unwanted, this, &FleetHost::end);
}

FleetHost::~FleetHost()
{
    end();
}

void FleetHost::begin(FleetBridge &bridge)
{
    end();
    m_run = std::make_unique<Run>();
    m_run->watch = new FleetWatch;
    m_run->thread.take(m_run->watch);
    bridge.attach(m_run->watch);
}

// Closing many connections takes a while: the thread is joined once it has done so.
void FleetHost::end()
{
    if (!m_run)
        return;
    Run *run = m_run.get();
    m_ending.push_back(std::move(m_run));
    connect(run->watch, &QObject::destroyed, this,
            [this, run] { std::erase_if(m_ending, [run](const auto &one) { return one.get() == run; }); });
    run->thread.run([watch = run->watch] { delete watch; });
}

} // namespace lockscope
