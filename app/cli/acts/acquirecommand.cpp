// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/acts/acquirecommand.h"

#include "app/cli/acts/optionsmeant.h"
#include "app/cli/syntax/typed.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/terminal/childprocess.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/terminal/oneshot.h"
#include "app/cli/terminal/streams.h"
#include "app/cli/text/plaintext.h"
#include "core/base/utctext.h"
#include "core/base/wakeup.h"
#include "core/export/jsondocuments.h"
#include "core/formats/format.h"
#include "core/values/kindname.h"

#include <qcorotimer.h>

#include <cerrno>
#include <system_error>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr quint64 AcquireId = 1;
constexpr milliseconds LongestReleasing = 30s;         // while the server is unavailable
constexpr milliseconds LongestReleasingAtEnd = 1500ms; // after a signal that ends the process in 2 s
constexpr milliseconds ReleasePause = 250ms;
constexpr milliseconds HeirsPause = 50ms;

// The statuses of env(1) and nohup(1) for a command that cannot run.
constexpr int CommandNotFound = 127;
constexpr int CommandNotRunnable = 126;

// What this program knows about the lock while it holds it.
struct Held {
    const AcquireOptions &options;
    Receipt receipt{};
    bool lost = false;
    bool over = false;               // the command ended and the lock is being released
    QString whyPolled{};             // why changes of the key are not reported, as printed last
    int startFailure = 0;            // exit status if the command could not be started
    std::optional<Instant> killAt{}; // set with SIGTERM: when SIGKILL follows
};

// The requested kind, else the kind of the existing key. Empty: the engine decides.
QCoro::Task<QByteArray> kindOf(Run *run, const AcquireOptions &options)
{
    if (!options.kind.isEmpty())
        co_return options.kind;
    const auto detail = co_await run->engine.inspect(options.key);
    if (!detail || !detail->lock) // the act will fail in the same way and report it
        co_return QByteArray();
    co_return kindName(detail->lock->kind);
}

QCoro::Task<Receipt> acquire(Run *run, const AcquireOptions &options)
{
    ActRequest request = options;
    request.watchdog = options.watchdog || !options.command.empty();
    request.kind = co_await kindOf(run, options);
    OneShot<Receipt> answered;
    const QObject waiting; // limits the connection to this wait
    QObject::connect(&run->engine, &Engine::acted, &waiting, [&answered](quint64 id, const Receipt &receipt) {
        if (id == AcquireId)
            answered.happen(receipt);
    });
    run->onInterrupt = [run](int, bool) { run->engine.cancelAct(AcquireId); };
    run->engine.requestAct(AcquireId, request);
    Receipt receipt = co_await answered.reached();
    nameOptions(*run, request, receipt);
    // Ignores interruptions until the next step handles them, which takes at most one reply.
    run->onInterrupt = [](int, bool) {};
    co_return receipt;
}

// Standard output belongs to the command.
void note(Run *run, const Receipt &receipt)
{
    if (run->arguments.json) {
        JsonWriter json;
        writeReceipt(json, receipt);
        run->output.record(QString::fromUtf8(json.take()));
    } else {
        run->output.detail(receipt.line());
    }
}

// The act was not done, for a reason that may pass.
bool isWorthAnotherTry(const Receipt &receipt)
{
    const ErrorKind kind = receipt.failure.kind;
    return receipt.result == ActResult::Unknown ||
           (receipt.result == ActResult::Refused && (isConnectionFailure(kind) || isPassing(kind)));
}

// True if a release may be repeated after its reply was lost, because it will find the same hold or none.
// Without recorded owners, or with several holds of one owner, a second release could remove another hold.
bool isSafeTwice(const Run *run, const Held *held)
{
    const Registry &registry = run->registry ? *run->registry : Registry::builtIn();
    const Format *format = registry.find(kindName(held->receipt.kind));
    return format && format->nature() != Nature::Bare && !held->receipt.owner.isEmpty() &&
           held->receipt.foundCount <= 1;
}

// How long the lock can last from now, since it may just have been renewed. None: it has no expiry.
std::optional<milliseconds> leaseOf(const Held *held)
{
    return held->options.lease ? held->options.lease : held->receipt.ttl;
}

void tellWhatBecomesOfIt(Run *run, const Held *held, const Receipt &receipt, Instant endedAt)
{
    const QString why = receipt.failure.line();
    const QString owner = escapedText(held->receipt.owner.bytes);
    if (const auto lease = leaseOf(held))
        run->output.error(QStringLiteral("%1: not released: %2; it expires at %3 at the latest")
                              .arg(escapedText(held->receipt.key.bytes), why,
                                   utcText(wallNow() + *lease - millisecondsBetween(endedAt, now()))));
    else
        run->output.error(QStringLiteral("%1: not released: %2; it has no expiry: release it later with "
                                         "--owner %3")
                              .arg(escapedText(held->receipt.key.bytes), why, owner));
}

