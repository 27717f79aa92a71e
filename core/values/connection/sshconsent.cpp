// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/sshconsent.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace lockscope
{

namespace
{

constexpr qint64 MostBytes = 64 * 1024;
constexpr qsizetype MostLines = 20;

constexpr int DeepestInclude = 8; // ssh itself stops at 16

// As ssh reads it: relative to its own folder.
QString absoluteName(const QString &file)
{
    if (file.startsWith(QLatin1String("~/")))
        return QDir::homePath() + file.mid(1);
    return QDir::isAbsolutePath(file) ? file : QDir::homePath() + QLatin1String("/.ssh/") + file;
}

QStringList filesOf(const QString &pattern)
{
    const QFileInfo info(absoluteName(pattern));
    QStringList files;
    const QStringList names = info.dir().entryList({info.fileName()}, QDir::Files | QDir::Hidden, QDir::Name);
    for (const QString &name : names)
        files << info.dir().filePath(name);
    return files;
}

// ssh (readconf.c) lets the keyword stand in quotes, and after or before equals signs.
QStringList wordsOf(const QByteArray &line)
{
    static const QRegularExpression between(QStringLiteral("[\\s=]+"));
    return QString::fromUtf8(line).remove(u'"').split(between, Qt::SkipEmptyParts);
}

// Or opens this machine to the host: its ports, keys or display.
bool runsSomething(const QStringList &words)
{
    static const QRegularExpression runs(
        QStringLiteral("^(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|PKCS11Provider|"
                       "SmartcardDevice|SecurityKeyProvider|XAuthLocation|Include|RemoteForward|LocalForward|"
                       "DynamicForward|ForwardAgent|ForwardX11|ForwardX11Trusted|GatewayPorts|Tunnel)$"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression runsToMatch(QStringLiteral("\\bexec\\b"),
                                                QRegularExpression::CaseInsensitiveOption);
    if (words.isEmpty())
        return false;
    if (words.front().compare(QLatin1String("match"), Qt::CaseInsensitive) == 0)
        return words.join(u' ').contains(runsToMatch);
    return words.front().contains(runs);
}

void addRunningLines(const QString &fileName, int depth, QStringList &lines)
{
    const Outcome<QByteArray> content = readRegularFile(fileName, MostBytes);
    if (!content) {
        lines << Tr::tr("cannot read %1: %2").arg(fileName, content.failure().text);
        return;
    }
    for (const QByteArray &line : content->split('\n')) {
        const QStringList words = wordsOf(line);
        if (lines.size() > MostLines || !runsSomething(words))
            continue;
        lines << printable(QString::fromUtf8(line).trimmed());
        const bool isInclude = words.front().compare(QLatin1String("include"), Qt::CaseInsensitive) == 0;
        for (const QString &pattern : isInclude &&depth < DeepestInclude ? words.mid(1) : QStringList()) {
            for (const QString &file : filesOf(pattern))
                addRunningLines(file, depth + 1, lines);
        }
    }
}

QStringList runningLines(const QString &fileName)
{
    QStringList lines;
    addRunningLines(fileName.startsWith(QLatin1String("~/")) ? absoluteName(fileName) : fileName, 0, lines);
    if (lines.size() > MostLines) {
        lines = lines.mid(0, MostLines);
        lines << Tr::tr("… and more");
    }
    return lines;
}

QString commandOf(const SshOptions &options)
{
    QStringList words{QStringLiteral("ssh -F"), options.configFile};
    if (options.port != 0)
        words << QStringLiteral("-p %1").arg(options.port);
    if (!options.identityFile.isEmpty())
        words << QStringLiteral("-i") << options.identityFile;
    return printable((words << options.destination).join(u' '));
}

} // namespace

QStringList sshToConfirm(const ConnectionSpec &spec)
{
    QStringList lines;
    for (const ConnectionSpec &member : spec.members)
        lines += sshToConfirm(member);
    if (spec.ssh.unconfirmed && spec.ssh.enabled())
        lines += QStringList{commandOf(spec.ssh)} + runningLines(spec.ssh.configFile);
    return lines;
}

void confirmSsh(ConnectionSpec &spec)
{
    for (ConnectionSpec &member : spec.members)
        confirmSsh(member);
    spec.ssh.unconfirmed = false;
}

} // namespace lockscope
