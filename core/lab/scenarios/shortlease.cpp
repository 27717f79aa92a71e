// SPDX-License-Identifier: GPL-3.0-or-later
// A lease shorter than the work, and which release deletes another's lock: DEL; GET to compare, then DEL; or
// one script. The workers act in a fixed order, so that the race always happens.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

constexpr milliseconds LongLease = 30s; // for the next owner, which is not late
constexpr milliseconds LeasePatience = 15s;

struct Cast { // for one round
    ScriptedWorker slow{};
    ScriptedWorker next{};
    ScriptedWorker third{};
    LockName key{};
    milliseconds lease{};
};

struct Tally {
    qint64 foreign = 0;   // another's locks that were deleted
    qint64 intruders = 0; // workers that got in while the next owner was inside
};

// If the next owner's lock was deleted, the third worker gets in.
QCoro::Task<> tryThird(ScenarioRunPtr run, Cast cast, Tally *tally)
{
    const Command get{"GET", cast.key.bytes};
    const Reply found = co_await ask(run, cast.third, get);
    tally->foreign += found.isNil() && !run->isOver();
    const bool in = co_await enterPlain(run, cast.third, cast.key, LongLease, 0ms);
    tally->intruders += in;
    run->note(Kind::Left, cast.next.number);
    if (in)
        run->note(Kind::Left, cast.third.number);
    const Command unlink{"UNLINK", cast.key.bytes};
    co_await ask(run, cast.third, unlink);
}

// The slow worker is still at work when its lease ends and the next one gets in; then it deletes the lock.
QCoro::Task<> deleteBlindly(ScenarioRunPtr run, Cast cast, Tally *tally)
{
    co_await enterPlain(run, cast.slow, cast.key, cast.lease, LeasePatience);
    co_await enterPlain(run, cast.next, cast.key, LongLease, LeasePatience);
    run->note(Kind::Left, cast.slow.number);
    const Command del{"DEL", cast.key.bytes};
    co_await ask(run, cast.slow, del);
    co_await tryThird(run, cast, tally);
}

// The slow worker finishes in time and sees its own token. The lock expires and the next worker takes it
// before the DEL.
QCoro::Task<> compareThenDelete(ScenarioRunPtr run, Cast cast, Tally *tally)
{
    co_await enterPlain(run, cast.slow, cast.key, cast.lease, LeasePatience);
    run->note(Kind::Left, cast.slow.number);
    const Command get{"GET", cast.key.bytes};
    const Reply owner = co_await ask(run, cast.slow, get);
    co_await enterPlain(run, cast.next, cast.key, LongLease, LeasePatience);
    const Command del{"DEL", cast.key.bytes};
    if (owner.bytes == cast.slow.value()) // otherwise it would not delete
        co_await ask(run, cast.slow, del);
    co_await tryThird(run, cast, tally);
}

// Like deleteBlindly(), but the script deletes only the worker's own lock.
QCoro::Task<> compareInScript(ScenarioRunPtr run, Cast cast, Tally *tally)
{
    const ActRequest take{.key = cast.key, .kind = "token-lock", .lease = cast.lease, .wait = LeasePatience};
    const ActRequest takeLong{
        .key = cast.key, .kind = "token-lock", .lease = LongLease, .wait = LeasePatience};
    const Receipt first = co_await enter(run, cast.slow, take);
    const Receipt second = co_await enter(run, cast.next, takeLong);
    const ActRequest give{.key = cast.key, .kind = "token-lock", .owner = first.owner};
    const Receipt given = co_await leave(run, cast.slow, give);
    if (given.foundOwner != second.owner && !run->isOver())
        ++tally->foreign;
    const ActRequest attempt{.key = cast.key, .kind = "token-lock", .lease = LongLease};
    const Receipt third = co_await enter(run, cast.third, attempt);
    const bool in = third.result == ActResult::Done;
    tally->intruders += in;
    const ActRequest giveSecond{.key = cast.key, .kind = "token-lock", .owner = second.owner};
    co_await leave(run, cast.next, giveSecond);
    const ActRequest giveThird{.key = cast.key, .kind = "token-lock", .owner = third.owner};
    if (in)
        co_await leave(run, cast.third, giveThird);
}

