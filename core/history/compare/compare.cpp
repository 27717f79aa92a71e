// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/compare.h"

#include "core/base/tr.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/compare/stretchreader.h"

#include <QFileInfo>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr double MostlySampled = 0.05; // from this share of events on, rates and holds are those of a sample

Done checkStretches(const Stretch &before, const Stretch &after)
{
    const bool isOneFile =
        QFileInfo(before.file).canonicalFilePath() == QFileInfo(after.file).canonicalFilePath();
    const auto isAll = [](const HistoryRange &range) {
        return range.from == WallTime{} && range.to == WallTime::max();
    };
    if (isOneFile && isAll(before.range) && isAll(after.range))
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("both periods are the whole of %1").arg(before.file),
                       .remedy = Tr::tr("specify two periods of it, or another recording")};
    if (isOneFile && before.range.from < after.range.to && after.range.from < before.range.to)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text =
                Tr::tr("the periods overlap: %1 and %2").arg(rangeText(before.range), rangeText(after.range)),
            .remedy = Tr::tr("end the first one before the second one begins")};
    return Nothing{};
}

Done checkWatched(const ComparedStretch &stretch)
{
    if (stretch.watched > milliseconds(0))
        return Nothing{};
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Tr::tr("%1: nothing was watched throughout in the recording %2")
                               .arg(rangeText(stretch.range), stretch.file),
                   .remedy = Tr::tr("compare another time")};
}

// Pseudonyms are the same only with the same salt.
Outcome<Comparison::Names> namesOf(StretchReader &before, StretchReader &after)
{
    if (before.stretch().redacted != after.stretch().redacted)
        return Comparison::Names::OneRedacted;
    if (!before.stretch().redacted)
        return Comparison::Names::Comparable;
    const auto some = before.someLocks();
    if (!some)
        return some.failure();
    const auto hasAny = after.hasAnyOf(*some);
    if (!hasAny)
        return hasAny.failure();
    return *hasAny ? Comparison::Names::Comparable : Comparison::Names::NoneInCommon;
}

using EventCounts = QHash<QByteArray, qint64>;

// By the number of events, both sides together.
std::vector<QByteArray> mostFrequent(const EventCounts &before, const EventCounts &after)
{
    EventCounts sums = before;
    for (auto it = after.cbegin(); it != after.cend(); ++it)
        sums[it.key()] += it.value();
    std::vector<QByteArray> names(sums.keyBegin(), sums.keyEnd());
    std::ranges::sort(names, [&sums](const QByteArray &a, const QByteArray &b) {
        const qint64 ofA = sums.value(a);
        const qint64 ofB = sums.value(b);
        return ofA != ofB ? ofA > ofB : a < b;
    });
    return names;
}

// What a group has on both sides, with p not yet corrected.
class Tester
{
public:
    Tester(const StretchTally &before, const StretchTally &after, size_t group)
        : m_before(before), m_after(after), m_ofBefore(before.groups[group]), m_ofAfter(after.groups[group])
    {
    }

    Difference of(Compared what) const
    {
        const bool isSampled =
            (m_ofBefore.sampledShare() > MostlySampled) != (m_ofAfter.sampledShare() > MostlySampled);
        if (isSampled && (what == Compared::Holds || what == Compared::Acquired))
            return {.what = what, .finding = Significance::Sampled};
        return what == Compared::Holds ? ofHolds() : ofRate(what);
    }

private:
    Difference ofHolds() const
    {
        Difference found{.what = Compared::Holds, .finding = Significance::TooFew};
        for (const LengthSample *lengths : {&m_ofBefore.lengths, &m_ofAfter.lengths}) {
            if (lengths->count() < LeastRanked || lengths->blocks() < LeastRankedBlocks)
                return found;
        }
        const auto earlier = m_ofBefore.lengths.entries();
        const auto later = m_ofAfter.lengths.entries();
        constexpr double Step = 1; // lengths are whole milliseconds
        const RankRatio ratio = rankRatio(earlier, later, Step);
        found.finding = Significance::Chance;
        found.ratio = ratio.ratio;
        found.interval = ratio.interval;
        found.p = rankTest(earlier, later, 1, Step).p;
        return found;
    }

