// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/labbridge.h"

namespace lockscope
{

LabLink::LabLink(QObject *parent) : QObject(parent) {}

void LabLink::attach(Lab *lab)
{
    connect(this, &LabLink::startWanted, lab, &Lab::start);
    connect(this, &LabLink::cancelWanted, lab, &Lab::cancel);
    connect(lab, &Lab::began, this, &LabLink::began);
    connect(lab, &Lab::pulsed, this, &LabLink::pulsed);
    connect(lab, &Lab::finished, this, [this](const LabOutcome &outcome) {
        m_running = false;
        emit finished(outcome);
    });
}

void LabLink::start(const LabOrder &order)
{
    if (m_running)
        return;
    m_running = true;
    emit startWanted(order);
}

void LabLink::cancel()
{
    if (m_running)
        emit cancelWanted();
}

} // namespace lockscope
