// SPDX-License-Identifier: GPL-3.0-or-later
// Acquire, re-enter, wait, renew, release and the watchdog against a real server.

#include "core/engine/acts/lockclient.h"
#include "core/engine/acts/wakeupchannels.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTest>
#include <qcorotask.h>

#include <csignal>

namespace tst_lockclient
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

namespace
{

struct Party {
    explicit Party(const ConnectionSpec &spec) : session(spec), client(session, Registry::builtIn())
    {
        session.open();
    }
    ~Party() { session.close(); }
    Session session;
    LockClient client;
};

const QByteArray Kind = "rlock";
const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";
const QByteArray Channel = "redisson_lock__channel:{lock:a}";

ActRequest acquire(const QByteArray &owner, milliseconds lease, milliseconds wait = 0ms)
{
    return {.act = ActKind::Acquire,
            .key = {"lock:a"},
            .kind = Kind,
            .owner = {owner},
            .lease = lease,
            .wait = wait};
}

ActRequest release(const QByteArray &owner)
{
    return {.act = ActKind::Release, .key = {"lock:a"}, .kind = Kind, .owner = {owner}};
}

ActRequest watched(ActRequest request)
{
    request.watchdog = true;
    return request;
}

ActRequest asToken(ActRequest request)
{
    request.kind = "token-lock";
    return request;
}

Receipt now(Party &party, const ActRequest &request)
{
    return finished(party.client.act(request));
}

// A route without a master at first.
class LateRoute final : public Route
{
public:
    void arrive(Session &session) { m_session = &session; }

    Session *reading(const LockName &) override { return m_session; }
    Session *acting(const LockName &) override { return m_session; }
    Failure failure(const LockName &) const override { return {.kind = ErrorKind::Cancelled}; }
    bool mayMove() const override { return false; }
    bool isCluster() const override { return false; }
    QCoro::Task<> lookAgain() override { co_return; }

private:
    Session *m_session = nullptr;
};

// Starts an act; its result is set when it ends.
std::shared_ptr<std::optional<Receipt>> begin(Party &party, const ActRequest &request)
{
    auto result = std::make_shared<std::optional<Receipt>>();
    QCoro::connect(party.client.act(request), &party.client,
                   [result](const Receipt &receipt) { *result = receipt; });
    return result;
}

} // namespace

class TestLockClient : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_admin.reset(); }
    void cleanupTestCase() { m_sandbox.reset(); }

    void acquiresReentersAndReleases();
    void refusesTheSecondOwnerAndNamesTheFirst();
    void freeTokenLockIsTakenByOneCommand();
    void refusedTokenLockIsAskedOfTheScript();
    void keyOfAnotherTypeIsNoTokenLock();
    void waiterIsWokenByTheReleaseMessage();
    void pollingWaiterGetsTheTokenLock();
    void waitEndsWithNotAcquired();
    void waitCanBeCancelled();
    void waitCanBeCancelledDuringItsFirstTry();
    void waiterWhoMayNotSubscribeAsksAgain();
    void secondWaiterListensWhereTheFirstCouldNot();
    void waiterTakesOverWhenTheLeaseEnds();
    void watchdogRenewsUntilReleased();
    void watchdogTellsWhenTheLockIsTakenAway();
    void watchdogGoesOnAfterARefusal();
    void watchdogTellsOfTheEndOfTheLeaseInTime();
    void locksWithoutTokenAreNotRenewed();
    void abandonedLockIsNotRenewed();
    void releaseByAStrangerChangesNothing();
    void unknownKindIsRefused();
    void connectionLostAfterSendingIsUnknown();

private:
    Reply ask(Command command)
    {
        const auto reply = finished(m_admin->session.call(std::move(command)));
        return reply.ok() ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
    }
    ConnectionSpec as(const QByteArray &user)
    {
        ask({"ACL", "SETUSER", user, "on", ">secret", "~*", "&*", "+@all"});
        ConnectionSpec spec = m_sandbox->tcp();
        spec.user = QString::fromLatin1(user);
        spec.password = QStringLiteral("secret");
        return spec;
    }
    qint64 subscribers() { return ask({"PUBSUB", "NUMSUB", Channel}).items.at(1).integer; }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Party> m_admin;
};

void TestLockClient::initTestCase()
{
    auto sandbox = Sandbox::start();
    QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
    m_sandbox = std::move(*sandbox);
}

void TestLockClient::init()
{
    m_admin = std::make_unique<Party>(m_sandbox->tcp());
    QTRY_VERIFY(m_admin->session.isReady());
    QVERIFY(!ask({"FLUSHALL"}).isError());
}

