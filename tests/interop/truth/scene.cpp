// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/scene.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

constexpr milliseconds Watchdog = 6s; // Of locks that are renewed by their library
constexpr const char *ShortLease = "4000";
constexpr milliseconds LongWait = 60s;
constexpr qint64 EnoughRenewals = 3;
constexpr int WaitersCounted = 3'000; // They are counted every 2 s

// A virtual machine on a busy machine renews late. So late an alarm is right.
bool cameLate(const TruthRow &row, const Observed &observed)
{
    constexpr double Overdue = 1.5; // Periods
    return row.renewsItself && observed.shortest &&
           *observed.shortest < Watchdog * (1 - Overdue * row.period);
}

enum Who { Living, ToBeFrozen, ToBeKilled };

// What happens later in the same program must not wait for an actor that waits.
constexpr State Made[] = {State::Held,   State::Reentered, State::Shared,  State::Waited, State::Leased,
                          State::Killed, State::Frozen,    State::Deleted, State::Forced, State::HandedOn};

} // namespace

QString Scene::play()
{
    if (const Done opened = open(); !opened)
        return opened.failure().line();
    makeCases();
    if (!makeLocks() || !takeLocks())
        return m_problems.join(QLatin1Char('\n'));
    readLeased();
    if (!beginWaits())
        return m_problems.join(QLatin1Char('\n'));
    waitForRenewals();
    judgeLiving();
    forEach(State::Reentered, &Scene::judgeReentryGivenBack);
    forEach(State::Shared, &Scene::judgeShareTakenAway);
    forEach(State::Forced, &Scene::judgeForced);
    forEach(State::HandedOn, &Scene::judgeHandedOn);
    forEach(State::Deleted, &Scene::judgeDeleted);
    killAndFreeze();
    forEach(State::Leased, &Scene::judgeExpired);
    return m_problems.join(QLatin1Char('\n'));
}

Done Scene::open()
{
    if (Done opened = m_stage.open(); !opened)
        return opened;
    m_observer = std::make_unique<Observer>(m_stage.engine());
    m_clients =
        Client::several(3, m_rows.front().client, {m_stage.ports(), QString::number(Watchdog.count())});
    return Nothing{};
}

Client &Scene::clientFor(State state)
{
    return *m_clients[state == State::Killed ? ToBeKilled : state == State::Frozen ? ToBeFrozen : Living];
}

void Scene::makeCases()
{
    for (const TruthRow &row : m_rows) {
        for (const State state : Made) {
            if (!row.has(state))
                continue;
            QByteArray name = row.name;
            name.replace("%s", test::name(state)).replace("%k", row.word);
            const QByteArray key = filled(row.key, row, name);
            m_cases.push_back({.row = &row,
                               .state = state,
                               .name = name,
                               .key = key,
                               .holder = Speaker(clientFor(state), row, "alice", name)});
        }
    }
}

void Scene::forEach(State state, void (Scene::*judge)(Case &))
{
    for (Case &one : m_cases) {
        if (one.state == state)
            (this->*judge)(one);
    }
}

bool Scene::makeLocks()
{
    for (Case &one : m_cases) {
        const TruthRow &row = *one.row;
        const bool two = one.state == State::Shared && !row.makeForTwo.isEmpty();
        const QByteArray &line = two ? row.makeForTwo : row.make;
        if (!line.isEmpty() &&
            m_clients[Living]->ask("alice", filled(line, row, one.name)).startsWith("error"))
            m_problems << QStringLiteral("%1: %2 cannot be made")
                              .arg(QLatin1String(row.title), QLatin1String(one.key));
    }
    return m_problems.isEmpty();
}

// All at once: what one client has to do does not wait for another.
bool Scene::takeLocks()
{
    std::vector<std::pair<Speaker *, int>> begun;
    for (Case &one : m_cases) {
        if (one.state == State::Leased)
            continue; // Later, and read at once
        begun.emplace_back(&one.holder, one.holder.beginAcquire());
        if (one.state == State::Reentered)
            begun.emplace_back(&one.holder, one.holder.beginAcquire());
        if (one.state == State::Shared)
            one.others.emplace_back(*m_clients[ToBeFrozen], *one.row, "olga", one.name);
        for (Speaker &other : one.others)
            begun.emplace_back(&other, other.beginAcquire());
    }
    for (const auto &[speaker, id] : begun) {
        if (!speaker->acquired(id))
            m_problems << QStringLiteral("a lock was not acquired: %1").arg(QLatin1String(speaker->answer()));
    }
    return m_problems.isEmpty();
}

