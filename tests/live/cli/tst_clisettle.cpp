// SPDX-License-Identifier: GPL-3.0-or-later
// --settle: what one look cannot judge is judged after a while, and what was not judged is said.

#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTest>

#include <csignal>

namespace tst_clisettle
{

using namespace lockscope;
using namespace lockscope::test;

class tst_CliSettle : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aDeadHeadIsFoundAfterAWhile();
    void saysWhatItDidNotJudge();
    void saysNothingWhereNothingIsOpen();
    void endsWhenInterrupted();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    QByteArrayList at(const QByteArrayList &arguments) const
    {
        return QByteArrayList{"-u", url()} + arguments;
    }
    // A fair lock; the first in its queue listens no more, though it has minutes left.
    void makeDeadHead()
    {
        ask({"HSET", "lock:a", "11111111-1111-4111-8111-111111111111:1", "1"});
        ask({"PEXPIRE", "lock:a", "600000"});
        ask({"ZADD", "redisson_lock_timeout:{lock:a}", "33000000000000",
             "22222222-2222-4222-8222-222222222222:1"});
        ask({"RPUSH", "redisson_lock_queue:{lock:a}", "22222222-2222-4222-8222-222222222222:1"});
    }
};

void tst_CliSettle::initTestCase()
{
    startServer();
}

void tst_CliSettle::aDeadHeadIsFoundAfterAWhile()
{
    makeDeadHead();
    const Ended once = runCli(at({"scan", "--verdict", ">=warning", "--json"}));
    QVERIFY2(once.status == 0, once.told().constData());
    QVERIFY2(once.json()[u"not_judged"].toArray().contains(QStringLiteral("dead-head")),
             once.told().constData());
    Program scan(at({"scan", "--verdict", ">=warning", "--settle", "9s", "--json"}));
    Program show(at({"show", "lock:a", "--settle", "9s", "--json"}));
    Program doctor(at({"doctor", "--settle", "9s", "--json"}));
    const Ended found = scan.ended();
    QVERIFY2(found.status == 1, found.told().constData());
    QVERIFY(!found.json()[u"not_judged"].toArray().contains(QStringLiteral("dead-head")));
    const Ended shown = show.ended();
    const QJsonObject verdict = shown.json()[u"lock"][u"verdict"].toObject();
    QVERIFY2(verdict[u"code"] == QLatin1String("dead-head"), shown.told().constData());
    QVERIFY2(verdict[u"level"] == QLatin1String("warning"), shown.told().constData());
    const Ended examined = doctor.ended();
    QVERIFY2(examined.status == 1, examined.told().constData());
    const QJsonArray findings = examined.json()[u"findings"].toArray();
    const bool isNamed = std::any_of(findings.begin(), findings.end(), [](const QJsonValue &finding) {
        return finding[u"code"] == QLatin1String("locks") &&
               finding[u"evidence"].toArray().contains(QStringLiteral("lock:a: dead-head"));
    });
    QVERIFY2(isNamed, examined.told().constData());
}

void tst_CliSettle::saysWhatItDidNotJudge()
{
    makeDeadHead();
    const Ended scan = runCli(at({"scan"}));
    QVERIFY2(scan.out.contains("not judged without watching"), scan.told().constData());
    QVERIFY2(scan.out.contains("renewal-overdue, ") && scan.out.contains("dead-head, "),
             scan.told().constData());
    QVERIFY(scan.err.isEmpty());
    QVERIFY(!runCli(at({"scan", "-q"})).out.contains("not judged"));
    const Ended show = runCli(at({"show", "lock:a"}));
    QVERIFY2(show.out.contains("not judged without watching"), show.told().constData());
    // Ten minutes of a lease are not seen in a tenth of a second.
    const Ended hasty = runCli(at({"scan", "--settle", "100ms"}));
    QVERIFY2(hasty.out.contains("not judged within 100ms"), hasty.told().constData());
}

void tst_CliSettle::saysNothingWhereNothingIsOpen()
{
    ask({"FLUSHALL"});
    const Ended scan = runCli(at({"scan"}));
    QVERIFY2(!scan.out.contains("not judged"), scan.told().constData());
    QVERIFY(runCli(at({"scan", "--json"})).json()[u"not_judged"].toArray().isEmpty());
}

void tst_CliSettle::endsWhenInterrupted()
{
    Program scan(at({"-v", "scan", "--settle", "1h"}));
    QTRY_VERIFY(scan.complained("watching for 1h"));
    ::kill(pid_t(scan.process.processId()), SIGINT);
    QCOMPARE(scan.ended().status, 128 + SIGINT);
}

LOCKSCOPE_TEST(tst_CliSettle)

} // namespace tst_clisettle

#include "tst_clisettle.moc"
