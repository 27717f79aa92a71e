// SPDX-License-Identifier: GPL-3.0-or-later
// Locks as last known, until each was read or the scan has ended.

#include "core/fleet/knownlocks.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_knownlocks
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start{1'000'000ms};

LockPtr lockOf(const QByteArray &key, VerdictLevel level = VerdictLevel::Ok)
{
    Lock lock{.key = {key}};
    lock.verdict = {.level = level, .code = "healthy"};
    lock.readAt = Start - 1h;
    return std::make_shared<const Lock>(std::move(lock));
}

QByteArrayList sorted(QByteArrayList keys)
{
    std::sort(keys.begin(), keys.end());
    return keys;
}

QByteArrayList upserted(const LockDelta &delta)
{
    QByteArrayList keys;
    for (const LockPtr &lock : delta.upserted)
        keys << lock->key.bytes;
    return sorted(keys);
}

QByteArrayList removed(const LockDelta &delta)
{
    QByteArrayList keys;
    for (const LockName &key : delta.removed)
        keys << key.bytes;
    return sorted(keys);
}

bool none(const LockName &)
{
    return false;
}

} // namespace

class TestKnownLocks final : public QObject
{
    Q_OBJECT
private slots:
    void theVerdictIsTheLastKnownOne();
    void eachStaysUntilItIsRead();
    void whatWasReadBeforeIsLeftOut();
    void aResetKeepsThem();
};

void TestKnownLocks::theVerdictIsTheLastKnownOne()
{
    const LockPtr old = asLastKnown(lockOf("a", VerdictLevel::Critical), Start);
    QVERIFY(old->stale);
    QCOMPARE(QByteArray(old->verdict.code.data()), QByteArray("unread"));
    QCOMPARE(old->shownVerdict().level, VerdictLevel::Critical);
    QCOMPARE(old->readAt, Start); // it was followed until then
    QCOMPARE(asLastKnown(old, Start + 1h), old);
}

void TestKnownLocks::eachStaysUntilItIsRead()
{
    KnownLocks known;
    QVERIFY(known.isOver());
    QCOMPARE(upserted(known.begin({lockOf("a"), lockOf("b"), lockOf("c"), lockOf("d")}, none)),
             QByteArrayList({"a", "b", "c", "d"}));
    QCOMPARE(upserted(known.with({.upserted = {lockOf("a"), lockOf("new")}})), QByteArrayList({"a", "new"}));
    QCOMPARE(removed(known.with({.removed = {LockName{"b"}}})), QByteArrayList({"b"}));
    QVERIFY(!known.isEmpty());
    QCOMPARE(removed(known.end()), QByteArrayList({"c", "d"}));
    QVERIFY(known.isEmpty() && known.isOver());
    QCOMPARE(removed(known.end()), QByteArrayList());
}

void TestKnownLocks::whatWasReadBeforeIsLeftOut()
{
    KnownLocks known;
    const LockDelta first =
        known.begin({lockOf("a"), lockOf("b")}, [](const LockName &key) { return key == LockName{"a"}; });
    QCOMPARE(upserted(first), QByteArrayList({"b"}));
    QCOMPARE(removed(known.end()), QByteArrayList({"b"}));
}

void TestKnownLocks::aResetKeepsThem()
{
    KnownLocks known;
    known.begin({lockOf("a"), lockOf("b")}, none);
    known.with({.upserted = {lockOf("a")}}); // of the connection before
    const LockDelta reset = known.with({.upserted = {lockOf("b")}, .reset = true});
    QVERIFY(reset.reset);
    QCOMPARE(upserted(reset), QByteArrayList({"a", "b"}));
    QCOMPARE(removed(known.end()), QByteArrayList({"a"}));
}

LOCKSCOPE_TEST(TestKnownLocks)

} // namespace tst_knownlocks

#include "tst_knownlocks.moc"
