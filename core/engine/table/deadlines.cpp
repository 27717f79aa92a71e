// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/deadlines.h"

#include <algorithm>

namespace lockscope
{

void Deadlines::set(const LockName &key, std::optional<Instant> at)
{
    if (!at) {
        remove(key);
        return;
    }
    const auto slot = m_slots.find(key);
    if (slot == m_slots.end()) {
        m_slots.insert(key, {*at, *at});
        push(key, *at);
        return;
    }
    slot->wanted = *at;
    if (*at < slot->queued) {
        slot->queued = *at;
        push(key, *at);
    }
}

void Deadlines::remove(const LockName &key)
{
    m_slots.remove(key);
    compact();
}

void Deadlines::clear()
{
    m_slots.clear();
    m_heap.clear();
}

std::vector<LockName> Deadlines::due(Instant at)
{
    std::vector<LockName> keys;
    for (settleTop(); !m_heap.empty() && m_heap.front().at <= at; settleTop()) {
        keys.push_back(m_heap.front().key);
        m_slots.remove(keys.back());
        pop();
    }
    return keys;
}

std::optional<Instant> Deadlines::next()
{
    settleTop();
    if (m_heap.empty())
        return {};
    return m_heap.front().at;
}

void Deadlines::push(const LockName &key, Instant at)
{
    m_heap.push_back({at, key});
    std::push_heap(m_heap.begin(), m_heap.end());
    compact();
}

void Deadlines::pop()
{
    std::pop_heap(m_heap.begin(), m_heap.end());
    m_heap.pop_back();
}

// Drops replaced and removed entries and moves postponed ones to their time, until the top entry is valid.
void Deadlines::settleTop()
{
    while (!m_heap.empty()) {
        const auto slot = m_slots.find(m_heap.front().key);
        if (slot == m_slots.end() || slot->queued != m_heap.front().at) {
            pop();
        } else if (slot->wanted > slot->queued) {
            const LockName key = m_heap.front().key;
            pop();
            slot->queued = slot->wanted;
            push(key, slot->wanted);
        } else {
            return;
        }
    }
}

// Entries of removed keys stay in the heap: limit them to twice the number of keys.
void Deadlines::compact()
{
    if (m_heap.size() < 1024 || m_heap.size() < 2 * size_t(m_slots.size()))
        return;
    m_heap.clear();
    for (auto slot = m_slots.begin(); slot != m_slots.end(); ++slot) {
        slot->queued = slot->wanted;
        m_heap.push_back({slot->wanted, slot.key()});
    }
    std::make_heap(m_heap.begin(), m_heap.end());
}

} // namespace lockscope
