// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened to the quorum of one lock of a RedLock group between two looks at all of its nodes. Value;
// the caller sets the time.

#include "core/values/events.h"

#include <QSet>

namespace lockscope
{

class QuorumHistory
{
public:
    // after: the lock now; null: no node is known to have it. copies: what each node says now. isFirstSight:
    // the nodes are still being read, so that a majority which is met now may have been there for long.
    std::optional<QuorumEvent> follow(const Lock *before, const Lock *after, const std::vector<Copy> &copies,
                                      bool isFirstSight);
    // An owner had a majority, and some node may name it still.
    bool hadMajority() const { return !m_majority.isEmpty(); }

private:
    enum class Standing { Open, Unknown, Reached, Split };
    static Standing standingOf(const Lock *lock);
    void remember(const Lock *after, bool isMajority);

    Standing m_standing = Standing::Open;
    QSet<OwnerId> m_majority{}; // the owner that had it last, by each of its ids
    OwnerId m_owner{};          // the same, as it was told
};

} // namespace lockscope
