// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/comparecommand.h"

#include "app/cli/commands/contentioncommand.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/text/comparetable.h"
#include "core/history/compare/compare.h"
#include "core/history/compare/comparisondocument.h"
#include "core/history/compare/comparisontext.h"

#include <QFileInfo>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds UsualSpan = 1h;

Failure notATime(const char *option, const QByteArray &text)
{
    return badInput(
        QStringLiteral("compare: --%1: %2 is not a time").arg(QLatin1String(option), escapedText(text)),
        QStringLiteral("use 14:05 or 2026-06-12T14:05"));
}

// "13:00/14:00"; without one of the times, from the beginning or to the end.
Outcome<HistoryRange> stretchMeant(const char *option, const QByteArray &text, WallTime now)
{
    HistoryRange range{WallTime{}, WallTime::max()};
    if (text.isEmpty())
        return range;
    const QByteArrayList words = text.split('/');
    if (words.size() != 2)
        return badInput(
            QStringLiteral("compare: --%1: %2 is not FROM/TO").arg(QLatin1String(option), escapedText(text)),
            QStringLiteral("use 13:00/14:00 or 2026-06-12T13:00/2026-06-12T14:00"));
    for (const auto &[word, time] : {std::pair(words[0], &range.from), std::pair(words[1], &range.to)}) {
        if (word.isEmpty())
            continue;
        const auto at = timeMeant(word, now);
        if (!at)
            return notATime(option, word);
        *time = *at;
    }
    // A time without a date is the last one before now; the end is the first one after the beginning.
    if (range.to < range.from && !words[1].contains('T'))
        range.to += 24h;
    if (range.to <= range.from)
        return badInput(QStringLiteral("compare: --%1: the stretch is empty").arg(QLatin1String(option)),
                        QStringLiteral("it must end after it begins"));
    return range;
}

Outcome<CompareQuery> queryMeant(const CompareOptions &options, WallTime now)
{
    CompareQuery query{.before = {.file = options.file},
                       .after = {.file = options.laterFile.isEmpty() ? options.file : options.laterFile},
                       .by = options.by,
                       .prefixes = options.prefixes};
    if (!options.at.isEmpty()) {
        const auto at = timeMeant(options.at, now);
        if (!at)
            return notATime("at", options.at);
        const milliseconds span = options.span.value_or(UsualSpan);
        query.before.range = {*at - span, *at};
        query.after.range = {*at, *at + span};
        return query;
    }
    const auto before = stretchMeant("before", options.before, now);
    const auto after = stretchMeant("after", options.after, now);
    if (!before || !after)
        return before ? after.failure() : before.failure();
    query.before.range = *before;
    query.after.range = *after;
    return query;
}

void show(Run *run, const Comparison &comparison, const CompareOptions &options)
{
    Output &output = run->output;
    if (run->arguments.json) {
        output.document(comparisonJson(comparison, output.documentLayout()) + '\n');
    } else if (options.csv) {
        output.document(comparisonCsv(comparison));
    } else {
        for (const QString &line : comparedStretches(comparison))
            output.remark(line);
        for (const QString &line : findingsText(comparison))
            output.print(line);
        output.print(QString());
        output.print(compareTable(comparison, output.style()));
        output.remark(testsText(comparison));
    }
    for (const QString &line : unknownText(comparison))
        output.note(line);
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const CompareOptions &options)
{
    const auto query = queryMeant(options, wallNow());
    if (!query)
        co_return run->fail(query.failure());
    for (const QString &file : {query->before.file, query->after.file}) {
        if (!QFileInfo(file).isFile())
            co_return run->fail(badInput(QStringLiteral("compare: there is no recording %1").arg(file),
                                         QStringLiteral("lockscope-cli record makes one")));
    }
    const auto comparison = compare(*query);
    if (!comparison) {
        Failure failure = comparison.failure();
        if (failure.kind == ErrorKind::BadInput)
            failure.text.prepend(QStringLiteral("compare: "));
        co_return run->fail(failure);
    }
    show(run, *comparison, options);
    co_return Success;
}

} // namespace lockscope::cli
