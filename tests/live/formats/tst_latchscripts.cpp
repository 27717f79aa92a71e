// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of the scripts of Redisson's count-down latch, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_latchscripts
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const LockName key{QByteArrayLiteral("build:latch")};
const QByteArray channel = QByteArrayLiteral("redisson_countdownlatch__channel__{build:latch}");
const QByteArray kind = QByteArrayLiteral("latch");

} // namespace

class tst_latchscripts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_server = std::make_unique<FamilyServer>(); }
    void init() { m_server->call({"FLUSHALL"}); }

    void countsDownAndOpensWithTheLastCount();
    void belowNothingItGoesInSilence();
    void opensOnlyWithTheCountShown();
    void wakesOnlyWhereItIsOpen();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void shardedSubscribersAreLetThrough();
    void outOfMemoryItStillOpens();

private:
    Reply call(Command command) { return m_server->call(std::move(command)); }
    Receipt act(ActRequest request)
    {
        request.key = key;
        return m_server->act(kind, request);
    }

    std::unique_ptr<FamilyServer> m_server;
};

void tst_latchscripts::countsDownAndOpensWithTheLastCount()
{
    Listener waiter(m_server->spec(), channel);
    QCOMPARE(word(act({.act = ActKind::Release}).result), word(ActResult::AlreadyGone));
    QVERIFY2(!m_server->exists(key.bytes), "unlike by the library, no -1 is made on the way");
    call({"SET", key.bytes, "3"});
    for (const int left : {2, 1}) {
        const Receipt counted = act({.act = ActKind::Release});
        QCOMPARE(word(counted.result), word(ActResult::Done));
        QCOMPARE(counted.foundCount, left);
        QCOMPARE(counted.woken, 0);
        QCOMPARE(m_server->get(key.bytes), QByteArray::number(left));
    }
    const Receipt last = act({.act = ActKind::Release});
    QCOMPARE(word(last.result), word(ActResult::Done));
    QCOMPARE(last.woken, 1);
    QVERIFY(!last.ttl && last.foundCount == 0);
    QVERIFY(!m_server->exists(key.bytes));
    QCOMPARE(waiter.messages(1), QByteArrayList{"0"});
}

void tst_latchscripts::belowNothingItGoesInSilence()
{
    Listener waiter(m_server->spec(), channel);
    for (const char *count : {"0", "-3"}) {
        call({"SET", key.bytes, count});
        const Receipt counted = act({.act = ActKind::Release});
        QCOMPARE(word(counted.result), word(ActResult::Done));
        QCOMPARE(counted.woken, 0);
        QVERIFY(!m_server->exists(key.bytes));
    }
}

void tst_latchscripts::opensOnlyWithTheCountShown()
{
    Listener waiter(m_server->spec(), channel);
    QCOMPARE(word(act({.act = ActKind::ForceRelease}).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "2"});
    const Receipt changed = act({.act = ActKind::ForceRelease, .expectedCount = 3});
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundCount, 2);
    QCOMPARE(m_server->get(key.bytes), QByteArray("2"));
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedCount = 2}).woken, 1);
    QVERIFY(!m_server->exists(key.bytes));
    call({"SET", key.bytes, "7"});
    QCOMPARE(word(act({.act = ActKind::ForceRelease}).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
    QCOMPARE(waiter.messages(2), (QByteArrayList{"0", "0"}));
}

void tst_latchscripts::wakesOnlyWhereItIsOpen()
{
    Listener waiter(m_server->spec(), channel);
    call({"SET", key.bytes, "1"});
    const Receipt closed = act({.act = ActKind::Wake});
    QCOMPARE(word(closed.result), word(ActResult::Done));
    QCOMPARE(closed.woken, 0);
    QCOMPARE(m_server->get(key.bytes), QByteArray("1"));
    call({"SET", key.bytes, "0"});
    QCOMPARE(act({.act = ActKind::Wake}).woken, 1);
    QCOMPARE(m_server->get(key.bytes), QByteArray("0"));
    call({"DEL", key.bytes}); // Without a message to the waiters
    QCOMPARE(act({.act = ActKind::Wake}).woken, 1);
    QVERIFY(!m_server->exists(key.bytes));
    QCOMPARE(waiter.messages(2), (QByteArrayList{"0", "0"}));
}

void tst_latchscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        QTest::addRow("%s: a hash", name(act)) << act << Command{"HSET", key.bytes, "a", "1"};
        QTest::addRow("%s: a word", name(act)) << act << Command{"SET", key.bytes, "soon"};
        QTest::addRow("%s: a long number", name(act)) << act << Command{"SET", key.bytes, "1234567890123456"};
        QTest::addRow("%s: minus nothing", name(act)) << act << Command{"SET", key.bytes, "-0"};
    }
}

void tst_latchscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    call(put);
    const QByteArray before = m_server->dump(key.bytes);
    const Outcome<Receipt> receipt = m_server->attempt(kind, {.act = kindOfAct, .key = key});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server->dump(key.bytes), before);
}

void tst_latchscripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<QByteArray>("count");
    QTest::newRow("release") << ActKind::Release << QByteArray("1");
    QTest::newRow("force-release") << ActKind::ForceRelease << QByteArray("5");
    QTest::newRow("wake") << ActKind::Wake << QByteArray("0");
}

void tst_latchscripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(QByteArray, count);
    if (!finished(m_server->session().call({"ACL", "WHOAMI"})).ok())
        QSKIP("this server has no users with rights of their own (before 6.0)");
    const std::unique_ptr<Session> carl = m_server->connectedAs("carl", {"resetchannels"});
    call({"SET", key.bytes, count});
    const ActRequest request{.act = kindOfAct, .key = key};
    VERIFY_FAILS(m_server->attemptBy(*carl, kind, request), ErrorKind::NoPerm);
    QCOMPARE(m_server->get(key.bytes), count);
    call({"ACL", "SETUSER", "carl", "&*"});
    VERIFY_OK(m_server->attemptBy(*carl, kind, request));
    call({"ACL", "DELUSER", "carl"});
}

void tst_latchscripts::shardedSubscribersAreLetThrough()
{
    if (!finished(m_server->session().call({"PUBSUB", "SHARDNUMSUB", channel})).ok())
        QSKIP("this server has no sharded channels (before 7.0)");
    Listener waiter(m_server->spec(), channel, "SSUBSCRIBE");
    call({"SET", key.bytes, "1"});
    QCOMPARE(act({.act = ActKind::Release}).woken, 1);
    call({"SET", key.bytes, "2"});
    QCOMPARE(act({.act = ActKind::ForceRelease}).woken, 1);
    QCOMPARE(act({.act = ActKind::Wake}).woken, 1);
    QCOMPARE(waiter.messages(3), (QByteArrayList{"0", "0", "0"}));
}

void tst_latchscripts::outOfMemoryItStillOpens()
{
    call({"SET", key.bytes, "1"});
    call({"CONFIG", "SET", "maxmemory", "1"});
    const Receipt last = act({.act = ActKind::Release});
    call({"CONFIG", "SET", "maxmemory", "0"});
    QCOMPARE(word(last.result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

LOCKSCOPE_TEST(tst_latchscripts)

} // namespace tst_latchscripts

#include "tst_latchscripts.moc"
