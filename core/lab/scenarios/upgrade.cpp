// SPDX-License-Identifier: GPL-3.0-or-later
// From reading to writing: a reader that requests the write lock while it reads waits for itself; one that
// releases first may find other data; one that writes from the beginning keeps all others out.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ReaderLease = 60s; // besides the longest wait while it is held
constexpr milliseconds LeastPatience = 15s;
constexpr char NumberLease[] = "7200000"; // renewed by each write

// Shared by the workers of an arm. Each reads a number and writes one more.
struct Increments {
    LockName key{};
    LockName number{};
    std::vector<OwnerId> owners{}; // of the workers, the same in all rounds, like one thread's
    int haveRead = 0;              // in this round
    int over = 0;                  // workers that are done with this round
    qint64 upgraded = 0;           // readers that came to write
    qint64 changed = 0;            // numbers that another worker changed between reading and writing
    qint64 written = 0;
};
using IncrementsPtr = std::shared_ptr<Increments>;

ActRequest rwRequest(const ScenarioRunPtr &run, const IncrementsPtr &all, int worker, HoldMode mode,
                     milliseconds wait)
{
    return {.key = all->key,
            .kind = "rw-lock",
            .owner = all->owners[size_t(worker)],
            .mode = mode,
            .lease = ReaderLease + run->values().duration("patience"),
            .wait = wait};
}

// Each worker waits for all others.
milliseconds writerPatience(const ScenarioRunPtr &run)
{
    return LeastPatience + run->values().count("workers") * run->values().duration("hold");
}

QCoro::Task<qint64> readNumber(ScenarioRunPtr run, ScriptedWorker worker, IncrementsPtr all)
{
    const Command get{"GET", all->number.bytes};
    const Reply reply = co_await ask(run, worker, get);
    co_return reply.bytes.toLongLong();
}

// Under the write lock. Checks what was read before, and counts on from what is there now.
QCoro::Task<> writeNumber(ScenarioRunPtr run, ScriptedWorker worker, qint64 before, IncrementsPtr all)
{
    const qint64 present = co_await readNumber(run, worker, all);
    all->changed += present != before;
    const Command set{"SET", all->number.bytes, QByteArray::number(present + 1), "PX", NumberLease};
    const Reply reply = co_await ask(run, worker, set);
    all->written += reply.type == Reply::Type::Status;
}

QCoro::Task<> upgradeRead(ScenarioRunPtr run, ScriptedWorker worker, IncrementsPtr all)
{
    const ActRequest reading = rwRequest(run, all, worker.number, HoldMode::Read, writerPatience(run));
    co_await enter(run, worker, reading);
    const qint64 before = co_await readNumber(run, worker, all);
    const ActRequest writing =
        rwRequest(run, all, worker.number, HoldMode::Write, run->values().duration("patience"));
    run->say(Tr::tr("A reader requests the write lock while it reads"));
    const Receipt got = co_await enter(run, worker, writing);
    if (got.result == ActResult::Done) {
        ++all->upgraded;
        co_await writeNumber(run, worker, before, all);
        co_await leave(run, worker, writing);
    }
    co_await leave(run, worker, reading);
    ++all->over;
}

// Every worker has read before one of them writes, so that what they read changes.
QCoro::Task<> releaseThenWrite(ScenarioRunPtr run, ScriptedWorker worker, IncrementsPtr all)
{
    const ActRequest reading = rwRequest(run, all, worker.number, HoldMode::Read, writerPatience(run));
    co_await enter(run, worker, reading);
    const qint64 before = co_await readNumber(run, worker, all);
    ++all->haveRead;
    const std::function<bool()> allHaveRead = [all] { return all->haveRead == int(all->owners.size()); };
    co_await ScenarioRun::until(run, allHaveRead, LeastPatience);
    const ActRequest writing = rwRequest(run, all, worker.number, HoldMode::Write, writerPatience(run));
    co_await leave(run, worker, reading);
    const Receipt got = co_await enter(run, worker, writing);
    if (got.result == ActResult::Done) {
        co_await writeNumber(run, worker, before, all);
        co_await leave(run, worker, writing);
    }
    ++all->over;
}

QCoro::Task<> writeFromTheStart(ScenarioRunPtr run, ScriptedWorker worker, IncrementsPtr all)
{
    const ActRequest writing = rwRequest(run, all, worker.number, HoldMode::Write, writerPatience(run));
    const Receipt got = co_await enter(run, worker, writing);
    if (got.result == ActResult::Done) {
        const qint64 before = co_await readNumber(run, worker, all);
        co_await ScenarioRun::rest(run, run->values().duration("hold"));
        co_await writeNumber(run, worker, before, all);
        co_await leave(run, worker, writing);
    }
    ++all->over;
}

