// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/sharecommand.h"

#include "app/cli/run/sharereceipt.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/syntax/usage.h"
#include "core/history/sharing/incidentfolder.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

// Of all files that can be read; share() reports the others.
HistoryRange recordedInAll(const QStringList &files)
{
    HistoryRange all{WallTime::max(), WallTime{}};
    for (const QString &file : files) {
        RecordingReader reader(file);
        if (!reader.open().ok())
            continue;
        const HistoryRange recorded = timeRecorded(reader);
        all = {std::min(all.from, recorded.from), std::max(all.to, recorded.to)};
    }
    return all.from < all.to ? all : HistoryRange{WallTime{}, wallNow()};
}

Outcome<HistoryRange> stretchOf(const ShareOptions &options)
{
    const HistoryRange recorded = recordedInAll(options.files);
    HistoryRange range{WallTime{}, WallTime::max()};
    for (const auto &[word, option, time] :
         {std::tuple(options.from, "from", &range.from), std::tuple(options.to, "to", &range.to)}) {
        if (word.isEmpty())
            continue;
        const auto at = timeMeant(word, recorded, "share", option);
        if (!at)
            return at.failure();
        *time = *at;
    }
    putEndAfterBegin(range, options.to, recorded);
    if (range.to <= range.from)
        return endsBeforeBegin("share", "--from", "--to", range);
    return range;
}

QStringList filesOf(Run *run, const ShareOptions &options)
{
    QStringList files = options.files;
    files.removeDuplicates();
    for (const QString &file : QStringList(files)) {
        QStringList flaws;
        QStringList earlier = rotatedFiles(file, &flaws);
        if (options.rotated)
            files += earlier;
        for (const QString &flaw : options.rotated ? flaws : QStringList())
            run->output.warning(flaw);
        for (const QString &one : options.files)
            earlier.removeAll(one);
        if (!options.rotated && !earlier.isEmpty())
            run->output.note(QStringLiteral("%1 was rotated: add --rotated to include %2")
                                 .arg(file, earlier.join(QStringLiteral(", "))));
    }
    return files;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ShareOptions &options)
{
    const auto range = stretchOf(options);
    if (!range)
        co_return run->fail(range.failure());
    if (!options.force && QFileInfo::exists(options.output))
        co_return run->fail(badInput(QStringLiteral("share: %1 exists").arg(options.output),
                                     QStringLiteral("specify another file to write, or add --force")));
    ShareQuery query{.files = filesOf(run, options),
                     .output = options.output,
                     .replaces = options.force,
                     .range = *range,
                     .keys = options.globs,
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
