// SPDX-License-Identifier: GPL-3.0-or-later
// Locks of a RedLock group whose copies never expire, or whose nodes are all out of sight.

#include "core/engine/verdicts/quorum.h"
#include "core/engine/verdicts/verdicttext.h"
#include "tests/core/engine/quorumlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_quorumends
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::quorumlocks;

namespace
{

// The copy of one node. No owner: the node has nothing.
struct View {
    QByteArray owner{};
    std::optional<milliseconds> ends{};
};

std::vector<MemberSight> sightsOf(const std::vector<View> &views)
{
    std::vector<MemberSight> members;
    for (const View &view : views) {
        MemberSight &member = members.emplace_back();
        if (view.owner.isEmpty())
            continue;
        Lock lock{.key = {"lock:a"},
                  .kind = {"token-lock"},
                  .confidence = Confidence::Certain,
                  .lease = 30s,
                  .heldSince = Start};
        if (view.ends)
            lock.expiresAt = Start + *view.ends;
        lock.holders.append(Holder{.id = {view.owner}, .expiresAt = lock.expiresAt});
        lock.readAt = Start;
        member.lock = std::make_shared<const Lock>(lock);
    }
    return members;
}

std::vector<MemberSight> unreachable(std::vector<MemberSight> members)
{
    for (MemberSight &member : members)
        member.reachable = false;
    return members;
}

} // namespace

class TestQuorumEnds final : public QObject
{
    Q_OBJECT

private slots:
    void aMajorityThatNeverExpires();
    void ofTwoOwnersTheOneThatNeverExpires();
    void outOfSightTheMajorityStaysTheOwner();
    void aVerdictOfAHolderThatIsNotListed();
};

// The first node alone has an expiry: the lock does not end with it.
void TestQuorumEnds::aMajorityThatNeverExpires()
{
    const Lock lock = *mergedLock(sightsOf({{"worker-1", 10s}, {"worker-1"}, {"worker-1"}}));
    QCOMPARE(lock.quorum()->agreeing, 3);
    QCOMPARE(lock.expiresAt, std::optional<Instant>());
    QCOMPARE(lock.holders.front().expiresAt, std::optional<Instant>());
    QCOMPARE(lock.quorum()->validUntil, std::optional<Instant>());
    // Two of three end: the later of them ends the majority.
    const Lock ending = *mergedLock(sightsOf({{"worker-1", 10s}, {"worker-1", 20s}, {"worker-1"}}));
    QCOMPARE(ending.expiresAt, std::optional(Start + 20s));
    // One of three is no majority: its own expiry is shown.
    const Lock alone = *mergedLock(sightsOf({{"worker-1", 10s}, {}, {}}));
    QCOMPARE(alone.expiresAt, std::optional(Start + 10s));
    QCOMPARE(alone.quorum()->validUntil, std::optional<Instant>());
}

void TestQuorumEnds::ofTwoOwnersTheOneThatNeverExpires()
{
    QCOMPARE(mergedLock(sightsOf({{"worker-1", 10s}, {"worker-2"}}))->owner().bytes, QByteArray("worker-2"));
    QCOMPARE(mergedLock(sightsOf({{"worker-1"}, {"worker-2", 10s}}))->owner().bytes, QByteArray("worker-1"));
    QCOMPARE(mergedLock(sightsOf({{"worker-1", 10s}, {"worker-2", 20s}}))->owner().bytes,
             QByteArray("worker-2"));
}

// What another owner left on the first node is not the lock. That the majority was seen confirms nothing now.
void TestQuorumEnds::outOfSightTheMajorityStaysTheOwner()
{
    const auto members = sightsOf({{"left-over", 40s}, {"worker-1", 20s}, {"worker-1", 30s}});
    const Lock seen = *mergedLock(members);
    QCOMPARE(seen.owner().bytes, QByteArray("worker-1"));
    for (const Lock *before : {static_cast<const Lock *>(nullptr), &seen}) {
        const Lock known = *mergedLock(unreachable(members), before);
        QVERIFY(known.stale);
        QCOMPARE(known.owner().bytes, QByteArray("worker-1"));
        QCOMPARE(known.expiresAt, seen.expiresAt);
        QCOMPARE(known.quorum()->agreeing, 0);
        QCOMPARE(known.quorum()->reachable, 0);
        QVERIFY(known.quorum()->owner.isEmpty());
        QCOMPARE(known.quorum()->validUntil, std::optional<Instant>());
        for (const Copy &copy : known.extras->copies)
            QVERIFY(copy.state == CopyState::Unreachable && copy.owner.isEmpty());
    }
}

// The verdict is kept from when the lock had two holders.
void TestQuorumEnds::aVerdictOfAHolderThatIsNotListed()
{
    for (const char *code : {"renewal-overdue", "client-silent", "about-to-expire"}) {
        Lock lock = *sightsOf({{"worker-1"}}).front().lock;
        lock.stale = true;
        lock.lastKnown = std::make_shared<const Verdict>(Verdict{VerdictLevel::Warning, code, 2});
        const QStringList evidence = explainVerdict(lock, Start).evidence;
        QVERIFY2(!evidence.isEmpty() && !evidence.front().contains(QStringLiteral("worker-1")), code);
    }
}

LOCKSCOPE_TEST(TestQuorumEnds)

} // namespace tst_quorumends

#include "tst_quorumends.moc"
