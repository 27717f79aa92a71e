// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an alert rule: which locks it is about, for how long, and what is wrong with it.
#include "core/engine/filter/alertrule.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_alertrules
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

LockPtr lockOf(const QByteArray &key, const QByteArray &owner)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->heldSince = Start;
    lock->holders.append(Holder{.id = {owner}});
    return lock;
}

AlertRule rule(const char *text)
{
    return *AlertRule::parse(QString::fromLatin1(text));
}

} // namespace

class TestAlertRules : public QObject
{
    Q_OBJECT

private slots:
    void rulesSayWhatAndForHowLong();
    void aQuotedTextEndsNoRule();
    void aWrongRuleNamesThePlace_data();
    void aWrongRuleNamesThePlace();
};

void TestAlertRules::rulesSayWhatAndForHowLong()
{
    QCOMPARE(rule("verdict>=warning for 30s").lasting, 30s);
    QCOMPARE(rule("verdict>=warning").lasting, 0s);
    QCOMPARE(rule("  waiters>3 kind:rlock   for  2m ").lasting, 2min);
    QVERIFY(rule("owner:x for 1s").filter.matches(*lockOf("a", "xyz"), Start));
    QVERIFY(!rule("owner:x for 1s").filter.matches(*lockOf("a", "abc"), Start));
    // An ordinary word, not a rule's "for".
    QVERIFY(rule("for-rent").filter.matches(*lockOf("lock:for-rent", "me"), Start));
}

void TestAlertRules::aQuotedTextEndsNoRule()
{
    for (const char *text :
         {"key:\"wait for lock\"", "key:\"wait for\"", "\"wait for\"", "key:\"a\" \"for\""}) {
        const auto parsed = AlertRule::parse(QString::fromLatin1(text));
        QVERIFY2(parsed.ok(), parsed.ok() ? "" : qPrintable(parsed.failure().line()));
        QCOMPARE(parsed->lasting, 0ms);
    }
    const AlertRule pay = rule("\"pay for 30s\"");
    QCOMPARE(pay.lasting, 0s);
    QVERIFY(pay.filter.matches(*lockOf("lock:pay for 30s", "me"), Start));
    QVERIFY(!pay.filter.matches(*lockOf("lock:pay", "me"), Start));
    const AlertRule both = rule("key:\"wait for lock\" for 5s");
    QCOMPARE(both.lasting, 5s);
    QVERIFY(both.filter.matches(*lockOf("wait for lock", "me"), Start));
}

void TestAlertRules::aWrongRuleNamesThePlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QString() << QStringLiteral("condition");
    QTest::newRow("only a time") << QStringLiteral("for 30s") << QStringLiteral("condition");
    QTest::newRow("no time") << QStringLiteral("waiters>3 for") << QStringLiteral("column 11");
    QTest::newRow("a bad time") << QStringLiteral("waiters>3 for soon") << QStringLiteral("column 15");
    QTest::newRow("a quoted time") << QStringLiteral("waiters>3 for \"30s\"") << QStringLiteral("column 15");
    QTest::newRow("an open quote") << QStringLiteral("key:\"wait for 30s") << QStringLiteral("column 5");
    QTest::newRow("no such field") << QStringLiteral("verdct>=warning for 30s")
                                   << QStringLiteral(
                                          "unknown field verdct, at column 1: did you mean verdict?");
    QTest::newRow("no such verdict") << QStringLiteral("a verdict:criticl")
                                     << QStringLiteral("unknown verdict criticl, at column 11");
    QTest::newRow("no such kind") << QStringLiteral("kind:rlok for 3s") << QStringLiteral("rlock?");
    QTest::newRow("no value") << QStringLiteral("x>") << QStringLiteral("unknown field x, at column 1");
    QTest::newRow("a bad filter") << QStringLiteral("waiters>many for 30s") << QStringLiteral("column 9");
}

void TestAlertRules::aWrongRuleNamesThePlace()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto parsed = AlertRule::parse(text);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.failure().kind, ErrorKind::BadInput);
    QVERIFY2(parsed.failure().line().contains(says), qPrintable(parsed.failure().line()));
}

LOCKSCOPE_TEST(TestAlertRules)

} // namespace tst_alertrules

#include "tst_alertrules.moc"
