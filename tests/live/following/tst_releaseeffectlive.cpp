// SPDX-License-Identifier: GPL-3.0-or-later
// Who goes on after a release, with real servers: what is told before the act, and what then happens.
#include "core/engine/blocking/releaseeffect.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/fairqueue.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_releaseeffectlive
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222:7");
const QByteArray cem = QByteArrayLiteral("33333333-3333-4333-8333-333333333333:8");
const QByteArray dee = QByteArrayLiteral("44444444-4444-4444-8444-444444444444:9");

} // namespace

class tst_ReleaseEffectLive : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theQueueGoesOnAsTold();
    void oneReaderOfTwoFreesNoWriter();
    void theLongestSleeperIsNext();
    void permitsFreeAsManyWaiters();
    void earlierHoldsAndOtherLocks();
    void aPlanHasItsOwnEffect();
    void closingEndsAPlan();
    void aPlanReadsItsLockOnce();
    void whatItsConnectionKeeps();
    void manyLocksOfOneOwnerAreNotThoseOfOthers();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    void hold(const QByteArray &key, const QByteArray &owner) { holdLock(m_sandbox->tcp(), key, owner); }
    void queue(const QByteArray &key, const QByteArray &owner, bool listens)
    {
        enqueue(m_sandbox->tcp(), key, owner);
        if (listens)
            m_listeners.push_back(queueListener(m_sandbox->tcp(), key, owner));
    }
    void listen(const QByteArray &channel)
    {
        m_listeners.push_back(std::make_unique<Listener>(m_sandbox->tcp(), channel));
    }
    std::optional<ReleaseEffect> effectOf(const QByteArray &key)
    {
        const auto detail = finished(m_engine->engine().inspect({key}));
        return detail ? detail->effect : std::nullopt;
    }
    std::optional<ReleaseEffect> planned(ActRequest request)
    {
        request.reason = QStringLiteral("test");
        request.dryRun = request.withEffect = true;
        return finished(m_engine->engine().act(request)).plan.effect;
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<FollowedEngine> m_engine;
    std::vector<std::unique_ptr<Listener>> m_listeners;
};

void tst_ReleaseEffectLive::init()
{
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_engine = std::make_unique<FollowedEngine>();
    VERIFY_OK(m_engine->follow(m_sandbox->tcp()));
}

void tst_ReleaseEffectLive::cleanup()
{
    m_listeners.clear();
    m_engine.reset();
}

void tst_ReleaseEffectLive::theQueueGoesOnAsTold()
{
    hold("lock:fair", ann + ":1");
    queue("lock:fair", bob, false);
    queue("lock:fair", cem, true);
    queue("lock:fair", dee, true);
    const auto isKnown = [this] {
        const auto effect = effectOf("lock:fair");
        return effect && effect->queue.size() == 3 &&
               std::ranges::all_of(effect->queue,
                                   [](const auto &waiter) { return waiter.alive.has_value(); });
    };
    QTRY_VERIFY(isKnown());
    const auto effect = effectOf("lock:fair");
    QCOMPARE(effect->goesOn, GoesOn::One);
    QCOMPARE(effect->next, NextWaiter::FirstInQueue);
    const std::vector<Turn> turns = turnsOf(*effect, now());
    QCOMPARE(turns[0].waiter->id.bytes, bob);
    QCOMPARE(turns[0].place, 0); // dead
    QCOMPARE(turns[1].waiter->id.bytes, cem);
    QCOMPARE(turns[1].place, 1);
    QCOMPARE(turns[2].waiter->id.bytes, dee);
    QCOMPARE(turns[2].place, 2);
    QCOMPARE(m_engine->act({.act = ActKind::ForceRelease,
                            .key = {"lock:fair"},
                            .expectedOwner = OwnerId{ann + ":1"},
                            .reason = QStringLiteral("test")}),
             ActResult::Done);
    QCOMPARE(m_engine->receipt().wokenWaiter.bytes, cem);
    QCOMPARE(m_engine->receipt().dropped, (std::vector<OwnerId>{{bob}}));
}

