// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"
#include "tests/support/runner.h"

#include <QTest>

#include <set>

namespace tst_labvalues
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_LabValues : public QObject
{
    Q_OBJECT
private slots:
    void standardsAndWhatIsGiven();
    void badValuesNameTheirPlace_data();
    void badValuesNameTheirPlace();
    void everyScenarioIsWhole();
    void ordersThatAreRefused_data();
    void ordersThatAreRefused();
};

namespace
{

std::vector<Parameter> parameters()
{
    return {countParameter("workers", QStringLiteral("Workers"), 8, 1, 100),
            durationParameter("lease", QStringLiteral("Lease"), 2s, 100ms, 1min),
            shareParameter("crashes", QStringLiteral("Crashes"), "0.5"),
            wordParameter("kind", QStringLiteral("Kind"), {"rlock", "fair-lock"})};
}

} // namespace

void tst_LabValues::standardsAndWhatIsGiven()
{
    const auto values = ScenarioValues::read(parameters(), {{"lease", "1.5s"}, {"kind", "fair-lock"}});
    QVERIFY(values.ok());
    QCOMPARE(values->count("workers"), 8);
    QVERIFY(values->duration("lease") == 1500ms);
    QCOMPARE(values->share("crashes"), 0.5);
    QCOMPARE(values->word("kind"), "fair-lock");
    const ScenarioValues::Given all{
        {"workers", "8"}, {"lease", "1.5s"}, {"crashes", "0.5"}, {"kind", "fair-lock"}};
    QCOMPARE(values->all(), all);
}

void tst_LabValues::badValuesNameTheirPlace_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("line");
    const auto row = [](const char *tag, const char *name, const char *text, const char *line) {
        QTest::newRow(tag) << QByteArray(name) << QByteArray(text) << QString::fromUtf8(line);
    };
    row("too few", "workers", "0", "workers: 0 is out of range: from 1 to 100");
    row("too many", "workers", "101", "workers: 101 is out of range: from 1 to 100");
    row("no number", "workers", "many", "workers: many is not a number: from 1 to 100");
    row("no whole number", "workers", "1.5", "workers: 1.5 is not a number: from 1 to 100");
    row("empty", "workers", "", "workers:  is not a number: from 1 to 100");
    row("too short", "lease", "50ms", "lease: 50ms is out of range: from 100ms to 1m");
    row("no share", "crashes", "nan", "crashes: nan is out of range: from 0 to 1");
    row("over the whole", "crashes", "1.01", "crashes: 1.01 is out of range: from 0 to 1");
    row("no such word", "kind", "mutex", "kind: unknown value mutex: rlock, fair-lock");
    row("no such parameter", "threads", "3",
        "this scenario has no parameter threads: available: workers, lease, crashes, kind");
}

void tst_LabValues::badValuesNameTheirPlace()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    const auto values = ScenarioValues::read(parameters(), {{name, text}});
    QVERIFY(!values.ok());
    QCOMPARE(values.failure().kind, ErrorKind::BadInput);
    QTEST(values.failure().line(), "line");
}

// Each scenario has everything that lists and forms show, and its defaults are valid.
void tst_LabValues::everyScenarioIsWhole()
{
    const std::vector<Scenario> scenarios = allScenarios();
    std::set<QByteArray> names;
    std::set<int> orders;
    for (const Scenario &scenario : scenarios) {
        QVERIFY2(names.insert(scenario.name).second && orders.insert(scenario.order).second,
                 scenario.name.constData());
        QVERIFY2(!scenario.title.isEmpty() && scenario.run, scenario.name.constData());
        QVERIFY2(scenario.text.contains(QLatin1String(". ")), scenario.name.constData());
        QVERIFY2(scenario.text.endsWith(u'.'), scenario.name.constData());
        std::set<QByteArray> own;
        for (const Parameter &parameter : scenario.parameters)
            QVERIFY2(own.insert(parameter.name).second && !parameter.title.isEmpty(),
                     scenario.name.constData());
        const auto values = ScenarioValues::read(scenario.parameters, {});
        QVERIFY2(values.ok(), values.ok() ? "" : qPrintable(values.failure().line()));
    }
    for (const char *name : {"oversell", "waiting", "failover", "redlock", "free"})
        QVERIFY2(findScenario(name).ok(), name);
    const auto none = findScenario("overshell");
    QVERIFY(!none.ok() && none.failure().line().contains(QStringLiteral("oversell")));
}

void tst_LabValues::ordersThatAreRefused_data()
{
    QTest::addColumn<LabOrder>("order");
    QTest::addColumn<QString>("line");
    ConnectionSpec writable{.host = QStringLiteral("h")};
    writable.readOnly = false;
    ConnectionSpec production = writable;
    production.environment = Environment::Production;
    ConnectionSpec readOnly = writable;
    readOnly.readOnly = true;
    const auto row = [](const char *tag, const LabOrder &order, const char *line) {
        QTest::newRow(tag) << order << QString::fromUtf8(line);
    };
    row("no such scenario", {.scenario = "nothing"}, "unknown scenario nothing");
    row("bad value", {.scenario = "oversell", .values = {{"workers", "x"}}}, "workers: x is not a number");
    row("breaks too late", {.scenario = "deadlock", .values = {{"stands", "6s"}, {"longest", "3s"}}},
        "longest: 3s is too short: longer than 6.1s, which is stands and twice hold");
    row("retries too late", {.scenario = "deadlock", .values = {{"patience", "30s"}}},
        "longest: 30s is too short");
    row("holds too long", {.scenario = "deadlock", .values = {{"hold", "2s"}, {"longest", "4s"}}},
        "longest: 4s is too short");
    row("expires too late", {.scenario = "deadlock", .values = {{"lease", "1m"}, {"longest", "1m"}}},
        "longest: 1m is too short");
    row("production", {.scenario = "oversell", .server = production},
        "does not run on production connections");
    row("read-only", {.scenario = "oversell", .server = readOnly}, "this connection is read-only");
    row("faults elsewhere", {.scenario = "failover", .server = writable}, "runs on the sandbox only");
    ConnectionSpec group = redLockGroup({writable, writable, writable});
    group.readOnly = false;
    row("a queue on a group", {.scenario = "waiting", .server = group},
        "waiting does not run on a RedLock group");
    row("another sandbox", {.scenario = "oversell", .topology = SandboxTopology::Cluster},
        "oversell does not run on a sandbox of this topology");
}

void tst_LabValues::ordersThatAreRefused()
{
    QFETCH(LabOrder, order);
    QFETCH(QString, line);
    const auto plan = planned(order);
    QVERIFY(!plan.ok());
    QVERIFY2(plan.failure().line().contains(line), qPrintable(plan.failure().line()));
    QVERIFY(!plan.failure().remedy.isEmpty());
}

LOCKSCOPE_APPLESS_TEST(tst_LabValues)

} // namespace tst_labvalues

#include "tst_labvalues.moc"