bool Scene::beginWaits()
{
    for (Case &one : m_cases) {
        if ((one.state == State::Waited || one.state == State::HandedOn) && !beginWait(one))
            m_problems << QStringLiteral("%1: nobody waits").arg(QLatin1String(one.row->title));
    }
    return m_problems.isEmpty();
}

// One in each of two processes; where it is handed on, one. A waiter says its owner id before it waits.
bool Scene::beginWait(Case &one)
{
    const QByteArray actor = "waits-" + QByteArray::number(&one - m_cases.data());
    one.others.emplace_back(*m_clients[Living], *one.row, actor, one.name);
    if (one.state == State::Waited)
        one.others.emplace_back(*m_clients[ToBeFrozen], *one.row, actor, one.name);
    for (Speaker &waiter : one.others) {
        if (one.row->queues)
            one.queue.push_back(waiter.awaiterOwner());
        one.waiting.push_back(waiter.beginToWait(LongWait));
        if (one.row->listens)
            comesTrue(
                [&] {
                    const LockPtr lock = m_stage.look(one.key);
                    return lock && lock->waiters.count().least >= qint64(one.waiting.size());
                },
                3s);
    }
    for (size_t i = 0; i < one.waiting.size(); ++i) {
        if (one.others[i].isAnswered(one.waiting[i]))
            return false;
    }
    return true;
}

// Its time to live is asked before and after it is read.
void Scene::readLeased()
{
    for (Case &one : m_cases) {
        if (one.state != State::Leased)
            continue;
        QElapsedTimer taking;
        taking.start();
        if (!one.holder.acquire(ShortLease)) {
            m_problems << QStringLiteral("%1: no lock with a lease").arg(QLatin1String(one.row->title));
            continue;
        }
        TrueLock is{.taking = milliseconds(taking.elapsed())};
        if (const auto before = one.holder.number(one.row->ttl))
            is.ttlAtMost = milliseconds(*before);
        const std::optional<LockDetail> detail = m_stage.detail(one.key);
        if (const auto after = one.holder.number(one.row->ttl))
            is.ttlAtLeast = milliseconds(*after);
        if (detail)
            add(one, Claim::Lease, judgeTtl(*detail->lock, is));
    }
}

void Scene::renewByPrograms()
{
    for (Case &one : m_cases) {
        if (one.state == State::Held && !one.row->renew.isEmpty())
            one.renewed = one.holder.say(one.row->renew) == "true";
    }
}

bool Scene::sawEnough() const
{
    return std::ranges::all_of(m_cases, [this](const Case &one) {
        if (!one.row->renewsItself)
            return true;
        const LockPtr lock = m_stage.followed(one.key);
        // A client on a busy machine renews unevenly at first. Of several holders, each has its own rhythm.
        return lock && lock->renewals.count >= EnoughRenewals &&
               (lock->holders.size() > 1 || lock->renewals.period);
    });
}

// Those that came last may be counted later than others.
bool Scene::sawWaiters() const
{
    return std::ranges::all_of(m_cases, [this](const Case &one) {
        const LockPtr lock = m_stage.followed(one.key);
        TrueLock is;
        addWaiters(one, is);
        return !lasts(one) || !one.row->waits || !lock ||
               judgeWaiters(*one.row, *lock, is).cell != Cell::Wrong;
    });
}

void Scene::waitForRenewals()
{
    QTest::qWait(WaitersCounted / 2);
    renewByPrograms();
    QTest::qWait(WaitersCounted / 2);
    comesTrue([this] { return sawEnough() && sawWaiters(); });
}

void Scene::addWaiters(const Case &one, TrueLock &is)
{
    is.waiting = int(one.waiting.size());
    is.waitingClients = is.waiting; // Each in another process
    is.queue = one.queue;
}

// The others are to be changed yet.
bool Scene::lasts(const Case &one)
{
    return one.state == State::Held || one.state == State::Reentered || one.state == State::Shared ||
           one.state == State::Waited;
}

TrueLock Scene::truthOf(Case &one)
{
    TrueLock is;
    const auto hold = [&](Speaker &speaker) {
        const auto count = one.row->counted == Counted::Holds ? speaker.number(one.row->count) : std::nullopt;
        is.holds.push_back({speaker.owner(), count.value_or(speaker.acquires())});
    };
    if (one.row->recordsOwners)
        hold(one.holder);
    if (one.state == State::Shared && one.row->recordsOwners) {
        for (Speaker &other : one.others)
            hold(other);
    }
    if (one.row->counted != Counted::Holds)
        is.number = one.holder.number(one.row->count);
    addWaiters(one, is);
    return is;
}