void tst_ReleaseEffectLive::oneReaderOfTwoFreesNoWriter()
{
    const auto read = [this](const QByteArray &owner) {
        ask({"HSET", "lock:rw", "mode", "read", owner, "1"});
        ask({"SET", "{lock:rw}:" + owner + ":rwlock_timeout:1", "1", "PX", "600000"});
    };
    read(bob);
    read(cem);
    ask({"PEXPIRE", "lock:rw", "600000"});
    listen("redisson_rwlock:{lock:rw}");
    QTRY_VERIFY(effectOf("lock:rw") && effectOf("lock:rw")->listening == 1);
    QCOMPARE(effectOf("lock:rw")->goesOn, GoesOn::One); // a writer
    const auto share = planned({.act = ActKind::RemoveShare, .key = {"lock:rw"}, .owner = {bob}});
    QVERIFY(share);
    QCOMPARE(share->goesOn, GoesOn::None);
    QCOMPARE(share->left, 1);
    // The writer that listens hears of nothing until the last reader goes.
    QCOMPARE(m_engine->act({.act = ActKind::RemoveShare,
                            .key = {"lock:rw"},
                            .owner = {bob},
                            .reason = QStringLiteral("test")}),
             ActResult::Done);
    QCOMPARE(m_engine->receipt().woken, 0);
    const auto last = planned({.act = ActKind::RemoveShare, .key = {"lock:rw"}, .owner = {cem}});
    QCOMPARE(last->goesOn, GoesOn::One);
    QCOMPARE(m_engine->act({.act = ActKind::RemoveShare,
                            .key = {"lock:rw"},
                            .owner = {cem},
                            .reason = QStringLiteral("test")}),
             ActResult::Done);
    QCOMPARE(m_engine->receipt().woken, 1);
    hold("lock:rw", ann + ":1:write");
    ask({"HSET", "lock:rw", "mode", "write"});
    QTRY_VERIFY(effectOf("lock:rw") && effectOf("lock:rw")->goesOn == GoesOn::WriterOrReaders);
}

// BLPOP serves clients in the order in which they went to sleep.
void tst_ReleaseEffectLive::theLongestSleeperIsNext()
{
    ask({"SET", "lock:job", "aQm3X9kLr2VbT8nZw5YcE1dG", "PX", "600000"});
    std::vector<std::unique_ptr<Session>> sleepers;
    std::vector<QCoro::Task<>> sleeps;
    std::vector<int> woken;
    const auto blocked = [this] {
        const auto info = redisCli(m_sandbox->tcp(), {"INFO", "clients"});
        const qsizetype at = info ? info->indexOf("blocked_clients:") : -1;
        return at < 0 ? -1 : info->mid(at + 16, 1).toInt();
    };
    const auto sleep = [&](int number) -> QCoro::Task<> {
        const Command command{"BLPOP", "lock-signal:job", "0"};
        const Outcome<Reply> reply = co_await sleepers[size_t(number)]->call(command, 30s);
        if (reply)
            woken.push_back(number);
    };
    for (int i = 0; i < 3; ++i) {
        sleepers.push_back(std::make_unique<Session>(m_sandbox->tcp()));
        sleepers.back()->open();
        QTRY_VERIFY(sleepers.back()->isReady());
        sleeps.push_back(sleep(i));
        QTRY_COMPARE(blocked(), i + 1);
    }
    QTRY_VERIFY(effectOf("lock:job"));
    QCOMPARE(effectOf("lock:job")->next, NextWaiter::LongestAsleep);
    QCOMPARE(effectOf("lock:job")->goesOn, GoesOn::One);
    QCOMPARE(m_engine->act({.act = ActKind::ForceRelease,
                            .key = {"lock:job"},
                            .expectedOwner = OwnerId{"aQm3X9kLr2VbT8nZw5YcE1dG"},
                            .reason = QStringLiteral("test")}),
             ActResult::Done);
    QTRY_COMPARE(woken, std::vector<int>{0});
    QCOMPARE(blocked(), 2);
    sleepers.clear(); // ends the other calls while what they use is there
}

