// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/blockingcommand.h"

#include "app/cli/run/settling.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/text/blockingtext.h"
#include "app/cli/text/plaintext.h"
#include "core/export/blockingdot.h"
#include "core/export/blockingjson.h"

namespace lockscope::cli
{

namespace
{

// A watchdog puts a lease off to 30 s at most: in that time each Redisson client that waits tries again.
constexpr milliseconds UsualProbe{30'000};

// Prints the cost first. An interruption stops the probe but not the command.
QCoro::Task<BlockingReport> look(Run *run, const BlockingOptions &options)
{
    BlockingRequest request;
    if (options.probe) {
        request.probe = options.probeLength.value_or(UsualProbe);
        for (const ProbeEstimate &estimate : co_await run->engine.estimateBlocking(*request.probe))
            run->output.note(probeCost(estimate));
        run->onInterrupt = [run](int, bool) {
            run->interruption->setPatient();
            run->engine.cancelProbe(0);
        };
    }
    BlockingReport report = co_await run->engine.blocking(request);
    run->onInterrupt = {};
    co_return report;
}

// What was asked for and not learnt. Nothing: each master was listened to.
std::optional<Failure> failedProbe(const BlockingReport &report)
{
    for (const ProbeReport &probe : report.probes) {
        if (!probe.failure.text.isEmpty())
            return probe.failure;
    }
    return {};
}

Failure noProbeOfGroup()
{
    return {.kind = ErrorKind::BadInput,
            .text = QStringLiteral("blocking: --probe cannot listen to a RedLock group"),
            .remedy = QStringLiteral("use it with one member: a client that waits asks them all")};
}

void print(Run *run, const BlockingOptions &options, const BlockingReport &report,
           const ScanProgress &progress)
{
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeBlocking(json, report, progress);
        run->output.document(json.take() + '\n');
    } else if (options.dot) {
        run->output.document(blockingDot(report));
    } else {
        run->output.print(blockingText(report, options.by, run->output.style()));
        run->output.remark(blockingSummary(report, options.probe, isWhole(progress)));
    }
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const BlockingOptions &options)
{
    const EngineOptions following = optionsFor(options, {});
    const Done ready = co_await connected(run, following);
    if (!ready)
        co_return run->fail(ready.failure());
    noteReplica(run);
    if (options.probe && run->engine.isGroup())
        co_return run->fail(noProbeOfGroup());
    ScanProgress progress = co_await run->engine.scan();
    co_await settle(run, options);
    if (options.settle && !run->cancelled) // servers may have stopped answering meanwhile
        progress = co_await run->engine.scan();
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    const BlockingReport report = co_await look(run, options);
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    print(run, options, report, progress);
    if (options.probe) {
        for (const QString &remark : probeRemarks(report))
            run->output.note(remark);
    }
    if (progress.keysRefused > 0)
        run->output.warning(refusedKeysLine(progress));
    if (const int notScanned = tellNotScanned(run, progress); notScanned != Success)
        co_return notScanned;
    if (const auto failure = failedProbe(report))
        co_return run->fail(*failure);
    co_return progress.keysRefused > 0 ? exitStatus(progress.refusal) : Success;
}

} // namespace lockscope::cli
