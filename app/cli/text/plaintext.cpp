// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/plaintext.h"

#include "app/cli/text/lockrows.h"
#include "app/cli/text/textwidth.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString text(std::string_view words)
{
    return QString::fromUtf8(words.data(), qsizetype(words.size()));
}

QString clockText(WallTime time)
{
    const qint64 ms = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString leftText(std::optional<Instant> expiresAt, Instant at)
{
    if (!expiresAt)
        return QStringLiteral("no expiry");
    return QStringLiteral("%1 left").arg(
        humanDuration(std::max(milliseconds(0), millisecondsBetween(at, *expiresAt))));
}

QString counted(qint64 number, const QString &thing)
{
    return QStringLiteral("%1 %2%3").arg(QString::number(number), thing,
                                         number == 1 ? QString() : QStringLiteral("s"));
}

Tint tint(EventKind kind)
{
    switch (kind) {
    case EventKind::Acquired:
    case EventKind::Reentered:
        return Tint::Good;
    case EventKind::Renewed:
    case EventKind::Waiters:
        return Tint::Faint;
    case EventKind::Expired:
    case EventKind::Forced:
        return Tint::Warning;
    case EventKind::Node:
    case EventKind::Changed:
        return Tint::Notice;
    case EventKind::Released:
        return Tint::Plain;
    }
    return Tint::Plain;
}

// "by OWNER, 2 holds, 29.9 s left"
QString eventDetails(const LockEvent &event)
{
    if (event.kind == EventKind::Waiters)
        return QStringLiteral("%1 waiting").arg(event.count);
    QStringList parts;
    if (!event.owner.isEmpty())
        parts += QStringLiteral("by %1").arg(escapedText(event.owner.bytes));
    const bool over = event.kind == EventKind::Expired || event.kind == EventKind::Forced;
    if (event.kind == EventKind::Reentered || event.count > 1)
        parts += counted(event.count, QStringLiteral("hold"));
    else if (event.kind == EventKind::Released && event.count == 1)
        parts += QStringLiteral("1 hold left");
    if (!over && event.ttl)
        parts += QStringLiteral("%1 left").arg(humanDuration(*event.ttl));
    else if (event.kind == EventKind::Acquired)
        parts += QStringLiteral("no expiry");
    return parts.join(QStringLiteral(", "));
}

QString titled(const QString &title, const QStringList &lines, const TextStyle &style)
{
    constexpr int TitleWidth = 12;
    QString block = tinted(padded(title, TitleWidth), Tint::Title, style);
    block += lines.join(u'\n' + QString(TitleWidth, u' '));
    return block + u'\n';
}

QStringList clientWords(const Lock &lock, const OwnerId &owner, Instant at)
{
    QStringList words;
    for (const auto &[known, client] : lock.clients ? *lock.clients : HolderClients{}) {
        if (known != owner)
            continue;
        QStringList who;
        if (!client.name.isEmpty())
            who += escapedText(client.name);
        if (!client.address.isEmpty())
            who += escapedText(client.address);
        words += QStringLiteral("client %1 (%2)").arg(who.join(QStringLiteral(" at ")), client.learnt);
        if (client.goneSince)
            words += QStringLiteral("not connected for %1 at least")
                         .arg(durationText(millisecondsBetween(*client.goneSince, at)));
    }
    return words;
}

QStringList holderLines(const Lock &lock, Instant at)
{
    QStringList lines;
    for (const Holder &holder : lock.holders) {
        const QString id = holder.id.isEmpty() ? QStringLiteral("not known") : escapedText(holder.id.bytes);
        const std::optional<Instant> end = holder.expiresAt ? holder.expiresAt : lock.expiresAt;
        QStringList parts{id, counted(holder.count, QStringLiteral("hold")),
                          QLatin1String(name(holder.mode))};
        if (!holder.part.isEmpty())
            parts += QStringLiteral("part %1").arg(escapedText(holder.part));
        parts += clientWords(lock, holder.id, at);
        if (end || !lock.lasting)
            parts += leftText(end, at);
        lines += parts.join(QStringLiteral(", "));
    }
    if (!lines.isEmpty())
        return lines;
    const auto permits = lock.permits();
    const bool recordsNobody = (lock.extras && lock.extras->toGo) || (permits && !permits->held);
    return {recordsNobody ? QStringLiteral("this kind records nobody") : QStringLiteral("nobody")};
}

QString expiryLine(const Lock &lock, Instant at)
{
    return !lock.expiresAt && lock.lasting ? QStringLiteral("none: the key stays by design")
                                           : leftText(lock.expiresAt, at);
}

QString queuedLine(const QueuedWaiter &waiter, Instant at)
{
    QString line = QStringLiteral("queued: %1").arg(escapedText(waiter.id.bytes));
    if (waiter.mode != HoldMode::Exclusive)
        line += QStringLiteral(", %1").arg(QLatin1String(name(waiter.mode)));
    if (waiter.deadline)
        line += QStringLiteral(", dropped in %1")
                    .arg(humanDuration(std::max(milliseconds(0), millisecondsBetween(at, *waiter.deadline))));
    if (waiter.alive)
        line += *waiter.alive ? QStringLiteral(", listens") : QStringLiteral(", nobody listens for it");
    return line;
}

QString extrasBlock(const Lock &lock, const TextStyle &style)
{
    QString block;
    if (!lock.extras)
        return block;
    const LockExtras &extras = *lock.extras;
    if (extras.permits)
        block += titled(QStringLiteral("Permits"), {permitsText(*extras.permits)}, style);
    if (extras.toGo)
        block += titled(QStringLiteral("To go"), {QString::number(*extras.toGo)}, style);
    if (extras.fencingToken)
        block += titled(QStringLiteral("Fencing"),
                        {QStringLiteral("last token %1").arg(*extras.fencingToken)}, style);
    return block;
}

QString keysBlock(const QString &title, const std::vector<LockName> &keys, const TextStyle &style)
{
    QStringList lines;
    for (const LockName &key : keys)
        lines += escapedText(key.bytes);
    return lines.isEmpty() ? QString() : titled(title, lines, style);
}

QString kindsBlock(const std::vector<LockKind> &kinds, const TextStyle &style)
{
    QStringList names;
    for (const LockKind kind : kinds)
        names += text(kind.name);
    return names.isEmpty() ? QString()
                           : titled(QStringLiteral("Or else"), {names.join(QStringLiteral(", "))}, style);
}

QString kindLine(const LockDetail &detail)
{
    QString line = text(detail.lock->kind.name);
    QStringList libraries;
    if (detail.lock->libraries) {
        for (const std::string_view library : *detail.lock->libraries)
            libraries += text(library);
    }
    if (!libraries.isEmpty())
        line += QStringLiteral(" of %1").arg(libraries.join(QStringLiteral(", ")));
    return line + QStringLiteral(" (%1)").arg(QLatin1String(name(detail.lock->confidence)));
}

QString renewalsLine(const Renewals &renewals, Instant at)
{
    QString line = QString::number(renewals.count);
    if (renewals.period)
        line += QStringLiteral(", every %1").arg(humanDuration(*renewals.period));
    if (renewals.lastAt)
        line += QStringLiteral(", last %1 ago").arg(humanDuration(millisecondsBetween(*renewals.lastAt, at)));
    if (renewals.missed > 0)
        line += QStringLiteral(", %1 missed").arg(renewals.missed);
    return line;
}

QStringList waiterLines(const Waiters &waiters, Instant at)
{
    QStringList lines;
    if (waiters.subscribed)
        lines += QStringLiteral("%1 on the wake-up channel")
                     .arg(counted(*waiters.subscribed, QStringLiteral("client")));
    for (const QueuedWaiter &waiter : waiters.queued)
        lines += queuedLine(waiter, at);
    return lines.isEmpty() ? QStringList{QStringLiteral(
                                 "not known: they ask again and again, or this user may not see who listens")}
                           : lines;
}

QString unitOf(ValueType type)
{
    if (type == ValueType::Hash)
        return QStringLiteral("field");
    const bool hasMembers = type == ValueType::List || type == ValueType::Set || type == ValueType::SortedSet;
    return hasMembers ? QStringLiteral("member") : QStringLiteral("byte");
}

QStringList rawLines(const LockDetail &detail)
{
    constexpr qsizetype MostLines = 20;
    QStringList lines;
    lines += QStringLiteral("%1, %2").arg(QLatin1String(name(detail.typeFound)),
                                          counted(detail.size, unitOf(detail.typeFound)));
    if (detail.typeFound == ValueType::String)
        lines += escapedText(detail.rawString);
    for (const auto &field : detail.rawFields) {
        if (lines.size() > MostLines)
            break;
        lines += QStringLiteral("%1 = %2").arg(escapedText(field.first), escapedText(field.second));
    }
    for (const Member &member : detail.rawMembers) {
        if (lines.size() > MostLines)
            break;
        lines += detail.typeFound == ValueType::SortedSet
                     ? QStringLiteral("%1 = %2").arg(escapedText(member.bytes),
                                                     QString::number(member.score, 'g', 17))
                     : escapedText(member.bytes);
    }
    const qsizetype most = qsizetype(std::max(detail.rawFields.size(), detail.rawMembers.size()));
    if (detail.rawTruncated || most > MostLines)
        lines += QStringLiteral("… and more");
    return lines;
}

} // namespace

