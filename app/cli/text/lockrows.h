// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Selects, sorts and prints the locks of a scan. Pure: the time is a parameter.

#include "app/cli/text/texttable.h"
#include "core/base/outcome.h"
#include "core/values/lock.h"

#include <functional>

namespace lockscope::cli
{

// The filter of a scan.
struct Selection {
    std::vector<QByteArray> kinds{};    // any of them; empty: all
    std::vector<QByteArray> verdicts{}; // codes, levels or >=LEVEL, any of which matches; empty: all
    Confidence least = Confidence::Guess;
    bool holds(const Lock &lock) const;       // all of it
    bool isTooUnsure(const Lock &lock) const; // of the kind; what its verdict would be is not asked
};

// Fails for a word that is neither a code nor a level, so that a typo is not mistaken for "nothing found".
Done checkVerdicts(const std::vector<QByteArray> &verdicts);

struct FoundLock {
    LockPtr lock{};
    size_t connection = 0; // its index, where there are several
    Instant at{};          // when it was read: what it is shown as of
};

enum class SortField { Key, Kind, Owner, Holds, Held, Ttl, Waiters, Verdict };

// Starts with what needs attention: the worst verdict, the most waiters, the longest held, the shortest TTL.
struct Order {
    SortField field = SortField::Key;
    bool reversed = false;
};
Outcome<Order> parseOrder(const QByteArray &text); // empty: by key
void sortLocks(std::vector<FoundLock> &locks, Order order);

// What is known, for example "2 of 5 held, 1 overdue" or "3 available".
QString permitsText(const Permits &permits);
// "2", or "at least 2, at most 5".
QString agreeingText(const Quorum &quorum);
// The holds of all holders; for kinds without recorded holders, the permits taken.
qint64 holdsOf(const Lock &lock);

// Calls print with each line of the table. connections: their names, in a column of its own; empty: only one.
// widths: see TextTable::render().
void printLocks(const std::vector<FoundLock> &locks, const QStringList &connections, const TextStyle &style,
                const std::function<void(const QString &)> &print, std::vector<int> &widths);
Tint tint(VerdictLevel level);

} // namespace lockscope::cli
