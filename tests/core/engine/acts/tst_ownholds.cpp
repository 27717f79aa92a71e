// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks this program holds, derived from its acts: taken, re-entered, released, lost. Without a server.

#include "core/engine/acts/actguard.h"
#include "core/engine/acts/watchdog.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_ownholds
{

using namespace lockscope;

namespace
{

const OwnerId Alice{"alice"};
const OwnerId Bob{"bob"};
const LockName Key{"lock:a"};

ActRequest asked(ActKind act, const OwnerId &owner)
{
    return {.act = act, .key = Key, .owner = owner};
}

Receipt told(ActKind act, ActResult result, const OwnerId &owner)
{
    Receipt receipt{.act = act, .result = result, .key = Key, .kind = {"rlock"}, .owner = owner};
    return receipt;
}

// As read back: the owner found and its count.
Receipt told(ActKind act, ActResult result, const OwnerId &owner, const OwnerId &found, qint64 count)
{
    Receipt receipt = told(act, result, owner);
    receipt.foundOwner = found;
    receipt.foundCount = count;
    return receipt;
}

// "lock:a alice ×2 renewed", one line per hold.
QStringList heldBy(const ActGuard &guard)
{
    QStringList lines;
    for (const OwnHolding &held : guard.own()) {
        QString line = QString::fromUtf8(held.key.bytes + ' ' + held.owner.bytes);
        if (held.mode != HoldMode::Exclusive)
            line += u' ' + QLatin1String(name(held.mode));
        if (held.count != 1)
            line += QStringLiteral(" ×%1").arg(held.count);
        if (held.renewed)
            line += QStringLiteral(" renewed");
        lines << line;
    }
    return lines;
}

void take(ActGuard &guard, const OwnerId &owner, qint64 count = 1, HoldMode mode = HoldMode::Exclusive)
{
    ActRequest request = asked(ActKind::Acquire, owner);
    request.mode = mode;
    guard.settle(request, {}, told(ActKind::Acquire, ActResult::Done, owner, owner, count), false);
}

} // namespace

class tst_OwnHolds : public QObject
{
    Q_OBJECT
private slots:
    void whatIsTakenIsHeld();
    void whatMayNotBeRenewedIsNotKept();
    void onlyWhatIsRenewedIsCalledSo();
    void heldAgainByTheSameOwner();
    void heldBeforeUs();
    void severalOwnersHoldAtOnce();
    void readingAndWritingAreTwoHolds();
    void oneOfTheTwoIsReleased();
    void permitsOfNobodyAreCounted();
    void anAnswerThatWasLost();
    void anotherOneHasItAfterTheRelease();
    void endsWithoutUs_data();
    void endsWithoutUs();
    void whatDoesNotEndIt_data();
    void whatDoesNotEndIt();
    void oneOfTwoIsLost();
    void oneOfTheTwoIsLost();
    void leftToRunOut();
};

void tst_OwnHolds::whatIsTakenIsHeld()
{
    ActGuard guard;
    take(guard, Alice);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    QVERIFY(guard.isOwn(Key, Alice));
    QVERIFY(!guard.isOwn(Key, Bob));
    guard.settle(asked(ActKind::Release, Alice), {}, told(ActKind::Release, ActResult::Done, Alice));
    QVERIFY(guard.own().empty());
    QVERIFY(!guard.isOwn(Key, Alice));
}

void tst_OwnHolds::onlyWhatIsRenewedIsCalledSo()
{
    ActRequest request = asked(ActKind::Acquire, Alice);
    request.watchdog = true;
    const Receipt taken = told(ActKind::Acquire, ActResult::Done, Alice, Alice, 1);
    ActGuard guard;
    guard.settle(request, {}, taken, false); // A kind that cannot be renewed safely
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    ActGuard other;
    other.settle(request, {}, taken, true);
    QCOMPARE(heldBy(other), QStringList{QStringLiteral("lock:a alice renewed")});
}

void tst_OwnHolds::heldAgainByTheSameOwner()
{
    ActGuard guard;
    take(guard, Alice);
    take(guard, Alice, 2);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice ×2")});
    guard.settle(asked(ActKind::Release, Alice), {},
                 told(ActKind::Release, ActResult::Done, Alice, Alice, 1));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    guard.settle(asked(ActKind::Release, Alice), {}, told(ActKind::Release, ActResult::Done, Alice));
    QVERIFY(guard.own().empty());
}

// The same owner already held the lock through another program: its holds are not ours.
void tst_OwnHolds::heldBeforeUs()
{
    const auto release = [](ActGuard &guard, qint64 left) {
        guard.settle(asked(ActKind::Release, Alice), {},
                     told(ActKind::Release, ActResult::Done, Alice, Alice, left));
    };
    ActGuard guard;
    take(guard, Alice, 2);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    take(guard, Alice, 3);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice ×2")});
    release(guard, 2);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    release(guard, 1);
    QVERIFY(guard.own().empty());
    QVERIFY(!guard.isOwn(Key, Alice)); // The remaining hold
    take(guard, Alice, 2);
    take(guard, Alice, 3);
    take(guard, Alice, 4);
    release(guard, 1); // Another program, or a forced release, released more
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
}

void tst_OwnHolds::severalOwnersHoldAtOnce()
{
    ActGuard guard; // Two permits of a semaphore
    take(guard, Alice);
    take(guard, Bob);
    QCOMPARE(heldBy(guard), (QStringList{QStringLiteral("lock:a alice"), QStringLiteral("lock:a bob")}));
    guard.settle(asked(ActKind::Release, Alice), {}, told(ActKind::Release, ActResult::Done, Alice, Bob, 1));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a bob")});
}

void tst_OwnHolds::readingAndWritingAreTwoHolds()
{
    ActGuard guard;
    take(guard, Alice, 1, HoldMode::Write);
    take(guard, Alice, 1, HoldMode::Read);
    QCOMPARE(guard.own().size(), size_t(2));
    ActRequest request = asked(ActKind::Release, Alice);
    request.mode = HoldMode::Read;
    guard.settle(request, {}, told(ActKind::Release, ActResult::Done, Alice));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice write")});
}

// Reading back finds the other owner.
void tst_OwnHolds::oneOfTheTwoIsReleased()
{
    for (const HoldMode given : {HoldMode::Read, HoldMode::Write}) {
        ActGuard guard;
        take(guard, Alice, 1, HoldMode::Write);
        take(guard, Alice, 1, HoldMode::Read);
        take(guard, Alice, 1, HoldMode::Read);
        ActRequest request = asked(ActKind::Release, Alice);
        request.mode = given;
        const OwnerId writer{"alice:write"};
        const bool isRead = given == HoldMode::Read;
        guard.settle(request, {},
                     told(ActKind::Release, ActResult::Done, Alice, isRead ? writer : Alice, isRead ? 1 : 2));
        if (!isRead) {
            QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice read ×2")});
            continue;
        }
        QCOMPARE(heldBy(guard),
                 (QStringList{QStringLiteral("lock:a alice write"), QStringLiteral("lock:a alice read")}));
        guard.settle(request, {}, told(ActKind::Release, ActResult::Done, Alice, writer, 1));
        QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice write")});
    }
}

void tst_OwnHolds::permitsOfNobodyAreCounted()
{
    ActGuard guard; // A semaphore that records no holders
    for (int i = 0; i < 3; ++i)
        guard.settle(asked(ActKind::Acquire, {}), {}, told(ActKind::Acquire, ActResult::Done, {}), false);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a  ×3")});
    QVERIFY(guard.isOwn(Key, {})); // It may be released freely
    guard.settle(asked(ActKind::Release, {}), {}, told(ActKind::Release, ActResult::Done, {}));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a  ×2")});
    for (int i = 0; i < 2; ++i)
        guard.settle(asked(ActKind::Release, {}), {}, told(ActKind::Release, ActResult::Done, {}));
    QVERIFY(guard.own().empty());
    QVERIFY(!guard.isOwn(Key, {}));
}

void tst_OwnHolds::anAnswerThatWasLost()
{
    ActGuard guard;
    const ActRequest request = asked(ActKind::Acquire, Alice);
    guard.settle(request, {}, told(ActKind::Acquire, ActResult::Unknown, Alice, Bob, 1), false);
    guard.settle(request, {}, told(ActKind::Acquire, ActResult::Unknown, Alice), false);
    QVERIFY(guard.own().empty());
    guard.settle(request, {}, told(ActKind::Acquire, ActResult::Unknown, Alice, Alice, 1), false);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")}); // Reading back showed it
}

void tst_OwnHolds::anotherOneHasItAfterTheRelease()
{
    ActGuard guard;
    take(guard, Alice);
    guard.settle(asked(ActKind::Release, Alice), {}, told(ActKind::Release, ActResult::Done, Alice, Bob, 1));
    QVERIFY(guard.own().empty());
}

void tst_OwnHolds::endsWithoutUs_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<ActResult>("result");
    QTest::newRow("forced open") << ActKind::ForceRelease << ActResult::Done;
    QTest::newRow("nothing left to force open") << ActKind::ForceRelease << ActResult::AlreadyGone;
    QTest::newRow("our share removed") << ActKind::RemoveShare << ActResult::Done;
    QTest::newRow("gone when it was to be renewed") << ActKind::Renew << ActResult::AlreadyGone;
    QTest::newRow("another's when it was to be renewed") << ActKind::Renew << ActResult::OwnerChanged;
    QTest::newRow("gone when it was to be released") << ActKind::Release << ActResult::AlreadyGone;
}