QString scanLine(const ScanProgress &progress, qsizetype shown, Instant at)
{
    QString line = QStringLiteral("looked at %1 of about %2 keys, %3")
                       .arg(QString::number(progress.keysSeen), QString::number(progress.keysEstimated),
                            counted(progress.locksFound, QStringLiteral("lock")));
    if (shown != progress.locksFound)
        line += QStringLiteral(" (%1 shown)").arg(shown);
    const QString took =
        humanDuration(millisecondsBetween(progress.startedAt, progress.endedAt.value_or(at)));
    switch (progress.phase) {
    case ScanPhase::Complete:
        return line + QStringLiteral("; scan complete in %1").arg(took);
    case ScanPhase::Stopped:
        return line + QStringLiteral("; scan stopped after %1, not complete").arg(took);
    case ScanPhase::Failed:
        return line + QStringLiteral("; scan failed after %1, not complete").arg(took);
    case ScanPhase::Idle:
    case ScanPhase::Running:
        return line;
    }
    return line;
}

QString refusedKeysLine(const ScanProgress &progress)
{
    const QString what = progress.keysRefused == 1
                             ? QStringLiteral("1 key that may be a lock is missing here")
                             : QStringLiteral("%1 keys that may be locks are missing here, the first of them")
                                   .arg(progress.keysRefused);
    return QStringLiteral("%1: %2").arg(what, progress.refusal.line());
}

