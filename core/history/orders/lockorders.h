// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The orders in which clients acquired two locks, and those that were seen in both directions. Only pairs:
// three locks in a circle are not found. Pure values; any one thread.

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
    OwnerId owner{}; // that was seen last
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
    std::vector<Inversion> inversions{}; // the one seen last first
    bool truncated = false;              // there are more
    qint64 orders = 0;                   // seen in all, either way round
};

Inversion inversionOf(const OrderSeen &one, const OrderSeen &other);

class LockOrders
{
public:
    static constexpr qsizetype Most = 20'000; // of more, those not seen for longest are forgotten

    explicit LockOrders(qsizetype most = Most) : m_most(most) {}

    void clear() { m_seen.clear(); }
    void note(const AcquireOrder &order);
    void add(const OrderSeen &sightings); // to those of the same order; whatever their times
    OrdersAnswer answer() const;

private:
    void forgetSome();

    using Pair = std::pair<int, std::pair<LockName, LockName>>; // in a database
    QHash<Pair, OrderSeen> m_seen{};
    qsizetype m_most;
};

} // namespace lockscope
