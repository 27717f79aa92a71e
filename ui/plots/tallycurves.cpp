// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tallycurves.h"

#include "core/base/csv.h"
#include "core/base/tr.h"
#include "core/base/utctext.h"
#include "ui/text/format.h"

#include <QLocale>

#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>

namespace lockscope
{

namespace
{

constexpr Curve HeldPanel[] = {Curve::Held};
constexpr Curve RatePanel[] = {Curve::Acquired, Curve::Released, Curve::OtherwiseEnded};
constexpr Curve WaitersPanel[] = {Curve::Waiters};
constexpr Curve HoldPanel[] = {Curve::HoldMedian, Curve::HoldNinety, Curve::HoldNinetyNine};
constexpr Curve RenewalPanel[] = {Curve::Renewed};
constexpr Curve WaitPanel[] = {Curve::WaitEstimate};
constexpr std::span<const Curve> Panels[] = {HeldPanel, RatePanel,    WaitersPanel,
                                             HoldPanel, RenewalPanel, WaitPanel};

constexpr double NoFigure = std::numeric_limits<double>::quiet_NaN();
constexpr std::chrono::seconds RateOver{30};

double rate(qint64 count, const Tally &tally)
{
    return tally.length.count() > 0 ? double(count) * 1000.0 / double(tally.length.count()) : NoFigure;
}

double inSeconds(std::optional<milliseconds> time)
{
    return time ? double(time->count()) / 1000.0 : NoFigure;
}

std::optional<double> shareOf(Curve curve)
{
    switch (curve) {
    case Curve::HoldMedian:
        return 0.5;
    case Curve::HoldNinety:
        return 0.9;
    case Curve::HoldNinetyNine:
        return 0.99;
    default:
        return {};
    }
}

bool lies(const Tally &tally, const HistoryRange &range)
{
    return tally.from < range.to && tally.from + tally.length > range.from;
}

QByteArray csvCell(std::optional<milliseconds> time)
{
    return time ? QByteArray::number(qint64(time->count())) : QByteArray();
}

} // namespace

std::span<const std::span<const Curve>> curvePanels()
{
    return Panels;
}

QString panelTitle(size_t panel)
{
    switch (Panels[panel].front()) {
    case Curve::Held:
        return Tr::tr("Held locks");
    case Curve::Acquired:
        return Tr::tr("Acquired and ended");
    case Curve::Waiters:
        return Tr::tr("Waiters");
    case Curve::HoldMedian:
        return Tr::tr("Hold times");
    case Curve::Renewed:
        return Tr::tr("Renewals");
    default:
        return Tr::tr("Estimated wait");
    }
}

QString panelTitleOf(std::span<const Curve> curves)
{
    const auto found = std::ranges::find(Panels, curves.data(), &std::span<const Curve>::data);
    return panelTitle(size_t(found - std::begin(Panels)));
}

CurveUnit unitOf(Curve curve)
{
    switch (curve) {
    case Curve::Held:
    case Curve::Waiters:
        return CurveUnit::Locks;
    case Curve::Acquired:
    case Curve::Released:
    case Curve::OtherwiseEnded:
    case Curve::Renewed:
        return CurveUnit::Rate;
    case Curve::HoldMedian:
    case Curve::HoldNinety:
    case Curve::HoldNinetyNine:
    case Curve::WaitEstimate:
        return CurveUnit::Time;
    }
    return CurveUnit::Locks;
}

bool isOfWaiters(Curve curve)
{
    return curve == Curve::Waiters || curve == Curve::WaitEstimate;
}

QString curveTitle(Curve curve)
{
    switch (curve) {
    case Curve::Held:
        return Tr::tr("Held locks");
    case Curve::Acquired:
        return Tr::tr("Acquired /s");
    case Curve::Released:
        return Tr::tr("Released /s");
    case Curve::OtherwiseEnded:
        return Tr::tr("Expired or lost /s");
    case Curve::Waiters:
        return Tr::tr("Waiters");
    case Curve::HoldMedian:
        return Tr::tr("Hold time p50");
    case Curve::HoldNinety:
        return Tr::tr("p90");
    case Curve::HoldNinetyNine:
        return Tr::tr("p99");
    case Curve::Renewed:
        return Tr::tr("Renewed /s");
    case Curve::WaitEstimate:
        return Tr::tr("Estimated wait");
    }
    return {};
}

QString curveTitleOfLock(Curve curve)
{
    return curve == Curve::Held ? Tr::tr("Holders") : curveTitle(curve);
}

QString curveHelp(Curve curve)
{
    switch (curve) {
    case Curve::Held:
        return Tr::tr("Locks held at the end of the period");
    case Curve::Acquired:
        return Tr::tr("Free locks that were acquired, per second");
    case Curve::Released:
        return Tr::tr("Holds that their holder released completely, per second");
    case Curve::OtherwiseEnded:
        return Tr::tr("Holds that expired, were released by force, or ended unseen");
    case Curve::Waiters:
        return Tr::tr("Maximum number of waiters at once, of those that can be counted");
    case Curve::HoldMedian:
    case Curve::HoldNinety:
    case Curve::HoldNinetyNine:
        return Tr::tr("Half, 90 % and 99 % of the holds that ended in this period were no longer than this. "
                      "Only holds seen from start to end count; at least %1, for p99 %2")
            .arg(text::number(HoldLengths::leastFor(0.5)), text::number(HoldLengths::leastFor(0.99)));
    case Curve::Renewed:
        return Tr::tr("Renewals seen, per second");
    case Curve::WaitEstimate:
        return Tr::tr(
            "How long a new waiter has to wait, by Little's law: waiters divided by acquisitions per second");
    }
    return {};
}

double curveValue(Curve curve, const Tally &tally)
{
    switch (curve) {
    case Curve::Held:
        return double(tally.totals.held);
    case Curve::Acquired:
        return rate(tally.acquired, tally);
    case Curve::Released:
        return rate(tally.released, tally);
    case Curve::OtherwiseEnded:
        return rate(tally.ended() - tally.released, tally);
    case Curve::Waiters:
        return tally.uncounted ? NoFigure : double(std::max(tally.mostWaiters, tally.totals.waiters));
    case Curve::HoldMedian:
    case Curve::HoldNinety:
    case Curve::HoldNinetyNine:
        return inSeconds(tally.holds.firmPercentile(*shareOf(curve)));
    case Curve::Renewed:
        return rate(tally.renewed, tally);
    case Curve::WaitEstimate:
        return inSeconds(tally.waitEstimate());
    }
    return NoFigure;
}

double valueAt(Curve curve, const std::deque<Tally> &tallies, size_t at)
{
    const std::optional<double> share = shareOf(curve);
    if (!share)
        return curveValue(curve, tallies[at]);
    HoldLengths holds = tallies[at].holds;
    const size_t first = at - std::min(at, MostBefore);
    while (at-- > first && !tallies[at].blind && !holds.areEnoughFor(*share))
        holds.add(tallies[at].holds);
    return inSeconds(holds.firmPercentile(*share));
}

// A rate of one second says little of what happens every ten.
static Tally latest(const std::deque<Tally> &tallies)
{
    auto first = std::prev(tallies.end());
    const WallTime until = first->from + first->length;
    while (first != tallies.begin() && until - first->from < RateOver && !first->blind &&
           !std::prev(first)->blind)
        --first;
    Tally sum = *first;
    for (auto tally = std::next(first); tally != tallies.end(); ++tally)
        sum.add(*tally);
    return sum;
}

double valueOver(Curve curve, const std::deque<Tally> &tallies, const HistoryRange &range)
{
    // A client that comes now does not wait: none holds a lock or waits for one.
    const bool isIdle =
        !tallies.empty() && tallies.back().totals.held == 0 && tallies.back().totals.waiters == 0;
    if (curve == Curve::WaitEstimate && isIdle)
        return NoFigure;
    if (unitOf(curve) == CurveUnit::Time)
        return curveValue(curve, sumOf(tallies, range));
    if (tallies.empty())
        return NoFigure;
    return curveValue(curve, unitOf(curve) == CurveUnit::Rate ? latest(tallies) : tallies.back());
}

QString curveText(Curve curve, double value)
{
    if (std::isnan(value))
        return QStringLiteral("—");
    switch (unitOf(curve)) {
    case CurveUnit::Locks:
        return text::number(qRound64(value));
    case CurveUnit::Rate:
        if (value > 0 && value < 0.05) // one in the last half minute
            return QLocale().toString(value, 'f', 2);
        // Intervals are never exactly one second: show 2.99 as 3.
        return value < 10 && std::abs(value - std::round(value)) >= 0.05 ? QLocale().toString(value, 'f', 1)
                                                                         : text::number(qRound64(value));
    case CurveUnit::Time:
        return text::duration(milliseconds(qRound64(value * 1000)));
    }
    return {};
}

bool isSampled(Curve curve, const Tally &tally)
{
    // Waiters are polled from time to time, however changes are followed.
    if (curve == Curve::Waiters || curve == Curve::WaitEstimate)
        return true;
    return tally.sampled && curve != Curve::Held;
}

const char *sightName(const Tally &tally)
{
    return tally.blind ? "blind" : tally.sampled ? "sampled" : "exact";
}

QString sightText(const Tally &tally)
{
    return tally.blind     ? Tr::tr("part of it was not observed")
           : tally.sampled ? sampledMark()
                           : Tr::tr("exact, except waiters");
}

QString sampledMark()
{
    return Tr::tr("≈ sampled");
}

QString whySampled()
{
    return Tr::tr("Fast changes may be merged: a lock that is released and acquired again between two "
                  "readings counts once. With keyspace events, only keys that disappear before they can be "
                  "read are missed. Waiters are read every few seconds.");
}

Tally sumOf(const std::deque<Tally> &tallies, const HistoryRange &range)
{
    Tally sum{.from = range.from, .length = milliseconds(0)};
    for (const Tally &tally : tallies) {
        if (lies(tally, range))
            sum.add(tally);
    }
    return sum;
}

namespace
{

// wait: of a single lock.
QByteArray timeCells(const Tally &tally, std::optional<milliseconds> wait)
{
    QByteArrayList cells;
    for (const double share : {0.5, 0.9, 0.99})
        cells << csvCell(tally.holds.percentile(share));
    cells << csvCell(wait);
    cells << (tally.blind || tally.uncounted ? "blind" : "sampled");
    return cells.join(',') + '\n';
}

QByteArray countCells(const Tally &tally, std::initializer_list<qint64> counts)
{
    QByteArrayList cells{utcText(tally.from).toLatin1(), QByteArray::number(qint64(tally.length.count())),
                         sightName(tally)};
    for (const qint64 count : counts)
        cells << QByteArray::number(count);
    return cells.join(',') + ',';
}

} // namespace

QByteArray curvesCsv(const std::deque<Tally> &tallies, const HistoryRange &range)
{
    QByteArray csv(
        "time,length_ms,sight,held,locks,waiters,most_waiters,acquired,reentered,renewed,released,"
        "expired,forced,unseen,hold_p50_ms,hold_p90_ms,hold_p99_ms,wait_estimate_ms,waiters_sight\n");
    for (const Tally &tally : tallies) {
        if (lies(tally, range))
            csv += countCells(tally, {tally.totals.held, tally.totals.locks, tally.totals.waiters,
                                      tally.mostWaiters, tally.acquired, tally.reentered, tally.renewed,
                                      tally.released, tally.expired, tally.forced, tally.unseen}) +
                   timeCells(tally, {});
    }
    return csv;
}

QByteArray lockCurvesCsv(const std::map<LockName, std::deque<Tally>> &locks, const HistoryRange &range)
{
    QByteArray csv("key,time,length_ms,sight,holders,waiters,most_waiters,acquired,renewed,released,"
                   "expired,forced,unseen,hold_p50_ms,hold_p90_ms,hold_p99_ms,wait_estimate_ms,"
                   "waiters_sight\n");
    for (const auto &[key, tallies] : locks) {
        const QByteArray name = csvLine({escapedText(key.bytes)}).chopped(1) + ',';
        for (const Tally &tally : tallies) {
            if (lies(tally, range))
                csv += name +
                       countCells(tally, {tally.totals.held, tally.totals.waiters, tally.mostWaiters,
                                          tally.acquired, tally.renewed, tally.released, tally.expired,
                                          tally.forced, tally.unseen}) +
                       timeCells(tally, tally.waitEstimate());
        }
    }
    return csv;
}

} // namespace lockscope
