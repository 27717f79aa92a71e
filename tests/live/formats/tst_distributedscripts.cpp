// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of every script of DistributedLock's locks, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_distributedscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("WEB_1_4242_0123456789abcdef0123456789abcdef")};
const OwnerId bob{QByteArrayLiteral("WEB-2_17_fedcba9876543210fedcba9876543210")};
const OwnerId carl{QByteArrayLiteral("WEB-3_9_00000000000000000000000000000000")};
const LockName lock{QByteArrayLiteral("orders.writer")};
const QByteArray readers = QByteArrayLiteral("orders.readers");
const LockName places{QByteArrayLiteral("semaphore:printers")};

Holder holder(const OwnerId &id, HoldMode mode)
{
    return {.id = id, .mode = mode};
}

} // namespace

class tst_distributedscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void mutexIsOneString();
    void readersComeTogetherWritersAlone();
    void aWaitingWriterKeepsOthersOut();
    void readWriteIsRenewedForItsHolders();
    void readWriteIsGivenBackOneByOne();
    void readWriteIsForcedOnlyAsShown();
    void readWriteIsForcedWhoeverHoldsIt();
    void readWriteExpiryComesNearerOnly();
    void permitsAreLimited();
    void permitsAreRenewedAndGivenBack();
    void aSemaphoreWithoutExpiryKeepsNone();
    void permitsAreForcedOnlyAsShown();
    void permitsEndSooner();
    void otherTypesAreLeftAlone_data();
    void otherTypesAreLeftAlone();
    void badLeases();

private:
    QByteArray readWrite(ActRequest request)
    {
        request.key = lock;
        return m_server.outcome("distributed-rw-lock", request);
    }
    QByteArray permit(ActRequest request)
    {
        request.key = places;
        return m_server.outcome("distributed-semaphore", request);
    }
    qint64 pttl(const QByteArray &key) { return m_server.number({"PTTL", key}); }
    // Like the library: the server's time plus `fromNow` ms.
    void addPermit(const OwnerId &owner, qint64 fromNow)
    {
        const QByteArrayList time = m_server.words({"TIME"});
        const qint64 ms = time[0].toLongLong() * 1000 + time[1].toLongLong() / 1000 + fromNow;
        m_server.call({"ZADD", places.bytes, QByteArray::number(ms) + ".25", owner.bytes});
        m_server.call({"PEXPIRE", places.bytes, "90000"});
    }
    FamilyServer m_server;
};

void tst_distributedscripts::mutexIsOneString()
{
    const QByteArray mutex("distributed-lock");
    const LockName key{"orders"};
    QCOMPARE(m_server.outcome(mutex, {.act = ActKind::Acquire, .key = key, .owner = ann}),
             QByteArray("done"));
    QCOMPARE(m_server.call({"GET", "orders"}).bytes, ann.bytes);
    QCOMPARE(m_server.outcome(mutex, {.act = ActKind::Acquire, .key = key}), "not-acquired by " + ann.bytes);
    QCOMPARE(m_server.outcome(mutex, {.act = ActKind::ForceRelease, .key = key, .expectedOwner = bob}),
             "owner-changed by " + ann.bytes);
    QCOMPARE(m_server.outcome(mutex, {.act = ActKind::Release, .key = key, .owner = ann}),
             QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
}

void tst_distributedscripts::readersComeTogetherWritersAlone()
{
    const ActRequest read{.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read};
    QCOMPARE(readWrite(read), QByteArray("done"));
    QVERIFY(pttl(readers) > 29000);
    QCOMPARE(readWrite({.act = ActKind::Acquire, .owner = bob, .mode = HoldMode::Read, .lease = 5s}),
             QByteArray("done"));
    QVERIFY2(pttl(readers) > 29000, "the expiry of the others is not shortened");
    QCOMPARE(m_server.words({"SMEMBERS", readers}, true), (QByteArrayList{bob.bytes, ann.bytes}));
    const auto decoded = Registry::builtIn().decode(m_server.read(lock.bytes));
    QVERIFY(decoded.second && decoded.second->holders.size() == 2 && decoded.second->ownDeadline);
    QVERIFY(readWrite({.act = ActKind::Acquire, .owner = carl}).startsWith("not-acquired by WEB"));
    QCOMPARE(m_server.number({"EXISTS", lock.bytes}), 0);
    m_server.call({"PERSIST", readers});
    QCOMPARE(readWrite({.act = ActKind::Acquire, .owner = bob, .mode = HoldMode::Read, .lease = 5s}),
             QByteArray("done"));
    QVERIFY2(pttl(readers) == -1, "the others are given no expiry");
    m_server.call({"DEL", readers});
    QCOMPARE(readWrite({.act = ActKind::Acquire, .owner = carl, .mode = HoldMode::Write}),
             QByteArray("done"));
    QCOMPARE(m_server.call({"GET", lock.bytes}).bytes, carl.bytes);
    QVERIFY(pttl(lock.bytes) > 29000);
    QCOMPARE(readWrite(read), "not-acquired by " + carl.bytes);
    QCOMPARE(readWrite({.act = ActKind::Acquire, .owner = bob}), "not-acquired by " + carl.bytes);
}

void tst_distributedscripts::aWaitingWriterKeepsOthersOut()
{
    const QByteArray mark = bob.bytes + "_WRITERWAITING";
    m_server.call({"SET", lock.bytes, mark, "PX", "30000"});
    QCOMPARE(readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read}),
             "not-acquired by " + mark);
    QCOMPARE(readWrite({.act = ActKind::ForceRelease}), QByteArray("already-gone"));
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .lease = 1s}), QByteArray("already-gone"));
    QCOMPARE(readWrite({.act = ActKind::RemoveShare, .owner = ann}), "owner-changed by " + mark);
    QCOMPARE(m_server.number({"EXISTS", lock.bytes}), 1);
    QCOMPARE(readWrite({.act = ActKind::RemoveShare, .owner = bob, .mode = HoldMode::Write}),
             QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
}

