// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The icon in the desktop's tray, where there is one: the worst level of all locks as a mark, their numbers
// when pointed at, the window at a click, a menu to come back and to quit; and messages, for a desktop that
// shows no notifications. The tray may come later, and go: without one nothing else is different. Owner: the
// main window; GUI thread.

#include "core/values/lock.h"
#include "ui/locks/lockmodel.h"

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
    TrayStatus(QAction *quit, QObject *parent); // quit: of the window, which owns it
    ~TrayStatus() override;

    void setShown(bool shown); // a person may not want it
    // connection: empty while there is none.
    void show(const QString &connection, const ListTotals &totals);
    void tell(const QString &title, const QString &text, bool grave);
    bool isShown() const { return m_icon != nullptr; }

    static VerdictLevel worst(const ListTotals &totals);
    static QString summary(const QString &connection, const ListTotals &totals);
    static QIcon icon(VerdictLevel worst); // Warning and Critical are marked

signals:
    void windowWanted();
    void messageClicked();

private slots: // of the tray's service, by name
    void appear();

private:
    void awaitTray(); // one that comes later
    void lookForTray();

    QMenu m_menu{};
    std::unique_ptr<QSystemTrayIcon> m_icon; // null: there was no tray yet
    bool m_wanted = true;                    // by the person
    QString m_text{};
    VerdictLevel m_worst = VerdictLevel::Ok;
};

} // namespace lockscope
