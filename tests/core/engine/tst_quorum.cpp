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

// As they are found on the nodes, all with one expiry. An empty id: nothing there.
std::vector<NodeOwner> found(const Owners &owners)
{
    std::vector<NodeOwner> nodes;
    for (const OwnerId &owner : owners)
        nodes.push_back({.holds = !owner.isEmpty(), .id = owner, .expiresAt = Start + 30s});
    return nodes;
}

// So far renewed every 10 s to 30 s.
LockPtr beating(const QByteArray &key, const OwnerId &owner, Instant last, qint64 count = 3)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->confidence = Confidence::Certain;
    lock->holders.append(Holder{.id = owner});
    lock->heldSince = Start - 1min;
    lock->lease = 30s;
    lock->expiresAt = last + 30s;
    lock->renewals = {.count = count, .period = 10s, .lastAt = last};
    lock->readAt = last;
    return lock;
}

// The first node is a client's, and the others, which are alike, are the same one's or another's.
struct Twin {
    milliseconds taken{0};   // before the others
    milliseconds expires{0}; // before the others
    bool isSeen = true;      // that they were taken; else they were met held
    QByteArray host{};
    int agreeing = 3;
};

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
    void anotherClientOfThatThreadNumberIsNotMeant();
    void whoIsNotThereIsNobodyElse();
    void anIdThatIsMetTwiceIsNotOneOfANode();
    void tokensAreTheSameEverywhere();
    void threadsOfTheSameNumber_data();
    void threadsOfTheSameNumber();
    void whatWasOneClientStaysOne();
    void aRenewalReachesOneNodeAfterTheOther();
    void threeThatMayBeOneAreNoMajority();
    void aCommonWordIsNoAgreement();
    void aNodeThatIsAwayCountsForNothing();
    void changesAreToldWithTheirNodes();
    void theOwnerOfAChangeIsWhoHadTheMajority();
    void whatIsMetAtFirstIsNoChange();
    void aSilentNodeMakesItUnknown();
    void whatIsWrongIsNoBetterOutOfSight();
    void aClientThatLeftOneNode();
    void aClientIsGoneSinceItLeftTheLastNode();
    void isRenewedWhenAMajorityIs();
    void countsTheRenewalsOfAMajority();
    void theLocksOfAClientFallSilentTogether();
    void whatItsNodesLeftOutIsLeftOutOfTheGroup();
};

void TestQuorum::aClientHasANameOnEachNode()
{
    QVERIFY(namesOnNodes(id('b', 7), found({id('a', 7), id('b', 7), id('c', 7)})) ==
            (Owners{id('a', 7), id('b', 7), id('c', 7)}));
    // Where a node has nothing, or another thread holds the lock, the intended id is kept: it releases
    // nothing there.
    QVERIFY(namesOnNodes(id('a', 7), found({id('a', 7), {}, id('c', 8)})) ==
            (Owners{id('a', 7), id('a', 7), id('a', 7)}));
    QVERIFY(namesOnNodes(id('c', 8), found({id('a', 7), id('b', 8), id('c', 8)})) ==
            (Owners{id('c', 8), id('b', 8), id('c', 8)}));
}

// Two programs whose threads have one number: an act on one of them frees nothing of the other.
void TestQuorum::anotherClientOfThatThreadNumberIsNotMeant()
{
    std::vector<NodeOwner> nodes = found({id('a', 7), id('b', 7), id('x', 7)});
    nodes[2].expiresAt = Start + 25s;
    QVERIFY(namesOnNodes(id('a', 7), nodes) == (Owners{id('a', 7), id('b', 7), id('a', 7)}));
    QVERIFY(namesOnNodes(id('x', 7), nodes) == Owners(3, id('x', 7)));
}

void TestQuorum::whoIsNotThereIsNobodyElse()
{
    const Owners owners{id('a', 7), id('b', 7), id('c', 7)};
    QVERIFY(namesOnNodes(id('d', 7), found(owners)) == Owners(3, id('d', 7)));
}

