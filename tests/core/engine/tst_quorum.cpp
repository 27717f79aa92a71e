// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorumtable.h"
#include "core/engine/verdicts/verdicttext.h"
#include "tests/core/engine/quorumlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_quorum
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::quorumlocks;

namespace
{

using Owners = std::vector<OwnerId>;

// As they are found on the nodes, all with one expiry. An empty id: nothing there.
std::vector<NodeOwner> found(const Owners &owners)
{
    std::vector<NodeOwner> nodes;
    for (const OwnerId &owner : owners)
        nodes.push_back({.holds = !owner.isEmpty(), .id = owner, .expiresAt = Start + 30s});
    return nodes;
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
    void copiesWithoutAnExpiryBlockTheGroup();
    void aServerUnderTwoAddressesCountsOnce();
    void aGroupOfTwoSurvivesNoFailure();
    void aNodeThatIsAwayCountsForNothing();
    void aClientThatLeftOneNode();
    void aClientIsGoneSinceItLeftTheLastNode();
    void isRenewedWhenAMajorityIs();
    void countsTheRenewalsOfAMajority();
    void theLocksOfAClientFallSilentTogether();
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

// Of three clients that race for the lock, each may have one node.
void TestQuorum::aCommonWordIsNoAgreement()
{
    std::vector<MemberSight> members;
    for (const milliseconds left : {30s, 30s, 30s}) {
        Lock lock{.key = {"lock:a"},
                  .kind = {"untokened-lock"},
                  .confidence = Confidence::Likely,
                  .expiresAt = Start + left};
        lock.holders.append(Holder{.id = {"locked"}, .count = 1});
        members.push_back({.lock = std::make_shared<const Lock>(lock)});
    }
    Lock lock = *mergedLock(members);
    const Quorum quorum = *lock.quorum();
    QCOMPARE(quorum.agreeing, 1);
    QCOMPARE(quorum.unsure, 2);
    QVERIFY(!quorum.reached() && quorum.isUndecided());
    lock.verdict = judge(lock, Start);
    QCOMPARE(QByteArray(lock.verdict.code.data()), "quorum-unknown");
    const QString advice = explainVerdict(lock, Start).advice;
    QVERIFY2(advice.contains(QStringLiteral("Every client may write this value")), qPrintable(advice));
}

// Whoever holds it: nobody else can get a majority until three copies are gone.
void TestQuorum::copiesWithoutAnExpiryBlockTheGroup()
{
    const auto judged = [](int lasting) {
        std::vector<MemberSight> members;
        for (int i = 0; i < 5; ++i) {
            Lock lock{.key = {"lock:a"},
                      .kind = {"untokened-lock"},
                      .confidence = Confidence::Likely,
                      .heldSince = Start};
            if (i >= lasting)
                lock.expiresAt = Start + 30s;
            lock.holders.append(Holder{.id = {"locked"}, .count = 1, .expiresAt = lock.expiresAt});
            members.push_back({.lock = std::make_shared<const Lock>(lock)});
        }
        Lock lock = *mergedLock(members);
        lock.verdict = judge(lock, Start);
        return lock;
    };
    const Lock blocked = judged(5);
    QCOMPARE(QByteArray(blocked.verdict.code.data()), "no-expiry");
    QVERIFY(blocked.verdict.level >= VerdictLevel::Warning);
    const QString sentence = explainVerdict(blocked, Start).sentence;
    QVERIFY2(sentence.contains(QStringLiteral("5 of 5")), qPrintable(sentence));
    QCOMPARE(QByteArray(judged(2).verdict.code.data()), "quorum-unknown");
}

void TestQuorum::aServerUnderTwoAddressesCountsOnce()
{
    std::vector<MemberSight> members(4);
    for (int i = 0; i < 3; ++i)
        members[size_t(i)].lock = renewing("lock:a", {"c0ffee-c0ffee"}, Start);
    members[3] = {.reachable = false, .isDuplicate = true};
    const Quorum quorum = *mergedLock(members)->quorum();
    QCOMPARE(quorum.nodes, 3);
    QCOMPARE(quorum.needed, 2);
    QCOMPARE(quorum.margin(), 1);
    QCOMPARE(quorum.atMost(), 3);
    QCOMPARE(quorum.duplicates, 1);
}

// No node is missing, so there is none to restore.
void TestQuorum::aGroupOfTwoSurvivesNoFailure()
{
    std::vector<MemberSight> members(2);
    for (MemberSight &member : members)
        member.lock = renewing("lock:a", {"c0ffee-c0ffee"}, Start);
    Lock lock = *mergedLock(members);
    QCOMPARE(lock.quorum()->margin(), 0);
    lock.verdict.code = "thin-quorum";
    const VerdictText text = explainVerdict(lock, Start);
    QVERIFY2(text.sentence.contains(QStringLiteral("all nodes")), qPrintable(text.sentence));
    QVERIFY2(text.advice.contains(QStringLiteral("three or five")), qPrintable(text.advice));
}

void TestQuorum::aNodeThatIsAwayCountsForNothing()
{
    const LockPtr lock = renewing("lock:a", {"c0ffee-c0ffee"}, Start);
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
        auto lock = std::make_shared<Lock>(*renewing("lock:a", owner, Start + 10s));
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
    nodes[0][key] = renewing(key.bytes, token, Start); // It cannot reach this node
    nodes[1][key] = renewing(key.bytes, token, Start + 10s);
    nodes[2][key] = renewing(key.bytes, token, Start + 20s);
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
    nodes[0][key] = renewing(key.bytes, token, Start + 10s, 2);
    nodes[1][key] = renewing(key.bytes, token, Start + 10s, 1);
    nodes[2][key] = renewing(key.bytes, token, Start + 10s, 2);
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.count, 2);
    nodes[0][key] = renewing(key.bytes, token, Start + 10s, 1);
    QCOMPARE(mergedLock(sightsOf(nodes, key))->renewals.count, 1);
}

void TestQuorum::theLocksOfAClientFallSilentTogether()
{
    std::array<Node, 3> nodes;
    const auto give = [&nodes](const QByteArray &key, const OwnerId &owner, Instant last) {
        for (Node &node : nodes)
            node[{key}] = renewing(key, owner, last);
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

LOCKSCOPE_TEST(TestQuorum)

} // namespace tst_quorum

#include "tst_quorum.moc"