    Difference ofRate(Compared what) const
    {
        Difference found{.what = what};
        if (!isKnown(m_before, what) || !isKnown(m_after, what))
            return found;
        const RateSample earlier = m_before.sampleOf(m_ofBefore, what);
        const RateSample later = m_after.sampleOf(m_ofAfter, what);
        const bool areCounts = what != Compared::Waiting;
        const bool isEnough = areCounts ? earlier.amount() + later.amount() >= LeastEvents
                                        : earlier.filled() + later.filled() >= LeastFilledBlocks;
        found.finding = isEnough ? Significance::Chance : Significance::TooFew;
        if (!isEnough)
            return found;
        const RateTest test = rateTest(earlier, later, areCounts);
        found.ratio = test.ratio;
        found.interval = test.interval;
        found.p = test.p;
        return found;
    }

    static bool isKnown(const StretchTally &side, Compared what)
    {
        if (what == Compared::Overdue)
            return side.judged.total() > 0;
        return what != Compared::Waiting || side.hasWaiters;
    }

    const StretchTally &m_before;
    const StretchTally &m_after;
    const GroupTally &m_ofBefore;
    const GroupTally &m_ofAfter;
};

ComparedGroup groupOf(const StretchTally &before, const StretchTally &after, size_t place)
{
    ComparedGroup group{.locksBefore = before.groups[place].locks,
                        .locksAfter = after.groups[place].locks,
                        .before = before.figuresOf(before.groups[place]),
                        .after = after.figuresOf(after.groups[place])};
    const Tester tester(before, after, place);
    for (const Compared what : AllCompared)
        group.differences[size_t(what)] = tester.of(what);
    return group;
}

void correct(Comparison &comparison)
{
    std::vector<Difference *> tested;
    std::vector<double> ps;
    for (ComparedGroup &group : comparison.groups) {
        for (Difference &difference : group.differences) {
            if (difference.finding != Significance::Chance)
                continue;
            tested.push_back(&difference);
            ps.push_back(difference.p);
        }
    }
    const std::vector<double> corrected = significance::corrected(ps);
    for (size_t i = 0; i < tested.size(); ++i) {
        tested[i]->p = corrected[i];
        if (corrected[i] < significance::Level)
            tested[i]->finding = Significance::Significant;
    }
    comparison.tests = qint64(tested.size());
}

} // namespace

Outcome<Comparison> compare(const CompareQuery &query)
{
    if (const Done checked = checkStretches(query.before, query.after); !checked.ok())
        return checked.failure();
    StretchReader before(query.before.file);
    StretchReader after(query.after.file);
    for (const auto &[reader, stretch] :
         {std::pair(&before, &query.before), std::pair(&after, &query.after)}) {
        if (const Done opened = reader->open(stretch->range); !opened.ok())
            return opened.failure();
        if (const Done watched = checkWatched(reader->stretch()); !watched.ok())
            return watched.failure();
    }
    const auto comparable = namesOf(before, after);
    const auto eventsBefore = before.findLocks(query);
    const auto eventsAfter = after.findLocks(query);
    for (const auto *events : {&eventsBefore, &eventsAfter}) {
        if (!events->ok())
            return events->failure();
    }
    if (!comparable)
        return comparable.failure();
    std::vector<QByteArray> names = mostFrequent(*eventsBefore, *eventsAfter);
    const bool isOneName = names.size() == 1; // all locks are of it
    const QByteArray only = isOneName ? names.front() : QByteArray();
    const bool hasOthers = names.size() > Comparison::MostGroups;
    if (isOneName || *comparable != Comparison::Names::Comparable)
        names.clear();
    names.resize(std::min(names.size(), Comparison::MostGroups));
    const auto ofBefore = before.read(names);
    const auto ofAfter = after.read(names);
    if (!ofBefore || !ofAfter)
        return ofBefore ? ofAfter.failure() : ofBefore.failure();
    Comparison comparison{
        .before = ofBefore->stretch, .after = ofAfter->stretch, .by = query.by, .names = *comparable};
    for (size_t place = 0; place <= names.size() + (hasOthers && !names.empty() ? 1 : 0); ++place) {
        ComparedGroup &group = comparison.groups.emplace_back(groupOf(*ofBefore, *ofAfter, place));
        group.kind = place == 0             ? ComparedGroup::Kind::All
                     : place > names.size() ? ComparedGroup::Kind::Others
                                            : ComparedGroup::Kind::Named;
        group.name = group.kind == ComparedGroup::Kind::Named ? names[place - 1] : QByteArray();
    }
    if (*comparable == Comparison::Names::Comparable)
        comparison.groups.front().name = only;
    correct(comparison);
    return comparison;
}

} // namespace lockscope
