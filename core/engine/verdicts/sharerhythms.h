// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rhythms of a lock that several hold at once, one per share: one reader, one permit. A renewal belongs
// to a share only if its own deadline moved, and that of no other client to the same moment: Redisson
// before 4.4 puts off the holds of all readers in one script, whichever of them sent it. Pure value.

#include "core/engine/verdicts/renewalrhythm.h"

#include <functional>

namespace lockscope
{

class ShareRhythms
{
public:
    // By what the shares of one client are found.
    using ClientOf = std::function<QByteArray(const Holder &)>;
    // What one reading adds to what is known. forward: by how much a deadline must move to be put off;
    // heardAll: each change in between was announced.
    struct Reading {
        const Lock &before;
        const Lock &after;
        milliseconds forward{0};
        bool announced = false;
        bool heardAll = true;
        bool rewritten = false; // who put a deadline off may have acquired its share again
    };

    // A lock that one holder had until now.
    void begin(const Holder &only, const Renewals &renewals, const RenewalRhythm *rhythm);
    void note(const Reading &reading, const ClientOf &clientOf);
    std::shared_ptr<const HolderRenewals> known(const Lock &lock) const; // null: of none of its holders
    // What is known of this one; false: nothing.
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
