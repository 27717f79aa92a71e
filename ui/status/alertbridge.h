// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window's end of the line to Alerts: orders go out as queued signals, alerts come back as values. Lives
// on the GUI thread; never waits. Owner: the composition.

#include "core/engine/alerts.h"

#include <QObject>

namespace lockscope
{

class AlertBridge final : public QObject
{
    Q_OBJECT
public:
    explicit AlertBridge(QObject *parent = nullptr) : QObject(parent) {}

    void attach(Alerts *alerts); // connects both ways; once
    void setRules(const QStringList &rules) { emit rulesWanted(rules); }
    void setPins(const QSet<LockName> &pins) { emit pinsWanted(pins); }

signals:
    // to Alerts
    void rulesWanted(const QStringList &rules);
    void pinsWanted(const QSet<lockscope::LockName> &pins);
    // from it
    void alerted(const std::vector<lockscope::Alert> &alerts);
    void failed(const lockscope::Failure &why);
};

} // namespace lockscope
