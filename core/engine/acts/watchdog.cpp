// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/watchdog.h"

#include "core/base/wakeup.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

using namespace std::chrono_literals;

void Watchdog::keep(const OwnHolding &hold, milliseconds period, Instant validUntil, Renew renewal)
{
    if (m_isForbidden)
        return;
    auto kept = std::make_unique<Kept>();
    kept->hold = hold;
    kept->period = std::clamp(period, 1ms, LongestTimer);
    kept->validUntil = validUntil;
    kept->renewal = std::move(renewal);
    kept->timer.setSingleShot(true);
    connect(&kept->timer, &QTimer::timeout, this, [this, hold] { Watchdog::renew(this, hold); });
    kept->timer.start(kept->period);
    if (const auto held = find(hold); held != m_holds.end())
        *held = std::move(kept);
    else
        m_holds.push_back(std::move(kept));
}

void Watchdog::abandon(const Which &which)
{
    std::erase_if(m_holds, [&which](const auto &kept) { return which(kept->hold); });
}

void Watchdog::abandon(const LockName &key)
{
    abandon([&key](const OwnHolding &hold) { return hold.key == key; });
}

void Watchdog::abandon(const LockName &key, const OwnerId &owner)
{
    abandon([&](const OwnHolding &hold) { return hold.key == key && isSameOwner(hold.owner, owner); });
}

void Watchdog::abandon(const OwnHolding &hold)
{
    abandon([&hold](const OwnHolding &one) { return one.isSameHold(hold); });
}

void Watchdog::forbid()
{
    m_isForbidden = true;
    clear();
}

void Watchdog::pause(const Which &which)
{
    for (const auto &kept : m_holds) {
        if (which(kept->hold)) {
            kept->isPaused = true;
            kept->timer.stop();
        }
    }
}

void Watchdog::resume(const Which &which)
{
    for (const auto &kept : m_holds) {
        if (which(kept->hold)) {
            kept->isPaused = false;
            kept->timer.start(1ms);
        }
    }
}

void Watchdog::renewNow(const OwnHolding &hold)
{
    if (const auto kept = find(hold); kept != m_holds.end() && !(*kept)->isPaused)
        (*kept)->timer.start(0ms);
}

bool Watchdog::renews(const LockName &key, const OwnerId &owner) const
{
    return std::ranges::any_of(m_holds, [&](const auto &kept) {
        return kept->hold.key == key && isSameOwner(kept->hold.owner, owner);
    });
}

Watchdog::Holds::iterator Watchdog::find(const OwnHolding &hold)
{
    return std::ranges::find_if(m_holds, [&hold](const auto &kept) { return kept->hold.isSameHold(hold); });
}

QCoro::Task<> Watchdog::renew(QPointer<Watchdog> self, OwnHolding hold)
{
    const auto found = self->find(hold);
    if (found == self->m_holds.end())
        co_return;
    const Renew renewal = (*found)->renewal; // a copy: it may be abandoned meanwhile
    const Receipt receipt = co_await renewal((*found)->validUntil);
    if (!self)
        co_return;
    const auto still = self->find(hold);
    if (still == self->m_holds.end())
        co_return; // released meanwhile
    Kept &kept = **still;
    if (receipt.result == ActResult::Done) {
        kept.validUntil = receipt.validUntil.value_or(now() + kept.period);
        if (!kept.isPaused)
            kept.timer.start(kept.period);
        emit self->renewed(hold.key, receipt);
        co_return;
    }
    if (kept.isPaused)
        co_return; // the releasing act reports the outcome
    // A server that is unreachable now may be back before the lease is over.
    const milliseconds left = millisecondsBetween(now(), kept.validUntil);
    if (!self->m_isFinal(receipt) && left > 0ms) {
        kept.timer.start(std::min(left, std::max<milliseconds>(kept.period / 10, 50ms)));
        co_return;
    }
    self->m_holds.erase(still);
    hold.kind = receipt.kind;
    emit self->lost(hold.key, receipt, hold);
}

} // namespace lockscope
