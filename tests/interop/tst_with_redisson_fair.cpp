// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of Redisson's fair lock: shown, kept to, and entered by us.
#include "core/engine/blocking/releaseeffect.h"
#include "tests/interop/harness/withclients.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>

namespace tst_with_redisson_fair
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redisson_fair : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_fair() : WithClients(redissonReleases()) {}

private slots:
    void itsQueueIsShown();
    void whoLeavesItToHoldTheLockIsTold_data();
    void whoLeavesItToHoldTheLockIsTold();
    void ourReleaseLetsTheFirstIn();
    void theyGoOnInTheOrderTold();
    void weWaitForOurTurn();
    void itLetsUsInWhenItIsOurTurn();
    void aDeadWaiterThatWeRemoveStopsBlocking();
    void ourWakeHelpsAfterAPlainDelete();
    void aKilledHeadIsDropped_data();
    void aKilledHeadIsDropped();

private:
    QByteArray key() const { return fresh("lock:"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest = {})
    {
        return client().ask(actor, verb + " fair " + key() + ' ' + rest);
    }
    bool hold(const QByteArray &actor) { return ask(actor, "acquire", "60000 0") == "true"; }
    QByteArray owner(const QByteArray &actor) { return ask(actor, "owner"); }
    // Its owner id must be known before: an actor that waits answers nothing.
    int beginToWait(const QByteArray &actor, qint64 placeInQueue);
    qint64 queued() { return stage().call({"LLEN", "redisson_lock_queue:{" + key() + '}'}).integer; }
};

int tst_with_redisson_fair::beginToWait(const QByteArray &actor, qint64 placeInQueue)
{
    const int id = client().begin(actor, "acquire fair " + key() + " 60000 30000");
    if (!QTest::qWaitFor([&] { return queued() >= placeInQueue; }, int(Client::Promptly.count())))
        qWarning("%s does not queue", actor.constData());
    return client().isAnswered(id) ? -1 : id;
}