void TestLockClient::acquiresReentersAndReleases()
{
    Party alice(m_sandbox->tcp());
    Receipt receipt = now(alice, acquire(Alice, 30s));
    QCOMPARE(receipt.result, ActResult::Done);
    QCOMPARE(receipt.foundCount, 1);
    receipt = now(alice, acquire(Alice, 30s));
    QCOMPARE(receipt.result, ActResult::Done);
    QCOMPARE(receipt.foundCount, 2);
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("2"));
    receipt = now(alice, release(Alice));
    QCOMPARE(receipt.result, ActResult::Done);
    QCOMPARE(receipt.foundCount, 1);
    receipt = now(alice, release(Alice));
    QCOMPARE(receipt.result, ActResult::Done);
    QCOMPARE(receipt.foundCount, 0);
    QCOMPARE(ask({"EXISTS", "lock:a"}).integer, 0);
}

void TestLockClient::refusesTheSecondOwnerAndNamesTheFirst()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 30s)).result, ActResult::Done);
    const Receipt refused = now(bob, acquire(Bob, 30s));
    QCOMPARE(refused.result, ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner, std::optional(OwnerId{Alice}));
    QVERIFY(refused.ttl && *refused.ttl > 20s);
}

void TestLockClient::freeTokenLockIsTakenByOneCommand()
{
    Party alice(m_sandbox->tcp());
    ask({"CONFIG", "RESETSTAT"});
    const Receipt taken = now(alice, asToken(acquire("token", 30s)));
    QVERIFY(!ask({"INFO", "commandstats"}).bytes.contains("cmdstat_eval"));
    QCOMPARE(taken.result, ActResult::Done);
    QCOMPARE(taken.owner, OwnerId{"token"});
    QCOMPARE(taken.foundOwner, OwnerId{"token"});
    QCOMPARE(taken.foundCount, 1);
    QCOMPARE(taken.ttl, 30s);
    QCOMPARE(ask({"GET", "lock:a"}).bytes, QByteArray("token"));
    const qint64 ttl = ask({"PTTL", "lock:a"}).integer;
    QVERIFY2(ttl > 0 && ttl <= 30000, qPrintable(QString::number(ttl)));
    QCOMPARE(now(alice, asToken(release("token"))).result, ActResult::Done);
    QCOMPARE(ask({"EXISTS", "lock:a"}).integer, 0);
}

// Right after a refusal a second is likely, and only the script reports the owner.
void TestLockClient::refusedTokenLockIsAskedOfTheScript()
{
    Party alice(m_sandbox->tcp());
    Party bob(m_sandbox->tcp());
    QCOMPARE(now(alice, asToken(acquire("hers", 30s))).result, ActResult::Done);
    const Receipt again = now(alice, asToken(acquire("hers too", 30s)));
    QCOMPARE(again.result, ActResult::NotAcquired); // The server now knows the script
    QTRY_VERIFY(bob.session.isReady());
    for (const qint64 commands : {2, 1}) {
        const qint64 before = bob.session.commandsSent();
        const Receipt refused = now(bob, asToken(acquire("his", 30s)));
        QCOMPARE(refused.result, ActResult::NotAcquired);
        QCOMPARE(refused.foundOwner, OwnerId{"hers"});
        QVERIFY(refused.ttl && *refused.ttl <= 30s);
        QCOMPARE(bob.session.commandsSent() - before, commands);
    }
    QCOMPARE(now(alice, asToken(release("hers"))).result, ActResult::Done);
    QCOMPARE(now(bob, asToken(acquire("his", 30s))).result, ActResult::Done);
    QCOMPARE(ask({"GET", "lock:a"}).bytes, QByteArray("his"));
}

void TestLockClient::keyOfAnotherTypeIsNoTokenLock()
{
    Party alice(m_sandbox->tcp());
    ask({"HSET", "lock:a", "field", "value"});
    for (const ActRequest &request : {acquire("token", 30s), release("token")}) {
        const Receipt refused = now(alice, asToken(request));
        QCOMPARE(refused.result, ActResult::Refused);
        QCOMPARE(refused.failure.kind, ErrorKind::WrongType);
    }
    QCOMPARE(ask({"HGET", "lock:a", "field"}).bytes, QByteArray("value"));
}

void TestLockClient::waiterIsWokenByTheReleaseMessage()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 60s)).result, ActResult::Done);
    const auto waiting = begin(bob, acquire(Bob, 30s, 30s));
    QTRY_COMPARE(subscribers(), 1);
    QVERIFY(!waiting->has_value());
    QCOMPARE(now(alice, release(Alice)).woken, 1);
    QTRY_VERIFY(waiting->has_value());
    QCOMPARE((*waiting)->result, ActResult::Done);
    QTRY_COMPARE(subscribers(), 0);
}

