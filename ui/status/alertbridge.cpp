// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/alertbridge.h"

#include <algorithm>

namespace lockscope
{

void AlertBridge::attach(Alerts *alerts)
{
    connect(this, &AlertBridge::rulesWanted, alerts, &Alerts::setRules);
    connect(this, &AlertBridge::pinsWanted, alerts, &Alerts::setPins);
    connect(this, &AlertBridge::logWanted, alerts, &Alerts::log);
    m_leaving = 0;
    connect(alerts, &Alerts::closed, this, [this] { m_leaving = std::max(0, m_leaving - 1); });
    connect(alerts, &Alerts::alerted, this, [this](const std::vector<Alert> &news) {
        if (m_leaving == 0)
            emit alerted(news);
    });
    connect(alerts, &Alerts::failed, this, &AlertBridge::failed);
}

} // namespace lockscope
