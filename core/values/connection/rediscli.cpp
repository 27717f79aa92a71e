// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/rediscli.h"

#include <algorithm>

namespace lockscope
{

QString shellQuoted(const QString &word)
{
    const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || QStringLiteral("_-./:@%+=,").contains(c);
    });
    if (plain)
        return word;
    QString inside = word;
    inside.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') + inside + QLatin1Char('\'');
}

QString redisCli(const ConnectionSpec &spec)
{
    QStringList words{QStringLiteral("redis-cli")};
    if (!spec.socketPath.isEmpty())
        words << QStringLiteral("-s") << shellQuoted(spec.socketPath);
    else
        words << QStringLiteral("-h") << shellQuoted(spec.host) << QStringLiteral("-p")
              << QString::number(spec.port);
    if (!spec.user.isEmpty())
        words << QStringLiteral("--user") << shellQuoted(spec.user);
    if (spec.db != 0)
        words << QStringLiteral("-n") << QString::number(spec.db);
    if (spec.tls.enabled) {
        words << QStringLiteral("--tls");
        if (!spec.tls.caFile.isEmpty())
            words << QStringLiteral("--cacert") << shellQuoted(spec.tls.caFile);
        if (!spec.tls.certificateFile.isEmpty())
            words << QStringLiteral("--cert") << shellQuoted(spec.tls.certificateFile);
        if (!spec.tls.keyFile.isEmpty())
            words << QStringLiteral("--key") << shellQuoted(spec.tls.keyFile);
        if (!spec.tls.serverName.isEmpty())
            words << QStringLiteral("--sni") << shellQuoted(spec.tls.serverName);
        if (!spec.tls.verifyPeer)
            words << QStringLiteral("--insecure");
    }
    return words.join(QLatin1Char(' '));
}

QStringList pointedAt(const ConnectionSpec &spec, const QStringList &lines)
{
    const QLatin1String bare("redis-cli");
    const QString pointed = redisCli(spec);
    QStringList result;
    for (QString line : lines) {
        // A line of its own, or the end of a pipe that feeds it.
        if (line.startsWith(bare + QLatin1Char(' ')))
            line.replace(0, bare.size(), pointed);
        else if (line.endsWith(QLatin1String("| ") + bare))
            line.replace(line.size() - bare.size(), bare.size(), pointed);
        result << line;
    }
    return result;
}

} // namespace lockscope
