// SPDX-License-Identifier: GPL-3.0-or-later
// Two clients that each need two fair locks. In opposite orders they deadlock; Lockscope finds it, and
// one of its locks is released: the one that was acquired last, if that was seen. Then what prevents or ends
// it without Lockscope: one order, a timeout, a short lease. Both clients hold their first lock before they
// request the second, in each round.

#include "core/base/tr.h"
#include "core/lab/rundeadlock.h"
#include "core/lab/scriptedworker.h"

#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

constexpr int Transfers = 2; // clients, one transfer each in a round
constexpr milliseconds RenewedLease = 30s;
constexpr milliseconds BetweenSearches = 50ms;

struct OrderVariant {
    QByteArray name{};
    QString title{};
    bool oneOrder = false;
    bool isBroken = false;                  // its deadlocks are
    std::optional<milliseconds> patience{}; // for the second lock; nothing: the longest wait
    std::optional<milliseconds> lease{};    // nothing: a watchdog renews it
};

// Shared by the clients of an arm and by what watches them.
struct Transferring {
    LockName order{};
    LockName stock{};
    OwnerId owners[Transfers]{};
    Instant roundEnds{};              // no client waits longer
    int firsts = 0;                   // first locks acquired in this round
    int over = 0;                     // clients that are done with this round
    std::optional<Instant> crossed{}; // both request their second lock
    qint64 completed = 0;
    qint64 lost = 0; // releases of a lock that had gone to another, or was free
    qint64 found = 0;
    qint64 broken = 0;       // by the release of a lock
    milliseconds slowest{0}; // from crossed until Lockscope found it
    QByteArray identity{};   // of the deadlock found last
};
using TransferringPtr = std::shared_ptr<Transferring>;

ActRequest lockOf(const OrderVariant &variant, const TransferringPtr &all, int client, bool second)
{
    const bool stock = second != (client == 1 && !variant.oneOrder);
    return {.act = ActKind::Acquire,
            .key = stock ? all->stock : all->order,
            .kind = "fair-lock",
            .owner = all->owners[client],
            .lease = variant.lease.value_or(RenewedLease),
            .wait = std::max(1ms, millisecondsBetween(now(), all->roundEnds)),
            .watchdog = !variant.lease};
}

QCoro::Task<> giveBack(ScenarioRunPtr run, ScriptedWorker client, ActRequest request, TransferringPtr all)
{
    request.act = ActKind::Release;
    const Receipt receipt = co_await act(run, client, request);
    all->lost += receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone;
}

QCoro::Task<bool> transferOnce(ScenarioRunPtr run, ScriptedWorker client, OrderVariant variant,
                               TransferringPtr all)
{
    run->note(Kind::Wanted, client.number);
    const ActRequest first = lockOf(variant, all, client.number, false);
    const Receipt one = co_await act(run, client, first);
    if (one.result != ActResult::Done) {
        run->note(Kind::GaveUp, client.number);
        co_return false;
    }
    ++all->firsts;
    const std::function<bool()> bothHold = [all] { return all->firsts >= Transfers; };
    if (!variant.oneOrder)
        co_await ScenarioRun::until(run, bothHold, first.wait);
    if (bothHold() && !all->crossed)
        all->crossed = now();
    ActRequest second = lockOf(variant, all, client.number, true);
    second.wait = std::min(second.wait, variant.patience.value_or(second.wait));
    const Receipt two = co_await act(run, client, second);
    const bool hasBoth = two.result == ActResult::Done;
    run->note(hasBoth ? Kind::Entered : Kind::GaveUp, client.number);
    if (hasBoth) {
        co_await ScenarioRun::rest(run, run->values().duration("hold"));
        run->note(Kind::Left, client.number);
        co_await giveBack(run, client, second, all);
    }
    co_await giveBack(run, client, first, all);
    co_return hasBoth;
}

// Runs beside the other client.
QCoro::Task<> transfer(ScenarioRunPtr run, ScriptedWorker client, OrderVariant variant, TransferringPtr all)
{
    bool done = co_await transferOnce(run, client, variant, all);
    while (!done && variant.patience && !run->isOver() && now() < all->roundEnds) {
        // A random pause, or both would meet again and again.
        const milliseconds pause = spellOf("uniform", *variant.patience).draw(run->random());
        co_await ScenarioRun::rest(run, pause);
        done = co_await transferOnce(run, client, variant, all);
    }
    all->completed += done;
    ++all->over; // last, because the arm may end then
}

