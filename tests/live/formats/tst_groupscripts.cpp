// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of the scripts of Redisson's multi-lock on values of a group, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_groupscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const LockName key{QByteArrayLiteral("class:100")};
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{class:100}");
const QByteArray kind = QByteArrayLiteral("multi-lock");
const QByteArray jack = QByteArrayLiteral("AAECAwQFBgcICQoLDA0ODw");
const QByteArray mary = QByteArrayLiteral("BBECAwQFBgcICQoLDA0O+A");
const QByteArray nick = QByteArrayLiteral("CCECAwQFBgcICQoLDA0/Aw");
const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};

Holder held(const QByteArray &value, const OwnerId &owner, qint64 count)
{
    return {.id = owner, .count = count, .part = value};
}

} // namespace

class tst_groupscripts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_server = std::make_unique<FamilyServer>(); }
    void init() { m_server->call({"FLUSHALL"}); }

    void valuesAreTakenAllOrNone();
    void aValueIsTakenOnceMoreByItsOwner();
    void aValuePastItsTimeIsFree();
    void theHashLivesAsLongAsTheLongestLease();
    void renewedForItsOwnerOnly();
    void aHoldIsGivenBackFromEachValue();
    void nothingIsGivenBackIfOneValueIsAnothers();
    void oneValueIsRemovedAsShown_data();
    void oneValueIsRemovedAsShown();
    void allAreForcedOnlyAsShown();
    void allAreForcedForTheirOnlyOwner();
    void valuesEndSoonerNeverLater();
    void wakesWithoutAChange();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void shardedSubscribersAreWoken();
    void aBadLeaseTakesNothing();

private:
    Reply call(Command command) { return m_server->call(std::move(command)); }
    Receipt act(ActRequest request)
    {
        request.key = key;
        return m_server->act(kind, request);
    }
    void take(const OwnerId &owner, const QByteArray &values, milliseconds lease = 60s)
    {
        act({.act = ActKind::Acquire, .owner = owner, .part = values, .lease = lease});
    }
    QByteArray field(const QByteArray &name) { return call({"HGET", key.bytes, name}).bytes; }
    QByteArray count(const QByteArray &value, const OwnerId &owner)
    {
        return field(value + ':' + owner.bytes + ":lock_count");
    }
    qint64 left(const QByteArray &value, const OwnerId &owner)
    {
        return field(value + ':' + owner.bytes + ":expire_time").toLongLong() - m_server->wallMilliseconds();
    }
    void endIt(const QByteArray &value, const OwnerId &owner)
    {
        call({"HSET", key.bytes, value + ':' + owner.bytes + ":expire_time", "1600000000000"});
    }
    qint64 fields() { return call({"HLEN", key.bytes}).integer; }

    std::unique_ptr<FamilyServer> m_server;
};

void tst_groupscripts::valuesAreTakenAllOrNone()
{
    const Receipt taken = act({.act = ActKind::Acquire, .owner = ann, .part = jack + ',' + mary});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.foundCount, 1);
    QCOMPARE(taken.ttl->count(), 30000);
    QCOMPARE(field(jack), ann.bytes);
    QCOMPARE(count(mary, ann), QByteArray("1"));
    QVERIFY(left(jack, ann) > 25000 && left(jack, ann) <= 30000);
    QVERIFY2(field(jack + ':' + ann.bytes + ":expire_time").size() == 13,
             "whole milliseconds, as Redisson's");
    QCOMPARE(fields(), 6);
    const QByteArray before = m_server->dump(key.bytes);
    const Receipt refused = act({.act = ActKind::Acquire, .owner = bob, .part = nick + ',' + mary});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QVERIFY(*refused.ttl > 25s && *refused.ttl <= 30s);
    QCOMPARE(m_server->dump(key.bytes), before);
    QCOMPARE(word(act({.act = ActKind::Acquire, .owner = bob, .part = nick}).result), word(ActResult::Done));
    QCOMPARE(fields(), 9);
}

void tst_groupscripts::aValueIsTakenOnceMoreByItsOwner()
{
    take(ann, jack);
    const Receipt again =
        act({.act = ActKind::Acquire, .owner = ann, .part = jack + ',' + mary, .lease = 90s});
    QCOMPARE(again.foundCount, 2);
    QCOMPARE(count(jack, ann), QByteArray("2"));
    QVERIFY(left(jack, ann) > 85000);
    take(ann, jack, 5s);
    QVERIFY2(left(jack, ann) > 80000, "never shortened");
}

