// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows alerts as desktop notifications (org.freedesktop.Notifications). Reports when the desktop has none,
// and when one is clicked. Merges alerts that arrive together and shows at most one every few seconds. Owner:
// the main window; GUI thread.

#include "core/engine/alerts/alertwatch.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace lockscope
{

class DesktopNotifier final : public QObject
{
    Q_OBJECT
public:
    explicit DesktopNotifier(QObject *parent = nullptr);

    // Alerts may be of several connections. Those of the window's own have no name of one.
    void take(const std::vector<Alert> &alerts);
    void setNotifying(bool notifying); // False: only told() is emitted, for the window
    // Shows a message of this program at once, without waiting or merging.
    void tellNow(const QString &title, const QString &text, const LockName &key);
    void leave(); // On disconnect: a click on an older notification no longer selects a lock
    // The name or the address of the window's own connection, for titles. Stays until the next one.
    void setConnection(const QString &name) { m_ownName = name; }
    // Title and text of the notification for these alerts. ownName: of the window's own connection.
    static std::pair<QString, QString> message(const std::vector<Alert> &alerts, const QString &ownName = {});
    // Of the last notification; empty if it covered several locks.
    const LockName &lastKey() const { return m_shown.key; }
    void clickLast(); // As a click on the last notification

signals:
    void told(const QString &title, const QString &text);                // The window may show it too
    void unshown(const QString &title, const QString &text, bool grave); // The desktop shows no notifications
    // A notification was clicked; the key is empty if it covered several locks.
    void wanted(const lockscope::LockName &key);
    void otherWanted(const QString &connection, const lockscope::LockPtr &lock); // The same, of another one
    void fleetWanted(); // The same, of several locks and not only the window's own

private slots: // Called by name from the notification service
    void takeAction(uint id, const QString &action);
    void forget(uint id, uint reason);

private:
    // What a click opens: a lock, a window, or a lock of another connection.
    struct Target {
        LockName key{};
        QString connection{};
        LockPtr lock{};
        bool isFleet = false;
    };
    static Target targetOf(const std::vector<Alert> &alerts);
    void open(const Target &target);
    void listen();
    void tell();
    void remember(uint id, const Target &target);
    void notify(const QString &title, const QString &text, bool grave);

    QTimer m_rest; // Runs between two notifications
    std::vector<Alert> m_waiting;
    Target m_shown{}; // Of the last notification
    QString m_ownName{};
    bool m_notifying = true;
    quint64 m_connection = 0;   // Number of the current connection
    QHash<uint, Target> m_open; // Notifications that can still be clicked
};

} // namespace lockscope
