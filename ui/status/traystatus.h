// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The icon in the desktop's tray: the worst level of all locks as a mark, counts as tool tip, and a menu to
// show the window or quit. Also shows messages on a desktop without notifications. The tray may appear later,
// vanish, or be missing; the rest of the program does not depend on it. Owner: the main window; GUI thread.

#include "core/values/lock.h"
#include "ui/locks/model/lockmodel.h"

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
    void show(const QString &connection, const ListTotals &totals, bool answers);
    void tell(const QString &title, const QString &text, bool grave);
    bool isShown() const { return m_icon != nullptr; }

    static VerdictLevel worst(const ListTotals &totals);
    // answers: a server of that connection does; otherwise nothing is known of now.
    static QString summary(const QString &connection, const ListTotals &totals, bool answers);
    static QIcon icon(VerdictLevel worst); // Marked for Warning and Critical

signals:
    void windowWanted();
    void messageClicked();

private slots: // Called by name from the tray service
    void appear();

private:
    void awaitTray(); // Calls appear() once a tray starts
    void lookForTray();

    QMenu m_menu{};
    std::unique_ptr<QSystemTrayIcon> m_icon; // Null until a tray exists
    bool m_wanted = true;                    // As set by the user
    QString m_text{};
    VerdictLevel m_worst = VerdictLevel::Ok;
};

} // namespace lockscope
