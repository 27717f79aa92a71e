// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/readcommands.h"

#include <QStringList>

namespace lockscope
{

QString shellQuotedBytes(const QByteArray &bytes)
{
    if (isPlainText(bytes))
        return shellQuoted(QString::fromUtf8(bytes));
    // printf is the only way to write any byte in every POSIX shell. An argument cannot contain NUL at all.
    QString octal;
    for (const char byte : bytes)
        octal += QStringLiteral("\\%1").arg(uint(static_cast<unsigned char>(byte)), 3, 8, QLatin1Char('0'));
    return QStringLiteral("\"$(printf '%1')\"").arg(octal);
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
