// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What of a scan is shown, and in which order. Pure: the time is a parameter.

#include "app/cli/text/texttable.h"
#include "core/base/outcome.h"
#include "core/values/lock.h"

namespace lockscope::cli
{

// The locks a scan was asked for.
struct Selection {
    QByteArray kind{};                  // empty: all
    std::vector<QByteArray> verdicts{}; // codes, levels, >=LEVEL: any of them; empty: all
    bool holds(const Lock &lock) const;
};

// A word that is no code and no level fails: a slip must not pass for "nothing found".
Done checkVerdicts(const std::vector<QByteArray> &verdicts);

enum class SortField { Key, Kind, Owner, Holds, Held, Ttl, Waiters, Verdict };

// What wants attention comes first: the worst verdict, the most waiters, the longest held, the shortest TTL.
struct Order {
    SortField field = SortField::Key;
    bool reversed = false;
};
Outcome<Order> parseOrder(const QByteArray &text); // empty: by key
void sortLocks(std::vector<LockPtr> &locks, Order order);

// "2 of 5 held, 1 overdue", "3 available": as much as is known.
QString permitsText(const Permits &permits);
// Holds of all holders together; of a kind that records none, the permits taken.
qint64 holdsOf(const Lock &lock);

QString locksTable(const std::vector<LockPtr> &locks, Instant at, const TextStyle &style);
Tint tint(VerdictLevel level);

} // namespace lockscope::cli
