// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/alerts/toldalerts.h"

#include <utility>

namespace lockscope
{

bool ToldAlerts::countsMain(const QString &connection) const
{
    return connection == m_main && (m_answers || !m_followed.contains(connection));
}

std::vector<Alert> ToldAlerts::setMain(const QString &connection, bool answers)
{
    const QString before = std::exchange(m_main, connection);
    if (before != connection && !before.isEmpty()) { // the fleet knows it by this name
        const Connection known = m_connections.take(before);
        m_connections[connection].main = known.main;
        m_connections[connection].told.unite(known.told);
    }
    const bool answered = std::exchange(m_answers, answers);
    return answered && !answers ? settle(connection) : std::vector<Alert>();
}

std::vector<Alert> ToldAlerts::leaveMain()
{
    const QString before = std::exchange(m_main, {});
    m_answers = false;
    m_connections[before].main.clear();
    return settle(before);
}

void ToldAlerts::setFleet(const QSet<QString> &connections)
{
    const QSet<QString> gone = std::exchange(m_followed, connections) - connections;
    for (const QString &connection : gone) {
        m_connections[connection].fleet.clear();
        settle(connection);
    }
}

void ToldAlerts::setRules(const QStringList &rules)
{
    const auto isGone = [&rules](const Id &id) { return !rules.contains(id.first); };
    for (Connection &connection : m_connections) {
        connection.told.removeIf(isGone);
        for (Ongoing *ongoing : {&connection.main, &connection.fleet})
            ongoing->removeIf([&isGone](auto one) { return isGone(one.key()); });
    }
}

// What neither of the two reports as going on will not be reported as over.
std::vector<Alert> ToldAlerts::settle(const QString &name)
{
    Connection &connection = m_connections[name];
    connection.told.removeIf([&connection](const Id &id) {
        return !connection.main.contains(id) && !connection.fleet.contains(id);
    });
    std::vector<Alert> untold;
    for (auto one = connection.fleet.cbegin(); one != connection.fleet.cend(); ++one) {
        if (countsMain(name) || connection.told.contains(one.key()))
            continue;
        connection.told.insert(one.key());
        untold.push_back(*one);
    }
    if (connection.told.isEmpty() && connection.main.isEmpty() && connection.fleet.isEmpty())
        m_connections.remove(name);
    return untold;
}

bool ToldAlerts::isNew(Connection &connection, const Alert &alert, bool ofMain, bool countsMain)
{
    const bool counts = ofMain == countsMain;
    const Id id(alert.rule, alert.key);
    Ongoing &own = ofMain ? connection.main : connection.fleet;
    if (alert.what == Alert::What::Began) {
        const Alert before = own.value(id);
        const bool isWorse =
            before.lock && alert.lock && alert.lock->shownVerdict().level > before.lock->shownVerdict().level;
        own.insert(id, alert);
        if (!counts || (connection.told.contains(id) && !isWorse))
            return false;
        connection.told.insert(id);
        return true;
    }
    if (alert.what != Alert::What::Over)
        return counts;
    own.remove(id);
    const Ongoing &counting = countsMain ? connection.main : connection.fleet;
    return !counting.contains(id) && connection.told.remove(id);
}

std::vector<Alert> ToldAlerts::ofMain(const std::vector<Alert> &alerts)
{
    std::vector<Alert> fresh;
    for (const Alert &alert : alerts) {
        if (isNew(m_connections[m_main], alert, true, countsMain(m_main)))
            fresh.push_back(alert);
    }
    return fresh;
}

std::vector<Alert> ToldAlerts::ofFleet(const std::vector<Alert> &alerts)
{
    std::vector<Alert> fresh;
    for (const Alert &alert : alerts) {
        m_followed.insert(alert.connection);
        if (isNew(m_connections[alert.connection], alert, false, countsMain(alert.connection)))
            fresh.push_back(alert);
    }
    return fresh;
}

} // namespace lockscope
