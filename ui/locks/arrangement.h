// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In which order and in which groups locks are listed. Pure functions and values, any thread. The order of
// two locks depends on the locks alone, never on the time, so a list once sorted stays sorted while TTLs run
// down.

#include "core/engine/filter/lockfilter.h"

#include <Qt>

#include <atomic>

namespace lockscope
{

enum class LockColumn { Verdict, Key, Kind, Owner, Holds, Ttl, Held, Renewals, Waiters, Node };
inline constexpr int LockColumnCount = 10;

enum class Grouping { None, Prefix, Owner, Kind, Verdict };

struct Criteria {
    Grouping grouping = Grouping::None;
    LockColumn column = LockColumn::Verdict;
    Qt::SortOrder order = Qt::DescendingOrder;
    LockFilter filter{};
};

// A strict total order: equal only for the same key. Ties go by key, "order:9" before "order:10".
class LockOrder
{
public:
    explicit LockOrder(const Criteria &criteria) : m_column(criteria.column), m_order(criteria.order) {}
    bool operator()(const LockPtr &a, const LockPtr &b) const { return less(*a, *b); }
    bool less(const Lock &a, const Lock &b) const;

private:
    LockColumn m_column;
    Qt::SortOrder m_order;
};

// Numbers inside the names by their value; total, so different bytes never compare equal.
int compareNaturally(const QByteArray &a, const QByteArray &b);

// What a lock is grouped by. Prefix: the key up to its last separator, parts that are numbers or ids shown as
// "*" ("cart:81:lock" is in "cart:*:"). Empty for Grouping::None.
QByteArray groupOf(const Lock &lock, Grouping grouping);
bool groupLess(const QByteArray &a, const QByteArray &b, Grouping grouping);

struct LockGroup {
    QByteArray name{};
    std::vector<LockPtr> rows{}; // in LockOrder
};

struct Arrangement {
    std::vector<LockGroup> groups{}; // Grouping::None: exactly one
};

// Gives up early, with what it has, once *wanted is no longer `number`: nobody will look at the result.
Arrangement arrange(std::vector<LockPtr> locks, const Criteria &criteria, Instant at,
                    const std::atomic<quint64> &wanted, quint64 number);

} // namespace lockscope
