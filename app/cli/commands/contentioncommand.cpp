// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/contentioncommand.h"

#include "app/cli/run/timemeant.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/text/contentiontext.h"
#include "core/base/unixms.h"
#include "core/config/profilestore.h"
#include "core/history/causes/causesquery.h"
#include "core/history/causes/causestext.h"
#include "core/history/connectionhistory.h"
#include "core/history/orders/ordersdocument.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/values/historyfiles.h"
#include "core/values/connection/connectionurl.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds UsualLength = 1h;
constexpr milliseconds UsualWidth = 5min;

QString fileMeant(const Arguments &arguments, const ContentionOptions &options)
{
    if (!options.file.isEmpty())
        return options.file;
    const QString folder = arguments.configDir.isEmpty() ? ProfileStore::defaultDir() : arguments.configDir;
    return QDir(folder).filePath(QStringLiteral("history/") + historyFileName(arguments.profile()));
}

Failure noHistory(const QString &file)
{
    return {.kind = ErrorKind::BadInput,
            .text = QStringLiteral("contention: there is no history file %1").arg(file),
            .remedy = QStringLiteral("turn on history/keep in observe.json, and open the connection in the "
                                     "desktop program")};
}

// As the window, which sets such a file aside.
Failure isOfOthers(const QString &file)
{
    return badInput(QStringLiteral("contention: %1 has the history of other servers").arg(file),
                    QStringLiteral("--history FILE reads it nevertheless"));
}

// Of --recording and --history.
Failure noRecording(const QString &file)
{
    return badInput(QStringLiteral("contention: there is no recording %1").arg(file),
                    QStringLiteral("lockscope-cli record makes one"));
}

// A time that the history does not reach is none to ask about.
Failure endsBefore(WallTime written)
{
    return {.kind = ErrorKind::BadInput,
            .text = QStringLiteral("contention: the history ends at %1").arg(secondText(written)),
            .remedy = QStringLiteral("ask about a time before it")};
}

Failure beginsAfter(WallTime first)
{
    return {.kind = ErrorKind::BadInput,
            .text = QStringLiteral("contention: the history begins at %1").arg(secondText(first)),
            .remedy = QStringLiteral("ask about a time after it")};
}

Outcome<WallTime> timeOf(const PastTime &time, const char *option, const HistoryRange &recorded, WallTime now)
{
    return time.ago ? Outcome<WallTime>(now - *time.ago) : timeMeant(time.at, recorded, "contention", option);
}

Outcome<HistoryRange> rangeMeant(const ContentionOptions &options, const HistoryRange &recorded, WallTime now)
{
    const WallTime end = options.since.ago ? now : std::min(now, recorded.to);
    const auto to = options.until.isGiven() ? timeOf(options.until, "until", recorded, now) : end;
    if (!to)
        return to.failure();
    const auto from = options.since.isGiven() ? timeOf(options.since, "since", recorded, now)
                                              : Outcome<WallTime>(*to - UsualLength);
    if (!from)
        return from.failure();
    HistoryRange range{*from, *to};
    if (!options.until.at.isEmpty())
        putEndAfterBegin(range, options.until.at, {recorded.from, end});
    return range;
}

int showCosts(Run *run, const WaitingCosts &costs, const ContentionOptions &options)
{
    Output &output = run->output;
    if (run->arguments.json) {
        output.document(costsJson(costs, options.by, output.documentLayout()) + '\n');
    } else if (options.csv) {
        output.document(costsCsv(costs, options.by));
    } else {
        output.remark(costSummary(costs));
        if (costs.locks.empty() && !costs.isUnknown())
            output.remark(
                QStringLiteral("no client was seen to wait; clients that poll for a lock or sleep on a list "
                               "are not counted"));
        else if (!costs.locks.empty())
            output.print(costTable(costs, options.by, output.style()));
    }
    for (const QString &line : unknownText(costs))
        output.note(line);
    return Success;
}

