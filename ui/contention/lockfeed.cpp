// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/lockfeed.h"

#include "ui/contention/locktallies.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LeastPaceOfLocks = 1s;
constexpr milliseconds MostPaceOfLocks = 30s;
constexpr int PaceShareOfLocks = 300; // Fraction of the span: new data then covers one or two pixels

} // namespace

LockFeed::LockFeed(HistoryBridge &bridge, const TallyFeed &all, TimeWindow &window, QObject *parent)
    : QObject(parent), m_bridge(bridge), m_all(all), m_window(window)
{
    connect(&all, &TallyFeed::changed, this, &LockFeed::look);
    connect(&bridge, &HistoryBridge::opened, this, &LockFeed::forget);
    connect(&bridge, &HistoryBridge::holdsReady, this, [this](quint64 id, const HoldsAnswer &answer) {
        if (id == m_asked)
            take(answer);
    });
}

void LockFeed::setKeys(const std::vector<LockName> &keys)
{
    if (std::exchange(m_keys, keys) == keys)
        return;
    std::erase_if(m_tallies,
                  [&keys](const auto &one) { return std::ranges::find(keys, one.first) == keys.end(); });
    ask();
}

void LockFeed::setActive(bool active)
{
    if (std::exchange(m_active, active) != active)
        forget();
}

// The next tallies of all lead to a query, even if they are the same as before.
void LockFeed::forget()
{
    m_asked = 0;
    m_again = false;
    m_range = {};
    m_tallies.clear();
}

milliseconds LockFeed::pace() const
{
    return std::clamp(m_window.span() / PaceShareOfLocks, LeastPaceOfLocks, MostPaceOfLocks);
}

// The intervals of all have changed: they moved, or one was added.
void LockFeed::look()
{
    const std::deque<Tally> &all = m_all.tallies();
    const bool moved = all.empty() || all.front().from != m_range.from;
    if (moved || m_window.now() - m_askedAt >= pace())
        ask();
}

void LockFeed::ask()
{
    m_again = m_asked != 0;
    if (!m_active || m_keys.empty() || m_all.tallies().empty() || m_again)
        return;
    const std::deque<Tally> &all = m_all.tallies();
    m_range = {.from = all.front().from, .to = all.back().from + all.back().length};
    m_askedAt = m_window.now();
    m_askedKeys = m_keys;
    m_asked = m_bridge.holds({.range = m_range, .keys = m_keys, .most = MostHolds});
}

void LockFeed::take(const HoldsAnswer &answer)
{
    m_asked = 0;
    m_tallies.clear();
    for (const LockName &key : m_askedKeys) {
        if (std::ranges::find(m_keys, key) != m_keys.end())
            m_tallies[key] = talliesOf(key, answer, m_all.tallies(), m_range.to);
    }
    if (std::exchange(m_again, false))
        ask();
    emit changed();
}

} // namespace lockscope
