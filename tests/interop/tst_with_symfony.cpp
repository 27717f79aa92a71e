// SPDX-License-Identifier: GPL-3.0-or-later
// Symfony's Lock component: exclusive holds and readers in one sorted set. Who waits asks again and again.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_with_symfony
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_symfony : public Exclusive
{
    Q_OBJECT
public:
    tst_with_symfony()
        : Exclusive({{.row = "write",
                      .client = QStringLiteral("symfony"),
                      .word = "write",
                      .kind = "symfony-lock",
                      .library = "Symfony Lock",
                      .lost = "released"}}) // that the hold was gone it does not tell
    {
    }

private slots:
    void aRefreshTellsOfTheLoss();
    void readersAreAllShown();
    void ourReaderKeepsAWriterOut();
    void oneReaderIsTakenOut();

private:
    QByteArray read(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest = {})
    {
        return client().ask(actor, verb + " read " + name() + ' ' + rest);
    }
    // Those of the lock as it is now, in their order; empty where one is no reader.
    QByteArrayList readers();
};

QByteArrayList tst_with_symfony::readers()
{
    QByteArrayList all;
    const LockPtr lock = stage().look(key());
    for (const Holder &holder : lock ? lock->holders : decltype(lock->holders)()) {
        if (holder.mode != HoldMode::Read)
            return {};
        all << holder.id.bytes;
    }
    std::ranges::sort(all);
    return all;
}

void tst_with_symfony::aRefreshTellsOfTheLoss()
{
    QVERIFY(hold("alice"));
    COMPARE_RESULT(stage().force(key(), owner("alice")), ActResult::Done);
    QCOMPARE(ask("alice", "renew", "60000"), QByteArray("error LockConflictedException"));
    QVERIFY(!stage().look(key()));
}

void tst_with_symfony::readersAreAllShown()
{
    QCOMPARE(read("alice", "acquire", "60000 0"), QByteArray("true"));
    QCOMPARE(read("bob", "acquire", "60000 0"), QByteArray("true"));
    QByteArrayList both{read("alice", "owner"), read("bob", "owner")};
    std::ranges::sort(both);
    QCOMPARE(readers(), both);
    COMPARE_RESULT(stage().acquire("symfony-lock", key()), ActResult::NotAcquired);
    QCOMPARE(read("alice", "release"), QByteArray("released"));
    QCOMPARE(readers(), QByteArrayList{read("bob", "owner")});
    QCOMPARE(read("bob", "release"), QByteArray("released"));
    QVERIFY(!stage().look(key()));
}

void tst_with_symfony::ourReaderKeepsAWriterOut()
{
    const Receipt ours = stage().act({.act = ActKind::Acquire,
                                      .key = {key()},
                                      .kind = "symfony-lock",
                                      .mode = HoldMode::Read,
                                      .lease = Stage::Lease});
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(read("alice", "acquire", "60000 0"), QByteArray("true"));
    QCOMPARE(read("alice", "release"), QByteArray("released"));
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_symfony::oneReaderIsTakenOut()
{
    QCOMPARE(read("alice", "acquire", "60000 0"), QByteArray("true"));
    QCOMPARE(read("bob", "acquire", "60000 0"), QByteArray("true"));
    const Receipt removed = stage().act({.act = ActKind::RemoveShare,
                                         .key = {key()},
                                         .owner = {read("alice", "owner")},
                                         .reason = QStringLiteral("test")});
    COMPARE_RESULT(removed, ActResult::Done);
    QCOMPARE(readers(), QByteArrayList{read("bob", "owner")});
    QCOMPARE(read("alice", "renew", "60000"), QByteArray("error LockConflictedException"));
    QCOMPARE(read("bob", "renew", "60000"), QByteArray("true"));
    QCOMPARE(read("bob", "release"), QByteArray("released"));
}

LOCKSCOPE_TEST(tst_with_symfony)

} // namespace tst_with_symfony

#include "tst_with_symfony.moc"
