// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's semaphores and count-down latch: numbers in a key, with those that wait told by a message.
#include "tests/interop/harness/withclients.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_redisson_counters
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redisson_counters : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_counters() : WithClients(redissonReleases()) {}

private slots:
    void aSemaphoreIsShown();
    void weAndItShareASemaphore();
    void ourReleaseLetsTheWaiterOfASemaphoreIn();
    void itsReleaseLetsUsIntoASemaphore();
    void ourForceReleaseGivesALostPermitBack();
    void permitsAreShown();
    void weAndItSharePermits();
    void ourReleaseLetsTheWaiterForAPermitIn();
    void itsReleaseLetsUsHaveAPermit();
    void aPermitWeTookAwayIsNoticed();
    void permitsAreForcedByTheIdsThatItKnows();
    void aLatchIsShown();
    void weAndItCountALatchDown();
    void ourForceReleaseOpensALatch();
    void ourWakeHelpsThoseWhoseLatchIsGone();

private:
    QByteArray semaphore() const { return fresh("semaphore:"); }
    QByteArray latch() const { return fresh("latch:"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &line) { return client().ask(actor, line); }
    // Begins a wait, and returns when somebody listens on the channel.
    int beginToWait(const QByteArray &actor, const QByteArray &line, const QByteArray &channel,
                    qint64 listeners = 1);
    Receipt act(ActKind kind, const QByteArray &key, const QByteArray &owner = {});
    std::optional<Permits> permits();
    // As Redis has it: 16 bytes since 3.17, before that their hexadecimal digits.
    QByteArray stored(const QByteArray &id) const
    {
        return rowOf(row()).title == "3.13.6" ? id : QByteArray::fromHex(id);
    }
};

int tst_with_redisson_counters::beginToWait(const QByteArray &actor, const QByteArray &line,
                                            const QByteArray &channel, qint64 listeners)
{
    const int id = client().begin(actor, line);
    if (!QTest::qWaitFor([&] { return stage().subscribers(channel) >= listeners; },
                         int(Client::Promptly.count())))
        qWarning("nobody listens on %s", channel.constData());
    return client().isAnswered(id) ? -1 : id;
}

Receipt tst_with_redisson_counters::act(ActKind kind, const QByteArray &key, const QByteArray &owner)
{
    return stage().act({.act = kind, .key = {key}, .owner = {owner}, .reason = QStringLiteral("test")});
}

std::optional<Permits> tst_with_redisson_counters::permits()
{
    const LockPtr lock = stage().look(semaphore());
    return lock ? lock->permits() : std::nullopt;
}

void tst_with_redisson_counters::aSemaphoreIsShown()
{
    QCOMPARE(ask("alice", "set semaphore " + semaphore() + " 3"), QByteArray("true"));
    QCOMPARE(ask("alice", "acquire semaphore " + semaphore() + " 2 0"), QByteArray("true"));
    const LockPtr lock = stage().look(semaphore());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("semaphore"));
    QVERIFY(lock->permits());
    QCOMPARE(lock->permits()->available, std::optional<qint64>(1));
    QTRY_VERIFY(stage().followed(semaphore()));
}

void tst_with_redisson_counters::weAndItShareASemaphore()
{
    QCOMPARE(ask("alice", "set semaphore " + semaphore() + " 2"), QByteArray("true"));
    COMPARE_RESULT(stage().acquire("semaphore", semaphore()), ActResult::Done);
    QCOMPARE(ask("alice", "count semaphore " + semaphore()), QByteArray("1"));
    QCOMPARE(ask("alice", "acquire semaphore " + semaphore() + " 1 0"), QByteArray("true"));
    COMPARE_RESULT(stage().acquire("semaphore", semaphore()), ActResult::NotAcquired);
    QCOMPARE(ask("alice", "acquire semaphore " + semaphore() + " 1 0"), QByteArray("false"));
    QCOMPARE(permits()->available, std::optional<qint64>(0));
    QCOMPARE(stage().look(semaphore())->verdict.code, std::string_view("closed")); // not free
}

