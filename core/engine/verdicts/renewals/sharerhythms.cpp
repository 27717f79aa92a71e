// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/renewals/sharerhythms.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Deadlines this close were set by one script. They are read in one trip, whose length does not part them.
constexpr milliseconds SameScript{10};

bool isSameShare(const Holder &a, const Holder &b)
{
    return a.mode == b.mode && a.id == b.id && a.part == b.part;
}

// A deadline in the past is not extended any more: it may be that of a share whose keys are gone.
bool isPutOff(const ShareRhythms::Reading &reading, const Holder &holder)
{
    const Holder *before = sameShare(reading.before, holder);
    return before && before->expiresAt && holder.expiresAt && *holder.expiresAt > reading.after.readAt &&
           *holder.expiresAt > *before->expiresAt + reading.forward;
}

// The writer of a read-write lock has the deadline of the whole lock, which readers put off too.
bool isItsOwn(const ShareRhythms::Reading &reading, const Holder &holder,
              const ShareRhythms::ClientOf &clientOf)
{
    if (holder.mode == HoldMode::Write)
        return false;
    const QByteArray client = clientOf(holder);
    return std::none_of(reading.after.holders.begin(), reading.after.holders.end(), [&](const Holder &other) {
        return other.mode != HoldMode::Write && other.expiresAt &&
               std::chrono::abs(*other.expiresAt - *holder.expiresAt) <= SameScript &&
               clientOf(other) != client;
    });
}

} // namespace

const Holder *sameShare(const Lock &lock, const Holder &holder)
{
    const auto found = std::find_if(lock.holders.begin(), lock.holders.end(),
                                    [&](const Holder &other) { return isSameShare(other, holder); });
    return found == lock.holders.end() ? nullptr : &*found;
}

const ShareRhythms::Share *ShareRhythms::find(const Holder &holder) const
{
    const auto found = std::find_if(m_shares.begin(), m_shares.end(),
                                    [&](const Share &share) { return isSameShare(share.holder, holder); });
    return found == m_shares.end() ? nullptr : &*found;
}

void ShareRhythms::begin(const Holder &only, const Renewals &renewals, const RenewalRhythm *rhythm)
{
    m_shares = {{.holder = only, .renewals = renewals, .rhythm = rhythm ? *rhythm : RenewalRhythm()}};
}

void ShareRhythms::note(const Reading &reading, const ClientOf &clientOf)
{
    std::vector<Share> shares;
    for (const Holder &holder : reading.after.holders) {
        const Share *known = find(holder);
        Share &share = shares.emplace_back(known ? *known : Share{});
        share.holder = holder;
        if (holder.expiresAt)
            share.lease = std::max(share.lease, millisecondsBetween(reading.after.readAt, *holder.expiresAt));
        if (!isPutOff(reading, holder))
            continue;
        if (reading.rewritten && share.renewals.lastAt) {
            share.renewals.lastAt = reading.after.readAt; // the next renewal is due one period later
        } else if (!reading.rewritten && isItsOwn(reading, holder, clientOf)) {
            share.renew(reading);
        } else {
            share.renewals = {};
            share.rhythm = {};
        }
    }
    m_shares = std::move(shares);
}

void ShareRhythms::Share::renew(const Reading &reading)
{
    const Instant from = reading.before.readAt;
    const Instant to = reading.after.readAt;
    const bool heardAll =
        reading.heardAll || !renewals.period || millisecondsBetween(from, to) <= *renewals.period;
    rhythm.note(renewals, renewedAt(holder.expiresAt, lease, from, to),
                heardAll && rhythm.isSeenBetween(from, reading.announced));
    rhythm.seenAt = to;
}

std::shared_ptr<const HolderRenewals> ShareRhythms::known(const Lock &lock) const
{
    auto known = std::make_shared<HolderRenewals>();
    bool isAny = false;
    for (const Holder &holder : lock.holders) {
        const Share *share = find(holder);
        const bool isKnown = share && share->renewals.count > 0;
        isAny = isAny || isKnown;
        known->push_back(isKnown ? std::optional(share->renewals) : std::nullopt);
        if (isKnown)
            known->back()->missed += missedRenewals(share->renewals, lock.readAt);
    }
    return isAny ? known : nullptr;
}

bool ShareRhythms::take(const Holder &holder, Renewals &renewals, RenewalRhythm &rhythm) const
{
    const Share *share = find(holder);
    if (!share || share->renewals.count == 0)
        return false;
    renewals = share->renewals;
    rhythm = share->rhythm;
    return true;
}

} // namespace lockscope
