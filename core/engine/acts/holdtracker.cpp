// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/holdtracker.h"

#include "core/base/wakeup.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Margin = 100ms; // the server's clock decides; the local one only says when to read

bool isHolder(const Lock &lock, const OwnHolding &held)
{
    return std::ranges::any_of(lock.holders, [&held](const Holder &holder) {
        const bool otherMode = holder.mode != held.mode && holder.mode != HoldMode::Exclusive &&
                               held.mode != HoldMode::Exclusive;
        return isSameOwner(holder.id, held.owner) && !otherMode;
    });
}

bool contains(const QByteArray &whole, const OwnerId &owner)
{
    return whole.contains(owner.bytes);
}

// Wherever a format keeps it. What was not read whole may show it.
bool mayShow(const KeyReading &reading, const OwnerId &owner)
{
    if (owner.isEmpty() || reading.size == RefusedSize)
        return true;
    const qint64 read =
        qint64(reading.string.size()) + qint64(reading.fields.size() + reading.members.size());
    return read < reading.size || contains(reading.string, owner) ||
           std::ranges::any_of(reading.fields,
                               [&](const auto &field) {
                                   return contains(field.first, owner) || contains(field.second, owner);
                               }) ||
           std::ranges::any_of(reading.members,
                               [&](const Member &member) { return contains(member.bytes, owner); });
}

bool isSameValue(const KeyReading &a, const KeyReading &b)
{
    return a.type == b.type && a.string == b.string && a.fields == b.fields && a.members == b.members;
}

std::optional<Instant> endOf(const Lock &lock, const OwnerId &owner)
{
    const auto holder = std::ranges::find_if(
        lock.holders, [&owner](const Holder &one) { return isSameOwner(one.id, owner); });
    const bool ownEnd =
        holder != lock.holders.end() && holder->expiresAt; // each holder may have its own expiry
    return ownEnd ? holder->expiresAt : lock.expiresAt;
}

// The receipt that a watchdog would have reported.
Receipt ending(const OwnHolding &held, const LockPtr &lock)
{
    Receipt receipt{.act = ActKind::Renew,
                    .result = ActResult::AlreadyGone,
                    .key = held.key,
                    .kind = held.kind,
                    .owner = held.owner,
                    .at = wallNow()};
    if (lock && lock->held()) {
        receipt.result = ActResult::OwnerChanged;
        receipt.foundOwner = lock->owner();
        receipt.foundCount = lock->count();
        receipt.node = lock->node;
    }
    return receipt;
}

} // namespace

HoldTracker::HoldTracker(ActGuard &guard, Look look) : m_guard(guard), m_look(std::move(look)), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &HoldTracker::watchEnds);
}

void HoldTracker::end(const LockName &key)
{
    if (--m_acting[key] == 0)
        m_acting.remove(key);
}

void HoldTracker::stopRenewing(const LockName &key, const OwnerId &owner)
{
    m_guard.stopRenewing(key, owner);
    tell();
}

void HoldTracker::forget()
{
    ++m_opening;
    const bool held = !m_guard.own().empty();
    m_guard.forget();
    m_ends.clear();
    m_seen.clear();
    m_doubted.clear();
    m_strange.clear();
    m_timer.stop();
    if (held)
        emit changed({});
}

void HoldTracker::settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt,
                         bool renewed)
{
    const std::vector<OwnHolding> before = m_guard.own();
    m_guard.settle(request, permit, receipt, renewed);
    const bool moves = request.act == ActKind::Acquire || request.act == ActKind::Renew;
    if (moves && receipt.result == ActResult::Done)
        noteEnd(receipt);
    if (receipt.act == ActKind::SetExpiry && receipt.result == ActResult::Done && receipt.ttl)
        noteExpiry(receipt.key, *receipt.ttl);
    if (m_guard.own() != before)
        tell();
    else
        watchEnds(); // a hold may have expired meanwhile
}

// The latest possible end. Where each holder has its own expiry, a read of the lock gives the exact one.
void HoldTracker::noteExpiry(const LockName &key, milliseconds left)
{
    for (const OwnHolding &held : m_guard.own()) {
        if (held.key == key)
            m_ends[{held.key, held.owner}] = now() + std::max(left, 0ms);
    }
}

void HoldTracker::noteEnd(const Receipt &receipt)
{
    const std::pair name(receipt.key, receipt.owner);
    const auto left = receipt.validity ? receipt.validity : receipt.ttl;
    if (left)
        m_ends[name] = now() + std::max(*left, 0ms);
    else
        m_ends.erase(name);
    watchEnds();
}

void HoldTracker::lose(const OwnHolding &hold, const Receipt &why)
{
    if (!m_guard.lose(hold))
        return; // released meanwhile, or already reported
    Receipt told = why;
    if (const auto end = m_ends.find({hold.key, hold.owner}); end != m_ends.end())
        told.validUntil = end->second;
    const QPointer<HoldTracker> self(this);
    emit lost(hold, told);
    if (self)
        tell();
}

