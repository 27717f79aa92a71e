// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The icon in the desktop's tray, where there is one: the worst level of all locks as a mark, their numbers
// when pointed at, the window at a click, a menu to come back and to quit; and messages, for a desktop that
// shows no notifications. Does nothing on a desktop without a tray. Owner: the main window; GUI thread.

#include "core/values/lock.h"
#include "ui/lockmodel.h"

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

    // connection: empty while there is none.
    void show(const QString &connection, const ListTotals &totals);
    void tell(const QString &title, const QString &text, bool grave);

    static VerdictLevel worst(const ListTotals &totals);
    static QString summary(const QString &connection, const ListTotals &totals);
    static QIcon icon(VerdictLevel worst); // Warning and Critical are marked

signals:
    void windowWanted();
    void messageClicked();

private:
    QMenu m_menu{};
    std::unique_ptr<QSystemTrayIcon> m_icon; // null: no tray
    VerdictLevel m_worst = VerdictLevel::Ok;
};

} // namespace lockscope
