// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window remembers between two runs: never a secret. An ini file in the configuration folder; an
// unreadable one is as good as none. Owner: the main window; GUI thread.

#include "ui/locks/arrangement.h"
#include "ui/theme/appearance.h"

#include <QByteArray>
#include <QSet>
#include <QSettings>
#include <QStringList>

namespace lockscope
{

class UiSettings
{
public:
    explicit UiSettings(const QString &configDir);

    QByteArray geometry() const;
    void setGeometry(const QByteArray &geometry);
    QByteArray docks() const;
    void setDocks(const QByteArray &docks);
    bool docksFollow() const; // the size of the window: nobody dragged one
    void setDocksFollow(bool follow);
    QByteArray columns() const;
    void setColumns(const QByteArray &columns);
    QByteArray auditColumns() const;
    void setAuditColumns(const QByteArray &columns);
    QString filter() const;
    void setFilter(const QString &filter);
    Grouping grouping() const;
    void setGrouping(Grouping grouping);
    QString profile() const; // selected last
    void setProfile(const QString &name);
    Appearance appearance() const;
    void setAppearance(Appearance appearance);
    QString language() const; // as of languages(); empty: as the system
    void setLanguage(const QString &language);
    static QList<int> textSizes(); // that can be chosen, in percent of the system's font
    int textSize() const;          // one of these
    void setTextSize(int percent);
    bool trayIcon() const;
    void setTrayIcon(bool shown);
    bool notifications() const; // of the desktop
    void setNotifications(bool shown);
    QSet<LockName> pins(const QString &connection) const; // of a connection, by its name or address
    void setPins(const QString &connection, const QSet<LockName> &pins);
    QStringList recentCommands() const; // by their words
    void addRecentCommand(const QString &command);
    QStringList recentUrls() const; // the newest first, without passwords; of a group with blanks between
    void addRecentUrl(const QString &url);
    void removeRecentUrl(const QString &url);
    void clearRecentUrls();
    QString lastConnection() const; // the name of a profile, or a URL without passwords
    void setLastConnection(const QString &connection);

private:
    QSettings m_file;
};

} // namespace lockscope