void tst_distributedscripts::readWriteIsRenewedForItsHolders()
{
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = ann}), QByteArray("already-gone"));
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read, .lease = 10s});
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = ann}), QByteArray("done"));
    QVERIFY(pttl(readers) > 29000);
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = ann, .lease = 5s}), QByteArray("done"));
    QVERIFY(pttl(readers) > 20000);
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = bob}), "owner-changed by " + ann.bytes);
    m_server.call({"PERSIST", readers});
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = ann, .lease = 60s}), QByteArray("done"));
    QCOMPARE(pttl(readers), -1); // the readers have one expiry: none of them is given an end
    m_server.call({"FLUSHALL"});
    readWrite({.act = ActKind::Acquire, .owner = ann, .lease = 10s});
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(pttl(lock.bytes) > 59000);
    QCOMPARE(readWrite({.act = ActKind::Renew, .owner = bob}), "owner-changed by " + ann.bytes);
}

void tst_distributedscripts::readWriteIsGivenBackOneByOne()
{
    QCOMPARE(readWrite({.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read});
    readWrite({.act = ActKind::Acquire, .owner = bob, .mode = HoldMode::Read});
    QCOMPARE(readWrite({.act = ActKind::RemoveShare, .owner = ann, .mode = HoldMode::Read}),
             QByteArray("done"));
    QCOMPARE(readWrite({.act = ActKind::Release, .owner = ann}), "owner-changed by " + bob.bytes);
    QCOMPARE(readWrite({.act = ActKind::RemoveShare, .owner = bob, .mode = HoldMode::Write}),
             "owner-changed by " + bob.bytes);
    QCOMPARE(readWrite({.act = ActKind::Release, .owner = bob}), QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
    readWrite({.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(readWrite({.act = ActKind::RemoveShare, .owner = ann, .mode = HoldMode::Read}),
             "owner-changed by " + ann.bytes);
    QCOMPARE(readWrite({.act = ActKind::Release, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
}

void tst_distributedscripts::readWriteIsForcedOnlyAsShown()
{
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read});
    readWrite({.act = ActKind::Acquire, .owner = bob, .mode = HoldMode::Read});
    m_server.call({"SET", lock.bytes, carl.bytes + "_WRITERWAITING", "PX", "30000"});
    const QByteArray before = m_server.dump();
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann};
    QVERIFY2(readWrite(force).startsWith("owner-changed"), "one expected, two are there");
    force.expectedHolders = {holder(ann, HoldMode::Read)};
    QVERIFY(readWrite(force).startsWith("owner-changed"));
    force.expectedHolders = {holder(ann, HoldMode::Read), holder(bob, HoldMode::Write)};
    QCOMPARE(readWrite(force), "owner-changed by " + bob.bytes);
    force.expectedHolders = {holder(ann, HoldMode::Read), holder(bob, HoldMode::Read),
                             holder(carl, HoldMode::Read)};
    QVERIFY(readWrite(force).startsWith("owner-changed"));
    QCOMPARE(m_server.dump(), before);
    force.expectedHolders.pop_back();
    QCOMPARE(readWrite(force), QByteArray("done"));
    QCOMPARE(m_server.words({"KEYS", "*"}), QByteArrayList{lock.bytes}); // The marker key stays
    QCOMPARE(readWrite(force), QByteArray("already-gone"));
}

void tst_distributedscripts::readWriteIsForcedWhoeverHoldsIt()
{
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Write});
    QCOMPARE(readWrite({.act = ActKind::ForceRelease, .expectedOwner = bob}),
             "owner-changed by " + ann.bytes);
    QCOMPARE(readWrite({.act = ActKind::ForceRelease, .expectedHolders = {holder(ann, HoldMode::Read)}}),
             "owner-changed by " + ann.bytes);
    QCOMPARE(readWrite({.act = ActKind::ForceRelease, .expectedHolders = {holder(ann, HoldMode::Write)}}),
             QByteArray("done"));
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read});
    QCOMPARE(readWrite({.act = ActKind::ForceRelease}), QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
    m_server.call({"SADD", readers, "Tolstoy", ann.bytes});
    QVERIFY(readWrite({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    m_server.call({"SET", lock.bytes, "Tolstoy"});
    m_server.call({"DEL", readers});
    QVERIFY(readWrite({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    Command many{"SADD", readers};
    for (int i = 0; i < 257; ++i)
        many.push_back("WEB_1_" + QByteArray::number(i).rightJustified(32, '0'));
    m_server.call(many);
    QVERIFY(readWrite({.act = ActKind::ForceRelease}).contains("256"));
    QCOMPARE(m_server.number({"SCARD", readers}), 257);
}

void tst_distributedscripts::readWriteExpiryComesNearerOnly()
{
    readWrite({.act = ActKind::Acquire, .owner = ann, .mode = HoldMode::Read});
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .owner = ann, .lease = 10s}), QByteArray("done"));
    QVERIFY(pttl(readers) <= 10000);
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(pttl(readers) <= 10000);
    readWrite({.act = ActKind::Acquire, .owner = bob, .mode = HoldMode::Read});
    QVERIFY2(readWrite({.act = ActKind::SetExpiry, .owner = ann, .lease = 5s}).startsWith("owner-changed"),
             "readers share one expiry");
    m_server.call({"PERSIST", readers});
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .lease = 5s}), QByteArray("done"));
    QVERIFY(pttl(readers) > 0 && pttl(readers) <= 5000);
    m_server.call({"FLUSHALL"});
    readWrite({.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .owner = bob, .lease = 5s}),
             "owner-changed by " + ann.bytes);
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .owner = ann, .lease = 5s}), QByteArray("done"));
    QVERIFY(pttl(lock.bytes) <= 5000);
    QCOMPARE(readWrite({.act = ActKind::SetExpiry, .lease = 1s}), QByteArray("done"));
    QVERIFY(pttl(lock.bytes) <= 1000);
}

