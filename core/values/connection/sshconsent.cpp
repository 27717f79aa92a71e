// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/sshconsent.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QDir>
#include <QRegularExpression>

namespace lockscope
{

namespace
{

constexpr qint64 MostBytes = 64 * 1024;
constexpr qsizetype MostLines = 20;

QString absoluteName(QString file)
{
    if (file.startsWith(QLatin1String("~/")))
        file.replace(0, 1, QDir::homePath());
    return file;
}

QStringList runningLines(const QString &fileName)
{
    static const QRegularExpression runs(
        QStringLiteral("^\\s*(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|PKCS11Provider|"
                       "SecurityKeyProvider|XAuthLocation|Include|Match\\s.*\\bexec\\b)"),
        QRegularExpression::CaseInsensitiveOption);
    const Outcome<QByteArray> content = readRegularFile(absoluteName(fileName), MostBytes);
    if (!content)
        return {Tr::tr("cannot read %1: %2").arg(fileName, content.failure().text)};
    QStringList lines;
    for (const QByteArray &line : content->split('\n')) {
        const QString text = printable(QString::fromUtf8(line).trimmed());
        if (runs.match(text).hasMatch())
            lines << text;
    }
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
