// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to Alerts: sends orders as queued signals and receives alerts as values.
// Owned by the composition; never waits.

#include "core/engine/alerts/alerts.h"

#include <QObject>

namespace lockscope
{

class AlertBridge final : public QObject
{
    Q_OBJECT
public:
    explicit AlertBridge(QObject *parent = nullptr) : QObject(parent) {}

    void attach(Alerts *alerts); // Connects both directions. Call once.
    // Call whenever the engine is asked to close a connection, also before it opens another one. Alerts that
    // are still on their way are of that connection: they are in the log, but not passed on.
    void leave() { ++m_leaving; }
    void setRules(const QStringList &rules, Confidence least = Confidence::Likely)
    {
        emit rulesWanted(rules, least);
    }
    void setPins(const QSet<LockName> &pins) { emit pinsWanted(pins); }
    void log(const std::vector<Alert> &alerts) { emit logWanted(alerts); } // Of other connections

signals:
    // To Alerts
    void rulesWanted(const QStringList &rules, lockscope::Confidence least);
    void pinsWanted(const QSet<lockscope::LockName> &pins);
    void logWanted(const std::vector<lockscope::Alert> &alerts);
    // From Alerts
    void alerted(const std::vector<lockscope::Alert> &alerts);
    void failed(const lockscope::Failure &why);

private:
    int m_leaving = 0; // Connections that Alerts has not seen close yet
};

} // namespace lockscope
