// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/verdictbook.h"

#include <algorithm>

namespace lockscope
{

namespace
{

void keep(QHash<LockName, VerdictStep> &steps, const VerdictStep &step)
{
    if (step.level == VerdictLevel::Ok)
        steps.remove(step.key);
    else
        steps.insert(step.key, step);
}

} // namespace

void VerdictBook::clear(WallTime at)
{
    *this = {};
    m_since = at;
}

std::vector<VerdictStep> VerdictBook::take(const LockDelta &delta, WallTime at)
{
    QHash<LockName, WallTime> turned;
    for (const LockEvent &event : delta.events) {
        if (event.kind == EventKind::Acquired || isEnd(event))
            turned.insert(event.key, event.wallAt);
    }
    std::vector<VerdictStep> steps;
    const auto collect = [&steps](const std::optional<VerdictStep> &step) {
        if (step)
            steps.push_back(*step);
    };
    QSet<LockName> there;
    for (const LockPtr &lock : delta.upserted) {
        collect(note(*lock, turned.value(lock->key, at)));
        if (delta.reset)
            there.insert(lock->key);
    }
    for (const LockName &key : delta.removed)
        collect(noteGone(key, turned.value(key, at)));
    if (delta.reset) {
        for (const VerdictStep &known : present()) {
            if (!there.contains(known.key))
                collect(noteGone(known.key, at));
        }
    }
    return steps;
}

std::optional<VerdictStep> VerdictBook::note(const Lock &lock, WallTime at)
{
    if (lock.stale)
        return {};
    // That a free lock was released is no verdict to keep; that clients sleep on it is one.
    const auto least = lock.held() ? VerdictLevel::Info : VerdictLevel::Warning;
    if (lock.verdict.level < least)
        return noteGone(lock.key, at);
    const QByteArray code(lock.verdict.code.data(), qsizetype(lock.verdict.code.size()));
    const auto known = m_now.constFind(lock.key);
    if (known != m_now.cend() && known->level == lock.verdict.level && known->code == code)
        return {};
    return add({.key = lock.key, .at = at, .level = lock.verdict.level, .code = code});
}

std::optional<VerdictStep> VerdictBook::noteGone(const LockName &key, WallTime at)
{
    if (!m_now.contains(key))
        return {};
    return add({.key = key, .at = at});
}

void VerdictBook::answer(const QSet<LockName> &keys, HoldsAnswer &answer, const HistoryRange &range) const
{
    const WallTime from = std::max(range.from, std::min(m_since, range.to));
    if (from > range.from)
        answer.unjudged.push_back({{range.from, from}, {}});
    std::vector<VerdictStep> later;
    QHash<LockName, VerdictStep> first;
    const auto place = [&](const VerdictStep &step) {
        if (step.at > from)
            later.push_back(step);
        else
            first.insert(step.key, step);
    };
    for (const LockName &key : keys) {
        if (const auto known = m_before.constFind(key); known != m_before.cend())
            place(*known);
    }
    for (const VerdictStep &step : m_steps) {
        if (step.at < range.to && keys.contains(step.key))
            place(step);
    }
    for (VerdictStep step : std::as_const(first)) {
        step.at = from;
        if (step.level != VerdictLevel::Ok)
            answer.verdicts.push_back(step);
    }
    std::ranges::stable_sort(later, {}, &VerdictStep::at);
    answer.verdicts.insert(answer.verdicts.end(), later.begin(), later.end());
}

VerdictStep VerdictBook::add(const VerdictStep &step)
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

} // namespace lockscope
