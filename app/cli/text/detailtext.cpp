// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/detailtext.h"

#include "app/cli/text/eventtext.h"
#include "app/cli/text/lockrows.h"
#include "app/cli/text/plaintext.h"
#include "app/cli/text/textwidth.h"
#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/blocking/releaseeffecttext.h"
#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/quorum.h"
#include "core/engine/verdicts/quorumtext.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString text(std::string_view words)
{
    return QString::fromUtf8(words.data(), qsizetype(words.size()));
}

QString leftText(std::optional<Instant> expiresAt, Instant at)
{
    if (!expiresAt)
        return QStringLiteral("no expiry");
    return QStringLiteral("%1 left").arg(
        humanDuration(std::max(milliseconds(0), millisecondsBetween(at, *expiresAt))));
}

QStringList titled(const QString &title, QStringList lines, const TextStyle &style)
{
    constexpr int TitleWidth = 12;
    QString start = tinted(padded(title + u' ', TitleWidth), Tint::Title, style);
    for (QString &line : lines)
        line.prepend(std::exchange(start, QString(TitleWidth, u' ')));
    return lines;
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
            words += QStringLiteral("not connected for at least %1")
                         .arg(durationText(millisecondsBetween(*client.goneSince, at)));
    }
    return words;
}

QStringList holderLines(const Lock &lock, Instant at)
{
    QStringList lines;
    for (const Holder &holder : lock.holders) {
        const QString id = holder.id.isEmpty() ? QStringLiteral("unknown") : escapedText(shownId(holder));
        const std::optional<Instant> end = lock.expiryOf(holder);
        QStringList parts{id, counted(holder.count, QStringLiteral("hold")),
                          QLatin1String(name(holder.mode))};
        if (!holder.part.isEmpty())
            parts += QStringLiteral("part %1").arg(escapedText(holder.part));
        parts += clientWords(lock, holder.id, at);
        // Its field stays as long as others hold the lock, and excludes no client.
        if (isOver(lock, holder))
            parts += QStringLiteral("expired, no longer counts");
        else if (outlivesItsReads(lock))
            parts += QStringLiteral("expired, counts as long as the lock's key exists");
        else if (end || !lock.lasting)
            parts += leftText(end, at);
        lines += parts.join(QStringLiteral(", "));
    }
    if (!lines.isEmpty())
        return lines;
    const auto permits = lock.permits();
    const bool recordsNobody = (lock.extras && lock.extras->toGo) || (permits && !permits->held);
    return {recordsNobody ? QStringLiteral("not recorded for this kind") : QStringLiteral("none")};
}

QString expiryLine(const Lock &lock, Instant at)
{
    if (!lock.held() && lock.type == ValueType::None && !lock.expiresAt)
        return QStringLiteral("-");
    return !lock.expiresAt && lock.lasting ? QStringLiteral("none: this key never expires by design")
                                           : leftText(lock.expiresAt, at);
}

QString queuedLine(const Lock &lock, const QueuedWaiter &waiter, Instant at)
{
    const bool isQueued = waiter.deadline || lock.held() || !lock.companions().empty();
    QString line = (isQueued ? QStringLiteral("queued: %1") : QStringLiteral("no longer queued: %1"))
                       .arg(escapedText(waiter.id.bytes));
    if (waiter.mode != HoldMode::Exclusive)
        line += QStringLiteral(", %1").arg(QLatin1String(name(waiter.mode)));
    if (waiter.deadline && *waiter.deadline > at)
        line +=
            QStringLiteral(", dropped in %1").arg(humanDuration(millisecondsBetween(at, *waiter.deadline)));
    else if (waiter.deadline)
        line += QStringLiteral(", deadline passed %1: the next release drops it")
                    .arg(humanAgo(millisecondsBetween(*waiter.deadline, at)));
    if (waiter.alive)
        line += *waiter.alive ? QStringLiteral(", listens") : QStringLiteral(", no listener");
    return line;
}

