// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/lockfacts.h"

#include "core/base/tr.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/text/nodetext.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace lockscope
{

namespace
{

QString label(LockFact fact)
{
    switch (fact) {
    case LockFact::Key:
        return Tr::tr("Lock");
    case LockFact::Kind:
        return Tr::tr("Kind");
    case LockFact::Owner:
        return Tr::tr("Owner");
    case LockFact::Count:
        return Tr::tr("Hold count");
    case LockFact::Held:
        return Tr::tr("Held for");
    case LockFact::TimeToLive:
        return Tr::tr("TTL");
    case LockFact::Lease:
        return Tr::tr("Lease");
    case LockFact::Renewals:
        return Tr::tr("Renewals");
    case LockFact::Waiters:
        return Tr::tr("Waiters");
    case LockFact::ToGo:
        return Tr::tr("Remaining");
    case LockFact::FencingToken:
        return Tr::tr("Fencing token");
    case LockFact::Node:
        return Tr::tr("Node");
    }
    return {};
}

QString renewals(const Renewals &seen, Instant now)
{
    if (seen.count == 0)
        return Tr::tr("none seen");
    QStringList parts{text::number(seen.count)};
    if (seen.period)
        parts << Tr::tr("every %1").arg(text::duration(*seen.period));
    if (seen.lastAt)
        parts << Tr::tr("last: %1").arg(text::ago(millisecondsBetween(*seen.lastAt, now)));
    if (seen.missed > 0)
        parts << Tr::tr("%Ln missed", nullptr, int(seen.missed));
    return text::clauses(parts);
}

QString waitersText(const Waiters &waiters, const std::optional<HeardWaiters> &heard)
{
    QStringList parts;
    if (waiters.subscribed)
        parts << (waiters.mayBeElsewhere
                      ? Tr::tr("%Ln client(s) on the wake-up channel, which all databases share", nullptr,
                               int(*waiters.subscribed))
                      : Tr::tr("%Ln client(s) on the wake-up channel", nullptr, int(*waiters.subscribed)));
    if (!waiters.queued.empty())
        parts << (waiters.mayBeMore()
                      ? Tr::tr("%Ln or more in the queue", nullptr, int(waiters.queued.size()))
                      : Tr::tr("%Ln in the queue", nullptr, int(waiters.queued.size())));
    const auto dead = int(std::ranges::count(waiters.queued, false, &QueuedWaiter::alive));
    if (dead > 0)
        parts << Tr::tr("%Ln without a client", "waiters in a queue", dead);
    if (heard)
        parts << Tr::tr("%Ln client(s) heard by a probe until %1", nullptr, int(heard->clients))
                     .arg(text::clockTime(heard->until));
    if (waiters.areUnread && parts.isEmpty())
        return Tr::tr("unknown: the queue could not be read");
    if (waiters.areUnread && waiters.queued.empty())
        parts << unreadQueueText(waiters);
    // Clients that poll leave no trace between attempts.
    return parts.isEmpty() ? Tr::tr("unknown") : text::clauses(parts);
}

QString ownerText(const Lock &lock)
{
    if (lock.holders.size() > 1)
        return text::holding(lock);
    const HoldMode mode = lock.holders.isEmpty() ? HoldMode::Exclusive : lock.holders.front().mode;
    const QString owner = text::ownerFull(lock.owner());
    return mode == HoldMode::Read || mode == HoldMode::Write
               ? Tr::tr("%1 (%2)", "an owner, reads or writes").arg(owner, text::holdMode(mode))
               : owner;
}

// The verdict tells since when.
QString unreadText(const Lock &lock, const QString &refusal)
{
    const QString node = text::node(lock.node);
    if (lock.verdict.code == "unread")
        return Tr::tr("%1 (not read yet)").arg(node);
    return refusal.isEmpty() ? Tr::tr("%1 (unreachable)").arg(node)
                             : Tr::tr("%1 (%2)", "a server, and why it refuses").arg(node, refusal);
}

QString factText(LockFact fact, const Lock &lock, const Kinds &kinds, Instant now)
{
    switch (fact) {
    case LockFact::Key:
        return text::key(lock.key);
    case LockFact::Kind:
        return kinds.titleAndConfidence(lock);
    case LockFact::Owner:
        if (holdingOf(lock) != Holding::Owned)
            return text::holding(lock);
        return ownerText(lock);
    case LockFact::Count:
        if (lock.holders.size() != 1)
            return recordsHolds(lock) ? text::number(holdsOf(lock)) : QStringLiteral("—");
        if (lock.maxCount > lock.count())
            return Tr::tr("%1 (at most %2)").arg(text::number(lock.count()), text::number(lock.maxCount));
        return text::number(lock.count());
    case LockFact::Held:
        if (!lock.held())
            return QStringLiteral("—");
        return lock.isOneHold() || !lock.heldByMajority() || !text::isHeldTimeKnown(lock, now)
                   ? text::held(lock, now)
                   : Tr::tr("%1, or acquired again since").arg(text::heldTime(lock, now));
    case LockFact::TimeToLive:
        if (lock.isLastKnown() && lock.expiresAt)
            return Tr::tr("%1 when it was last read").arg(text::ttl(text::ttlLeft(lock, lock.readAt)));
        if (lock.expiresAt)
            return text::ttl(text::ttlLeft(lock, now));
        return lock.lasting ? Tr::tr("no expiry, by design") : Tr::tr("no expiry");
    case LockFact::Lease:
        if (!lock.lease)
            return Tr::tr("unknown");
        return leaseFact(lock);
    case LockFact::Renewals:
        return renewals(lock.renewals, now);
    case LockFact::Waiters: // See textOf()
    case LockFact::Node:
        return {};
    case LockFact::ToGo:
        return Tr::tr("%Ln count(s) until it opens", nullptr, int(lock.extras->toGo.value_or(0)));
    case LockFact::FencingToken:
        return Tr::tr("%1, the last one issued").arg(text::number(*lock.extras->fencingToken));
    }
    return {};
}

bool runs(LockFact fact)
{
    return fact == LockFact::Held || fact == LockFact::TimeToLive || fact == LockFact::Renewals ||
           fact == LockFact::Node;
}

} // namespace

// It is the longest TTL seen, and some of it had passed before the first read.
QString leaseFact(const Lock &lock)
{
    const bool isSeenWhole = !lock.heldIsLowerBound || lock.renewals.count > 0;
    return (isSeenWhole ? QString() : QStringLiteral("≥ ")) + text::duration(lock.lease.value());
}

LockFacts::LockFacts(std::vector<LockFact> facts, const Kinds &kinds, QWidget *parent)
    : QWidget(parent), m_kinds(kinds)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(spacing(Spacing::Tight));
    grid->setHorizontalSpacing(spacing(Spacing::Page));
    grid->setColumnStretch(1, 1);
    for (const LockFact fact : facts) {
        const QString name = label(fact);
        Row row{.fact = fact, .name = name, .label = new QLabel(name, this), .value = new ElidedLabel(this)};
        row.label->setForegroundRole(QPalette::PlaceholderText);
        row.value->setWrapping(true);
        grid->addWidget(row.label, int(m_rows.size()), 0, Qt::AlignTop);
        grid->addWidget(row.value, int(m_rows.size()), 1);
        m_rows.push_back(row);
    }
}

