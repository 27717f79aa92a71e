// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of each script of locks of one token, planned by its family and run on a real server.

#include "tests/live/formats/scripttest.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_tokenscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_tokenscripts : public ScriptTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
    void tokenIsTakenOnce_data();
    void tokenIsTakenOnce();
    void tokenIsRenewedAndGivenBackForItsOwnerOnly();
    void tokenIsForcedOnlyAsShown();
    void tokenExpiryIsGivenAndShortenedNeverLengthened();
    void untokenedIsTakenWithoutAnExpiry();
};

void tst_tokenscripts::tokenIsTakenOnce_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("token lock") << QByteArray("token-lock");
    QTest::newRow("untokened lock with a lease") << QByteArray("untokened-lock");
}

void tst_tokenscripts::tokenIsTakenOnce()
{
    QFETCH(QByteArray, kind);
    const Receipt taken = act(kind, {.act = ActKind::Acquire, .owner = {"ann"}, .lease = 5s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.foundOwner->bytes, QByteArray("ann"));
    QCOMPARE(taken.foundCount, 1);
    QVERIFY(*taken.ttl > 4s && *taken.ttl <= 5s);
    QCOMPARE(call({"GET", key.bytes}).bytes, QByteArray("ann"));
    for (const char *owner : {"bob", "ann"}) {
        const Receipt refused = act(kind, {.act = ActKind::Acquire, .owner = {owner}, .lease = 60s});
        QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
        QCOMPARE(refused.foundOwner->bytes, QByteArray("ann"));
        QVERIFY(*refused.ttl <= 5s && pttl() <= 5000);
    }
}

void tst_tokenscripts::tokenIsRenewedAndGivenBackForItsOwnerOnly()
{
    const OwnerId me{"me"};
    const OwnerId she{"she"};
    QCOMPARE(word(act("token-lock", {.act = ActKind::Renew, .owner = me}).result),
             word(ActResult::AlreadyGone));
    QCOMPARE(word(act("token-lock", {.act = ActKind::Release, .owner = me}).result),
             word(ActResult::AlreadyGone));
    QVERIFY(!exists());
    act("token-lock", {.act = ActKind::Acquire, .owner = me, .lease = 5s});
    for (const ActKind kind : {ActKind::Renew, ActKind::Release}) {
        const Receipt foreign = act("token-lock", {.act = kind, .owner = she});
        QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
        QCOMPARE(foreign.foundOwner->bytes, me.bytes);
        QVERIFY(exists() && pttl() <= 5000);
    }
    const Receipt renewed = act("token-lock", {.act = ActKind::Renew, .owner = me, .lease = 20s});
    QCOMPARE(word(renewed.result), word(ActResult::Done));
    QVERIFY(pttl() > 19000);
    const Receipt released = act("token-lock", {.act = ActKind::Release, .owner = me});
    QCOMPARE(word(released.result), word(ActResult::Done));
    QVERIFY(!released.foundOwner && !released.ttl && !exists());
}

void tst_tokenscripts::tokenIsForcedOnlyAsShown()
{
    const OwnerId me{"me"};
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = me};
    QCOMPARE(word(act("token-lock", force).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "she"});
    const Receipt changed = act("token-lock", force);
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundOwner->bytes, QByteArray("she"));
    QVERIFY(!changed.ttl && exists());
    force.expectedOwner.reset();
    QCOMPARE(word(act("token-lock", force).result), word(ActResult::Done));
    QVERIFY(!exists());
}

void tst_tokenscripts::tokenExpiryIsGivenAndShortenedNeverLengthened()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .expectedOwner = OwnerId{"me"}, .lease = 10s};
    QCOMPARE(word(act("untokened-lock", tenSeconds).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "me"});
    QVERIFY(*act("untokened-lock", tenSeconds).ttl <= 10s);
    QVERIFY(pttl() > 9000);
    call({"PEXPIRE", key.bytes, "60000"});
    QVERIFY(*act("token-lock", tenSeconds).ttl <= 10s);
    call({"PEXPIRE", key.bytes, "5000"});
    QCOMPARE(word(act("token-lock", tenSeconds).result), word(ActResult::Done));
    QVERIFY(pttl() <= 5000);
    call({"SET", key.bytes, "she"});
    const Receipt changed = act("token-lock", tenSeconds);
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(pttl(), -1);
}

void tst_tokenscripts::untokenedIsTakenWithoutAnExpiry()
{
    const Receipt taken = act("untokened-lock", {.act = ActKind::Acquire});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QVERIFY(!taken.ttl);
    QCOMPARE(pttl(), -1);
    QCOMPARE(word(act("untokened-lock", {.act = ActKind::Acquire}).result), word(ActResult::NotAcquired));
}

LOCKSCOPE_TEST(tst_tokenscripts)

} // namespace tst_tokenscripts

#include "tst_tokenscripts.moc"