int showChanges(Run *run, const Changes &changes, const ContentionOptions &options)
{
    Output &output = run->output;
    if (run->arguments.json) {
        output.document(changesJson(changes, output.documentLayout()) + '\n');
    } else if (options.csv) {
        output.document(changesCsv(changes));
    } else {
        output.remark(comparedText(changes));
        for (const Change &change : changes.changes)
            output.print(changeText(change));
        if (changes.changes.empty())
            output.remark(!changes.isCompared() ? QStringLiteral("nothing could be compared")
                          : changes.isWhole()   ? QStringLiteral("no change found")
                                                : QStringLiteral("no change found in what was recorded"));
    }
    for (const QString &line : unknownText(changes))
        output.note(line);
    return Success;
}

// Also says which files of the history are missing in it.
int ended(Run *run, const RecordingReader &reader, int status)
{
    for (const QString &flaw : reader.flaws())
        run->output.warning(flaw);
    return status;
}

int showOrders(Run *run, const OrdersAnswer &answer, const ContentionOptions &options)
{
    Output &output = run->output;
    if (run->arguments.json) {
        output.document(ordersJson(answer, output.documentLayout()) + '\n');
    } else if (options.csv) {
        output.document(ordersCsv(answer));
    } else {
        for (const Inversion &inversion : answer.inversions) {
            for (const QString &line : inversionText(inversion))
                output.print(line);
        }
        output.remark(ordersText(answer));
    }
    return Success;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ContentionOptions &options)
{
    const WallTime now = wallNow();
    const QString file = fileMeant(run->arguments, options);
    const bool isThere = QFileInfo(file).isFile();
    if (!options.file.isEmpty() && !isThere)
        co_return run->fail(noRecording(file));
    // The history of a deleted profile can still be read; without one, the name is probably wrong.
    const auto profile = options.file.isEmpty()
                             ? ProfileStore(run->arguments.configDir).find(run->arguments.profile())
                             : Outcome<ConnectionSpec>(ConnectionSpec());
    if (!isThere)
        co_return run->fail(profile ? noHistory(file) : profile.failure());
    RecordingReader reader(file);
    if (const Done opened = reader.open(); !opened.ok())
        co_return run->fail(opened.failure());
    const bool isOfProfile = options.file.isEmpty() && profile.ok();
    if (isOfProfile && isHistoryOfOthers(reader.part(reader.files() - 1).place, serversUrl(*profile)))
        co_return run->fail(isOfOthers(file));
    const HistoryRange recorded = timeRecorded(reader);
    const auto range = rangeMeant(options, recorded, now);
    if (!range)
        co_return run->fail(range.failure());
    const bool isChange = !options.changedAt.isEmpty();
    const auto moment = isChange ? timeMeant(options.changedAt, recorded, "contention", "changed-at")
                                 : Outcome<WallTime>(range->from);
    if (!moment)
        co_return run->fail(moment.failure());
    if (*moment >= recorded.to)
        co_return run->fail(endsBefore(recorded.to));
    if (range->to <= range->from)
        co_return run->fail(endsBeforeBegin("contention", "--since", "--until", *range));
    if (options.orders) {
        const auto orders = reader.orders(options.since.isGiven() ? range->from : WallTime{});
        co_return orders ? ended(run, reader, showOrders(run, *orders, options))
                         : run->fail(orders.failure());
    }
    if (!isChange && range->to <= recorded.from)
        co_return run->fail(beginsAfter(recorded.from));
    if (isChange) {
        const auto changes =
            whatChanged(reader, {.at = *moment, .width = options.width.value_or(UsualWidth)}, now);
        co_return changes ? ended(run, reader, showChanges(run, *changes, options))
                          : run->fail(changes.failure());
    }
    const auto costs = waitingCosts(reader, *range, now);
    co_return costs ? ended(run, reader, showCosts(run, *costs, options)) : run->fail(costs.failure());
}

} // namespace lockscope::cli
