// SPDX-License-Identifier: GPL-3.0-or-later
// The read-write lock: which mode gets in while another is inside, in all four combinations, and a writer
// among constantly arriving readers.

#include "core/base/tr.h"
#include "core/lab/scriptedworker.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Lease = 30s;

struct Pair {
    HoldMode first = HoldMode::Read; // the one inside
    HoldMode second = HoldMode::Read;
    bool together = false;
};

QString pairText(const Pair &pair)
{
    const auto word = [](HoldMode mode) { return mode == HoldMode::Read ? Tr::tr("read") : Tr::tr("write"); };
    return pair.together
               ? Tr::tr("%1, then %2: both enter").arg(word(pair.first), word(pair.second))
               : Tr::tr("%1, then %2: the second is kept out").arg(word(pair.first), word(pair.second));
}

QCoro::Task<bool> tryPair(ScenarioRunPtr run, ScriptedWorker first, ScriptedWorker second, Pair pair)
{
    const LockName key = run->key("lock:pairs");
    const ActRequest take{.key = key, .kind = "rw-lock", .mode = pair.first, .lease = Lease};
    const Receipt taken = co_await enter(run, first, take);
    const ActRequest attempt{.key = key, .kind = "rw-lock", .mode = pair.second, .lease = Lease};
    const Receipt tried = co_await enter(run, second, attempt);
    const bool together = tried.result == ActResult::Done;
    const ActRequest giveSecond{.key = key, .kind = "rw-lock", .owner = tried.owner, .mode = pair.second};
    if (together)
        co_await leave(run, second, giveSecond);
    const ActRequest give{.key = key, .kind = "rw-lock", .owner = taken.owner, .mode = pair.first};
    co_await leave(run, first, give);
    co_return together;
}

QCoro::Task<std::vector<Pair>> tryPairs(ScenarioRunPtr run)
{
    const ScriptedWorker first = workerOf(run, 0);
    const ScriptedWorker second = workerOf(run, 1);
    const QString title = Tr::tr("Two at once");
    run->beginArm("pairs", title);
    std::vector<Pair> pairs{{HoldMode::Read, HoldMode::Read},
                            {HoldMode::Read, HoldMode::Write},
                            {HoldMode::Write, HoldMode::Read},
                            {HoldMode::Write, HoldMode::Write}};
    qint64 together = 0;
    for (Pair &pair : pairs) {
        pair.together = co_await tryPair(run, first, second, pair);
        together += pair.together;
        run->say(pairText(pair));
    }
    run->endArm({{"together", Tr::tr("pairs that both entered"), together}});
    co_return pairs;
}

bool onlyReadersShare(const std::vector<Pair> &pairs)
{
    return std::ranges::all_of(pairs, [](const Pair &pair) {
        return pair.together == (pair.first == HoldMode::Read && pair.second == HoldMode::Read);
    });
}

QString pairsText(const std::vector<Pair> &pairs)
{
    QStringList texts;
    for (const Pair &pair : pairs)
        texts += pairText(pair);
    return texts.join(QStringLiteral("; "));
}

struct Writer {
    bool over = false;
    bool gotIn = false;
    milliseconds waited{0};
    qint64 readersMeanwhile = 0; // number of reader entries meanwhile
};

// Runs beside the readers, once all of them are active.
QCoro::Task<> writeAmongReaders(ScenarioRunPtr run, ScriptedWorker worker, LockName key,
                                std::shared_ptr<Writer> writer)
{
    const ScenarioRun *told = run.get();
    const int readers = run->values().count("workers");
    const std::function<bool()> begun = [told, readers] { return told->checker().entries() >= readers; };
    const bool busy = co_await ScenarioRun::until(run, begun, 15s);
    if (!busy)
        co_return;
    run->say(Tr::tr("A writer requests the lock"));
    const qint64 before = run->checker().entries();
    const Instant asked = now();
    const milliseconds patience = run->values().duration("for") / 2;
    const ActRequest wish{
        .key = key, .kind = "rw-lock", .mode = HoldMode::Write, .lease = Lease, .wait = patience};
    const Receipt receipt = co_await enter(run, worker, wish);
    if (run->isOver())
        co_return; // its arm may have ended
    writer->waited = millisecondsBetween(asked, now());
    writer->gotIn = receipt.result == ActResult::Done;
    writer->readersMeanwhile = run->checker().entries() - before - writer->gotIn;
    const ActRequest give{.key = key, .kind = "rw-lock", .owner = receipt.owner, .mode = HoldMode::Write};
    if (writer->gotIn)
        co_await leave(run, worker, give);
    else
        run->say(Tr::tr("The writer times out"));
    writer->over = true;
}

