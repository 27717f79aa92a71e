// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/plaintext.h"

namespace lockscope::cli
{

QString counted(qint64 number, const QString &thing)
{
    return QStringLiteral("%1 %2%3").arg(QString::number(number), thing,
                                         number == 1 ? QString() : QStringLiteral("s"));
}

QString scanLine(const ScanProgress &progress, const ShownLocks &shown, Instant at)
{
    QString line = QStringLiteral("scanned %1 of about %2 keys, %3")
                       .arg(QString::number(progress.keysSeen), QString::number(progress.keysEstimated),
                            counted(progress.locksFound, QStringLiteral("lock")));
    if (shown.locks != progress.locksFound)
        line += QStringLiteral(" (%1 shown)").arg(shown.locks);
    if (shown.tooUnsure > 0)
        line += QStringLiteral(", %1 not shown: --confidence guess shows them")
                    .arg(counted(shown.tooUnsure, QStringLiteral("possible lock")));
    if (shown.ofUnknown > 0)
        line += QStringLiteral(", %1 not shown may match: clients unknown")
                    .arg(counted(shown.ofUnknown, QStringLiteral("lock")));
    if (progress.startedAt == Instant())
        return line + QStringLiteral("; not scanned");
    const QString took =
        humanDuration(millisecondsBetween(progress.startedAt, progress.endedAt.value_or(at)));
    switch (progress.phase) {
    case ScanPhase::Complete:
        if (progress.keysRefused > 0)
            return line + QStringLiteral("; scan incomplete after %1: %2 unreadable")
                              .arg(took, counted(progress.keysRefused, QStringLiteral("key")));
        return line + QStringLiteral("; scan complete in %1").arg(took);
    case ScanPhase::Stopped:
        return line + QStringLiteral("; scan stopped after %1, incomplete").arg(took);
    case ScanPhase::Failed:
        return line + QStringLiteral("; scan failed after %1, incomplete").arg(took);
    case ScanPhase::Idle:
    case ScanPhase::Running:
        return line;
    }
    return line;
}

QString refusedKeysLine(const ScanProgress &progress)
{
    const QString what =
        progress.keysRefused == 1
            ? QStringLiteral("1 possible lock could not be read")
            : QStringLiteral("%1 possible locks could not be read, the first").arg(progress.keysRefused);
    return QStringLiteral("%1: %2").arg(what, progress.refusal.line());
}

QString probeCost(const ProbeEstimate &estimate)
{
    const QString expected =
        estimate.commandsPerSecond
            ? QStringLiteral("about %1 of them, %2 kB at the current rate of other clients (%3/s)")
                  .arg(estimate.lines)
                  .arg(estimate.bytes / 1000)
                  .arg(*estimate.commandsPerSecond)
            : QStringLiteral("how many is unknown: there was no answer to INFO");
    return QStringLiteral("%1: listening to all its commands for at most %2: %3; a busy server loses about "
                          "%4 % of its throughput meanwhile")
        .arg(escapedText(estimate.node.bytes), durationText(estimate.length), expected)
        .arg(estimate.slowdownPercent);
}

QString probeOutcome(const ProbeReport &report)
{
    const QString heard =
        QStringLiteral("%1 commands in %2").arg(report.lines).arg(durationText(report.duration));
    switch (report.stopped) {
    case ProbeStop::Learnt:
        return QStringLiteral("all owners identified after %1").arg(heard);
    case ProbeStop::Time:
        return report.learnt.empty()
                   ? QStringLiteral(
                         "no client acted as this owner in %1: it does not renew, or at longer intervals")
                         .arg(heard)
                   : QStringLiteral("identified %1 of the owners in %2").arg(report.learnt.size()).arg(heard);
    case ProbeStop::Lines:
    case ProbeStop::Bytes:
        return QStringLiteral("stopped at its limit, %1: the server is too busy for a longer probe")
            .arg(heard);
    case ProbeStop::Cancelled:
        return QStringLiteral("cancelled after %1").arg(heard);
    case ProbeStop::Lost:
    case ProbeStop::Refused:
        break;
    }
    return report.failure.line();
}

QString literalHint(const LockName &key)
{
    if (!key.bytes.contains("\\x"))
        return {};
    return QStringLiteral(
        "; the name is taken as typed, with its backslashes: let the shell write a byte that "
        "is shown as \\xff, as in $'lock:\\xff'");
}

} // namespace lockscope::cli
