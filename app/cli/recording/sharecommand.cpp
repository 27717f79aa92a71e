// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/sharecommand.h"

#include "app/cli/commands/contentioncommand.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/text/plaintext.h"
#include "core/base/unixms.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/sharing/incidentfolder.h"

#include <QCoreApplication>
#include <QLocale>

#include <tuple>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

const char *nameOf(ShareReceipt::Names names)
{
    switch (names) {
    case ShareReceipt::Names::Kept:
        return "kept";
    case ShareReceipt::Names::WereReplaced:
        return "were-replaced";
    case ShareReceipt::Names::Replaced:
        break;
    }
    return "replaced";
}

QString namesText(ShareReceipt::Names names)
{
    switch (names) {
    case ShareReceipt::Names::Kept:
        return QStringLiteral("names kept: it has the names of locks, owners and nodes");
    case ShareReceipt::Names::WereReplaced:
        return QStringLiteral("names: pseudonyms, as recorded");
    case ShareReceipt::Names::Replaced:
        break;
    }
    return QStringLiteral("names replaced by pseudonyms, the same in all of it");
}

// A time without a date is the last one before now; the end is the first one after the beginning.
Outcome<HistoryRange> stretchOf(const ShareOptions &options, WallTime now)
{
    HistoryRange range{WallTime{}, WallTime::max()};
    for (const auto &[word, option, time] :
         {std::tuple(options.from, "from", &range.from), std::tuple(options.to, "to", &range.to)}) {
        if (word.isEmpty())
            continue;
        const auto at = timeMeant(word, now);
        if (!at)
            return badInput(
                QStringLiteral("share: --%1: %2 is not a time").arg(QLatin1String(option), escapedText(word)),
                QStringLiteral("use 14:05 or 2026-06-12T14:05"));
        *time = *at;
    }
    if (range.to < range.from && !options.to.contains('T'))
        range.to += 24h;
    if (range.to <= range.from)
        return badInput(QStringLiteral("share: the stretch is empty"),
                        QStringLiteral("it must end after it begins"));
    return range;
}

QStringList filesOf(Run *run, const ShareOptions &options)
{
    QStringList files = options.files;
    for (const QString &file : options.files) {
        QStringList earlier = rotatedFiles(file);
        if (options.rotated)
            files += earlier;
        for (const QString &one : options.files)
            earlier.removeAll(one);
        if (!options.rotated && !earlier.isEmpty())
            run->output.note(QStringLiteral("%1 was rotated: add --rotated to include %2")
                                 .arg(file, earlier.join(QStringLiteral(", "))));
    }
    return files;
}

void writeReceipt(JsonWriter &json, const ShareReceipt &receipt)
{
    json.beginObject();
    json.text("file", receipt.file);
    json.number("from", unixMs(receipt.range.from));
    json.number("to", unixMs(receipt.range.to));
    json.number("recordings", qint64(receipt.recordings));
    json.number("events", receipt.events);
    json.number("locks", receipt.locks);
    json.number("bytes", receipt.bytes);
    json.text("names", QByteArrayView(nameOf(receipt.names)));
    json.boolean("minutes", receipt.hasMinutes);
    json.name("attached");
    json.beginArray();
    for (const QString &name : receipt.attached)
        json.text(name);
    json.endArray();
    json.endObject();
}

} // namespace

void printReceipt(Run *run, const ShareReceipt &receipt)
{
    Output &output = run->output;
    if (run->arguments.json) {
        JsonWriter json(output.documentLayout());
        writeReceipt(json, receipt);
        output.document(json.take() + '\n');
        return;
    }
    output.print(receipt.file);
    output.remark(QStringLiteral("%1: %2 of %3, %4")
                      .arg(rangeText(receipt.range), counted(receipt.events, QStringLiteral("event")),
                           counted(receipt.locks, QStringLiteral("lock")),
                           QLocale::c().formattedDataSize(receipt.bytes, 1, QLocale::DataSizeIecFormat)));
    output.remark(namesText(receipt.names));
    if (!receipt.hasMinutes)
        output.remark(QStringLiteral("without the figures by minute, which are of all locks"));
    if (!receipt.attached.isEmpty())
        output.remark(QStringLiteral("attached: %1").arg(receipt.attached.join(QStringLiteral(", "))));
}

QCoro::Task<int> runCommand(Run *run, const ShareOptions &options)
{
    const auto range = stretchOf(options, wallNow());
    if (!range)
        co_return run->fail(range.failure());
    ShareQuery query{.files = filesOf(run, options),
                     .output = options.output,
                     .replaces = options.force,
                     .range = *range,
                     .keys = options.keys,
                     .keepsNames = options.keepNames,
                     .progress = [run](double) {
                         QCoreApplication::processEvents(); // a signal that asks for an end
                         return !run->cancelled;
                     }};
    if (!options.incident.isEmpty()) {
        auto documents = incidentFolder(options.incident);
        if (!documents)
            co_return run->fail(documents.failure());
        query.attached = *std::move(documents);
    }
    const auto receipt = share(query);
    if (!receipt && run->cancelled)
        co_return signalStatus(run->interruptedBy);
    if (!receipt) {
        Failure failure = receipt.failure();
        if (failure.kind == ErrorKind::BadInput)
            failure.text.prepend(QStringLiteral("share: "));
        co_return run->fail(failure);
    }
    printReceipt(run, *receipt);
    co_return Success;
}

} // namespace lockscope::cli
