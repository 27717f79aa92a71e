// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The order and grouping of the list. Pure functions and values, any thread. The order of two locks depends
// on the locks alone, never on the time, so a sorted list stays sorted while TTLs run down.

#include "core/engine/filter/lockfilter.h"

#include <Qt>

#include <atomic>

namespace lockscope
{

enum class LockColumn { Verdict, Key, Kind, Owner, Holds, Ttl, Held, Renewals, Waiters, Node, Client };
inline constexpr int LockColumnCount = 11;

enum class Grouping { None, Prefix, Owner, Kind, Verdict };

struct Criteria {
    Grouping grouping = Grouping::None;
    LockColumn column = LockColumn::Verdict;
    Qt::SortOrder order = Qt::DescendingOrder;
    LockFilter filter{};
};

// A strict total order: only the same key compares equal. Ties go by key, "order:9" before "order:10".
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

// Compares numbers inside names by value. Total: different bytes never compare equal.
int compareNaturally(const QByteArray &a, const QByteArray &b);

// The group of a lock. Prefix: the key up to its last separator, with numbers and ids shown as "*"
// ("cart:81:lock" is in "cart:*:"). Empty for Grouping::None.
QByteArray groupOf(const Lock &lock, Grouping grouping);
bool groupLess(const QByteArray &a, const QByteArray &b, Grouping grouping);

struct LockGroup {
    QByteArray name{};
    std::vector<LockPtr> rows{}; // in LockOrder
};

struct Arrangement {
    std::vector<LockGroup> groups{}; // Exactly one for Grouping::None
};

// ended: rows of locks that are gone, which the filter has passed.
// Stops early with a partial result once *wanted differs from `number`: a newer job has replaced this one.
Arrangement arrange(std::vector<LockPtr> locks, std::vector<LockPtr> ended, const Criteria &criteria,
                    Instant at, const std::atomic<quint64> &wanted, quint64 number);

} // namespace lockscope