void tst_distributedscripts::permitsAreLimited()
{
    const auto take = [this](const OwnerId &owner) {
        return permit({.act = ActKind::Acquire, .owner = owner, .part = "2"});
    };
    QCOMPARE(take(ann), QByteArray("done"));
    QCOMPARE(take(ann), "not-acquired by " + ann.bytes);
    QCOMPARE(take(bob), QByteArray("done"));
    QCOMPARE(take(carl), "not-acquired by " + ann.bytes);
    QVERIFY(pttl(places.bytes) > 89000);
    const auto decoded = Registry::builtIn().decode(m_server.read(places.bytes));
    QVERIFY(decoded.second && decoded.second->kind == LockKind{"distributed-semaphore"});
    QVERIFY(decoded.second->holders.size() == 2 && *decoded.second->extras->permits->held == 2);
    m_server.call({"FLUSHALL"});
    addPermit(ann, 60000);
    addPermit(bob, -5);
    QCOMPARE(take(carl), QByteArray("done"));
    QCOMPARE(m_server.words({"ZRANGE", places.bytes, "0", "-1"}, true),
             (QByteArrayList{carl.bytes, ann.bytes}));
    const auto ends = m_server.call({"ZSCORE", places.bytes, carl.bytes}).bytes.toDouble();
    const auto time = m_server.words({"TIME"});
    const double left = ends - time[0].toDouble() * 1000 - time[1].toDouble() / 1000;
    QVERIFY(left > 29000 && left <= 30000);
}

