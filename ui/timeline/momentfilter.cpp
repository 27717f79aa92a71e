// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentfilter.h"

#include "ui/locks/model/listtotals.h"

namespace lockscope
{

namespace
{

constexpr size_t VocabularySample = 5'000;

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

// The clock of a filter is monotonic. Only differences count, so each wall time has its like.
Instant instantOf(WallTime at)
{
    return Instant(std::chrono::duration_cast<Instant::duration>(at.time_since_epoch()));
}

// What the list shows of a hold. Views names of the moment.
Lock lockOf(const Hold &hold, const MomentLookup &look)
{
    Lock lock;
    lock.key = hold.key;
    lock.node = hold.node;
    lock.kind = {viewOf(hold.kind)};
    lock.holders.append(Holder{.id = hold.owner});
    lock.heldSince = instantOf(hold.began);
    lock.heldIsLowerBound = hold.beganBefore;
    lock.waiters.subscribed = look.waiters(hold);
    if (const auto expiry = look.expiry(hold); expiry && expiry->expires)
        lock.expiresAt = instantOf(*expiry->expires);
    const auto step = look.verdict(hold); // Shares its code with the moment
    if (step && step->level != VerdictLevel::Ok)
        lock.verdict = {.level = step->level, .code = viewOf(step->code)};
    return lock;
}

std::vector<FilterField> unknownOf(const Hold &hold, const MomentLookup &look)
{
    std::vector<FilterField> unknown;
    if (!look.waiters(hold))
        unknown.push_back(FilterField::Waiters);
    if (!look.expiry(hold))
        unknown.push_back(FilterField::Ttl);
    if (!look.verdict(hold))
        unknown.push_back(FilterField::Verdict);
    if (look.isLost(hold))
        unknown.push_back(FilterField::Held);
    if (hold.kind.isEmpty())
        unknown.push_back(FilterField::Kind);
    return unknown;
}

} // namespace

FilteredMoment filterMoment(const HistoryMoment &moment, const LockFilter &filter)
{
    FilteredMoment result{.moment = moment};
    const MomentLookup look(moment);
    const Instant at = instantOf(moment.at);
    std::erase_if(result.moment.holds, [&](const Hold &hold) {
        const Lock lock = lockOf(hold, look);
        const std::vector<FilterField> unknown = unknownOf(hold, look);
        result.unsure += filter.mayMatch(lock, at, unknown) ? 1 : 0;
        return !filter.matches(lock, at, unknown);
    });
    return result;
}

LockTotals totalsOf(const HistoryMoment &moment)
{
    const MomentLookup look(moment);
    LockTotals totals;
    QSet<LockName> seen;
    for (const Hold &hold : moment.holds) {
        if (seen.contains(hold.key)) // another holder of the same lock
            continue;
        seen.insert(hold.key);
        totals.add(lockOf(hold, look));
    }
    return totals;
}

FilterVocabulary vocabularyOf(const HistoryMoment &moment)
{
    const MomentLookup look(moment);
    std::vector<LockPtr> sample;
    for (const Hold &hold : moment.holds) {
        if (sample.size() == VocabularySample)
            break;
        sample.push_back(std::make_shared<const Lock>(lockOf(hold, look)));
    }
    return vocabularyOf(sample);
}

} // namespace lockscope