void tst_with_redisson_counters::ourReleaseLetsTheWaiterOfASemaphoreIn()
{
    QCOMPARE(ask("alice", "set semaphore " + semaphore() + " 1"), QByteArray("true"));
    COMPARE_RESULT(stage().acquire("semaphore", semaphore()), ActResult::Done);
    const int waiting = beginToWait("bob", "acquire semaphore " + semaphore() + " 1 30000",
                                    "redisson_sc:{" + semaphore() + '}');
    QVERIFY(waiting > 0);
    COMPARE_RESULT(act(ActKind::Release, semaphore()), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(permits()->available, std::optional<qint64>(0));
}

void tst_with_redisson_counters::itsReleaseLetsUsIntoASemaphore()
{
    QCOMPARE(ask("alice", "set semaphore " + semaphore() + " 1"), QByteArray("true"));
    QCOMPARE(ask("alice", "acquire semaphore " + semaphore() + " 1 0"), QByteArray("true"));
    const quint64 waiting = stage().beginAcquire("semaphore", semaphore());
    QVERIFY(!QTest::qWaitFor([&] { return stage().isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release semaphore " + semaphore() + " 1"), QByteArray("released"));
    COMPARE_RESULT(stage().receipt(waiting), ActResult::Done);
    QCOMPARE(permits()->available, std::optional<qint64>(0));
}

void tst_with_redisson_counters::ourForceReleaseGivesALostPermitBack()
{
    QCOMPARE(ask("alice", "set semaphore " + semaphore() + " 1"), QByteArray("true"));
    QCOMPARE(ask("alice", "acquire semaphore " + semaphore() + " 1 0"), QByteArray("true"));
    const int waiting = beginToWait("bob", "acquire semaphore " + semaphore() + " 1 30000",
                                    "redisson_sc:{" + semaphore() + '}');
    QVERIFY(waiting > 0);
    COMPARE_RESULT(act(ActKind::ForceRelease, semaphore()), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    // Nobody can tell the old holder: what he gives back is one more than there was.
    QCOMPARE(ask("alice", "release semaphore " + semaphore() + " 1"), QByteArray("released"));
    QCOMPARE(ask("bob", "release semaphore " + semaphore() + " 1"), QByteArray("released"));
    QCOMPARE(permits()->available, std::optional<qint64>(2));
}

void tst_with_redisson_counters::permitsAreShown()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 2"), QByteArray("true"));
    const QByteArray id = ask("alice", "acquire permits " + semaphore() + " 60000 0");
    const LockPtr lock = stage().look(semaphore());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("permit-semaphore"));
    QCOMPARE(lock->owner().bytes, stored(id));
    QCOMPARE(shownId(lock->holders.front()), id);
    QVERIFY(lock->holders.front().mode == HoldMode::Permit);
    QVERIFY(lock->holders.front().expiresAt);
    const auto left = *lock->holders.front().expiresAt - lock->readAt;
    QVERIFY(left > 50s && left <= 61s);
    QCOMPARE(lock->permits()->available, std::optional<qint64>(1));
    QCOMPARE(lock->permits()->held, std::optional<qint64>(1));
    QCOMPARE(lock->permits()->total, std::optional<qint64>(2));
    QTRY_VERIFY(stage().followed(semaphore()));
}

void tst_with_redisson_counters::weAndItSharePermits()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 2"), QByteArray("true"));
    COMPARE_RESULT(stage().acquire("permit-semaphore", semaphore()), ActResult::Done);
    QCOMPARE(ask("alice", "count permits " + semaphore()), QByteArray("1"));
    QVERIFY(ask("alice", "acquire permits " + semaphore() + " 60000 0") != "null");
    COMPARE_RESULT(stage().acquire("permit-semaphore", semaphore()), ActResult::NotAcquired);
    QCOMPARE(ask("alice", "acquire permits " + semaphore() + " 60000 0"), QByteArray("null"));
    QCOMPARE(permits()->held, std::optional<qint64>(2));
}

void tst_with_redisson_counters::ourReleaseLetsTheWaiterForAPermitIn()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 1"), QByteArray("true"));
    const Receipt ours = stage().acquire("permit-semaphore", semaphore());
    COMPARE_RESULT(ours, ActResult::Done);
    const int waiting = beginToWait("bob", "acquire permits " + semaphore() + " 60000 30000",
                                    "redisson_sc:{" + semaphore() + '}');
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().release(semaphore(), ours.owner.bytes), ActResult::Done);
    const QByteArray id = client().answer(waiting);
    QCOMPARE(ownerOf(semaphore()), stored(id));
    QCOMPARE(ask("bob", "release permits " + semaphore() + ' ' + id), QByteArray("released"));
    QCOMPARE(ask("bob", "count permits " + semaphore()), QByteArray("1"));
}