QString eventLine(const LockEvent &event, const TextStyle &style)
{
    const QString word = padded(QLatin1String(name(event.kind)), 9);
    QString line = tinted(clockText(event.wallAt), Tint::Faint, style) + QStringLiteral("  ") +
                   tinted(word, tint(event.kind), style) + QStringLiteral("  ") +
                   escapedText(event.key.bytes);
    const QString details = eventDetails(event);
    if (!details.isEmpty())
        line += QStringLiteral("  ") + details;
    return line + u'\n';
}

QString alertLine(const Alert &alert, const TextStyle &style)
{
    const VerdictLevel level = alert.lock ? alert.lock->verdict.level : VerdictLevel::Ok;
    QString line =
        tinted(clockText(alert.wallAt), Tint::Faint, style) + QStringLiteral("  ") +
        tinted(padded(QStringLiteral("alert"), 9), alert.isGood() ? Tint::Good : tint(level), style) +
        QStringLiteral("  ") + escapedText(alert.key.bytes) + QStringLiteral("  ") +
        QLatin1String(name(alert.what));
    line += QStringLiteral("  ") + alert.rule;
    if (!alert.figures.isEmpty())
        line += QStringLiteral(" (%1)").arg(alert.figures);
    if (alert.what == Alert::What::Began && level >= VerdictLevel::Info)
        line += QStringLiteral(": ") + explainVerdict(*alert.lock, alert.at).sentence;
    return line + u'\n';
}

QString failoverLines(const FailoverReport &report, const TextStyle &style)
{
    const QString start =
        tinted(clockText(report.at), Tint::Faint, style) + QStringLiteral("  ") +
        tinted(padded(QLatin1String(name(EventKind::Node)), 9), tint(EventKind::Node), style) +
        QStringLiteral("  ") + escapedText(report.to.bytes) + QStringLiteral("  ");
    const QString what = report.from == report.to
                             ? QStringLiteral("was started anew")
                             : QStringLiteral("is master instead of %1").arg(escapedText(report.from.bytes));
    QString lines =
        start +
        QStringLiteral("%1: of %2 locks %3 are there, %4 have expired, %5 are lost, %6 changed hands\n")
            .arg(what)
            .arg(report.before)
            .arg(report.kept)
            .arg(report.expired)
            .arg(report.lost.size())
            .arg(report.changedHands.size());
    for (const LockPtr &lock : report.lost)
        lines += start + QStringLiteral("lost: %1, held by %2\n")
                             .arg(escapedText(lock->key.bytes), escapedText(lock->owner().bytes));
    for (const OwnerChange &change : report.changedHands)
        lines +=
            start + QStringLiteral("changed hands: %1, from %2 to %3\n")
                        .arg(escapedText(change.before->key.bytes), escapedText(change.before->owner().bytes),
                             escapedText(change.after->owner().bytes));
    return lines;
}

