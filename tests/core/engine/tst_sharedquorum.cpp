// SPDX-License-Identifier: GPL-3.0-or-later
// Locks of a RedLock group that several clients hold at once: semaphores and read locks.

#include "core/engine/verdicts/quorum.h"
#include "tests/core/engine/quorumlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sharedquorum
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::quorumlocks;

namespace
{

// The holders of each node, by letter, in its order.
struct Shared {
    std::array<QByteArray, 3> nodes{};
    int agreeing = 3;
    QByteArray holders{};
    QByteArray states{}; // held, other-owner, missing
    HoldMode mode = HoldMode::Permit;
};

std::vector<MemberSight> sharedBy(const std::array<QByteArray, 3> &nodes, HoldMode mode)
{
    std::vector<MemberSight> members;
    for (const QByteArray &letters : nodes) {
        MemberSight &member = members.emplace_back();
        if (letters.isEmpty())
            continue;
        Lock lock{.key = {"semaphore:a"}, .kind = {"npm-semaphore"}, .expiresAt = Start + 30s};
        for (const char letter : letters)
            lock.holders.append(Holder{.id = {"token-" + QByteArray(1, letter)},
                                       .mode = mode,
                                       .expiresAt = Start + 10s + std::chrono::seconds(letter - 'a')});
        lock.readAt = Start;
        lock.extras = std::make_shared<LockExtras>(
            LockExtras{.permits = Permits{.held = qint64(letters.size()), .overdue = 1}});
        member.lock = std::make_shared<const Lock>(lock);
    }
    return members;
}

QByteArray lettersOf(const Lock &lock)
{
    QByteArray letters;
    for (const Holder &holder : lock.holders)
        letters += holder.id.bytes.back();
    std::ranges::sort(letters);
    return letters;
}

QByteArray statesOf(const Lock &lock)
{
    QByteArray states;
    for (const Copy &copy : lock.extras->copies)
        states += name(copy.state)[0];
    return states;
}

} // namespace

class TestSharedQuorum final : public QObject
{
    Q_OBJECT

private slots:
    void aNodeNamesEachOfItsHolders_data();
    void aNodeNamesEachOfItsHolders();
    void aReaderHasAnIdOnEachNode();
    void theOwnerShownStaysWhileItHasAMajority();
    void mostWaitOnOneNode();
};

void TestSharedQuorum::aNodeNamesEachOfItsHolders_data()
{
    QTest::addColumn<Shared>("shared");
    const auto row = [](const char *tag, const Shared &shared) { QTest::newRow(tag) << shared; };
    row("others left an id on one node each", {{"xa", "ya", "za"}, 3, "a", "hhh"});
    row("another one has one node", {{"ba", "a", "a"}, 3, "a", "hhh"});
    row("each has another majority", {{"ac", "ab", "bc"}, 2, "abc", {}});
    row("another one has the node that is missing", {{"a", "a", "b"}, 2, "a", "hho"});
    row("older readers are left on one node", {{"xyh", "h", "h"}, 3, "h", "hhh", HoldMode::Read});
    row("none has a majority", {{"a", "b", "c"}, 1, "a", "hoo"});
}

void TestSharedQuorum::aNodeNamesEachOfItsHolders()
{
    QFETCH(Shared, shared);
    const Lock lock = *mergedLock(sharedBy(shared.nodes, shared.mode));
    QCOMPARE(lock.quorum()->agreeing, shared.agreeing);
    QCOMPARE(lock.quorum()->owners, 1); // those that may hold it together do not split it
    QCOMPARE(lettersOf(lock), shared.holders);
    if (!shared.states.isEmpty())
        QCOMPARE(statesOf(lock), shared.states);
    if (shared.agreeing > 1 && shared.mode == HoldMode::Permit)
        QCOMPARE(lock.permits()->held, std::optional<qint64>(lock.holders.size()));
}

// As RedissonRedLock takes read locks: a client has another uuid on each node.
void TestSharedQuorum::aReaderHasAnIdOnEachNode()
{
    std::vector<MemberSight> members;
    for (const char client : {'a', 'b', 'c'}) {
        Lock lock{.key = {"lock:a"}, .kind = {"rw-lock"}, .expiresAt = Start + 30s, .lease = 30s};
        if (client == 'a')
            lock.holders.append(Holder{.id = id('d', 9), .mode = HoldMode::Read, .expiresAt = Start + 2s});
        lock.holders.append(Holder{.id = id(client, 43), .mode = HoldMode::Read, .expiresAt = Start + 30s});
        members.push_back({.lock = std::make_shared<const Lock>(lock)});
    }
    const Lock lock = *mergedLock(members);
    QCOMPARE(lock.quorum()->agreeing, 3);
    QCOMPARE(lock.quorum()->owners, 1);
    QVERIFY(isOneClientAssumed(lock));
}

void TestSharedQuorum::theOwnerShownStaysWhileItHasAMajority()
{
    const Lock first = *mergedLock(sharedBy({"a", "a", "a"}, HoldMode::Permit));
    QCOMPARE(mergedLock(sharedBy({"ab", "ab", "ab"}, HoldMode::Permit), &first)->owner().bytes,
             QByteArray("token-a"));
}

void TestSharedQuorum::mostWaitOnOneNode()
{
    std::vector<MemberSight> members = sharedBy({"a", "a", "a"}, HoldMode::Permit);
    const auto listen = [&members](size_t node, std::optional<qint64> clients) {
        Lock lock = *members[node].lock;
        lock.waiters.subscribed = clients;
        members[node].lock = std::make_shared<const Lock>(lock);
    };
    QVERIFY(!mergedLock(members)->waiters.isKnown());
    listen(0, 0);
    QVERIFY(!mergedLock(members)->waiters.isKnown()); // Clients may wait on the others
    listen(1, 0);
    listen(2, 0);
    QCOMPARE(mergedLock(members)->waiters.subscribed, std::optional<qint64>(0));
    listen(1, 2);
    listen(2, 1);
    const Waiters waiters = mergedLock(members)->waiters;
    QCOMPARE(waiters.subscribed, std::optional<qint64>(2));
    QVERIFY(waiters.mayBeMore());
    QVERIFY(!waiters.isQueueCut());
}

LOCKSCOPE_TEST(TestSharedQuorum)

} // namespace tst_sharedquorum

#include "tst_sharedquorum.moc"