QCoro::Task<> breakDeadlock(ScenarioRunPtr run, ScriptedWorker helper, RunDeadlock deadlock,
                            TransferringPtr all)
{
    co_await ScenarioRun::rest(run, run->values().duration("stands"));
    const ActRequest release{.act = ActKind::ForceRelease,
                             .key = deadlock.release,
                             .kind = "fair-lock",
                             .expectedOwner = deadlock.holder};
    const Receipt receipt = co_await act(run, helper, release);
    if (receipt.result != ActResult::Done)
        co_return;
    ++all->broken;
    run->say(deadlock.isLast ? Tr::tr("Released the lock acquired last")
                             : Tr::tr("Released one of its locks"));
}

Failure needsCounts(const ScenarioRunPtr &run)
{
    const QString user = run->spec().user;
    return {.kind = ErrorKind::NoPerm,
            .text = Tr::tr("this scenario needs the permission PUBSUB: without it, each deadlock is only "
                           "possible"),
            .remedy = Tr::tr("required permission: ACL SETUSER %1 %2")
                          .arg(user.isEmpty() ? QStringLiteral("default") : user, QStringLiteral("+pubsub"))};
}

// Until both clients are done with the round.
QCoro::Task<> watchRound(ScenarioRunPtr run, ScriptedWorker helper, std::shared_ptr<Engine> engine,
                         OrderVariant variant, TransferringPtr all)
{
    const QList<LockName> keys{all->order, all->stock};
    const std::function<bool()> over = [all] { return all->over == Transfers; };
    QByteArray uncounted; // of the look before
    while (!run->isOver() && !over()) {
        const std::optional<RunDeadlock> deadlock = co_await findDeadlock(engine, keys);
        if (deadlock && !deadlock->isCertain && deadlock->isUncounted &&
            deadlock->identity == std::exchange(uncounted, deadlock->identity))
            run->fail(needsCounts(run));
        if (deadlock && deadlock->isCertain && deadlock->identity != all->identity) {
            ++all->found;
            all->identity = deadlock->identity;
            all->slowest = std::max(all->slowest, millisecondsBetween(all->crossed.value_or(now()), now()));
            for (const QString &text : deadlock->texts)
                run->say(text);
            if (variant.isBroken)
                co_await breakDeadlock(run, helper, *deadlock, all);
        }
        co_await ScenarioRun::until(run, over, BetweenSearches);
    }
}

struct OrderResult {
    Figures figures{};
    qint64 completed = 0;
    qint64 broken = 0;
    milliseconds slowest{0};
    qint64 count(const char *name) const { return figures.count(name); }
};

QCoro::Task<OrderResult> playOrders(ScenarioRunPtr run, std::shared_ptr<Engine> engine, OrderVariant variant)
{
    const auto all = std::make_shared<Transferring>();
    all->order = run->key("lock:order");
    all->stock = run->key("lock:stock");
    for (OwnerId &owner : all->owners)
        owner = Registry::builtIn().find("fair-lock")->makeOwner();
    const ScriptedWorker clients[Transfers]{workerOf(run, 0), workerOf(run, 1)};
    const ScriptedWorker helper = workerOf(run, Transfers);
    run->beginArm(variant.name, variant.title);
    for (int round = 0; engine && round < run->values().count("rounds") && !run->isOver(); ++round) {
        run->beginRound();
        all->roundEnds = now() + run->values().duration("longest");
        all->firsts = all->over = 0;
        all->crossed.reset();
        for (const ScriptedWorker &client : clients)
            transfer(run, client, variant, all);
        co_await watchRound(run, helper, engine, variant, all);
    }
    OrderResult result{.completed = all->completed, .broken = all->broken, .slowest = all->slowest};
    result.figures = run->endArm({{"deadlocks", Tr::tr("deadlocks found"), all->found},
                                  {"lost", Tr::tr("locks lost while held"), all->lost}});
    co_return result;
}

QString transfersText(const OrderResult &result, qint64 transfers)
{
    return Tr::tr("transfers completed: %1 of %2; timed out: %3; locks lost while held: %4; violations: %5")
        .arg(result.completed)
        .arg(transfers)
        .arg(result.figures.gaveUp)
        .arg(result.count("lost"))
        .arg(result.figures.violations);
}

