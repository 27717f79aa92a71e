// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on many locks, in words and as files: for the screen and for a ticket in the language of the
// application; CSV and JSON as other programs take them, with names in English, bytes escaped as
// `lockscope-cli` does and times in UTC; the whole dry run as a script for a POSIX shell. Pure, GUI thread.

#include "ui/bulk/bulkrun.h"
#include "ui/text/kinds.h"

namespace lockscope
{

VerdictLevel bulkLevel(const BulkRun &series, const BulkRun::Row &row);
// What would happen to it, what happens now, or what came of it: a sentence.
QString bulkSentence(const BulkRun &series, const BulkRun::Row &row, const Kinds &kinds);
QString seriesOutcomeWord(SeriesOutcome outcome); // "done", "the owner had changed", …
QString seriesSummary(const BulkRun &series);     // "180 done · 12 with another owner · …"

struct BulkNote {
    QString reason{};
    WallTime at{}; // when the run began, or the script is made
};
QByteArray bulkCsv(const BulkRun &series, const Kinds &kinds);
QByteArray bulkJson(const BulkRun &series, const BulkNote &note, const Kinds &kinds);
QString bulkMarkdown(const BulkRun &series, const BulkNote &note, const Kinds &kinds);
// Of the ticked locks whose plan is known: each line compares the owner, those left out say why.
QByteArray bulkScript(const BulkRun &series, const BulkNote &note);

} // namespace lockscope
