// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a lock was renewed lately, as far as it was seen: the last renewals of one owner, small enough to keep
// for each lock. A value; GUI thread.

#include "core/values/lock.h"

#include <QMetaType>

#include <algorithm>
#include <array>

namespace lockscope
{

struct RecentRenewals {
    // Between one renewal and the one before it, the latest first; 0: not seen. Capped at two hours.
    std::array<quint16, 3> tenths{};

    // With the renewal that the second reading of a lock has and the first has not.
    RecentRenewals after(const Lock &before, const Lock &lock) const
    {
        const auto &former = before.renewals.lastAt, &last = lock.renewals.lastAt;
        if (!last || former == last)
            return *this;
        RecentRenewals next = *this;
        std::rotate(next.tenths.begin(), next.tenths.end() - 1, next.tenths.end());
        const qint64 gap = former ? millisecondsBetween(*former, *last).count() / 100 : 0;
        next.tenths[0] = quint16(std::clamp<qint64>(gap, 0, 65'535));
        return next;
    }

    // How long ago each was, the latest first.
    std::vector<milliseconds> ages(const Lock &lock, Instant now) const
    {
        std::vector<milliseconds> ages;
        if (!lock.renewals.lastAt)
            return ages;
        ages.push_back(millisecondsBetween(*lock.renewals.lastAt, now));
        for (const quint16 gap : tenths) {
            if (gap == 0)
                break;
            ages.push_back(ages.back() + milliseconds(gap * 100));
        }
        return ages;
    }
    friend bool operator==(const RecentRenewals &, const RecentRenewals &) = default;
};

} // namespace lockscope
