// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of the scripts that take Redisson's fenced and non-reentrant locks, on a real server; and that
// the common scripts release these and spin locks.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_fencedlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
const LockName key{QByteArrayLiteral("lock:order")};
const QByteArray tokenName = QByteArrayLiteral("redisson_lock_token:{lock:order}");
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

} // namespace

class tst_fencedlockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void theTokenGrowsWithEveryAcquire();
    void theTokenOutlivesTheLock_data();
    void theTokenOutlivesTheLock();
    void aTokenThatIsNoNumber_data();
    void aTokenThatIsNoNumber();
    void isReadBackAsItIs();
    void nobodyTakesANonReentrantLockTwice();
    void theyAreFreedAsTheReentrantLock_data();
    void theyAreFreedAsTheReentrantLock();
    void aSpinLockIsGivenBackWithoutAWord();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aBadLeaseLeavesNoLockWithoutAnExpiry();
    void outOfMemoryNothingIsTaken();

private:
    Receipt acquire(const QByteArray &kind, const OwnerId &owner, milliseconds lease = 30s)
    {
        return m_server.act(kind, {.act = ActKind::Acquire, .key = key, .owner = owner, .lease = lease});
    }

    FamilyServer m_server;
};

void tst_fencedlockscripts::theTokenGrowsWithEveryAcquire()
{
    const Receipt first = acquire("fenced-lock", ann, 5s);
    QVERIFY(first.result == ActResult::Done && first.foundCount == 1 && *first.ttl <= 5s);
    QCOMPARE(m_server.get(tokenName), QByteArray("1"));
    QCOMPARE(m_server.pttl(tokenName), -1);
    QCOMPARE(acquire("fenced-lock", ann).foundCount, 2);
    QCOMPARE(m_server.get(tokenName), QByteArray("2"));
    QVERIFY(m_server.pttl(key.bytes) > 29000);
    const Receipt refused = acquire("fenced-lock", bob);
    QVERIFY(refused.result == ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QVERIFY2(m_server.get(tokenName) == "2", "who is refused gets no token");
}

void tst_fencedlockscripts::theTokenOutlivesTheLock_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
}

void tst_fencedlockscripts::theTokenOutlivesTheLock()
{
    QFETCH(ActKind, kindOfAct);
    acquire("fenced-lock", ann);
    const Receipt freed = m_server.act("fenced-lock", {.act = kindOfAct, .key = key, .owner = ann});
    QVERIFY(freed.result == ActResult::Done && !m_server.exists(key.bytes));
    QCOMPARE(m_server.get(tokenName), QByteArray("1"));
    acquire("fenced-lock", bob);
    QVERIFY2(m_server.get(tokenName) == "2", "a smaller token would pass for an old one");
}

void tst_fencedlockscripts::aTokenThatIsNoNumber_data()
{
    QTest::addColumn<Command>("put");
    QTest::newRow("text") << Command{"SET", tokenName, "soon"};
    QTest::newRow("a hash") << Command{"HSET", tokenName, "a", "1"};
}

void tst_fencedlockscripts::aTokenThatIsNoNumber()
{
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    VERIFY_FAILS(m_server.attempt("fenced-lock", {.act = ActKind::Acquire, .key = key, .owner = ann}),
                 ErrorKind::WrongType);
    QCOMPARE(m_server.dump(), before);
}

void tst_fencedlockscripts::isReadBackAsItIs()
{
    acquire("fenced-lock", ann);
    acquire("fenced-lock", ann);
    const auto [format, decoded] = Registry::builtIn().decode(m_server.read(key.bytes));
    QVERIFY(decoded && format->kind() == LockKind{"fenced-lock"});
    QCOMPARE(decoded->extras->fencingToken, std::optional<qint64>(2));
    QCOMPARE(decoded->holders.front().count, 2);
    m_server.call({"DEL", key.bytes});
    QVERIFY(!Registry::builtIn().decode(m_server.read(key.bytes)).first);
}

