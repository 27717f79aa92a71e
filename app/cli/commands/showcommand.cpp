// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/showcommand.h"

#include "app/cli/run/closerlook.h"
#include "app/cli/run/settling.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/text/detailtext.h"
#include "app/cli/text/plaintext.h"
#include "core/config/rulestore.h"
#include "core/export/jsondocuments.h"
#include "core/formats/format.h"
#include "core/values/kindname.h"

namespace lockscope::cli
{

namespace
{

// Prints the cost first. An interruption stops the probe but not the command.
QCoro::Task<ProbeReport> probeHolders(Run *run, const ShowOptions &options)
{
    const ProbeRequest request{.key = options.key, .length = options.probeLength};
    const auto estimate = co_await run->engine.estimate(request);
    if (estimate)
        run->output.note(probeCost(*estimate));
    run->onInterrupt = [run](int, bool) {
        run->interruption->setPatient();
        run->engine.cancelProbe(0);
    };
    const ProbeReport report = co_await run->engine.probe(request);
    run->onInterrupt = {};
    if (report.stopped != ProbeStop::Refused)
        run->output.note(probeOutcome(report));
    co_return report;
}

// The options were valid, so a failed probe is not a usage error.
int failedProbe(Run *run, const Failure &why)
{
    const int status = run->fail(why);
    return status == WrongUse ? LockSaidNo : status;
}

// The lock may have ended during the probe: shows it as before, with the clients learnt from its release.
LockDetail withClients(LockDetail detail, const ProbeReport &report)
{
    auto lock = std::make_shared<Lock>(*detail.lock);
    lock->clients = std::make_shared<const HolderClients>(report.learnt);
    detail.lock = lock;
    return detail;
}

// Empty: it is still held, or its release was heard and it may be another hold.
QString endedDuringProbe(const Lock &before, const LockDetail &after, const ProbeReport &report)
{
    const bool isHeard = !report.learnt.empty() || !report.waiting.empty();
    if (!before.held() || (after.lock && after.lock->held()) || isHeard || report.stopped != ProbeStop::Time)
        return {};
    const QString key = escapedText(before.key.bytes);
    const QString owner = shownOwner(before.owner(), before.kind);
    const bool hasExpired = before.expiresAt && *before.expiresAt <= now();
    return (hasExpired
                ? QStringLiteral(
                      "%1: no longer held: its lease ended during the probe, and no renewal was heard; it "
                      "was held by %2")
                : QStringLiteral("%1: no longer held: the hold ended during the probe; it was held by %2"))
        .arg(key, owner.isEmpty() ? QStringLiteral("an unknown owner") : owner);
}

QString heardText(const ProbeReport &report)
{
    constexpr size_t Most = 5;
    QStringList clients;
    for (size_t i = 0; i < std::min(Most, report.waiting.size()); ++i) {
        const HeardWaiter &waiter = report.waiting[i];
        clients +=
            QStringLiteral("%1, heard to try %2")
                .arg(waiter.id.isEmpty() ? escapedText(waiter.client.address)
                                         : QStringLiteral("%1 (%2)").arg(escapedText(waiter.id.bytes),
                                                                         escapedText(waiter.client.address)),
                     counted(waiter.attempts, QStringLiteral("time")));
    }
    if (report.waiting.size() > Most)
        clients += QStringLiteral("…");
    return QStringLiteral("at least %1: %2")
        .arg(report.waiting.size())
        .arg(clients.join(QStringLiteral("; ")));
}

// That it is a lock is known from nothing but the question.
bool isMerelyAsked(const Run &run, const LockDetail &detail)
{
    if (!run.registry || !detail.reading)
        return false;
    const Format *format = run.registry->decode(*detail.reading).first;
    return format && format->rank() == RequestedRank;
}

// What is shown all the same is no lock to a script. otherwise: the status of an answer that is one.
int statusOf(Run *run, const ShowOptions &options, const LockDetail &detail, int otherwise)
{
    if (!options.kind.isEmpty() || !isMerelyAsked(*run, detail))
        return otherwise;
    run->output.note(
        QStringLiteral("%1 is not a lock of a known format; its value is shown as a possible lock. If it is "
                       "one, use --kind %2")
            .arg(escapedText(options.key.bytes), QString::fromUtf8(kindName(detail.lock->kind))));
    return LockSaidNo;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ShowOptions &options)
{
    const EngineOptions following = optionsFor(options, {.scan = false, .watched = {options.key}});
    const Done ready = co_await connected(run, following);
    if (!ready)
        co_return run->fail(ready.failure());
    if (options.settle) // from now on it is followed with all that belongs to it
        static_cast<void>(co_await lookCloser(run, options.key, options.kind));
    int scanStatus = Success;
    if (options.scan)
        scanStatus = co_await readAllLocks(run);
    co_await settle(run, options);
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    auto detail = co_await lookCloser(run, options.key, options.kind);
    if (!detail)
        co_return run->fail(detail.failure());
    std::optional<ProbeReport> probe;
    if (options.probe && detail->lock) {
        probe = co_await probeHolders(run, options);
        if (probe->stopped == ProbeStop::Refused)
            co_return failedProbe(run, probe->failure);
        const auto after = co_await lookCloser(run, options.key, options.kind);
        if (!after)
            co_return run->fail(after.failure());
        const bool isSeen = !run->engine.isGroup() && !run->engine.nodeOf(options.key).isReplica();
        const QString ended = isSeen ? endedDuringProbe(*detail->lock, *after, *probe) : QString();
        if (!ended.isEmpty() && !run->arguments.json) {
            run->output.error(ended);
            co_return LockSaidNo;
        }
        const bool isSame = after->lock && after->lock->owner() == detail->lock->owner();
        if (!isSame)
            run->output.note(
                QStringLiteral("the owner has changed meanwhile: showing the lock as it was before"));
        detail = isSame ? *after : withClients(*detail, *probe);
    }
    if (!detail->lock && run->engine.isGroup()) {
        run->output.error(noLockOfGroupLine(options.key, *detail));
        co_return mayBeHeldElsewhere(*detail) ? NoConnection : LockSaidNo;
    }
    if (!detail->lock) {
        const NodeStatus node = run->engine.nodeOf(options.key);
        QString line = escapedText(node.node.bytes) + QStringLiteral(": ") + noLockLine(options.key, *detail);
        if (node.isReplica()) // what it lacks may exist on its master
            line += QStringLiteral(": this server is a replica and may lag: look on its master");
        run->output.error(line);
        co_return LockSaidNo;
    }
    const std::vector<LockPtr> shown(1, detail->lock);
    NotMade notMade = verdictsNotMade(run, options, shown);
    const bool mayDeadlock = detail->lock->held() && !detail->lock->waiters.queued.empty();
    if (!run->arguments.json) {
        if (probe && !probe->waiting.empty())
            detail->unseenWaiters = heardText(*probe);
        run->output.print(detailText(*detail, now(), run->output.style()));
        tell(run, notMade);
        if (mayDeadlock)
            run->output.remark(
                QStringLiteral("deadlocks are not looked for: lockscope-cli blocking finds them"));
        co_return statusOf(run, options, *detail, scanStatus);
    }
    if (probe && !probe->waiting.empty())
        detail->unseenWaiters.clear(); // probe.waiters has them
    JsonWriter json(run->output.documentLayout());
    json.beginObject();
    json.name("lock");
    writeDetail(json, *detail, now());
    if (probe) {
        json.name("probe");
        writeProbe(json, *probe);
    }
    if (mayDeadlock)
        notMade.codes.emplace_back("deadlock"); // the other locks are not read
    writeNotJudged(json, notMade.codes);
    json.endObject();
    run->output.document(json.take() + '\n');
    co_return statusOf(run, options, *detail, scanStatus);
}

} // namespace lockscope::cli