void TestQuorum::anIdThatIsMetTwiceIsNotOneOfANode()
{
    const Owners owners{id('a', 7), id('a', 7), id('c', 7)};
    QVERIFY(namesOnNodes(id('a', 7), found(owners)) == Owners(3, id('a', 7)));
    QVERIFY(namesOnNodes(id('c', 7), found(owners)) == Owners(3, id('c', 7)));
}

void TestQuorum::tokensAreTheSameEverywhere()
{
    const OwnerId token{"c0ffee"};
    QVERIFY(!isRedissonId(token) && isRedissonId(id('a', 7)));
    QVERIFY(namesOnNodes(token, found({token, id('b', 7), id('c', 7)})) == Owners(3, token));
}

void TestQuorum::threadsOfTheSameNumber_data()
{
    QTest::addColumn<Twin>("twin");
    const auto row = [](const char *tag, const Twin &twin) { QTest::newRow(tag) << twin; };
    row("taken together", {.taken = 20ms, .expires = 20ms});
    row("taken together, renewed in its own time", {.taken = 20ms, .expires = 9s});
    row("taken together, and not renewed any more", {.taken = 20ms, .expires = 20s, .agreeing = 2});
    row("expire together after a wait for a member", {.taken = 20s, .expires = 20ms});
    row("met held, expire together", {.expires = 20ms, .isSeen = false});
    row("met held, expire at another time", {.expires = 2s, .isSeen = false, .agreeing = 2});
    row("taken before the others", {.taken = 3s, .expires = 3s, .agreeing = 2});
    row("taken long before the others", {.taken = 31s, .expires = 5s, .agreeing = 2});
    row("taken together from another host",
        {.taken = 20ms, .expires = 20ms, .host = "10.0.0.9", .agreeing = 2});
    row("taken together from that host", {.taken = 20ms, .expires = 20ms, .host = "10.0.0.7"});
}

void TestQuorum::threadsOfTheSameNumber()
{
    QFETCH(Twin, twin);
    std::vector<MemberSight> members;
    for (const char client : {'a', 'b', 'c'}) {
        Lock lock{.key = {"lock:a"}, .expiresAt = Start + 30s, .lease = 30s, .heldSince = Start};
        lock.heldIsLowerBound = !twin.isSeen;
        lock.holders.append(Holder{.id = id(client, 43), .count = 1});
        if (client == 'a') {
            lock.heldSince -= twin.taken;
            *lock.expiresAt -= twin.expires;
        }
        members.push_back({.node = {QByteArray(1, client)},
                           .lock = std::make_shared<const Lock>(lock),
                           .host = twin.host.isEmpty() ? QByteArray() : QByteArray("10.0.0.7")});
    }
    members.front().host = twin.host;
    const std::optional<Lock> merged = mergedLock(members);
    QVERIFY(merged && merged->quorum());
    const Quorum quorum = *merged->quorum();
    QCOMPARE(quorum.agreeing, twin.agreeing);
    QCOMPARE(quorum.unsure, 3 - twin.agreeing);
    QCOMPARE(quorum.owners, 1); // more are not known
    const CopyState first = merged->extras->copies.front().state;
    QCOMPARE(QByteArray(name(first)), QByteArray(twin.agreeing == 3 ? "held" : "unsure"));
    QCOMPARE(merged->owner(), id(twin.agreeing == 3 ? 'a' : 'b', 43));
}