// The command raised the hold count and did not lower it again: only its own hold is released.
void tellWhatIsLeft(Run *run, const Receipt &receipt)
{
    if (receipt.foundCount == 0 || receipt.foundOwner != receipt.owner)
        return;
    const QString until =
        receipt.ttl ? QStringLiteral("until %1 unless renewed").arg(utcText(wallNow() + *receipt.ttl))
                    : QStringLiteral("without expiry");
    run->output.warning(
        QStringLiteral("%1: still held by %2, with %3, %4: something acquired it again under this owner")
            .arg(escapedText(receipt.key.bytes), escapedText(receipt.owner.bytes),
                 counted(receipt.foundCount, QStringLiteral("hold")), until));
}

struct Release {
    Receipt receipt{}; // of the last try
    Instant begunAt{};
    bool safeTwice = false;
    bool unknown = false; // an earlier try without a reply may have succeeded

    bool isRefused() const { return receipt.result == ActResult::Refused; }
    bool mayTryAgain() const
    {
        return isWorthAnotherTry(receipt) && (receipt.result != ActResult::Unknown || safeTwice);
    }
};

// Retries while the server is unavailable and the lock may still be held.
QCoro::Task<Release> sendRelease(Run *run, const Held *held)
{
    const ActRequest request{.act = ActKind::Release,
                             .key = held->receipt.key,
                             .kind = kindName(held->receipt.kind), // the key may look like another one
                             .owner = held->receipt.owner,
                             .mode = held->options.mode,
                             .part = held->options.part};
    bool interrupted = false;
    run->onInterrupt = [&interrupted](int signal, bool) {
        interrupted = interrupted || Interruption::isEnd(signal);
    };
    Release release{.begunAt = now(), .safeTwice = isSafeTwice(run, held)};
    const bool isEnding = run->interruptedBy && !run->interruption->isPatient();
    const milliseconds longest = isEnding ? LongestReleasingAtEnd : LongestReleasing;
    const Instant deadline = release.begunAt + std::min(leaseOf(held).value_or(longest), longest);
    QTimer atEnd; // the server may leave a request unanswered for longer
    QObject::connect(&atEnd, &QTimer::timeout, &run->engine, &Engine::close);
    atEnd.setSingleShot(true);
    if (isEnding)
        atEnd.start(longest);
    const auto triesAgain = [&] {
        return release.mayTryAgain() && !held->lost && !interrupted && now() < deadline;
    };
    release.receipt = co_await run->engine.act(request);
    if (triesAgain())
        run->output.warning(QStringLiteral("%1: cannot be released now: %2: retrying for %3")
                                .arg(escapedText(request.key.bytes), release.receipt.failure.line(),
                                     durationText(millisecondsBetween(now(), deadline))));
    if (release.mayTryAgain() || release.isRefused()) // otherwise it would be renewed until this program ends
        run->engine.stopRenewing(request.key, request.owner);
    while (triesAgain()) {
        release.unknown = release.unknown || release.receipt.result == ActResult::Unknown;
        co_await QCoro::sleepFor(ReleasePause);
        release.receipt = co_await run->engine.act(request);
    }
    run->onInterrupt = [](int, bool) {};
    co_return release;
}

// The lock was not lost before the release failed.
void tellNotReleased(Run *run, const Held *held, const Release &release)
{
    const Receipt &receipt = release.receipt;
    if (receipt.result == ActResult::Unknown && !release.safeTwice)
        run->output.error(
            QStringLiteral(
                "%1: may or may not have been released: %2; a retry could release another client's hold")
                .arg(escapedText(receipt.key.bytes), receipt.failure.line()));
    else if (isWorthAnotherTry(receipt) || release.isRefused())
        tellWhatBecomesOfIt(run, held, receipt, release.begunAt);
    else
        explainRefusal(run, receipt);
}

// Releases the hold. True if it was held until then.
QCoro::Task<bool> release(Run *run, Held *held)
{
    held->over = true;
    const Release done = co_await sendRelease(run, held);
    const Receipt &receipt = done.receipt;
    note(run, receipt);
    if (receipt.result == ActResult::Done) {
        tellWhatIsLeft(run, receipt);
        co_return !held->lost;
    }
    if (held->lost)
        co_return false;
    if (done.unknown && !isWorthAnotherTry(receipt) && !done.isRefused())
        co_return true; // an earlier try without a reply has released the lock
    tellNotReleased(run, held, done);
    co_return false;
}