QString nodeEventLine(const NodeStatus &status, LiveMode live, WallTime at, const TextStyle &style)
{
    QString line = tinted(clockText(at), Tint::Faint, style) + QStringLiteral("  ") +
                   tinted(padded(QLatin1String(name(EventKind::Node)), 9), tint(EventKind::Node), style) +
                   QStringLiteral("  %1  %2")
                       .arg(escapedText(status.node.bytes), QLatin1String(name(status.link.phase)));
    if (status.link.phase == LinkPhase::Waiting || status.link.phase == LinkPhase::Failed)
        line += QStringLiteral(": ") + status.link.reason.text;
    else if (status.link.phase == LinkPhase::Ready && live != LiveMode::Off)
        line += QStringLiteral(", followed by %1").arg(QLatin1String(name(live)));
    return line + u'\n';
}

// One line a node: what it says, until when, and how far a replica is behind.
QStringList copyLines(const std::vector<Copy> &copies, Instant at)
{
    QStringList lines;
    for (const Copy &copy : copies) {
        QString line =
            QStringLiteral("%1 (%2): %3")
                .arg(escapedText(copy.node.bytes),
                     copy.role.isEmpty() ? QStringLiteral("role not known") : escapedText(copy.role),
                     QLatin1String(name(copy.state)));
        if (copy.state == CopyState::Held || copy.state == CopyState::OtherOwner)
            line +=
                QStringLiteral(", %1 × %2, %3")
                    .arg(escapedText(copy.owner.bytes))
                    .arg(copy.count)
                    .arg(copy.expiresAt ? QStringLiteral("expires in ") +
                                              humanDuration(std::max(millisecondsBetween(at, *copy.expiresAt),
                                                                     milliseconds(0)))
                                        : QStringLiteral("no expiry"));
        if (copy.lag)
            line += *copy.lag == milliseconds(0)
                        ? QStringLiteral(", up to date")
                        : QStringLiteral(", %1 behind").arg(humanDuration(*copy.lag));
        if (copy.restarted)
            line += QStringLiteral(", started since the lock was taken");
        if (copy.state == CopyState::Unreachable && !copy.why.text.isEmpty())
            line += QStringLiteral(": ") + copy.why.text;
        lines += line;
    }
    if (!copies.empty() && copies.front().role == "master" && copies.front().state == CopyState::Held) {
        for (const Copy &copy : copies) {
            if (copy.role == "slave" &&
                (copy.state == CopyState::Missing || copy.state == CopyState::OtherOwner))
                lines +=
                    QStringLiteral("would be lost if %1 were promoted now").arg(escapedText(copy.node.bytes));
        }
    }
    return lines;
}

QStringList quorumLines(const Quorum &quorum, Instant at)
{
    QStringList lines{QStringLiteral("%1 of %2 nodes agree, %3 are needed: %4")
                          .arg(quorum.agreeing)
                          .arg(quorum.nodes)
                          .arg(quorum.needed)
                          .arg(!quorum.reached() ? QStringLiteral("not held")
                               : quorum.margin() == 0
                                   ? QStringLiteral("no node may be lost")
                                   : QStringLiteral("%1 may be lost").arg(quorum.margin()))};
    if (quorum.reachable < quorum.nodes)
        lines += QStringLiteral("%1 cannot be reached").arg(quorum.nodes - quorum.reachable);
    if (quorum.owners > 1)
        lines += QStringLiteral("split: %1 different owners").arg(quorum.owners);
    if (quorum.restarted > 0)
        lines += QStringLiteral("%1 started since the lock was taken").arg(quorum.restarted);
    if (quorum.validUntil)
        lines +=
            QStringLiteral("valid for %1 more, the drift taken off")
                .arg(humanDuration(std::max(millisecondsBetween(at, *quorum.validUntil), milliseconds(0))));
    return lines;
}

