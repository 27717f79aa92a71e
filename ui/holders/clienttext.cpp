// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/clienttext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QLocale>

namespace lockscope
{

namespace
{

QByteArray literal(const QByteArray &bytes)
{
    QByteArray glob;
    for (const char c : bytes) {
        if (QByteArrayView("*?[]\\^").contains(c))
            glob += '\\';
        glob += c;
    }
    return glob;
}

QString way(const QString &learnt)
{
    QStringList ways;
    for (const QString &one : learnt.split(QStringLiteral(", "))) {
        if (one == QLatin1String("owner id"))
            ways << Tr::tr("from the owner id");
        else if (one == QLatin1String("alias"))
            ways << Tr::tr("named by you");
        else if (one == QLatin1String("CLIENT LIST"))
            ways << Tr::tr("matched by client name");
        else if (one == QLatin1String("MONITOR probe"))
            ways << Tr::tr("seen by a probe");
    }
    return text::clauses(ways);
}

QString heard(const ProbeReport &report)
{
    return Tr::tr("%1 in %2", "commands heard, time")
        .arg(Tr::tr("%Ln command(s)", nullptr, int(report.lines)), text::duration(report.duration));
}

} // namespace

// In uuid:thread, the uuid identifies the client.
QByteArray aliasPattern(const OwnerId &owner)
{
    constexpr qsizetype UuidSize = 36;
    const QByteArray &id = owner.bytes;
    const bool isOfClient = id.size() > UuidSize && id[UuidSize] == ':' && id[8] == '-' && id[23] == '-';
    return isOfClient ? literal(id.first(UuidSize + 1)) + '*' : literal(id);
}

namespace text
{

QString clientHelp(const ClientInfo &known, Instant now)
{
    QStringList lines{client(known)};
    if (const QString how = way(known.learnt); !how.isEmpty())
        lines << Tr::tr("Source: %1").arg(how);
    if (known.goneSince)
        lines << Tr::tr("Disconnected: noticed %1").arg(ago(millisecondsBetween(*known.goneSince, now)));
    return lines.join(u'\n');
}

QString probeCost(const ProbeEstimate &estimate)
{
    const QString expected =
        estimate.commandsPerSecond
            ? Tr::tr("Other clients send %1 about %2 commands/s. Listening for up to %3 means about %4 of "
                     "them, %5")
                  .arg(node(estimate.node), number(*estimate.commandsPerSecond), duration(estimate.length),
                       number(estimate.lines), QLocale().formattedDataSize(estimate.bytes))
            : Tr::tr("Listens to %1 for up to %2. How many commands other clients send is unknown: there was "
                     "no answer to INFO.")
                  .arg(node(estimate.node), duration(estimate.length));
    return sentences({expected, Tr::tr("A server that is busy all the time slows down by about %1 % "
                                       "meanwhile; an idle one hardly changes.")
                                    .arg(number(estimate.slowdownPercent))});
}

QString probeOutcome(const ProbeReport &report)
{
    switch (report.stopped) {
    case ProbeStop::Learnt:
        return Tr::tr("Found after %1.").arg(heard(report));
    case ProbeStop::Time:
        return report.learnt.empty()
                   ? Tr::tr("This owner was not seen: %1. A lock with a fixed lease is not renewed, so its "
                            "owner shows only when it acquires or releases the lock.")
                         .arg(heard(report))
                   : Tr::tr("Some of the owners were seen: %1.").arg(heard(report));
    case ProbeStop::Lines:
    case ProbeStop::Bytes:
        return Tr::tr("Stopped at its limit: %1. This server is too busy for a longer probe.")
            .arg(heard(report));
    case ProbeStop::Cancelled:
        return Tr::tr("Stopped after %1.").arg(heard(report));
    case ProbeStop::Lost:
    case ProbeStop::Refused:
        break;
    }
    return failureHelp(report.failure);
}

} // namespace text

} // namespace lockscope