QStringList extrasBlock(const Lock &lock, const TextStyle &style)
{
    QStringList block;
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

QStringList keysBlock(const QString &title, const std::vector<LockName> &keys, const TextStyle &style)
{
    QStringList lines;
    for (const LockName &key : keys)
        lines += escapedText(key.bytes);
    return lines.isEmpty() ? QStringList() : titled(title, lines, style);
}

QStringList kindsBlock(const std::vector<LockKind> &kinds, const TextStyle &style)
{
    QStringList names;
    for (const LockKind kind : kinds)
        names += text(kind.name);
    return names.isEmpty() ? QStringList()
                           : titled(QStringLiteral("May also be"), {names.join(QStringLiteral(", "))}, style);
}

// That it is a lock at all; of what kind is a matter of its own.
const char *sureness(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return "certainly a lock";
    case Confidence::Likely:
        return "likely a lock";
    case Confidence::Guess:
        return "possible lock, a guess";
    }
    return "";
}

QString kindLine(const LockDetail &detail)
{
    QStringList libraries;
    for (const LibraryClaim &claim : detail.libraries)
        libraries += text(claim.library);
    QString line = text(detail.lock->kind.name);
    if (!libraries.isEmpty())
        line += QStringLiteral(" of %1").arg(libraries.join(QStringLiteral(", ")));
    return line + QStringLiteral(" (%1)").arg(QLatin1String(sureness(detail.lock->confidence)));
}

// What speaks for each library; else those that write such values, which speaks for none.
QStringList libraryLines(const LockDetail &detail)
{
    QStringList lines;
    for (const LibraryClaim &claim : detail.libraries)
        lines += QStringLiteral("%1: %2").arg(text(claim.library), claim.because);
    if (!lines.isEmpty() || !detail.lock->libraries)
        return lines;
    QStringList others;
    for (const std::string_view library : *detail.lock->libraries)
        others += text(library);
    if (!others.isEmpty())
        lines += QStringLiteral("Libraries that write such values: %1; other programs do, too")
                     .arg(others.join(QStringLiteral(", ")));
    return lines;
}

QString renewalsLine(const Renewals &renewals, Instant at)
{
    QString line = QString::number(renewals.count);
    if (renewals.period)
        line += QStringLiteral(", every %1").arg(humanDuration(*renewals.period));
    if (renewals.lastAt)
        line += QStringLiteral(", last %1").arg(humanAgo(millisecondsBetween(*renewals.lastAt, at)));
    if (renewals.missed > 0)
        line += QStringLiteral(", %1 missed").arg(renewals.missed);
    return line;
}

QStringList waiterLines(const LockDetail &detail, Instant at)
{
    const Waiters &waiters = detail.lock->waiters;
    QStringList lines;
    if (waiters.subscribed)
        lines += QStringLiteral("%1%2 on the wake-up channel%3")
                     .arg(waiters.areOfOneNode ? QStringLiteral("at least ") : QString(),
                          counted(*waiters.subscribed, QStringLiteral("client")),
                          waiters.mayBeElsewhere ? QStringLiteral(", which all databases share") : QString());
    for (const QueuedWaiter &waiter : waiters.queued)
        lines += queuedLine(*detail.lock, waiter, at);
    if (const QString unread = unreadQueueText(waiters); !unread.isEmpty())
        lines += unread;
    if (!detail.unseenWaiters.isEmpty())
        lines += detail.unseenWaiters;
    else if (lines.isEmpty())
        lines += QStringLiteral("unknown");
    return lines;
}

QStringList noticeLines(const std::vector<HolderNotice> &notices)
{
    QStringList lines;
    for (const HolderNotice &notice : notices)
        lines << notice.line();
    return lines;
}