void HoldTracker::tell()
{
    const auto isOver = [this](const HoldName &name) { return !m_guard.isOwn(name.first, name.second); };
    std::erase_if(m_ends, [&isOver](const auto &entry) { return isOver(entry.first); });
    std::erase_if(m_seen, isOver);
    std::erase_if(m_strange, [&isOver](const auto &entry) { return isOver(entry.first.second); });
    watchEnds();
    emit changed(m_guard.own());
}

// Reads locks whose hold must have expired, and sets the timer for the next one without a watchdog.
void HoldTracker::watchEnds()
{
    std::optional<Instant> next;
    const std::vector<OwnHolding> all = m_guard.own(); // a read may end one
    for (const OwnHolding &held : all) {
        const auto end = m_ends.find({held.key, held.owner});
        if (held.renewed || end == m_ends.end())
            continue;
        if (end->second + Margin <= now())
            lookFor(this, held.key);
        else if (!next || end->second < *next)
            next = end->second;
    }
    if (next)
        m_timer.start(std::clamp(millisecondsBetween(now(), *next + Margin), 1ms, LongestTimer));
    else
        m_timer.stop();
}

// The table may show the end before the watchdog does. For holds without a watchdog it is the only sign.
void HoldTracker::doubt(const LockDelta &delta)
{
    if (m_guard.own().empty())
        return;
    const std::vector<OwnHolding> all = m_guard.own();
    for (const OwnHolding &held : all) {
        const bool removed = std::ranges::find(delta.removed, held.key) != delta.removed.end();
        const auto changed = std::ranges::find_if(
            delta.upserted, [&held](const LockPtr &lock) { return lock->key == held.key; });
        const bool shown = changed != delta.upserted.end() && isHolder(**changed, held);
        if (shown)
            m_seen.insert({held.key, held.owner});
        const bool taken = changed != delta.upserted.end() && !shown;
        if (!held.owner.isEmpty() && (removed || taken))
            lookFor(this, held.key);
    }
}

void HoldTracker::noteReadings(const std::vector<KeyReading> &readings, const NodeId &node)
{
    if (m_guard.own().empty())
        return;
    const QPointer<HoldTracker> self(this);
    const std::vector<OwnHolding> all = m_guard.own(); // a doubt may end one
    for (const KeyReading &reading : readings) {
        for (const OwnHolding &held : all) {
            if (held.key == reading.key && !m_acting.contains(held.key) && isNewDoubt(held, reading, node))
                emit doubted(held);
            if (!self)
                return;
        }
    }
}

// Once for each value: some formats keep the owner in another key, and a renewal is told of as a change.
bool HoldTracker::isNewDoubt(const OwnHolding &held, const KeyReading &reading, const NodeId &node)
{
    const std::pair name(node, HoldName(held.key, held.owner));
    if (mayShow(reading, held.owner)) {
        m_strange.erase(name);
        return false;
    }
    const auto known = m_strange.find(name);
    if (known != m_strange.end() && isSameValue(known->second, reading))
        return false;
    m_strange.insert_or_assign(name, reading);
    return true;
}

// Does nothing while this program acts on the lock: the receipt reports the outcome.
QCoro::Task<> HoldTracker::lookFor(QPointer<HoldTracker> self, LockName key)
{
    if (self->m_acting.contains(key) || self->m_doubted.contains(key))
        co_return;
    self->m_doubted.insert(key);
    const quint64 opening = self->m_opening;
    const auto detail = co_await self->m_look(key);
    if (!self || opening != self->m_opening)
        co_return;
    self->m_doubted.remove(key);
    if (self->m_acting.contains(key))
        co_return;
    const std::vector<OwnHolding> all = self->m_guard.own(); // judge() may end one
    for (const OwnHolding &held : all) {
        if (held.key == key)
            self->judge(held, detail);
        if (!self || opening != self->m_opening)
            co_return; // a slot may have closed the connection
    }
    self->watchEnds();
}

void HoldTracker::judge(const OwnHolding &held, const Outcome<LockDetail> &detail)
{
    const LockPtr lock = detail ? detail->lock : LockPtr();
    const auto known = m_ends.find({held.key, held.owner});
    const bool ranOut = !held.renewed && known != m_ends.end() && known->second + Margin <= now();
    const bool isThere = lock && isHolder(*lock, held);
    // If the table never showed it as ours, it may not recognise the lock, or not as this kind.
    const bool isKnown = m_seen.contains({held.key, held.owner}) || (lock && lock->kind == held.kind);
    const bool isGone = detail && !held.owner.isEmpty() && (detail->typeFound == ValueType::None || isKnown);
    if (isThere && ranOut) { // another client extended it
        const std::optional<Instant> end = endOf(*lock, held.owner);
        if (end)
            known->second = std::max(*end, now() + 1s);
        else
            m_ends.erase(known);
    } else if (!isThere && (isGone || ranOut)) {
        lose(held, ending(held, lock));
    }
}

} // namespace lockscope
