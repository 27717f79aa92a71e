// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/childprocess.h"
#include "app/cli/moment.h"
#include "app/cli/run.h"
#include "core/engine/documents.h"

#include <cerrno>
#include <system_error>

namespace lockscope::cli
{

namespace
{

constexpr quint64 AcquireId = 1;

// What a program is expected to say when it cannot run another, as env(1) and nohup(1).
constexpr int CommandNotFound = 127;
constexpr int CommandNotRunnable = 126;

ActRequest acquireRequest(const Arguments &arguments)
{
    return {.act = ActKind::Acquire,
            .key = arguments.key(),
            .owner = arguments.owner,
            .mode = arguments.mode,
            .part = arguments.part,
            .lease = arguments.lease,
            .wait = arguments.wait,
            .watchdog = arguments.watchdog || !arguments.command.empty(),
            .reason = arguments.reason,
            .everyNode = arguments.everyNode};
}

// The lock as far as this program knows while it holds it.
struct Held {
    Receipt receipt{};
    bool lost = false;
};

// The kind to take the lock as: the one asked for, or what the key is; empty leaves it to the engine.
QCoro::Task<QByteArray> kindOf(Run *run)
{
    if (!run->arguments.kind.isEmpty())
        co_return run->arguments.kind;
    const auto detail = co_await run->engine.inspect(run->arguments.key());
    if (!detail || !detail->lock) // a failure comes again with the act, and is told then
        co_return QByteArray();
    const std::string_view kind = detail->lock->kind.name;
    co_return QByteArray(kind.data(), qsizetype(kind.size()));
}

QCoro::Task<Receipt> acquired(Run *run)
{
    ActRequest request = acquireRequest(run->arguments);
    request.kind = co_await kindOf(run);
    Moment<Receipt> answered;
    const QObject waiting; // the connection ends with the wait
    QObject::connect(&run->engine, &Engine::acted, &waiting, [&answered](quint64 id, const Receipt &receipt) {
        if (id == AcquireId)
            answered.happen(receipt);
    });
    run->onInterrupt = [run](int, bool) { run->engine.cancelAct(AcquireId); };
    run->engine.requestAct(AcquireId, request);
    const Receipt receipt = co_await answered.reached();
    run->onInterrupt = [](int, bool) {}; // what follows takes as long as one answer of the server
    co_return receipt;
}

// Standard output is the command's alone.
void note(Run *run, const Receipt &receipt)
{
    if (run->arguments.json) {
        JsonWriter json;
        writeReceipt(json, receipt);
        run->output.note(QString::fromUtf8(json.take()));
    } else {
        run->output.detail(receipt.line());
    }
}

// Gives the hold back. True if it was ours to the end.
QCoro::Task<bool> released(Run *run, const Held *held)
{
    const ActRequest request{.act = ActKind::Release,
                             .key = held->receipt.key,
                             .owner = held->receipt.owner,
                             .mode = run->arguments.mode,
                             .part = run->arguments.part};
    const Receipt receipt = co_await run->engine.act(request);
    note(run, receipt);
    if (receipt.result == ActResult::Done)
        co_return !held->lost;
    if (!held->lost)
        explainRefusal(run, receipt);
    co_return false;
}

// A lock is held under an owner id that nobody could be told: given back, as nobody else can.
QCoro::Task<int> takenBack(Run *run, Receipt receipt)
{
    const QString key = escapedText(receipt.key.bytes);
    const Held held{std::move(receipt)};
    const bool given = co_await released(run, &held);
    if (given)
        run->output.error(
            QStringLiteral("%1: released again, for nobody could be told its owner id").arg(key));
    else
        run->output.error(QStringLiteral("%1: may still be held by %2: release it with --owner and this id")
                              .arg(key, escapedText(held.receipt.owner.bytes)));
    co_return ProgramFailed;
}

void warnLost(Run *run, Held *held, const Receipt &why)
{
    held->lost = true;
    run->output.warning(QStringLiteral("the lock is lost: ") + why.line());
}

int cannotRun(Run *run, int failure)
{
    run->output.error(QStringLiteral("cannot run %1: %2")
                          .arg(escapedText(run->arguments.command.front()),
                               QString::fromStdString(std::generic_category().message(failure))));
    return failure == ENOENT ? CommandNotFound : CommandNotRunnable;
}

QCoro::Task<int> ranCommand(Run *run, const Held *held)
{
    ChildProcess child;
    Moment<int> ended;
    QObject::connect(&child, &ChildProcess::ended, &child, [&ended](int status) { ended.happen(status); });
    const int failure =
        child.start(run->arguments.command, {"LOCKSCOPE_KEY=" + typedForm(held->receipt.key.bytes),
                                             "LOCKSCOPE_OWNER=" + typedForm(held->receipt.owner.bytes)});
    if (failure != 0)
        co_return cannotRun(run, failure);
    run->onInterrupt = [&child](int signal, bool byTerminal) {
        if (!byTerminal)
            child.send(signal);
    };
    const int status = co_await ended.reached();
    run->onInterrupt = [](int, bool) {};
    co_return status;
}

// Without a command: until interrupted, or the lock is lost.
QCoro::Task<int> keptWatch(Run *run)
{
    Moment<int> over;
    const QObject waiting;
    QObject::connect(&run->engine, &Engine::holdLost, &waiting,
                     [&over](const LockName &, const Receipt &) { over.happen(LockSaidNo); });
    run->onInterrupt = [&over](int, bool) { over.happen(Success); };
    const int status = co_await over.reached();
    run->onInterrupt = [](int, bool) {};
    co_return status;
}

// The command's status, or that of waiting without one; 1 instead of 0 when the lock was lost meanwhile.
QCoro::Task<int> heldWhile(Run *run, Receipt receipt)
{
    Held held{std::move(receipt)};
    const QObject holding;
    QObject::connect(&run->engine, &Engine::holdLost, &holding,
                     [run, &held](const LockName &, const Receipt &why) { warnLost(run, &held, why); });
    int status = Success;
    if (run->arguments.command.empty())
        status = co_await keptWatch(run);
    else
        status = co_await ranCommand(run, &held);
    const bool kept = co_await released(run, &held);
    co_return status == Success && !kept ? LockSaidNo : status;
}

} // namespace

QCoro::Task<int> runAcquire(Run *run)
{
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    const Receipt receipt = co_await acquired(run);
    const bool done = receipt.result == ActResult::Done;
    const bool withCommand = !run->arguments.command.empty();
    if (run->interruptedBy) {
        const Held held{receipt};
        if (done)
            co_await released(run, &held);
        co_return signalStatus(run->interruptedBy);
    }
    if (done && withCommand)
        note(run, receipt);
    else if (const int status = report(run, receipt); !done)
        co_return status;
    if (run->output.failed() || run->output.readerGone()) {
        const int status = co_await takenBack(run, receipt);
        co_return status;
    }
    if (!withCommand && !run->arguments.watchdog)
        co_return Success;
    const int status = co_await heldWhile(run, receipt);
    co_return status;
}

} // namespace lockscope::cli