QStringList effectBlock(const LockDetail &detail, Instant at, const TextStyle &style)
{
    if (!detail.effect || !isTelling(*detail.effect, at))
        return {};
    QStringList lines = releaseLines(*detail.effect, at);
    if (const QString byOne = releaseByOneText(*detail.effect); !byOne.isEmpty())
        lines += byOne;
    const QString title =
        detail.effect->endsSeveral ? QStringLiteral("If force-released") : QStringLiteral("If released");
    QStringList block = titled(title, lines, style);
    if (!detail.notices.empty())
        block += titled(QStringLiteral("Old holder"), noticeLines(detail.notices), style);
    return block;
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

QString roleText(const QByteArray &role)
{
    if (role.isEmpty())
        return QStringLiteral("role unknown");
    return role == "slave" ? QStringLiteral("replica") : escapedText(role);
}

// One line per node: its state and expiry, and a replica's lag.
QStringList copyLines(const std::vector<Copy> &copies, LockKind kind, Instant at)
{
    QStringList lines;
    for (const Copy &copy : copies) {
        const QString state = isSameServer(copy) ? copy.why.text : QLatin1String(name(copy.state));
        QString line =
            QStringLiteral("%1 (%2): %3").arg(escapedText(copy.node.bytes), roleText(copy.role), state);
        if (namesOwner(copy.state))
            line +=
                QStringLiteral(", %1 × %2, %3")
                    .arg(shownOwner(copy.owner, kind))
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
            line += QStringLiteral(", started since the lock was acquired");
        if (copy.state == CopyState::Unreachable && !isSameServer(copy) && !copy.why.text.isEmpty())
            line += QStringLiteral(": ") + copy.why.text;
        lines += line;
    }
    if (!copies.empty() && copies.front().role == "master" && copies.front().state == CopyState::Held) {
        for (const Copy &copy : copies) {
            if (copy.role == "slave" &&
                (copy.state == CopyState::Missing || copy.state == CopyState::OtherOwner))
                lines += QStringLiteral("lost if %1 were promoted now").arg(escapedText(copy.node.bytes));
        }
    }
    return lines;
}

// By the least that is known: a node that did not answer speaks neither for the lock nor against it.
QStringList quorumLines(const Lock &lock, Instant at)
{
    const Quorum &quorum = *lock.quorum();
    const QString means = quorum.isUndecided() ? QStringLiteral("undecided")
                          : !quorum.reached()  ? QStringLiteral("no quorum")
                          : quorum.margin() > 0
                              ? QStringLiteral("survives %1 more node loss%2")
                                    .arg(quorum.margin())
                                    .arg(quorum.margin() == 1 ? QString() : QStringLiteral("es"))
                          : quorum.atMost() > quorum.agreeing ? QStringLiteral("held, margin unknown")
                                                              : QStringLiteral("survives no node loss");
    QStringList lines{QStringLiteral("%1 of %2 nodes agree, %3 needed: %4")
                          .arg(agreeingText(quorum))
                          .arg(quorum.nodes)
                          .arg(quorum.needed)
                          .arg(means)};
    if (isOneClientAssumed(lock))
        lines +=
            QStringLiteral("assumed to be one client: the ids share a thread number, and were acquired or "
                           "expire together");
    if (const int away = quorum.nodes - quorum.reachable; away > 0)
        lines += QStringLiteral("%1 did not answer").arg(away);
    if (quorum.owners > 1)
        lines += QStringLiteral("split: %1 different owners").arg(quorum.owners);
    if (quorum.unsure > 0)
        lines += QStringLiteral("possibly two holders: %1 with an id that may be another client's")
                     .arg(counted(quorum.unsure, QStringLiteral("node")));
    if (quorum.restarted > 0)
        lines += QStringLiteral("%1 started since the lock was acquired").arg(quorum.restarted);
    if (quorum.validUntil)
        lines +=
            QStringLiteral("valid for %1 more (clock drift subtracted)")
                .arg(humanDuration(std::max(millisecondsBetween(at, *quorum.validUntil), milliseconds(0))));
    return lines;
}

} // namespace

QStringList detailText(const LockDetail &detail, Instant at, const TextStyle &style)
{
    const Lock &lock = *detail.lock;
    QStringList page = titled(QStringLiteral("Key"), {escapedText(lock.key.bytes)}, style);
    page += titled(QStringLiteral("Node"),
                   {QStringLiteral("%1, db %2").arg(escapedText(lock.node.bytes)).arg(lock.db)}, style);
    page += titled(QStringLiteral("Kind"),
                   QStringList{kindLine(detail)} + libraryLines(detail) + detail.explanation, style);
    page += kindsBlock(detail.alternatives, style);
    page += titled(QStringLiteral("Holder"), holderLines(lock, at), style);
    page += extrasBlock(lock, style);
    page += titled(QStringLiteral("TTL"), {expiryLine(lock, at)}, style);
    if (lock.renewals.count > 0)
        page += titled(QStringLiteral("Renewals"), {renewalsLine(lock.renewals, at)}, style);
    page += titled(QStringLiteral("Waiters"), waiterLines(detail, at), style);
    page += effectBlock(detail, at, style);
    if (lock.quorum())
        page += titled(QStringLiteral("Quorum"), quorumLines(lock, at), style);
    if (detail.copies.size() > 1)
        page += titled(QStringLiteral("Copies"), copyLines(detail.copies, lock.kind, at), style);
    const QString level = QLatin1String(name(lock.verdict.level));
    QStringList verdict{tinted(level, tint(lock.verdict.level), style) +
                        QStringLiteral(" (%1): %2").arg(text(lock.verdict.code), detail.verdictText)};
    verdict += detail.evidence;
    if (!detail.advice.isEmpty())
        verdict += detail.advice;
    page += titled(QStringLiteral("Verdict"), verdict, style);
    page += keysBlock(QStringLiteral("Companions"), detail.companions, style);
    page += keysBlock(QStringLiteral("Same owner"), detail.sameOwner, style);
    page += keysBlock(detail.sameClientByBeat ? QStringLiteral("Renewed at the same times")
                                              : QStringLiteral("Same client"),
                      detail.sameClient, style);
    QStringList raw = rawLines(detail);
    if (lock.quorum())
        raw.prepend(QStringLiteral("on %1").arg(escapedText(lock.node.bytes)));
    return page + titled(QStringLiteral("Raw value"), raw, style);
}

