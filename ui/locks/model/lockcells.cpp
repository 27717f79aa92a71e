// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/lockcells.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdict.h"
#include "core/values/kindname.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"

namespace lockscope
{
namespace
{

QString headerTitle(LockColumn column)
{
    switch (column) {
    case LockColumn::Verdict:
        return Tr::tr("Verdict");
    case LockColumn::Key:
        return Tr::tr("Lock");
    case LockColumn::Kind:
        return Tr::tr("Kind");
    case LockColumn::Owner:
        return Tr::tr("Owner");
    case LockColumn::Holds:
        return Tr::tr("×", "header: how many times held");
    case LockColumn::Ttl:
        return Tr::tr("TTL");
    case LockColumn::Held:
        return Tr::tr("Held for");
    case LockColumn::Renewals:
        return Tr::tr("Renewals");
    case LockColumn::Waiters:
        return Tr::tr("Waiters");
    case LockColumn::Node:
        return Tr::tr("Node");
    case LockColumn::Client:
        return Tr::tr("Client");
    }
    return {};
}

QString headerHelp(LockColumn column)
{
    switch (column) {
    case LockColumn::Verdict:
        return Tr::tr("What is wrong with this lock, if anything");
    case LockColumn::Key:
        return Tr::tr("Key of the lock in Redis");
    case LockColumn::Kind:
        return Tr::tr("Library and type of the lock");
    case LockColumn::Owner:
        return Tr::tr("Client of the owner where it is known, else the owner as stored in Redis; or the "
                      "number of holders");
    case LockColumn::Holds:
        return Tr::tr("Number of holds (re-entry, readers, permits; remaining count of a latch), and whether "
                      "it last rose or fell");
    case LockColumn::Ttl:
        return Tr::tr("Time left until it expires, out of the longest lease seen");
    case LockColumn::Held:
        return Tr::tr("How long this owner has held it; ≥ if Lockscope did not see the beginning");
    case LockColumn::Renewals:
        return Tr::tr("Number of renewals, and their interval");
    case LockColumn::Waiters:
        return Tr::tr("Known waiters");
    case LockColumn::Node:
        return Tr::tr("Redis server of the lock");
    case LockColumn::Client:
        return Tr::tr("Name and address of the owner's client, where they are known");
    }
    return {};
}

bool isNumeric(LockColumn column)
{
    return column == LockColumn::Holds || column == LockColumn::Waiters || column == LockColumn::Held;
}

QString renewalsText(const Renewals &renewals)
{
    if (renewals.count == 0 && renewals.missed == 0)
        return QStringLiteral("—");
    QStringList parts{text::number(renewals.count)};
    if (renewals.period)
        parts << text::duration(*renewals.period);
    if (renewals.missed > 0)
        parts << Tr::tr("%1 missed").arg(text::number(renewals.missed));
    return parts.join(QStringLiteral(" · "));
}

QString holdsText(const Lock &lock, int trend)
{
    const qint64 holds = holdsOf(lock);
    if ((holds == 0 && !lock.held()) || isOnNoNode(lock))
        return QStringLiteral("—");
    const QString count = text::number(holds);
    if (trend == 0)
        return count;
    return count + (trend > 0 ? QStringLiteral(" ↑") : QStringLiteral(" ↓"));
}

QString waitersText(const Waiters &waiters)
{
    return text::waiterCount(waiters.count());
}

QString clientText(const Lock &lock, const Holder &holder)
{
    const ClientInfo *client = clientOf(lock, holder.id);
    return client ? text::client(*client) : QString();
}

// Of a RedLock group: those that other nodes name.
QStringList otherOwners(const Lock &lock)
{
    QStringList lines;
    if (!areOwnersApart(lock))
        return lines;
    for (const Copy &copy : lock.extras->copies) {
        if (copy.state == CopyState::OtherOwner)
            lines << Tr::tr("%1 on %2", "an owner, a node")
                         .arg(text::ownerFull(copy.owner), text::node(copy.node));
    }
    return lines;
}

QString ownersInFull(const Lock &lock)
{
    constexpr qsizetype Most = 12;
    QStringList owners;
    if (holdingOf(lock) != Holding::Owned || needsNodes(lock))
        owners << text::holding(lock);
    const bool modes = commonMode(lock) != HoldMode::Exclusive;
    for (const Holder &holder : lock.holders) {
        if (owners.size() >= Most) {
            owners << Tr::tr("and %1 more").arg(text::number(lock.holders.size() - Most));
            break;
        }
        const QString owner = text::ownerFull(holder.id);
        owners << (modes ? QStringLiteral("%1 (%2)").arg(owner, text::holdMode(holder.mode)) : owner);
        if (const QString client = clientText(lock, holder); !client.isEmpty())
            owners << client;
    }
    return (owners + otherOwners(lock)).join(u'\n');
}

QString holdsHelp(const Lock &lock)
{
    if (holdingOf(lock) != Holding::Owned)
        return text::holding(lock);
    if (lock.holders.size() > 1)
        return Tr::tr("%Ln hold(s) by all its holders", nullptr, int(holdsOf(lock)));
    return Tr::tr("held %1 times, at most %2 times so far")
        .arg(text::number(lock.count()), text::number(lock.maxCount));
}

QString verdictHelp(const Lock &lock)
{
    const Verdict &verdict = lock.shownVerdict();
    const QString code = text::verdictCode(verdict.code);
    const QString shown =
        verdict.isFree() ? code : Tr::tr("%1: %2").arg(text::verdictWord(verdict.level), code);
    return lock.stale && lock.lastKnown
               ? Tr::tr("%1; last known: %2").arg(text::verdictCode(lock.verdict.code), shown)
               : shown;
}

QString toolTip(LockColumn column, const Lock &lock, const Kinds &kinds, int trend, Instant now)
{
    switch (column) {
    case LockColumn::Verdict:
        return verdictHelp(lock);
    case LockColumn::Key:
        return text::key(lock.key);
    case LockColumn::Kind:
        return kinds.help(lock.kind);
    case LockColumn::Owner:
        return ownersInFull(lock);
    case LockColumn::Holds:
        return holdsHelp(lock);
    case LockColumn::Ttl:
        if (lock.isLastKnown())
            return ttlCellText(lock, now);
        if (!lock.expiresAt && lock.lasting)
            return Tr::tr("No expiry, by design: held or free");
        if (!lock.expiresAt)
            return lock.held() ? Tr::tr("No expiry") : QString();
        return lock.lease ? Tr::tr("%1 left of %2")
                                .arg(text::ttl(text::ttlLeft(lock, now)), text::duration(*lock.lease))
                          : text::ttl(text::ttlLeft(lock, now));
    case LockColumn::Held:
    case LockColumn::Renewals:
    case LockColumn::Waiters:
    case LockColumn::Node:
    case LockColumn::Client:
        return cellText(column, lock, trend, now);
    }
    return {};
}

int textWidth(const QString &text)
{
    int width = 0;
    for (const QChar c : text) // East Asian characters are two columns wide on a terminal
        width += c.unicode() >= 0x1100 && (c.script() == QChar::Script_Han ||
                                           c.script() == QChar::Script_Hangul || c.unicode() >= 0xff01)
                     ? 2
                     : 1;
    return width;
}

} // namespace

QVariant headerCell(LockColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return headerTitle(column);
    case Qt::AccessibleTextRole:
        return column == LockColumn::Holds ? Tr::tr("Hold count") : headerTitle(column);
    case Qt::ToolTipRole:
        return headerHelp(column);
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QString ttlCellText(const Lock &lock, Instant now, text::Units units)
{
    if (!lock.held() || isOnNoNode(lock))
        return QStringLiteral("—");
    if (!lock.expiresAt)
        return lock.lasting ? QStringLiteral("—") : Tr::tr("no expiry");
    return text::ttl(text::ttlLeft(lock, lock.knownUntil(now)), units);
}

QString cellText(LockColumn column, const Lock &lock, int trend, Instant now)
{
    switch (column) {
    case LockColumn::Verdict:
        return lock.shownVerdict().code == "healthy" ? text::verdictWord(VerdictLevel::Ok)
                                                     : text::verdictCode(lock.shownVerdict().code);
    case LockColumn::Key:
        return text::key(lock.key);
    case LockColumn::Kind: // what is only guessed reads so
        return Kinds::name(lock.kind) +
               (lock.confidence == Confidence::Guess ? QStringLiteral("?") : QString());
    case LockColumn::Owner:
        return text::holdingClient(lock);
    case LockColumn::Holds:
        return holdsText(lock, trend);
    case LockColumn::Ttl:
        return ttlCellText(lock, now);
    case LockColumn::Held:
        return lock.held() ? text::held(lock, now) : QStringLiteral("—");
    case LockColumn::Renewals:
        return renewalsText(lock.renewals);
    case LockColumn::Waiters:
        return waitersText(lock.waiters);
    case LockColumn::Node:
        return text::node(lock.node);
    case LockColumn::Client: {
        const QString client = lock.holders.size() == 1 ? clientText(lock, lock.holders.front()) : QString();
        return client.isEmpty() ? QStringLiteral("—") : client;
    }
    }
    return {};
}

QVariant lockCell(LockColumn column, const Lock &lock, const Kinds &kinds, int trend, Instant now, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return cellText(column, lock, trend, now);
    case Qt::ToolTipRole:
        return toolTip(column, lock, kinds, trend, now);
    case Qt::AccessibleTextRole:
        // On the screen a level is a colour and an icon; a screen reader needs its word.
        if (column == LockColumn::Verdict)
            return toolTip(column, lock, kinds, trend, now);
        if (column == LockColumn::Kind)
            return QStringLiteral("%1: %2").arg(headerCell(column, role).toString(), kinds.title(lock.kind));
        return QStringLiteral("%1: %2").arg(headerCell(column, Qt::AccessibleTextRole).toString(),
                                            cellText(column, lock, trend, now));
    case Qt::TextAlignmentRole:
        return headerCell(column, role);
    default:
        return {};
    }
}

QString lockSentence(const Lock &lock, const QString &key, const Kinds &kinds, Instant now)
{
    QStringList parts;
    if (!lock.shownVerdict().isFree())
        parts << text::verdictWord(lock.shownVerdict().level);
    if (lock.shownVerdict().level != VerdictLevel::Ok)
        parts << text::verdictCode(lock.shownVerdict().code);
    if (lock.stale && lock.lastKnown)
        parts << text::verdictCode(lock.verdict.code);
    parts << kinds.title(lock.kind);
    const bool isOwned = holdingOf(lock) == Holding::Owned && !isOnNoNode(lock);
    parts << (isOwned ? Tr::tr("held by %1").arg(text::holdingClient(lock)) : text::holding(lock));
    if (lock.held() && !isOnNoNode(lock) && (lock.stale || lock.expiresAt || !lock.lasting))
        parts << lockCell(LockColumn::Ttl, lock, kinds, 0, now, Qt::AccessibleTextRole).toString();
    if (const WaiterCount count = lock.waiters.count(); count.least > 0)
        parts << (count.isExact() ? Tr::tr("%Ln waiter(s)", nullptr, int(count.least))
                                  : Tr::tr("at least %Ln waiter(s)", nullptr, int(count.least)));
    return Tr::tr("%1: %2.", "a row read aloud: lock and what is known of it").arg(key, text::clauses(parts));
}

static QString endingText(EventKind how)
{
    switch (how) {
    case EventKind::Released:
        return Tr::tr("released", "how a lock ended");
    case EventKind::Expired:
        return Tr::tr("expired", "how a lock ended");
    case EventKind::Forced:
        return Tr::tr("released by force", "how a lock ended");
    default:
        return Tr::tr("gone", "a lock that ended in an unknown way");
    }
}

QString endedCellText(LockColumn column, const EndedLock &ended, Instant now)
{
    switch (column) {
    case LockColumn::Verdict:
        return endingText(ended.how);
    case LockColumn::Ttl:
    case LockColumn::Held:
    case LockColumn::Waiters:
    case LockColumn::Holds:
        return QStringLiteral("—");
    default:
        return cellText(column, *ended.last, 0, now);
    }
}

QString endedSentence(const EndedLock &ended, const QString &key, Instant now)
{
    return Tr::tr("%1: %2.", "a row read aloud: lock and what is known of it")
        .arg(key, text::clauses({endingText(ended.how), text::ago(millisecondsBetween(ended.at, now))}));
}

QVariant sortValue(LockColumn column, const Lock &lock)
{
    const auto since = [](Instant at) { return qint64(at.time_since_epoch().count()); };
    switch (column) {
    case LockColumn::Verdict:
        return int(lock.shownVerdict().level);
    case LockColumn::Key:
        return lock.key.bytes;
    case LockColumn::Kind:
        return kindName(lock.kind);
    case LockColumn::Owner:
        return holdingOf(lock) == Holding::Owned ? QVariant(lock.owner().bytes) : QVariant(holdsOf(lock));
    case LockColumn::Holds:
        return holdsOf(lock);
    case LockColumn::Ttl:
        return since(lock.expiresAt.value_or(Instant::max()));
    case LockColumn::Held:
        return since(lock.heldSince);
    case LockColumn::Renewals:
        return lock.renewals.count;
    case LockColumn::Waiters:
        return lock.waiters.count().figure();
    case LockColumn::Node:
        return lock.node.bytes;
    case LockColumn::Client:
        return clientSortKey(lock);
    }
    return {};
}

QString groupCounts(const GroupSummary &group)
{
    QStringList parts{Tr::tr("%Ln lock(s)", nullptr, int(group.locks))};
    if (group.criticals > 0)
        parts << Tr::tr("%Ln critical", nullptr, int(group.criticals));
    if (group.warnings > 0)
        parts << Tr::tr("%Ln warning(s)", nullptr, int(group.warnings));
    return text::clauses(parts);
}

QString groupLine(const GroupSummary &group)
{
    return QStringLiteral("%1 — %2").arg(group.title, groupCounts(group));
}

QString locksAsText(const std::vector<LockPtr> &locks, Instant now)
{
    std::vector<QStringList> rows(1);
    std::vector<bool> numeric;
    for (int column = 0; column < LockColumnCount; ++column) {
        rows[0] << headerTitle(LockColumn(column));
        numeric.push_back(isNumeric(LockColumn(column)));
    }
    for (const LockPtr &lock : locks) {
        QStringList row;
        for (int column = 0; column < LockColumnCount; ++column)
            row << (column == int(LockColumn::Owner) ? text::holding(*lock)
                                                     : cellText(LockColumn(column), *lock, 0, now));
        rows.push_back(row);
    }
    return tableAsText(rows, numeric);
}

QString tableAsText(const std::vector<QStringList> &rows, const std::vector<bool> &numeric)
{
    std::vector<int> widths(numeric.size());
    for (const QStringList &row : rows) {
        for (size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], textWidth(row[qsizetype(column)]));
    }
    QString text;
    for (const QStringList &row : rows) {
        QString line;
        for (size_t column = 0; column < widths.size(); ++column) {
            const QString &cell = row[qsizetype(column)];
            const QString space(widths[column] - textWidth(cell), u' ');
            line += numeric[column] ? space + cell : cell + space;
            line += QLatin1String("  ");
        }
        text += line.trimmed() + u'\n';
    }
    return text;
}

} // namespace lockscope
