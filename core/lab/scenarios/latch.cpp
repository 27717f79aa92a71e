// SPDX-License-Identifier: GPL-3.0-or-later
// A count-down latch: waiters continue when every party has counted, and never if one of them dies.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

constexpr milliseconds BetweenLooks = 10ms;

struct Gate {
    LockName key{};
    int counts = 0; // counts sent
    int early = 0;  // waiters let through before all had counted
    int through = 0;
    int gaveUp = 0;
};

ActRequest countDown(const LockName &key)
{
    return {.act = ActKind::Release, .key = key, .kind = "latch"};
}

// Works, then counts down, or dies before that.
QCoro::Task<> party(ScenarioRunPtr run, ScriptedWorker worker, milliseconds work, bool dies,
                    std::shared_ptr<Gate> gate)
{
    co_await ScenarioRun::rest(run, work);
    if (dies) {
        worker.client->close();
        run->note(Kind::Crashed, worker.number);
        run->say(Tr::tr("A party crashes before it counts down"));
        co_return;
    }
    ++gate->counts;
    run->say(Tr::tr("%1 have counted down").arg(gate->counts));
    const ActRequest count = countDown(gate->key);
    const Receipt receipt = co_await worker.client->act(count);
    if (receipt.result != ActResult::Done)
        run->fail(receipt.failure);
}

QCoro::Task<> wait(ScenarioRunPtr run, ScriptedWorker worker, milliseconds patience, int parties,
                   std::shared_ptr<Gate> gate)
{
    const Command get{"GET", gate->key.bytes};
    const Instant deadline = now() + patience;
    run->note(Kind::Wanted, worker.number);
    bool open = false;
    while (!open && !run->isOver() && now() < deadline) {
        const Reply left = co_await ask(run, worker, get);
        open = left.number().value_or(0) <= 0;
        if (!open)
            co_await ScenarioRun::rest(run, BetweenLooks);
    }
    if (!open) {
        run->note(Kind::GaveUp, worker.number);
        ++gate->gaveUp;
        co_return;
    }
    gate->early += gate->counts < parties;
    run->note(Kind::Entered, worker.number);
    run->note(Kind::Left, worker.number);
    ++gate->through; // last, because the arm may end then
}

// dying: the index of the party that dies; -1: none.
QCoro::Task<Gate> playLatch(ScenarioRunPtr run, QByteArray name, QString title, int dying,
                            milliseconds patience)
{
    const int parties = run->values().count("parties");
    const int waiters = run->values().count("waiters");
    const auto gate = std::make_shared<Gate>();
    gate->key = run->key("latch:" + name);
    const ScriptedWorker keeper = workerOf(run, waiters + parties);
    const Command set{"SET", gate->key.bytes, QByteArray::number(parties), "PX", "600000"};
    co_await ask(run, keeper, set);
    run->beginArm(name, title, waiters);
    for (int i = 0; i < waiters; ++i)
        wait(run, workerOf(run, i), patience, parties, gate);
    const Spell work = spellOf("uniform", run->values().duration("work"));
    for (int i = 0; i < parties; ++i)
        party(run, workerOf(run, waiters + i), work.draw(run->random()), i == dying, gate);
    const std::function<bool()> over = [gate, waiters] { return gate->through + gate->gaveUp == waiters; };
    co_await ScenarioRun::until(run, over, patience + 15s);
    run->endArm({{"counted", Tr::tr("parties that counted down"), gate->counts},
                 {"early", Tr::tr("released too early"), gate->early}});
    co_return *gate;
}

// What an operator does for a dead party.
QCoro::Task<bool> countInItsPlace(ScenarioRunPtr run, LockName key)
{
    const ScriptedWorker worker = workerOf(run, 0);
    const ActRequest count = countDown(key);
    const Receipt receipt = co_await worker.client->act(count);
    const Command exists{"EXISTS", key.bytes};
    const Reply there = co_await ask(run, worker, exists);
    co_return receipt.result == ActResult::Done &&there.integer == 0;
}

QCoro::Task<> runLatch(ScenarioRunPtr run)
{
    const int parties = run->values().count("parties");
    const int waiters = run->values().count("waiters");
    const milliseconds patience = run->values().duration("patience");
    const int dying = run->random().bounded(parties);
    const QByteArray whole = "all-count";
    const QString wholeTitle = Tr::tr("Every party counts");
    const milliseconds longest = 2 * run->values().duration("work") + 15s;
    const Gate opened = co_await playLatch(run, whole, wholeTitle, -1, longest);
    run->claim(Tr::tr("Waiters continue after the last party has counted down, and none before"),
               opened.counts == parties && opened.through == waiters && opened.early == 0,
               Tr::tr("parties that counted down: %1 of %2; released: %3 of %4, too early: %5")
                   .arg(opened.counts)
                   .arg(parties)
                   .arg(opened.through)
                   .arg(waiters)
                   .arg(opened.early));
    const QByteArray broken = "one-crashes";
    const QString brokenTitle = Tr::tr("One party crashes");
    const Gate shut = co_await playLatch(run, broken, brokenTitle, dying, patience);
    run->claim(Tr::tr("If one party crashes, all waiters wait in vain"),
               shut.counts == parties - 1 && shut.through == 0 && shut.gaveUp == waiters,
               Tr::tr("parties that counted down: %1 of %2; timed out after %3: %4 of %5")
                   .arg(shut.counts)
                   .arg(parties)
                   .arg(humanDuration(patience))
                   .arg(shut.gaveUp)
                   .arg(waiters));
    const bool open = co_await countInItsPlace(run, shut.key);
    run->claim(Tr::tr("Counting down once in its place opens the latch"), open,
               open ? Tr::tr("it is open") : Tr::tr("it is still closed"));
}

} // namespace

Scenario scenario_latch()
{
    return {.order = 82,
            .name = "latch",
            .title = Tr::tr("Count-down latch"),
            .text = Tr::tr("Several parties each finish their part and count a latch down; others wait for "
                           "0. If one party dies before it counts down, the waiters are never notified."),
            .parameters = {countParameter("parties", Tr::tr("Parties"), 5, 1, 100),
                           countParameter("waiters", Tr::tr("Waiters"), 3, 1, 100),
                           durationParameter("work", Tr::tr("Work time of a party"), 500ms, 0ms, 10s),
                           durationParameter("patience", Tr::tr("Timeout of the waiters after a crash"), 3s,
                                             100ms, 1min)},
            .run = runLatch};
}

} // namespace lockscope
