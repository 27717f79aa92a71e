// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorumtable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_quorum
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// An owner of a Redisson client whose uuid ends in that letter.
OwnerId id(char client, int thread)
{
    return {"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5" + QByteArray(1, client) + ':' + QByteArray::number(thread)};
}

using Owners = std::vector<OwnerId>;

const Instant Start = Instant() + 1000h;

// So far renewed every 10 s to 30 s.
LockPtr beating(const QByteArray &key, const OwnerId &owner, Instant last)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->holders.append(Holder{.id = owner});
    lock->heldSince = Start - 1min;
    lock->lease = 30s;
    lock->expiresAt = last + 30s;
    lock->renewals = {.count = 3, .period = 10s, .lastAt = last};
    lock->readAt = last;
    return lock;
}

// The locks of each of three nodes.
using Node = QHash<LockName, LockPtr>;

std::vector<MemberSight> sightsOf(const std::array<Node, 3> &nodes, const LockName &key)
{
    std::vector<MemberSight> sights;
    for (const Node &node : nodes)
        sights.push_back({.lock = node.value(key)});
    return sights;
}

} // namespace

class TestQuorum final : public QObject
{
    Q_OBJECT

private slots:
    void aClientHasANameOnEachNode();
    void whoIsNotThereIsNobodyElse();
    void anIdThatIsMetTwiceIsNotOneOfANode();
    void tokensAreTheSameEverywhere();
    void threadsOfTheSameNumber_data();
    void threadsOfTheSameNumber();
    void aClientThatLeftOneNode();
    void aClientIsGoneSinceItLeftTheLastNode();
    void isRenewedWhenAMajorityIs();
    void theLocksOfAClientFallSilentTogether();
    void whatItsNodesLeftOutIsLeftOutOfTheGroup();
};

void TestQuorum::aClientHasANameOnEachNode()
{
    QVERIFY(namesOnNodes(id('b', 7), {id('a', 7), id('b', 7), id('c', 7)}) ==
            (Owners{id('a', 7), id('b', 7), id('c', 7)}));
    // Where a node has nothing, or another thread holds the lock, the intended id is kept: it releases
    // nothing there.
    QVERIFY(namesOnNodes(id('a', 7), {id('a', 7), {}, id('c', 8)}) ==
            (Owners{id('a', 7), id('a', 7), id('a', 7)}));
    QVERIFY(namesOnNodes(id('c', 8), {id('a', 7), id('b', 8), id('c', 8)}) ==
            (Owners{id('c', 8), id('b', 8), id('c', 8)}));
}

void TestQuorum::whoIsNotThereIsNobodyElse()
{
    const Owners found{id('a', 7), id('b', 7), id('c', 7)};
    QVERIFY(namesOnNodes(id('d', 7), found) == Owners(3, id('d', 7)));
}

void TestQuorum::anIdThatIsMetTwiceIsNotOneOfANode()
{
    const Owners found{id('a', 7), id('a', 7), id('c', 7)};
    QVERIFY(namesOnNodes(id('a', 7), found) == Owners(3, id('a', 7)));
    QVERIFY(namesOnNodes(id('c', 7), found) == Owners(3, id('c', 7)));
}

void TestQuorum::tokensAreTheSameEverywhere()
{
    const OwnerId token{"c0ffee"};
    QVERIFY(!isRedissonId(token) && isRedissonId(id('a', 7)));
    QVERIFY(namesOnNodes(token, {token, id('b', 7), id('c', 7)}) == Owners(3, token));
}

void TestQuorum::threadsOfTheSameNumber_data()
{
    QTest::addColumn<int>("apart"); // Seconds between the nodes
    QTest::addColumn<bool>("seen"); // The acquisition was seen, or the lock was found held
    QTest::addColumn<int>("owners");
    QTest::newRow("at once") << 0 << true << 1;
    QTest::newRow("after a wait for a member") << 20 << true << 1;
    QTest::newRow("at quite another time") << 31 << true << 2;
    QTest::newRow("met at another time") << 31 << false << 1;
}

