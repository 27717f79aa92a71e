// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditsyslog.h"

#include "core/base/names.h"
#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/platform/localsocket.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace lockscope
{

namespace
{

constexpr int Priority = 1 * 8 + 5; // user.notice
constexpr qsizetype LongestField = 300;

QByteArray quoted(const QByteArray &value)
{
    QByteArray text = escapedText(value.left(LongestField)).toUtf8();
    text.replace('"', "\\\"");
    return '"' + text + (value.size() > LongestField ? "…\"" : "\"");
}

} // namespace

QByteArray auditLine(qint64 act, const char *row, const AuditFields &fields, const QByteArray &hash)
{
    QByteArray line = "act=" + QByteArray::number(act) + " row=" + row;
    for (const auto &[name, value] : fields) {
        if (!value.isEmpty())
            line += QByteArray(" ") + name + '=' + quoted(value);
    }
    return line + " hash=" + hash;
}

Done writeToSyslog(const QString &socket, const QByteArray &line, WallTime at)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(unixMs(at));
    const QString day = QString::number(local.date().day()).rightJustified(2);
    const QString time = QLocale::c().toString(local, QStringLiteral("MMM '%1' HH:mm:ss")).arg(day);
    const QByteArray datagram = '<' + QByteArray::number(Priority) + '>' + time.toLatin1() +
                                " lockscope-audit[" + QByteArray::number(QCoreApplication::applicationPid()) +
                                "]: " + line;
    if (sendToLocalSocket(socket, datagram))
        return Nothing{};
    const QString why = qt_error_string();
    return Failure{.kind = ErrorKind::Internal,
                   .text = Tr::tr("the system log %1 did not get a row of the audit: %2").arg(socket, why),
                   .remedy = Tr::tr("check audit/syslog in observe.json")};
}

} // namespace lockscope