void Scene::judgeLiving()
{
    for (Case &one : m_cases) {
        if (one.state != State::Leased)
            judgeLiving(one);
    }
}

void Scene::judgeLiving(Case &one)
{
    const std::optional<LockDetail> detail = m_stage.detail(one.key);
    if (!detail || !followed(one)) {
        add(one, Claim::Kind, {Cell::Wrong, QStringLiteral("no lock"), QString::fromLatin1(one.row->kind)});
        return;
    }
    const Observed &observed = m_observer->of(one.key);
    add(one, Claim::Verdict, judgeHealthy(*one.row, observed.verdicts, cameLate(*one.row, observed)));
    if (!lasts(one))
        return;
    const TrueLock is = truthOf(one);
    const Lock &lock = *detail->lock;
    add(one, Claim::Kind, judgeKind(*one.row, *detail));
    add(one, Claim::Owner, judgeOwner(*one.row, lock, is));
    add(one, Claim::Count, judgeCount(*one.row, lock, is));
    add(one, Claim::Mode, judgeMode(*one.row, lock));
    if (one.row->waits)
        add(one, Claim::Waiters, judgeWaiters(*one.row, *followed(one), is));
    add(one, Claim::Lease, judgeLease(*one.row, observed.leases, one.row->renewsItself || one.renewed));
}

// One hold of two, in the name of its holder: then it can give back one more, and no second one.
void Scene::judgeReentryGivenBack(Case &one)
{
    const Receipt receipt = m_stage.act(
        {.act = ActKind::Release, .key = {one.key}, .owner = {one.holder.owner()}, .mode = one.row->mode});
    const QByteArray last = one.holder.release();
    const bool isGone = !m_stage.look(one.key);
    const bool right = receipt.result == ActResult::Done && last == "released" && isGone;
    add(one, Claim::Act,
        {right ? Cell::Right : Cell::Wrong, receipt.line(),
         QStringLiteral("the last hold: %1%2")
             .arg(QLatin1String(last), QLatin1String(isGone ? "" : ", still held"))});
}

// The share of the other process; the first holder keeps its own.
void Scene::judgeShareTakenAway(Case &one)
{
    if (!one.row->recordsOwners)
        return;
    const Receipt receipt = m_stage.act({.act = ActKind::RemoveShare,
                                         .key = {one.key},
                                         .owner = {one.others.front().owner()},
                                         .mode = one.row->mode,
                                         .reason = QStringLiteral("test")});
    const QByteArray kept = one.holder.release(); // Before the other gives back what it has not
    const bool right = receipt.result == ActResult::Done && kept == "released";
    add(one, Claim::Act,
        {right ? Cell::Right : Cell::Wrong, receipt.line(),
         QStringLiteral("the other: ") + QString::fromLatin1(kept)});
}

void Scene::judgeForced(Case &one)
{
    const LockPtr shown = m_stage.look(one.key);
    if (!shown)
        return;
    const ActPlan plan = m_stage.planToForce(*shown);
    const Receipt receipt = m_stage.forceAsShown(*shown);
    if (!one.row->lost.isEmpty()) {
        one.holder.say(one.row->lost);
        judgeBack(one);
    }
    if (!one.row->release.isEmpty()) {
        const QByteArray answer = one.holder.release();
        add(one, Claim::Notice, judgeNotice(*one.row, plan.notices, answer));
    }
    bool right = receipt.result == ActResult::Done;
    QString is = QStringLiteral("free");
    if (one.row->counted == Counted::ToGo) {
        is = QStringLiteral("to go: ") + QString::fromLatin1(one.holder.say(one.row->count));
        right = right && is.endsWith(QLatin1String(": 0"));
    } else if (one.row->waits) {
        Speaker next(*m_clients[Living], *one.row, "erin", one.name);
        if (!next.acquire())
            is = QStringLiteral("not to be had");
        right = right && is == QLatin1String("free");
        next.release();
    }
    add(one, Claim::Act, {right ? Cell::Right : Cell::Wrong, receipt.line(), is});
}