void tst_groupscripts::aValuePastItsTimeIsFree()
{
    take(ann, jack);
    endIt(jack, ann);
    const Receipt taken = act({.act = ActKind::Acquire, .owner = bob, .part = jack});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(field(jack), bob.bytes);
    QCOMPARE(count(jack, bob), QByteArray("1"));
    QCOMPARE(fields(), 5);
}

void tst_groupscripts::theHashLivesAsLongAsTheLongestLease()
{
    take(ann, jack, 60s);
    take(bob, mary, 10s);
    QVERIFY(call({"PTTL", key.bytes}).integer > 55000);
    take(bob, nick, 90s);
    QVERIFY(call({"PTTL", key.bytes}).integer > 85000);
    call({"PERSIST", key.bytes});
    take(bob, nick, 90s);
    QCOMPARE(call({"PTTL", key.bytes}).integer, -1);
}

void tst_groupscripts::renewedForItsOwnerOnly()
{
    QCOMPARE(word(act({.act = ActKind::Renew, .owner = ann}).result), word(ActResult::AlreadyGone));
    QVERIFY(!m_server->exists(key.bytes));
    take(ann, jack + ',' + mary, 5s);
    take(bob, nick, 5s);
    const Receipt renewed = act({.act = ActKind::Renew, .owner = ann, .lease = 90s});
    QCOMPARE(word(renewed.result), word(ActResult::Done));
    QCOMPARE(renewed.ttl->count(), 90000);
    QVERIFY(left(jack, ann) > 85000 && left(mary, ann) > 85000 && left(nick, bob) <= 5000);
    QVERIFY(call({"PTTL", key.bytes}).integer > 85000);
    const Receipt foreign =
        act({.act = ActKind::Renew, .owner = ann, .part = jack + ',' + nick, .lease = 300s});
    QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
    QCOMPARE(foreign.foundOwner->bytes, bob.bytes);
    QVERIFY(left(jack, ann) <= 90000);
    endIt(jack, ann);
    QCOMPARE(word(act({.act = ActKind::Renew, .owner = ann, .part = jack}).result),
             word(ActResult::AlreadyGone));
    QCOMPARE(word(act({.act = ActKind::Renew, .owner = ann, .lease = 300s}).result), word(ActResult::Done));
    QVERIFY2(left(jack, ann) < 0 && left(mary, ann) > 250000, "what is past is not taken anew");
}

void tst_groupscripts::aHoldIsGivenBackFromEachValue()
{
    Listener waiter(m_server->spec(), channel);
    QCOMPARE(word(act({.act = ActKind::Release, .owner = ann}).result), word(ActResult::AlreadyGone));
    take(ann, jack, 5s);
    take(ann, jack, 5s);
    take(bob, nick);
    const Receipt one = act({.act = ActKind::Release, .owner = ann});
    QCOMPARE(word(one.result), word(ActResult::Done));
    QCOMPARE(one.foundOwner->bytes, ann.bytes);
    QCOMPARE(one.foundCount, 1);
    QCOMPARE(one.woken, 0);
    QVERIFY2(left(jack, ann) > 25000, "Redisson sets the lease anew while holds are left");
    take(ann, mary);
    const Receipt last = act({.act = ActKind::Release, .owner = ann, .part = jack});
    QCOMPARE(last.woken, 1);
    QVERIFY(!last.foundOwner && last.ttl);
    QCOMPARE(fields(), 6);
    QCOMPARE(word(act({.act = ActKind::Release, .owner = ann, .part = jack}).result),
             word(ActResult::AlreadyGone));
    act({.act = ActKind::Release, .owner = ann});
    QCOMPARE(fields(), 3);
    act({.act = ActKind::Release, .owner = bob});
    QVERIFY(!m_server->exists(key.bytes));
    QCOMPARE(waiter.messages(3), (QByteArrayList{"0", "0", "0"}));
}

void tst_groupscripts::nothingIsGivenBackIfOneValueIsAnothers()
{
    take(ann, jack);
    take(bob, nick);
    const QByteArray before = m_server->dump(key.bytes);
    const Receipt changed = act({.act = ActKind::Release, .owner = ann, .part = jack + ',' + nick});
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundOwner->bytes, bob.bytes);
    QCOMPARE(m_server->dump(key.bytes), before);
}