QString detailText(const LockDetail &detail, Instant at, const TextStyle &style)
{
    const Lock &lock = *detail.lock;
    QString page = titled(QStringLiteral("Key"), {escapedText(lock.key.bytes)}, style);
    page += titled(QStringLiteral("Node"),
                   {QStringLiteral("%1, db %2").arg(escapedText(lock.node.bytes)).arg(lock.db)}, style);
    page += titled(QStringLiteral("Kind"), QStringList{kindLine(detail)} + detail.explanation, style);
    page += kindsBlock(detail.alternatives, style);
    page += titled(QStringLiteral("Holder"), holderLines(lock, at), style);
    page += extrasBlock(lock, style);
    page += titled(QStringLiteral("Expiry"), {expiryLine(lock, at)}, style);
    if (lock.renewals.count > 0)
        page += titled(QStringLiteral("Renewals"), {renewalsLine(lock.renewals, at)}, style);
    page += titled(QStringLiteral("Waiters"), waiterLines(lock.waiters, at), style);
    if (const Quorum *quorum = lock.quorum())
        page += titled(QStringLiteral("Quorum"), quorumLines(*quorum, at), style);
    if (detail.copies.size() > 1)
        page += titled(QStringLiteral("Copies"), copyLines(detail.copies, at), style);
    const QString level = QLatin1String(name(lock.verdict.level));
    QStringList verdict{tinted(level, tint(lock.verdict.level), style) +
                        QStringLiteral(" (%1): %2").arg(text(lock.verdict.code), detail.verdictText)};
    verdict += detail.evidence;
    if (!detail.advice.isEmpty())
        verdict += detail.advice;
    page += titled(QStringLiteral("Verdict"), verdict, style);
    page += keysBlock(QStringLiteral("Companions"), detail.companions, style);
    page += keysBlock(QStringLiteral("Same owner"), detail.sameOwner, style);
    page += keysBlock(detail.sameClientByBeat ? QStringLiteral("Renewed at the same moments")
                                              : QStringLiteral("Same client"),
                      detail.sameClient, style);
    return page + titled(QStringLiteral("Raw value"), rawLines(detail), style);
}

QString probeCost(const ProbeEstimate &estimate)
{
    return QStringLiteral(
               "%1: listening to all its commands for %2 at most: about %3 of them, %4 kB, by what it does "
               "now (%5 a second); a busy server loses about %6 % of its speed meanwhile")
        .arg(escapedText(estimate.node.bytes), durationText(estimate.length))
        .arg(estimate.lines)
        .arg(estimate.bytes / 1000)
        .arg(estimate.commandsPerSecond)
        .arg(estimate.slowdownPercent);
}

QString probeOutcome(const ProbeReport &report)
{
    const QString heard =
        QStringLiteral("%1 commands in %2").arg(report.lines).arg(durationText(report.duration));
    switch (report.stopped) {
    case ProbeStop::Learnt:
        return QStringLiteral("learnt what was asked for, after %1").arg(heard);
    case ProbeStop::Time:
        return report.learnt.empty()
                   ? QStringLiteral(
                         "nobody acted as this owner in %1: it does not renew, or at longer intervals")
                         .arg(heard)
                   : QStringLiteral("learnt %1 of the owners in %2").arg(report.learnt.size()).arg(heard);
    case ProbeStop::Lines:
    case ProbeStop::Bytes:
        return QStringLiteral("stopped at its limit, %1: the server does too much for a longer probe")
            .arg(heard);
    case ProbeStop::Cancelled:
        return QStringLiteral("cancelled after %1").arg(heard);
    case ProbeStop::Lost:
    case ProbeStop::Refused:
        break;
    }
    return report.failure.line();
}

QString planText(const ActPlan &plan, const TextStyle &style)
{
    QString page;
    if (!plan.steps.isEmpty())
        page += titled(QStringLiteral("Steps"), plan.steps, style);
    if (!plan.commands.isEmpty())
        page += titled(QStringLiteral("By hand"), plan.commands, style);
    if (!plan.warnings.isEmpty())
        page += titled(QStringLiteral("Mind"), plan.warnings, style);
    QStringList notices;
    for (const HolderNotice &notice : plan.notices)
        notices << notice.line();
    if (!notices.isEmpty())
        page += titled(QStringLiteral("Old holder"), notices, style);
    return page;
}

QString noLockLine(const LockName &key, const LockDetail &detail)
{
    const QString shown = escapedText(key.bytes);
    if (detail.typeFound == ValueType::None)
        return QStringLiteral("%1: there is no such key").arg(shown);
    const QString type = QLatin1String(name(detail.typeFound));
    const QString article = detail.typeFound == ValueType::Other ? QStringLiteral("something else")
                                                                 : QStringLiteral("a %1").arg(type);
    return QStringLiteral("%1: is %2, no lock of a known format").arg(shown, article);
}

} // namespace lockscope::cli