void tst_ReleaseEffectLive::permitsFreeAsManyWaiters()
{
    const QByteArray later = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 600'000);
    ask({"SET", "lock:pool", "0"});
    ask({"ZADD", "{lock:pool}:timeout", later, QByteArray(32, 'a'), later, QByteArray(32, 'b')});
    listen("redisson_sc:{lock:pool}");
    QTRY_VERIFY(effectOf("lock:pool") && effectOf("lock:pool")->listening == 1);
    const auto all = effectOf("lock:pool");
    QCOMPARE(all->goesOn, GoesOn::Several);
    QCOMPARE(all->several, 2);
    QVERIFY(!all->isOneHold);
    const auto one =
        planned({.act = ActKind::RemoveShare, .key = {"lock:pool"}, .owner = {QByteArray(32, 'a')}});
    QVERIFY(one);
    QCOMPARE(one->goesOn, GoesOn::Several); // at most one: it may ask for both
    QCOMPARE(one->several, 1);
}

void tst_ReleaseEffectLive::earlierHoldsAndOtherLocks()
{
    hold("lock:other", ann + ":1");
    hold("lock:third", ann + ":2");
    const auto isHeld = [this](const QByteArray &key) {
        const LockPtr lock = m_engine->find(key);
        return lock && lock->held();
    };
    const int cycles = int(FewestHolds) + 2; // the first may begin before the events are heard
    for (int i = 0; i < cycles; ++i) {
        hold("lock:a", ann + ":1");
        QTRY_VERIFY(isHeld("lock:a"));
        ask({"DEL", "lock:a"});
        QTRY_VERIFY(!isHeld("lock:a"));
    }
    hold("lock:a", ann + ":1");
    QTRY_VERIFY(isHeld("lock:a") && isHeld("lock:other") && isHeld("lock:third"));
    const auto effect = effectOf("lock:a");
    QVERIFY(effect && effect->isOneHold);
    QVERIFY(int(effect->holds.size()) >= FewestHolds && int(effect->holds.size()) <= cycles);
    QVERIFY(usualHold(*effect));
    QVERIFY(effect->heldSince);
    QVERIFY(effect->allAreRead);
    QCOMPARE(effect->others, (std::vector<OtherLock>{{{"lock:other"}, Kinship::SameOwner},
                                                     {{"lock:third"}, Kinship::SameClient}}));
    // Of a lock whose beginning was not seen, and that was never seen to end, nothing is estimated.
    const auto other = effectOf("lock:other");
    QVERIFY(other->holds.empty() && !restOfHold(*other, now()));
}

void tst_ReleaseEffectLive::aPlanHasItsOwnEffect()
{
    ask({"SET", "lock:token", QByteArray(32, 'a'), "PX", "600000"});
    QTRY_VERIFY(m_engine->find("lock:token"));
    ActRequest request{.act = ActKind::ForceRelease, .key = {"lock:token"}};
    const auto effect = planned(request);
    QVERIFY(effect);
    QCOMPARE(effect->next, NextWaiter::Polling);
    request.dryRun = true; // without being asked for it
    QVERIFY(!finished(m_engine->engine().act(request)).plan.effect);
    QVERIFY(!planned({.act = ActKind::Wake, .key = {"lock:token"}}));
}

// Whether a waiter is dead is certain only after a second look, a second later.
void tst_ReleaseEffectLive::closingEndsAPlan()
{
    hold("lock:fair", ann + ":1");
    queue("lock:fair", bob, false);
    QTRY_VERIFY(effectOf("lock:fair") && effectOf("lock:fair")->queue.size() == 1);
    ask({"CONFIG", "RESETSTAT"});
    Engine &engine = m_engine->engine();
    QSignalSpy answers(&engine, &Engine::planned);
    engine.requestPlan(7, {.act = ActKind::ForceRelease,
                           .key = {"lock:fair"},
                           .expectedOwner = OwnerId{ann + ":1"},
                           .reason = QStringLiteral("test")});
    const auto looks = [this] {
        return redisCli(m_sandbox->tcp(), {"INFO", "commandstats"})
            .value()
            .contains("cmdstat_pubsub|numsub:calls=");
    };
    QTRY_VERIFY(looks() || !answers.isEmpty());
    engine.close();
    QCOMPARE(answers.count(), 1);
}

