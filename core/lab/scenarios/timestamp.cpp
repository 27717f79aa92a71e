// SPDX-License-Identifier: GPL-3.0-or-later
// A lock whose value is the time when it ends: SETNX acquires it, GETSET takes it over (as the Redis
// documentation of SETNX once advised). Each client uses its own clock: clocks that agree, one that is ahead,
// and the server's clock.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

// Where a client gets the time.
struct Watch {
    milliseconds ahead{0};
    bool server = false; // uses the server's clock instead
};

QCoro::Task<qint64> timeOf(ScenarioRunPtr run, ScriptedWorker worker, Watch watch)
{
    if (!watch.server) {
        const auto own = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch());
        co_return qint64((own + watch.ahead).count());
    }
    const Command time{"TIME"};
    const Reply reply = co_await ask(run, worker, time);
    if (reply.items.size() < 2)
        co_return 0;
    co_return reply.items[0].bytes.toLongLong() * 1000 + reply.items[1].bytes.toLongLong() / 1000;
}

// Takes over only a lock that has ended by this clock, and only if GETSET returns the old time.
QCoro::Task<bool> take(ScenarioRunPtr run, ScriptedWorker worker, LockName key, Watch watch)
{
    const qint64 time = co_await timeOf(run, worker, watch);
    const qint64 lease = run->values().duration("lease").count();
    const QByteArray mine = QByteArray::number(time + lease);
    // The expiry is not part of the pattern; it cleans up after an aborted run.
    const Command set{"SET", key.bytes, mine, "NX", "PX", "600000"};
    const Reply fresh = co_await ask(run, worker, set);
    if (fresh.type == Reply::Type::Status)
        co_return true;
    const Command get{"GET", key.bytes};
    const Reply seen = co_await ask(run, worker, get);
    if (seen.isNil() || seen.bytes.toLongLong() >= time)
        co_return false;
    const Command getSet{"GETSET", key.bytes, mine};
    const Reply old = co_await ask(run, worker, getSet);
    const Command expire{"PEXPIRE", key.bytes, "600000"};
    co_await ask(run, worker, expire);
    co_return old.bytes == seen.bytes;
}

QCoro::Task<bool> tryToEnter(ScenarioRunPtr run, ScriptedWorker worker, LockName key, Watch watch)
{
    run->note(Kind::Wanted, worker.number);
    const bool in = co_await take(run, worker, key, watch);
    run->note(in ? Kind::Entered : Kind::GaveUp, worker.number);
    co_return in;
}

// The second worker tries while the first is inside, well within its lease; then the first one leaves.
QCoro::Task<> round(ScenarioRunPtr run, ScriptedWorker first, ScriptedWorker second, LockName key,
                    Watch watch, qint64 *deleted)
{
    const Watch right{.server = watch.server};
    co_await tryToEnter(run, first, key, right);
    const bool both = co_await tryToEnter(run, second, key, watch);
    run->note(Kind::Left, first.number);
    const Command del{"DEL", key.bytes}; // its lease is not over, so it believes that the lock is its own
    co_await ask(run, first, del);
    if (!both) {
        co_await tryToEnter(run, second, key, watch);
    } else {
        const Command exists{"EXISTS", key.bytes};
        const Reply there = co_await ask(run, second, exists);
        *deleted += there.integer == 0 && !run->isOver();
    }
    run->note(Kind::Left, second.number);
    co_await ask(run, second, del);
}

QCoro::Task<Figures> playTimestamp(ScenarioRunPtr run, QByteArray name, QString title, Watch watch)
{
    const ScriptedWorker first = workerOf(run, 0);
    const ScriptedWorker second = workerOf(run, 1);
    const LockName key = run->key("lock:" + name);
    run->beginArm(name, title);
    qint64 deleted = 0;
    for (int i = 0; i < run->values().count("rounds") && !run->isOver(); ++i) {
        run->beginRound();
        co_await round(run, first, second, key, watch, &deleted);
    }
    co_return run->endArm({{"foreign_deleted", Tr::tr("others' locks deleted"), deleted}});
}

QString clockEvidence(const Figures &figures, int rounds)
{
    return Tr::tr("rounds: %1; taken over while held: %2; others' locks deleted: %3")
        .arg(rounds)
        .arg(figures.violations)
        .arg(figures.count("foreign_deleted"));
}

bool isSafe(const Figures &figures, int rounds)
{
    return figures.violations == 0 && figures.cycles == 2 * rounds;
}

QCoro::Task<> runTimestamp(ScenarioRunPtr run)
{
    const int rounds = run->values().count("rounds");
    const milliseconds skew = run->values().duration("skew");
    const milliseconds lease = run->values().duration("lease");
    const QByteArray level = "level";
    const QString levelTitle = Tr::tr("Synchronised clocks");
    const Watch right;
    const Figures agreed = co_await playTimestamp(run, level, levelTitle, right);
    run->claim(Tr::tr("While the clocks agree, one client is in at a time"), isSafe(agreed, rounds),
               clockEvidence(agreed, rounds));
    const QByteArray ahead = "skewed";
    const QString aheadTitle = Tr::tr("One clock ahead by %1").arg(humanDuration(skew));
    const Watch fast{.ahead = skew};
    const Figures skewed = co_await playTimestamp(run, ahead, aheadTitle, fast);
    run->claim(Tr::tr("A clock that is ahead by more than the lease (%1 by %2) takes over a held lock; the "
                      "holder then deletes the other's lock")
                   .arg(humanDuration(lease), humanDuration(skew)),
               skewed.violations == rounds && skewed.count("foreign_deleted") == rounds,
               clockEvidence(skewed, rounds));
    const QByteArray server = "server";
    const QString serverTitle = Tr::tr("The server's clock");
    const Watch common{.ahead = skew, .server = true};
    const Figures told = co_await playTimestamp(run, server, serverTitle, common);
    run->claim(Tr::tr("If all clients use the server's clock, their own do not matter"), isSafe(told, rounds),
               clockEvidence(told, rounds));
}

} // namespace

Scenario scenario_timestamp()
{
    return {
        .order = 90,
        .name = "timestamp",
        .title = Tr::tr("Timestamp lock and clock skew"),
        .text = Tr::tr(
            "The lock's value is the time at which it ends, by the clock of the client that acquired it; "
            "other clients compare it with their own. If one clock is ahead, two clients are in at once."),
        .parameters = {countParameter("rounds", Tr::tr("Rounds"), 50, 1, 10000),
                       durationParameter("lease", Tr::tr("Lease"), 5s, 100ms, 1h),
                       durationParameter("skew", Tr::tr("Lead of the fast clock"), 6s, 0ms, 24h)},
        .run = runTimestamp};
}

} // namespace lockscope
