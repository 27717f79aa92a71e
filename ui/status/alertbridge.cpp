// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/alertbridge.h"

namespace lockscope
{

void AlertLink::attach(Alerts *alerts)
{
    connect(this, &AlertLink::rulesWanted, alerts, &Alerts::setRules);
    connect(this, &AlertLink::pinsWanted, alerts, &Alerts::setPins);
    connect(alerts, &Alerts::alerted, this, &AlertLink::alerted);
    connect(alerts, &Alerts::failed, this, &AlertLink::failed);
}

} // namespace lockscope
