// SPDX-License-Identifier: GPL-3.0-or-later
// An owner acquires a lock it holds: a token lock blocks it until the lease ends, the reentrant lock counts.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

struct Blocked {
    bool inVain = false;     // the inner acquire, within its patience
    bool afterLease = false; // let in with a patience longer than the lease
    bool outerGone = false;  // the outer lock was gone by then
    milliseconds waited{0};
};

QCoro::Task<Blocked> nestToken(ScenarioRunPtr run)
{
    const ScriptedWorker worker = workerOf(run, 0);
    const milliseconds lease = run->values().duration("lease");
    const LockName key = run->key("lock:token");
    const ActRequest outer{.key = key, .kind = "token-lock", .lease = lease};
    const QString title = Tr::tr("Token lock");
    run->beginArm("token-lock", title);
    const Receipt taken = co_await enter(run, worker, outer);
    run->say(Tr::tr("The outer call holds the lock; the inner call of the same owner requests it"));
    Blocked blocked;
    ActRequest inner = outer;
    inner.owner = taken.owner;
    inner.wait = run->values().duration("patience");
    const Instant asked = now();
    const Receipt first = co_await enter(run, worker, inner);
    blocked.inVain = first.result == ActResult::NotAcquired;
    run->say(blocked.inVain ? Tr::tr("It times out: it waited for itself") : Tr::tr("It entered"));
    inner.wait = lease + 15s;
    const Receipt second = co_await enter(run, worker, inner);
    blocked.waited = millisecondsBetween(asked, now());
    blocked.afterLease = second.result == ActResult::Done;
    const ActRequest give{.key = key, .kind = "token-lock", .owner = taken.owner};
    co_await leave(run, worker, give);
    const Receipt last = co_await leave(run, worker, give);
    blocked.outerGone = last.result == ActResult::AlreadyGone;
    run->endArm({{"deepest", Tr::tr("deepest count"), 1}});
    co_return blocked;
}

struct Counted {
    std::vector<qint64> seen{}; // read from the server after each step
    int otherInside = 0;        // successful acquires by another meanwhile
    bool otherAfter = false;
};

// The owner's count in the hash.
QCoro::Task<> readCount(ScenarioRunPtr run, ScriptedWorker worker, LockName key, OwnerId owner,
                        Counted *counted)
{
    const Command hget{"HGET", key.bytes, owner.bytes};
    const Reply reply = co_await ask(run, worker, hget);
    counted->seen.push_back(reply.number().value_or(0));
    run->say(Tr::tr("count %1").arg(counted->seen.back()));
}

QCoro::Task<> tryOther(ScenarioRunPtr run, ScriptedWorker other, LockName key, Counted *counted)
{
    const ActRequest attempt{.key = key, .kind = "rlock", .lease = 30s};
    const Receipt receipt = co_await enter(run, other, attempt);
    counted->otherInside += receipt.result == ActResult::Done;
}

QCoro::Task<Counted> nestReentrant(ScenarioRunPtr run)
{
    const ScriptedWorker worker = workerOf(run, 0);
    const ScriptedWorker other = workerOf(run, 1);
    const LockName key = run->key("lock:rlock");
    const int depth = run->values().count("depth");
    const QString title = Tr::tr("Reentrant lock");
    run->beginArm("rlock", title);
    Counted counted;
    ActRequest request{.key = key, .kind = "rlock", .lease = 30s};
    for (int i = 0; i < depth && !run->isOver(); ++i) {
        const Receipt receipt = co_await enter(run, worker, request);
        request.owner = receipt.owner;
        co_await readCount(run, worker, key, request.owner, &counted);
    }
    for (int i = 0; i < depth && !run->isOver(); ++i) {
        co_await tryOther(run, other, key, &counted);
        co_await leave(run, worker, request);
        co_await readCount(run, worker, key, request.owner, &counted);
    }
    const ActRequest attempt{.key = key, .kind = "rlock", .lease = 30s};
    const Receipt after = co_await enter(run, other, attempt);
    counted.otherAfter = after.result == ActResult::Done;
    const ActRequest give{.key = key, .kind = "rlock", .owner = after.owner};
    if (counted.otherAfter)
        co_await leave(run, other, give);
    const qint64 deepest = counted.seen.empty() ? 0 : *std::ranges::max_element(counted.seen);
    run->endArm({{"deepest", Tr::tr("deepest count"), deepest}});
    co_return counted;
}

std::vector<qint64> upAndDown(int depth)
{
    std::vector<qint64> counts;
    for (int i = 1; i <= depth; ++i)
        counts.push_back(i);
    for (int i = depth - 1; i >= 0; --i)
        counts.push_back(i);
    return counts;
}

QString countsText(const std::vector<qint64> &counts)
{
    QStringList texts;
    for (const qint64 count : counts)
        texts += QString::number(count);
    return texts.join(QStringLiteral(", "));
}

QCoro::Task<> runReentry(ScenarioRunPtr run)
{
    const int depth = run->values().count("depth");
    const Blocked blocked = co_await nestToken(run);
    run->claim(Tr::tr("With a token lock, the inner call of the same owner deadlocks"), blocked.inVain,
               Tr::tr("not admitted within %1").arg(humanDuration(run->values().duration("patience"))));
    run->claim(Tr::tr("Only the end of the lease admits it, and by then the outer call has lost its lock"),
               blocked.afterLease && blocked.outerGone,
               Tr::tr("admitted after %1 (lease %2); one lock for two calls: the second release finds none")
                   .arg(humanDuration(blocked.waited), humanDuration(run->values().duration("lease"))));
    const Counted counted = co_await nestReentrant(run);
    run->claim(Tr::tr("The reentrant lock counts its owner's calls up and down"),
               counted.seen == upAndDown(depth), Tr::tr("read %1").arg(countsText(counted.seen)));
    run->claim(Tr::tr("Another client enters only at 0"), counted.otherInside == 0 && counted.otherAfter,
               Tr::tr("%1 of %2 tries succeeded before, then admitted").arg(counted.otherInside).arg(depth));
}

} // namespace

Scenario scenario_reentry()
{
    return {
        .order = 60,
        .name = "reentry",
        .title = Tr::tr("Re-entry"),
        .text = Tr::tr("A method that holds the lock calls another that acquires the same lock. With a plain "
                       "token, it deadlocks itself; the reentrant lock recognises its owner and counts."),
        .parameters = {countParameter("depth", Tr::tr("Nested calls"), 3, 1, 50),
                       durationParameter("lease", Tr::tr("Lease of the token lock"), 2s, 200ms, 1min),
                       durationParameter("patience", Tr::tr("Timeout of the inner call"), 500ms, 0ms, 30s)},
        .run = runReentry};
}

} // namespace lockscope
