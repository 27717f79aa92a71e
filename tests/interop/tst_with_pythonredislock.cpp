// SPDX-License-Identifier: GPL-3.0-or-later
// python-redis-lock: its waiters sleep in BLPOP on a list beside the lock.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_pythonredislock
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

Subject pythonLock(const QByteArray &word, bool renewsItself)
{
    return {.row = word,
            .client = QStringLiteral("pythonredislock"),
            .word = word,
            .prefix = "lock:",
            .kind = "python-redis-lock",
            .library = "python-redis-lock",
            .waits = Waits::Blocked,
            .lost = "error NotAcquired",
            .renewsItself = renewsItself};
}

} // namespace

class tst_with_pythonredislock : public Exclusive
{
    Q_OBJECT
public:
    tst_with_pythonredislock() : Exclusive({pythonLock("lock", false), pythonLock("renewed", true)}) {}

private slots:
    void ourWakeHelpsAfterAPlainDelete();
    void itsResetIsNoReleaseOfOurs();
    void whoSleepsMayWait();
};

// Redis does not say on which list a client sleeps, so it is named, but not as a waiter.
void tst_with_pythonredislock::whoSleepsMayWait()
{
    QVERIFY(hold("alice"));
    QTRY_VERIFY(stage().followed(key()) && stage().followed(key())->held());
    const auto asleep = [this] { return finished(stage().engine().blocking({})).asleep; };
    const std::optional<Asleep> before = asleep();
    QVERIFY(before && before->locks > 0 && before->clients.empty());
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    const BlockingReport report = finished(stage().engine().blocking({}));
    QVERIFY(report.graph.locks.empty());
    QVERIFY(report.asleep && report.asleep->clients.size() == 1);
    const Asleep::Client &bob = report.asleep->clients.front();
    QCOMPARE(bob.command, QByteArray("BLPOP"));
    QVERIFY2(stage().call({"CLIENT", "LIST"}).bytes.contains("addr=" + bob.client.address + ' '),
             bob.client.address.constData());
    QVERIFY(bob.since <= report.at);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    const std::optional<Asleep> after = asleep();
    QVERIFY(after && after->clients.empty());
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void tst_with_pythonredislock::ourWakeHelpsAfterAPlainDelete()
{
    QVERIFY(hold("alice"));
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    QCOMPARE(stage().call({"DEL", key()}).integer, 1);
    QVERIFY(!QTest::qWaitFor([&] { return client().isAnswered(waiting); }, 500));
    const Receipt woken = stage().act({.act = ActKind::Wake, .key = {key()}, .kind = subject().kind});
    COMPARE_RESULT(woken, ActResult::Done);
    QCOMPARE(woken.woken, 1); // it took what was put into the list
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    const Receipt again = stage().act({.act = ActKind::Wake, .key = {key()}, .kind = subject().kind});
    COMPARE_RESULT(again, ActResult::Done);
    QCOMPARE(again.woken, 0);
    QCOMPARE(again.isHeardElsewhere, std::optional(false));
}

void tst_with_pythonredislock::itsResetIsNoReleaseOfOurs()
{
    const Receipt ours = stage().acquire(subject().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "reset"), QByteArray("reset"));
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::AlreadyGone);
}

LOCKSCOPE_TEST(tst_with_pythonredislock)

} // namespace tst_with_pythonredislock

#include "tst_with_pythonredislock.moc"
