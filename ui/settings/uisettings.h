// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The saved state of the window, without secrets. An ini file in the configuration folder; an unreadable file
// counts as missing. Other windows may write it too: lists are read anew before they change. Owner: the main
// window; GUI thread.

#include "ui/locks/model/arrangement.h"
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

    QByteArray geometry(const QString &window) const; // "window" is the main window
    void setGeometry(const QString &window, const QByteArray &geometry);
    QByteArray docks() const;
    void setDocks(const QByteArray &docks);
    bool docksFollow() const; // The panels resize with the window; false once the user has dragged one
    void setDocksFollow(bool follow);
    QByteArray columns() const;
    void setColumns(const QByteArray &columns);
    QByteArray auditColumns() const;
    void setAuditColumns(const QByteArray &columns);
    QString contention() const; // See ContentionScope::saved()
    void setContention(const QString &choice);
    QByteArray blocking() const; // How tree and picture share the page
    void setBlocking(const QByteArray &split);
    QString blockingGrouping() const; // See BlockingPage::grouping()
    void setBlockingGrouping(const QString &by);
    QString fleetFolder() const; // The folder that the window Fleet shows; empty: all connections
    void setFleetFolder(const QString &folder);
    QString fleetSorting() const; // See FleetPage::sorting()
    void setFleetSorting(const QString &sorting);
    // Copies a damaged file to FILE.damaged, before anything is written: what cannot be read would be lost.
    // Returns the name of the copy; empty: the file is whole, or missing.
    QString keepDamaged() const;
    QString filter(const QString &connection) const; // connection: as auditedProfile() names it
    void setFilter(const QString &connection, const QString &filter);
    Grouping grouping() const;
    void setGrouping(Grouping grouping);
    bool timelineLegend() const; // Whether it is shown
    void setTimelineLegend(bool shown);
    QString profile() const; // The last one selected
    void setProfile(const QString &name);
    Appearance appearance() const;
    void setAppearance(Appearance appearance);
    QString language() const; // One of languages(); empty: follow the system
    void setLanguage(const QString &language);
    static QList<int> textSizes(); // The choices, in percent of the system's font size
    int textSize() const;          // One of textSizes()
    void setTextSize(int percent);
    bool trayIcon() const;
    void setTrayIcon(bool shown);
    bool notifications() const; // Desktop notifications
    void setNotifications(bool shown);
    QSet<LockName> pins(const QString &connection) const; // connection: name or address
    void setPinned(const QString &connection, const LockName &key, bool isPinned);
    // A saved connection was renamed: all that is stored by its name goes with it.
    void renameConnection(const QString &from, const QString &to);
    // Removes filter and pins. Later ones of it are not stored until it is opened again. connection: a name,
    // or an address.
    void forgetConnection(const QString &connection);
    // Their filters are kept when an address of the same name is forgotten.
    void setSavedConnections(const QSet<QString> &names) { m_saved = names; }
    struct ConnectionState {
        QString filter{};
        QSet<LockName> pins{};
    };
    ConnectionState connectionState(const QString &connection) const;
    void setConnectionState(const QString &connection, const ConnectionState &state);
    QStringList recentCommands() const; // By their text
    void addRecentCommand(const QString &command);
    QStringList recentUrls() const; // Newest first, without passwords; a group's URLs are separated by spaces
    void addRecentUrl(const QString &url);
    void removeRecentUrl(const QString &url);
    void clearRecentUrls();
    QStringList recentRecordings() const; // Newest first, with their folders
    void addRecentRecording(const QString &file);
    QString lastConnection() const; // A profile name, or a URL without passwords
    void setLastConnection(const QString &connection);

private:
    void setPins(const QString &connection, const QSet<LockName> &pins);
    void setRecentUrls(const QStringList &urls);
    bool isForgotten(const QString &connection) const { return m_forgotten.contains(connection); }

    QSettings m_file;
    QSet<QString> m_saved{};     // Names
    QSet<QString> m_forgotten{}; // Connections that may still be open
};

} // namespace lockscope
