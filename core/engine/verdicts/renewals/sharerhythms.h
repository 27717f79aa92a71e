// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The renewal rhythms of a lock with several holders, one per share, such as a reader or a permit. A renewal
// belongs to a share only if its own expiry moved, and no other client's moved to the same time: a script of
// Redisson before 4.4 extends all readers, no matter which of them sent it. Pure value.

#include "core/engine/verdicts/renewals/renewalrhythm.h"

#include <functional>

namespace lockscope
{

// The share of the same owner, mode and part in another state of its lock; null: none.
const Holder *sameShare(const Lock &lock, const Holder &holder);

class ShareRhythms
{
public:
    // The same bytes for all shares of one client.
    using ClientOf = std::function<QByteArray(const Holder &)>;
    // Two successive reads. forward: how far an expiry must move to count as a renewal. heardAll: each change
    // in between was announced.
    struct Reading {
        const Lock &before;
        const Lock &after;
        milliseconds forward{0};
        bool announced = false;
        bool heardAll = true;
        bool rewritten = false; // a share with a later expiry may have been reacquired
    };

    // Starts from a lock that had one holder until now.
    void begin(const Holder &only, const Renewals &renewals, const RenewalRhythm *rhythm);
    void note(const Reading &reading, const ClientOf &clientOf);
    std::shared_ptr<const HolderRenewals> known(const Lock &lock) const; // null: unknown for all holders
    // Gives the renewals and the rhythm of this holder; false: unknown.
    bool take(const Holder &holder, Renewals &renewals, RenewalRhythm &rhythm) const;

private:
    struct Share {
        Holder holder{};
        Renewals renewals{};
        RenewalRhythm rhythm{};
        milliseconds lease{0}; // the longest time to live seen

        void renew(const Reading &reading);
    };
    const Share *find(const Holder &holder) const;

    std::vector<Share> m_shares;
};

} // namespace lockscope
