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

Outcome<ConnectionSpec> findProfile(const ServerOptions &options)
{
    const ProfileStore store(options.configDir);
    auto spec = store.find(options.profile);
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
    if (!options.profile.isEmpty())
        return findProfile(options);
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

} // namespace

Outcome<Target> findTarget(const ServerOptions &options, const EnvironmentPasswords &environment)
{
    auto server = findServer(options);
    if (!server)
        return server.failure();
    Target target{*server};
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
