// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/shownlock.h"

#include "core/base/tr.h"
#include "ui/text/format.h"
#include "ui/text/nodetext.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool ends(EventKind kind)
{
    return kind == EventKind::Released || kind == EventKind::Expired || kind == EventKind::Forced;
}

// Ignores deadlines, which run, and order, which means nothing.
bool sameHolders(const QVarLengthArray<Holder, 1> &a, const QVarLengthArray<Holder, 1> &b, bool counts)
{
    const auto same = [counts](const Holder &one, const Holder &other) {
        return one.id == other.id && one.mode == other.mode && one.part == other.part &&
               (!counts || one.count == other.count);
    };
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end(), same);
}

} // namespace

std::optional<qint64> numberOf(const Lock &lock)
{
    if (lock.held() || !lock.extras)
        return {};
    if (lock.extras->toGo)
        return lock.extras->toGo;
    const std::optional<Permits> &permits = lock.extras->permits;
    return permits && !permits->held ? permits->available : std::nullopt;
}

ShownLock::ShownLock(LockPtr lock) : m_lock(std::move(lock))
{
    confirm();
}

bool ShownLock::apply(const LockDelta &delta)
{
    bool touched = false;
    const auto goAway = [&](WallTime at) {
        if (!m_goneAt) {
            m_goneAt = at;
            if (m_lock->stale)
                m_unseenSince = wallNow() - millisecondsBetween(m_lock->readAt, now());
        }
        m_endedSince = m_endedSince || m_lock->quorum();
        touched = true;
    };
    WallTime ended = wallNow();
    for (const LockEvent &event : delta.events) {
        if (event.key != m_lock->key)
            continue;
        hear(event);
        if (event.wallAt != WallTime{})
            ended = event.wallAt;
    }
    // A lock missing from a reset counts as gone until it is seen again.
    if (delta.reset ||
        std::find(delta.removed.begin(), delta.removed.end(), m_lock->key) != delta.removed.end())
        goAway(ended);
    for (const LockPtr &lock : delta.upserted) {
        if (lock->key != m_lock->key)
            continue;
        m_lock = lock;
        touched = true;
        if (lock->quorum() && !lock->heldByMajority() && !lock->isUndecided())
            m_endedSince = true;
        // Free is not gone: a queue, permits or a count may remain, and acts may apply to them.
        m_goneAt.reset();
        m_goneHow.reset();
        m_unseenSince.reset();
        m_lostBy.clear();
    }
    return touched;
}

bool ShownLock::noteFailover(const FailoverReport &report)
{
    if (m_lock->quorum()) // one node lost it, not the group
        return false;
    const auto isThis = [this](const LockPtr &lost) { return lost->key == m_lock->key; };
    if (!std::ranges::any_of(report.lost, isThis))
        return false;
    m_lostBy =
        report.from == report.to
            ? Tr::tr("its server restarted without it")
            : Tr::tr("not on %1, the new master", "a lock after a failover").arg(text::node(report.to));
    return true;
}

void ShownLock::hear(const LockEvent &event)
{
    const bool ended = ends(event.kind) && event.count == 0;
    if (ends(event.kind))
        m_goneHow = event.kind;
    const bool confirmed = std::any_of(m_holders.begin(), m_holders.end(),
                                       [&event](const Holder &holder) { return holder.id == event.owner; });
    const bool isOfOneNode = m_lock->quorum();
    if (confirmed && !isOfOneNode && (ended || event.kind == EventKind::Acquired))
        m_endedSince = true;
}

void ShownLock::confirm()
{
    m_seen = m_lock;
    m_endedSince = false;
    m_holders = m_lock->holders;
    m_number = numberOf(*m_lock);
}

QString ShownLock::goneText() const
{
    const QString at = text::timeOfDay(*m_goneAt);
    if (m_goneHow)
        return Tr::tr("Gone since %1: %2").arg(at, text::event(*m_goneHow));
    if (!m_lostBy.isEmpty())
        return Tr::tr("Lost: %1. Noticed at %2").arg(m_lostBy, at);
    if (m_unseenSince) {
        const bool isOneSecond = text::clockTime(*m_unseenSince) == text::clockTime(*m_goneAt);
        const auto exact = isOneSecond ? text::timeOfDay : text::clockTime;
        return Tr::tr("Gone: it ended between %1 and %2, while its server could not be read")
            .arg(exact(*m_unseenSince), exact(*m_goneAt));
    }
    return Tr::tr("Gone since %1").arg(at);
}

bool ShownLock::ownerChanged() const
{
    return !gone() && !sameHolders(m_lock->holders, m_holders, false);
}

bool ShownLock::countChanged() const
{
    return !gone() && !ownerChanged() && !sameHolders(m_lock->holders, m_holders, true);
}

bool ShownLock::retaken() const
{
    if (gone() || ownerChanged() || m_holders.isEmpty())
        return false;
    const bool isLater = m_lock->heldSince > m_seen->heldSince + Tolerance;
    // A bound depends on which nodes still have it, and copies without a majority are no hold.
    if (m_lock->quorum())
        return m_lock->heldByMajority() && (m_endedSince || (isLater && m_lock->isHoldSinceExact()));
    return m_endedSince || isLater;
}

bool ShownLock::deadlineMoved() const
{
    if (gone() || ownerChanged() || m_holders.size() != 1)
        return false;
    const std::optional<Instant> &before = m_seen->expiresAt;
    const std::optional<Instant> &after = m_lock->expiresAt;
    if (!before || !after)
        return before.has_value() != after.has_value();
    const milliseconds tolerance = Tolerance + m_seen->uncertainty + m_lock->uncertainty;
    if (*after <= *before + tolerance)
        return false;
    const bool isRenewed = m_seen->renewals.count > 0 && m_seen->lease;
    return !isRenewed || *after > m_lock->readAt + *m_seen->lease + tolerance;
}

bool ShownLock::numberChanged() const
{
    return !gone() && !ownerChanged() && numberOf(*m_lock) != m_number;
}

} // namespace lockscope