void tst_groupscripts::oneValueIsRemovedAsShown_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("remove-share") << ActKind::RemoveShare;
    QTest::newRow("force-release of a part") << ActKind::ForceRelease;
}

void tst_groupscripts::oneValueIsRemovedAsShown()
{
    QFETCH(ActKind, kindOfAct);
    Listener waiter(m_server->spec(), channel);
    ActRequest remove{.act = kindOfAct, .owner = ann, .part = jack, .expectedOwner = ann, .expectedCount = 1};
    QCOMPARE(word(act(remove).result), word(ActResult::AlreadyGone));
    take(bob, jack);
    take(ann, mary);
    QCOMPARE(word(act(remove).result), word(ActResult::OwnerChanged));
    endIt(jack, bob);
    QCOMPARE(word(act(remove).result), word(ActResult::AlreadyGone));
    take(ann, jack);
    take(ann, jack);
    const Receipt counted = act(remove);
    QCOMPARE(word(counted.result), word(ActResult::OwnerChanged));
    QCOMPARE(counted.foundCount, 2);
    remove.expectedCount = 2;
    const Receipt removed = act(remove);
    QCOMPARE(word(removed.result), word(ActResult::Done));
    QCOMPARE(removed.woken, 1);
    QVERIFY(field(jack).isEmpty() && count(jack, ann).isEmpty());
    QCOMPARE(field(mary), ann.bytes);
    QCOMPARE(waiter.messages(1), QByteArrayList{"0"});
}

void tst_groupscripts::allAreForcedOnlyAsShown()
{
    Listener waiter(m_server->spec(), channel);
    ActRequest force{.act = ActKind::ForceRelease,
                     .expectedHolders = {held(jack, ann, 1), held(mary, ann, 0), held(nick, bob, 1)}};
    QCOMPARE(word(act(force).result), word(ActResult::AlreadyGone));
    take(ann, jack + ',' + mary);
    QCOMPARE(word(act(force).result), word(ActResult::OwnerChanged));
    take(bob, nick);
    take(ann, mary);
    take(bob, "DDECAwQFBgcICQoLDA0/Aw");
    QCOMPARE(word(act(force).result), word(ActResult::OwnerChanged));
    act({.act = ActKind::Release, .owner = bob, .part = "DDECAwQFBgcICQoLDA0/Aw"});
    take(ann, jack);
    const QByteArray before = m_server->dump(key.bytes);
    const Receipt counted = act(force);
    QCOMPARE(word(counted.result), word(ActResult::OwnerChanged));
    QCOMPARE(counted.foundCount, 2);
    QCOMPARE(m_server->dump(key.bytes), before);
    act({.act = ActKind::Release, .owner = ann, .part = jack});
    endIt(nick, bob); // Ended after the question was shown
    QCOMPARE(word(act(force).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
    QCOMPARE(waiter.messages(2), (QByteArrayList{"0", "0"}));
    take(ann, jack);
    take(bob, mary);
    QCOMPARE(word(act({.act = ActKind::ForceRelease}).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

void tst_groupscripts::allAreForcedForTheirOnlyOwner()
{
    take(ann, jack + ',' + mary);
    take(bob, nick);
    const ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann};
    QCOMPARE(word(act(force).result), word(ActResult::OwnerChanged));
    QCOMPARE(fields(), 9);
    act({.act = ActKind::Release, .owner = bob});
    QCOMPARE(word(act({.act = ActKind::ForceRelease, .expectedOwner = ann, .expectedCount = 1}).result),
             word(ActResult::OwnerChanged));
    QCOMPARE(word(act(force).result), word(ActResult::Done));
    take(ann, jack);
    QCOMPARE(word(act({.act = ActKind::ForceRelease, .expectedOwner = ann, .expectedCount = 2}).result),
             word(ActResult::OwnerChanged));
    QCOMPARE(word(act({.act = ActKind::ForceRelease, .expectedOwner = ann, .expectedCount = 1}).result),
             word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

void tst_groupscripts::valuesEndSoonerNeverLater()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .lease = 10s};
    QCOMPARE(word(act(tenSeconds).result), word(ActResult::AlreadyGone));
    take(ann, jack, 60s);
    take(bob, mary, 5s);
    take(bob, nick, 60s);
    ActRequest his = tenSeconds;
    his.expectedOwner = bob;
    QCOMPARE(act(his).ttl->count(), 10000);
    QVERIFY(left(jack, ann) > 55000 && left(mary, bob) <= 5000 && left(nick, bob) <= 10000);
    his.part = jack;
    QCOMPARE(word(act(his).result), word(ActResult::OwnerChanged));
    call({"PERSIST", key.bytes});
    QCOMPARE(word(act(tenSeconds).result), word(ActResult::Done));
    QVERIFY(left(jack, ann) <= 10000);
    QVERIFY2(call({"PTTL", key.bytes}).integer > 0, "the hash has an end again");
    const QByteArray before = field(jack + ':' + ann.bytes + ":expire_time");
    QVERIFY(*act({.act = ActKind::SetExpiry, .part = jack, .lease = 100s}).ttl <= 10s);
    QCOMPARE(field(jack + ':' + ann.bytes + ":expire_time"), before);
}

void tst_groupscripts::wakesWithoutAChange()
{
    Listener waiter(m_server->spec(), channel);
    QCOMPARE(act({.act = ActKind::Wake}).woken, 1);
    take(ann, jack);
    const QByteArray before = m_server->dump(key.bytes);
    QCOMPARE(act({.act = ActKind::Wake}).woken, 1);
    QCOMPARE(m_server->dump(key.bytes), before);
}

void tst_groupscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::RemoveShare, ActKind::SetExpiry}) {
        QTest::addRow("%s: a string", name(act)) << act << Command{"SET", key.bytes, "1"};
        QTest::addRow("%s: a reentrant lock", name(act)) << act << Command{"HSET", key.bytes, ann.bytes, "1"};
        QTest::addRow("%s: a read-write lock", name(act))
            << act << Command{"HSET", key.bytes, "mode", "read", ann.bytes, "1"};
        QTest::addRow("%s: a field more", name(act))
            << act << Command{"HSET", key.bytes, jack, ann.bytes, "a", "1"};
    }
}

void tst_groupscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    call(put);
    const QByteArray before = m_server->dump(key.bytes);
    ActRequest request{.act = kindOfAct, .key = key, .owner = ann, .lease = 5s};
    if (kindOfAct == ActKind::Acquire || kindOfAct == ActKind::RemoveShare)
        request.part = jack;
    const Outcome<Receipt> receipt = m_server->attempt(kind, request);
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server->dump(key.bytes), before);
    QCOMPARE(call({"PTTL", key.bytes}).integer, -1);
}