void tst_with_redisson_counters::itsReleaseLetsUsHaveAPermit()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 1"), QByteArray("true"));
    const QByteArray id = ask("alice", "acquire permits " + semaphore() + " 60000 0");
    const quint64 waiting = stage().beginAcquire("permit-semaphore", semaphore());
    QVERIFY(!QTest::qWaitFor([&] { return stage().isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release permits " + semaphore() + ' ' + id), QByteArray("released"));
    const Receipt ours = stage().receipt(waiting);
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ownerOf(semaphore()), ours.owner.bytes);
}

void tst_with_redisson_counters::aPermitWeTookAwayIsNoticed()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 1"), QByteArray("true"));
    const QByteArray id = ask("alice", "acquire permits " + semaphore() + " 60000 0");
    const int waiting = beginToWait("bob", "acquire permits " + semaphore() + " 60000 30000",
                                    "redisson_sc:{" + semaphore() + '}');
    QVERIFY(waiting > 0);
    COMPARE_RESULT(act(ActKind::RemoveShare, semaphore(), stored(id)), ActResult::Done);
    QCOMPARE(ownerOf(semaphore()), stored(client().answer(waiting)));
    QCOMPARE(ask("alice", "release permits " + semaphore() + ' ' + id), QByteArray("error RedisException"));
    QCOMPARE(permits()->total, std::optional<qint64>(1));
}

void tst_with_redisson_counters::permitsAreForcedByTheIdsThatItKnows()
{
    QCOMPARE(ask("alice", "set permits " + semaphore() + " 1"), QByteArray("true"));
    const QByteArray id = ask("alice", "acquire permits " + semaphore() + " 60000 0");
    COMPARE_RESULT(stage().force(semaphore(), QByteArray(32, 'a')), ActResult::OwnerChanged);
    COMPARE_RESULT(stage().force(semaphore(), id), ActResult::Done);
    QCOMPARE(permits()->available, std::optional<qint64>(1));
}

void tst_with_redisson_counters::aLatchIsShown()
{
    QCOMPARE(ask("alice", "set latch " + latch() + " 2"), QByteArray("true"));
    const LockPtr lock = stage().look(latch());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("latch"));
    QVERIFY(lock->extras);
    QCOMPARE(lock->extras->toGo, std::optional<qint64>(2));
    QTRY_VERIFY(stage().followed(latch()));
}

void tst_with_redisson_counters::weAndItCountALatchDown()
{
    QCOMPARE(ask("alice", "set latch " + latch() + " 3"), QByteArray("true"));
    const QByteArray channel = "redisson_countdownlatch__channel__{" + latch() + '}';
    const int waiting = beginToWait("bob", "acquire latch " + latch() + " 30000", channel);
    QVERIFY(waiting > 0);
    COMPARE_RESULT(act(ActKind::Release, latch()), ActResult::Done);
    QCOMPARE(ask("alice", "count latch " + latch()), QByteArray("2"));
    QCOMPARE(ask("alice", "release latch " + latch()), QByteArray("released"));
    QVERIFY(!client().isAnswered(waiting));
    COMPARE_RESULT(act(ActKind::Release, latch()), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    // The library answers before it ends its subscription, and a latch that somebody listens for is shown.
    QVERIFY(QTest::qWaitFor([&] { return stage().subscribers(channel) == 0; }, Patience));
    QVERIFY(!stage().look(latch()));
}

void tst_with_redisson_counters::ourForceReleaseOpensALatch()
{
    QCOMPARE(ask("alice", "set latch " + latch() + " 5"), QByteArray("true"));
    const QByteArray channel = "redisson_countdownlatch__channel__{" + latch() + '}';
    const int bob = beginToWait("bob", "acquire latch " + latch() + " 30000", channel);
    const int carol = client().begin("carol", "acquire latch " + latch() + " 30000");
    QCOMPARE(ask("dave", "count latch " + latch()), QByteArray("5"));
    COMPARE_RESULT(act(ActKind::ForceRelease, latch()), ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(client().answer(carol), QByteArray("true"));
    QCOMPARE(ask("alice", "release latch " + latch()), QByteArray("released")); // as the library has it
}

void tst_with_redisson_counters::ourWakeHelpsThoseWhoseLatchIsGone()
{
    QCOMPARE(ask("alice", "set latch " + latch() + " 1"), QByteArray("true"));
    const int waiting = beginToWait("bob", "acquire latch " + latch() + " 30000",
                                    "redisson_countdownlatch__channel__{" + latch() + '}');
    letItFallAsleep("bob"); // else it would see by itself that the latch is gone
    QCOMPARE(stage().call({"DEL", latch()}).integer, 1);
    QVERIFY(!QTest::qWaitFor([&] { return client().isAnswered(waiting); }, 500));
    const Receipt woken = stage().act({.act = ActKind::Wake, .key = {latch()}, .kind = "latch"});
    COMPARE_RESULT(woken, ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
}

LOCKSCOPE_TEST(tst_with_redisson_counters)

} // namespace tst_with_redisson_counters

#include "tst_with_redisson_counters.moc"
