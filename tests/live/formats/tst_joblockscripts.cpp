// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of the scripts of job locks on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_joblockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray kind = QByteArrayLiteral("job-lock");
const LockName lock{QByteArrayLiteral("bull:mail:7:lock")};
const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:1")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};

ActRequest ask(ActKind act, const OwnerId &owner = ann)
{
    return {.act = act, .key = lock, .owner = owner, .expectedOwner = owner, .lease = 5s};
}

} // namespace

class tst_joblockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init();

    void isRecognisedWithItsJob();
    void isRenewedByItsWorkerOnly();
    void isGivenBackByItsWorkerOnly();
    void isForcedOnlyAsShown();
    void anotherTypeChangesNothing_data();
    void anotherTypeChangesNothing();
    void aBadLeaseChangesNothing();

private:
    void take(const OwnerId &owner) { m_server.call({"SET", lock.bytes, owner.bytes, "PX", "30000"}); }
    bool isMarked() { return m_server.call({"SISMEMBER", "bull:mail:stalled", "7"}).integer == 1; }

    FamilyServer m_server;
};

// An active job as the queue stores it, marked by BullMQ's check for stalled jobs.
void tst_joblockscripts::init()
{
    m_server.clear();
    m_server.call({"HSET", "bull:mail:7", "name", "send", "data", "{}", "opts", "{}", "pb", "mailer-1"});
    m_server.call({"RPUSH", "bull:mail:active", "7"});
    m_server.call({"SADD", "bull:mail:stalled", "7", "8"});
}

void tst_joblockscripts::isRecognisedWithItsJob()
{
    take(ann);
    const KeyReading reading = m_server.read(lock.bytes);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(decoded && decoded->kind == LockKind{"job-lock"} && decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->extras->companions, std::vector<LockName>{{"bull:mail:7"}});
}

void tst_joblockscripts::isRenewedByItsWorkerOnly()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::Renew)), "already-gone");
    QVERIFY(!m_server.exists(lock.bytes) && isMarked());
    take(bob);
    QCOMPARE(m_server.word(kind, ask(ActKind::Renew)), "owner-changed");
    QVERIFY(m_server.pttl(lock.bytes) > 5000 && isMarked());
    const Receipt renewed = m_server.act(kind, ask(ActKind::Renew, bob));
    QCOMPARE(QByteArray(name(renewed.result)), "done");
    QCOMPARE(renewed.foundOwner->bytes, bob.bytes);
    QVERIFY(m_server.pttl(lock.bytes) <= 5000);
    QVERIFY2(!isMarked(), "the check finds it renewed");
    QCOMPARE(m_server.call({"SCARD", "bull:mail:stalled"}).integer, 1);
}

void tst_joblockscripts::isGivenBackByItsWorkerOnly()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "already-gone");
    take(bob);
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "owner-changed");
    QVERIFY(m_server.exists(lock.bytes) && isMarked());
    QCOMPARE(m_server.word(kind, ask(ActKind::Release, bob)), "done");
    QVERIFY(!m_server.exists(lock.bytes) && !isMarked());
    QCOMPARE(m_server.call({"LLEN", "bull:mail:active"}).integer, 1);
}

void tst_joblockscripts::isForcedOnlyAsShown()
{
    take(bob);
    QCOMPARE(m_server.word(kind, ask(ActKind::ForceRelease)), "owner-changed");
    QVERIFY(m_server.exists(lock.bytes));
    QCOMPARE(m_server.word(kind, ask(ActKind::ForceRelease, bob)), "done");
    QVERIFY(!m_server.exists(lock.bytes));
    QVERIFY2(isMarked() && m_server.exists("bull:mail:7"), "the job and its marks are the queue's own");
}

void tst_joblockscripts::anotherTypeChangesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        QTest::addRow("%s of a hash", name(act)) << act << Command{"HSET", lock.bytes, "a", "1"};
        QTest::addRow("%s of a long string", name(act))
            << act << Command{"SET", lock.bytes, QByteArray(513, 'x')};
        if (act == ActKind::Renew || act == ActKind::Release)
            QTest::addRow("%s with a string for the set", name(act))
                << act << Command{"MSET", lock.bytes, ann.bytes, "bull:mail:stalled", "1"};
    }
}

void tst_joblockscripts::anotherTypeChangesNothing()
{
    QFETCH(ActKind, act);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    VERIFY_FAILS(m_server.attempt(kind, ask(act)), ErrorKind::WrongType);
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(m_server.pttl(lock.bytes), -1);
}

void tst_joblockscripts::aBadLeaseChangesNothing()
{
    take(ann);
    const QByteArray before = m_server.dump();
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", ""})
        VERIFY_FAILS(m_server.attemptScript(*session, "job-renew", {lock.bytes, "bull:mail:stalled"},
                                            {ann.bytes, lease, "7"}),
                     ErrorKind::ServerError);
    QCOMPARE(m_server.dump(), before);
    QVERIFY(m_server.pttl(lock.bytes) > 5000);
}

LOCKSCOPE_TEST(tst_joblockscripts)

} // namespace tst_joblockscripts

#include "tst_joblockscripts.moc"
