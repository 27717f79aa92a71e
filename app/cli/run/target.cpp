// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/target.h"

#include "app/cli/syntax/usage.h"
#include "core/config/profilestore.h"
#include "core/values/connection/sshconsent.h"

#include <QFile>
#include <QFileInfo>

#include <cstring>

namespace lockscope::cli
{

namespace
{

struct Secret {
    QString text{};
    QString warning{};
};

Outcome<Secret> readPasswordFile(const QString &fileName)
{
    constexpr qint64 Longest = 64 * 1024;
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return badInput(QStringLiteral("--password-file %1: %2").arg(fileName, file.errorString()));
    QByteArray line = file.readLine(Longest);
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    if (line.isEmpty() || !line.isValidUtf8())
        return badInput(
            QStringLiteral("--password-file %1: its first line is %2")
                .arg(fileName, line.isEmpty() ? QStringLiteral("empty") : QStringLiteral("not valid UTF-8")));
    Secret secret{QString::fromUtf8(line)};
#ifdef Q_OS_UNIX // elsewhere these bits do not show who can read it
    // Only a warning, because mounted secrets are often readable by a group on purpose.
    if (QFileInfo(fileName).permissions() & (QFile::ReadGroup | QFile::ReadOther))
        secret.warning = QStringLiteral("%1 is readable by other users: chmod 600 protects it").arg(fileName);
#endif
    return secret;
}

// The consent is kept in the profile.
Outcome<ConnectionSpec> confirmed(const ProfileStore &store, ConnectionSpec spec)
{
    auto profiles = store.load();
    if (!profiles)
        return profiles.failure();
    for (ConnectionSpec &profile : *profiles) {
        if (profile.name == spec.name)
            confirmSsh(profile);
    }
    if (const Done saved = store.save(*profiles); !saved)
        return saved.failure();
    confirmSsh(spec);
    return spec;
}

Outcome<ConnectionSpec> findProfile(const ServerOptions &options, const QString &name)
{
    const ProfileStore store(options.configDir);
    auto spec = store.find(name);
    if (!spec)
        return spec;
    const QStringList runs = sshToConfirm(*spec);
    if (runs.isEmpty())
        return spec;
    if (options.trustSsh)
        return confirmed(store, *spec);
    return Failure{.kind = ErrorKind::BadInput,
                   .text = QStringLiteral("%1 was imported; connecting would run: %2")
                               .arg(spec->name, runs.join(QStringLiteral("; "))),
                   .remedy = QStringLiteral("--trust-sshconfig allows it permanently")};
}

Outcome<ConnectionSpec> findServer(const ServerOptions &options)
{
    if (!options.profile().isEmpty())
        return findProfile(options, options.profile());
    ConnectionSpec spec;
    spec.host = QStringLiteral("127.0.0.1");
    if (!options.urls.isEmpty()) {
        const auto parsed = parseConnectionUrls(options.urls);
        if (!parsed)
            return parsed.failure();
        spec = *parsed;
    }
    spec.readOnly = false; // a command with a URL is deliberate; --read-only restricts it
    return spec;
}

Outcome<Target> withPassword(ConnectionSpec spec, const ServerOptions &options,
                             const EnvironmentPasswords &environment)
{
    Target target{std::move(spec)};
    QString password = environment.server;
    if (!options.passwordFile.isEmpty()) {
        const auto secret = readPasswordFile(options.passwordFile);
        if (!secret)
            return secret.failure();
        password = secret->text;
        if (!secret->warning.isEmpty())
            target.warnings += secret->warning;
    }
    fillIn(password, environment.sentinel, target.spec);
    applyOptions(options, target.spec);
    return target;
}

Failure noSuchFolder(const QString &folder, const QList<ConnectionSpec> &profiles)
{
    QStringList folders;
    for (const ConnectionSpec &profile : profiles) {
        if (!profile.folder.isEmpty() && !folders.contains(profile.folder))
            folders += profile.folder;
    }
    return badInput(QStringLiteral("--profile-folder: no connection is in folder %1").arg(folder),
                    folders.isEmpty()
                        ? QStringLiteral("no folder has a connection")
                        : QStringLiteral("folders: %1").arg(folders.join(QStringLiteral(", "))));
}

// Each profile once: the named ones in their order, then those of the folders in the order of the file.
Outcome<QStringList> namesMeant(const ServerOptions &options)
{
    const ProfileStore store(options.configDir);
    for (const QString &name : options.profiles) {
        if (const auto found = store.find(name); !found)
            return found.failure();
    }
    QStringList names = options.profiles;
    const auto profiles = store.load();
    if (!profiles)
        return profiles.failure();
    for (const QString &folder : options.profileFolders) {
        bool hasAny = false;
        for (const ConnectionSpec &profile : *profiles) {
            hasAny = hasAny || profile.folder == folder;
            if (profile.folder == folder && !names.contains(profile.name))
                names += profile.name;
        }
        if (!hasAny)
            return noSuchFolder(folder, *profiles);
    }
    return names;
}

} // namespace

Outcome<Target> findTarget(const ServerOptions &options, const EnvironmentPasswords &environment)
{
    auto server = findServer(options);
    if (!server)
        return server.failure();
    return withPassword(*std::move(server), options, environment);
}

Outcome<std::vector<NamedTarget>> findTargets(const ServerOptions &options,
                                              const EnvironmentPasswords &environment)
{
    const auto names = namesMeant(options);
    if (!names)
        return names.failure();
    std::vector<NamedTarget> targets;
    for (const QString &name : *names) {
        auto spec = findProfile(options, name);
        if (!spec) {
            targets.push_back({name, spec.failure()});
            continue;
        }
        auto target = withPassword(*std::move(spec), options, environment);
        if (!target)
            return target.failure();
        targets.push_back({name, *std::move(target)});
    }
    return targets;
}

void fillIn(const QString &password, const QString &sentinelPassword, ConnectionSpec &spec)
{
    for (ConnectionSpec &member : spec.members)
        fillIn(password, sentinelPassword, member);
    if (spec.topology == Topology::RedLock)
        return;
    if (spec.password.isEmpty())
        spec.password = password;
    if (spec.topology == Topology::Sentinel && spec.sentinel.password.isEmpty())
        spec.sentinel.password = sentinelPassword;
}

void applyOptions(const ServerOptions &options, ConnectionSpec &spec)
{
    if (!options.patterns.isEmpty())
        spec.patterns = options.patterns;
    if (options.readOnly)
        spec.readOnly = true;
    if (options.timeout)
        spec.connectTimeout = spec.commandTimeout = *options.timeout;
    if (options.maxMemory)
        spec.maxMemory = *options.maxMemory;
    if (spec.clientName.isEmpty())
        spec.clientName = QStringLiteral("lockscope-cli");
    spec.tellMembers();
}

} // namespace lockscope::cli