struct Incremented {
    Figures figures{};
    qint64 tries = 0;
    qint64 number = 0; // at the end
    qint64 upgraded = 0;
    qint64 written = 0;
    qint64 changed() const { return figures.count("changed"); }
};

using Increment = QCoro::Task<> (*)(ScenarioRunPtr, ScriptedWorker, IncrementsPtr);

QCoro::Task<Incremented> playIncrements(ScenarioRunPtr run, QByteArray name, QString title, int workers,
                                        Increment increment)
{
    const auto all = std::make_shared<Increments>();
    all->key = run->key("lock:" + name);
    all->number = run->key("number:" + name);
    std::vector<ScriptedWorker> players;
    for (int i = 0; i < workers; ++i) {
        players.push_back(workerOf(run, i));
        all->owners.push_back(Registry::builtIn().find("rw-lock")->makeOwner());
    }
    const Command zero{"SET", all->number.bytes, "0", "PX", NumberLease};
    co_await ask(run, players.front(), zero);
    run->beginArm(name, title);
    const int rounds = run->values().count("rounds");
    for (int round = 0; round < rounds && !run->isOver(); ++round) {
        run->beginRound();
        all->haveRead = all->over = 0;
        for (const ScriptedWorker &worker : players)
            increment(run, worker, all);
        const std::function<bool()> over = [all] { return all->over == int(all->owners.size()); };
        while (!run->isOver() && !over())
            co_await ScenarioRun::until(run, over, 1s);
    }
    Incremented result{.tries = qint64(workers) * rounds};
    result.number = co_await readNumber(run, players.front(), all);
    result.upgraded = all->upgraded;
    result.written = all->written;
    result.figures = run->endArm({{"changed", Tr::tr("changed since it was read"), all->changed}});
    co_return result;
}

QString incrementsText(const Incremented &result)
{
    return Tr::tr("changed since it was read: %1 of %2; written: %3; the number is %4; violations: %5")
        .arg(result.changed())
        .arg(result.tries)
        .arg(result.written)
        .arg(result.number)
        .arg(result.figures.violations);
}

bool losesNoWrite(const Incremented &result)
{
    return result.written == result.tries && result.number == result.tries && result.figures.violations == 0;
}

QCoro::Task<> runUpgrade(ScenarioRunPtr run)
{
    const int workers = run->values().count("workers");
    const QByteArray upgrade = "upgrade";
    const QString upgradeTitle = Tr::tr("Write lock while reading");
    const Incremented stuck = co_await playIncrements(run, upgrade, upgradeTitle, 1, upgradeRead);
    run->claim(Tr::tr("With Redisson's read-write lock, a reader that requests the write lock while it "
                      "reads times out, even as the only reader"),
               stuck.upgraded == 0 && stuck.figures.gaveUp == stuck.tries,
               Tr::tr("%1 of %2 tries succeeded; the others timed out after %3")
                   .arg(stuck.upgraded)
                   .arg(stuck.tries)
                   .arg(humanDuration(run->values().duration("patience"))));
    const QByteArray recheck = "release-write";
    const QString recheckTitle = Tr::tr("Release, write, check again");
    const Incremented checked =
        co_await playIncrements(run, recheck, recheckTitle, workers, releaseThenWrite);
    run->claim(Tr::tr("Between release and write, other clients write; checking again loses no write"),
               checked.changed() > 0 && losesNoWrite(checked), incrementsText(checked));
    const QByteArray write = "write";
    const QString writeTitle = Tr::tr("Write lock from the beginning");
    const Incremented whole = co_await playIncrements(run, write, writeTitle, workers, writeFromTheStart);
    run->claim(Tr::tr("With the write lock from the start, the data does not change, but only one client "
                      "works at a time"),
               whole.changed() == 0 && losesNoWrite(whole) && whole.figures.mostInside == 1,
               incrementsText(whole));
}

} // namespace

Scenario scenario_upgrade()
{
    return {.order = 83,
            .name = "upgrade",
            .title = Tr::tr("From reading to writing"),
            .text = Tr::tr(
                "A client reads under the read lock and then needs to write. If it requests the write lock "
                "while it reads, it waits for itself. If it releases first, others may write in between, so "
                "that it must check again. If it takes the write lock from the beginning, nothing changes."),
            .parameters = {countParameter("workers", Tr::tr("Workers"), 4, 1, 200),
                           countParameter("rounds", Tr::tr("Rounds"), 3, 1, 100),
                           durationParameter("patience", Tr::tr("Timeout of the reader that wants to write"),
                                             2s, 10ms, 1min),
                           durationParameter("hold", Tr::tr("Time per write"), 20ms, 1ms, 10s)},
            .run = runUpgrade};
}

} // namespace lockscope
