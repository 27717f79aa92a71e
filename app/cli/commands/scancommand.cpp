// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scancommand.h"

#include "app/cli/text/lockrows.h"
#include "app/cli/text/plaintext.h"
#include "core/export/jsondocuments.h"

namespace lockscope::cli
{

namespace
{

// Writes lock by lock, so that a million locks need no document in memory.
void printDocument(Output &output, const std::vector<LockPtr> &locks, const ScanProgress &progress,
                   Instant at)
{
    constexpr qsizetype Portion = 64 * 1024;
    JsonWriter json(output.documentLayout());
    json.beginObject();
    json.name("locks");
    json.beginArray();
    for (const LockPtr &lock : locks) {
        writeLock(json, *lock, explainVerdict(*lock, at), at);
        if (json.size() > Portion)
            output.print(json.take());
    }
    json.endArray();
    json.name("scan");
    writeScan(json, progress, at);
    json.endObject();
    output.print(json.take() + '\n');
}

void printTable(Output &output, const std::vector<LockPtr> &locks, const ScanProgress &progress, Instant at)
{
    if (!locks.empty())
        output.print(locksTable(locks, at, output.style()));
    const QString blank = locks.empty() ? QString() : QStringLiteral("\n");
    output.remark(blank + scanLine(progress, qsizetype(locks.size()), at) + u'\n');
}

std::vector<LockPtr> selected(Run *run, const ScanOptions &options, Order order)
{
    const Selection selection{options.kind, options.verdicts};
    std::vector<LockPtr> locks;
    for (const LockPtr &lock : run->engine.locks()) {
        if (selection.holds(*lock))
            locks.push_back(lock);
    }
    sortLocks(locks, order);
    return locks;
}

// A short scan shows no progress.
void showProgress(Run *run, const ScanProgress &progress)
{
    constexpr milliseconds Moment(300);
    const Instant at = now();
    if (progress.phase == ScanPhase::Running && at - progress.startedAt > Moment)
        run->output.progress(scanLine(progress, progress.locksFound, at));
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ScanOptions &options)
{
    const auto order = parseOrder(options.sort);
    if (!order)
        co_return run->fail(order.failure());
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    QObject::connect(&run->engine, &Engine::scanChanged, &run->engine,
                     [run](const ScanProgress &progress) { showProgress(run, progress); });
    const ScanProgress progress = co_await run->engine.scan();
    run->output.endProgress();
    if (run->cancelled) // an incomplete list would mislead
        co_return signalStatus(run->interruptedBy);
    const Instant at = now();
    const std::vector<LockPtr> locks = selected(run, options, *order);
    if (run->arguments.json)
        printDocument(run->output, locks, progress, at);
    else
        printTable(run->output, locks, progress, at);
    if (progress.keysRefused > 0)
        run->output.warning(refusedKeysLine(progress));
    if (progress.phase == ScanPhase::Failed)
        co_return run->fail(progress.failure);
    co_return !options.verdicts.empty() && !locks.empty() ? LockSaidNo : Success;
}

} // namespace lockscope::cli
