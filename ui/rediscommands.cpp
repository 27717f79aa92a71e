// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rediscommands.h"

#include <QStringList>

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

QString shellQuotedBytes(const QByteArray &bytes)
{
    if (isPlainText(bytes))
        return shellQuoted(QString::fromUtf8(bytes));
    // printf is the one way to any byte in every POSIX shell; a NUL cannot be an argument at all.
    QString octal;
    for (const char byte : bytes)
        octal += QStringLiteral("\\%1").arg(uint(static_cast<unsigned char>(byte)), 3, 8, QLatin1Char('0'));
    return QStringLiteral("\"$(printf '%1')\"").arg(octal);
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

QStringList readCommands(const Lock &lock, const ConnectionSpec &spec)
{
    const QString cli = redisCli(spec);
    const QString key = shellQuotedBytes(lock.key.bytes);
    const auto line = [&](const char *command) {
        return QStringLiteral("%1 %2 %3").arg(cli, QLatin1String(command), key);
    };
    QStringList lines;
    if (lock.key.bytes.contains('\0'))
        lines << QStringLiteral("# the key holds a NUL byte, which no shell can pass on: %1")
                     .arg(escapedText(lock.key.bytes));
    switch (lock.type) {
    case ValueType::String:
        lines << line("GET");
        break;
    case ValueType::Hash:
        lines << line("HGETALL");
        break;
    case ValueType::List:
        lines << line("LRANGE") + QLatin1String(" 0 49");
        break;
    case ValueType::Set:
        lines << line("SSCAN") + QLatin1String(" 0");
        break;
    case ValueType::SortedSet:
        lines << line("ZRANGE") + QLatin1String(" 0 49 WITHSCORES");
        break;
    case ValueType::Stream:
    case ValueType::Other:
    case ValueType::None:
        lines << line("TYPE");
        break;
    }
    lines << line("PTTL");
    return lines;
}

} // namespace lockscope
