// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/profilestore.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"
#include "core/config/profilejson.h"

#include <QDir>
#include <QSet>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope
{
namespace
{

// The first name used twice.
std::optional<QString> repeatedName(const QList<ConnectionSpec> &profiles)
{
    QSet<QString> names;
    for (const ConnectionSpec &profile : profiles) {
        if (names.contains(profile.name))
            return profile.name;
        names.insert(profile.name);
    }
    return {};
}

} // namespace

ProfileStore::ProfileStore(QString dir) : m_dir(dir.isEmpty() ? defaultDir() : std::move(dir)) {}

QString ProfileStore::defaultDir()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QLatin1String("/lockscope");
}

QString ProfileStore::fileName() const
{
    return QDir(m_dir).filePath(QStringLiteral("profiles.json"));
}

Outcome<QList<ConnectionSpec>> ProfileStore::load() const
{
    const auto json = readPrivateFile(fileName(), Tr::tr("a list of profiles"));
    if (!json)
        return json.failure();
    if (!*json)
        return QList<ConnectionSpec>{};
    auto profiles = profilesFromJson(**json);
    if (!profiles) {
        Failure failure = profiles.failure();
        failure.text = QStringLiteral("%1: %2").arg(fileName(), failure.text);
        failure.remedy = Tr::tr("fix or move the file; Lockscope has not changed it");
        return failure;
    }
    return profiles;
}

Done ProfileStore::save(const QList<ConnectionSpec> &profiles) const
{
    for (const ConnectionSpec &profile : profiles) {
        if (const auto fault = faultOf(profile))
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Tr::tr("profile \"%1\": %2").arg(profile.name, fault->text)};
    }
    if (const auto twice = repeatedName(profiles))
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("duplicate profile name \"%1\"").arg(*twice)};
    return writePrivateFile(fileName(), profilesToJson(profiles));
}

Outcome<ConnectionSpec> ProfileStore::find(const QString &name) const
{
    auto profiles = load();
    if (!profiles)
        return profiles.failure();
    QStringList names;
    for (const ConnectionSpec &profile : *profiles) {
        if (profile.name == name)
            return profile;
        names << QStringLiteral("\"%1\"").arg(profile.name);
    }
    if (name.contains(QLatin1String("://"))) // not repeated, as it may have a password
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("a URL is not the name of a profile"),
                       .remedy = Tr::tr("use --url for a URL")};
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Tr::tr("no profile \"%1\" in %2").arg(name, fileName()),
                   .remedy = names.isEmpty() ? Tr::tr("save one in the window, or use --url")
                                             : Tr::tr("available: %1").arg(names.join(QLatin1String(", ")))};
}

} // namespace lockscope
