// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the verdicts on held locks changed, in memory. Keeps only verdicts other than OK, and the latest
// changes: a lock of which it has none was OK since since(). At most one entry for each lock of the table
// besides. Pure value; any one thread.

#include "core/history/values/hold.h"

#include <QHash>
#include <QSet>

#include <deque>

namespace lockscope
{

class VerdictBook
{
public:
    static constexpr size_t StepsKept = 100'000;

    void clear(WallTime at);
    // The changes in a delta. A verdict that changes with a hold changes when the hold does, not when this is
    // read.
    std::vector<VerdictStep> take(const LockDelta &delta, WallTime at);
    // The change, if there is one. A lock of an unreachable node keeps its verdict: addLostNodes() says when.
    std::optional<VerdictStep> note(const Lock &lock, WallTime at);
    // It is free or gone, so that the next hold begins anew.
    std::optional<VerdictStep> noteGone(const LockName &key, WallTime at);

    // Of all locks that are not OK now.
    std::vector<VerdictStep> present() const { return {m_now.cbegin(), m_now.cend()}; }
    void answer(const QSet<LockName> &keys, HoldsAnswer &answer, const HistoryRange &range) const;

private:
    VerdictStep add(const VerdictStep &step);

    WallTime m_since{};
    QHash<LockName, VerdictStep> m_before{}; // when the steps kept begin
    QHash<LockName, VerdictStep> m_now{};
    std::deque<VerdictStep> m_steps{};
};

} // namespace lockscope