using Round = QCoro::Task<> (*)(ScenarioRunPtr, Cast, Tally *);

QCoro::Task<Figures> playShortLease(ScenarioRunPtr run, QByteArray name, QString title, Round round)
{
    const Cast cast{workerOf(run, 0), workerOf(run, 1), workerOf(run, 2), run->key("lock:" + name),
                    run->values().duration("lease")};
    Tally tally;
    run->beginArm(name, title);
    for (int i = 0; i < run->values().count("rounds") && !run->isOver(); ++i) {
        run->beginRound();
        co_await round(run, cast, &tally);
    }
    run->say(
        Tr::tr("Others' locks deleted: %1; wrongly admitted: %2").arg(tally.foreign).arg(tally.intruders));
    co_return run->endArm({{"foreign_deleted", Tr::tr("others' locks deleted"), tally.foreign},
                           {"intruders", Tr::tr("wrongly admitted"), tally.intruders}});
}

QString leaseEvidence(const Figures &figures, int rounds)
{
    return Tr::tr("rounds: %1; others' locks deleted: %2; wrongly admitted: %3; violations: %4")
        .arg(rounds)
        .arg(figures.count("foreign_deleted"))
        .arg(figures.count("intruders"))
        .arg(figures.violations);
}

QCoro::Task<> runShortLease(ScenarioRunPtr run)
{
    const int rounds = run->values().count("rounds");
    const QByteArray del = "del";
    const QString delTitle = Tr::tr("DEL without a check");
    const Figures blind = co_await playShortLease(run, del, delTitle, deleteBlindly);
    run->claim(Tr::tr("A late holder's DEL deletes the lock of the next owner, and a third client enters"),
               blind.count("foreign_deleted") == rounds && blind.count("intruders") == rounds,
               leaseEvidence(blind, rounds));
    const QByteArray getDel = "get-del";
    const QString getDelTitle = Tr::tr("GET, compare the token, then DEL");
    const Figures compared = co_await playShortLease(run, getDel, getDelTitle, compareThenDelete);
    run->claim(Tr::tr("A token does not help if comparing and deleting are two steps: the lock can change "
                      "hands in between"),
               compared.count("foreign_deleted") == rounds && compared.count("intruders") == rounds,
               leaseEvidence(compared, rounds));
    const QByteArray lua = "lua";
    const QString luaTitle = Tr::tr("Compare and delete in one script");
    const Figures script = co_await playShortLease(run, lua, luaTitle, compareInScript);
    run->claim(Tr::tr("A script that compares and deletes never deletes another client's lock"),
               script.count("foreign_deleted") == 0 && script.count("intruders") == 0 && script.cycles > 0,
               leaseEvidence(script, rounds));
    run->claim(
        Tr::tr(
            "No release can fix this: the work outlasts the lease, and during that time two clients are in"),
        script.violations == rounds && script.mostInside == 2,
        Tr::tr("rounds: %2; violations: %1; most in at once: %3")
            .arg(script.violations)
            .arg(rounds)
            .arg(script.mostInside));
}

} // namespace

Scenario scenario_shortlease()
{
    return {.order = 40,
            .name = "short-lease",
            .title = Tr::tr("Lease shorter than the work"),
            .text =
                Tr::tr("A holder is still working when its lease ends, the next client acquires the lock, "
                       "and then the first one releases it. Only an atomic compare-and-delete keeps it from "
                       "deleting the other's lock; it does not prevent both from being in at once."),
            .parameters = {countParameter("rounds", Tr::tr("Rounds"), 3, 1, 100),
                           durationParameter("lease", Tr::tr("Lease"), 500ms, 50ms, 1min)},
            .run = runShortLease};
}

} // namespace lockscope
