// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/strays.h"

#include <utility>

namespace lockscope
{

namespace
{

constexpr qsizetype MostStrays = 10'000;
constexpr qsizetype MostDue = 1'000'000;
constexpr milliseconds StrayPause{2'000}; // between two tries to find a key that moved

} // namespace

void Strays::note(const NodeId &from, const std::vector<LockName> &keys, Instant at)
{
    for (const LockName &key : keys) {
        Tried &tried = m_tried[key];
        tried.from = from;
        if (at - tried.at >= StrayPause)
            m_due.insert(key);
    }
    if (m_tried.size() > MostStrays)
        m_tried.clear();
}

void Strays::noteMisplaced(const Stray &stray)
{
    if (m_due.size() >= MostDue)
        return;
    m_tried[stray.key].from = stray.from;
    m_due.insert(stray.key);
}

void Strays::noteServedBeside(const LockName &key)
{
    noteMisplaced({key});
    if (m_servedBeside.size() < MostStrays)
        m_servedBeside.insert(key);
}

void Strays::noteLayout()
{
    for (const LockName &key : std::exchange(m_servedBeside, {}))
        noteMisplaced({key});
}

std::vector<Stray> Strays::takeDue(Instant at)
{
    std::vector<Stray> due;
    for (const LockName &key : std::exchange(m_due, {})) {
        Tried &tried = m_tried[key];
        tried.at = at;
        due.push_back({key, tried.from});
    }
    if (m_tried.size() > MostStrays)
        m_tried.clear();
    return due;
}

} // namespace lockscope