void TestQuorum::threadsOfTheSameNumber()
{
    QFETCH(int, apart);
    QFETCH(bool, seen);
    QFETCH(int, owners);
    const Instant taken = now();
    std::vector<MemberSight> members;
    for (const char client : {'a', 'b', 'c'}) {
        Lock lock{.key = {"lock:a"}, .heldSince = taken, .heldIsLowerBound = !seen};
        lock.holders.append(Holder{.id = id(client, 43), .count = 1});
        if (client == 'a')
            lock.heldSince = taken - std::chrono::seconds(apart);
        members.push_back({.node = {QByteArray(1, client)}, .lock = std::make_shared<const Lock>(lock)});
    }
    const std::optional<Lock> merged = mergedLock(members);
    QVERIFY(merged && merged->quorum());
    QCOMPARE(merged->quorum()->owners, owners == 1 ? 1 : 3); // Counted by ids, which are certain
}

void TestQuorum::aClientThatLeftOneNode()
{
    const OwnerId owner = id('a', 7);
    const Instant at = now();
    std::vector<MemberSight> members;
    enum Sight { Gone, There, Unknown };
    const auto tell = [&](const std::vector<Sight> &sights) {
        members.clear();
        for (const Sight sight : sights) {
            const QByteArray node = QByteArray::number(qsizetype(members.size()));
            Lock lock{.key = {"lock:a"}, .heldSince = at};
            lock.holders.append(Holder{.id = owner, .count = 1});
            ClientInfo client{.address = "10.0.0.7:" + node, .learnt = QStringLiteral("CLIENT LIST")};
            if (sight == Gone)
                client.goneSince = at;
            if (sight != Unknown)
                lock.clients = std::make_shared<const HolderClients>(HolderClients{{owner, client}});
            members.push_back({.node = {node}, .lock = std::make_shared<const Lock>(lock)});
        }
        const std::optional<Lock> merged = mergedLock(members);
        if (!merged || !merged->clients)
            return QByteArray("nobody");
        const ClientInfo &client = merged->clients->front().second;
        return client.address + (client.goneSince ? " gone" : " there");
    };
    QCOMPARE(tell({There, Gone, Gone}), QByteArray("10.0.0.7:0 there"));
    QCOMPARE(tell({Gone, Gone, There}), QByteArray("10.0.0.7:2 there"));
    QCOMPARE(tell({Gone, Gone, Gone}), QByteArray("10.0.0.7:0 gone"));
    // A node that knows no clients misses none: a tie may be known to a single node.
    QCOMPARE(tell({Gone, Unknown, Unknown}), QByteArray("10.0.0.7:0 there"));
    QCOMPARE(tell({Gone, Gone, Unknown}), QByteArray("10.0.0.7:0 there"));
    QCOMPARE(tell({Gone, Unknown, There}), QByteArray("10.0.0.7:2 there"));
    QCOMPARE(tell({Unknown, Gone, Gone}), QByteArray("nobody"));
}

// It renewed the lock on the other nodes after it had left the first.
void TestQuorum::aClientIsGoneSinceItLeftTheLastNode()
{
    const OwnerId owner = id('a', 7);
    std::vector<MemberSight> members;
    for (const auto left : {0s, 30s, 20s}) {
        auto lock = std::make_shared<Lock>(*beating("lock:a", owner, Start + 10s));
        const ClientInfo client{.learnt = QStringLiteral("CLIENT LIST"), .goneSince = Start + left};
        lock->clients = std::make_shared<const HolderClients>(HolderClients{{owner, client}});
        members.push_back({.lock = lock});
    }
    const std::optional<Lock> merged = mergedLock(members);
    QCOMPARE(merged->clients->front().second.goneSince, std::optional(Start + 30s));
    QCOMPARE(merged->renewals.lastAt, std::optional(Start + 10s));
}

void TestQuorum::isRenewedWhenAMajorityIs()
{
    const LockName key{"lock:a"};
    const OwnerId token{"c0ffee-c0ffee"};
    std::array<Node, 3> nodes;
    nodes[0][key] = beating(key.bytes, token, Start); // It cannot reach this node
    nodes[1][key] = beating(key.bytes, token, Start + 10s);
    nodes[2][key] = beating(key.bytes, token, Start + 20s);
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.lastAt, std::optional(Start + 10s));
    nodes[1].clear(); // Without a majority: the client that renewed last keeps trying
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.lastAt, std::optional(Start));
}

