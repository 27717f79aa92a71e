// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The changes of verdicts, in memory: on held locks, and warnings on free ones. Keeps the present verdicts
// other than OK, and the latest changes; a lock without any was OK all the time. Pure value; any one thread.

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
    // The changes in a delta. A verdict that changes because of a new hold gets the time of that hold, not of
    // the read.
    std::vector<VerdictStep> take(const LockDelta &delta, WallTime at);
    // The change, if any. A lock of an unreachable node keeps its verdict; addLostNodes() marks that time.
    std::optional<VerdictStep> note(const Lock &lock, WallTime at);
    // For a lock that is gone, or free without a warning: the next hold starts with no verdict.
    std::optional<VerdictStep> noteGone(const LockName &key, WallTime at);

    // The verdicts of all locks that are not OK now.
    std::vector<VerdictStep> present() const { return {m_now.cbegin(), m_now.cend()}; }
    void answer(const QSet<LockName> &keys, HoldsAnswer &answer, const HistoryRange &range) const;

private:
    VerdictStep add(const VerdictStep &step);

    WallTime m_since{};
    QHash<LockName, VerdictStep> m_before{}; // at the start of m_steps
    QHash<LockName, VerdictStep> m_now{};
    std::deque<VerdictStep> m_steps{};
};

} // namespace lockscope
