// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlocks of real threads of Redisson: found, told as the client knows them, and broken by one release.
#include "core/engine/blocking/deadlocktext.h"
#include "tests/interop/harness/withclients.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_redisson_blocking
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redisson_blocking : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_blocking() : WithClients(redissonReleases()) {}

private slots:
    void aDeadlockOfFairLocksIsSeen();
    void aProbeFindsADeadlockOfPlainLocks();
    void aReaderThatAsksToWriteDeadlocksItself();
    void whoGaveUpIsInNone();
    void whoWroteAndReadsNowIsInNone();

private:
    QByteArray a() const { return fresh("lock:a"); }
    QByteArray b() const { return fresh("lock:b"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &kind,
                   const QByteArray &key, const QByteArray &rest = {})
    {
        return client().ask(actor, verb + ' ' + kind + ' ' + key + ' ' + rest);
    }
    // Each holds one lock and waits for the other's: the ids of the answers to come.
    std::pair<int, int> deadlock(const QByteArray &kind);
    static QByteArray told(const BlockingReport &report)
    {
        QByteArray text;
        for (const BlockedLock &blocked : report.graph.locks) {
            text += blocked.lock->key.bytes + ", " +
                    QByteArray::number(blocked.lock->waiters.subscribed.value_or(-1)) + " listen:";
            for (const Wait &wait : blocked.waits)
                text += ' ' + wait.id.bytes + " tried " + QByteArray::number(wait.attempts) + " times;";
        }
        return text;
    }
    QByteArray ownerOfStep(const BlockingReport &report, const DeadlockStep &step) const
    {
        return report.graph.locks[step.held].lock->holders[qsizetype(step.holder)].id.bytes;
    }
};

std::pair<int, int> tst_with_redisson_blocking::deadlock(const QByteArray &kind)
{
    const QByteArray rest = "- 0", waits = " - 120000";
    if (ask("alice", "acquire", kind, a(), rest) != "true" ||
        ask("bob", "acquire", kind, b(), rest) != "true")
        return {-1, -1};
    const int alice = client().begin("alice", "acquire " + kind + ' ' + b() + waits);
    const int bob = client().begin("bob", "acquire " + kind + ' ' + a() + waits);
    return {alice, bob};
}

void tst_with_redisson_blocking::aDeadlockOfFairLocksIsSeen()
{
    const QByteArray alices = ask("alice", "owner", "fair", a()), bobs = ask("bob", "owner", "fair", b());
    const auto [alice, bob] = deadlock("fair");
    QVERIFY(alice > 0 && bob > 0);
    const auto code = [this](const QByteArray &key) {
        const LockPtr lock = stage().followed(key);
        return lock ? lock->verdict.code : std::string_view("gone");
    };
    QTRY_COMPARE(code(a()), std::string_view("deadlock"));
    QTRY_COMPARE(code(b()), std::string_view("deadlock"));
    const BlockingReport report = finished(stage().engine().blocking({}));
    QCOMPARE(report.deadlocks.size(), 1u);
    const Deadlock &found = report.deadlocks.front();
    QVERIFY(isCertain(found));
    QCOMPARE(found.steps.size(), 2u);
    QCOMPARE(ownerOfStep(report, found.steps[0]), alices);
    QCOMPARE(ownerOfStep(report, found.steps[1]), bobs);
    // Alice goes on as soon as the lock that she waits for is released.
    COMPARE_RESULT(stage().force(b(), bobs), ActResult::Done);
    QCOMPARE(client().answer(alice), QByteArray("true"));
    QTRY_VERIFY(code(a()) != "deadlock" && code(b()) != "deadlock");
    QCOMPARE(ask("alice", "release", "fair", b()), QByteArray("released"));
    QCOMPARE(ask("alice", "release", "fair", a()), QByteArray("released"));
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release", "fair", a()), QByteArray("released"));
}