void tst_distributedscripts::permitsAreRenewedAndGivenBack()
{
    QCOMPARE(permit({.act = ActKind::Renew, .owner = ann}), QByteArray("already-gone"));
    QCOMPARE(permit({.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
    addPermit(ann, 1000);
    const QByteArray before = m_server.call({"ZSCORE", places.bytes, ann.bytes}).bytes;
    QCOMPARE(permit({.act = ActKind::Renew, .owner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(permit({.act = ActKind::Renew, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(m_server.call({"ZSCORE", places.bytes, ann.bytes}).bytes.toDouble() > before.toDouble() + 50000);
    QVERIFY(pttl(places.bytes) > 170000);
    QCOMPARE(permit({.act = ActKind::RemoveShare, .owner = bob}), "owner-changed by " + ann.bytes);
    addPermit(bob, 1000);
    QCOMPARE(permit({.act = ActKind::RemoveShare, .owner = bob}), QByteArray("done"));
    QCOMPARE(permit({.act = ActKind::Release, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
}

void tst_distributedscripts::aSemaphoreWithoutExpiryKeepsNone()
{
    addPermit(ann, 20000);
    m_server.call({"PERSIST", places.bytes});
    QCOMPARE(permit({.act = ActKind::Renew, .owner = ann, .lease = 40s}), QByteArray("done"));
    QCOMPARE(pttl(places.bytes), -1);
    m_server.call({"PEXPIRE", places.bytes, "1000"});
    QCOMPARE(permit({.act = ActKind::Renew, .owner = ann, .lease = 40s}), QByteArray("done"));
    QVERIFY(pttl(places.bytes) > 110000);
}

void tst_distributedscripts::permitsAreForcedOnlyAsShown()
{
    addPermit(ann, 60000);
    addPermit(bob, 61000);
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann};
    QCOMPARE(permit(force), "owner-changed by " + bob.bytes);
    force.expectedHolders = {holder(ann, HoldMode::Permit), holder(carl, HoldMode::Permit)};
    QCOMPARE(permit(force), "owner-changed by " + bob.bytes);
    force.expectedHolders.push_back(holder(bob, HoldMode::Permit));
    QVERIFY(permit(force).startsWith("owner-changed"));
    force.expectedHolders.erase(force.expectedHolders.begin() + 1);
    addPermit(carl, -5); // Overdue: not shown as a holder
    QCOMPARE(permit(force), QByteArray("done"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
    QCOMPARE(permit(force), QByteArray("already-gone"));
    addPermit(ann, 1000);
    QCOMPARE(permit({.act = ActKind::ForceRelease}), QByteArray("done"));
    m_server.call({"ZADD", places.bytes, "1787313600000", "job:1"});
    QVERIFY(permit({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    QVERIFY(permit({.act = ActKind::Acquire, .owner = ann, .part = "2"}).startsWith("WRONGTYPE"));
    QVERIFY(permit({.act = ActKind::SetExpiry, .lease = 1s}).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.words({"ZRANGE", places.bytes, "0", "-1"}), QByteArrayList{"job:1"});
}

void tst_distributedscripts::permitsEndSooner()
{
    QCOMPARE(permit({.act = ActKind::SetExpiry, .lease = 1s}), QByteArray("already-gone"));
    addPermit(ann, 60000);
    addPermit(bob, 2000);
    const auto score = [this](const OwnerId &owner) {
        return m_server.call({"ZSCORE", places.bytes, owner.bytes}).bytes.toDouble();
    };
    const double annBefore = score(ann);
    const double bobBefore = score(bob);
    QCOMPARE(permit({.act = ActKind::SetExpiry, .owner = carl, .lease = 10s}),
             "owner-changed by " + bob.bytes);
    QCOMPARE(permit({.act = ActKind::SetExpiry, .owner = ann, .lease = 10s}), QByteArray("done"));
    QVERIFY(score(ann) < annBefore - 40000);
    QCOMPARE(permit({.act = ActKind::SetExpiry, .lease = 5s}), QByteArray("done"));
    QVERIFY(score(ann) < annBefore - 50000);
    QCOMPARE(score(bob), bobBefore);
    QVERIFY(pttl(places.bytes) > 80000);
}

void tst_distributedscripts::otherTypesAreLeftAlone_data()
{
    QTest::addColumn<ActKind>("act");
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare})
        QTest::newRow(name(act)) << act;
}

void tst_distributedscripts::otherTypesAreLeftAlone()
{
    QFETCH(ActKind, act);
    const ActRequest request{.act = act, .owner = ann, .part = "2", .lease = 5s};
    m_server.call({"RPUSH", lock.bytes, ann.bytes});
    m_server.call({"RPUSH", places.bytes, ann.bytes});
    QByteArray before = m_server.dump();
    QVERIFY(readWrite(request).startsWith("WRONGTYPE"));
    QVERIFY(permit(request).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), before);
    m_server.call({"DEL", lock.bytes});
    m_server.call({"RPUSH", readers, ann.bytes});
    before = m_server.dump();
    QVERIFY(readWrite(request).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), before);
}

void tst_distributedscripts::badLeases()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        QVERIFY(!m_server.attemptScript(*session, "distributed-rw-acquire", {lock.bytes, readers},
                                        {ann.bytes, "read", lease}));
        QVERIFY(!m_server.attemptScript(*session, "distributed-semaphore-acquire", {places.bytes},
                                        {ann.bytes, lease, "2"}));
    }
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
}

LOCKSCOPE_TEST(tst_distributedscripts)

} // namespace tst_distributedscripts

#include "tst_distributedscripts.moc"
