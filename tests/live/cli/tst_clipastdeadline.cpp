// SPDX-License-Identifier: GPL-3.0-or-later
// Waiters of Redisson's fair lock whose deadline has passed while their clients still listen: they are woken,
// and never called dead. Also what the texts say of locks that ended meanwhile.

#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QTest>

namespace tst_clipastdeadline
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111:1");
const QByteArray Bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222:7");
const QByteArray Cat = QByteArrayLiteral("33333333-3333-4333-8333-333333333333:9");
const QByteArray Channel = QByteArrayLiteral("redisson_lock__channel:{lock:f[1]}:");

} // namespace

class tst_CliPastDeadline : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { ask({"FLUSHALL"}); }
    void aForcedReleaseWakesThem();
    void theyAreFoundAndWokenWithoutAQueue_data();
    void theyAreFoundAndWokenWithoutAQueue();
    void aLockThatExpiresDuringAProbeIsNotShownAsHeld();
    void aSleeperOfPythonIsNamedAfterTheAct();

private:
    // Ann holds the lock; this waiter's deadline was a minute ago.
    void queueLate(const QByteArray &waiter)
    {
        const QByteArray past = QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 60'000);
        ask({"HSET", "lock:f[1]", Ann, "1"});
        ask({"PEXPIRE", "lock:f[1]", "600000"});
        ask({"RPUSH", "redisson_lock_queue:{lock:f[1]}", waiter});
        ask({"ZADD", "redisson_lock_timeout:{lock:f[1]}", past, waiter});
    }
};

void tst_CliPastDeadline::aForcedReleaseWakesThem()
{
    queueLate(Bob);
    queueLate(Cat);
    Listener bob(m_sandbox->tcp(), Channel + Bob);
    const Ended shown = cli({"show", "lock:f[1]"});
    QVERIFY2(shown.out.contains("deadline passed 1 min") && !shown.out.contains("dropped in 0"),
             shown.told().constData());
    const QByteArrayList words{"force-release", "lock:f[1]", "--expect-owner", Ann, "--reason", "stuck"};
    const Ended planned = cli(words + QByteArrayList{"--dry-run"});
    QVERIFY2(
        planned.out.contains(Bob + " is dropped from the queue, as its deadline is past, but is notified"),
        planned.told().constData());
    const Ended forced = cli(words);
    QVERIFY2(forced.status == 0, forced.told().constData());
    QVERIFY2(
        forced.out.contains("wake-up message sent to 1 subscriber") &&
            forced.out.contains("dropped from the queue, past their deadlines or not listening: " + Bob) &&
            !forced.told().contains("dead waiter"),
        forced.told().constData());
    QCOMPARE(bob.messages(1).size(), 1);
}

void tst_CliPastDeadline::theyAreFoundAndWokenWithoutAQueue_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::newRow("as recognised") << QByteArrayList{"wake", "lock:f[1]"};
    QTest::newRow("as the kind that is named") << QByteArrayList{"wake", "lock:f[1]", "--kind", "fair-lock"};
}

// As after a release by Redisson itself, which drops them without a message.
void tst_CliPastDeadline::theyAreFoundAndWokenWithoutAQueue()
{
    QFETCH(QByteArrayList, words);
    Listener bob(m_sandbox->tcp(), Channel + Bob), cat(m_sandbox->tcp(), Channel + Cat);
    Listener other(m_sandbox->tcp(), "redisson_lock__channel:{lock:f1}:" + Bob); // a glob would match
    Listener longer(m_sandbox->tcp(), "redisson_lock__channel:{lock:f[1]}:a");   // of a lock {lock:f[1]}:a
    const Ended shown = cli({"show", "lock:f[1]"});
    QVERIFY2(shown.status == 0 && shown.out.contains("fair-lock") &&
                 shown.out.contains("no longer queued: " + Bob + ", listens") &&
                 shown.out.contains("maybe more that listen but are no longer in the queue"),
             shown.told().constData());
    QVERIFY2(shown.out.contains("\nTTL         -\n"), shown.told().constData());
    const Ended woken = cli(words);
    QVERIFY2(woken.status == 0 && woken.out.contains("wake-up message sent to 2 subscribers"),
             woken.told().constData());
    QVERIFY(bob.messages(1).size() == 1 && cat.messages(1).size() == 1);
    QCOMPARE(other.messages(0).size(), 0);
}

void tst_CliPastDeadline::aLockThatExpiresDuringAProbeIsNotShownAsHeld()
{
    ask({"HSET", "lock:p", Ann, "1"});
    ask({"PEXPIRE", "lock:p", "10000"});
    const Ended ended = cli({"show", "lock:p", "--probe=11s"});
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("lock:p: no longer held: its lease ended during the probe, and no renewal "
                                "was heard; it was held by " +
                                Ann),
             ended.told().constData());
    QVERIFY2(!ended.out.contains("OK"), ended.told().constData());
}

void tst_CliPastDeadline::aSleeperOfPythonIsNamedAfterTheAct()
{
    const QByteArray advice = "wake it with lockscope-cli wake --kind python-redis-lock";
    ask({"SET", "lock:job", "worker-17", "PX", "600000"});
    const Ended forced =
        cli({"force-release", "lock:job", "--any-owner", "--kind", "token-lock", "--reason", "stuck"});
    QVERIFY2(forced.status == 0 && forced.err.contains(advice), forced.told().constData());
    const Ended woken = cli({"wake", "lock:job"});
    QVERIFY2(woken.status == 1 && woken.err.contains(advice), woken.told().constData());
}

LOCKSCOPE_TEST(tst_CliPastDeadline)

} // namespace tst_clipastdeadline

#include "tst_clipastdeadline.moc"
