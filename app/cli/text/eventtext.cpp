// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/eventtext.h"

#include "app/cli/text/lockrows.h"
#include "app/cli/text/plaintext.h"
#include "app/cli/text/textwidth.h"
#include "core/base/unixms.h"
#include "core/engine/verdicts/verdicttext.h"

#include <QDateTime>

namespace lockscope::cli
{

namespace
{

QString clockText(WallTime time)
{
    const qint64 ms = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("HH:mm:ss.zzz"));
}

Tint eventTint(EventKind kind)
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

Tint changeTint(QuorumChange change)
{
    switch (change) {
    case QuorumChange::Reached:
        return Tint::Good;
    case QuorumChange::Lost:
    case QuorumChange::Split:
        return Tint::Warning;
    case QuorumChange::Unknown:
    case QuorumChange::Node:
        return Tint::Notice;
    case QuorumChange::Ended:
        return Tint::Plain;
    }
    return Tint::Plain;
}

QString heldFor(const LockEvent &event)
{
    const milliseconds held = event.held.value_or(milliseconds(0));
    if (event.heldIsLowerBound && held <= milliseconds(0))
        return QStringLiteral("for an unknown time");
    return (event.heldIsLowerBound ? QStringLiteral("for at least %1") : QStringLiteral("for %1"))
        .arg(humanDuration(held));
}

QString ownerOf(const LockEvent &event)
{
    return shownOwner(event.owner, event.lockKind);
}

// A server does not tell which client ended a hold.
QString endedHold(const LockEvent &event)
{
    const QString owner = ownerOf(event);
    if (event.kind == EventKind::Changed)
        return QStringLiteral("no longer held by %1").arg(owner);
    return QStringLiteral("was held by %1 %2").arg(owner, heldFor(event));
}

// A server does not tell which client renewed.
QString stillHeld(const LockEvent &event)
{
    return (event.kind == EventKind::Renewed ? QStringLiteral("held by %1") : QStringLiteral("by %1"))
        .arg(ownerOf(event));
}

// "by OWNER, 2 holds, 29.9 s left"
QString eventDetails(const LockEvent &event)
{
    if (event.kind == EventKind::Waiters)
        return QStringLiteral("%1 waiting").arg(event.count);
    QStringList parts;
    if (!event.owner.isEmpty())
        parts += event.held ? endedHold(event) : stillHeld(event);
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

QString lineOf(const LockEvent &event, const QString &word, const QString &details, const TextStyle &style)
{
    QString line = tinted(clockText(event.wallAt), Tint::Faint, style) + QStringLiteral("  ") +
                   tinted(padded(word, 9), eventTint(event.kind), style) + QStringLiteral("  ") +
                   escapedText(event.key.bytes);
    if (!details.isEmpty())
        line += QStringLiteral("  ") + details;
    return line;
}

} // namespace

QString eventLine(const LockEvent &event, const TextStyle &style)
{
    return lineOf(event, QLatin1String(name(event.kind)), eventDetails(event), style);
}

QString copyEventLine(const LockEvent &event, const Lock *lock, const TextStyle &style)
{
    QStringList details{eventDetails(event)};
    if (!event.node.isEmpty())
        details += QStringLiteral("on %1").arg(escapedText(event.node.bytes));
    if (event.kind == EventKind::Renewed && lock && lock->lacksMajority())
        details += QStringLiteral("%1 of %2 nodes agree: %3")
                       .arg(agreeingText(*lock->quorum()))
                       .arg(lock->quorum()->nodes)
                       .arg(lock->isUndecided() ? QStringLiteral("undecided") : QStringLiteral("no quorum"));
    details.removeAll(QString());
    return lineOf(event, QLatin1String(name(event.kind)), details.join(QStringLiteral(", ")), style);
}

QString seenLine(const LockEvent &seen, const TextStyle &style)
{
    const QString age = heldFor(seen);
    LockEvent shown = seen;
    shown.kind = EventKind::Changed; // without a TTL, it is not known whether it has none
    shown.held.reset();              // it is no end
    return lineOf(seen, QStringLiteral("held"), eventDetails(shown) + QStringLiteral(", ") + age, style);
}

QString unseenEndLine(const LockEvent &end, const TextStyle &style)
{
    LockEvent open = end;
    open.held.reset();
    QStringList details{eventDetails(open)};
    details.removeAll(QString());
    details +=
        end.unreadable ? QStringLiteral("cannot be read") : QStringLiteral("whether it still holds the lock");
    return lineOf(end, QStringLiteral("unknown"), details.join(QStringLiteral(", ")), style);
}

QString unreadLine(const UnreadLock &lock, bool isCopy, const TextStyle &style)
{
    LockEvent unread;
    unread.key = lock.key;
    unread.wallAt = lock.at;
    const QString owner =
        lock.owner.isEmpty() ? QString() : QStringLiteral("by %1, ").arg(escapedText(lock.owner.bytes));
    QString why = lock.why.text;
    if (!lock.why.remedy.isEmpty())
        why += QStringLiteral(": ") + lock.why.remedy;
    const QString where = isCopy ? QStringLiteral(" on %1").arg(escapedText(lock.why.node.bytes)) : QString();
    return lineOf(unread, QStringLiteral("unknown"),
                  QStringLiteral("%1cannot be read%2: %3").arg(owner, where, why), style);
}

QString quorumEventLine(const QuorumEvent &event, const TextStyle &style)
{
    const Quorum &quorum = event.quorum;
    QStringList nodes;
    for (const Copy &copy : event.changed) {
        QString node =
            QStringLiteral("%1 %2").arg(escapedText(copy.node.bytes), QLatin1String(name(copy.state)));
        if (namesOwner(copy.state))
            node += QStringLiteral(" by %1").arg(escapedText(copy.owner.bytes));
        else if (!copy.why.text.isEmpty())
            node += QStringLiteral(" (%1)").arg(copy.why.text);
        nodes += node;
    }
    QString line =
        tinted(clockText(event.wallAt), Tint::Faint, style) + QStringLiteral("  ") +
        tinted(padded(QStringLiteral("quorum"), 9), changeTint(event.change), style) +
        QStringLiteral("  %1  %2, %3 of %4 nodes")
            .arg(escapedText(event.key.bytes), QLatin1String(name(event.change)), agreeingText(quorum))
            .arg(quorum.nodes);
    if (!event.owner.isEmpty())
        line += QStringLiteral(" for %1").arg(escapedText(event.owner.bytes));
    if (!nodes.isEmpty())
        line += QStringLiteral(": ") + nodes.join(QStringLiteral("; "));
    return line;
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
    return line;
}

static QString ownerNamed(const OwnerId &owner)
{
    return owner.isEmpty() ? QStringLiteral("an unknown owner") : escapedText(owner.bytes);
}

static QString unclearText(const FailoverReport &report)
{
    if (!report.readAt || report.unclear == 0)
        return {};
    return QStringLiteral(", %1 lost or released (unknown which, last read at %2)")
        .arg(report.unclear)
        .arg(QDateTime::fromMSecsSinceEpoch(unixMs(*report.readAt))
                 .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
}

QStringList failoverLines(const FailoverReport &report, const TextStyle &style)
{
    const QString start =
        tinted(clockText(report.at), Tint::Faint, style) + QStringLiteral("  ") +
        tinted(padded(QLatin1String(name(EventKind::Node)), 9), eventTint(EventKind::Node), style) +
        QStringLiteral("  ") + escapedText(report.to.bytes) + QStringLiteral("  ");
    const QString what = report.from == report.to
                             ? QStringLiteral("restarted")
                             : QStringLiteral("failover from %1").arg(escapedText(report.from.bytes));
    QStringList lines{
        start +
        QStringLiteral("%1: %2 before, %3 held by the same owner, %4 expired, %5 lost, %6 changed owner%7%8")
            .arg(what)
            .arg(counted(report.before, QStringLiteral("lock")))
            .arg(report.kept)
            .arg(report.expired)
            .arg(report.lost.size())
            .arg(report.changedHands.size())
            .arg(unclearText(report))
            .arg(report.unread() > 0 ? QStringLiteral(", %1 not read yet").arg(report.unread()) : QString())};
    for (const LockPtr &lock : report.lost)
        lines += start + QStringLiteral("lost: %1, held by %2")
                             .arg(escapedText(lock->key.bytes), ownerNamed(lock->owner()));
    for (const OwnerChange &change : report.changedHands)
        lines += start + QStringLiteral("owner changed: %1, from %2 to %3")
                             .arg(escapedText(change.before->key.bytes), ownerNamed(change.before->owner()),
                                  ownerNamed(change.after->owner()));
    return lines;
}

QString nodeEventLine(const NodeStatus &status, LiveMode live, WallTime at, const TextStyle &style)
{
    QString text = QStringLiteral("%1  %2").arg(escapedText(status.node.bytes),
                                                QLatin1String(name(status.connection.phase)));
    if (status.connection.phase == ConnectionPhase::Waiting ||
        status.connection.phase == ConnectionPhase::Failed)
        text += QStringLiteral(": ") + status.connection.reason.text;
    else if (status.connection.phase == ConnectionPhase::Ready && live != LiveMode::Off)
        text += QStringLiteral(", followed by %1").arg(QLatin1String(name(live)));
    return nodeLine(text, at, style);
}

QString nodeLine(const QString &text, WallTime at, const TextStyle &style)
{
    return tinted(clockText(at), Tint::Faint, style) + QStringLiteral("  ") +
           tinted(padded(QLatin1String(name(EventKind::Node)), 9), eventTint(EventKind::Node), style) +
           QStringLiteral("  ") + text;
}

} // namespace lockscope::cli