// Ids that were once found to be one client's stay that when its watchdogs drift apart, until one is not
// renewed any more.
void TestQuorum::whatWasOneClientStaysOne()
{
    const auto sights = [](milliseconds apart) {
        std::vector<MemberSight> members;
        for (const char client : {'a', 'b', 'c'}) {
            Lock lock{.key = {"lock:a"}, .expiresAt = Start + 30s, .lease = 30s, .readAt = Start + 10s};
            lock.holders.append(Holder{.id = id(client, 43), .count = 1});
            if (client == 'c')
                *lock.expiresAt -= apart;
            members.push_back({.lock = std::make_shared<const Lock>(lock)});
        }
        return members;
    };
    const auto agreeing = [](const std::optional<Lock> &lock) { return lock->quorum()->agreeing; };
    const std::optional<Lock> first = mergedLock(sights(10ms));
    QCOMPARE(agreeing(first), 3);
    QCOMPARE(agreeing(mergedLock(sights(9s))), 2);
    const std::optional<Lock> later = mergedLock(sights(9s), &*first);
    QCOMPARE(agreeing(later), 3);
    QCOMPARE(agreeing(mergedLock(sights(20s), &*later)), 2);
}

// Renewed by a client without a watchdog, or by a person, for a longer time: on one node after the other.
void TestQuorum::aRenewalReachesOneNodeAfterTheOther()
{
    const auto sights = [](int renewed, milliseconds read) {
        std::vector<MemberSight> members;
        for (const char client : {'a', 'b', 'c'}) {
            const bool isRenewed = client - 'a' < renewed;
            Lock lock{.key = {"lock:a"},
                      .expiresAt = Start + (isRenewed ? 80s : 30s),
                      .lease = isRenewed ? 60s : 30s,
                      .readAt = Start + 20s + (isRenewed ? 10ms : read)};
            lock.holders.append(Holder{.id = id(client, 43), .count = 1});
            members.push_back({.lock = std::make_shared<const Lock>(lock)});
        }
        return members;
    };
    const auto agreeing = [](const std::optional<Lock> &lock) { return lock->quorum()->agreeing; };
    const std::optional<Lock> before = mergedLock(sights(0, 0ms));
    QCOMPARE(agreeing(before), 3);
    // Not read since, or just before it was reached.
    QCOMPARE(agreeing(mergedLock(sights(1, -9s), &*before)), 3);
    const std::optional<Lock> first = mergedLock(sights(1, 1s), &*before);
    QCOMPARE(agreeing(first), 3);
    QCOMPARE(agreeing(mergedLock(sights(2, 1s), &*first)), 3);
    QCOMPARE(agreeing(mergedLock(sights(1, 3s), &*first)), 2); // two fell behind, or one is another's
}

// Each of three nodes says something else of it, and none was seen being taken.
void TestQuorum::threeThatMayBeOneAreNoMajority()
{
    std::vector<MemberSight> members;
    for (const char client : {'a', 'b', 'c'}) {
        Lock lock{.key = {"lock:a"}, .expiresAt = Start + (client - 'a') * 2s, .lease = 30s};
        lock.holders.append(Holder{.id = id(client, 43), .count = 1});
        members.push_back({.node = {QByteArray(1, client)}, .lock = std::make_shared<const Lock>(lock)});
    }
    const Quorum quorum = *mergedLock(members)->quorum();
    QCOMPARE(quorum.agreeing, 1);
    QCOMPARE(quorum.atMost(), 3);
    QVERIFY(!quorum.reached() && quorum.isUndecided());
}

// What every program writes alike tells of none.
void TestQuorum::aCommonWordIsNoAgreement()
{
    std::vector<MemberSight> members;
    for (const milliseconds left : {30s, 30s, 25s}) {
        Lock lock{.key = {"lock:a"}, .kind = {"untokened-lock"}, .expiresAt = Start + left};
        lock.holders.append(Holder{.id = {"locked"}, .count = 1});
        members.push_back({.lock = std::make_shared<const Lock>(lock)});
    }
    const Quorum quorum = *mergedLock(members)->quorum();
    QCOMPARE(quorum.agreeing, 2);
    QCOMPARE(quorum.unsure, 1);
}

