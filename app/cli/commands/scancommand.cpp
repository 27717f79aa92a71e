// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scancommand.h"

#include "app/cli/run/settling.h"
#include "app/cli/text/lockrows.h"
#include "app/cli/text/plaintext.h"
#include "core/export/jsondocuments.h"

namespace lockscope::cli
{

namespace
{

struct FoundLocks {
    std::vector<LockPtr> locks{}; // what is shown
    qsizetype tooUnsure = 0;      // also asked for, but they may be no locks
};

// Writes lock by lock, so that a million locks need no document in memory.
void printDocument(Output &output, const FoundLocks &found, const ScanProgress &progress,
                   const NotMade &notMade, Instant at)
{
    constexpr qsizetype Portion = 64 * 1024;
    JsonWriter json(output.documentLayout());
    json.beginObject();
    json.name("locks");
    json.beginArray();
    for (const LockPtr &lock : found.locks) {
        writeLock(json, *lock, explainVerdict(*lock, at), at);
        if (json.size() > Portion)
            output.document(json.take());
    }
    json.endArray();
    if (found.tooUnsure > 0)
        json.number("possible_locks_not_shown", found.tooUnsure);
    json.name("scan");
    writeScan(json, progress, at);
    writeNotJudged(json, notMade.codes);
    json.endObject();
    output.document(json.take() + '\n');
}

void printTable(Output &output, const FoundLocks &found, const ScanProgress &progress, Instant at)
{
    if (!found.locks.empty()) {
        constexpr qsizetype Portion = 1000;
        QStringList lines;
        printLocks(found.locks, at, output.style(), [&](const QString &line) {
            lines += line;
            if (lines.size() >= Portion)
                output.print(std::exchange(lines, {}));
        });
        output.print(lines);
    }
    const ShownLocks shown{.locks = qsizetype(found.locks.size()), .tooUnsure = found.tooUnsure};
    if (!found.locks.empty())
        output.remark(QString());
    output.remark(scanLine(progress, shown, at));
}

// A check of verdicts fails for locks, not for what may be none.
Confidence leastConfidence(const Run &run, const ScanOptions &options)
{
    const Confidence usual =
        options.verdicts.empty() ? Confidence::Guess : run.observe.thresholds.leastConfidence;
    return options.confidence.value_or(usual);
}

FoundLocks selected(Run *run, const ScanOptions &options, Order order, const std::vector<LockPtr> &locks)
{
    const Selection selection{options.kind, options.verdicts, leastConfidence(*run, options)};
    FoundLocks found;
    for (const LockPtr &lock : locks) {
        if (selection.holds(*lock))
            found.locks.push_back(lock);
        else if (selection.isTooUnsure(*lock))
            ++found.tooUnsure;
    }
    sortLocks(found.locks, order);
    return found;
}

// A short scan shows no progress.
void showProgress(Run *run, const ScanProgress &progress)
{
    constexpr milliseconds Moment(300);
    const Instant at = now();
    if (progress.phase == ScanPhase::Running && at - progress.startedAt > Moment)
        run->output.progress(scanLine(progress, {.locks = qsizetype(progress.locksFound)}, at));
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ScanOptions &options)
{
    const auto order = parseOrder(options.sort);
    if (!order)
        co_return run->fail(order.failure());
    const EngineOptions following = optionsFor(options, {});
    const Done ready = co_await connected(run, following);
    if (!ready)
        co_return run->fail(ready.failure());
    QObject::connect(&run->engine, &Engine::scanChanged, &run->engine,
                     [run](const ScanProgress &progress) { showProgress(run, progress); });
    ScanProgress progress = co_await run->engine.scan();
    if (options.settle) {
        run->output.endProgress();
        co_await settle(run, options);
        if (!run->cancelled)
            progress = co_await run->engine.scan();
    }
    run->output.endProgress();
    if (run->cancelled) // an incomplete list would mislead
        co_return signalStatus(run->interruptedBy);
    const Instant at = now();
    const std::vector<LockPtr> locks = run->engine.locks();
    const FoundLocks found = selected(run, options, *order, locks);
    const NotMade notMade = verdictsNotMade(run, options, locks);
    if (run->arguments.json)
        printDocument(run->output, found, progress, notMade, at);
    else
        printTable(run->output, found, progress, at);
    tell(run, notMade);
    if (progress.keysRefused > 0)
        run->output.warning(refusedKeysLine(progress));
    if (progress.phase == ScanPhase::Failed)
        co_return run->fail(progress.failure);
    if (!options.verdicts.empty() && !found.locks.empty())
        co_return LockSaidNo;
    co_return progress.keysRefused > 0 ? exitStatus(progress.refusal) : Success;
}

} // namespace lockscope::cli