void TestQuorum::theLocksOfAClientFallSilentTogether()
{
    std::array<Node, 3> nodes;
    const auto give = [&nodes](const QByteArray &key, const OwnerId &owner, Instant last) {
        for (Node &node : nodes)
            node[{key}] = beating(key, owner, last);
        LockDelta delta;
        delta.upserted = {nodes[0][{key}]};
        return delta;
    };
    QuorumTable table;
    table.use(Registry::builtIn(), {});
    const auto told = [&](const std::vector<LockDelta> &deltas, Instant at) {
        const LockDelta whole = table.merge(
            deltas, [&nodes](const LockName &key) { return sightsOf(nodes, key); }, at);
        QSet<LockName> keys;
        for (const LockPtr &lock : whole.upserted)
            keys.insert(lock->key);
        return keys.size() == qsizetype(whole.upserted.size()); // Each once
    };
    const auto code = [&table](const char *key) {
        const Verdict verdict = table.find({QByteArray(key)})->verdict;
        return QByteArray(verdict.code.data(), qsizetype(verdict.code.size())) + ' ' +
               QByteArray::number(verdict.figure);
    };
    const std::vector<LockDelta> first{give("lock:a", id('a', 7), Start), give("lock:b", id('a', 8), Start),
                                       give("lock:c", id('c', 1), Start)};
    QVERIFY(told(first, Start + 1s));
    QCOMPARE(code("lock:a"), QByteArray("healthy 0"));
    QVERIFY(told({give("lock:b", id('a', 8), Start + 2s)}, Start + 3s));
    QVERIFY(told({}, Start + 16s)); // Slightly more than half a period late; the other lock is on time
    QCOMPARE(code("lock:a"), QByteArray("renewal-overdue 0"));
    QCOMPARE(code("lock:b"), QByteArray("healthy 0"));
    QVERIFY(told({}, Start + 18s));
    QCOMPARE(code("lock:a"), QByteArray("client-silent 2"));
    QCOMPARE(code("lock:b"), QByteArray("client-silent 2"));
    QCOMPARE(code("lock:c"), QByteArray("renewal-overdue 0"));
    // With other thresholds none is silent; with the former ones all verdicts return.
    table.setThresholds({.overdue = 3});
    QVERIFY(told({}, Start + 18s));
    for (const char *key : {"lock:a", "lock:b", "lock:c"})
        QCOMPARE(code(key), QByteArray("healthy 0"));
    table.setThresholds({});
    QVERIFY(told({}, Start + 18s));
    QCOMPARE(code("lock:a"), QByteArray("client-silent 2"));
    QCOMPARE(code("lock:c"), QByteArray("renewal-overdue 0"));
    QVERIFY(told({give("lock:b", id('a', 8), Start + 19s)}, Start + 19s));
    QCOMPARE(code("lock:b"), QByteArray("healthy 0"));
    QCOMPARE(code("lock:a"), QByteArray("renewal-overdue 0"));
    // Without a majority it does not count as a lock of the client.
    nodes[1].remove({QByteArray("lock:b")});
    nodes[2].remove({QByteArray("lock:b")});
    LockDelta gone;
    gone.removed = {{QByteArray("lock:b")}};
    QVERIFY(told({gone}, Start + 20s));
    QCOMPARE(code("lock:b"), QByteArray("no-quorum 0"));
    // It may have just been released.
    QCOMPARE(table.find({QByteArray("lock:b")})->verdict.level, VerdictLevel::Info);
    QVERIFY(told({give("lock:d", id('a', 9), Start)}, Start + 21s));
    QCOMPARE(code("lock:d"), QByteArray("client-silent 2"));
    QCOMPARE(code("lock:a"), QByteArray("client-silent 2"));
}

void TestQuorum::whatItsNodesLeftOutIsLeftOutOfTheGroup()
{
    QuorumTable table;
    const auto nothing = [](const LockName &) { return std::vector<MemberSight>(); };
    QCOMPARE(table.merge({{.dropped = 2}, {}, {.dropped = 3}}, nothing, Start).dropped, qint64(5));
    QCOMPARE(table.merge({{}, {}, {}}, nothing, Start).dropped, qint64(0));
}

LOCKSCOPE_TEST(TestQuorum)

} // namespace tst_quorum

#include "tst_quorum.moc"
