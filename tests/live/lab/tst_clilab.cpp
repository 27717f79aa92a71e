// SPDX-License-Identifier: GPL-3.0-or-later
// `lockscope-cli lab` as run by a script.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace tst_clilab
{

using namespace lockscope;
using namespace lockscope::test;

class tst_CliLab : public QObject
{
    Q_OBJECT
private slots:
    void listTellsEveryScenario();
    void aRunEndsInItsOutcome();
    void forPeopleTheVerdictComesLast();
    void whatIsNotTaughtIsStatusOne();
    void badInputIsStatusTwo_data();
    void badInputIsStatusTwo();
    void whereItMayNotRun();
};

namespace
{

const QByteArrayList Small{"lab", "run",    "free", "--for", "300ms",    "--workers",
                           "3",   "--seed", "11",   "--set", "think=0ms"};

} // namespace

void tst_CliLab::listTellsEveryScenario()
{
    const Ended ended = runCli({"lab", "list", "--json"});
    QCOMPARE(ended.status, 0);
    const QJsonArray scenarios = ended.json()[u"scenarios"].toArray();
    QVERIFY(scenarios.size() >= 19);
    for (const QJsonValue &scenario : scenarios) {
        for (const char *field : {"name", "title", "text"})
            QVERIFY(!scenario[QLatin1String(field)].toString().isEmpty());
        for (const QJsonValue &parameter : scenario[u"parameters"].toArray())
            QVERIFY(!parameter[u"name"].toString().isEmpty() && !parameter[u"default"].toString().isEmpty());
    }
    const Ended text = runCli({"lab", "list"});
    QCOMPARE(text.status, 0);
    for (const QJsonValue &scenario : scenarios)
        QVERIFY(text.out.contains(scenario[u"name"].toString().toUtf8()));
}

void tst_CliLab::aRunEndsInItsOutcome()
{
    const Ended ended = runCli(Small + QByteArrayList{"--json", "--set", "hold=1ms"});
    QCOMPARE(ended.status, 0);
    const QByteArrayList lines = ended.out.trimmed().split('\n');
    QVERIFY(lines.size() >= 2);
    for (const QByteArray &line : lines) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        QCOMPARE(object.size(), 1);
        QCOMPARE(object.keys().front(),
                 line == lines.back() ? QStringLiteral("outcome") : QStringLiteral("progress"));
    }
    const QJsonObject outcome = QJsonDocument::fromJson(lines.back()).object()[u"outcome"].toObject();
    QCOMPARE(outcome[u"scenario"].toString(), QStringLiteral("free"));
    QCOMPARE(outcome[u"seed"].toInt(), 11);
    QCOMPARE(outcome[u"as_taught"].toBool(), true);
    QCOMPARE(outcome[u"parameters"][u"workers"].toString(), QStringLiteral("3"));
    QCOMPARE(outcome[u"parameters"][u"hold"].toString(), QStringLiteral("1ms"));
    const QJsonValue arm = outcome[u"arms"].toArray().at(0);
    QVERIFY(arm[u"cycles"].toInt() > 0);
    QCOMPARE(arm[u"violations"].toInt(), 0);
    QVERIFY(arm[u"commands_per_cycle"].toDouble() >= 2);
    QVERIFY(arm[u"wait"][u"p50_ms"].toDouble() <= arm[u"wait"][u"p999_ms"].toDouble());
    for (const QJsonValue &claim : outcome[u"claims"].toArray())
        QVERIFY(claim[u"met"].toBool() && !claim[u"evidence"].toString().isEmpty());
}

void tst_CliLab::forPeopleTheVerdictComesLast()
{
    const Ended ended = runCli(Small);
    QCOMPARE(ended.status, 0);
    QVERIFY(ended.out.contains("VIOLATIONS"));
    QVERIFY(ended.out.contains("confirmed  Never two clients in at once"));
    QVERIFY(ended.out.trimmed().split('\n').last().startsWith("passed: all claims confirmed (seed 11,"));
    QVERIFY(ended.err.contains("Reentrant lock")); // Live progress
    QVERIFY(runCli(Small + QByteArrayList{"-q"}).err.isEmpty());
}

// So few requests cannot oversell the stock: the expected failure does not occur.
void tst_CliLab::whatIsNotTaughtIsStatusOne()
{
    const Ended ended = runCli({"lab", "run", "oversell", "--workers", "1", "--set", "rate=2", "--set",
                                "rounds=1", "--set", "stock=1000", "-q"});
    QCOMPARE(ended.status, 1);
    QVERIFY(ended.out.contains("✘ not confirmed  Without a lock, more is sold than is in stock"));
    QVERIFY(ended.out.contains("FAILED: not all claims confirmed"));
}

void tst_CliLab::badInputIsStatusTwo_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char *tag, const QByteArrayList &words, const char *line) {
        QTest::newRow(tag) << words << QByteArray(line);
    };
    row("no such scenario", {"lab", "run", "overshell"}, "unknown scenario overshell: available: oversell");
    row("no such parameter", {"lab", "run", "failover", "--workers", "3"},
        "this scenario has no parameter workers: available: lease");
    row("a bad value", {"lab", "run", "free", "--workers", "0"},
        "workers: 0 is out of range: from 1 to 1000");
    row("a bad kind", {"lab", "run", "free", "--kind", "mutex"}, "kind: unknown value mutex: rlock, ");
    row("another sandbox", {"lab", "run", "oversell", "--sandbox", "cluster"},
        "oversell does not run on a sandbox of this topology: it requires standalone");
}

void tst_CliLab::badInputIsStatusTwo()
{
    QFETCH(QByteArrayList, words);
    QFETCH(QByteArray, line);
    const Ended ended = runCli(words);
    QCOMPARE(ended.status, 2);
    QVERIFY2(ended.err.contains(line), ended.told().constData());
}

void tst_CliLab::whereItMayNotRun()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const QByteArray url = connectionUrl((*server)->tcp()).toUtf8();
    const Ended faults = runCli({"lab", "run", "redlock", "-u", url});
    QCOMPARE(faults.status, 4);
    QVERIFY2(faults.err.contains("it runs on the sandbox only: run it on the sandbox"),
             faults.told().constData());
    const Ended readOnly = runCli(Small + QByteArrayList{"-u", url, "--read-only"});
    QCOMPARE(readOnly.status, 4);
    QVERIFY2(readOnly.err.contains("this connection is read-only"), readOnly.told().constData());
    const Ended nobody = runCli(Small + QByteArrayList{"-u", "redis://127.0.0.1:1"});
    QCOMPARE(nobody.status, 3);
    const Ended there = runCli(Small + QByteArrayList{"-u", url});
    QCOMPARE(there.status, 0);
    QVERIFY(there.out.contains(url));
}

LOCKSCOPE_TEST(tst_CliLab)

} // namespace tst_clilab

#include "tst_clilab.moc"