void TestQuorum::aNodeThatIsAwayCountsForNothing()
{
    const LockPtr lock = beating("lock:a", {"c0ffee-c0ffee"}, Start);
    std::vector<MemberSight> members{{.lock = lock}, {}, {}};
    Quorum quorum = *mergedLock(members)->quorum();
    QVERIFY(!quorum.reached() && !quorum.isUndecided());
    QCOMPARE(quorum.atMost(), 1);
    members[1].reachable = false;
    quorum = *mergedLock(members)->quorum();
    QVERIFY(!quorum.reached() && quorum.isUndecided());
    QCOMPARE(quorum.atMost(), 2);
    members[1].lock = lock; // as it said before
    QCOMPARE(mergedLock(members)->quorum()->agreeing, 1);
    members[0].lock.reset();
    quorum = *mergedLock(members)->quorum();
    QVERIFY(!quorum.reached() && !quorum.isUndecided());
    QCOMPARE(quorum.atMost(), 1);
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

// Read only after two renewals, a node counts one.
void TestQuorum::countsTheRenewalsOfAMajority()
{
    const LockName key{"lock:a"};
    const OwnerId token{"c0ffee-c0ffee"};
    std::array<Node, 3> nodes;
    nodes[0][key] = beating(key.bytes, token, Start + 10s, 2);
    nodes[1][key] = beating(key.bytes, token, Start + 10s, 1);
    nodes[2][key] = beating(key.bytes, token, Start + 10s, 2);
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.count, 2);
    nodes[0][key] = beating(key.bytes, token, Start + 10s, 1);
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.count, 1);
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
    // Each node reads its locks again: that nobody renewed them is known then.
    const auto look = [&nodes](Instant at) {
        LockDelta delta;
        for (Node &node : nodes) {
            for (LockPtr &known : node) {
                auto lock = std::make_shared<Lock>(*known);
                lock->readAt = at;
                known = lock;
            }
        }
        for (const LockPtr &lock : std::as_const(nodes[0]))
            delta.upserted.push_back(lock);
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
    QVERIFY(told({look(Start + 16s)},
                 Start + 16s)); // half a period late, and a little more; the other one is not
    QCOMPARE(code("lock:a"), QByteArray("renewal-overdue 0"));
    QCOMPARE(code("lock:b"), QByteArray("healthy 0"));
    QVERIFY(told({look(Start + 18s)}, Start + 18s));
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
    QCOMPARE(table.find({QByteArray("lock:b")})->verdict.level, VerdictLevel::Info); // it may be given back
    const LockDelta late = give("lock:d", id('a', 9), Start);
    QVERIFY(told({late, look(Start + 21s)}, Start + 21s));
    QCOMPARE(code("lock:d"), QByteArray("client-silent 2"));
    QCOMPARE(code("lock:a"), QByteArray("client-silent 2"));
}

namespace
{

// A table of three nodes, all read, and what its merges tell.
struct Group {
    Group() { table.noteNodes(true); }

    // "reached 2/3 b": the change, how many agree at least (and at most), on which nodes.
    QByteArray merge(const QByteArray &owners, Instant at = Start)
    {
        LockDelta delta;
        delta.removed = {Key}; // touches it
        const LockDelta whole = table.merge(
            {delta}, [&](const LockName &) { return sights(owners); }, at);
        QByteArrayList told;
        for (const QuorumEvent &event : whole.quorums) {
            owner = event.owner.bytes.left(1);
            QByteArray line =
                QByteArray(name(event.change)) + ' ' + QByteArray::number(event.quorum.agreeing);
            if (event.quorum.atMost() != event.quorum.agreeing)
                line += '-' + QByteArray::number(event.quorum.atMost());
            for (const Copy &copy : event.changed)
                line += ' ' + copy.node.bytes + ':' + name(copy.state);
            told << line;
        }
        return told.join(", ");
    }

