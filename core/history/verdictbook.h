// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the verdicts on held locks changed, in memory. Keeps only verdicts other than OK, and the latest
// changes: a lock of which it has none was OK since since(). At most one entry for each lock of the table
// besides. Pure value; any one thread.

#include "core/history/values/hold.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <deque>

namespace lockscope
{

class VerdictBook
{
public:
    static constexpr size_t StepsKept = 100'000;

    void clear(WallTime at)
    {
        *this = {};
        m_since = at;
    }

    // The change, if there is one. A lock of an unreachable node keeps its verdict: addLostNodes() says when.
    std::optional<VerdictStep> note(const Lock &lock, WallTime at)
    {
        if (lock.stale)
            return {};
        if (!lock.held() || lock.verdict.level == VerdictLevel::Ok)
            return noteGone(lock.key, at);
        const QByteArray code(lock.verdict.code.data(), qsizetype(lock.verdict.code.size()));
        const auto known = m_now.constFind(lock.key);
        if (known != m_now.cend() && known->level == lock.verdict.level && known->code == code)
            return {};
        return add({.key = lock.key, .at = at, .level = lock.verdict.level, .code = code});
    }

    // It is free or gone, so that the next hold begins anew.
    std::optional<VerdictStep> noteGone(const LockName &key, WallTime at)
    {
        if (!m_now.contains(key))
            return {};
        return add({.key = key, .at = at});
    }

    // Of all locks that are not OK now.
    std::vector<VerdictStep> present() const { return {m_now.cbegin(), m_now.cend()}; }

    void answer(const QSet<LockName> &keys, HoldsAnswer &answer, const HistoryRange &range) const
    {
        const WallTime from = std::max(range.from, std::min(m_since, range.to));
        if (from > range.from)
            answer.unjudged.push_back({{range.from, from}, {}});
        std::vector<VerdictStep> later;
        QHash<LockName, VerdictStep> first;
        const auto take = [&](const VerdictStep &step) {
            if (step.at > from)
                later.push_back(step);
            else
                first.insert(step.key, step);
        };
        for (const LockName &key : keys) {
            if (const auto known = m_before.constFind(key); known != m_before.cend())
                take(*known);
        }
        for (const VerdictStep &step : m_steps) {
            if (step.at < range.to && keys.contains(step.key))
                take(step);
        }
        for (VerdictStep step : std::as_const(first)) {
            step.at = from;
            if (step.level != VerdictLevel::Ok)
                answer.verdicts.push_back(step);
        }
        std::ranges::stable_sort(later, {}, &VerdictStep::at);
        answer.verdicts.insert(answer.verdicts.end(), later.begin(), later.end());
    }

private:
    static void keep(QHash<LockName, VerdictStep> &steps, const VerdictStep &step)
    {
        if (step.level == VerdictLevel::Ok)
            steps.remove(step.key);
        else
            steps.insert(step.key, step);
    }

    VerdictStep add(const VerdictStep &step)
    {
        keep(m_now, step);
        m_steps.push_back(step);
        if (m_steps.size() > StepsKept) {
            m_since = m_steps.front().at;
            keep(m_before, m_steps.front());
            m_steps.pop_front();
        }
        return step;
    }

    WallTime m_since{};
    QHash<LockName, VerdictStep> m_before{}; // when the steps kept begin
    QHash<LockName, VerdictStep> m_now{};
    std::deque<VerdictStep> m_steps{};
};

} // namespace lockscope
