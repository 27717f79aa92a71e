// SPDX-License-Identifier: GPL-3.0-or-later
// What the scripts of Redisson's read-write lock refuse, and that nothing changes then.

#include "tests/live/formats/rwlocktest.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_rwlockerrors
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_rwlockerrors : public RwLockTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aHostileCountIsAnErrorAndNothingChanges_data();
    void aHostileCountIsAnErrorAndNothingChanges();
    void tooManyReadHoldsAreAnErrorAndNothingChanges_data();
    void tooManyReadHoldsAreAnErrorAndNothingChanges();
    void asManyReadHoldsAsOneStepTakes();
    void writeHoldsCostNoSteps();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void aBadLeaseLeavesNoLockWithoutAnExpiry();
    void outOfMemoryItCanStillBeFreed();
};

void tst_rwlockerrors::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    const std::vector<std::pair<const char *, Command>> others{
        {"a string", {"SET", key.bytes, "1"}},
        {"a list", {"RPUSH", key.bytes, "1"}},
        {"a reentrant lock", {"HSET", key.bytes, ann.bytes, "1"}},
        {"another mode", {"HSET", key.bytes, "mode", "append", ann.bytes, "1"}},
        {"a count that is none", {"HSET", key.bytes, "mode", "read", ann.bytes, "soon"}}};
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare}) {
        for (const auto &[title, put] : others)
            QTest::addRow("%s: %s", name(act), title) << act << put;
        if (act != ActKind::Acquire) // For Acquire, Redisson checks only the mode
            QTest::addRow("%s: settings of a file", name(act))
                << act << Command{"HSET", key.bytes, "mode", "read", "path", "1"};
    }
}

void tst_rwlockerrors::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
}

void tst_rwlockerrors::aHostileCountIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<QByteArray>("count");
    QTest::addColumn<bool>("mine");
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare}) {
        for (const char *count :
             {"0", "-1", "-9007199254740996", "01", "2147483648", "999999999999999", "1000000000000001",
              "9007199254740992", "9007199254740996", "9223372036854775807", "12345678901234567890"}) {
            QTest::addRow("%s: its own count is %s", name(act), count) << act << QByteArray(count) << true;
            if (act != ActKind::Acquire) // Acquire checks only its own count
                QTest::addRow("%s: another count is %s", name(act), count)
                    << act << QByteArray(count) << false;
        }
    }
}

void tst_rwlockerrors::aHostileCountIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(QByteArray, count);
    QFETCH(bool, mine);
    m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, mine ? count : QByteArrayLiteral("1"),
                   bob.bytes, mine ? QByteArrayLiteral("1") : count});
    m_server.call({"SET", holdKey(ann, 1), "1"});
    m_server.call({"SET", holdKey(bob, 1), "1"});
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.call({"PING"}).bytes, QByteArray("PONG"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
    QCOMPARE(m_server.pttl(holdKey(ann, 1)), -1);
}

void tst_rwlockerrors::tooManyReadHoldsAreAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<int>("readers");
    QTest::addColumn<int>("holds");
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry,
                              ActKind::RemoveShare}) {
        QTest::addRow("%s: one more than one step takes", name(act)) << act << 1 << 1001;
        QTest::addRow("%s: as many as Redisson can read", name(act)) << act << 1 << 2147483647;
        if (act == ActKind::Renew) // Renew checks only its own holds
            continue;
        QTest::addRow("%s: too many together", name(act)) << act << 3 << 501;
        QTest::addRow("%s: 1023 readers with 1000 holds each", name(act)) << act << 1023 << 1000;
    }
}