    // A letter a node: its owner; '.': nothing there; '?': it does not answer.
    static std::vector<MemberSight> sights(const QByteArray &owners)
    {
        std::vector<MemberSight> sights;
        for (qsizetype i = 0; i < owners.size(); ++i) {
            MemberSight &sight = sights.emplace_back(MemberSight{.node = {'n' + QByteArray::number(i)}});
            sight.reachable = owners[i] != '?';
            if (owners[i] != '.' && owners[i] != '?')
                sight.lock = beating(Key.bytes, {QByteArray(16, owners[i])}, Start);
        }
        return sights;
    }

    static inline const LockName Key{"lock:a"};
    QuorumTable table{};
    QByteArray owner{}; // of the last change
};

} // namespace

void TestQuorum::changesAreToldWithTheirNodes()
{
    Group group;
    QCOMPARE(group.merge("..."), QByteArray()); // nobody has seen what there was before
    QCOMPARE(group.merge("a.."), QByteArray());
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n1:held"));
    QCOMPARE(group.merge("aaa"), QByteArray("node 3 n2:held"));
    QCOMPARE(group.merge("aaa"), QByteArray());
    QCOMPARE(group.merge("aab"), QByteArray("split 2 n2:other-owner"));
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n2:missing"));
    QCOMPARE(group.merge("a.."), QByteArray("lost 1 n1:missing"));
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing"));
    QCOMPARE(group.merge("bbb"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("ccc"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing n1:missing n2:missing"));
    QCOMPARE(group.merge("d.."), QByteArray()); // an attempt at one node is no quorum
    QCOMPARE(group.merge("..."), QByteArray());
}

void TestQuorum::theOwnerOfAChangeIsWhoHadTheMajority()
{
    Group group;
    QCOMPARE(group.merge("....."), QByteArray());
    group.merge("aaabb");
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("a??bb"), QByteArray("unknown 1-3 n1:unreachable n2:unreachable"));
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("a..bb"), QByteArray("lost 1 n1:missing n2:missing"));
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("...bb"), QByteArray("ended 0 n0:missing"));
    QCOMPARE(group.owner, QByteArray("a"));
}

void TestQuorum::whatIsMetAtFirstIsNoChange()
{
    Group group;
    group.table.noteNodes(false);
    QCOMPARE(group.merge("a??"), QByteArray());
    QCOMPARE(group.merge("aa?"), QByteArray());
    group.table.noteNodes(true);
    QCOMPARE(group.merge("aaa"), QByteArray()); // that it answers now is told of the node
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing n1:missing n2:missing"));
    QCOMPARE(group.merge("bb."), QByteArray("reached 2 n0:held n1:held"));
}

// That a node does not answer is an event of the node; of the lock only where its quorum depends on that.
void TestQuorum::aSilentNodeMakesItUnknown()
{
    Group group;
    QCOMPARE(group.merge("..."), QByteArray());
    QCOMPARE(group.merge("aaa"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("aa?"), QByteArray());
    QCOMPARE(group.merge("a??"), QByteArray("unknown 1-3 n1:unreachable"));
    const auto level = [&group] { return group.table.find(Group::Key)->verdict.level; };
    QCOMPARE(level(), VerdictLevel::Critical); // its majority was seen, and is out of sight
    QCOMPARE(group.merge("a?."), QByteArray());
    QCOMPARE(level(), VerdictLevel::Info); // a majority answers
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n1:held"));
    QCOMPARE(group.merge("a?."), QByteArray("unknown 1-2 n1:unreachable"));
    QCOMPARE(group.merge("a.."), QByteArray("lost 1 n1:missing"));
}

void TestQuorum::whatIsWrongIsNoBetterOutOfSight()
{
    Group group;
    const auto level = [&group] { return group.table.find(Group::Key)->verdict.level; };
    group.merge("aa...");
    QCOMPARE(level(), VerdictLevel::Info); // it may be being acquired
    group.merge("aa...", Start + 1min);
    QCOMPARE(level(), VerdictLevel::Warning);
    group.merge("aa???", Start + 61s);
    QCOMPARE(level(), VerdictLevel::Critical);
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
