// SPDX-License-Identifier: GPL-3.0-or-later
// redis-py's Lock.
#include "core/formats/format.h"
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_redispy
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redispy : public Exclusive
{
    Q_OBJECT
public:
    tst_with_redispy()
        : Exclusive({{.row = "redis-py",
                      .client = QStringLiteral("redispy"),
                      .word = "lock",
                      .kind = "token-lock",
                      .library = "redis-py",
                      .lost = "error LockNotOwnedError"}})
    {
    }

private slots:
    void itsTokenTellsItsMachine();
    void itsLockWithoutTimeoutIsRecognised();
    void ourReleaseInItsNameIsNoticed();
    void ourRenewalKeepsItTheOwner();
    void ourExpiryTakesItAway();
    void afterATakeOverItCannotExtend();
};

void tst_with_redispy::itsTokenTellsItsMachine()
{
    QVERIFY(hold("alice"));
    QByteArray node = client().ask("alice", "node");
    for (const int at : {10, 8, 6, 4, 2})
        node.insert(at, ':');
    const QString text = stage().explanation(key());
    QVERIFY2(text.contains(QLatin1String(node)), qPrintable(text));
    ask("alice", "release");
}

void tst_with_redispy::itsLockWithoutTimeoutIsRecognised()
{
    QCOMPARE(ask("alice", "acquire", "- 0"), QByteArray("true"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("token-lock"));
    QVERIFY(!lock->expiresAt);
    QCOMPARE(lock->owner().bytes, owner("alice"));
    ask("alice", "release");
}

void tst_with_redispy::ourReleaseInItsNameIsNoticed()
{
    QVERIFY(hold("alice"));
    QCOMPARE(ask("alice", "owned"), QByteArray("true"));
    COMPARE_RESULT(stage().release(key(), owner("alice")), ActResult::Done);
    QCOMPARE(ask("alice", "owned"), QByteArray("false"));
    QCOMPARE(ask("alice", "reacquire"), QByteArray("error LockNotOwnedError"));
}

void tst_with_redispy::ourRenewalKeepsItTheOwner()
{
    QCOMPARE(ask("alice", "acquire", "40000 0"), QByteArray("true"));
    const Receipt renewed = stage().act(
        {.act = ActKind::Renew, .key = {key()}, .owner = {owner("alice")}, .lease = Stage::Lease});
    COMPARE_RESULT(renewed, ActResult::Done);
    QVERIFY(stage().call({"PTTL", key()}).integer > 50'000);
    QCOMPARE(ask("alice", "owned"), QByteArray("true"));
    QCOMPARE(ask("alice", "renew", "20000"), QByteArray("true"));
    QVERIFY(stage().call({"PTTL", key()}).integer <= 20'000);
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void tst_with_redispy::ourExpiryTakesItAway()
{
    QCOMPARE(ask("alice", "acquire", "- 0"), QByteArray("true"));
    const Receipt receipt = stage().act({.act = ActKind::SetExpiry, .key = {key()}, .lease = 50ms});
    COMPARE_RESULT(receipt, ActResult::Done);
    QTRY_VERIFY(!stage().look(key()));
    QCOMPARE(ask("alice", "release"), QByteArray("error LockNotOwnedError"));
}

void tst_with_redispy::afterATakeOverItCannotExtend()
{
    QVERIFY(hold("alice"));
    COMPARE_RESULT(stage().force(key(), owner("alice")), ActResult::Done);
    const Receipt ours = stage().acquire("token-lock", key());
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "renew", "20000"), QByteArray("error LockNotOwnedError"));
    QCOMPARE(ask("alice", "release"), QByteArray("error LockNotOwnedError"));
    QCOMPARE(ownerNow(), ours.owner.bytes);
}

LOCKSCOPE_TEST(tst_with_redispy)

} // namespace tst_with_redispy

#include "tst_with_redispy.moc"
