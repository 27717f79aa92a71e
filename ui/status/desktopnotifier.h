// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows alerts outside the window, as notifications of the desktop (org.freedesktop.Notifications), and says
// where nobody shows those, and when one of them is clicked. Many at once become one, and no more than one
// every few seconds.
// Owner: the main window; GUI thread.

#include "core/engine/alertwatch.h"

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

    void take(const std::vector<Alert> &alerts);
    void setNotifying(bool notifying); // false: told() alone, for the window
    // Something else than an alert, at once: what concerns this program itself.
    void tellNow(const QString &title, const QString &text, const LockName &key);
    void leave(); // the connection: what was told of it is no way to a lock any more
    // Title and text of what is shown of these.
    static std::pair<QString, QString> message(const std::vector<Alert> &alerts);
    const LockName &lastKey() const { return m_shown; } // of the last one; empty if it was of several locks

signals:
    void told(const QString &title, const QString &text);                // for the window to show, too
    void unshown(const QString &title, const QString &text, bool grave); // no notifications on this desktop
    void wanted(const lockscope::LockName &key); // was clicked; empty: it was of several locks

private slots: // of the notification service, by name
    void takeAction(uint id, const QString &action);
    void forget(uint id, uint reason);

private:
    void listen();
    void tell();
    void remember(uint id, const LockName &key);
    void notify(const QString &title, const QString &text, bool grave);

    QTimer m_rest; // between two
    std::vector<Alert> m_waiting;
    LockName m_shown{};
    bool m_notifying = true;
    quint64 m_connection = 0;     // counts them
    QHash<uint, LockName> m_open; // notifications that may be clicked
};

} // namespace lockscope