void tst_with_redisson_fair::itsQueueIsShown()
{
    const QByteArray bob = owner("bob"), carol = owner("carol");
    QVERIFY(hold("alice"));
    const int first = beginToWait("bob", 1);
    const int second = beginToWait("carol", 2);
    QVERIFY(first > 0 && second > 0);
    const auto isAlive = [this](size_t place) {
        const LockPtr lock = stage().look(key());
        return lock && lock->waiters.queued.size() > place &&
               lock->waiters.queued.at(place).alive == std::optional(true);
    };
    QTRY_VERIFY(isAlive(0) && isAlive(1)); // it queues first, and listens then
    const LockPtr lock = stage().look(key());
    QCOMPARE(lock->kind.name, std::string_view("fair-lock"));
    QVERIFY(lock->confidence == Confidence::Certain);
    QCOMPARE(lock->owner().bytes, owner("alice"));
    QCOMPARE(lock->waiters.queued.size(), 2u);
    QCOMPARE(lock->waiters.queued.at(0).id.bytes, bob);
    QCOMPARE(lock->waiters.queued.at(1).id.bytes, carol);
    QVERIFY(lock->waiters.queued.at(0).deadline && lock->waiters.queued.at(1).deadline);
    QVERIFY(*lock->waiters.queued.at(0).deadline < *lock->waiters.queued.at(1).deadline);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(client().answer(first), QByteArray("true"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    QCOMPARE(client().answer(second), QByteArray("true"));
    QCOMPARE(ask("carol", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::whoLeavesItToHoldTheLockIsTold_data()
{
    QTest::addColumn<QByteArray>("keyspaceEvents");
    QTest::newRow("keyspace events") << QByteArray("KEA");
    QTest::newRow("tracking") << QByteArray("");
}

// Until then, it would count as one that waits.
void tst_with_redisson_fair::whoLeavesItToHoldTheLockIsTold()
{
    QFETCH(QByteArray, keyspaceEvents);
    stage().call({"CONFIG", "SET", "notify-keyspace-events", keyspaceEvents});
    const auto restore = qScopeGuard([this] {
        stage().call({"CONFIG", "SET", "notify-keyspace-events", ""});
    });
    std::vector<LockDelta> deltas;
    Engine engine;
    connect(&engine, &Engine::tableChanged, this,
            [&deltas](const LockDelta &delta) { deltas.push_back(delta); });
    engine.open(stage().spec(), {});
    VERIFY_OK(finished(engine.waitReady(10s)));
    const OwnerId bob{owner("bob")};
    QVERIFY(hold("alice"));
    const int waits = beginToWait("bob", 1);
    QVERIFY(waits > 0);
    const auto queueSeen = [&] {
        const LockPtr lock = engine.find({key()});
        return lock && lock->waiters.queued.size() == 1;
    };
    QTRY_VERIFY(queueSeen());
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(client().answer(waits), QByteArray("true"));
    const auto has = [this](const LockDelta &delta, const auto &isMeant) {
        return std::ranges::any_of(
            delta.events, [&](const LockEvent &event) { return event.key.bytes == key() && isMeant(event); });
    };
    const auto isTaken = [&](const LockDelta &delta) {
        return has(delta, [&](const LockEvent &event) {
            return event.kind == EventKind::Acquired && event.owner == bob;
        });
    };
    const auto isTold = [&](const LockDelta &delta) {
        return has(delta, [](const LockEvent &event) {
            return event.kind == EventKind::Waiters && event.count == 0;
        });
    };
    QTRY_VERIFY(std::any_of(std::ranges::find_if(deltas, isTaken), deltas.end(), isTold));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::ourReleaseLetsTheFirstIn()
{
    const QByteArray bob = owner("bob");
    const Receipt ours = stage().acquire("fair-lock", key());
    COMPARE_RESULT(ours, ActResult::Done);
    const int first = beginToWait("bob", 1);
    const int second = beginToWait("carol", 2);
    QVERIFY(first > 0 && second > 0);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(first), QByteArray("true"));
    QVERIFY(!client().isAnswered(second));
    QCOMPARE(ownerOf(key()), bob);
    COMPARE_RESULT(stage().force(key(), bob), ActResult::Done);
    QCOMPARE(client().answer(second), QByteArray("true"));
    QCOMPARE(ask("bob", "release"), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ask("carol", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::theyGoOnInTheOrderTold()
{
    const std::vector<QByteArray> actors{"bob", "carol", "dave"};
    std::vector<QByteArray> owners;
    for (const QByteArray &actor : actors)
        owners.push_back(owner(actor));
    QByteArray holder = owner("alice");
    QVERIFY(hold("alice"));
    std::vector<int> waits;
    for (const QByteArray &actor : actors)
        waits.push_back(beginToWait(actor, qint64(waits.size()) + 1));
    const auto told = [this] {
        std::vector<QByteArray> order;
        const std::optional<LockDetail> detail = stage().detail(key());
        if (!detail || !detail->effect)
            return order;
        for (const Turn &turn : turnsOf(*detail->effect, now())) {
            if (turn.place > 0 && turn.waiter->alive == true) // it queues first, and listens then
                order.push_back(turn.waiter->id.bytes);
        }
        return order;
    };
    QTRY_COMPARE(told(), owners);
    for (size_t i = 0; i < actors.size(); ++i) {
        COMPARE_RESULT(stage().force(key(), holder), ActResult::Done);
        QCOMPARE(client().answer(waits[i]), QByteArray("true"));
        holder = owners[i];
        QCOMPARE(ownerOf(key()), holder);
    }
    QCOMPARE(ask("dave", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::weWaitForOurTurn()
{
    QVERIFY(hold("alice"));
    const int bob = beginToWait("bob", 1);
    QVERIFY(bob > 0);
    const quint64 ours = stage().beginAcquire("fair-lock", key());
    QTRY_COMPARE(queued(), 2);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(client().answer(bob), QByteArray("true")); // before us
    QVERIFY(!stage().isAnswered(ours));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    const Receipt receipt = stage().receipt(ours);
    COMPARE_RESULT(receipt, ActResult::Done);
    QCOMPARE(ownerOf(key()), receipt.owner.bytes);
    COMPARE_RESULT(stage().release(key(), receipt.owner.bytes), ActResult::Done);
    QCOMPARE(queued(), 0);
}

void tst_with_redisson_fair::itLetsUsInWhenItIsOurTurn()
{
    QVERIFY(hold("alice"));
    const quint64 ours = stage().beginAcquire("fair-lock", key());
    QTRY_COMPARE(queued(), 1);
    const int bob = beginToWait("bob", 2); // behind us
    QVERIFY(bob > 0);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    const Receipt receipt = stage().receipt(ours);
    COMPARE_RESULT(receipt, ActResult::Done);
    QVERIFY(!client().isAnswered(bob));
    COMPARE_RESULT(stage().release(key(), receipt.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

// A waiter that died in the queue: the lock is free, and nobody may have it before its deadline.
void tst_with_redisson_fair::aDeadWaiterThatWeRemoveStopsBlocking()
{
    const QByteArray dead = "11111111-1111-4111-8111-111111111111:1";
    const QByteArray deadline = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 300'000);
    stage().call({"RPUSH", "redisson_lock_queue:{" + key() + '}', dead});
    stage().call({"ZADD", "redisson_lock_timeout:{" + key() + '}', deadline, dead});
    QVERIFY(!hold("alice"));
    const int bob = beginToWait("bob", 2);
    QVERIFY(bob > 0);
    const Receipt removed = stage().act({.act = ActKind::RemoveShare,
                                         .key = {key()},
                                         .kind = "fair-lock",
                                         .owner = {dead},
                                         .reason = QStringLiteral("test")});
    COMPARE_RESULT(removed, ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::ourWakeHelpsAfterAPlainDelete()
{
    QVERIFY(hold("alice"));
    const int bob = beginToWait("bob", 1);
    QVERIFY(bob > 0);
    letItFallAsleep("bob"); // else it would find the lock free by itself
    QCOMPARE(stage().call({"DEL", key()}).integer, 1);
    QVERIFY(!QTest::qWaitFor([&] { return client().isAnswered(bob); }, 500));
    const Receipt woken = stage().act({.act = ActKind::Wake, .key = {key()}, .kind = "fair-lock"});
    COMPARE_RESULT(woken, ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_redisson_fair::aKilledHeadIsDropped_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::newRow("by force") << ActKind::ForceRelease;
    QTest::newRow("by waking, after a plain delete") << ActKind::Wake;
}

// Its deadline is more than a minute away: until then nobody behind it would get the lock.
void tst_with_redisson_fair::aKilledHeadIsDropped()
{
    QFETCH(ActKind, act);
    QVERIFY(hold("alice"));
    Client other(rowOf(row()).client, {stage().ports(), QStringLiteral("3000")});
    const QByteArray dead = other.ask("dead", "owner fair " + key());
    other.begin("dead", "acquire fair " + key() + " 60000 60000");
    QTRY_COMPARE_WITH_TIMEOUT(queued(), 1, int(Client::Promptly.count()));
    const QByteArray bobs = owner("bob");
    const int bob = beginToWait("bob", 2);
    const int carol = beginToWait("carol", 3);
    QVERIFY(bob > 0 && carol > 0);
    const QByteArray channel = "redisson_lock__channel:{" + key() + "}:";
    QTRY_COMPARE_WITH_TIMEOUT(stage().subscribers(channel + dead), 1, int(Client::Promptly.count()));
    QTRY_COMPARE_WITH_TIMEOUT(stage().subscribers(channel + bobs), 1, int(Client::Promptly.count()));
    other.kill();
    QTRY_COMPARE(stage().subscribers(channel + dead), 0);
    letItFallAsleep("bob");
    letItFallAsleep("carol");
    if (act == ActKind::Wake)
        QCOMPARE(stage().call({"DEL", key()}).integer, 1);
    const Receipt receipt = act == ActKind::Wake ? stage().act({.act = act, .key = {key()}})
                                                 : stage().force(key(), owner("alice"));
    COMPARE_RESULT(receipt, ActResult::Done);
    QCOMPARE(receipt.woken, 1);
    QCOMPARE(receipt.wokenWaiter.bytes, bobs);
    QCOMPARE(receipt.dropped.size(), size_t(1));
    QCOMPARE(receipt.dropped.front().bytes, dead);
    QVERIFY2(receipt.line().contains(QLatin1String(dead)), qPrintable(receipt.line()));
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QVERIFY(!client().isAnswered(carol));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    QCOMPARE(client().answer(carol), QByteArray("true"));
    QCOMPARE(ask("carol", "release"), QByteArray("released"));
    QCOMPARE(queued(), 0);
}

LOCKSCOPE_TEST(tst_with_redisson_fair)

} // namespace tst_with_redisson_fair

#include "tst_with_redisson_fair.moc"
