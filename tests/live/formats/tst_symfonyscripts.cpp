// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of every script of Symfony's lock, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_symfonyscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArray(32, 'a').toBase64()};
const OwnerId bob{QByteArray(32, 'b').toBase64()};
const OwnerId carl{QByteArray(32, '\xfb').toBase64()}; // Contains + and /
const LockName lock{QByteArrayLiteral("lock:invoice")};

Holder holder(const OwnerId &id, HoldMode mode)
{
    return {.id = id, .mode = mode};
}

} // namespace

class tst_symfonyscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void isTakenExclusivelyOrShared();
    void holdsTurnIntoTheOtherKind();
    void holdsThatAreOverAreDropped();
    void isRenewedForItsHolder();
    void isGivenBackOneByOne();
    void isForcedOnlyAsShown();
    void isForcedWhoeverHoldsIt();
    void endsSooner();
    void otherTypesAreLeftAlone_data();
    void otherTypesAreLeftAlone();
    void badLeases();

private:
    QByteArray act(ActRequest request)
    {
        request.key = lock;
        return m_server.outcome("symfony-lock", request);
    }
    QByteArray take(const OwnerId &owner, HoldMode mode = HoldMode::Write, milliseconds lease = 300s)
    {
        return act({.act = ActKind::Acquire, .owner = owner, .mode = mode, .lease = lease});
    }
    QByteArrayList members() { return m_server.words({"ZRANGE", lock.bytes, "0", "-1"}, true); }
    qint64 score(const QByteArray &member) { return m_server.number({"ZSCORE", lock.bytes, member}); }
    qint64 serverTime()
    {
        const QByteArrayList time = m_server.words({"TIME"});
        return time[0].toLongLong() * 1000 + time[1].toLongLong() / 1000;
    }
    // As the library stores it.
    void add(const QByteArray &member, qint64 fromNow)
    {
        m_server.call({"ZADD", lock.bytes, QByteArray::number(serverTime() + fromNow), member});
    }
    // The key expires at the highest score, to the millisecond.
    bool expiresAtTop()
    {
        const QByteArrayList top = m_server.words({"ZREVRANGE", lock.bytes, "0", "0", "WITHSCORES"});
        const qint64 left = top.value(1).toLongLong() - serverTime();
        return std::abs(m_server.pttl(lock.bytes) - left) < 2000;
    }
    FamilyServer m_server;
};

void tst_symfonyscripts::isTakenExclusivelyOrShared()
{
    QCOMPARE(take(carl), QByteArray("done"));
    QCOMPARE(members(), (QByteArrayList{carl.bytes, "__write__"}));
    QCOMPARE(score(carl.bytes), score("__write__"));
    QVERIFY(m_server.pttl(lock.bytes) > 299000 && expiresAtTop());
    const auto decoded = Registry::builtIn().decode(m_server.read(lock.bytes));
    QVERIFY(decoded.second && decoded.second->kind == LockKind{"symfony-lock"});
    QVERIFY(decoded.second->confidence == Confidence::Certain);
    QVERIFY(decoded.second->holders.size() == 1 && decoded.second->holders[0].mode == HoldMode::Write);
    QCOMPARE(take(ann), "not-acquired by " + carl.bytes);
    QCOMPARE(take(ann, HoldMode::Read), "not-acquired by " + carl.bytes);
    m_server.clear();
    QCOMPARE(take(ann, HoldMode::Read), QByteArray("done"));
    QCOMPARE(take(bob, HoldMode::Read, 100s), QByteArray("done"));
    QCOMPARE(members(), (QByteArrayList{ann.bytes, bob.bytes}));
    QVERIFY2(m_server.pttl(lock.bytes) > 299000, "the highest score counts");
    QVERIFY(take(carl).startsWith("not-acquired by "));
}

void tst_symfonyscripts::holdsTurnIntoTheOtherKind()
{
    take(ann, HoldMode::Read);
    QCOMPARE(take(ann), QByteArray("done"));
    QCOMPARE(members(), (QByteArrayList{ann.bytes, "__write__"}));
    QCOMPARE(take(ann, HoldMode::Write, 400s), QByteArray("done"));
    QVERIFY(m_server.pttl(lock.bytes) > 399000);
    QCOMPARE(take(ann, HoldMode::Read), QByteArray("done"));
    QCOMPARE(members(), QByteArrayList{ann.bytes});
    take(bob, HoldMode::Read);
    QVERIFY2(take(ann).startsWith("not-acquired"), "one of two readers does not become the writer");
}

void tst_symfonyscripts::holdsThatAreOverAreDropped()
{
    add(ann.bytes, -5);
    add("__write__", -5);
    QCOMPARE(take(bob, HoldMode::Read), QByteArray("done"));
    QCOMPARE(members(), QByteArrayList{bob.bytes});
}

