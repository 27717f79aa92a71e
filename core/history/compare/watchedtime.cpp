// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/watchedtime.h"

#include "core/base/unixms.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds LongestGap(1); // without a row of its own

HistoryRange rangeOf(const Tally &minute)
{
    return {minute.from, minute.from + minute.length};
}

// The time in which changes were missed: the recorder counts the second of a gap apart, and older ones its
// minute. While that is not written yet, or was lost with the recorder, the gap is within a second of its
// mark.
HistoryRange gapAround(WallTime at, const std::vector<Tally> &minutes)
{
    for (const Tally &minute : minutes) {
        if (minute.from <= at && at < minute.from + minute.length && minute.blind)
            return rangeOf(minute);
    }
    return {at - LongestGap, at + LongestGap};
}

// The servers had not been reached yet.
bool isBeforeTheFirstLook(const Tally &minute)
{
    return minute.blind && minute.totals.locks == 0 && minute.acquired == 0 && minute.renewed == 0 &&
           minute.ended() == 0;
}

} // namespace

std::vector<HistoryRange> unwatchedParts(const HoldsAnswer &answer, const std::vector<Unjudged> &lost,
                                         const std::vector<Tally> &minutes)
{
    std::vector<HistoryRange> parts = answer.unseen;
    for (const Mark &mark : answer.marks) {
        if (mark.kind == Mark::Kind::Gap)
            parts.push_back(gapAround(mark.at, minutes));
    }
    for (const Unjudged &part : lost) {
        if (part.node.isEmpty())
            continue;
        const std::vector<HistoryRange> hidden = hiddenParts(part.over, minutes);
        parts.insert(parts.end(), hidden.begin(), hidden.end());
    }
    for (const Tally &minute : minutes) {
        if (isBeforeTheFirstLook(minute))
            parts.push_back(rangeOf(minute));
    }
    return parts;
}

WatchedTime::WatchedTime(const HistoryRange &over, std::vector<HistoryRange> unwatched)
{
    std::ranges::sort(unwatched, {}, &HistoryRange::from);
    const qint64 begin = unixMs(over.from);
    const qint64 end = unixMs(over.to);
    qint64 from = begin;
    for (const HistoryRange &gap : unwatched) {
        addWatched(from, std::min(unixMs(gap.from), end), begin, end);
        from = std::max(from, unixMs(gap.to));
    }
    addWatched(from, end, begin, end);
}

void WatchedTime::addWatched(qint64 from, qint64 to, qint64 begin, qint64 end)
{
    for (int block = 0; block < StretchBlocks && from < to; ++block) {
        const qint64 blockEnd = begin + (end - begin) * (block + 1) / StretchBlocks;
        const qint64 until = std::min(to, blockEnd);
        if (until <= from)
            continue;
        m_parts.push_back({from, until, block});
        m_total += until - from;
        from = until;
    }
}

std::vector<double> WatchedTime::seconds() const
{
    std::vector<double> seconds(StretchBlocks);
    for (const Part &part : m_parts)
        seconds[size_t(part.block)] += double(part.to - part.from) / 1000;
    return seconds;
}

size_t WatchedTime::firstEndingAfter(qint64 at) const
{
    return size_t(std::ranges::upper_bound(m_parts, at, {}, &Part::to) - m_parts.begin());
}

int WatchedTime::blockAt(qint64 at) const
{
    const size_t i = firstEndingAfter(at);
    return i < m_parts.size() && m_parts[i].from <= at ? m_parts[i].block : -1;
}

} // namespace lockscope
