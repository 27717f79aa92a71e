// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/comparisontext.h"

#include "core/base/names.h"
#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/history/compare/figuretext.h"
#include "core/history/compare/statistics/lengthsample.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

using namespace figuretext;

constexpr milliseconds Negligible{1'000}; // verdicts begin with the first look

QDateTime localTime(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at));
}

QString dateText(WallTime at)
{
    return localTime(at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

// How far a difference is from none.
double sizeOf(const Difference &difference)
{
    constexpr double FromNothing = 1e9; // there was none of it on one side
    return difference.ratio ? std::abs(std::log(*difference.ratio)) : FromNothing;
}

double greatestOf(const ComparedGroup &group)
{
    double size = 0;
    for (const Difference &difference : group.differences) {
        if (difference.finding == Significance::Significant)
            size = std::max(size, sizeOf(difference));
    }
    return size;
}

// "1.2 s → 2.9 s"
QString fromTo(const ComparedGroup &group, const Comparison &comparison, Compared what)
{
    static const QString arrow = QStringLiteral("%1 → %2");
    const StretchFigures &before = group.before;
    const StretchFigures &after = group.after;
    const auto rates = [&](qint64 ofBefore, qint64 ofAfter, milliseconds timeBefore, milliseconds timeAfter) {
        return Tr::tr("%1 → %2 per minute").arg(rateText(ofBefore, timeBefore), rateText(ofAfter, timeAfter));
    };
    const milliseconds timeBefore = comparison.before.watched;
    const milliseconds timeAfter = comparison.after.watched;
    switch (what) {
    case Compared::Holds:
        return Tr::tr("p90 %1 → %2").arg(lengthText(before.p90), lengthText(after.p90));
    case Compared::Acquired:
        return rates(before.acquired, after.acquired, timeBefore, timeAfter);
    case Compared::Waiting:
        return Tr::tr("%1 → %2 waiters on average")
            .arg(decimalText(before.waiterSeconds.value_or(0) / (minutesOf(timeBefore) * SecondsAMinute)),
                 decimalText(after.waiterSeconds.value_or(0) / (minutesOf(timeAfter) * SecondsAMinute)));
    case Compared::Overdue:
        return rates(before.overdue.value_or(0), after.overdue.value_or(0), comparison.before.judged,
                     comparison.after.judged);
    case Compared::Expired:
        return rates(before.expired, after.expired, timeBefore, timeAfter);
    case Compared::Forced:
        return rates(before.forced, after.forced, timeBefore, timeAfter);
    }
    return {};
}

QString timesText(Compared what)
{
    switch (what) {
    case Compared::Holds:
        return Tr::tr("Hold times of %1 are %2 times as long (%3).");
    case Compared::Acquired:
        return Tr::tr("Acquisitions of %1 are %2 times as frequent (%3).");
    case Compared::Waiting:
        return Tr::tr("Waiting for %1 is %2 times as much (%3).");
    case Compared::Overdue:
        return Tr::tr("Overdue renewals of %1 are %2 times as frequent (%3).");
    case Compared::Expired:
        return Tr::tr("Holds of %1 expire %2 times as often (%3).");
    case Compared::Forced:
        break;
    }
    return Tr::tr("Forced releases of %1 are %2 times as frequent (%3).");
}

// One side has none of it.
QString onlyText(Compared what)
{
    switch (what) {
    case Compared::Holds:
    case Compared::Acquired:
        return Tr::tr("Acquisitions of %1: only in one of the periods (%2).");
    case Compared::Waiting:
        return Tr::tr("Waiting for %1: only in one of the periods (%2).");
    case Compared::Overdue:
        return Tr::tr("Overdue renewals of %1: only in one of the periods (%2).");
    case Compared::Expired:
        return Tr::tr("Holds of %1 that expired: only in one of the periods (%2).");
    case Compared::Forced:
        break;
    }
    return Tr::tr("Forced releases of %1: only in one of the periods (%2).");
}

QString significantText(const ComparedGroup &group, const Comparison &comparison,
                        const Difference &difference)
{
    const QString locks = groupText(group, comparison.by);
    QString figures = fromTo(group, comparison, difference.what);
    if (!difference.ratio)
        return onlyText(difference.what).arg(locks, figures);
    if (difference.interval)
        figures = Tr::tr("%1; 95 % interval %2").arg(figures, intervalText(*difference.interval));
    return timesText(difference.what).arg(locks, ratioText(*difference.ratio), figures);
}

QString tooFewText(const Comparison &comparison)
{
    QStringList names;
    for (const ComparedGroup &group : comparison.groups) {
        if (group.of(Compared::Holds).finding != Significance::TooFew)
            continue;
        if (group.before.holds + group.after.holds == 0 && group.kind != ComparedGroup::Kind::All)
            continue;
        const QString counts =
            Tr::tr("%1 and %2").arg(countText(group.before.holds), countText(group.after.holds));
        if (group.kind == ComparedGroup::Kind::All)
            return Tr::tr("Too few holds to tell (%1).").arg(counts);
        names += QStringLiteral("%1 (%2)").arg(groupText(group, comparison.by), counts);
    }
    return names.isEmpty() ? QString()
                           : Tr::tr("Too few holds to tell: %1.").arg(names.join(QStringLiteral(", ")));
}

// What one side's figures leave out; `side` names it.
void addUnknown(QStringList &lines, const QString &side, const ComparedStretch &stretch,
                const StretchFigures &all)
{
    const auto length = std::chrono::duration_cast<milliseconds>(stretch.range.to - stretch.range.from);
    if (stretch.watched < length)
        lines += Tr::tr("%1: %2 of %3 were watched throughout; rates and holds are of this time")
                     .arg(side, humanDuration(stretch.watched), humanDuration(length));
    if (stretch.gaps > 0)
        lines += Tr::tr("%1: changes were missed (%2×)").arg(side, countText(stretch.gaps));
    if (stretch.judged == milliseconds(0))
        lines += Tr::tr("%1: verdicts and overdue renewals are unknown").arg(side);
    else if (stretch.judged + Negligible < stretch.watched)
        lines += Tr::tr("%1: verdicts and overdue renewals are known for %2")
                     .arg(side, humanDuration(stretch.judged));
    if (!all.waiterSeconds)
        lines += Tr::tr("%1: no waiters were counted, so waiting is unknown").arg(side);
    if (all.sampled)
        lines += Tr::tr("%1: fast changes were merged, so there may have been more").arg(side);
    if (all.partlySeen > 0)
        lines += Tr::tr("%1: holds left out because they were not seen from start to end: %2")
                     .arg(side, countText(all.partlySeen));
    if (stretch.openTruncated)
        lines += Tr::tr("%1: too many holds were open at the end to count them all").arg(side);
}

} // namespace

QString rangeText(const HistoryRange &range)
{
    if (range.to == WallTime::max())
        return Tr::tr("from %1 on").arg(dateText(range.from));
    if (range.from == WallTime{})
        return Tr::tr("until %1").arg(dateText(range.to));
    const bool isOneDay = localTime(range.from).date() == localTime(range.to).date();
    return Tr::tr("%1 to %2")
        .arg(dateText(range.from),
             isOneDay ? localTime(range.to).toString(QStringLiteral("HH:mm:ss")) : dateText(range.to));
}

QString groupText(const ComparedGroup &group, CompareBy by)
{
    if (group.kind == ComparedGroup::Kind::Others)
        return Tr::tr("other locks");
    if (group.name.isEmpty())
        return group.kind == ComparedGroup::Kind::All ? Tr::tr("all locks")
                                                      : Tr::tr("locks without a prefix");
    return by == CompareBy::Lock ? escapedText(group.name) : escapedText(group.name) + u'*';
}

std::vector<const ComparedGroup *> inOrder(const Comparison &comparison)
{
    std::vector<const ComparedGroup *> groups;
    for (const ComparedGroup &group : comparison.groups)
        groups.push_back(&group);
    std::ranges::stable_sort(groups, [](const ComparedGroup *a, const ComparedGroup *b) {
        const bool isWholeA = a->kind == ComparedGroup::Kind::All;
        const bool isWholeB = b->kind == ComparedGroup::Kind::All;
        return isWholeA != isWholeB ? isWholeA : greatestOf(*a) > greatestOf(*b);
    });
    return groups;
}

QStringList findingsText(const Comparison &comparison)
{
    QStringList lines;
    for (const ComparedGroup *group : inOrder(comparison)) {
        std::vector<const Difference *> found;
        for (const Difference &difference : group->differences) {
            if (difference.finding == Significance::Significant)
                found.push_back(&difference);
        }
        std::ranges::stable_sort(found, std::ranges::greater{},
                                 [](const Difference *each) { return sizeOf(*each); });
        for (const Difference *difference : found)
            lines += significantText(*group, comparison, *difference);
    }
    if (lines.isEmpty() && comparison.tests > 0)
        lines += Tr::tr("No difference that is more than chance.");
    if (const QString tooFew = tooFewText(comparison); !tooFew.isEmpty())
        lines += tooFew;
    else if (lines.isEmpty())
        lines += Tr::tr("Nothing could be compared.");
    return lines;
}

QStringList unknownText(const Comparison &comparison)
{
    QStringList lines;
    if (comparison.names == Comparison::Names::OneRedacted)
        lines +=
            Tr::tr("Only one of the recordings is redacted: names do not match, so only all locks together "
                   "are compared");
    else if (comparison.names == Comparison::Names::NoneInCommon)
        lines +=
            Tr::tr("The recordings were redacted with different salts: names do not match, so only all locks "
                   "together are compared");
    QStringList flaws = comparison.before.flaws + comparison.after.flaws;
    flaws.removeDuplicates();
    lines += flaws;
    addUnknown(lines, Tr::tr("Before"), comparison.before, comparison.groups.front().before);
    addUnknown(lines, Tr::tr("After"), comparison.after, comparison.groups.front().after);
    return lines;
}

QString testsText(const Comparison &comparison)
{
    const QString text = Tr::tr("Significant: p < 0.05, corrected for %1 comparisons, by the variation "
                                "between %2 parts of each period. Each interval is for its own figure only. "
                                "Hold times are tested as a whole: p90 and p99 are not.");
    return text.arg(countText(comparison.tests), countText(StretchBlocks));
}

} // namespace lockscope
