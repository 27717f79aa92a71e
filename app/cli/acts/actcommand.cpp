// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/acts/actcommand.h"

#include "app/cli/acts/optionsmeant.h"
#include "app/cli/run/closerlook.h"
#include "app/cli/run/settling.h"
#include "app/cli/terminal/lineprompt.h"
#include "app/cli/text/detailtext.h"
#include "core/engine/acts/actguard.h"
#include "core/formats/strings/pythonsignals.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

bool isExpected(const ForceReleaseOptions &wanted, const OwnerId &id)
{
    return std::ranges::find(wanted.expectedOwners, id) != wanted.expectedOwners.end();
}

// The named owners with their present modes and parts, because the scripts compare those too.
std::vector<Holder> expectedHolders(const ForceReleaseOptions &wanted, const Lock *lock)
{
    std::vector<Holder> expected;
    QVarLengthArray<Holder, 1> none;
    for (Holder holder : lock ? lock->holders : none) {
        holder.count = 0;
        if (isExpected(wanted, holder.id))
            expected.push_back(holder);
    }
    for (const OwnerId &id : wanted.expectedOwners) {
        if (std::ranges::find(expected, id, &Holder::id) == expected.end())
            expected.push_back({.id = id, .count = 0});
    }
    return expected;
}

// If mode and part are not given, takes those of the owner's only share.
void nameShare(ActRequest &request, const Lock *lock)
{
    if (!lock || request.mode != HoldMode::Exclusive || !request.part.isEmpty())
        return;
    const auto isTheirs = [&request](const auto &one) { return one.id == request.owner; };
    const auto holder = std::ranges::find_if(lock->holders, isTheirs);
    const auto waiter = std::ranges::find_if(lock->waiters.queued, isTheirs);
    if (std::ranges::count_if(lock->holders, isTheirs) == 1) {
        request.mode = holder->mode;
        request.part = holder->part;
    } else if (holder == lock->holders.end() && waiter != lock->waiters.queued.end()) {
        request.mode = waiter->mode;
    }
}

void expect(ActRequest &request, const ForceReleaseOptions &wanted, const Lock *lock)
{
    if (wanted.share) {
        request.act = ActKind::RemoveShare;
        request.owner = wanted.expectedOwners.front();
        nameShare(request, lock);
    } else if (wanted.expectedOwners.size() == 1) {
        request.expectedOwner = wanted.expectedOwners.front();
    } else {
        request.expectedHolders = expectedHolders(wanted, lock);
    }
}

// The lock before the act, if the request depends on it.
QCoro::Task<LockPtr> lockBefore(Run *run, const ForceReleaseOptions &wanted)
{
    if (!wanted.share && wanted.expectedOwners.size() < 2)
        co_return LockPtr();
    const auto detail = co_await lookCloser(run, wanted.key, wanted.kind);
    co_return detail ? detail->lock : LockPtr(); // the act will fail in the same way and report it
}

// A permit may be named as its program knows it.
void nameAsStored(ForceReleaseOptions &wanted, const Lock *lock)
{
    if (!lock)
        return;
    for (OwnerId &id : wanted.expectedOwners) {
        const auto holder = std::ranges::find_if(
            lock->holders, [&id](const Holder &one) { return shownId(one) == id.bytes; });
        if (holder != lock->holders.end())
            id = holder->id;
    }
}

// Asks at the terminal for the confirmation that production requires. Without it, the act is refused.
QCoro::Task<QString> confirmation(Run *run, ActRequest request, bool isConfirmed)
{
    if (isConfirmed)
        co_return request.confirmedName;
    const QString wanted = confirmationFor(run->spec, request);
    if (wanted.isEmpty() || request.dryRun || request.reason.isEmpty() || !LinePrompt::possible())
        co_return QString();
    const Outcome<QString> typed =
        co_await typedLine(run,
                           QStringLiteral("%1 is production. To confirm %2, type the lock's name (%3): ")
                               .arg(run->spec.name, QLatin1String(name(request.act)), wanted),
                           LinePrompt::Echo::Shown);
    if (!typed)
        co_return QString();
    // Not trimmed, because a name may end in a space.
    co_return typed->endsWith(u'\r') ? typed->chopped(1) : *typed;
}

// None: interrupted.
QCoro::Task<std::optional<Receipt>> perform(Run *run, ActRequest request, bool isConfirmed)
{
    request.confirmedName = co_await confirmation(run, request, isConfirmed);
    request.withEffect = request.dryRun;
    if (run->interruptedBy)
        co_return std::optional<Receipt>();
    Receipt receipt = co_await run->engine.act(request);
    nameOptions(*run, request, receipt);
    co_return receipt;
}

// Neither a forced release nor a plain wake reaches a waiter that sleeps on a list.
void tellSleepers(Run *run, const Receipt &receipt)
{
    if (receipt.dryRun || run->arguments.json || !isPythonLockName(receipt.key.bytes))
        return;
    const QString advice = pythonWakeAdvice(receipt.key);
    const bool isReleased = receipt.isDone() && receipt.plan.warnings.contains(advice);
    const bool wokeNone = receipt.act == ActKind::Wake && receipt.result == ActResult::AlreadyGone;
    if (isReleased || wokeNone)
        run->output.note(QStringLiteral("%1: %2").arg(escapedText(receipt.key.bytes), advice));
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const ActOptions &options)
{
    const EngineOptions exactNames{.follow = false, .scan = false};
    const Done ready = co_await connected(run, exactNames);
    if (!ready)
        co_return run->fail(ready.failure());
    const std::optional<Receipt> receipt = co_await perform(run, options, options.isConfirmed);
    if (!receipt)
        co_return signalStatus(run->interruptedBy);
    const int status = report(run, *receipt);
    tellSleepers(run, *receipt);
    // That it took time away. As text, the report of a group with several ids has it already.
    const bool isTold = receipt->asksSeveralIds() && !run->arguments.json;
    if (receipt->act == ActKind::Renew && receipt->result == ActResult::Done && !isTold) {
        for (const QString &warning : receipt->plan.warnings)
            run->output.warning(QStringLiteral("%1: %2").arg(escapedText(receipt->key.bytes), warning));
    }
    if (receipt->act == ActKind::SetExpiry && receipt->isDone() && !receipt->unchanged &&
        !run->arguments.json) {
        for (const QString &warning : receipt->plan.warnings)
            run->output.note(QStringLiteral("%1: %2").arg(escapedText(receipt->key.bytes), warning));
    }
    co_return status;
}

QCoro::Task<int> runCommand(Run *run, const ForceReleaseOptions &options)
{
    const EngineOptions exactNames{.follow = false, .scan = false};
    const Done ready = co_await connected(run, exactNames);
    if (!ready)
        co_return run->fail(ready.failure());
    int scanStatus = Success;
    if (options.scan)
        scanStatus = co_await readAllLocks(run);
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    const LockPtr lock = co_await lockBefore(run, options);
    ForceReleaseOptions wanted = options;
    nameAsStored(wanted, lock.get());
    ActRequest request = wanted;
    if (!wanted.expectedOwners.empty())
        expect(request, wanted, lock.get());
    const std::optional<Receipt> receipt = co_await perform(run, request, options.isConfirmed);
    if (!receipt)
        co_return signalStatus(run->interruptedBy);
    const int status = report(run, *receipt);
    tellSleepers(run, *receipt);
    const bool planned = receipt->dryRun && !receipt->plan.steps.isEmpty();
    if (planned && !run->arguments.json)
        run->output.print(planText(receipt->plan, run->output.style()));
    co_return status == Success ? scanStatus : status;
}

} // namespace lockscope::cli
