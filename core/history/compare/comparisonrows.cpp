// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/comparisonrows.h"

#include "core/base/tr.h"
#include "core/history/compare/figuretext.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace figuretext;

QString unknownWord()
{
    return Tr::tr("unknown");
}

template<class T, class Text> QString textOr(const std::optional<T> &value, const Text &text)
{
    return value ? text(*value) : unknownWord();
}

// Makes the rows of a group. Each has both sides' figures as numbers, for the change, and as texts.
class Rows
{
public:
    Rows(const ComparedGroup &group, const Comparison &comparison) : m_group(group), m_comparison(comparison)
    {
        addHolds();
        addRates();
        addWaiting();
        addVerdicts();
    }

    std::vector<ComparedRow> take()
    {
        const auto isFirst = [](const ComparedRow &row) {
            return row.isTested && row.finding == Significance::Significant;
        };
        std::stable_partition(m_rows.begin(), m_rows.end(), isFirst); // clang 14 has no std::ranges::subrange
        return std::move(m_rows);
    }

private:
    using Figures = StretchFigures;

    void add(const QString &label, const QString &before, const QString &after, std::optional<double> ratio,
             std::optional<Compared> tested = {})
    {
        ComparedRow row{.label = label, .before = before, .after = after, .isTested = tested.has_value()};
        if (tested) {
            const Difference &difference = m_group.of(*tested);
            row.finding = difference.finding;
            ratio = difference.ratio ? difference.ratio : ratio;
            if (difference.interval)
                row.interval = intervalText(*difference.interval);
        }
        if (ratio)
            row.change = QStringLiteral("×%1").arg(ratioText(*ratio));
        m_rows.push_back(row);
    }

    static std::optional<double> ratioOf(double before, double after)
    {
        return before > 0 && after > 0 ? std::optional(after / before) : std::nullopt;
    }

    void addLength(const QString &label, std::optional<milliseconds> Figures::*length)
    {
        const auto &before = m_group.before.*length;
        const auto &after = m_group.after.*length;
        if (!before && !after)
            return;
        const auto ratio =
            before && after ? ratioOf(double(before->count()), double(after->count())) : std::nullopt;
        add(label, lengthText(before), lengthText(after), ratio);
    }

    void addRate(const QString &label, qint64 Figures::*events, std::optional<Compared> tested = {})
    {
        const qint64 before = m_group.before.*events;
        const qint64 after = m_group.after.*events;
        if (before == 0 && after == 0)
            return;
        const milliseconds timeBefore = m_comparison.before.watched;
        const milliseconds timeAfter = m_comparison.after.watched;
        add(label, rateText(before, timeBefore), rateText(after, timeAfter),
            ratioOf(double(before) / minutesOf(timeBefore), double(after) / minutesOf(timeAfter)), tested);
    }

    void addHolds()
    {
        add(Tr::tr("Hold time, of typical holds"), {}, {}, {}, Compared::Holds);
        addLength(Tr::tr("Hold time, median"), &Figures::p50);
        addLength(Tr::tr("Hold time, p90"), &Figures::p90);
        addLength(Tr::tr("Hold time, p99"), &Figures::p99);
        addLength(Tr::tr("Hold time, longest"), &Figures::longest);
        add(Tr::tr("Holds, seen from start to end"), countText(m_group.before.holds),
            countText(m_group.after.holds), {});
        if (m_group.before.partlySeen > 0 || m_group.after.partlySeen > 0)
            add(Tr::tr("Holds, seen in part"), partlyText(m_group.before), partlyText(m_group.after), {});
    }

    static QString partlyText(const Figures &side)
    {
        if (!side.longestPartlySeen)
            return countText(side.partlySeen);
        return Tr::tr("%1 (longest: at least %2)")
            .arg(countText(side.partlySeen), humanDuration(*side.longestPartlySeen));
    }