void tst_fencedlockscripts::nobodyTakesANonReentrantLockTwice()
{
    const Receipt first = acquire("nonreentrant-lock", ann, 5s);
    QVERIFY(first.result == ActResult::Done && first.foundCount == 1 && *first.ttl <= 5s);
    const QByteArray before = m_server.dump();
    for (const OwnerId &owner : {ann, bob}) {
        const Receipt refused = acquire("nonreentrant-lock", owner);
        QVERIFY(refused.result == ActResult::NotAcquired);
        QCOMPARE(refused.foundOwner->bytes, ann.bytes);
        QCOMPARE(m_server.dump(), before);
        QVERIFY(m_server.pttl(key.bytes) <= 5000);
    }
}

void tst_fencedlockscripts::theyAreFreedAsTheReentrantLock_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"fenced-lock", "nonreentrant-lock", "spin-lock"})
        QTest::newRow(kind) << QByteArray(kind);
}

void tst_fencedlockscripts::theyAreFreedAsTheReentrantLock()
{
    QFETCH(QByteArray, kind);
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    acquire(kind, ann, 5s);
    QCOMPARE(m_server.word(kind, {.act = ActKind::Renew, .key = key, .owner = ann}), QByteArray("done"));
    QVERIFY(m_server.pttl(key.bytes) > 29000);
    QCOMPARE(m_server.word(kind, {.act = ActKind::Release, .key = key, .owner = bob}),
             QByteArray("owner-changed"));
    const Receipt forced =
        m_server.act(kind, {.act = ActKind::ForceRelease, .key = key, .expectedOwner = ann});
    QVERIFY(forced.result == ActResult::Done);
    QVERIFY2(forced.woken == 1, "it may be another kind, whose waiters listen");
    acquire(kind, ann);
    QCOMPARE(m_server.word(kind, {.act = ActKind::Release, .key = key, .owner = ann}), QByteArray("done"));
    QVERIFY(!m_server.exists(key.bytes));
}

void tst_fencedlockscripts::aSpinLockIsGivenBackWithoutAWord()
{
    acquire("spin-lock", ann);
    auto mute = m_server.connectedAs("carl", {"resetchannels", "-publish"});
    const Outcome<Receipt> released =
        m_server.attemptBy(*mute, "spin-lock", {.act = ActKind::Release, .key = key, .owner = ann});
    VERIFY_OK(released);
    QVERIFY(released->result == ActResult::Done && !m_server.exists(key.bytes));
    m_server.call({"ACL", "DELUSER", "carl"});
}

void tst_fencedlockscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<Command>("put");
    for (const char *kind : {"fenced-lock", "nonreentrant-lock"}) {
        QTest::addRow("%s: a string", kind) << QByteArray(kind) << Command{"SET", key.bytes, "1"};
        QTest::addRow("%s: two owners", kind)
            << QByteArray(kind) << Command{"HSET", key.bytes, ann.bytes, "1", bob.bytes, "1"};
        QTest::addRow("%s: no count", kind)
            << QByteArray(kind) << Command{"HSET", key.bytes, ann.bytes, "soon"};
    }
}

void tst_fencedlockscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt =
        m_server.attempt(kind, {.act = ActKind::Acquire, .key = key, .owner = ann});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
}

void tst_fencedlockscripts::aBadLeaseLeavesNoLockWithoutAnExpiry()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        for (const char *script : {"redisson-fenced-acquire", "redisson-nonreentrant-acquire"})
            VERIFY_FAILS(m_server.attemptScript(*session, script, {key.bytes, tokenName}, {ann.bytes, lease}),
                         ErrorKind::ServerError);
        QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
    }
}

void tst_fencedlockscripts::outOfMemoryNothingIsTaken()
{
    m_server.call({"CONFIG", "SET", "maxmemory", "1"});
    for (const char *kind : {"fenced-lock", "nonreentrant-lock"})
        VERIFY_FAILS(m_server.attempt(kind, {.act = ActKind::Acquire, .key = key, .owner = ann}),
                     ErrorKind::OutOfMemory);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
}

LOCKSCOPE_TEST(tst_fencedlockscripts)

} // namespace tst_fencedlockscripts

#include "tst_fencedlockscripts.moc"