void TestLockClient::pollingWaiterGetsTheTokenLock()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, asToken(acquire("token-of-alice", 60s))).result, ActResult::Done);
    const auto waiting = begin(bob, asToken(acquire("token-of-bob", 60s, 30s)));
    QCOMPARE(now(alice, asToken(release("token-of-alice"))).result, ActResult::Done);
    QTRY_VERIFY(waiting->has_value());
    QCOMPARE((*waiting)->result, ActResult::Done);
    QCOMPARE(ask({"GET", "lock:a"}).bytes, QByteArray("token-of-bob"));
}

void TestLockClient::waitEndsWithNotAcquired()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 60s)).result, ActResult::Done);
    QCOMPARE(now(bob, acquire(Bob, 30s, 300ms)).result, ActResult::NotAcquired);
}

void TestLockClient::waitCanBeCancelled()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 60s)).result, ActResult::Done);
    const auto waiting = begin(bob, acquire(Bob, 30s, 60s));
    QTRY_COMPARE(subscribers(), 1);
    bob.client.cancelWaiting();
    QTRY_VERIFY(waiting->has_value());
    QCOMPARE((*waiting)->result, ActResult::NotAcquired);
}

void TestLockClient::waitCanBeCancelledDuringItsFirstTry()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 60s)).result, ActResult::Done);
    const auto waiting = begin(bob, acquire(Bob, 30s, 60s));
    bob.client.cancelWaiting();
    QTRY_VERIFY(waiting->has_value());
    QCOMPARE((*waiting)->result, ActResult::NotAcquired);
}

void TestLockClient::waiterWhoMayNotSubscribeAsksAgain()
{
    const ConnectionSpec deaf = as("deaf");
    ask({"ACL", "SETUSER", "deaf", "resetchannels"});
    Party alice(m_sandbox->tcp()), bob(deaf);
    QCOMPARE(now(alice, acquire(Alice, 60s)).result, ActResult::Done);
    const qint64 before = bob.session.bytesSent();
    const auto waiting = begin(bob, acquire(Bob, 30s, 28s));
    QTRY_VERIFY(bob.session.bytesSent() > before);
    const qint64 first = bob.session.bytesSent();
    QTRY_VERIFY(bob.session.bytesSent() > first); // The second attempt, after which it relies on messages
    QCOMPARE(now(alice, release(Alice)).result, ActResult::Done);
    QTRY_VERIFY(waiting->has_value());
    QCOMPARE((*waiting)->result, ActResult::Done);
}

// The first waiter came while no node was available for the key; the subscription connection already exists
// for another lock.
void TestLockClient::secondWaiterListensWhereTheFirstCouldNot()
{
    const LockName other{"lock:b"};
    const LockName key{"lock:a"};
    const QByteArray otherChannel = "redisson_lock__channel:{lock:b}";
    LateRoute route;
    WakeUpChannels channels(route);
    const auto first = std::make_shared<WakeUp>();
    const auto second = std::make_shared<WakeUp>();
    const auto third = std::make_shared<WakeUp>();
    channels.listen(key, Channel, first);
    route.arrive(m_admin->session);
    channels.listen(other, otherChannel, third);
    QTRY_VERIFY(channels.isHeard(otherChannel));
    QVERIFY(!channels.isHeard(Channel));
    channels.listen(key, Channel, second);
    QTRY_VERIFY(channels.isHeard(Channel));
    QCOMPARE(subscribers(), 1);
}

void TestLockClient::waiterTakesOverWhenTheLeaseEnds()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(alice, acquire(Alice, 400ms)).result, ActResult::Done);
    QCOMPARE(now(bob, acquire(Bob, 30s, 20s)).result, ActResult::Done);
}

void TestLockClient::watchdogRenewsUntilReleased()
{
    Party alice(m_sandbox->tcp());
    QSignalSpy renewed(&alice.client, &LockClient::renewed);
    QCOMPARE(now(alice, watched(acquire(Alice, 12s))).result, ActResult::Done);
    QCOMPARE(alice.client.renewing(), 1);
    QTRY_VERIFY(renewed.count() >= 4); // 4 periods of 4 s exceed the lease
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("1"));
    QCOMPARE(now(alice, release(Alice)).result, ActResult::Done);
    QCOMPARE(alice.client.renewing(), 0);
}

