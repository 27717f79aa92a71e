// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of the scripts of Spring Integration's locks on a real server, with a listener like that of
// the registry in pub/sub mode.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_springlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray kind = QByteArrayLiteral("spring-lock");
const LockName lock{QByteArrayLiteral("app:lock-registry:order")};
const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586")};

ActRequest ask(ActKind act, const OwnerId &owner = ann)
{
    return {.act = act, .key = lock, .owner = owner, .expectedOwner = owner, .lease = 5s};
}

} // namespace

class tst_springlockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void isTakenRenewedAndGivenBack();
    void isForcedOnlyAsShown();
    void theRegistryIsToldBeforeTheLockIsGone_data();
    void theRegistryIsToldBeforeTheLockIsGone();
    void wakesWithoutALock();
    void anotherTypeChangesNothing_data();
    void anotherTypeChangesNothing();
    void whoMayNotPublishFreesNothing_data();
    void whoMayNotPublishFreesNothing();
    void aTokenLockIsFreedWithoutThatRight();
    void whoMayNotUnlinkDeletes();

private:
    void take(const OwnerId &owner) { m_server.call({"SET", lock.bytes, owner.bytes, "PX", "60000"}); }

    FamilyServer m_server;
};

void tst_springlockscripts::isTakenRenewedAndGivenBack()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "already-gone");
    QCOMPARE(m_server.word(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann}), "done");
    QVERIFY(m_server.pttl(lock.bytes) > 59000);
    QCOMPARE(m_server.word(kind, ask(ActKind::Acquire, bob)), "not-acquired");
    QCOMPARE(m_server.word(kind, ask(ActKind::Renew, bob)), "owner-changed");
    QCOMPARE(m_server.word(kind, ask(ActKind::Renew)), "done");
    QVERIFY(m_server.pttl(lock.bytes) <= 5000);
    const Receipt foreign = m_server.act(kind, ask(ActKind::Release, bob));
    QCOMPARE(QByteArray(name(foreign.result)), "owner-changed");
    QCOMPARE(foreign.foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "done");
    QVERIFY(!m_server.exists(lock.bytes));
}

void tst_springlockscripts::isForcedOnlyAsShown()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::ForceRelease)), "already-gone");
    take(bob);
    QCOMPARE(m_server.word(kind, ask(ActKind::ForceRelease)), "owner-changed");
    QVERIFY(m_server.exists(lock.bytes));
    QCOMPARE(m_server.word(kind, {.act = ActKind::ForceRelease, .key = lock}), "done");
    QVERIFY(!m_server.exists(lock.bytes));
}

void tst_springlockscripts::theRegistryIsToldBeforeTheLockIsGone_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<ActKind>("act");
    for (const char *format : {"spring-lock", "token-lock"}) {
        QTest::addRow("%s, release", format) << QByteArray(format) << ActKind::Release;
        QTest::addRow("%s, force-release", format) << QByteArray(format) << ActKind::ForceRelease;
    }
}

void tst_springlockscripts::theRegistryIsToldBeforeTheLockIsGone()
{
    QFETCH(QByteArray, format);
    QFETCH(ActKind, act);
    auto registry = m_server.connected();
    QSignalSpy pushed(registry.get(), &Session::pushed);
    registry->subscribe({"PSUBSCRIBE", "app:lock-registry-channel:*"});
    QTRY_COMPARE(pushed.size(), 1);
    take(ann);
    QCOMPARE(m_server.act(format, ask(act, bob)).woken, 0);
    const Receipt ended = m_server.act(format, ask(act));
    QCOMPARE(ended.woken, 1);
    QVERIFY(!m_server.exists(lock.bytes));
    QTRY_COMPARE(pushed.size(), 2);
    const Reply message = pushed.last().first().value<Reply>();
    QCOMPARE(message.items.at(2).bytes, QByteArray("app:lock-registry-channel:app:lock-registry:order"));
    QCOMPARE(message.items.at(3).bytes, lock.bytes);
}

void tst_springlockscripts::wakesWithoutALock()
{
    auto registry = m_server.connected();
    QSignalSpy pushed(registry.get(), &Session::pushed);
    registry->subscribe({"PSUBSCRIBE", "app:lock-registry-channel:*"});
    QTRY_COMPARE(pushed.size(), 1);
    const ActRequest wake{.act = ActKind::Wake, .key = lock};
    const Receipt none = m_server.act(kind, wake);
    QVERIFY(none.woken == 1 && !none.foundOwner && !m_server.exists(lock.bytes));
    take(ann);
    const Receipt held = m_server.act(kind, wake);
    QCOMPARE(held.foundOwner->bytes, ann.bytes);
    QVERIFY(held.ttl && m_server.get(lock.bytes) == ann.bytes);
    QTRY_COMPARE(pushed.size(), 3);
}

void tst_springlockscripts::anotherTypeChangesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease}) {
        QTest::addRow("%s of a hash", name(act)) << act << Command{"HSET", lock.bytes, "a", "1"};
        QTest::addRow("%s of a long string", name(act))
            << act << Command{"SET", lock.bytes, QByteArray(513, 'x')};
    }
}

void tst_springlockscripts::anotherTypeChangesNothing()
{
    QFETCH(ActKind, act);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    VERIFY_FAILS(m_server.attempt(kind, ask(act)), ErrorKind::WrongType);
    QCOMPARE(m_server.dump(), before);
}

void tst_springlockscripts::whoMayNotPublishFreesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

void tst_springlockscripts::whoMayNotPublishFreesNothing()
{
    QFETCH(ActKind, act);
    take(ann);
    const QByteArray before = m_server.dump();
    auto deaf = m_server.connectedAs("carl", {"resetchannels"});
    VERIFY_FAILS(m_server.attemptBy(*deaf, kind, ask(act)), ErrorKind::NoPerm);
    QCOMPARE(m_server.dump(), before);
    auto mute = m_server.connectedAs("dora", {"-publish"});
    const Outcome<Receipt> refused = m_server.attemptBy(*mute, kind, ask(act));
    VERIFY_FAILS(refused, ErrorKind::NoPerm);
    QVERIFY(refused.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
}

void tst_springlockscripts::aTokenLockIsFreedWithoutThatRight()
{
    take(ann);
    auto deaf = m_server.connectedAs("carl", {"resetchannels"});
    const Outcome<Receipt> freed = m_server.attemptBy(*deaf, "token-lock", ask(ActKind::ForceRelease));
    VERIFY_OK(freed);
    QVERIFY(freed->result == ActResult::Done && freed->woken == 0);
    QVERIFY2(!m_server.exists(lock.bytes), "waiters of a token lock poll: nobody has to be told");
}

void tst_springlockscripts::whoMayNotUnlinkDeletes()
{
    take(ann);
    auto old = m_server.connectedAs("carl", {"-unlink"});
    VERIFY_OK(m_server.attemptBy(*old, kind, ask(ActKind::Release)));
    QVERIFY(!m_server.exists(lock.bytes));
}

LOCKSCOPE_TEST(tst_springlockscripts)

} // namespace tst_springlockscripts

#include "tst_springlockscripts.moc"
