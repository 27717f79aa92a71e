// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/labbridge.h"

namespace lockscope
{

void LabBridge::attach(Lab *lab)
{
    connect(this, &LabBridge::startWanted, lab, &Lab::start);
    connect(this, &LabBridge::cancelWanted, lab, &Lab::cancel);
    connect(lab, &Lab::began, this, &LabBridge::began);
    connect(lab, &Lab::pulsed, this, &LabBridge::pulsed);
    connect(lab, &Lab::finished, this, [this](const LabOutcome &outcome) {
        m_running = false;
        emit finished(outcome);
    });
}

void LabBridge::start(const LabOrder &order)
{
    if (m_running)
        return;
    m_running = true;
    emit startWanted(order);
}

void LabBridge::cancel()
{
    if (m_running)
        emit cancelWanted();
}

} // namespace lockscope