void tst_groupscripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("remove-share") << ActKind::RemoveShare;
    QTest::newRow("wake") << ActKind::Wake;
}

void tst_groupscripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    if (!finished(m_server->session().call({"ACL", "WHOAMI"})).ok())
        QSKIP("this server has no users with rights of their own (before 6.0)");
    const std::unique_ptr<Session> carl = m_server->connectedAs("carl", {"resetchannels"});
    take(ann, jack);
    const QByteArray before = m_server->dump(key.bytes);
    ActRequest request{.act = kindOfAct, .key = key, .owner = ann};
    if (kindOfAct == ActKind::RemoveShare)
        request.part = jack;
    VERIFY_FAILS(m_server->attemptBy(*carl, kind, request), ErrorKind::NoPerm);
    QCOMPARE(m_server->dump(key.bytes), before);
    call({"ACL", "SETUSER", "carl", "&*"});
    VERIFY_OK(m_server->attemptBy(*carl, kind, request));
    call({"ACL", "DELUSER", "carl"});
}

void tst_groupscripts::shardedSubscribersAreWoken()
{
    if (!finished(m_server->session().call({"PUBSUB", "SHARDNUMSUB", channel})).ok())
        QSKIP("this server has no sharded channels (before 7.0)");
    Listener waiter(m_server->spec(), channel, "SSUBSCRIBE");
    take(ann, jack);
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}).woken, 1);
    take(ann, jack);
    QCOMPARE(act({.act = ActKind::ForceRelease}).woken, 1);
    take(ann, jack);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = ann, .part = jack}).woken, 1);
}

void tst_groupscripts::aBadLeaseTakesNothing()
{
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        VERIFY_FAILS(
            finished(m_server->session().evaluate("group-acquire", {key.bytes}, {ann.bytes, lease, jack})),
            ErrorKind::ServerError);
        QVERIFY(!m_server->exists(key.bytes));
    }
}

LOCKSCOPE_TEST(tst_groupscripts)

} // namespace tst_groupscripts

#include "tst_groupscripts.moc"
