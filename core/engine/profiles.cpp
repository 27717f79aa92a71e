// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/profiles.h"

#include "core/engine/profilejson.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QSet>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope
{
namespace
{

struct Say {
    Q_DECLARE_TR_FUNCTIONS(ProfileStore)
};

constexpr qint64 LargestFile = 4 * 1024 * 1024;

Failure fileFailure(const QString &what, const QFileDevice &file)
{
    return Failure{.kind = ErrorKind::Internal,
                   .text = QStringLiteral("%1 %2: %3").arg(what, file.fileName(), file.errorString())};
}

// The first name that occurs twice.
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
    QFile file(fileName());
    if (!file.exists())
        return QList<ConnectionSpec>{};
    if (!file.open(QIODevice::ReadOnly))
        return fileFailure(Say::tr("cannot read"), file);
    const QByteArray json = file.read(LargestFile + 1);
    if (json.size() > LargestFile)
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Say::tr("%1 is too large to be a list of profiles").arg(file.fileName())};
    auto profiles = profilesFromJson(json);
    if (!profiles) {
        Failure failure = profiles.failure();
        failure.text = QStringLiteral("%1: %2").arg(file.fileName(), failure.text);
        failure.remedy = Say::tr("mend or move the file; Lockscope has not changed it");
        return failure;
    }
    return profiles;
}

Done ProfileStore::save(const QList<ConnectionSpec> &profiles) const
{
    for (const ConnectionSpec &profile : profiles) {
        if (const auto fault = faultOf(profile))
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Say::tr("profile \"%1\": %2").arg(profile.name, fault->text)};
    }
    if (const auto twice = repeatedName(profiles))
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Say::tr("there are two profiles named \"%1\"").arg(*twice)};
    if (!QDir().mkpath(m_dir))
        return Failure{.kind = ErrorKind::Internal, .text = Say::tr("cannot make the folder %1").arg(m_dir)};
    QSaveFile file(fileName());
    if (!file.open(QIODevice::WriteOnly))
        return fileFailure(Say::tr("cannot write"), file);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(profilesToJson(profiles));
    if (!file.commit())
        return fileFailure(Say::tr("cannot write"), file);
    return Nothing{};
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
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Say::tr("there is no profile \"%1\" in %2").arg(name, fileName()),
                   .remedy = names.isEmpty() ? Say::tr("save one in the window, or use --url")
                                             : Say::tr("there are: %1").arg(names.join(QLatin1String(", ")))};
}

std::optional<ProfileFault> faultOf(const ConnectionSpec &profile)
{
    const auto fault = [](const char *field, const QString &text) {
        return ProfileFault{.field = QLatin1String(field), .text = text};
    };
    if (profile.name.trimmed().isEmpty())
        return fault("name", Say::tr("a profile needs a name"));
    if (profile.host.isEmpty() == profile.socketPath.isEmpty())
        return fault("host", Say::tr("give a host or a socket, one of the two"));
    if (profile.host.contains(QLatin1Char(' ')) || profile.host.contains(QLatin1Char('/')))
        return fault("host", Say::tr("a host is a name or an address, without blanks and slashes"));
    if (profile.socketPath.isEmpty() && profile.port == 0)
        return fault("port", Say::tr("a port is a number from 1 to 65535"));
    if (profile.db < 0)
        return fault("db", Say::tr("a database number cannot be below 0"));
    if (profile.tls.enabled && !profile.socketPath.isEmpty())
        return fault("tls", Say::tr("TLS is not for unix sockets"));
    if (profile.tls.certificateFile.isEmpty() != profile.tls.keyFile.isEmpty())
        return fault(profile.tls.keyFile.isEmpty() ? "key" : "certificate",
                     Say::tr("a client certificate and its key go together"));
    if (profile.patterns.contains(QByteArray()))
        return fault("patterns", Say::tr("a pattern cannot be empty"));
    return {};
}

} // namespace lockscope
