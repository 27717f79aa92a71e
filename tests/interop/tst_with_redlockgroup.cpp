// SPDX-License-Identifier: GPL-3.0-or-later
// The clients that lock over several independent nodes, on a group of three that our engine follows as one:
// node-redlock, redsync, pottery, and Redisson's RedLock and MultiLock, which are another client on each
// node.
#include "core/engine/verdicts/quorum.h"
#include "tests/interop/harness/grouplibraries.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_with_redlockgroup
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

constexpr int Nodes = 3;

} // namespace

class tst_with_redlockgroup : public WithClients
{
    Q_OBJECT
public:
    tst_with_redlockgroup() : WithClients(rowsOf(libraries()), Nodes), m_libraries(libraries()) {}

private slots:
    void cleanup();

    void itsLockIsOneOfTheGroup();
    void itsRenewalIsSeen();
    void itsLockRefusesUs();
    void ourLockRefusesIt();
    void ourForceReleaseIsNoticed();
    void whatWeDoInItsNameIsDoneOnAllNodes();
    void nodesThatForgetUseUpItsQuorum();
    void aNodeThatStandsStillMakesItsQuorumThin();
    void twoHoldersSplitTheGroup();
    void twoProgramsWithOneThreadNumber();

protected:
    QString notHere() const override;

private:
    const Library &library() const { return m_libraries.at(row()); }
    QByteArray key() const { return library().prefix + fresh("lock:"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest = {})
    {
        return client().ask(actor, verb + ' ' + library().word + ' ' + fresh("lock:") +
                                       (rest.isEmpty() ? "" : ' ' + rest));
    }
    bool hold(const QByteArray &actor) { return ask(actor, "acquire", "60000 " + library().wait) == "true"; }
    QList<QByteArray> ownersOf(const QByteArray &actor);
    QByteArray ownerOn(size_t node, const QByteArray &key);
    QList<QByteArray> ownersNow();
    bool isOnNoNode() { return ownersNow() == QList<QByteArray>(Nodes); }
    void forget(size_t node);
    QByteArray verdict();
    Quorum quorum();
    int reachable();

    std::vector<Library> m_libraries;
};

QString tst_with_redlockgroup::notHere() const
{
    const QByteArray function = QTest::currentTestFunction();
    if (function == "aNodeThatStandsStillMakesItsQuorumThin" && library().kind == "rlock")
        return library().everyNode
                   ? QStringLiteral("a MultiLock wants every node")
                   : QStringLiteral("it asks one node after the other, each until its command times out");
    if (function == "twoProgramsWithOneThreadNumber" && (library().kind != "rlock" || library().everyNode))
        return QStringLiteral("its owner id does not depend on a thread, or it wants every node");
    return {};
}

void tst_with_redlockgroup::cleanup()
{
    for (size_t i = 0; i < stage().size(); ++i)
        stage().node(i).resume();
    if (!QTest::qWaitFor([this] { return reachable() == Nodes; }, 30'000))
        qWarning("not all nodes came back");
}

int tst_with_redlockgroup::reachable()
{
    const std::vector<NodeStatus> nodes = stage().engine().nodes();
    return int(std::ranges::count_if(nodes, [](const NodeStatus &node) { return node.isReady(); }));
}

// Of each node: Redisson's clients have an id each, the others write one token everywhere.
QList<QByteArray> tst_with_redlockgroup::ownersOf(const QByteArray &actor)
{
    const QList<QByteArray> owners = ask(actor, "owner").split(',');
    return owners.size() == 1 ? QList<QByteArray>(Nodes, owners.front()) : owners;
}

// As the server has it: what our engine thinks of it is what is tested.
QByteArray tst_with_redlockgroup::ownerOn(size_t node, const QByteArray &key)
{
    SandboxServer &server = stage().node(node);
    if (library().kind == "token-lock") {
        const auto value = server.ask({"GET", key});
        return value ? value->bytes : QByteArray("?");
    }
    const auto fields = server.ask({"HKEYS", key});
    if (!fields)
        return "?";
    return fields->items.empty() ? QByteArray() : fields->items.front().bytes;
}

QList<QByteArray> tst_with_redlockgroup::ownersNow()
{
    QList<QByteArray> owners;
    for (size_t i = 0; i < Nodes; ++i)
        owners += ownerOn(i, key());
    return owners;
}

// As after a restart without persistence, or a DEL by hand.
void tst_with_redlockgroup::forget(size_t node)
{
    const auto gone = stage().node(node).ask({"UNLINK", key()});
    VERIFY_OK(gone);
    QCOMPARE(gone->integer, 1);
}

QByteArray tst_with_redlockgroup::verdict()
{
    const LockPtr lock = stage().followed(key());
    return lock ? QByteArray::fromStdString(std::string(lock->verdict.code)) : "no lock";
}

// As the scan and the feed have it; all zero: no such lock.
Quorum tst_with_redlockgroup::quorum()
{
    const LockPtr lock = stage().followed(key());
    return lock && lock->quorum() ? *lock->quorum() : Quorum{};
}

void tst_with_redlockgroup::itsLockIsOneOfTheGroup()
{
    QVERIFY(hold("alice"));
    const QList<QByteArray> alice = ownersOf("alice");
    QTRY_COMPARE(ownersNow(), alice); // they are content with a majority, and the last node may come later
    QTRY_COMPARE(quorum().agreeing, Nodes);
    const std::vector<LockPtr> all = stage().engine().locks();
    QCOMPARE(std::ranges::count_if(all, [this](const LockPtr &lock) { return lock->key.bytes == key(); }), 1);
    const LockPtr lock = stage().look(key());
    QVERIFY(lock && lock->quorum());
    QCOMPARE(QByteArray::fromStdString(std::string(lock->kind.name)), library().kind);
    const Quorum quorum = *lock->quorum();
    QCOMPARE(quorum.nodes, Nodes);
    QCOMPARE(quorum.needed, 2);
    QCOMPARE(quorum.agreeing, Nodes);
    QCOMPARE(quorum.reachable, Nodes);
    QCOMPARE(quorum.owners, 1);
    QCOMPARE(quorum.restarted, 0);
    QCOMPARE(quorum.owner.bytes, alice.front());
    QCOMPARE(lock->owner().bytes, alice.front());
    QCOMPARE(verdict(), QByteArray("healthy"));
    const auto ttl = lock->expiresAt ? *lock->expiresAt - lock->readAt : milliseconds(0);
    QVERIFY2(ttl > 45s && ttl < 61s, qPrintable(QString::number(duration_cast<milliseconds>(ttl).count())));
    QVERIFY(quorum.validUntil && lock->lease);
    QVERIFY(*quorum.validUntil == *lock->expiresAt - driftOf(*lock->lease));
    QCOMPARE(lock->extras->copies.size(), size_t(Nodes));
    for (size_t i = 0; i < Nodes; ++i) {
        const Copy &copy = lock->extras->copies[i];
        QVERIFY(copy.state == CopyState::Held);
        QCOMPARE(copy.owner.bytes, alice[qsizetype(i)]);
        QCOMPARE(copy.node, stage().node(i).spec().node());
    }
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
    QTRY_VERIFY(!stage().followed(key()));
    QVERIFY(!stage().look(key()));
}

void tst_with_redlockgroup::itsRenewalIsSeen()
{
    const bool byItself = library().notRenewed.isEmpty();
    QCOMPARE(ask("alice", "acquire", (byItself ? "- " : "60000 ") + library().wait), QByteArray("true"));
    QTRY_COMPARE(quorum().agreeing, Nodes);
    const auto renewals = [this] {
        const LockPtr lock = stage().followed(key());
        return lock ? lock->renewals.count : -1;
    };
    if (!byItself) {
        QTRY_VERIFY(stage().call({"PTTL", key()}).integer < 59'500); // else there is nothing to renew
        QCOMPARE(ask("alice", "renew", "60000"), QByteArray("true"));
    }
    QTRY_VERIFY(renewals() >= 1);
    QCOMPARE(quorum().agreeing, Nodes);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
}

void tst_with_redlockgroup::itsLockRefusesUs()
{
    QVERIFY(hold("alice"));
    const QList<QByteArray> alice = ownersOf("alice");
    QTRY_COMPARE(ownersNow(), alice);
    const Receipt refused = stage().acquire(library().kind, key());
    COMPARE_RESULT(refused, ActResult::NotAcquired);
    QCOMPARE(refused.nodes.size(), size_t(Nodes));
    for (size_t i = 0; i < Nodes; ++i)
        QCOMPARE(refused.nodes[i].foundOwner, std::optional(OwnerId{alice[qsizetype(i)]}));
    QCOMPARE(ownersNow(), alice);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
    const Receipt ours = stage().acquire(library().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
}

void tst_with_redlockgroup::ourLockRefusesIt()
{
    const Receipt ours = stage().acquire(library().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    QVERIFY(ours.validity && *ours.validity < Stage::Lease);
    QTRY_COMPARE(ownersNow(), QList<QByteArray>(Nodes, ours.owner.bytes));
    QCOMPARE(ask("alice", "acquire", "60000 " + library().patience), QByteArray("false"));
    QCOMPARE(ownersNow(), QList<QByteArray>(Nodes, ours.owner.bytes));
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QTRY_VERIFY(isOnNoNode());
    QVERIFY(hold("alice"));
    QTRY_COMPARE(ownersNow(), ownersOf("alice"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
}

void tst_with_redlockgroup::ourForceReleaseIsNoticed()
{
    QVERIFY(hold("alice"));
    QTRY_COMPARE(quorum().agreeing, Nodes);
    // Somebody else's name frees nothing.
    COMPARE_RESULT(stage().force(key(), "somebody-else"), ActResult::OwnerChanged);
    QCOMPARE(ownersNow(), ownersOf("alice"));
    const Receipt forced = stage().force(key(), stage().look(key())->owner().bytes);
    COMPARE_RESULT(forced, ActResult::Done);
    for (const NodeReceipt &node : forced.nodes)
        COMPARE_RESULT(node, ActResult::Done);
    QVERIFY(isOnNoNode());
    QVERIFY(hold("bob"));
    const QList<QByteArray> bob = ownersOf("bob");
    QTRY_COMPARE(ownersNow(), bob);
    if (!library().notRenewed.isEmpty())
        QCOMPARE(ask("alice", "renew", "60000"), library().notRenewed);
    QCOMPARE(ask("alice", "release"), library().lost);
    QCOMPARE(ownersNow(), bob);
    QTRY_VERIFY(quorum().owner.bytes == bob.front() && quorum().agreeing == Nodes);
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
}

void tst_with_redlockgroup::whatWeDoInItsNameIsDoneOnAllNodes()
{
    QVERIFY(hold("alice"));
    QTRY_COMPARE(quorum().agreeing, Nodes);
    QVERIFY(stage().release(key(), "somebody else").result != ActResult::Done);
    QCOMPARE(ownersNow(), ownersOf("alice"));
    const OwnerId owner = stage().look(key())->owner();
    const Receipt renewed =
        stage().act({.act = ActKind::Renew, .key = {key()}, .owner = owner, .lease = 2 * Stage::Lease});
    COMPARE_RESULT(renewed, ActResult::Done);
    for (const NodeReceipt &node : renewed.nodes)
        COMPARE_RESULT(node, ActResult::Done);
    COMPARE_RESULT(stage().release(key(), owner.bytes), ActResult::Done);
    QVERIFY(isOnNoNode());
    QVERIFY(hold("bob"));
    QTRY_COMPARE(ownersNow(), ownersOf("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_redlockgroup::nodesThatForgetUseUpItsQuorum()
{
    QVERIFY(hold("alice"));
    const QList<QByteArray> alice = ownersOf("alice");
    QTRY_COMPARE(quorum().margin(), 1);
    QTRY_COMPARE(ownersNow(), alice);
    forget(2);
    QTRY_COMPARE(verdict(), QByteArray("thin-quorum"));
    QCOMPARE(quorum().margin(), 0);
    QVERIFY(quorum().reached() && quorum().validUntil);
    forget(0);
    QTRY_COMPARE(verdict(), QByteArray("no-quorum"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock && lock->quorum());
    QCOMPARE(lock->quorum()->agreeing, 1);
    QCOMPARE(lock->quorum()->reachable, Nodes);
    QVERIFY(!lock->quorum()->validUntil);
    QCOMPARE(lock->quorum()->owner.bytes, alice[1]);
    QVERIFY(lock->extras->copies[0].state == CopyState::Missing);
    QVERIFY(lock->extras->copies[1].state == CopyState::Held);
    if (!library().notRenewed.isEmpty())
        QVERIFY(ask("alice", "renew", "60000") != "true"); // it agrees that this is no lock
    COMPARE_RESULT(stage().force(key(), alice[1]), ActResult::Done);
    QVERIFY(isOnNoNode());
}

void tst_with_redlockgroup::aNodeThatStandsStillMakesItsQuorumThin()
{
    QVERIFY(hold("bob")); // and so is connected to all
    QTRY_COMPARE(ownersNow(), ownersOf("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
    stage().node(1).pause();
    QVERIFY(hold("alice"));
    const QByteArray alice = ask("alice", "owner");
    QTRY_COMPARE(quorum().agreeing, 2);
    QTRY_COMPARE(quorum().reachable, 2);
    QCOMPARE(verdict(), QByteArray("thin-quorum"));
    QCOMPARE(quorum().owner.bytes, alice);
    QCOMPARE(quorum().owners, 1);
    QVERIFY(stage().followed(key())->extras->copies[1].state == CopyState::Unreachable);
    stage().node(1).resume(); // what waited for it at its door is done now
    QTRY_COMPARE(quorum().reachable, Nodes);
    QTRY_COMPARE(quorum().agreeing, Nodes);
    QCOMPARE(ownerOn(1, key()), alice);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QTRY_VERIFY(isOnNoNode());
}

void tst_with_redlockgroup::twoHoldersSplitTheGroup()
{
    QVERIFY(hold("alice"));
    const QList<QByteArray> alice = ownersOf("alice");
    QTRY_COMPARE(ownersNow(), alice);
    forget(1);
    forget(2);
    QTRY_COMPARE(verdict(), QByteArray("no-quorum"));
    const bool taken = ask("bob", "acquire", "60000 " + library().patience) == "true";
    QCOMPARE(taken, !library().everyNode);
    if (library().everyNode) { // nothing of it stays
        QCOMPARE(ownersNow(), (QList<QByteArray>{alice[0], {}, {}}));
        return;
    }
    const QList<QByteArray> bob = ownersOf("bob");
    QCOMPARE(ownersNow(), (QList<QByteArray>{alice[0], bob[1], bob[2]}));
    QTRY_COMPARE(quorum().agreeing, 2); // bob takes one node after the other: before, each has one
    QCOMPARE(quorum().owners, 2);
    QCOMPARE(verdict(), QByteArray("split-owners"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock);
    QCOMPARE(lock->owner().bytes, bob[1]);
    QVERIFY(lock->extras->copies[0].state == CopyState::OtherOwner);
    QCOMPARE(lock->extras->copies[0].owner.bytes, alice[0]);
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
    QTRY_COMPARE(ownersNow(), (QList<QByteArray>{alice[0], {}, {}}));
    QTRY_COMPARE(quorum().owners, 1); // bob gives one node back after the other: before, each has one
    QCOMPARE(quorum().owner.bytes, alice[0]);
    QCOMPARE(verdict(), QByteArray("no-quorum"));
}

namespace
{

// An actor in each of two programs whose threads have one number, as equal programs often have.
struct Twins {
    QByteArray first{};
    QByteArray second{};
};

Twins twinsOf(Client &first, Client &second)
{
    constexpr int Most = 40;
    const auto threadOf = [](Client &client, const QByteArray &actor) {
        const QByteArray owner = client.ask(actor, "owner red any");
        return owner.mid(owner.lastIndexOf(':') + 1);
    };
    QHash<QByteArray, QByteArray> firsts;
    QHash<QByteArray, QByteArray> seconds;
    for (int i = 0; i < Most; ++i) {
        const QByteArray actor = "twin" + QByteArray::number(i);
        const QByteArray ofFirst = threadOf(first, actor);
        const QByteArray ofSecond = threadOf(second, actor);
        firsts.insert(ofFirst, actor);
        seconds.insert(ofSecond, actor);
        for (const QByteArray &thread : {ofFirst, ofSecond}) {
            if (firsts.contains(thread) && seconds.contains(thread))
                return {firsts[thread], seconds[thread]};
        }
    }
    return {};
}

} // namespace

// One holds the first node, the other the second and the third: three of three ids end alike, and yet no more
// than two are one client's.
void tst_with_redlockgroup::twoProgramsWithOneThreadNumber()
{
    const QStringList arguments{stage().ports(), QStringLiteral("3000")};
    Client one(library().client, arguments);
    Client other(library().client, arguments);
    const auto [alice, bob] = twinsOf(one, other);
    QVERIFY(!alice.isEmpty());
    const QByteArray name = ' ' + library().word + ' ' + fresh("lock:");
    QCOMPARE(one.ask(alice, "acquire" + name + " 60000 " + library().wait), QByteArray("true"));
    const QList<QByteArray> first = one.ask(alice, "owner" + name).split(',');
    QTRY_COMPARE(quorum().agreeing, Nodes); // of one program, which took them together
    forget(1);
    forget(2);
    QTRY_COMPARE(verdict(), QByteArray("no-quorum"));
    QCOMPARE(other.ask(bob, "acquire" + name + " 60000 " + library().patience), QByteArray("true"));
    const QList<QByteArray> second = other.ask(bob, "owner" + name).split(',');
    const QList<QByteArray> split{first[0], second[1], second[2]};
    QCOMPARE(ownersNow(), split);
    QTRY_COMPARE(quorum().agreeing, 2);
    QTRY_COMPARE(quorum().unsure, 1);
    QCOMPARE(verdict(), QByteArray("quorum-unknown"));
    const LockPtr followed = stage().look(key());
    QVERIFY(followed && followed->extras->copies[0].state == CopyState::Unsure);
    QCOMPARE(followed->owner().bytes, second[1]);
    // Who looks for the first time knows no more than the expiries.
    Engine late;
    late.open(stage().spec(), {.follow = false, .scan = false});
    VERIFY_OK(finished(late.waitReady(10s)));
    const auto detail = finished(late.inspect({key()}));
    VERIFY_OK(detail);
    QVERIFY(detail->lock && detail->lock->quorum());
    QCOMPARE(detail->lock->quorum()->agreeing, 2);
    QCOMPARE(detail->lock->quorum()->unsure, 1);
    // What is shown as its raw value is of a node that names this owner.
    QCOMPARE(detail->rawFields.size(), size_t(1));
    QCOMPARE(detail->rawFields.front().first, detail->lock->owner().bytes);
    // An act on one of them leaves the other alone.
    const Receipt forced = finished(late.act({.act = ActKind::ForceRelease,
                                              .key = {key()},
                                              .expectedOwner = OwnerId{second[2]},
                                              .reason = QStringLiteral("test")}));
    COMPARE_RESULT(forced, ActResult::Done);
    QCOMPARE(ownersNow(), (QList<QByteArray>{first[0], {}, {}}));
    QCOMPARE(one.ask(alice, "release" + name), QByteArray("released"));
    QVERIFY(isOnNoNode());
}

LOCKSCOPE_TEST(tst_with_redlockgroup)

} // namespace tst_with_redlockgroup

#include "tst_with_redlockgroup.moc"