// Releases a lock whose owner id could not be printed, because no other program can.
QCoro::Task<int> undoAcquire(Run *run, const AcquireOptions &options, Receipt receipt)
{
    const QString key = escapedText(receipt.key.bytes);
    Held held{options, std::move(receipt)};
    const bool given = co_await release(run, &held);
    if (given)
        run->output.error(
            QStringLiteral("%1: released again, because its owner id could not be printed").arg(key));
    else
        run->output.error(QStringLiteral("%1: may still be held by %2: release it with --owner and this id")
                              .arg(key, escapedText(held.receipt.owner.bytes)));
    co_return ProgramFailed;
}

// The key is gone. A client that deleted it may have been another one or the command itself.
QString goneText(const Receipt &why)
{
    const QString reason = !why.validUntil ? QStringLiteral("its key is gone")
                           : now() < *why.validUntil
                               ? QStringLiteral("its key is gone before its lease ended")
                               : QStringLiteral("its key is gone, and its lease is over");
    return QStringLiteral("%1: %2").arg(escapedText(why.key.bytes), reason);
}

void warnLost(Run *run, Held *held, const Receipt &why)
{
    held->lost = true;
    const bool isSeen = why.result == ActResult::OwnerChanged || why.result == ActResult::AlreadyGone ||
                        why.failure.kind == ErrorKind::WrongType;
    const bool isOver = why.result == ActResult::Unknown || isPassing(why.failure.kind) ||
                        isServerRefusal(why.failure.kind); // it was tried again until then
    Failure reason = why.failure;
    reason.key.clear(); // the line begins with it
    const QString text =
        isOver ? QStringLiteral("%1: its lease has run out here; whether it is still held is unknown: %2")
               : QStringLiteral("%1: it is no longer renewed: %2");
    const bool isGone = why.result == ActResult::AlreadyGone && why.nodes.empty();
    run->output.warning(isSeen ? QStringLiteral("the lock is lost: ") + (isGone ? goneText(why) : why.line())
                               : text.arg(escapedText(why.key.bytes), reason.line()));
}

// Ends a command that has lost the lock, if requested.
void endCommand(Run *run, Held *held, ChildProcess *child, LongTimer *killing)
{
    if (held->options.onLost != OnLost::Kill || held->over || held->killAt)
        return;
    run->output.warning(QStringLiteral("sending SIGTERM to the command, and SIGKILL after %1")
                            .arg(durationText(held->options.killAfter)));
    held->killAt = now() + held->options.killAfter;
    child->end();
    killing->start(held->options.killAfter);
}

int cannotRun(Run *run, const QByteArray &program, int failure)
{
    run->output.error(
        QStringLiteral("cannot run %1: %2")
            .arg(escapedText(program), QString::fromStdString(std::generic_category().message(failure))));
    return failure == ENOENT ? CommandNotFound : CommandNotRunnable;
}

// Ends the command's own child processes after it was ended.
QCoro::Task<> endOthers(ChildProcess *child, Instant killAt)
{
    while (child->leavesOthers() && now() < killAt)
        co_await QCoro::sleepFor(HeirsPause);
    if (child->leavesOthers())
        child->kill();
}

// None: the command could not be started.
QCoro::Task<std::optional<int>> runChild(Run *run, Held *held)
{
    ChildProcess child;
    LongTimer killing([&child] { child.kill(); });
    OneShot<int> ended;
    QObject::connect(&child, &ChildProcess::ended, &child, [&ended](int status) { ended.happen(status); });
    QObject::connect(&run->engine, &Engine::holdLost, &child,
                     [run, held, &child, &killing](const LockName &, const Receipt &) {
                         endCommand(run, held, &child, &killing);
                     });
    const bool own = held->options.onLost == OnLost::Kill && !sharesTerminal();
    const auto group = own ? ChildProcess::Group::Own : ChildProcess::Group::Ours;
    run->interruption->catchAll();
    const int failure = child.start(held->options.command,
                                    {"LOCKSCOPE_KEY=" + typedForm(held->receipt.key.bytes),
                                     "LOCKSCOPE_OWNER=" + typedForm(held->receipt.owner.bytes)},
                                    group);
    if (failure != 0) {
        held->startFailure = cannotRun(run, held->options.command.front(), failure);
        co_return std::optional<int>();
    }
    if (held->lost) // before the command started
        endCommand(run, held, &child, &killing);
    run->onInterrupt = [&child](int signal, bool byTerminal) { child.passOn(signal, byTerminal); };
    const int status = co_await ended.reached();
    run->onInterrupt = [](int, bool) {};
    if (held->killAt)
        co_await endOthers(&child, *held->killAt);
    co_return status;
}