struct Starved {
    Writer writer{};
    Figures figures{};
    bool inAfterwards = false;
};

QCoro::Task<Starved> starve(ScenarioRunPtr run)
{
    const int readers = run->values().count("workers");
    const LockName key = run->key("lock:stream");
    const ScriptedWorker worker = workerOf(run, readers);
    const QString title = Tr::tr("A writer among readers");
    run->beginArm("starvation", title);
    const auto writer = std::make_shared<Writer>();
    writeAmongReaders(run, worker, key, writer);
    const Workload reading{.key = key,
                           .guard = "rw-lock",
                           .mode = HoldMode::Read,
                           .lease = Lease,
                           .wait = 15s,
                           .workers = readers,
                           .hold = spellOf("uniform", run->values().duration("hold")),
                           .lasting = run->values().duration("for"),
                           .seed = run->seed()};
    const std::vector<Workload> jobs{reading};
    co_await ScenarioRun::work(run, jobs);
    const std::function<bool()> over = [writer] { return writer->over; };
    co_await ScenarioRun::until(run, over, 15s);
    run->say(Tr::tr("The readers have stopped; the writer tries again"));
    const ActRequest wish{
        .key = key, .kind = "rw-lock", .mode = HoldMode::Write, .lease = Lease, .wait = 15s};
    const Receipt receipt = co_await enter(run, worker, wish);
    Starved starved{.writer = *writer, .inAfterwards = receipt.result == ActResult::Done};
    const ActRequest give{.key = key, .kind = "rw-lock", .owner = receipt.owner, .mode = HoldMode::Write};
    if (starved.inAfterwards)
        co_await leave(run, worker, give);
    starved.figures = run->endArm();
    co_return starved;
}

// Kept out, or waited far longer than any reader.
bool isStarved(const Starved &starved)
{
    const auto usual = std::max<microseconds>(starved.figures.wait.p50, 1ms);
    return starved.writer.readersMeanwhile > 0 &&
           (!starved.writer.gotIn || starved.writer.waited > 10 * usual);
}

QString starvedText(const Starved &starved)
{
    const QString waited = humanDuration(starved.writer.waited);
    const QString fate = starved.writer.gotIn ? Tr::tr("the writer entered after %1").arg(waited)
                                              : Tr::tr("the writer timed out after %1").arg(waited);
    return Tr::tr("%1; meanwhile readers entered %2 times").arg(fate).arg(starved.writer.readersMeanwhile);
}

QCoro::Task<> runReadWrite(ScenarioRunPtr run)
{
    const std::vector<Pair> pairs = co_await tryPairs(run);
    run->claim(Tr::tr("Readers share the lock; a writer holds it alone"), onlyReadersShare(pairs),
               pairsText(pairs));
    const Starved starved = co_await starve(run);
    run->claim(Tr::tr("Overlapping readers starve the writer: the lock is never free"), isStarved(starved),
               starvedText(starved));
    run->claim(Tr::tr("When the readers stop, the writer enters; it was never in together with a reader"),
               starved.inAfterwards && starved.figures.violations == 0 && starved.figures.mostInside > 1,
               Tr::tr("violations: %1; most readers at once: %2")
                   .arg(starved.figures.violations)
                   .arg(starved.figures.mostInside));
}

} // namespace

Scenario scenario_readwrite()
{
    return {
        .order = 80,
        .name = "readwrite",
        .title = Tr::tr("Read-write lock"),
        .text = Tr::tr(
            "Readers and writers meet at one lock in all combinations; then a writer tries while readers "
            "come and go. Readers share the lock, and as long as they overlap, the writer waits."),
        .parameters = {countParameter("workers", Tr::tr("Readers"), 8, 2, 200),
                       durationParameter("hold", Tr::tr("Time per read"), 50ms, 1ms, 10s),
                       durationParameter("for", Tr::tr("How long readers keep coming"), 3s, 200ms, 10min)},
        .run = runReadWrite};
}

} // namespace lockscope
