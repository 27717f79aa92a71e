// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When which lock is due: to be read again at its own deadline, or to be judged again. A later time for a key
// only moves its entry when the earlier one comes up, so a lock that is renewed for ever costs one heap
// entry, not one a renewal. Value, no timer, no clock of its own; owner's thread.

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
    void set(const LockName &key, Instant at); // replaces the key's earlier time
    void remove(const LockName &key);
    void clear();

    std::vector<LockName> due(Instant at); // in order of time; they are taken out
    std::optional<Instant> next();         // exact; nothing: none waits
    qsizetype size() const { return m_slots.size(); }

private:
    struct Slot {
        Instant wanted{};
        Instant queued{}; // never after wanted
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
