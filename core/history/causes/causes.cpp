// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/causes.h"

#include "core/history/causes/causesquery.h"

namespace lockscope
{

Causes::Causes(History *history) : m_history(history)
{
    moveToThread(history->thread());
    connect(history, &QObject::destroyed, this, [this] { delete this; });
}

WaitingCosts Causes::costs(const HistoryRange &range)
{
    using namespace causesquery;
    const std::vector<Contention> locks = m_history->contention(range, WaitedForMost + 1);
    HoldsAnswer answer = m_history->holds(holdsFor(range, waitedFor(locks)));
    const std::vector<Tally> minutes = m_history->tallies(minutesFor(range), Minute);
    const WallTime until = knownUntil(answer, minutes, wallNow());
    keepHidingLosses(answer.unjudged, minutes);
    WaitingCosts costs = costsOf(answer, locks, range, until);
    costs.locksTruncated = costs.locksTruncated || m_history->isContentionCut(range);
    return costs;
}

Changes Causes::changes(const ChangeQuery &query)
{
    using namespace causesquery;
    HoldsAnswer answer = m_history->holds(holdsFor(query));
    const std::vector<Tally> minutes = m_history->tallies(minutesFor(holdsFor(query).range), Minute);
    const WallTime until = knownUntil(answer, minutes, wallNow());
    const HoldsQuery verdicts = verdictsFor(query, answer);
    if (!verdicts.keys.empty()) {
        HoldsAnswer judged = m_history->holds(verdicts);
        answer.verdicts = std::move(judged.verdicts);
        answer.unjudged = std::move(judged.unjudged);
    }
    keepHidingLosses(answer.unjudged, minutes);
    Changes changes = whatChanged(answer, query, until, minutes);
    changes.verdictsTruncated = verdicts.keys.size() == JudgedMost;
    return changes;
}

void Causes::requestCosts(quint64 id, const HistoryRange &range)
{
    emit costsReady(id, costs(range));
}

void Causes::requestChanges(quint64 id, const ChangeQuery &query)
{
    emit changesReady(id, changes(query));
}

} // namespace lockscope
