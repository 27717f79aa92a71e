// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/orders/lockorders.h"

#include <algorithm>

namespace lockscope
{

Inversion inversionOf(const OrderSeen &one, const OrderSeen &other)
{
    const bool otherIsUsual =
        other.count > one.count || (other.count == one.count && other.first.bytes < one.first.bytes);
    return otherIsUsual ? Inversion{other, one} : Inversion{one, other};
}

void LockOrders::note(const AcquireOrder &order)
{
    const Pair pair(order.database, {order.first, order.second});
    if (!m_seen.contains(pair) && m_seen.size() >= m_most)
        forgetSome();
    OrderSeen &seen = m_seen[pair];
    if (seen.count++ == 0) {
        seen.first = order.first;
        seen.second = order.second;
        seen.began = order.at;
    }
    seen.owner = order.owner;
    seen.node = order.node;
    seen.database = order.database;
    seen.last = order.at;
}

void LockOrders::add(const OrderSeen &sightings)
{
    const Pair pair(sightings.database, {sightings.first, sightings.second});
    const auto known = m_seen.find(pair);
    if (known == m_seen.end()) {
        if (m_seen.size() >= m_most)
            forgetSome();
        m_seen.insert(pair, sightings);
        return;
    }
    OrderSeen both = sightings.last >= known->last ? sightings : *known;
    both.count = known->count + sightings.count;
    both.began = std::min(known->began, sightings.began);
    *known = both;
}

OrdersAnswer LockOrders::answer() const
{
    OrdersAnswer answer{.orders = m_seen.size()};
    for (const OrderSeen &seen : m_seen) {
        const auto other = m_seen.constFind(Pair(seen.database, {seen.second, seen.first}));
        if (other != m_seen.cend() && seen.first.bytes < seen.second.bytes)
            answer.inversions.push_back(inversionOf(seen, *other));
    }
    std::sort(answer.inversions.begin(), answer.inversions.end(),
              [](const Inversion &a, const Inversion &b) { return a.last() > b.last(); });
    answer.truncated = answer.inversions.size() > OrdersAnswer::Most;
    if (answer.truncated)
        answer.inversions.resize(OrdersAnswer::Most);
    return answer;
}

// A quarter at once, so that it is seldom.
void LockOrders::forgetSome()
{
    std::vector<WallTime> times;
    times.reserve(size_t(m_seen.size()));
    for (const OrderSeen &seen : std::as_const(m_seen))
        times.push_back(seen.last);
    const auto kept = times.begin() + qsizetype(times.size() / 4);
    std::nth_element(times.begin(), kept, times.end());
    const WallTime oldest = *kept;
    m_seen.removeIf([oldest](const auto &entry) { return entry.value().last <= oldest; });
}

} // namespace lockscope