void tst_rwlockerrors::tooManyReadHoldsAreAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(int, readers);
    QFETCH(int, holds);
    Command put{"HSET", key.bytes, "mode", "read"};
    for (int reader = 0; reader < readers; ++reader) {
        put.push_back(reader == 0 ? ann.bytes : bob.bytes + QByteArray::number(reader));
        put.push_back(QByteArray::number(holds));
    }
    m_server.call(put);
    m_server.call({"SET", holdKey(ann, holds), "1"});
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::ServerError);
    QVERIFY2(receipt.failure().text.contains(QStringLiteral("too many read holds")),
             qPrintable(receipt.failure().line()));
    QCOMPARE(m_server.call({"PING"}).bytes, QByteArray("PONG"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
    QCOMPARE(m_server.pttl(holdKey(ann, holds)), -1);
}

void tst_rwlockerrors::asManyReadHoldsAsOneStepTakes()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::Release, ActKind::RemoveShare,
                              ActKind::ForceRelease}) {
        m_server.clear();
        m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, "1000"});
        for (const int hold : {1, 500, 1000})
            m_server.call({"SET", holdKey(ann, hold), "1", "EX", "60"});
        const Receipt receipt = this->act(act, ann, HoldMode::Read, 10s);
        QVERIFY2(receipt.result == ActResult::Done, name(act));
        const bool shortens = act == ActKind::Renew || act == ActKind::SetExpiry;
        for (const int hold : {1, 500, 1000}) {
            const qint64 left = m_server.pttl(holdKey(ann, hold));
            const bool kept = shortens || (act == ActKind::Release && hold < 1000);
            QVERIFY2(kept ? left > 9000 && (!shortens || left <= 10000) : left == -2, name(act));
        }
    }
}

// A writer has a single key, that of the lock.
void tst_rwlockerrors::writeHoldsCostNoSteps()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::Release, ActKind::RemoveShare,
                              ActKind::ForceRelease}) {
        m_server.clear();
        m_server.call({"HSET", key.bytes, "mode", "write", annWrites.bytes, "2147483647"});
        const Receipt receipt = this->act(act, annWrites, HoldMode::Write, 10s);
        QVERIFY2(receipt.result == ActResult::Done, name(act));
        QCOMPARE(exists(), act != ActKind::RemoveShare && act != ActKind::ForceRelease);
    }
}

void tst_rwlockerrors::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake, ActKind::RemoveShare})
        QTest::newRow(name(act)) << act;
}

void tst_rwlockerrors::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    auto mute = m_server.connectedAs("carl", {"resetchannels"});
    for (const HoldMode mode : {HoldMode::Read, HoldMode::Write}) {
        m_server.clear();
        act(ActKind::Acquire, ann, mode);
        const QByteArray before = m_server.dump();
        const ActRequest asked{.act = kindOfAct, .key = key, .owner = ann, .mode = mode};
        VERIFY_FAILS(m_server.attemptBy(*mute, "rw-lock", asked), ErrorKind::NoPerm);
        QCOMPARE(m_server.dump(), before);
    }
    m_server.call({"ACL", "DELUSER", "carl"});
}

void tst_rwlockerrors::aBadLeaseLeavesNoLockWithoutAnExpiry()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        for (const char *mode : {"read", "write"}) {
            const Outcome<Receipt> receipt =
                m_server.attemptScript(*session, "redisson-rw-acquire", {key.bytes, holdKey(ann, 1)},
                                       {mode, ann.bytes, annWrites.bytes, lease});
            VERIFY_FAILS(receipt, ErrorKind::ServerError);
            QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
        }
    }
}

void tst_rwlockerrors::outOfMemoryItCanStillBeFreed()
{
    read(ann);
    read(ann);
    read(bob);
    m_server.call({"CONFIG", "SET", "maxmemory", "1"});
    VERIFY_FAILS(m_server.attempt("rw-lock", {.act = ActKind::Acquire, .key = key, .mode = HoldMode::Read}),
                 ErrorKind::OutOfMemory);
    QCOMPARE(act(ActKind::Release, ann).foundCount, 1);
    QVERIFY(act(ActKind::Release, ann).foundCount == 0);
    QCOMPARE(word(ActKind::RemoveShare, bob), QByteArray("done"));
    QVERIFY(!exists());
}

LOCKSCOPE_TEST(tst_rwlockerrors)

} // namespace tst_rwlockerrors

#include "tst_rwlockerrors.moc"
