// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows alerts outside the window: as notifications of the desktop (org.freedesktop.Notifications), else by
// the tray, else nowhere but in the window. Many at once become one, and no more than one every few seconds.
// Owner: the main window; GUI thread.

#include "core/engine/alertwatch.h"

#include <QObject>
#include <QTimer>

class QSystemTrayIcon;

namespace lockscope
{

class AlertTeller final : public QObject
{
    Q_OBJECT
public:
    explicit AlertTeller(QObject *parent = nullptr);
    ~AlertTeller() override;

    void take(const std::vector<Alert> &alerts);
    // Title and text of what is shown of these.
    static std::pair<QString, QString> message(const std::vector<Alert> &alerts);

signals:
    void told(const QString &title, const QString &text); // for the window to show, too
    void lockWanted(const lockscope::LockName &key);      // somebody clicked it

private:
    void tell();
    void notify(const QString &title, const QString &text, bool grave);
    void showByTray(const QString &title, const QString &text, bool grave);

    QTimer m_rest; // between two
    std::vector<Alert> m_waiting;
    LockName m_shown{}; // of the last one, if it was of one lock
    QSystemTrayIcon *m_tray = nullptr;
};

} // namespace lockscope