void TestLockClient::watchdogTellsWhenTheLockIsTakenAway()
{
    Party alice(m_sandbox->tcp());
    QSignalSpy lost(&alice.client, &LockClient::lost);
    QCOMPARE(now(alice, watched(acquire(Alice, 12s))).result, ActResult::Done);
    // In one step: otherwise a renewal could find no lock
    ask({"EVAL", "redis.call('DEL', KEYS[1]) return redis.call('HSET', KEYS[1], ARGV[1], 1)", "1", "lock:a",
         Bob});
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.front().at(1).value<Receipt>().result, ActResult::OwnerChanged);
    QCOMPARE(alice.client.renewing(), 0);
    QCOMPARE(ask({"HGET", "lock:a", Bob}).bytes, QByteArray("1"));
}

void TestLockClient::watchdogGoesOnAfterARefusal()
{
    Party alice(as("alice"));
    QSignalSpy renewed(&alice.client, &LockClient::renewed), lost(&alice.client, &LockClient::lost);
    QCOMPARE(now(alice, watched(acquire(Alice, 12s))).result, ActResult::Done);
    ask({"CONFIG", "RESETSTAT"});
    ask({"ACL", "SETUSER", "alice", "-pexpire"});
    QTRY_VERIFY(ask({"INFO", "errorstats"}).bytes.contains("errorstat_"));
    ask({"ACL", "SETUSER", "alice", "+pexpire"});
    QTRY_VERIFY(renewed.count() > 0);
    QCOMPARE(lost.count(), 0);
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("1"));
}

void TestLockClient::watchdogTellsOfTheEndOfTheLeaseInTime()
{
    ConnectionSpec patient = m_sandbox->tcp();
    patient.commandTimeout = 20s;
    Party alice(patient);
    QSignalSpy lost(&alice.client, &LockClient::lost);
    QCOMPARE(now(alice, watched(acquire(Alice, 1500ms))).result, ActResult::Done);
    m_sandbox->pause();
    const bool told = lost.wait(30'000);
    m_sandbox->resume();
    QVERIFY(told);
    QCOMPARE(lost.front().at(1).value<Receipt>().result, ActResult::Unknown);
}

void TestLockClient::locksWithoutTokenAreNotRenewed()
{
    Party alice(m_sandbox->tcp());
    ActRequest request = watched(acquire("locked", 700ms));
    request.kind = "untokened-lock";
    QCOMPARE(now(alice, request).result, ActResult::Done);
    QCOMPARE(alice.client.renewing(), 0);
    QTRY_COMPARE(ask({"EXISTS", "lock:a"}).integer, 0);
}

void TestLockClient::abandonedLockIsNotRenewed()
{
    Party alice(m_sandbox->tcp());
    QCOMPARE(now(alice, watched(acquire(Alice, 500ms))).result, ActResult::Done);
    alice.client.abandon({"lock:a"});
    QTRY_COMPARE(ask({"EXISTS", "lock:a"}).integer, 0);
}

void TestLockClient::releaseByAStrangerChangesNothing()
{
    Party alice(m_sandbox->tcp()), bob(m_sandbox->tcp());
    QCOMPARE(now(bob, release(Bob)).result, ActResult::AlreadyGone);
    QCOMPARE(now(alice, acquire(Alice, 30s)).result, ActResult::Done);
    const Receipt refused = now(bob, release(Bob));
    QCOMPARE(refused.result, ActResult::OwnerChanged);
    QCOMPARE(refused.foundOwner, std::optional(OwnerId{Alice}));
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("1"));
}

void TestLockClient::unknownKindIsRefused()
{
    Party alice(m_sandbox->tcp());
    ActRequest request = acquire(Alice, 30s);
    request.kind = "no-such-lock";
    const Receipt receipt = now(alice, request);
    QCOMPARE(receipt.result, ActResult::Refused);
    QCOMPARE(receipt.failure.kind, ErrorKind::BadInput);
    QCOMPARE(ask({"DBSIZE"}).integer, 0);
}

void TestLockClient::connectionLostAfterSendingIsUnknown()
{
    Party alice(m_sandbox->tcp());
    QTRY_VERIFY(alice.session.isReady());
    const qint64 before = alice.session.bytesSent();
    m_sandbox->pause();
    const auto result = begin(alice, acquire(Alice, 30s));
    QTRY_VERIFY(alice.session.bytesSent() > before);
    QCOMPARE(::kill(pid_t(m_sandbox->pid()), SIGKILL), 0);
    QTRY_VERIFY(result->has_value());
    QCOMPARE((*result)->result, ActResult::Unknown);
    QCOMPARE((*result)->failure.kind, ErrorKind::ConnectionLost);
    QVERIFY(m_sandbox->restart().ok());
}

LOCKSCOPE_TEST(TestLockClient)

} // namespace tst_lockclient

#include "tst_lockclient.moc"