void tst_OwnHolds::endsWithoutUs()
{
    QFETCH(ActKind, act);
    QFETCH(ActResult, result);
    for (const HoldMode mode : {HoldMode::Exclusive, HoldMode::Read}) {
        ActGuard guard;
        take(guard, Alice, 1, mode);
        guard.settle(asked(act, Alice), {}, told(act, result, Alice));
        QVERIFY(guard.own().empty());
    }
}

void tst_OwnHolds::whatDoesNotEndIt_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<ActResult>("result");
    QTest::addColumn<OwnerId>("owner");
    QTest::newRow("woken") << ActKind::Wake << ActResult::Done << OwnerId();
    QTest::newRow("renewed") << ActKind::Renew << ActResult::Done << Alice;
    QTest::newRow("not known whether released") << ActKind::Release << ActResult::Unknown << Alice;
    QTest::newRow("release refused") << ActKind::Release << ActResult::Refused << Alice;
    QTest::newRow("another's release") << ActKind::Release << ActResult::OwnerChanged << Bob;
    QTest::newRow("another's share removed") << ActKind::RemoveShare << ActResult::Done << Bob;
    QTest::newRow("forcing refused") << ActKind::ForceRelease << ActResult::Refused << OwnerId();
}

void tst_OwnHolds::whatDoesNotEndIt()
{
    QFETCH(ActKind, act);
    QFETCH(ActResult, result);
    QFETCH(OwnerId, owner);
    ActGuard guard;
    take(guard, Alice);
    guard.settle(asked(act, owner), {}, told(act, result, owner));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
}