// Without a command: holds the lock until interrupted or lost.
QCoro::Task<int> waitForEnd(Run *run)
{
    OneShot<int> over;
    const QObject waiting;
    QObject::connect(&run->engine, &Engine::holdLost, &waiting,
                     [&over](const LockName &, const Receipt &) { over.happen(LockSaidNo); });
    run->onInterrupt = [&over](int, bool) { over.happen(Success); };
    const int status = co_await over.reached();
    run->onInterrupt = [](int, bool) {};
    co_return status;
}

// Tells the user whose exit status it is, if that is ambiguous.
void tellWhose(Run *run, int status, bool isCommands, std::optional<int> commands)
{
    if (run->arguments.json && status != Success) {
        JsonWriter json;
        json.beginObject();
        json.number("exit_status", status);
        json.text("of", isCommands ? QStringLiteral("command") : QStringLiteral("lockscope-cli"));
        if (commands)
            json.number("command_status", *commands);
        json.endObject();
        run->output.record(QString::fromUtf8(json.take()));
        return;
    }
    const bool isAmbiguous = (status >= LockSaidNo && status <= ProgramFailed) ||
                             status == CommandNotRunnable || status == CommandNotFound;
    if (isCommands && isAmbiguous)
        run->output.note(QStringLiteral("exit status %1 comes from the command").arg(status));
    else if (!isCommands && commands)
        run->output.note(QStringLiteral("exit status %1 is not the command's, which exited with %2")
                             .arg(status)
                             .arg(*commands));
}

// The server reports changes of the key, so that a loss is noticed at once. If it refuses to, the key is
// polled, and renewals notice the loss too. A connection that breaks comes back, and the key is read again
// then.
void followHeld(Run *run, Held *held, const QObject *holding)
{
    QObject::connect(&run->engine, &Engine::liveChanged, holding, [run, held](const LiveStatus &live) {
        const bool polls = live.mode == LiveMode::Polling && live.gaps == 0;
        if (!polls || held->over || held->lost || std::exchange(held->whyPolled, live.reason) == live.reason)
            return;
        run->output.note(
            QStringLiteral("%1: a loss is noticed only by polling the key, at least every 5 s: %2")
                .arg(escapedText(held->receipt.key.bytes), live.reason));
    });
    run->engine.startFollowing();
}

// Returns the command's status, or that of waiting without one. 1 replaces 0 if the lock was lost, and any
// status if the command was ended for that.
QCoro::Task<int> holdWhile(Run *run, const AcquireOptions &options, Receipt receipt)
{
    Held held{options, std::move(receipt)};
    const QObject holding;
    QObject::connect(&run->engine, &Engine::holdLost, &holding,
                     [run, &held](const LockName &, const Receipt &why) {
                         if (!held.over) // during the release, release() reports it
                             warnLost(run, &held, why);
                     });
    followHeld(run, &held, &holding);
    if (options.command.empty()) {
        const int status = co_await waitForEnd(run);
        const bool kept = co_await release(run, &held);
        co_return status == Success && !kept ? LockSaidNo : status;
    }
    const std::optional<int> commands = co_await runChild(run, &held);
    const bool kept = co_await release(run, &held);
    int status = commands.value_or(held.startFailure);
    const bool isOurs = !commands || held.killAt || (status == Success && !kept);
    if (commands && isOurs)
        status = LockSaidNo;
    tellWhose(run, status, !isOurs, commands);
    co_return status;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const AcquireOptions &options)
{
    const bool holds = !options.command.empty() || options.watchdog;
    EngineOptions alone{.follow = holds, .followAtOnce = false, .countsClients = false};
    alone.exact = false;
    alone.scan = false;
    alone.watched = {options.key};
    if (options.everyNode && !run->fault && run->spec.topology != Topology::RedLock)
        co_return run->fail(badInput(QStringLiteral("acquire: --every-node applies to RedLock groups"),
                                     QStringLiteral("repeat --url for each member, or omit it")));
    const Done ready = co_await connected(run, std::move(alone));
    if (!ready)
        co_return run->fail(ready.failure());
    const Receipt receipt = co_await acquire(run, options);
    const bool done = receipt.isDone();
    const bool withCommand = !options.command.empty();
    if (run->interruptedBy) {
        Held held{options, receipt};
        if (done)
            co_await release(run, &held);
        if (withCommand)
            run->output.note(QStringLiteral("interrupted before the command was run"));
        co_return signalStatus(run->interruptedBy);
    }
    if (done && withCommand)
        note(run, receipt);
    else if (const int status = report(run, receipt); !done)
        co_return status;
    if (run->output.failed() || run->output.readerGone()) {
        const int status = co_await undoAcquire(run, options, receipt);
        co_return status;
    }
    if (!withCommand && !options.watchdog)
        co_return Success;
    const int status = co_await holdWhile(run, options, receipt);
    co_return status;
}

} // namespace lockscope::cli