void tst_symfonyscripts::isRenewedForItsHolder()
{
    QCOMPARE(act({.act = ActKind::Renew, .owner = ann}), QByteArray("already-gone"));
    take(ann, HoldMode::Write, 10s);
    QCOMPARE(act({.act = ActKind::Renew, .owner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::Renew, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(m_server.pttl(lock.bytes) > 59000 && expiresAtTop());
    QCOMPARE(score(ann.bytes), score("__write__"));
    m_server.clear();
    take(ann, HoldMode::Read, 10s);
    QCOMPARE(act({.act = ActKind::Renew, .owner = ann}), QByteArray("done"));
    QCOMPARE(members(), QByteArrayList{ann.bytes});
}

void tst_symfonyscripts::isGivenBackOneByOne()
{
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
    take(ann, HoldMode::Read, 100s);
    take(bob, HoldMode::Read, 300s);
    QCOMPARE(act({.act = ActKind::Release, .owner = carl}), "owner-changed by " + bob.bytes);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = bob, .mode = HoldMode::Write}),
             "owner-changed by " + bob.bytes);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = bob, .mode = HoldMode::Read}), QByteArray("done"));
    QCOMPARE(members(), QByteArrayList{ann.bytes});
    QVERIFY2(m_server.pttl(lock.bytes) <= 100000 && expiresAtTop(), "the highest score left");
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}), QByteArray("done"));
    take(ann);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = ann}), QByteArray("done"));
    QVERIFY(!m_server.exists(lock.bytes));
}

void tst_symfonyscripts::isForcedOnlyAsShown()
{
    take(ann, HoldMode::Read);
    take(bob, HoldMode::Read);
    const QByteArray before = m_server.dump();
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann};
    QCOMPARE(act(force), "owner-changed by " + bob.bytes);
    force.expectedHolders = {holder(ann, HoldMode::Read), holder(bob, HoldMode::Write)};
    QCOMPARE(act(force), "owner-changed by " + bob.bytes);
    force.expectedHolders = {holder(ann, HoldMode::Read), holder(bob, HoldMode::Read),
                             holder(carl, HoldMode::Read)};
    QVERIFY(act(force).startsWith("owner-changed"));
    QCOMPARE(m_server.dump(), before);
    force.expectedHolders.pop_back();
    add(carl.bytes, -5); // Overdue: not shown
    QCOMPARE(act(force), QByteArray("done"));
    QVERIFY(!m_server.exists(lock.bytes));
    QCOMPARE(act(force), QByteArray("already-gone"));
    take(ann);
    force.expectedHolders = {holder(ann, HoldMode::Read)};
    QCOMPARE(act(force), "owner-changed by " + ann.bytes);
    force.expectedHolders = {holder(ann, HoldMode::Write)};
    QCOMPARE(act(force), QByteArray("done"));
}

void tst_symfonyscripts::isForcedWhoeverHoldsIt()
{
    take(ann);
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedOwner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::ForceRelease}), QByteArray("done"));
    add("job:1", 1000);
    const QByteArray before = m_server.dump();
    QVERIFY(act({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    QVERIFY(act({.act = ActKind::SetExpiry, .lease = 1s}).startsWith("WRONGTYPE"));
    QVERIFY(take(ann).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), before);
    m_server.clear();
    add("__write__", 1000);
    QVERIFY(act({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    for (int i = 0; i < 257; ++i)
        add(QByteArray::number(i).rightJustified(32, 'x').toBase64(), 10000);
    QVERIFY(act({.act = ActKind::ForceRelease}).contains("256"));
    QVERIFY(act({.act = ActKind::SetExpiry, .lease = 1s}).contains("256"));
}

void tst_symfonyscripts::endsSooner()
{
    QCOMPARE(act({.act = ActKind::SetExpiry, .lease = 1s}), QByteArray("already-gone"));
    take(ann);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = bob, .lease = 10s}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(m_server.pttl(lock.bytes) <= 60000 && expiresAtTop());
    QCOMPARE(score(ann.bytes), score("__write__"));
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = ann, .lease = 200s}), QByteArray("done"));
    QVERIFY(m_server.pttl(lock.bytes) <= 60000);
    m_server.clear();
    take(ann, HoldMode::Read, 100s);
    take(bob, HoldMode::Read, 300s);
    const qint64 before = score(ann.bytes);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = bob, .lease = 200s}), QByteArray("done"));
    QCOMPARE(score(ann.bytes), before);
    QVERIFY(m_server.pttl(lock.bytes) <= 200000 && m_server.pttl(lock.bytes) > 190000);
    QCOMPARE(act({.act = ActKind::SetExpiry, .lease = 10s}), QByteArray("done"));
    QVERIFY(score(ann.bytes) < before - 80000 && m_server.pttl(lock.bytes) <= 10000);
}

void tst_symfonyscripts::otherTypesAreLeftAlone_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind kind : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                               ActKind::SetExpiry, ActKind::RemoveShare})
        QTest::newRow(name(kind)) << kind;
}

// Before 5.2, Symfony's lock was a string.
void tst_symfonyscripts::otherTypesAreLeftAlone()
{
    QFETCH(ActKind, kindOfAct);
    m_server.call({"SET", lock.bytes, ann.bytes});
    const QByteArray before = m_server.dump();
    QVERIFY(act({.act = kindOfAct, .owner = ann, .lease = 5s}).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), before);
}

void tst_symfonyscripts::badLeases()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"})
        QVERIFY(
            !m_server.attemptScript(*session, "symfony-acquire", {lock.bytes}, {ann.bytes, "read", lease}));
    QVERIFY(!m_server.exists(lock.bytes));
    take(ann);
    QVERIFY(!m_server.attemptScript(*session, "symfony-renew", {lock.bytes}, {ann.bytes, "0"}));
    QVERIFY(m_server.exists(lock.bytes));
}

LOCKSCOPE_TEST(tst_symfonyscripts)

} // namespace tst_symfonyscripts

#include "tst_symfonyscripts.moc"
