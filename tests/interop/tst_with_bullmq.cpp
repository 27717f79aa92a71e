// SPDX-License-Identifier: GPL-3.0-or-later
// BullMQ: the lock that a worker has on the job in its hands. Nobody waits for it, and nobody but the queue
// gives it out.
#include "tests/interop/harness/withclients.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_bullmq
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_bullmq : public WithClients
{
    Q_OBJECT
public:
    tst_with_bullmq() : WithClients({{"BullMQ", QStringLiteral("bullmq")}}) {}

private slots:
    void itsLockIsRecognised();
    void itsRenewalsAreCounted();
    void weDoNotTakeAJob();
    void ourRenewalKeepsItsJob();
    void ourForceReleaseIsNoticedAtTheEndOfItsJob();
    void aJobWhoseLockWeTookRunsAgain();

private:
    // A new job in a worker's hands: its lock's key and the token.
    void work(const QByteArray &lease);
    QByteArray queue() const { return fresh("mail"); }
    QByteArray ask(const QByteArray &verb, const QByteArray &rest = {})
    {
        return client().ask("worker", verb + ' ' + queue() + ' ' + rest);
    }

    QByteArray m_key, m_token;
};

void tst_with_bullmq::work(const QByteArray &lease)
{
    const QByteArray job = ask("add");
    const QByteArrayList taken = ask("work", lease).split(' ');
    QCOMPARE(taken.value(0), job);
    m_token = taken.value(1);
    m_key = "bull:" + queue() + ':' + job + ":lock";
}

void tst_with_bullmq::itsLockIsRecognised()
{
    work("30000");
    const LockPtr lock = stage().look(m_key);
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("job-lock"));
    QCOMPARE(lock->confidence, Confidence::Certain);
    QCOMPARE(lock->libraries->front(), std::string_view("BullMQ"));
    QCOMPARE(lock->owner().bytes, m_token);
    QCOMPARE(lock->count(), 1);
    QVERIFY(lock->expiresAt && *lock->expiresAt - lock->readAt > 20s);
    QTRY_VERIFY(stage().followed(m_key));
    QCOMPARE(ask("finish"), QByteArray("completed"));
    QVERIFY(!stage().look(m_key));
}

void tst_with_bullmq::itsRenewalsAreCounted()
{
    work("2000");
    QTRY_VERIFY(stage().followed(m_key));
    QTRY_VERIFY(stage().followed(m_key)->renewals.count >= 2);
    QCOMPARE(ask("finish"), QByteArray("completed"));
}

void tst_with_bullmq::weDoNotTakeAJob()
{
    work("30000");
    COMPARE_RESULT(stage().acquire("job-lock", m_key), ActResult::Refused);
    QCOMPARE(stage().look(m_key)->owner().bytes, m_token);
    QCOMPARE(ask("finish"), QByteArray("completed"));
}

void tst_with_bullmq::ourRenewalKeepsItsJob()
{
    work("30000");
    const Receipt renewed =
        stage().act({.act = ActKind::Renew, .key = {m_key}, .owner = {m_token}, .lease = 2 * Stage::Lease});
    COMPARE_RESULT(renewed, ActResult::Done);
    QVERIFY(stage().call({"PTTL", m_key}).integer > 60'000);
    QCOMPARE(ask("finish"), QByteArray("completed"));
}

void tst_with_bullmq::ourForceReleaseIsNoticedAtTheEndOfItsJob()
{
    work("30000");
    COMPARE_RESULT(stage().force(m_key, "somebody else"), ActResult::OwnerChanged);
    const Receipt forced = stage().force(m_key, m_token);
    COMPARE_RESULT(forced, ActResult::Done);
    QVERIFY(forced.plan.warnings.join(QLatin1Char(' ')).contains(QStringLiteral("a second time")));
    QVERIFY(!stage().look(m_key));
    const QByteArray end = ask("finish");
    QVERIFY2(end.contains("Missing lock for job"), end.constData());
}

// What the warning says: the queue takes the worker for dead.
void tst_with_bullmq::aJobWhoseLockWeTookRunsAgain()
{
    work("30000");
    COMPARE_RESULT(stage().force(m_key, m_token), ActResult::Done);
    QCOMPARE(client().ask("another", "again " + queue()), m_key.split(':').value(2));
    const LockPtr lock = stage().look(m_key);
    QVERIFY(lock && lock->owner().bytes != m_token);
    const QByteArray end = ask("finish"); // the first run ends, too late
    QVERIFY2(end.contains("Lock mismatch"), end.constData());
    QCOMPARE(stage().look(m_key)->owner().bytes, lock->owner().bytes);
}

LOCKSCOPE_TEST(tst_with_bullmq)

} // namespace tst_with_bullmq

#include "tst_with_bullmq.moc"
