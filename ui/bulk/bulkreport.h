// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The texts and files of a bulk action. Screen and ticket use the application's language. CSV and JSON are
// for other programs: English names, bytes escaped as in `lockscope-cli`, times in UTC. The dry run is a
// script for a POSIX shell. Pure, GUI thread.

#include "ui/bulk/bulkrun.h"
#include "ui/text/kinds.h"

namespace lockscope
{

VerdictLevel bulkLevel(const BulkRun &series, const BulkRun::Row &row);
// One sentence: what would happen to the lock, what happens now, or the result.
QString bulkSentence(const BulkRun &series, const BulkRun::Row &row, const Kinds &kinds);
QString seriesOutcomeWord(SeriesOutcome outcome); // "done", "the owner had changed", …
QString seriesSummary(const BulkRun &series);     // "180 done · 12 with another owner · …"

struct BulkNote {
    QString reason{};
    WallTime at{}; // When the run began or the script was made
};
QByteArray bulkCsv(const BulkRun &series, const Kinds &kinds);
QByteArray bulkJson(const BulkRun &series, const BulkNote &note, const Kinds &kinds);
QString bulkMarkdown(const BulkRun &series, const BulkNote &note, const Kinds &kinds);
// The ticked locks whose plan is known. Each command compares the owner; comments give the reason for locks
// left out.
QByteArray bulkScript(const BulkRun &series, const BulkNote &note);

} // namespace lockscope