// The command is the same on each node of a group but for the connection: it is printed once.
QStringList byHandLines(const QStringList &commands)
{
    constexpr QLatin1String Script(" EVAL ");
    const QString first = commands.value(0);
    const QString rest = first.mid(first.indexOf(Script));
    const bool areSame = first.contains(Script) && std::ranges::all_of(commands, [&](const QString &command) {
                             return command.size() > rest.size() &&
                                    command.indexOf(Script) == command.size() - rest.size() &&
                                    command.endsWith(rest);
                         });
    if (!areSame)
        return commands;
    QStringList lines{first};
    for (const QString &command : commands.mid(1))
        lines += QStringLiteral("the same with %1").arg(command.chopped(rest.size()));
    return lines;
}

QStringList planText(const ActPlan &plan, const TextStyle &style)
{
    QStringList page;
    if (!plan.steps.isEmpty())
        page += titled(QStringLiteral("Steps"), plan.steps, style);
    if (!plan.warnings.isEmpty())
        page += titled(QStringLiteral("Warning"), plan.warnings, style);
    const QStringList effect = plan.effect ? releaseLines(*plan.effect, plan.effect->at) : QStringList();
    if (!effect.isEmpty())
        page += titled(QStringLiteral("If released"), effect, style);
    if (!plan.notices.empty())
        page += titled(QStringLiteral("Old holder"), noticeLines(plan.notices), style);
    if (!plan.commands.isEmpty()) // last: the script is long
        page += titled(QStringLiteral("By hand"), byHandLines(plan.commands), style);
    return page;
}

QString noLockLine(const LockName &key, const LockDetail &detail)
{
    const QString shown = escapedText(key.bytes);
    if (detail.typeFound == ValueType::None)
        return QStringLiteral("%1: key does not exist%2").arg(shown, literalHint(key));
    const QString type = QLatin1String(name(detail.typeFound));
    const QString article = detail.typeFound == ValueType::Other ? QStringLiteral("something else")
                                                                 : QStringLiteral("a %1").arg(type);
    return QStringLiteral("%1: is %2, not a lock of a known format").arg(shown, article);
}

QString noLockOfGroupLine(const LockName &key, const LockDetail &detail)
{
    QStringList answers;
    for (const Copy &copy : detail.copies) {
        const QString node = escapedText(copy.node.bytes);
        answers += isSameServer(copy) ? QStringLiteral("%1: %2").arg(node, copy.why.text)
                   : copy.state == CopyState::Unreachable
                       ? QStringLiteral("%1: unknown: %2").arg(node, copy.why.text)
                       : QStringLiteral("%1: no such lock").arg(node);
    }
    const QString what = mayBeHeldElsewhere(detail)
                             ? QStringLiteral("%1: unknown whether it is held").arg(escapedText(key.bytes))
                             : noLockLine(key, detail);
    return what + QStringLiteral(" (%1)").arg(answers.join(QStringLiteral("; ")));
}

bool mayBeHeldElsewhere(const LockDetail &detail)
{
    const auto same = std::ranges::count_if(detail.copies, isSameServer);
    const auto silent = std::ranges::count(detail.copies, CopyState::Unreachable, &Copy::state) - same;
    return silent > (qsizetype(detail.copies.size()) - same) / 2;
}

} // namespace lockscope::cli
