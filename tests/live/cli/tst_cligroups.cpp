// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli on a RedLock group of which some nodes do not answer, or do not answer alike: what it says of
// the lock counts the silent ones neither for it nor against it, and names each node.

#include "tests/live/cli/groupclitest.h"
#include "tests/support/listener.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QTest>
#include <QTimer>

namespace tst_cligroups
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// As a Redisson client with another uuid on each node, in its thread 28.
QByteArray redissonId(char client)
{
    return "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5" + QByteArray(1, client) + ":28";
}

} // namespace

class tst_CliGroups : public GroupCliTest
{
    Q_OBJECT

private slots:
    void init() { startGroup(); }
    void fromOneNodeNothingIsDecided();
    void whatIsNowhereMayBeOnNodesThatAreAway();
    void anAttemptWithoutAMajorityIsNobodysLock();
    void anAttemptThatOthersRefuseIsTheLocksNo();
    void forceReleaseNamesTheNodesItDoesNotKnow();
    void theRawValueIsTheHolders();
    void aProbeListensToEachNode();
    void anotherClientsIdIsLeftAlone();
    void thatIdsAreOneClientsIsSaidToBeAssumed();
    void idsThatMayBeOneClientsAreNamedEach();
    void aSemaphoreHasTheHoldersOfAMajority();
    void whoWaitsOnOneNodeIsSeen();
    void whoBlocksIsUnknownWithoutAMajority();
    void theCommandOfAllNodesIsPrintedOnce();
    void whatIsLeftOfALostHoldIsNotRenewed();
    void theSecondReaderRenews();

private:
    void takeAsRedisson(size_t index, const QByteArray &owner, const QByteArray &ms)
    {
        VERIFY_OK(node(index).ask({"HSET", Key, owner, "1"}));
        VERIFY_OK(node(index).ask({"PEXPIRE", Key, ms}));
    }
    bool has(size_t index) const
    {
        const auto there = node(index).ask({"EXISTS", Key});
        return there && there->integer == 1;
    }
};

