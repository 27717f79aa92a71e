// SPDX-License-Identifier: GPL-3.0-or-later
// What the scripts of Redisson's semaphores do about keys of other types, missing permissions and full
// memory.
#include "tests/live/formats/semaphoretest.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_semaphoreerrors
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_semaphoreerrors : public SemaphoreTest
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void outOfMemoryAPermitIsStillGivenBack_data();
    void outOfMemoryAPermitIsStillGivenBack();
    void outOfMemoryNoWaiterIsWokenForNothing_data();
    void outOfMemoryNoWaiterIsWokenForNothing();
};

void tst_semaphoreerrors::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    QTest::addColumn<QByteArray>("where");
    const auto row = [](const char *title, const QByteArray &kind, ActKind act, const Command &put,
                        const QByteArray &where) {
        QTest::addRow("%s %s: %s", kind.constData(), name(act), title) << kind << act << put << where;
    };
    for (const ActKind act : {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        for (const QByteArray &kind : {plain, expirable}) {
            row("a hash", kind, act, {"HSET", key.bytes, "a", "1"}, key.bytes);
            row("a word", kind, act, {"SET", key.bytes, "many"}, key.bytes);
            row("a fraction", kind, act, {"SET", key.bytes, "1.5"}, key.bytes);
            row("a number with a zero in front", kind, act, {"SET", key.bytes, "07"}, key.bytes);
            row("a number too long", kind, act, {"SET", key.bytes, "1234567890123456"}, key.bytes);
            row("nothing in it", kind, act, {"SET", key.bytes, ""}, key.bytes);
        }
        row("a list of permits", expirable, act, {"RPUSH", permits, "1"}, permits);
    }
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::RemoveShare})
        row("a list of permits", expirable, act, {"RPUSH", permits, "1"}, permits);
}

void tst_semaphoreerrors::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    QFETCH(QByteArray, where);
    call(put);
    const QByteArray before = m_server.dump(where);
    ActRequest request{.act = kindOfAct, .key = key};
    if (kind == expirable || kindOfAct != ActKind::Acquire) // a plain semaphore records no holders
        request.owner = ann;
    if (kind == expirable && kindOfAct != ActKind::ForceRelease)
        request.lease = 60s;
    const Outcome<Receipt> receipt = m_server.attempt(kind, request);
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(where), before);
    QCOMPARE(call({"DBSIZE"}).integer, 1);
}

void tst_semaphoreerrors::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        for (const QByteArray &kind : {plain, expirable})
            QTest::addRow("%s %s", kind.constData(), name(act)) << kind << act;
    }
    QTest::newRow("permit-semaphore acquire") << expirable << ActKind::Acquire;
    QTest::newRow("permit-semaphore remove-share") << expirable << ActKind::RemoveShare;
}

void tst_semaphoreerrors::withoutTheRightToPublishNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    if (!finished(m_server.session().call({"ACL", "WHOAMI"})).ok())
        QSKIP("this server has no users with rights of their own (before 6.0)");
    const std::unique_ptr<Session> carl = m_server.connectedAs("carl", {"resetchannels"});
    call({"SET", key.bytes, "1"});
    call({"ZADD", permits, "1600000000000", ann.bytes});
    const QByteArray before = m_server.dump(permits);
    const ActRequest request{
        .act = kindOfAct, .key = key, .owner = kindOfAct == ActKind::Acquire ? bob : ann};
    VERIFY_FAILS(m_server.attemptBy(*carl, kind, request), ErrorKind::NoPerm);
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    QCOMPARE(m_server.dump(permits), before);
    call({"ACL", "SETUSER", "carl", "&*"});
    VERIFY_OK(m_server.attemptBy(*carl, kind, request));
    call({"ACL", "DELUSER", "carl"});
}

// What removes a permit first is done, as it frees memory.
void tst_semaphoreerrors::outOfMemoryAPermitIsStillGivenBack_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::RemoveShare})
        QTest::newRow(name(act)) << act;
}

void tst_semaphoreerrors::outOfMemoryAPermitIsStillGivenBack()
{
    QFETCH(ActKind, kindOfAct);
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "0"});
    call({"ZADD", permits, never, ann.bytes});
    call({"CONFIG", "SET", "maxmemory", "1"});
    const Outcome<Receipt> receipt =
        m_server.attempt(expirable, {.act = kindOfAct, .key = key, .owner = ann});
    call({"CONFIG", "SET", "maxmemory", "0"});
    VERIFY_OK(receipt);
    QCOMPARE(receipt->woken, 1);
    QVERIFY(score(ann).isEmpty());
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    QCOMPARE(waiter.messages(1), QByteArrayList{"1"});
}

void tst_semaphoreerrors::outOfMemoryNoWaiterIsWokenForNothing_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("semaphore release") << plain << ActKind::Release;
    QTest::newRow("semaphore force-release") << plain << ActKind::ForceRelease;
    QTest::newRow("permit-semaphore acquire") << expirable << ActKind::Acquire;
}

void tst_semaphoreerrors::outOfMemoryNoWaiterIsWokenForNothing()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "0"});
    call({"ZADD", permits, "1600000000000", ann.bytes}); // expired, so an acquire would return it
    const QByteArray before = m_server.dump();
    ActRequest request{.act = kindOfAct, .key = key};
    if (kindOfAct == ActKind::Acquire)
        request.owner = bob;
    call({"CONFIG", "SET", "maxmemory", "1"});
    const Outcome<Receipt> receipt = m_server.attempt(kind, request);
    call({"CONFIG", "SET", "maxmemory", "0"});
    VERIFY_FAILS(receipt, ErrorKind::OutOfMemory);
    QCOMPARE(m_server.dump(), before);
    call({"PUBLISH", channel, "end"});
    QCOMPARE(waiter.messages(1), QByteArrayList{"end"});
}

LOCKSCOPE_TEST(tst_semaphoreerrors)

} // namespace tst_semaphoreerrors

#include "tst_semaphoreerrors.moc"
