// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/settling.h"

#include "app/cli/terminal/oneshot.h"
#include "app/cli/text/plaintext.h"
#include "core/base/wakeup.h"
#include "core/engine/verdicts/verdicttimes.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

// The nodes that cannot be reached, besides the one that the scan names.
void tellOtherNodes(Run *run, const NodeId &named)
{
    for (const NodeStatus &status : run->engine.nodes()) {
        const bool hasLocks = !status.isReplica() && !status.isSentinel();
        if (hasLocks && status.node != named && !status.connection.reason.text.isEmpty() && !status.isReady())
            run->output.error(run->named(status.connection.reason.line()));
    }
}

// A node that neither answered nor failed in time has not been scanned.
int tellUnanswered(Run *run)
{
    int status = Success;
    for (const NodeStatus &node : run->engine.nodes()) {
        if (node.isReplica() || node.isSentinel() || node.isReady())
            continue;
        Failure why = node.connection.reason;
        if (why.text.isEmpty())
            why = {.kind = ErrorKind::TimedOut,
                   .text = QStringLiteral("no answer within %1").arg(durationText(run->patience())),
                   .remedy = QStringLiteral("check the server, or raise the limit with --timeout")};
        why.text.prepend(QStringLiteral("not scanned: "));
        why.node = node.node;
        status = run->fail(why);
    }
    return status;
}

} // namespace

EngineOptions optionsFor(const SettleOptions &options, EngineOptions whileSettling)
{
    return options.settle ? whileSettling : EngineOptions{.follow = false, .scan = false};
}

QCoro::Task<> settle(Run *run, const SettleOptions &options)
{
    if (!options.settle || run->cancelled)
        co_return;
    run->output.detail(run->named(QStringLiteral("watching for %1").arg(durationText(*options.settle))));
    OneShot<bool> over;
    run->onInterrupt = [&over](int, bool) { over.happen(false); };
    LongTimer timer([&over] { over.happen(true); });
    timer.start(*options.settle);
    if (!co_await over.reached()) {
        run->cancelled = true;
        run->engine.close();
    }
    run->onInterrupt = {};
}

int tellNotScanned(Run *run, const ScanProgress &progress)
{
    if (progress.phase == ScanPhase::Failed) {
        const int status = run->fail(progress.failure);
        tellOtherNodes(run, progress.failure.node);
        return status;
    }
    return progress.phase == ScanPhase::Complete ? int(Success) : tellUnanswered(run);
}

QCoro::Task<int> readAllLocks(Run *run)
{
    const ScanProgress progress = co_await run->engine.scan();
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    if (progress.keysRefused > 0)
        run->output.warning(refusedKeysLine(progress));
    if (progress.phase == ScanPhase::Failed)
        co_return run->fail(progress.failure);
    co_return progress.keysRefused > 0 ? exitStatus(progress.refusal) : Success;
}

NotMade verdictsNotMade(Run *run, const SettleOptions &options, const std::vector<LockPtr> &locks)
{
    const milliseconds watched = options.settle.value_or(milliseconds(0));
    return {.codes = codesNotMade(locks, watched, run->observe.thresholds, run->engine.nodes()),
            .watched = watched};
}

void add(NotMade &all, const NotMade &more)
{
    all.watched = std::max(all.watched, more.watched);
    for (const std::string_view code : more.codes) {
        if (std::ranges::find(all.codes, code) == all.codes.end())
            all.codes.push_back(code);
    }
    std::ranges::sort(all.codes);
}

void tell(Run *run, const NotMade &notMade, bool isStream)
{
    if (notMade.codes.empty() || run->arguments.json) // the document has them
        return;
    QStringList codes;
    for (const std::string_view code : notMade.codes)
        codes += QString::fromUtf8(code.data(), qsizetype(code.size()));
    const QString why = notMade.watched > milliseconds(0)
                            ? QStringLiteral("not judged within %1").arg(durationText(notMade.watched))
                        : isStream ? QStringLiteral("not judged without watching")
                                   : QStringLiteral("not judged without watching (--settle DUR)");
    run->output.remark(QStringLiteral("%1: %2").arg(why, codes.join(QStringLiteral(", "))));
}

} // namespace lockscope::cli
