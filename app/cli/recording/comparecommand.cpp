// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/comparecommand.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/text/comparetable.h"
#include "core/history/compare/compare.h"
#include "core/history/compare/comparisondocument.h"
#include "core/history/compare/comparisontext.h"

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds UsualSpan = 1h;

Outcome<HistoryRange> recordedIn(const QString &file)
{
    RecordingReader reader(file);
    if (const Done opened = openRecording(reader, file, "compare"); !opened.ok())
        return opened.failure();
    return timeRecorded(reader);
}

// "13:00/14:00"; without one of the times, from the beginning or to the end.
Outcome<HistoryRange> stretchMeant(const char *option, const QByteArray &text, const HistoryRange &recorded)
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
        const auto at = timeMeant(word, recorded, "compare", option);
        if (!at)
            return at.failure();
        *time = *at;
    }
    putEndAfterBegin(range, words[1], recorded);
    if (range.to <= range.from)
        return badInput(QStringLiteral("compare: --%1: the period is empty: %2 to %3")
                            .arg(QLatin1String(option), secondText(range.from), secondText(range.to)),
                        QStringLiteral("it must end after it begins"));
    return range;
}

Outcome<CompareQuery> queryMeant(const CompareOptions &options)
{
    CompareQuery query{.before = {.file = options.file},
                       .after = {.file = options.laterFile.isEmpty() ? options.file : options.laterFile},
                       .by = options.by,
                       .prefixes = options.prefixes};
    const auto recorded = recordedIn(query.before.file);
    const auto later = recordedIn(query.after.file);
    if (!recorded || !later)
        return recorded ? later.failure() : recorded.failure();
    if (!options.at.isEmpty()) {
        const auto at = timeMeant(options.at, *recorded, "compare", "at");
        if (!at)
            return at.failure();
        const milliseconds span = options.span.value_or(UsualSpan);
        query.before.range = {*at - span, *at};
        query.after.range = {*at, *at + span};
        return query;
    }
    const auto before = stretchMeant("before", options.before, *recorded);
    const auto after = stretchMeant("after", options.after, *later);
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
    const auto query = queryMeant(options);
    if (!query)
        co_return run->fail(query.failure());
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
