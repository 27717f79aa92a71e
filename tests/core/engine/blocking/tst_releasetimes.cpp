// SPDX-License-Identifier: GPL-3.0-or-later
// How long waiters would wait without a release, estimated from earlier holds.
#include "tests/core/engine/blocking/releaseeffects.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_releasetimes
{

using namespace lockscope;
using namespace lockscope::test::effects;

class tst_ReleaseTimes : public QObject
{
    Q_OBJECT

private slots:
    void theRestOfAHoldIsThatOfLongerOnes();
    void whatIsNotKnownIsNotEstimated();
    void onlyWholeHoldsCount();
    void aLeaseThatIsNotRenewedIsABound();
    void aHolderThatIsGoneNeverEndsByItself();
    void aLockRenewedSinceItsClientWasGoneIsNotSaidToExpire();
    void aDeadlockIsNotEstimated();
};

void tst_ReleaseTimes::theRestOfAHoldIsThatOfLongerOnes()
{
    auto effect = effectOf(held("token-lock"), holds(12));
    QCOMPARE(usualHold(*effect), std::optional<milliseconds>(60s));
    QCOMPARE(restOfHold(*effect, At), std::optional<milliseconds>(50s));       // of ten, up to 70 s
    QCOMPARE(restOfHold(*effect, At + 65s), std::optional<milliseconds>(15s)); // of 90 to 120 s: up to 100 s
    QCOMPARE(restOfHold(*effect, At + 75s), std::optional<milliseconds>(15s)); // of 100, 110, 120 s
    QCOMPARE(restOfHold(*effect, At + 85s), std::optional<milliseconds>());    // longer than all but two
    QCOMPARE(releaseLines(*effect, At).mid(1, 2),
             (QStringList{QStringLiteral("Otherwise the next one waits about 50 s"),
                          QStringLiteral("Estimated from 12 hold(s) seen: 10 s to 2 min, median 1 min")}));
    QCOMPARE(releaseLines(*effect, At + 85s).value(1),
             QStringLiteral(
                 "How long this hold would last is unknown: it has lasted longer than nearly all of the 12 "
                 "hold(s) seen"));
}

void tst_ReleaseTimes::whatIsNotKnownIsNotEstimated()
{
    const QString unknown = QStringLiteral("How long this hold would last is unknown: ");
    const auto few = effectOf(held("token-lock"), holds(9));
    QVERIFY(!usualHold(*few) && !restOfHold(*few, At));
    QCOMPARE(releaseLines(*few, At).value(1), unknown + QStringLiteral("only 9 earlier hold(s) were seen"));
    QCOMPARE(releaseLines(*effectOf(held("token-lock")), At).value(1),
             unknown + QStringLiteral("no earlier hold was seen"));
    Lock old = held("token-lock");
    old.heldIsLowerBound = true;
    const auto unseen = effectOf(old, holds(12));
    QVERIFY(!restOfHold(*unseen, At));
    QCOMPARE(releaseLines(*unseen, At).value(1), unknown + QStringLiteral("its beginning was not seen"));
    // Several hold it: when one of them ends is not known.
    const Holder a{.id = ann, .mode = HoldMode::Read}, b{.id = bob, .mode = HoldMode::Read};
    const auto several = effectOf(held("rw-lock", {a, b}), holds(12));
    QVERIFY(!several->isOneHold && !restOfHold(*several, At));
}

void tst_ReleaseTimes::onlyWholeHoldsCount()
{
    std::vector<LockEvent> events = holds(9);
    events.push_back(ended(1s, EventKind::Forced)); // cut short
    LockEvent bound = ended(2s), part = ended(3s);
    bound.heldIsLowerBound = true;
    part.count = 1; // others hold it on
    events.insert(events.end(), {bound, part});
    events.push_back({.kind = EventKind::Acquired, .held = 4s}); // held when first seen
    QCOMPARE(effectOf(held("rlock"), events)->holds.size(), 9u);
    events.push_back(ended(5s, EventKind::Expired));
    QCOMPARE(effectOf(held("rlock"), events)->holds.front(), 5s);
    QVERIFY(std::ranges::is_sorted(effectOf(held("rlock"), events)->holds));
    // Each node of a RedLock group tells the same ones.
    Lock group = held("token-lock");
    group.node = {"a:6379"};
    group.extras = std::make_shared<const LockExtras>(LockExtras{.quorum = Quorum{}});
    events = holds(4);
    events[0].node = events[1].node = group.node;
    events[2].node = events[3].node = {"b:6379"};
    QCOMPARE(effectOf(group, events)->holds.size(), 2u);
}

void tst_ReleaseTimes::aLeaseThatIsNotRenewedIsABound()
{
    Lock lock = held("token-lock");
    lock.renewals = {};
    lock.expiresAt = At + 8s; // 22 of 30 s are over
    const auto effect = effectOf(lock, holds(12));
    QCOMPARE(effect->expiresAt, std::optional(At + 8s));
    QCOMPARE(restOfHold(*effect, At), std::optional<milliseconds>(8s));
    const QString most =
        QStringLiteral("Otherwise the next one waits at most 8 s, unless the lease is renewed");
    QVERIFY(told(*effect).contains(most) && !told(*effect).contains(QStringLiteral("Estimated")));
    QVERIFY(told(*effectOf(lock)).contains(most));
    lock.expiresAt = At + 25s; // a renewal may still be due
    QVERIFY(!effectOf(lock)->expiresAt);
}

void tst_ReleaseTimes::aHolderThatIsGoneNeverEndsByItself()
{
    Lock lock = held("token-lock");
    lock.clients = std::make_shared<const HolderClients>(HolderClients{{ann, {.goneSince = At - 1s}}});
    const auto effect = effectOf(lock, holds(12));
    QVERIFY(!restOfHold(*effect, At));
    QCOMPARE(releaseLines(*effect, At).value(1),
             QStringLiteral("Otherwise they wait for 20 s, until it expires: its client is gone"));
    lock.expiresAt.reset();
    QCOMPARE(
        releaseLines(*effectOf(lock), At).value(1),
        QStringLiteral("Without a release, they wait forever: its client is gone, and it never expires"));
}

void tst_ReleaseTimes::aLockRenewedSinceItsClientWasGoneIsNotSaidToExpire()
{
    Lock lock = held("token-lock");
    lock.clients = std::make_shared<const HolderClients>(HolderClients{{ann, {.goneSince = At - 15s}}});
    const auto effect = effectOf(lock, holds(12)); // renewed 10 s ago
    QVERIFY(!effect->clientIsGone && !effect->expiresAt);
    QVERIFY(!told(*effect).contains(QStringLiteral("its client is gone")));
    QCOMPARE(restOfHold(*effect, At), std::optional<milliseconds>(50s));
    lock.renewals.lastAt = At - 15s; // as it went
    QVERIFY(effectOf(lock)->clientIsGone);
}

void tst_ReleaseTimes::aDeadlockIsNotEstimated()
{
    Lock lock = held("fair-lock");
    lock.waiters.queued = {{.id = bob, .alive = true}};
    lock.verdict.code = "deadlock";
    const auto effect = effectOf(lock, holds(12));
    QCOMPARE(turnsOf(*effect, At)[0].wait, std::optional<milliseconds>());
    QVERIFY(told(*effect).contains(QStringLiteral("Otherwise they wait: the lock is in a deadlock")));
}

LOCKSCOPE_TEST(tst_ReleaseTimes)

} // namespace tst_releasetimes

#include "tst_releasetimes.moc"