void tst_CliGroups::fromOneNodeNothingIsDecided()
{
    for (size_t i = 0; i < 3; ++i)
        take(i, Ann);
    node(1).kill();
    node(2).kill();
    const Ended ended = cli({"show", Key, "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject lock = ended.json()[u"lock"].toObject();
    QCOMPARE(lock[u"verdict"][u"code"].toString(), QStringLiteral("quorum-unknown"));
    QCOMPARE(lock[u"verdict"][u"level"].toString(), QStringLiteral("info"));
    const QJsonValue quorum = lock[u"quorum"];
    QCOMPARE(quorum[u"reached"].toBool(), false);
    QCOMPARE(quorum[u"decided"].toBool(true), false);
    QCOMPARE(quorum[u"agreeing"].toInt(), 1);
    QCOMPARE(quorum[u"at_most"].toInt(), 3);
    const Ended text = cli({"show", Key});
    QVERIFY2(text.status == 0, text.told().constData());
    QVERIFY2(text.out.contains("at least 1, at most 3 of 3 nodes agree, 2 needed: undecided"),
             text.told().constData());
    QVERIFY2(!text.out.contains("no quorum"), text.told().constData());
    for (size_t i = 0; i < 3; ++i)
        QVERIFY2(text.out.contains(nodeName(i)), text.told().constData());
}

void tst_CliGroups::whatIsNowhereMayBeOnNodesThatAreAway()
{
    take(1, Ann);
    take(2, Ann);
    node(2).kill();
    node(1).kill();
    const Ended unknown = cli({"show", Key});
    QVERIFY2(unknown.status == 3, unknown.told().constData());
    QVERIFY2(unknown.err.contains("unknown whether it is held"), unknown.told().constData());
    for (size_t i = 0; i < 3; ++i)
        QVERIFY2(unknown.err.contains(nodeName(i)), unknown.told().constData());
    VERIFY_OK(node(1).restart(Data::Lost)); // then no majority can have it
    const Ended none = cli({"show", Key});
    QVERIFY2(none.status == 1, none.told().constData());
    QVERIFY2(!none.err.contains("whether it is held"), none.told().constData());
}

void tst_CliGroups::anAttemptWithoutAMajorityIsNobodysLock()
{
    node(1).kill();
    node(2).kill();
    const Ended ended = cli({"acquire", Key, "--owner", Ann, "--lease", "60s"});
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(!ended.err.contains("held now by") && !ended.err.contains(Ann), ended.told().constData());
    QVERIFY2(ended.err.contains("released again on " + nodeName(0)), ended.told().constData());
    for (size_t i = 0; i < 3; ++i)
        QVERIFY2(ended.err.contains(nodeName(i)), ended.told().constData());
    QVERIFY(!has(0));
    const QJsonObject receipt = cli({"acquire", Key, "--owner", Ann, "--json"}).json();
    QCOMPARE(receipt[u"result"].toString(), QStringLiteral("not-acquired"));
    QVERIFY(!receipt.contains(u"found_owner"));
    QCOMPARE(receipt[u"nodes"].toArray().size(), 3);
    for (const QJsonValue &one : receipt[u"nodes"].toArray())
        QVERIFY(!one.toObject().contains(u"may_remain") && !one.toObject().contains(u"found_owner"));
    QVERIFY(receipt.contains(u"error"));
}

void tst_CliGroups::anAttemptThatOthersRefuseIsTheLocksNo()
{
    take(0, Bob);
    take(1, Bob);
    node(2).kill();
    const Ended ended = cli({"acquire", Key, "--owner", Ann, "--json"});
    QVERIFY2(ended.status == 1, ended.told().constData());
    QCOMPARE(ended.json()[u"found_owner"].toString().toUtf8(), Bob);
}

void tst_CliGroups::forceReleaseNamesTheNodesItDoesNotKnow()
{
    for (size_t i = 0; i < 3; ++i)
        take(i, Ann);
    node(2).kill();
    const Ended ended = cli({"force-release", Key, "--expect-owner", Ann, "--reason", "test"});
    QVERIFY2(ended.status == 0, ended.told().constData()); // its majority is gone
    QVERIFY2(ended.out.contains("done on 2 of 3 nodes; unknown on " + nodeName(2)), ended.told().constData());
    QVERIFY2(ended.out.contains("\n  " + nodeName(0) + "  done\n"), ended.told().constData());
    QVERIFY(!has(0) && !has(1));
    // With two of three away its majority may be there still.
    take(0, Ann);
    node(1).kill();
    const Ended plan = cli({"force-release", Key, "--expect-owner", Ann, "--dry-run"});
    QVERIFY2(plan.status == 3 && plan.err.contains("dry run, nothing sent"), plan.told().constData());
    QVERIFY2(plan.err.contains(nodeName(0) + ": possible") && !plan.err.contains("done"),
             plan.told().constData());
    QVERIFY2(plan.out.contains("Not reached: " + nodeName(1) + ", " + nodeName(2)), plan.told().constData());
    QVERIFY(has(0));
    const Ended unknown = cli({"force-release", Key, "--expect-owner", Ann, "--reason", "test"});
    QVERIFY2(unknown.status == 3, unknown.told().constData());
    for (size_t i = 0; i < 3; ++i)
        QVERIFY2(unknown.err.contains(nodeName(i)), unknown.told().constData());
}

void tst_CliGroups::theRawValueIsTheHolders()
{
    take(0, Bob);
    take(1, Ann);
    take(2, Ann);
    const QJsonObject lock = cli({"show", Key, "--json"}).json()[u"lock"].toObject();
    QCOMPARE(lock[u"holders"][0][u"id"].toString().toUtf8(), Ann);
    QCOMPARE(lock[u"raw"][u"string"].toString().toUtf8(), Ann);
    QCOMPARE(lock[u"raw"][u"node"].toString().toUtf8(), nodeName(1));
}

// One client has two nodes, and one of another program whose thread has the same number the third.
void tst_CliGroups::anotherClientsIdIsLeftAlone()
{
    takeAsRedisson(0, redissonId('a'), "600000");
    takeAsRedisson(1, redissonId('b'), "600000");
    takeAsRedisson(2, redissonId('c'), "570000");
    const QJsonObject lock = cli({"show", Key, "--json"}).json()[u"lock"].toObject();
    QCOMPARE(lock[u"quorum"][u"unsure"].toInt(), 1);
    QCOMPARE(lock[u"copies"][2][u"state"].toString(), QStringLiteral("unsure"));
    const Ended ended = cli({"force-release", Key, "--expect-owner", redissonId('a'), "--reason", "test"});
    QVERIFY(!has(0) && has(2));
    QVERIFY2(ended.out.contains(nodeName(2) + "  owner-changed: held by " + redissonId('c')),
             ended.told().constData());
}

// Two clients that acquire at one moment look like one.
void tst_CliGroups::thatIdsAreOneClientsIsSaidToBeAssumed()
{
    const QByteArrayList ms{"600000", "600000", "600000"};
    for (size_t i = 0; i < 3; ++i)
        takeAsRedisson(i, redissonId(char('a' + i)), ms[qsizetype(i)]);
    const QJsonObject lock = cli({"show", Key, "--json"}).json()[u"lock"].toObject();
    QCOMPARE(lock[u"quorum"][u"agreeing"].toInt(), 3);
    QVERIFY(lock[u"quorum"][u"one_client_assumed"].toBool());
    QCOMPARE(lock[u"verdict"][u"basis"].toString(), QStringLiteral("assumed"));
    QVERIFY(cli({"show", Key}).out.contains("assumed to be one client"));
    const Ended ended = cli({"force-release", Key, "--expect-owner", redissonId('a'), "--reason", "test"});
    QVERIFY2(ended.out.contains(nodeName(2) + "  done: of " + redissonId('c')), ended.told().constData());
    QVERIFY2(ended.out.contains("assumed to be one client's"), ended.told().constData());
    for (size_t i = 0; i < 3; ++i)
        take(i, Ann); // one token on all nodes
    QVERIFY(
        !cli({"show", Key, "--json"}).json()[u"lock"][u"quorum"].toObject().contains(u"one_client_assumed"));
    const Ended token = cli({"force-release", Key, "--expect-owner", Ann, "--reason", "test"});
    QVERIFY2(!token.out.contains("assumed"), token.told().constData());
}

void tst_CliGroups::idsThatMayBeOneClientsAreNamedEach()
{
    const QByteArrayList ms{"600000", "570000", "540000"};
    for (size_t i = 0; i < 3; ++i)
        takeAsRedisson(i, redissonId(char('a' + i)), ms[qsizetype(i)]);
    const QByteArrayList force{"force-release", Key, "--reason", "test", "--expect-owner", redissonId('a')};
    const Ended one = cli(force);
    QVERIFY2(one.status == 2 && one.err.contains("specify the id of each node"), one.told().constData());
    QVERIFY(!has(0) && has(1) && has(2));
    takeAsRedisson(0, redissonId('a'), ms[0]);
    const Ended all =
        cli(force + QByteArrayList{"--expect-owner", redissonId('b'), "--expect-owner", redissonId('c')});
    QVERIFY2(all.status == 0, all.told().constData());
    QVERIFY(!has(0) && !has(1) && !has(2));
}

// One client renews on one node only; to the others nothing comes.
void tst_CliGroups::aProbeListensToEachNode()
{
    for (size_t i = 0; i < m_group->size(); ++i)
        VERIFY_OK(node(i).ask({"SET", Key, Ann, "PX", "600000"}));
    LockHolder holder(node(m_group->size() - 1).tcp(), "worker", Ann);
    QTimer renewals;
    connect(&renewals, &QTimer::timeout, this, [&holder] {
        holder.session().call({"EVAL", "return redis.call('get', KEYS[1])", "1", Key, Ann});
    });
    renewals.start(50);
    Program program(toAll({"show", Key, "--json", "--probe=25s"}));
    QTRY_COMPARE(program.process.state(), QProcess::NotRunning);
    const Ended ended = program.ended();
    const QJsonObject probe = ended.json()[u"probe"].toObject();
    QVERIFY2(ended.status == 0 && probe[u"learnt"].toInt() == 1, ended.told().constData());
    QCOMPARE(probe[u"stopped"].toString(), QStringLiteral("learnt"));
    QCOMPARE(probe[u"nodes"].toArray().size(), qsizetype(m_group->size()));
    for (size_t i = 0; i < m_group->size(); ++i)
        QVERIFY2(ended.err.contains(node(i).spec().node().bytes), ended.told().constData()); // the cost
}

// Three clients were killed while they acquired it, then another one got it on each node.
void tst_CliGroups::aSemaphoreHasTheHoldersOfAMajority()
{
    const QByteArray name = "semaphore:a";
    const QByteArray uuid = "-0795-4907-87fd-6c719a6b4586";
    const qint64 at = QDateTime::currentMSecsSinceEpoch();
    for (size_t i = 0; i < 3; ++i) {
        const QByteArray left = QByteArray(8, char('1' + i)) + uuid;
        VERIFY_OK(node(i).ask(
            {"ZADD", name, QByteArray::number(at - 2'000), left, QByteArray::number(at), "aaaaaaaa" + uuid}));
        VERIFY_OK(node(i).ask({"PEXPIRE", name, "600000"}));
    }
    const Ended ended = cli({"show", name, "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject lock = ended.json()[u"lock"].toObject();
    QCOMPARE(lock[u"quorum"][u"agreeing"].toInt(), 3);
    QCOMPARE(lock[u"verdict"][u"code"].toString(), QStringLiteral("healthy"));
    QCOMPARE(lock[u"holders"].toArray().size(), 1);
}

void tst_CliGroups::whoWaitsOnOneNodeIsSeen()
{
    for (size_t i = 0; i < 3; ++i)
        takeAsRedisson(i, redissonId('a'), "600000");
    const QByteArray channel = "redisson_lock__channel:{" + Key + '}';
    const Listener waiter(node(0).spec(), channel);
    const QJsonArray locks = cli({"scan", "--json"}).json()[u"locks"].toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks[0][u"waiters"][u"subscribed"].toInt(), 1);
    QVERIFY(locks[0][u"waiters"][u"at_least"].toBool());
}

void tst_CliGroups::whoBlocksIsUnknownWithoutAMajority()
{
    for (size_t i = 0; i < 3; ++i)
        takeAsRedisson(i, redissonId('a'), "600000");
    const Listener waiter(node(0).spec(), "redisson_lock__channel:{" + Key + '}');
    const Ended known = cli({"blocking"});
    QVERIFY2(known.status == 0 && known.out.contains(Key + ", held for"), known.told().constData());
    node(1).kill();
    node(2).pause();
    const Ended ended = cli({"blocking"});
    node(2).resume();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(!ended.out.contains(Key + ", held for") && !ended.out.contains("this user may not"),
             ended.told().constData());
    QVERIFY2(ended.out.contains("incomplete: not all locks could be read; clients wait for 1 lock that no "
                                "client is known to hold: " +
                                Key),
             ended.told().constData());
    for (size_t i = 1; i < 3; ++i)
        QVERIFY2(ended.err.contains(nodeName(i)), ended.told().constData());
}

void tst_CliGroups::theCommandOfAllNodesIsPrintedOnce()
{
    for (size_t i = 0; i < 3; ++i)
        take(i, Ann);
    const Ended text = cli({"force-release", Key, "--any-owner", "--dry-run"});
    QVERIFY2(text.status == 0, text.told().constData());
    QCOMPARE(text.out.count(" EVAL "), 1);
    QCOMPARE(text.out.count("the same with redis-cli"), 2);
    QVERIFY(text.out.indexOf("\nBy hand ") > text.out.indexOf("\nWarning "));
    QCOMPARE(text.out.count("  would be done\n"), 3);
    for (size_t i = 0; i < 3; ++i) {
        const auto set = node(i).ask({"SET", "lock:t", QByteArray(32, 'a'), "PX", "60000"});
        QVERIFY(set.ok());
    }
    const Ended token = cli({"force-release", "lock:t", "--any-owner", "--dry-run"});
    QVERIFY2(token.status == 0 && !token.out.contains("the other nodes still hold it"),
             token.told().constData());
    const Ended json = cli({"force-release", Key, "--any-owner", "--dry-run", "--json"});
    QCOMPARE(json.json()[u"plan"][u"commands"].toArray().size(), 3);
}

void tst_CliGroups::whatIsLeftOfALostHoldIsNotRenewed()
{
    take(0, Ann);
    take(1, Bob);
    take(2, Bob);
    const auto left = [this] { return node(0).ask({"PTTL", Key})->integer; };
    const Ended others = cli({"renew", Key, "--owner", Ann, "--lease", "2h"});
    QVERIFY2(others.status == 1, others.told().constData());
    QVERIFY2(others.err.contains("the owner has changed; nothing was changed; held now by " + Bob),
             others.told().constData());
    QVERIFY2(others.err.contains(nodeName(0) + "  refused: not sent"), others.told().constData());
    QVERIFY(left() <= 600'000);
    VERIFY_OK(node(1).ask({"DEL", Key}));
    VERIFY_OK(node(2).ask({"DEL", Key}));
    const Ended free = cli({"renew", Key, "--owner", Ann, "--lease", "2h"});
    QVERIFY2(free.err.contains("already gone; nothing was changed"), free.told().constData());
    QVERIFY(free.status == 1 && left() <= 600'000);
    take(1, Ann);
    QCOMPARE(cli({"renew", Key, "--owner", Ann, "--lease", "2h"}).status, 0);
    QVERIFY(left() > 600'000);
}

void tst_CliGroups::theSecondReaderRenews()
{
    for (const QByteArray &act : {QByteArray("acquire"), QByteArray("renew")}) {
        for (const QByteArray &reader : {redissonId('a'), redissonId('b')}) {
            const Ended ended =
                cli({act, Key, "--kind", "rw-lock", "--owner", reader, "--lease", "2h", "--mode", "read"});
            QVERIFY2(ended.status == 0, ended.told().constData());
        }
    }
}

LOCKSCOPE_TEST(tst_CliGroups)

} // namespace tst_cligroups

#include "tst_cligroups.moc"
