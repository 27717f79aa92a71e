// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The icon in the desktop's tray: the worst level of all locks as a mark, counts as tool tip, and a menu to
// show the window or quit. Also shows messages on a desktop without notifications. The tray may appear later,
// vanish, or be missing; the rest of the program does not depend on it. Owner: the main window; GUI thread.

#include "core/values/events.h"

#include <QMenu>
#include <QObject>

#include <memory>

class QAction;
class QSystemTrayIcon;

namespace lockscope
{

class TrayStatus final : public QObject
{
    Q_OBJECT
public:
    TrayStatus(QAction *quit, QObject *parent); // quit: owned by the window
    ~TrayStatus() override;

    void setShown(bool shown);
    // connection: empty while there is none.
    void show(const QString &connection, const LockTotals &totals, bool answers);
    // Of all connections instead: lines of the tool tip, the last of them on the worst lock, or empty.
    struct Fleet {
        QString connections{};
        QString locks{};
        QString worst{};
        VerdictLevel level = VerdictLevel::Ok;
    };
    void showFleet(const Fleet &fleet);
    void tell(const QString &title, const QString &text, bool grave);
    bool isShown() const { return m_icon != nullptr; }

    static VerdictLevel worst(const LockTotals &totals);
    // answers: a server of that connection does; otherwise nothing is known of now.
    static QString summary(const QString &connection, const LockTotals &totals, bool answers);
    static QIcon icon(VerdictLevel worst);         // Marked for Warning and Critical
    const QString &text() const { return m_text; } // The tool tip
    VerdictLevel level() const { return m_worst; }
    QMenu &menu() { return m_menu; }

signals:
    void windowWanted();
    void fleetWanted();
    void worstWanted(); // The worst lock of all connections
    void messageClicked();

private slots: // Called by name from the tray service
    void appear();

private:
    void showText(const QString &text, VerdictLevel worst);
    void showFleetEntries(const Fleet &fleet);
    void awaitTray(); // Calls appear() once a tray starts
    void lookForTray();

    QMenu m_menu{};
    QAction *m_fleet;       // Visible while the tray is about all connections
    QAction *m_connections; // Their numbers, because some trays have no tool tip
    QAction *m_locks;
    QAction *m_worstLock;
    std::unique_ptr<QSystemTrayIcon> m_icon; // Null until a tray exists
    bool m_wanted = true;                    // As set by the user
    QString m_text{};
    VerdictLevel m_worst = VerdictLevel::Ok;
};

} // namespace lockscope
