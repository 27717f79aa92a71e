// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/uisettings.h"

#include "core/history/audit/auditentry.h"
#include "core/values/connection/connection.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace lockscope
{
namespace
{

constexpr int MostRecentUrls = 10;
constexpr int MostRecentCommands = 6;
constexpr int MostRecentRecordings = 8;

QStringList withNewest(const QString &newest, QStringList others, int most)
{
    others.removeAll(newest);
    others.prepend(newest);
    return others.mid(0, most);
}

// Filters are stored by it, so that a timeout in the address makes no other connection.
QString placeOf(const QString &connection)
{
    const auto spec = parseConnectionUrl(connection);
    return spec ? auditedProfile(*spec) : connection;
}

// By the rules of QSettings: sections, entries and comments.
bool isIni(const QByteArray &bytes)
{
    const qsizetype start = bytes.startsWith("\xef\xbb\xbf") ? 3 : 0; // some editors write a BOM
    bool continues = false;
    for (const QByteArray &whole : bytes.mid(start).split('\n')) {
        const QByteArray line = whole.trimmed();
        const bool isEntry = line.isEmpty() || line.startsWith(';') || line.contains('=') ||
                             (line.startsWith('[') && line.endsWith(']'));
        if (line.contains('\0') || (!isEntry && !continues))
            return false;
        continues = line.endsWith('\\');
    }
    return true;
}

// Names of connections may contain any bytes.
QString entryOf(const char *group, const QString &connection)
{
    return QLatin1String(group) + QString::fromLatin1(connection.toUtf8().toHex());
}

// Stored by name, because later versions may insert values.
template<class T, size_t N>
T byName(const QString &name, const std::pair<QLatin1String, T> (&names)[N], T otherwise)
{
    for (const auto &entry : names) {
        if (name == entry.first)
            return entry.second;
    }
    return otherwise;
}

template<class T, size_t N> QString nameOf(T value, const std::pair<QLatin1String, T> (&names)[N])
{
    for (const auto &entry : names) {
        if (value == entry.second)
            return entry.first;
    }
    return {};
}

const std::pair<QLatin1String, Grouping> Groupings[] = {
    {QLatin1String("none"), Grouping::None},       {QLatin1String("prefix"), Grouping::Prefix},
    {QLatin1String("owner"), Grouping::Owner},     {QLatin1String("kind"), Grouping::Kind},
    {QLatin1String("verdict"), Grouping::Verdict},
};

const std::pair<QLatin1String, Appearance> Appearances[] = {
    {QLatin1String("system"), Appearance::System},
    {QLatin1String("light"), Appearance::Light},
    {QLatin1String("dark"), Appearance::Dark},
};

} // namespace

UiSettings::UiSettings(const QString &configDir)
    : m_file(QDir(configDir).filePath(QStringLiteral("window.ini")), QSettings::IniFormat)
{
}

QString UiSettings::keepDamaged() const
{
    QFile file(m_file.fileName());
    if (!file.open(QIODevice::ReadOnly) || isIni(file.readAll()))
        return {};
    const QString copy = file.fileName() + QStringLiteral(".damaged");
    QFile::remove(copy);
    return file.copy(copy) ? copy : QString();
}

QByteArray UiSettings::geometry(const QString &window) const
{
    return m_file.value(window + QStringLiteral("/geometry")).toByteArray();
}

void UiSettings::setGeometry(const QString &window, const QByteArray &geometry)
{
    m_file.setValue(window + QStringLiteral("/geometry"), geometry);
}

QByteArray UiSettings::docks() const
{
    return m_file.value(QStringLiteral("window/docks")).toByteArray();
}

void UiSettings::setDocks(const QByteArray &docks)
{
    m_file.setValue(QStringLiteral("window/docks"), docks);
}

bool UiSettings::docksFollow() const
{
    return m_file.value(QStringLiteral("window/docks_follow")).toBool();
}

void UiSettings::setDocksFollow(bool follow)
{
    m_file.setValue(QStringLiteral("window/docks_follow"), follow);
}

bool UiSettings::timelineLegend() const
{
    return m_file.value(QStringLiteral("window/timeline_legend")).toBool();
}

void UiSettings::setTimelineLegend(bool shown)
{
    m_file.setValue(QStringLiteral("window/timeline_legend"), shown);
}

QByteArray UiSettings::columns() const
{
    return m_file.value(QStringLiteral("locks/columns")).toByteArray();
}

void UiSettings::setColumns(const QByteArray &columns)
{
    m_file.setValue(QStringLiteral("locks/columns"), columns);
}

QByteArray UiSettings::auditColumns() const
{
    return m_file.value(QStringLiteral("audit/columns")).toByteArray();
}

void UiSettings::setAuditColumns(const QByteArray &columns)
{
    m_file.setValue(QStringLiteral("audit/columns"), columns);
}

QString UiSettings::contention() const
{
    return m_file.value(QStringLiteral("contention/choice")).toString();
}

void UiSettings::setContention(const QString &choice)
{
    m_file.setValue(QStringLiteral("contention/choice"), choice);
}

QByteArray UiSettings::blocking() const
{
    return m_file.value(QStringLiteral("blocking/split")).toByteArray();
}

void UiSettings::setBlocking(const QByteArray &split)
{
    m_file.setValue(QStringLiteral("blocking/split"), split);
}

QString UiSettings::blockingGrouping() const
{
    return m_file.value(QStringLiteral("blocking/by")).toString();
}

void UiSettings::setBlockingGrouping(const QString &by)
{
    m_file.setValue(QStringLiteral("blocking/by"), by);
}

QString UiSettings::fleetFolder() const
{
    return m_file.value(QStringLiteral("fleet/folder")).toString();
}

void UiSettings::setFleetFolder(const QString &folder)
{
    m_file.setValue(QStringLiteral("fleet/folder"), folder);
}

QString UiSettings::fleetSorting() const
{
    return m_file.value(QStringLiteral("fleet/sorting")).toString();
}

void UiSettings::setFleetSorting(const QString &sorting)
{
    m_file.setValue(QStringLiteral("fleet/sorting"), sorting);
}

QString UiSettings::filter(const QString &connection) const
{
    return m_file.value(entryOf("filters/", connection)).toString();
}

void UiSettings::setFilter(const QString &connection, const QString &filter)
{
    if (filter.isEmpty() || isForgotten(connection))
        m_file.remove(entryOf("filters/", connection));
    else
        m_file.setValue(entryOf("filters/", connection), filter);
}

Grouping UiSettings::grouping() const
{
    return byName(m_file.value(QStringLiteral("locks/grouping")).toString(), Groupings, Grouping::None);
}

void UiSettings::setGrouping(Grouping grouping)
{
    m_file.setValue(QStringLiteral("locks/grouping"), nameOf(grouping, Groupings));
}

QString UiSettings::profile() const
{
    return m_file.value(QStringLiteral("connection/profile")).toString();
}

void UiSettings::setProfile(const QString &name)
{
    m_forgotten.remove(name);
    m_file.setValue(QStringLiteral("connection/profile"), name);
}

Appearance UiSettings::appearance() const
{
    return byName(m_file.value(QStringLiteral("window/appearance")).toString(), Appearances,
                  Appearance::System);
}

void UiSettings::setAppearance(Appearance appearance)
{
    m_file.setValue(QStringLiteral("window/appearance"), nameOf(appearance, Appearances));
}

QString UiSettings::language() const
{
    return m_file.value(QStringLiteral("window/language")).toString();
}

void UiSettings::setLanguage(const QString &language)
{
    m_file.setValue(QStringLiteral("window/language"), language);
}

QList<int> UiSettings::textSizes()
{
    return {90, 100, 110, 125, 150, 175, 200};
}

int UiSettings::textSize() const
{
    const int percent = m_file.value(QStringLiteral("window/text_size"), 100).toInt();
    return textSizes().contains(percent) ? percent : 100;
}

void UiSettings::setTextSize(int percent)
{
    m_file.setValue(QStringLiteral("window/text_size"), percent);
}

bool UiSettings::trayIcon() const
{
    return m_file.value(QStringLiteral("window/tray_icon"), true).toBool();
}

void UiSettings::setTrayIcon(bool shown)
{
    m_file.setValue(QStringLiteral("window/tray_icon"), shown);
}

bool UiSettings::notifications() const
{
    return m_file.value(QStringLiteral("window/notifications"), true).toBool();
}

void UiSettings::setNotifications(bool shown)
{
    m_file.setValue(QStringLiteral("window/notifications"), shown);
}

// Keys may contain any bytes.
QSet<LockName> UiSettings::pins(const QString &connection) const
{
    QSet<LockName> pins;
    for (const QString &key : m_file.value(entryOf("pins/", connection)).toStringList())
        pins.insert({QByteArray::fromBase64(key.toLatin1())});
    return pins;
}

void UiSettings::setPins(const QString &connection, const QSet<LockName> &pins)
{
    QStringList keys;
    for (const LockName &key : pins)
        keys << QString::fromLatin1(key.bytes.toBase64());
    keys.sort();
    const QString group = entryOf("pins/", connection);
    if (keys.isEmpty())
        m_file.remove(group);
    else
        m_file.setValue(group, keys);
}

void UiSettings::setPinned(const QString &connection, const LockName &key, bool isPinned)
{
    if (isForgotten(connection))
        return;
    m_file.sync();
    QSet<LockName> changed = pins(connection);
    if (isPinned)
        changed.insert(key);
    else
        changed.remove(key);
    setPins(connection, changed);
}

void UiSettings::renameConnection(const QString &from, const QString &to)
{
    m_file.sync();
    setConnectionState(to, connectionState(from));
    for (const char *group : {"pins/", "filters/"})
        m_file.remove(entryOf(group, from));
    if (profile() == from)
        setProfile(to);
    if (lastConnection() == from)
        setLastConnection(to);
}

void UiSettings::forgetConnection(const QString &connection)
{
    const QString place = placeOf(connection); // Others that are kept may be of the same place
    const QStringList kept = recentUrls();
    const bool isSaved = connection != place && m_saved.contains(place);
    const bool isShared =
        isSaved || std::ranges::any_of(kept, [&](const QString &url) { return placeOf(url) == place; });
    m_file.remove(entryOf("pins/", connection));
    m_forgotten.insert(connection);
    if (isShared)
        return;
    m_file.remove(entryOf("filters/", place));
    m_forgotten.insert(place);
}

UiSettings::ConnectionState UiSettings::connectionState(const QString &connection) const
{
    return {.filter = filter(placeOf(connection)), .pins = pins(connection)};
}

void UiSettings::setConnectionState(const QString &connection, const ConnectionState &state)
{
    m_forgotten -= {connection, placeOf(connection)};
    setFilter(placeOf(connection), state.filter);
    setPins(connection, state.pins);
}

QStringList UiSettings::recentCommands() const
{
    return m_file.value(QStringLiteral("window/recent_commands")).toStringList();
}

void UiSettings::addRecentCommand(const QString &command)
{
    m_file.sync();
    m_file.setValue(QStringLiteral("window/recent_commands"),
                    withNewest(command, recentCommands(), MostRecentCommands));
}

QStringList UiSettings::recentUrls() const
{
    return m_file.value(QStringLiteral("connection/recent")).toStringList();
}

void UiSettings::addRecentUrl(const QString &url)
{
    m_file.sync();
    m_forgotten -= {url, placeOf(url)};
    setRecentUrls(withNewest(url, recentUrls(), MostRecentUrls));
}

void UiSettings::removeRecentUrl(const QString &url)
{
    m_file.sync();
    QStringList urls = recentUrls();
    urls.removeAll(url);
    setRecentUrls(urls);
}

void UiSettings::clearRecentUrls()
{
    m_file.sync();
    setRecentUrls({});
}

// An address that is not listed is in no other entry either.
void UiSettings::setRecentUrls(const QStringList &urls)
{
    const QStringList before = recentUrls();
    if (urls.isEmpty())
        m_file.remove(QStringLiteral("connection/recent"));
    else
        m_file.setValue(QStringLiteral("connection/recent"), urls);
    for (const QString &url : before) {
        if (!urls.contains(url))
            forgetConnection(url);
    }
}

QStringList UiSettings::recentRecordings() const
{
    return m_file.value(QStringLiteral("recording/recent")).toStringList();
}

void UiSettings::addRecentRecording(const QString &file)
{
    m_file.sync();
    m_file.setValue(QStringLiteral("recording/recent"),
                    withNewest(file, recentRecordings(), MostRecentRecordings));
}

QString UiSettings::lastConnection() const
{
    return m_file.value(QStringLiteral("connection/last")).toString();
}

void UiSettings::setLastConnection(const QString &connection)
{
    m_file.setValue(QStringLiteral("connection/last"), connection);
}

} // namespace lockscope