void tst_OwnHolds::oneOfTwoIsLost()
{
    ActGuard guard;
    take(guard, Alice);
    take(guard, Bob);
    const OwnHolding lost{.key = Key, .owner = Alice};
    QVERIFY(guard.lose(lost));
    QVERIFY(!guard.lose(lost)); // Reported once
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a bob")});
}

void tst_OwnHolds::oneOfTheTwoIsLost()
{
    ActGuard guard;
    take(guard, Alice, 1, HoldMode::Write);
    take(guard, Alice, 1, HoldMode::Read);
    QVERIFY(guard.lose({.key = Key, .owner = Alice, .mode = HoldMode::Write}));
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice read")});
    QVERIFY(guard.isOwn(Key, Alice));
}

void tst_OwnHolds::leftToRunOut()
{
    ActGuard guard;
    guard.settle(asked(ActKind::Acquire, Alice), {}, told(ActKind::Acquire, ActResult::Done, Alice, Alice, 1),
                 true);
    guard.stopRenewing(Key, Bob);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice renewed")});
    guard.stopRenewing(Key, Alice);
    QCOMPARE(heldBy(guard), QStringList{QStringLiteral("lock:a alice")});
    guard.forget();
    QVERIFY(guard.own().empty());
}

// Neither what was kept before nor what an act that is still running would keep.
void tst_OwnHolds::whatMayNotBeRenewedIsNotKept()
{
    Watchdog watchdog([](const Receipt &) { return true; });
    const auto keep = [&watchdog] {
        watchdog.keep({.key = Key, .owner = Alice}, std::chrono::hours(1), now() + std::chrono::hours(3),
                      [](Instant) -> QCoro::Task<Receipt> { co_return Receipt{}; });
    };
    keep();
    QCOMPARE(watchdog.size(), 1);
    watchdog.forbid();
    QCOMPARE(watchdog.size(), 0);
    keep();
    QCOMPARE(watchdog.size(), 0);
    watchdog.allow();
    keep();
    QCOMPARE(watchdog.size(), 1);
}

LOCKSCOPE_TEST(tst_OwnHolds)

} // namespace tst_ownholds

#include "tst_ownholds.moc"
