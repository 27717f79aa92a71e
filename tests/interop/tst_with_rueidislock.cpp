// SPDX-License-Identifier: GPL-3.0-or-later
// rueidislock: one value in three keys, or in one or five where its user says so. Holder and waiters follow
// the keys by client-side caching: the server itself tells them when one goes.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_rueidislock
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

Subject rueidisLock(const QByteArray &word, const QByteArray &prefix)
{
    return {.row = word,
            .client = QStringLiteral("rueidislock"),
            .word = word,
            .prefix = prefix + ":0:",
            .kind = "rueidis-lock",
            .library = "rueidislock",
            .lost = "error context canceled",
            .newIdEachTry = true,
            .renewsItself = true,
            .isToldOfLoss = true};
}

} // namespace

class tst_with_rueidislock : public Exclusive
{
    Q_OBJECT
public:
    tst_with_rueidislock()
        : Exclusive({rueidisLock("lock", "rueidislock"), rueidisLock("single", "rueidislock"),
                     rueidisLock("five", "rueidislock"), rueidisLock("named", "orders:1")})
    {
    }

private slots:
    void itsKeysAreShownAsOneLock();
    void itLosesItsLockWithTheSecondKey();
    void itsTakeOverIsSeen();

protected:
    // Random bytes, which no line can carry.
    QByteArray owner(const QByteArray &actor) override { return QByteArray::fromHex(ask(actor, "owner")); }

private:
    QByteArray part(int index) const
    {
        return QByteArray(key()).replace(":0:", ':' + QByteArray::number(index) + ':');
    }
    // The library answers once it has the majority, and takes the other keys after that.
    bool hasAllKeys() { return stage().call({"EXISTS", part(0), part(1), part(2)}).integer == 3; }
};

void tst_with_rueidislock::itsKeysAreShownAsOneLock()
{
    QVERIFY(hold("alice"));
    if (subject().word != "single")
        QTRY_VERIFY(hasAllKeys());
    const QString said = stage().explanation(key());
    if (subject().word == "single") {
        QVERIFY2(said.contains(QStringLiteral("KeyMajority 1")), qPrintable(said));
    } else {
        QVERIFY2(said.contains(QStringLiteral("3 of 3 keys")), qPrintable(said));
        QCOMPARE(stage().look(key())->confidence, Confidence::Certain);
    }
    // A later lock, which is told of after them.
    const QByteArray later = fresh("later-lock:");
    COMPARE_RESULT(stage().acquire("token-lock", later), ActResult::Done);
    QTRY_VERIFY(stage().followed(later));
    QVERIFY(stage().followed(key()));
    for (int other = 1; other < 5; ++other)
        QVERIFY(!stage().followed(part(other)));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void tst_with_rueidislock::itLosesItsLockWithTheSecondKey()
{
    if (subject().word == "single" || subject().word == "five")
        QSKIP("it has not three keys");
    QVERIFY(hold("alice"));
    const QByteArray alice = owner("alice");
    QTRY_VERIFY(hasAllKeys());
    QCOMPARE(stage().call({"DEL", part(1)}).integer, 1);
    const QString said = stage().explanation(key());
    QVERIFY2(said.contains(QStringLiteral("2 of 3 keys")), qPrintable(said));
    QCOMPARE(ownerNow(), alice);
    QCOMPARE(stage().call({"DEL", part(2)}).integer, 1);
    QCOMPARE(ask("alice", "lost"), QByteArray("lost"));
    QTRY_VERIFY(!stage().followed(key())); // it took the third back by itself
}

// The library's own way to take a lock from its holder.
void tst_with_rueidislock::itsTakeOverIsSeen()
{
    QVERIFY(hold("alice"));
    QTRY_VERIFY(stage().followed(key()));
    QCOMPARE(ask("bob", "force", "60000"), QByteArray("true"));
    const QByteArray bob = owner("bob");
    QTRY_VERIFY(stage().followed(key()) && stage().followed(key())->owner().bytes == bob);
    QCOMPARE(ask("alice", "lost"), QByteArray("lost"));
    COMPARE_RESULT(stage().force(key(), bob), ActResult::Done);
    QCOMPARE(ask("bob", "lost"), QByteArray("lost"));
}

LOCKSCOPE_TEST(tst_with_rueidislock)

} // namespace tst_with_rueidislock

#include "tst_with_rueidislock.moc"
