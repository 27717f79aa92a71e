// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/alertbridge.h"

namespace lockscope
{

void AlertBridge::attach(Alerts *alerts)
{
    connect(this, &AlertBridge::rulesWanted, alerts, &Alerts::setRules);
    connect(this, &AlertBridge::pinsWanted, alerts, &Alerts::setPins);
    connect(this, &AlertBridge::logWanted, alerts, &Alerts::log);
    connect(alerts, &Alerts::alerted, this, &AlertBridge::alerted);
    connect(alerts, &Alerts::failed, this, &AlertBridge::failed);
}

} // namespace lockscope
