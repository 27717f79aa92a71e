// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/jobqueuerows.h"

namespace lockscope::test
{

namespace
{

using Rows = std::vector<TruthRow>;

// As clients/rq/releases has them.
const std::vector<QVersionNumber> RqReleases{{1, 16, 2}, {2, 9, 1}, {2, 10, 0}, {2, 12, 0}, {3, 0, 0}};

void addBull(Rows &rows)
{
    TruthRow job{.title = "BullMQ",
                 .client = QStringLiteral("bullmq"),
                 .word = "job",
                 .kind = "job-lock",
                 .library = "BullMQ",
                 .name = "mail%s",
                 .key = "bull:%n:1:lock",
                 .make = "add %n",
                 .acquire = "work %n %l",
                 .release = "finish %n",
                 .owner = "%a",
                 .lease = "6000",
                 .waits = false,
                 .renewsItself = true,
                 .period = 0.5,
                 .expires = false};
    rows.push_back(job);
    job.title = "Bull";
    job.client = QStringLiteral("bull");
    job.library = "Bull";
    job.version = {4, 16, 5};
    rows.push_back(job);
}

void addLaravel(Rows &rows)
{
    TruthRow row{.title = "Laravel 8",
                 .client = QStringLiteral("laravel"),
                 .word = "cache",
                 .kind = "token-lock",
                 .library = "Laravel",
                 .version = {8, 83, 26},
                 .key = "laravel_database_laravel_cache:%n"};
    rows.push_back(row);
    row.title = "Laravel 8, unique job";
    row.name = "laravel_unique_job:Mail-%s";
    row.waits = false;
    rows.push_back(row);
    row.title = "Laravel 8, funnel";
    row.word = "funnel";
    row.name = "lock-%s-%k";
    row.key = "laravel_database_%n1";
    row.waits = true;
    rows.push_back(row);
}

TruthRow rqScheduler(const QVersionNumber &release)
{
    return {.title = "RQ " + release.toString().toLatin1(),
            .client = QStringLiteral("rq-") + release.toString(),
            .word = "scheduler",
            .kind = release < QVersionNumber(2, 10) ? "untokened-lock" : "token-lock",
            .library = "RQ",
            .version = release,
            .name = "%s-%k",
            .key = "rq:scheduler-lock:%n",
            .lost = "tick %k %n",
            .lease = "-",
            .waits = false,
            .renewsItself = true,
            .period = 1.0 / 6,
            .expires = false,
            .comesBack = release >= QVersionNumber(2, 11)};
}

void addCelery(Rows &rows)
{
    const TruthRow beat{.title = "redbeat",
                        .client = QStringLiteral("celery"),
                        .word = "beat",
                        .kind = "token-lock",
                        .library = "redbeat",
                        .version = {2, 4, 2},
                        .name = "%s-redbeat:",
                        .key = "%n:lock",
                        .lost = "lost %k %n",
                        .lease = "-",
                        .renewsItself = true,
                        .expires = false};
    rows.push_back(beat);
    const TruthRow mutex{.title = "Celery, lost messages",
                         .client = QStringLiteral("celery"),
                         .word = "mutex",
                         .kind = "token-lock",
                         .library = "Celery",
                         .version = {5, 7, 0},
                         .name = "%s-unacked_mutex",
                         .waits = false};
    rows.push_back(mutex);
}

} // namespace

std::vector<TruthRow> jobQueueRows()
{
    Rows rows;
    addBull(rows);
    for (const QVersionNumber &release : RqReleases)
        rows.push_back(rqScheduler(release));
    addCelery(rows);
    addLaravel(rows);
    TruthRow once{.title = "celery-once",
                  .client = QStringLiteral("celeryonce"),
                  .word = "task",
                  .kind = "token-lock",
                  .library = "celery-once",
                  .name = "%s-%k",
                  .key = "qo_%n",
                  .waits = false};
    rows.push_back(once);
    return rows;
}

} // namespace lockscope::test
