// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys that are not on the server where they were looked for, and when each is to be looked for on another
// one. Pure: time is a parameter.

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
    // This server does not have them, or refuses them. A key is due again only after a pause.
    void note(const NodeId &from, const std::vector<LockName> &keys, Instant at);
    void noteMisplaced(const Stray &stray); // its slot is elsewhere: due at once
    bool areDue() const { return !m_due.isEmpty(); }
    std::vector<Stray> takeDue(Instant at); // they are looked for now

private:
    struct Tried {
        NodeId from{};
        Instant at{};
    };
    QHash<LockName, Tried> m_tried;
    QSet<LockName> m_due;
};

} // namespace lockscope