void Scene::judgeHandedOn(Case &one)
{
    const LockPtr shown = m_stage.look(one.key);
    if (!shown)
        return;
    Speaker &next = one.others.front();
    const ActPlan plan = m_stage.planToForce(*shown);
    const Receipt receipt = m_stage.forceAsShown(*shown);
    const bool taken = next.acquired(one.waiting.front());
    const bool told = !one.row->listens || receipt.woken > 0;
    const bool right = receipt.result == ActResult::Done && taken && told;
    add(one, Claim::Act,
        {right ? Cell::Right : Cell::Wrong, receipt.line() + QStringLiteral("; woken: %1").arg(receipt.woken),
         taken ? QStringLiteral("the next one has it") : QStringLiteral("the next one sleeps")});
    if (!taken || one.row->counted == Counted::ToGo)
        return;
    if (one.row->recordsOwners) {
        const LockPtr now = m_stage.look(one.key);
        const QByteArray owner = next.awaiterOwner();
        if (!now)
            add(one, Claim::Owner, {Cell::Wrong, QStringLiteral("no lock"), QString::fromLatin1(owner)});
        else
            add(one, Claim::Owner, judgeOwner(*one.row, *now, {.holds = {{owner}}}));
    }
    one.holder.say(one.row->lost);
    add(one, Claim::Notice, judgeNotice(*one.row, plan.notices, one.holder.release()));
}

// Its holder was told of the loss, or has renewed since.
void Scene::judgeBack(Case &one)
{
    const LockPtr lock = m_stage.look(one.key);
    if (one.row->comesBack && lock)
        add(one, Claim::Owner, judgeOwner(*one.row, *lock, {.holds = {{one.holder.owner()}}}));
    else if (one.row->comesBack)
        add(one, Claim::Owner, {Cell::Wrong, QStringLiteral("no lock"), QStringLiteral("written again")});
    else
        add(one, Claim::Owner, judgeGone(lock));
}

void Scene::judgeDeleted(Case &one)
{
    if (!one.row->oneKey)
        return;
    m_observer->restart(one.key);
    Command unlink{"UNLINK", one.key};
    for (const QByteArray &further : one.row->furtherKeys)
        unlink.push_back(filled(further, *one.row, one.name));
    m_stage.call(unlink);
    if (one.row->comesBack) {
        one.holder.say(one.row->lost);
        judgeBack(one);
    } else {
        comesTrue([&] { return !followed(one) || !followed(one)->held(); });
        add(one, Claim::Owner, judgeGone(followed(one)));
    }
    comesTrue([&] { return judgeEnd(m_observer->of(one.key).events, false).cell != Cell::Unknown; }, 2s);
    add(one, Claim::Verdict, judgeEnd(m_observer->of(one.key).events, false));
    one.holder.release();
    add(one, Claim::Owner, judgeGone(m_stage.look(one.key))); // Nor is it there again
}

// Read locks and rows like them have more holders than the one that is gone, but not here.
void Scene::killAndFreeze()
{
    for (Case &one : m_cases) {
        if (one.state == State::Killed || one.state == State::Frozen)
            m_observer->restart(one.key);
    }
    m_clients[ToBeKilled]->kill();
    m_clients[ToBeFrozen]->freeze();
    QTest::qWait(WaitersCounted);
    comesTrue([this] {
        return std::ranges::none_of(m_cases, [this](const Case &one) {
            return one.row->renewsItself && (one.state == State::Killed || one.state == State::Frozen) &&
                   followed(one) && followed(one)->held();
        });
    });
    forEach(State::Killed, &Scene::judgeDead);
    forEach(State::Frozen, &Scene::judgeDead);
    m_clients[ToBeFrozen]->thaw();
}

void Scene::judgeDead(Case &one)
{
    if (!one.row->recordsOwners)
        return;
    add(one, Claim::Verdict,
        test::judgeDead(*one.row, m_observer->of(one.key).verdicts, one.state == State::Frozen));
    if (one.row->renewsItself)
        add(one, Claim::Owner, judgeGone(followed(one)));
}

void Scene::judgeExpired(Case &one)
{
    comesTrue([&] { return !followed(one) || !followed(one)->held(); });
    const Observed &observed = m_observer->of(one.key);
    add(one, Claim::Lease, judgeLease(*one.row, observed.leases, false));
    std::vector<Verdict> before = observed.verdicts;
    std::erase_if(before,
                  [](const Verdict &verdict) { return verdict.code == "permit-leaked"; }); // True since
    add(one, Claim::Verdict, judgeHealthy(*one.row, before));
    one.state = State::Expired;
    add(one, Claim::Owner, judgeGone(followed(one)));
    add(one, Claim::Verdict, judgeEnd(observed.events, true));
    if (one.row->waits) {
        Speaker next(*m_clients[Living], *one.row, "erin", one.name);
        const bool taken = next.acquire();
        add(one, Claim::Act,
            {taken ? Cell::Right : Cell::Wrong, QStringLiteral("free"), QString::fromLatin1(next.answer())});
    }
}

} // namespace lockscope::test
