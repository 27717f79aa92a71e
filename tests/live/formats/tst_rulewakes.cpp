// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts of rules wake the waiters.

#include "tests/live/formats/rulescripttest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

namespace tst_rulewakes
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::rulescripts;

class tst_rulewakes : public RuleScriptTest
{
    Q_OBJECT

private slots:
    void initTestCase() { readRules(); }
    void init() { m_server.clear(); }
    void waitersAreWokenBeforeTheLockIsGone();
    void shardedWaitersAreWokenToo();
    void wakingChangesNothing();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
};

void tst_rulewakes::waitersAreWokenBeforeTheLockIsGone()
{
    const auto listener = m_server.connected();
    QSignalSpy pushed(listener.get(), &Session::pushed);
    listener->subscribe({"SUBSCRIBE", "freed:tok:a", "freed:hash:a", "freed:set:a"});
    QTRY_COMPARE(pushed.size(), 3);
    m_server.call({"SET", "tok:a", "ann"});
    QCOMPARE(act("tok:a", {.act = ActKind::Release, .owner = {"ann"}}).woken, 1);
    QTRY_COMPARE(pushed.size(), 4);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("go tok:a"));
    m_server.call({"HSET", "hash:a", "ann", "2"});
    QCOMPARE(act("hash:a", {.act = ActKind::Release, .owner = {"ann"}}).woken, 0); // One hold remains
    QCOMPARE(act("hash:a", {.act = ActKind::ForceRelease}).woken, 1);
    m_server.call({"SADD", "set:a", "ann", "bob"});
    QCOMPARE(act("set:a", {.act = ActKind::RemoveShare, .owner = {"bob"}}).woken, 1);
    QTRY_COMPARE(pushed.size(), 6);
}

void tst_rulewakes::shardedWaitersAreWokenToo()
{
    if (!m_server.hasShardedChannels())
        QSKIP("this server has no sharded channels (before 7.0)");
    const auto listener = m_server.connected();
    QSignalSpy pushed(listener.get(), &Session::pushed);
    listener->subscribe({"SSUBSCRIBE", "freed:tok:a"});
    QTRY_COMPARE(pushed.size(), 1);
    m_server.call({"SET", "tok:a", "ann"});
    QCOMPARE(act("tok:a", {.act = ActKind::ForceRelease}).woken, 1);
    QCOMPARE(act("tok:a", {.act = ActKind::Wake}).woken, 1);
    QTRY_COMPARE(pushed.size(), 3);
}

void tst_rulewakes::wakingChangesNothing()
{
    QCOMPARE(word("tok:a", {.act = ActKind::Wake}), QByteArray("done"));
    m_server.call({"SET", "tok:a", "ann", "PX", "60000"});
    const QByteArray before = m_server.dump();
    QCOMPARE(word("tok:a", {.act = ActKind::Wake}), QByteArray("done"));
    QCOMPARE(m_server.dump(), before);
}

void tst_rulewakes::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<QByteArray>("right");
    QTest::newRow("no channel") << QByteArray("resetchannels");
    QTest::newRow("no PUBLISH") << QByteArray("-publish");
}

void tst_rulewakes::withoutTheRightToPublishNothingChanges()
{
    QFETCH(QByteArray, right);
    const auto session = m_server.connectedAs("mute", {right});
    m_server.call({"SET", "tok:a", "ann", "PX", "60000"});
    const QByteArray before = m_server.dump();
    const std::vector<ActRequest> requests{
        {.act = ActKind::Release, .owner = {"ann"}}, {.act = ActKind::ForceRelease}, {.act = ActKind::Wake}};
    for (const ActRequest &request : requests) {
        VERIFY_FAILS(attempt(*session, "tok:a", request), ErrorKind::NoPerm);
        QCOMPARE(m_server.dump(), before);
    }
}

LOCKSCOPE_TEST(tst_rulewakes)

} // namespace tst_rulewakes

#include "tst_rulewakes.moc"
