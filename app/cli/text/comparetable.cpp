// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/comparetable.h"

#include "core/history/compare/comparisonrows.h"
#include "core/history/compare/comparisontext.h"

namespace lockscope::cli
{

QStringList compareTable(const Comparison &comparison, const TextStyle &style)
{
    TextTable table({{.title = QStringLiteral("FIGURE"), .least = 20},
                     {.title = QStringLiteral("BEFORE"), .right = true},
                     {.title = QStringLiteral("AFTER"), .right = true},
                     {.title = QStringLiteral("CHANGE"), .right = true},
                     {.title = QStringLiteral("95 %"), .right = true},
                     {.title = QStringLiteral("DIFFERENCE")}});
    for (const ComparedGroup *group : inOrder(comparison)) {
        table.add({{groupText(*group, comparison.by), Tint::Title}, {}, {}, {}, {}, {}});
        for (const ComparedRow &row : rowsOf(*group, comparison)) {
            const bool isSignificant = row.isTested && row.finding == Significance::Significant;
            table.add({{QStringLiteral("  ") + row.label},
                       {row.before},
                       {row.after},
                       {row.change},
                       {row.interval},
                       {row.isTested ? findingText(row.finding) : QString(),
                        isSignificant ? Tint::Notice : Tint::Faint}});
        }
        table.add({{QStringLiteral("  Locks")},
                   {QString::number(group->locksBefore)},
                   {QString::number(group->locksAfter)},
                   {},
                   {},
                   {}});
    }
    return table.render(style);
}

QStringList comparedStretches(const Comparison &comparison)
{
    const bool areTwo = comparison.before.file != comparison.after.file;
    const auto line = [areTwo](const QString &side, const ComparedStretch &stretch) {
        const QString times = QStringLiteral("%1: %2").arg(side, rangeText(stretch.range));
        return areTwo ? QStringLiteral("%1, %2").arg(times, stretch.file) : times;
    };
    return {line(QStringLiteral("before"), comparison.before),
            line(QStringLiteral("after"), comparison.after)};
}

} // namespace lockscope::cli
