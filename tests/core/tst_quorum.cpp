// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorum.h"

#include <QTest>

using namespace lockscope;

namespace
{

// Of a Redisson client: its uuid ends in that letter.
OwnerId id(char client, int thread)
{
    return {"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5" + QByteArray(1, client) + ':' + QByteArray::number(thread)};
}

using Owners = std::vector<OwnerId>;

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
};

void TestQuorum::aClientHasANameOnEachNode()
{
    QVERIFY(namesOnNodes(id('b', 7), {id('a', 7), id('b', 7), id('c', 7)}) ==
            (Owners{id('a', 7), id('b', 7), id('c', 7)}));
    // Where it has nothing, or another thread has it, the id is the one that was meant: it frees nothing
    // there.
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
    QTest::addColumn<int>("apart"); // seconds between the nodes
    QTest::addColumn<bool>("seen"); // that it was taken, or met held
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
    QCOMPARE(merged->quorum()->owners, owners == 1 ? 1 : 3); // by what is sure then: their ids
}

void TestQuorum::aClientThatLeftOneNode()
{
    const OwnerId owner = id('a', 7);
    const Instant at = now();
    std::vector<MemberSight> members;
    const auto tell = [&](const std::vector<bool> &goneOn) {
        members.clear();
        for (const bool gone : goneOn) {
            Lock lock{.key = {"lock:a"}, .heldSince = at};
            lock.holders.append(Holder{.id = owner, .count = 1});
            ClientInfo client{.address = "10.0.0.7:1", .learnt = QStringLiteral("CLIENT LIST")};
            if (gone)
                client.goneSince = at;
            lock.clients = std::make_shared<const HolderClients>(HolderClients{{owner, client}});
            members.push_back({.node = {QByteArray::number(qsizetype(members.size()))},
                               .lock = std::make_shared<const Lock>(lock)});
        }
        const std::optional<Lock> merged = mergedLock(members);
        return merged && merged->clients->front().second.goneSince.has_value();
    };
    QVERIFY(!tell({false, true, true}));
    QVERIFY(!tell({true, true, false}));
    QVERIFY(tell({true, true, true}));
}

QTEST_GUILESS_MAIN(TestQuorum)
#include "tst_quorum.moc"