// As in a dry run of lockscope-cli: nothing is followed.
void tst_ReleaseEffectLive::aPlanReadsItsLockOnce()
{
    hold("lock:a", ann + ":1");
    listen("redisson_lock__channel:{lock:a}");
    Engine engine;
    engine.open(m_sandbox->tcp(), {.follow = false, .scan = false});
    VERIFY_OK(finished(engine.waitReady(30s)));
    m_engine.reset();
    ask({"CONFIG", "RESETSTAT"});
    ActRequest request{.act = ActKind::ForceRelease, .key = {"lock:a"}};
    request.dryRun = request.withEffect = true;
    const Receipt receipt = finished(engine.act(request));
    const auto stats = redisCli(m_sandbox->tcp(), {"INFO", "commandstats"});
    VERIFY_OK(stats);
    QVERIFY(receipt.plan.effect);
    QCOMPARE(receipt.plan.effect->listening, std::optional<qint64>(1));
    for (const char *command : {"cmdstat_hgetall:calls=1,", "cmdstat_script|exists:calls=1,"})
        QVERIFY2(stats->contains(command), stats->constData());
}

// Two tokens name no common client: only their connection does.
void tst_ReleaseEffectLive::whatItsConnectionKeeps()
{
    const QByteArray first(32, 'a'), second(32, 'b');
    LockHolder holder(m_sandbox->tcp(), "worker", first);
    holder.call({"SET", "lock:one", first, "PX", "600000"});
    holder.call({"SET", "lock:two", second, "PX", "600000"});
    ask({"SET", "lock:else", QByteArray(32, 'c'), "PX", "600000"});
    QTRY_VERIFY(m_engine->find("lock:one") && m_engine->find("lock:two") && m_engine->find("lock:else"));
    QVERIFY(effectOf("lock:one")->others.empty());
    for (const auto &[key, token] : {std::pair("lock:one", first), std::pair("lock:two", second)}) {
        QSignalSpy progress(&m_engine->engine(), &Engine::probing);
        QSignalSpy probed(&m_engine->engine(), &Engine::probed);
        m_engine->engine().requestProbe(1, {.key = {key}, .length = 20s});
        QTRY_VERIFY(progress.count() > 0);
        holder.call({"EVAL", "return redis.call('get', KEYS[1])", "1", key, token});
        QTRY_COMPARE(probed.count(), 1);
    }
    const auto effect = effectOf("lock:one");
    QCOMPARE(effect->others.size(), 1u);
    QCOMPARE(effect->others[0], (OtherLock{.key = {"lock:two"},
                                           .kinship = Kinship::SameConnection,
                                           .learnt = QStringLiteral("MONITOR probe")}));
}

// The figure is not that of what was left of the first fifty.
void tst_ReleaseEffectLive::manyLocksOfOneOwnerAreNotThoseOfOthers()
{
    hold("lock:a", ann + ":1");
    const int many = int(MostOtherLocks) + 20;
    for (int i = 0; i < many; ++i)
        hold("lock:same:" + QByteArray::number(i), ann + ":1");
    hold("lock:other", ann + ":2");
    const auto isRead = [&] {
        for (int i = 0; i < many; ++i) {
            if (!m_engine->find("lock:same:" + QByteArray::number(i)))
                return false;
        }
        return m_engine->find("lock:other") != nullptr;
    };
    QTRY_VERIFY(isRead());
    const auto effect = effectOf("lock:a");
    const auto isOf = [](Kinship kinship) {
        return [kinship](const OtherLock &other) { return other.kinship == kinship; };
    };
    QCOMPARE(std::ranges::count_if(effect->others, isOf(Kinship::SameOwner)), MostOtherLocks);
    QCOMPARE(std::ranges::count_if(effect->others, isOf(Kinship::SameClient)), 1);
}

LOCKSCOPE_TEST(tst_ReleaseEffectLive)

} // namespace tst_releaseeffectlive

#include "tst_releaseeffectlive.moc"