void claimFound(const ScenarioRunPtr &run, const OrderResult &crossing)
{
    const int rounds = run->values().count("rounds");
    const qint64 found = crossing.count("deadlocks");
    const QString foundText = Tr::tr("found %1 in %2 rounds").arg(found).arg(rounds);
    const QString slowest = humanDuration(crossing.slowest);
    run->claim(Tr::tr("Acquired in opposite orders, the locks deadlock, and Lockscope finds each deadlock"),
               found == rounds,
               found == 0 ? foundText : Tr::tr("%1; the slowest took %2").arg(foundText, slowest));
    run->claim(Tr::tr("Releasing one lock ends each deadlock; its old holder continues without it"),
               crossing.completed == qint64(rounds) * Transfers && crossing.broken == rounds &&
                   crossing.count("lost") == rounds,
               transfersText(crossing, qint64(rounds) * Transfers));
}

// Both clients get both locks within a round, whatever ends the deadlock.
Done fitsInRound(const ScenarioValues &values)
{
    const milliseconds longest = values.duration("longest");
    for (const char *end : {"stands", "patience", "lease"}) {
        const milliseconds needed = values.duration(end) + Transfers * values.duration("hold");
        if (longest <= needed)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Tr::tr("longest: %1 is too short").arg(durationText(longest)),
                           .remedy = Tr::tr("longer than %1, which is %2 and twice hold")
                                         .arg(durationText(needed), QString::fromUtf8(end))};
    }
    return Nothing{};
}

QCoro::Task<> runDeadlock(ScenarioRunPtr run)
{
    const QList<LockName> keys{run->key("lock:order"), run->key("lock:stock")};
    const std::shared_ptr<Engine> engine = co_await followLocks(run, keys);
    const qint64 transfers = qint64(run->values().count("rounds")) * Transfers;
    const OrderVariant twoOrders{.name = "two-orders", .title = Tr::tr("Opposite orders"), .isBroken = true};
    const OrderResult crossing = co_await playOrders(run, engine, twoOrders);
    claimFound(run, crossing);
    const OrderVariant oneOrder{.name = "one-order", .title = Tr::tr("The same order"), .oneOrder = true};
    const OrderResult ordered = co_await playOrders(run, engine, oneOrder);
    run->claim(Tr::tr("Acquired in the same order, they never deadlock"),
               ordered.completed == transfers && ordered.count("deadlocks") == 0 &&
                   ordered.count("lost") == 0 && ordered.figures.violations == 0,
               transfersText(ordered, transfers));
    const OrderVariant limited{.name = "trylock",
                               .title = Tr::tr("Opposite orders, tryLock with a timeout"),
                               .patience = run->values().duration("patience")};
    const OrderResult retried = co_await playOrders(run, engine, limited);
    run->claim(Tr::tr("A timeout ends a deadlock, at the cost of retries; no lock is lost"),
               retried.completed == transfers && retried.count("lost") == 0 && retried.figures.gaveUp > 0 &&
                   retried.figures.violations == 0,
               transfersText(retried, transfers));
    const OrderVariant leased{.name = "short-lease",
                              .title = Tr::tr("Opposite orders, a short lease"),
                              .lease = run->values().duration("lease")};
    const OrderResult expired = co_await playOrders(run, engine, leased);
    run->claim(Tr::tr("A short lease ends it by taking locks from clients that still need them"),
               expired.completed == transfers && expired.count("lost") > 0,
               transfersText(expired, transfers));
}

} // namespace

Scenario scenario_deadlock()
{
    return {
        .order = 72,
        .name = "deadlock",
        .title = Tr::tr("Deadlock of two locks"),
        .text = Tr::tr(
            "Two clients need the same two locks and acquire them in opposite orders, so that each waits for "
            "the other. Lockscope finds the deadlock, and one of its locks is released. "
            "The scenario then tries three alternatives: the same order everywhere, a timeout, and a short "
            "lease, which takes locks "
            "from clients that still need them. The page Blocking shows each deadlock."),
        .parameters = {countParameter("rounds", Tr::tr("Rounds"), 3, 1, 100),
                       durationParameter("hold", Tr::tr("Time in the critical section"), 50ms, 1ms, 10s),
                       durationParameter("stands", Tr::tr("Delay before breaking a deadlock"), 3s, 0ms,
                                         10min),
                       durationParameter("patience", Tr::tr("Timeout for the second lock"), 500ms, 10ms,
                                         1min),
                       durationParameter("lease", Tr::tr("Short lease"), 500ms, 50ms, 1min),
                       durationParameter("longest", Tr::tr("Maximum wait per round"), 30s, 100ms, 10min)},
        .place = Scenario::Place::OneDeployment,
        .check = fitsInRound,
        .run = runDeadlock};
}

} // namespace lockscope
