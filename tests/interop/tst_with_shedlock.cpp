// SPDX-License-Identifier: GPL-3.0-or-later
// ShedLock: the entry that keeps a job from being started twice. Nobody waits for it.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_shedlock
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QString Old = QStringLiteral("shedlock-6.6.1");
const QString New = QStringLiteral("shedlock-7.10.1");

Subject entry(const QByteArray &row, const QString &client, const QByteArray &word)
{
    return {.row = row,
            .client = client,
            .word = word,
            .prefix = "job-lock:default:",
            .kind = "shedlock",
            .library = "ShedLock",
            .lost = "released"}; // the end of a job is never told that its entry was not there
}

} // namespace

class tst_with_shedlock : public Exclusive
{
    Q_OBJECT
public:
    tst_with_shedlock()
        : Exclusive({entry("6.6.1", Old, "job"), entry("7.10.1", New, "job"),
                     entry("7.10.1 comparing", New, "safe")})
    {
    }

private slots:
    void anExtensionOfOldWritesAnotherEntry();
    void anExtensionTellsOfTheLoss();
    void theEntryOfAShortRunStays();
    void theEndOfALostRunTakesTheNextOnesEntry();

protected:
    QString notHere() const override;
};

QString tst_with_shedlock::notHere() const
{
    const QByteArray function = QTest::currentTestFunction();
    if (function.endsWith("LetsItsWaiterIn") || function == "aWaiterIsNotDenied" ||
        function == "aProbeIdentifiesItsWaiter")
        return QStringLiteral("nobody waits for it");
    if (function == "itsRenewalsAreCounted" && subject().client == Old)
        return QStringLiteral("an extension writes another entry");
    return {};
}

// With a later time: as a job would that was started anew.
void tst_with_shedlock::anExtensionOfOldWritesAnotherEntry()
{
    if (subject().client != Old)
        QSKIP("it keeps the entry");
    QVERIFY(hold("alice"));
    const QByteArray first = owner("alice");
    QTRY_VERIFY(stage().call({"PTTL", key()}).integer < 59'990); // the time in the entry is another now
    QCOMPARE(ask("alice", "renew", "60000"), QByteArray("true"));
    QVERIFY(owner("alice") != first);
    QCOMPARE(ownerNow(), owner("alice"));
    const QString said = stage().explanation(key());
    QVERIFY2(said.contains(QStringLiteral("extended")), qPrintable(said));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void tst_with_shedlock::anExtensionTellsOfTheLoss()
{
    QVERIFY(hold("alice"));
    COMPARE_RESULT(stage().force(key(), owner("alice")), ActResult::Done);
    QCOMPARE(ask("alice", "renew", "60000"), QByteArray("false"));
    QVERIFY(!stage().look(key()));
}

// Until lockAtLeastFor is over, and nothing but its expiry tells.
void tst_with_shedlock::theEntryOfAShortRunStays()
{
    QCOMPARE(ask("alice", "acquire", "60000 0 30000"), QByteArray("true"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock && lock->expiresAt && *lock->expiresAt - lock->readAt <= 30s);
    QCOMPARE(ask("bob", "acquire", "60000 0"), QByteArray("false"));
    COMPARE_RESULT(stage().force(key(), lock->owner().bytes), ActResult::Done);
    QVERIFY(hold("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

// What we warn of.
void tst_with_shedlock::theEndOfALostRunTakesTheNextOnesEntry()
{
    QVERIFY(hold("alice"));
    const Receipt forced = stage().force(key(), owner("alice"));
    COMPARE_RESULT(forced, ActResult::Done);
    const QString warnings = forced.plan.warnings.join(QLatin1Char('\n'));
    QVERIFY2(warnings.contains(QStringLiteral("safeUpdate")), qPrintable(warnings));
    QVERIFY(hold("bob"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(ownerNow(), subject().word == "safe" ? owner("bob") : QByteArray());
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

LOCKSCOPE_TEST(tst_with_shedlock)

} // namespace tst_with_shedlock

#include "tst_with_shedlock.moc"
