// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys that were not found on the expected server, and when to look for each on another one. Pure: time is a
// parameter.

#include "core/values/lock.h"

#include <QHash>
#include <QSet>

#include <vector>

namespace lockscope
{

struct Stray {
    LockName key{};
    NodeId from{}; // the server that does not have it; empty: unknown
};

class Strays
{
public:
    // This server does not have these keys, or refuses them. A key becomes due again only after a pause.
    void note(const NodeId &from, const std::vector<LockName> &keys, Instant at);
    void noteMisplaced(const Stray &stray); // its slot is on another server: due at once
    // A server has this key and does not own its slot: due at once, and again after the next noteLayout().
    void noteServedBeside(const LockName &key);
    void noteLayout(); // it is known anew which server owns which slot
    bool areDue() const { return !m_due.isEmpty(); }
    std::vector<Stray> takeDue(Instant at); // the caller looks for them now

private:
    struct Tried {
        NodeId from{};
        Instant at{};
    };
    QHash<LockName, Tried> m_tried;
    QSet<LockName> m_due;
    QSet<LockName> m_servedBeside;
};

} // namespace lockscope
