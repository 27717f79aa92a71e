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

QCoro::Task<qint64> timeOf(ScenarioRunPtr stage, ScriptedWorker player, Watch watch)
{
    if (!watch.server) {
        const auto own = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch());
        co_return qint64((own + watch.ahead).count());
    }
    const Command time{"TIME"};
    const Reply reply = co_await ask(stage, player, time);
    if (reply.items.size() < 2)
        co_return 0;
    co_return reply.items[0].bytes.toLongLong() * 1000 + reply.items[1].bytes.toLongLong() / 1000;
}

// Takes over only a lock that has ended by this clock, and only if GETSET returns the old time.
QCoro::Task<bool> take(ScenarioRunPtr stage, ScriptedWorker player, LockName key, Watch watch)
{
    const qint64 time = co_await timeOf(stage, player, watch);
    const qint64 lease = stage->values().duration("lease").count();
    const QByteArray mine = QByteArray::number(time + lease);
    // The expiry is not part of the pattern; it cleans up after an aborted run.
    const Command set{"SET", key.bytes, mine, "NX", "PX", "600000"};
    const Reply fresh = co_await ask(stage, player, set);
    if (fresh.type == Reply::Type::Status)
        co_return true;
    const Command get{"GET", key.bytes};
    const Reply seen = co_await ask(stage, player, get);
    if (seen.isNil() || seen.bytes.toLongLong() >= time)
        co_return false;
    const Command getSet{"GETSET", key.bytes, mine};
    const Reply old = co_await ask(stage, player, getSet);
    const Command expire{"PEXPIRE", key.bytes, "600000"};
    co_await ask(stage, player, expire);
    co_return old.bytes == seen.bytes;
}

QCoro::Task<bool> tryToEnter(ScenarioRunPtr stage, ScriptedWorker player, LockName key, Watch watch)
{
    stage->note(Kind::Wanted, player.number);
    const bool in = co_await take(stage, player, key, watch);
    stage->note(in ? Kind::Entered : Kind::GaveUp, player.number);
    co_return in;
}

// The second worker tries while the first is inside, well within its lease; then the first one leaves.
QCoro::Task<> round(ScenarioRunPtr stage, ScriptedWorker first, ScriptedWorker second, LockName key,
                    Watch watch, qint64 *deleted)
{
    const Watch right{.server = watch.server};
    co_await tryToEnter(stage, first, key, right);
    const bool both = co_await tryToEnter(stage, second, key, watch);
    stage->note(Kind::Left, first.number);
    const Command del{"DEL", key.bytes}; // its lease is not over, so it believes that the lock is its own
    co_await ask(stage, first, del);
    if (!both) {
        co_await tryToEnter(stage, second, key, watch);
    } else {
        const Command exists{"EXISTS", key.bytes};
        const Reply there = co_await ask(stage, second, exists);
        *deleted += there.integer == 0 && !stage->isOver();
    }
    stage->note(Kind::Left, second.number);
    co_await ask(stage, second, del);
}

QCoro::Task<Figures> playTimestamp(ScenarioRunPtr stage, QByteArray name, QString title, Watch watch)
{
    const ScriptedWorker first = playerOf(stage, 0);
    const ScriptedWorker second = playerOf(stage, 1);
    const LockName key = stage->key("lock:" + name);
    stage->beginArm(name, title);
    qint64 deleted = 0;
    for (int i = 0; i < stage->values().count("rounds") && !stage->isOver(); ++i) {
        stage->beginRound();
        co_await round(stage, first, second, key, watch, &deleted);
    }
    co_return stage->endArm({{"foreign_deleted", Tr::tr("others' locks deleted"), deleted}});
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

QCoro::Task<> runTimestamp(ScenarioRunPtr stage)
{
    const int rounds = stage->values().count("rounds");
    const milliseconds skew = stage->values().duration("skew");
    const milliseconds lease = stage->values().duration("lease");
    const QByteArray level = "level";
    const QString levelTitle = Tr::tr("Synchronised clocks");
    const Watch right;
    const Figures agreed = co_await playTimestamp(stage, level, levelTitle, right);
    stage->claim(Tr::tr("While the clocks agree, one client is in at a time"), isSafe(agreed, rounds),
                 clockEvidence(agreed, rounds));
    const QByteArray ahead = "skewed";
    const QString aheadTitle = Tr::tr("One clock ahead by %1").arg(humanDuration(skew));
    const Watch fast{.ahead = skew};
    const Figures skewed = co_await playTimestamp(stage, ahead, aheadTitle, fast);
    stage->claim(Tr::tr("A clock that is ahead by more than the lease (%1 by %2) takes over a held lock; the "
                        "holder then deletes the other's lock")
                     .arg(humanDuration(lease), humanDuration(skew)),
                 skewed.violations == rounds && skewed.count("foreign_deleted") == rounds,
                 clockEvidence(skewed, rounds));
    const QByteArray server = "server";
    const QString serverTitle = Tr::tr("The server's clock");
    const Watch common{.ahead = skew, .server = true};
    const Figures told = co_await playTimestamp(stage, server, serverTitle, common);
    stage->claim(Tr::tr("If all clients use the server's clock, their own do not matter"),
                 isSafe(told, rounds), clockEvidence(told, rounds));
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
