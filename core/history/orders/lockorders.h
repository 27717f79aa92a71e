// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The orders in which clients acquired two locks, and the pairs that were acquired in both orders. A cycle of
// three locks is not found. Pure values; any one thread.

#include "core/values/events.h"

#include <QHash>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope
{

// All sightings of one order.
struct OrderSeen {
    LockName first{};
    LockName second{};
    OwnerId owner{}; // of the last sighting
    NodeId node{};
    int database = 0;
    qint64 count = 0;
    WallTime began{}; // the first sighting
    WallTime last{};
    friend bool operator==(const OrderSeen &, const OrderSeen &) = default;
};

// Two orders of the same two locks of one database, the one seen more often first.
struct Inversion {
    OrderSeen usual{};
    OrderSeen opposite{};
    WallTime last() const { return std::max(usual.last, opposite.last); }
};

struct OrdersAnswer {
    static constexpr size_t Most = 1'000;
    std::vector<Inversion> inversions{}; // the most recently seen first
    bool truncated = false;              // there are more
    qint64 orders = 0;                   // all orders seen
};

Inversion inversionOf(const OrderSeen &one, const OrderSeen &other);

class LockOrders
{
public:
    static constexpr qsizetype Most = 20'000; // beyond this, those not seen for the longest time are dropped

    explicit LockOrders(qsizetype most = Most) : m_most(most) {}

    void clear() { m_seen.clear(); }
    void note(const AcquireOrder &order);
    void add(const OrderSeen &sightings); // adds them to those of the same order, in any sequence
    OrdersAnswer answer() const;

private:
    void forgetSome();

    using Pair = std::pair<int, std::pair<LockName, LockName>>; // in a database
    QHash<Pair, OrderSeen> m_seen{};
    qsizetype m_most;
};

} // namespace lockscope
