// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When each lock is due to be read again or judged again. Postponing a key moves its heap entry only when the
// earlier time comes up, so a lock that is renewed endlessly costs one entry and not one per renewal. Value
// without a timer or clock; owner's thread.

#include "core/base/clock.h"
#include "core/base/names.h"

#include <QHash>

#include <optional>
#include <vector>

namespace lockscope
{

class Deadlines
{
public:
    void set(const LockName &key, std::optional<Instant> at); // replaces the earlier time; nullopt: remove()
    void remove(const LockName &key);
    void clear();

    std::vector<LockName> due(Instant at); // in order of time; removes them
    std::optional<Instant> next();         // exact; nullopt: empty
    qsizetype size() const { return m_slots.size(); }

private:
    struct Slot {
        Instant wanted{};
        Instant queued{}; // never later than `wanted`
    };
    struct Entry {
        Instant at{};
        LockName key{};
        friend bool operator<(const Entry &a, const Entry &b) { return b.at < a.at; } // earliest on top
    };

    void push(const LockName &key, Instant at);
    void pop();
    void settleTop();
    void compact();

    QHash<LockName, Slot> m_slots;
    std::vector<Entry> m_heap;
};

} // namespace lockscope
