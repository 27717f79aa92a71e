// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/uisettings.h"

#include <QDir>

namespace lockscope
{
namespace
{

constexpr int MostRecentUrls = 10;

// By name, not by number: a later version may put something between.
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

QByteArray UiSettings::geometry() const
{
    return m_file.value(QStringLiteral("window/geometry")).toByteArray();
}

void UiSettings::setGeometry(const QByteArray &geometry)
{
    m_file.setValue(QStringLiteral("window/geometry"), geometry);
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

QString UiSettings::filter() const
{
    return m_file.value(QStringLiteral("locks/filter")).toString();
}

void UiSettings::setFilter(const QString &filter)
{
    m_file.setValue(QStringLiteral("locks/filter"), filter);
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

// A key may hold any bytes, and so may the name of a connection.
QSet<LockName> UiSettings::pins(const QString &connection) const
{
    QSet<LockName> pins;
    const QString group = QStringLiteral("pins/") + QString::fromLatin1(connection.toUtf8().toHex());
    for (const QString &key : m_file.value(group).toStringList())
        pins.insert({QByteArray::fromBase64(key.toLatin1())});
    return pins;
}

void UiSettings::setPins(const QString &connection, const QSet<LockName> &pins)
{
    QStringList keys;
    for (const LockName &key : pins)
        keys << QString::fromLatin1(key.bytes.toBase64());
    keys.sort();
    const QString group = QStringLiteral("pins/") + QString::fromLatin1(connection.toUtf8().toHex());
    if (keys.isEmpty())
        m_file.remove(group);
    else
        m_file.setValue(group, keys);
}

QStringList UiSettings::recentUrls() const
{
    return m_file.value(QStringLiteral("connection/recent")).toStringList();
}

void UiSettings::addRecentUrl(const QString &url)
{
    QStringList urls = recentUrls();
    urls.removeAll(url);
    urls.prepend(url);
    m_file.setValue(QStringLiteral("connection/recent"), QStringList(urls.mid(0, MostRecentUrls)));
}

} // namespace lockscope
