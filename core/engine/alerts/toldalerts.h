// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The engine of the main window and one of the fleet may watch the same connection, and both raise its
// alerts. Lets each one through once. The engine of the main window counts while it is connected, the other
// one before and after. Pure; any one thread.

#include "core/engine/alerts/alertwatch.h"

#include <QSet>

namespace lockscope
{

class ToldAlerts
{
public:
    // The connection of the main window, by its name in the fleet or any other. answers: it is established.
    // Both return alerts of the fleet that were held back for it, and that it did not raise.
    std::vector<Alert> setMain(const QString &connection, bool answers);
    std::vector<Alert> leaveMain();                  // it is closed, or opened anew
    void setFleet(const QSet<QString> &connections); // that the fleet follows; none: it is closed
    // The rest is of a rule that was removed: it will not be reported as over.
    void setRules(const QStringList &rules);

    // Of these alerts, the ones to be told.
    std::vector<Alert> ofMain(const std::vector<Alert> &alerts);
    std::vector<Alert> ofFleet(const std::vector<Alert> &alerts); // with their connections

private:
    using Id = std::pair<QString, LockName>; // rule, lock
    using Ongoing = QHash<Id, Alert>;
    struct Connection {
        Ongoing main{}; // raised there and not over there
        Ongoing fleet{};
        QSet<Id> told{};
    };
    bool countsMain(const QString &connection) const;
    bool isNew(Connection &connection, const Alert &alert, bool ofMain, bool countsMain);
    std::vector<Alert> settle(const QString &connection);

    QHash<QString, Connection> m_connections;
    QSet<QString> m_followed; // by the fleet
    QString m_main{};
    bool m_answers = false;
};

} // namespace lockscope