void LockFacts::showLock(const LockPtr &lock, Instant now)
{
    m_lock = lock;
    for (const Row &row : m_rows)
        showRow(row, now);
}

void LockFacts::setHeard(const std::optional<HeardWaiters> &heard)
{
    m_heard = heard;
    for (const Row &row : m_rows) {
        if (row.fact == LockFact::Waiters)
            showRow(row, now());
    }
}

void LockFacts::setWhyUnread(const Failure *why)
{
    m_refusal = why && !text::refusal(*why).isEmpty() ? why->text : QString();
}

void LockFacts::setLabel(LockFact fact, const QString &label)
{
    for (Row &row : m_rows) {
        if (row.fact == fact)
            row.name = label;
        showName(row);
    }
}

void LockFacts::setPast(bool past)
{
    m_past = past;
    setEnabled(!past);
    for (const Row &row : m_rows) {
        if (past && m_lock)
            showPast(row);
    }
}

// That it is gone is known from its node, which answers again if it did not before.
void LockFacts::showPast(const Row &row)
{
    if (row.fact == LockFact::TimeToLive)
        row.value->setText(QStringLiteral("—"));
    else if (row.fact == LockFact::Node)
        row.value->setText(text::node(m_lock->node));
}

void LockFacts::tick(Instant now)
{
    if (m_past)
        return;
    for (const Row &row : m_rows) {
        if (runs(row.fact))
            showRow(row, now);
    }
}

QString LockFacts::value(LockFact fact) const
{
    for (const Row &row : m_rows) {
        if (row.fact == fact)
            return row.value->text();
    }
    return {};
}

bool LockFacts::tells(LockFact fact) const
{
    if (!m_lock)
        return true;
    switch (fact) {
    case LockFact::ToGo:
        return m_lock->extras && m_lock->extras->toGo;
    case LockFact::FencingToken:
        return m_lock->extras && m_lock->extras->fencingToken;
    case LockFact::Count: // Otherwise the owner's line shows it
        return holdingOf(*m_lock) == Holding::Owned;
    case LockFact::Lease:
    case LockFact::Renewals: // A lock without expiry by design is not renewed
        return !m_lock->lasting || m_lock->renewals.count > 0;
    case LockFact::Held:
        return !m_lock->lasting || m_lock->held();
    default:
        return true;
    }
}

void LockFacts::showName(const Row &row)
{
    const bool named = row.fact != LockFact::Owner || !m_lock || holdingOf(*m_lock) == Holding::Owned;
    row.label->setText(named ? row.name : Tr::tr("State")); // "3 left" is a state, not an owner
}

void LockFacts::showRow(const Row &row, Instant now)
{
    const bool shown = tells(row.fact);
    row.label->setVisible(shown);
    row.value->setVisible(shown);
    if (!shown)
        return row.value->setText({});
    showName(row);
    row.value->setText(m_lock ? textOf(row.fact, now) : QString());
}

QString LockFacts::textOf(LockFact fact, Instant now) const
{
    switch (fact) {
    case LockFact::Waiters:
        return waitersText(m_lock->waiters, m_heard);
    case LockFact::Node:
        return m_lock->isLastKnown() ? unreadText(*m_lock, m_refusal) : text::node(m_lock->node);
    default:
        return factText(fact, *m_lock, m_kinds, now);
    }
}

} // namespace lockscope