// They try again whenever the lease that they saw could be over: within 3 s here.
void tst_with_redisson_blocking::aProbeFindsADeadlockOfPlainLocks()
{
    const QByteArray alices = ask("alice", "owner", "lock", a()), bobs = ask("bob", "owner", "lock", b());
    const auto [alice, bob] = deadlock("lock");
    QVERIFY(alice > 0 && bob > 0);
    QTRY_VERIFY(stage().followed(a()) && stage().followed(b()));
    QVERIFY(finished(stage().engine().blocking({})).deadlocks.empty()); // who waits is not known
    const BlockingReport report = stage().probeBlocking(8s, [] {});
    QVERIFY2(report.deadlocks.size() == 1, told(report).constData());
    const Deadlock &found = report.deadlocks.front();
    QVERIFY(found.sameness == Sameness::Certain);
    QVERIFY(!isCertain(found)); // who was heard may have given up
    QCOMPARE(ownerOfStep(report, found.steps[0]), alices);
    QCOMPARE(ownerOfStep(report, found.steps[1]), bobs);
    COMPARE_RESULT(stage().force(b(), bobs), ActResult::Done);
    QCOMPARE(client().answer(alice), QByteArray("true"));
    QCOMPARE(ask("alice", "release", "lock", b()), QByteArray("released"));
    QCOMPARE(ask("alice", "release", "lock", a()), QByteArray("released"));
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release", "lock", a()), QByteArray("released"));
}

void tst_with_redisson_blocking::aReaderThatAsksToWriteDeadlocksItself()
{
    const QByteArray alices = ask("alice", "owner", "read", a());
    QCOMPARE(ask("alice", "acquire", "read", a(), "- 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(a()) && stage().followed(a())->held());
    const int alice = client().begin("alice", "acquire write " + a() + " - 20000");
    const BlockingReport report = stage().probeBlocking(8s, [] {});
    QCOMPARE(report.deadlocks.size(), 1u);
    const Deadlock &found = report.deadlocks.front();
    QVERIFY(found.sameness == Sameness::Certain);
    QCOMPARE(found.steps.size(), 1u);
    QCOMPARE(ownerOfStep(report, found.steps[0]), alices);
    QVERIFY(deadlockSteps(report.graph, found).front().contains(QStringLiteral("waits for itself")));
    QCOMPARE(client().answer(alice), QByteArray("false")); // it gave up
    QCOMPARE(ask("alice", "release", "read", a()), QByteArray("released"));
}

// Each holds one lock, tries the other's for a moment and works on. A Redisson whose time is over before it
// has subscribed may stay subscribed, so the moment is long enough for that.
void tst_with_redisson_blocking::whoGaveUpIsInNone()
{
    QCOMPARE(ask("alice", "acquire", "lock", a(), "- 0"), QByteArray("true"));
    QCOMPARE(ask("bob", "acquire", "lock", b(), "- 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(a()) && stage().followed(b()));
    const BlockingReport report = stage().probeBlocking(5s, [this] {
        QCOMPARE(ask("alice", "acquire", "lock", b(), "- 1000"), QByteArray("false"));
        QCOMPARE(ask("bob", "acquire", "lock", a(), "- 1000"), QByteArray("false"));
        for (const QByteArray &key : {a(), b()}) // The library answers before it ends its subscription
            QTRY_COMPARE(stage().subscribers("redisson_lock__channel:{" + key + '}'), 0);
        QTest::qWait(5'200); // Who is silent for five times the pace of its tries, a second at most, gave up
    });
    QVERIFY2(report.deadlocks.empty() && report.graph.named() == 0, told(report).constData());
    QCOMPARE(ask("alice", "release", "lock", a()), QByteArray("released"));
    QCOMPARE(ask("bob", "release", "lock", b()), QByteArray("released"));
}

void tst_with_redisson_blocking::whoWroteAndReadsNowIsInNone()
{
    QCOMPARE(ask("bob", "acquire", "read", a(), "- 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(a()) && stage().followed(a())->held());
    const BlockingReport report = stage().probeBlocking(3s, [this] {
        const int writes = client().begin("alice", "acquire write " + a() + " - 20000");
        QTRY_VERIFY(stage().look(a())->waiters.count().least > 0);
        QCOMPARE(ask("bob", "release", "read", a()), QByteArray("released"));
        QCOMPARE(client().answer(writes), QByteArray("true"));
        QCOMPARE(ask("alice", "acquire", "read", a(), "- 0"), QByteArray("true"));
        QCOMPARE(ask("alice", "release", "write", a()), QByteArray("released"));
    });
    QVERIFY2(report.deadlocks.empty() && report.graph.named() == 0, told(report).constData());
    QCOMPARE(ask("alice", "release", "read", a()), QByteArray("released"));
}

LOCKSCOPE_TEST(tst_with_redisson_blocking)

} // namespace tst_with_redisson_blocking

#include "tst_with_redisson_blocking.moc"