    void addRates()
    {
        addRate(Tr::tr("Acquired per minute"), &Figures::acquired, Compared::Acquired);
        addRate(Tr::tr("Renewals per minute"), &Figures::renewed);
        const auto &before = m_group.before.overdue;
        const auto &after = m_group.after.overdue;
        if (before.value_or(0) > 0 || after.value_or(0) > 0) {
            const auto of = [](const ComparedStretch &side) {
                return [&side](qint64 overdue) { return rateText(overdue, side.judged); };
            };
            add(Tr::tr("Renewals overdue per minute"), textOr(before, of(m_comparison.before)),
                textOr(after, of(m_comparison.after)), {}, Compared::Overdue);
        }
        addRate(Tr::tr("Expired while held per minute"), &Figures::expired, Compared::Expired);
        addRate(Tr::tr("Forced releases per minute"), &Figures::forced, Compared::Forced);
    }

    void addWaiting()
    {
        const Figures &before = m_group.before;
        const Figures &after = m_group.after;
        if (before.mostWaiters.value_or(0) == 0 && after.mostWaiters.value_or(0) == 0)
            return;
        const auto mean = [](const ComparedStretch &side) {
            return [&side](double seconds) {
                return decimalText(seconds / (minutesOf(side.watched) * SecondsAMinute), 3);
            };
        };
        const auto share = [](const ComparedStretch &side) {
            return [&side](double seconds) {
                return QStringLiteral("%1 %").arg(
                    decimalText(100 * seconds / (minutesOf(side.watched) * SecondsAMinute)));
            };
        };
        add(Tr::tr("Waiters, mean"), textOr(before.waiterSeconds, mean(m_comparison.before)),
            textOr(after.waiterSeconds, mean(m_comparison.after)), {}, Compared::Waiting);
        add(Tr::tr("Waiters, most"), textOr(before.mostWaiters, countText),
            textOr(after.mostWaiters, countText), {});
        add(Tr::tr("Time with a waiter"), textOr(before.waitedSeconds, share(m_comparison.before)),
            textOr(after.waitedSeconds, share(m_comparison.after)), {});
        if (m_group.locksBefore <= 1 && m_group.locksAfter <= 1) // See Tally::waitEstimate()
            add(Tr::tr("Expected wait"), lengthText(before.waitEstimate()), lengthText(after.waitEstimate()),
                {});
    }

    void addVerdict(const QString &label, std::optional<double> Figures::*seconds)
    {
        const auto &before = m_group.before.*seconds;
        const auto &after = m_group.after.*seconds;
        if (before.value_or(0) <= 0 && after.value_or(0) <= 0)
            return;
        const auto perHour = [](const ComparedStretch &side) {
            return [&side](double sum) {
                return secondsText(sum / (minutesOf(side.judged) * SecondsAMinute) * SecondsAnHour);
            };
        };
        add(label, textOr(before, perHour(m_comparison.before)), textOr(after, perHour(m_comparison.after)),
            {});
    }

    void addVerdicts()
    {
        addVerdict(Tr::tr("Warnings per hour, sum of locks"), &Figures::warningSeconds);
        addVerdict(Tr::tr("Critical per hour, sum of locks"), &Figures::criticalSeconds);
    }

    const ComparedGroup &m_group;
    const Comparison &m_comparison;
    std::vector<ComparedRow> m_rows{};
};

} // namespace

QString findingText(Significance finding)
{
    switch (finding) {
    case Significance::Unknown:
        break;
    case Significance::Sampled:
        return Tr::tr("not comparable");
    case Significance::TooFew:
        return Tr::tr("too few to tell");
    case Significance::Chance:
        return Tr::tr("may be chance");
    case Significance::Significant:
        return Tr::tr("significant");
    }
    return {};
}

std::vector<ComparedRow> rowsOf(const ComparedGroup &group, const Comparison &comparison)
{
    return Rows(group, comparison).take();
}

} // namespace lockscope
