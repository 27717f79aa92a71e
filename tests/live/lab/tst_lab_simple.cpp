// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of the timestamp lock, the INCR lock and the cache; and that a run leaves nothing on the
// user's server.
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/labrun.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"

#include <QTest>

namespace tst_lab_simple
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabSimple : public QObject
{
    Q_OBJECT
private slots:
    void aClockThatIsAheadTakesOver_data() { seeds(); }
    void aClockThatIsAheadTakesOver();
    void oneOfTheHerdGoes_data() { seeds(); }
    void oneOfTheHerdGoes();
    void oneRequestFillsTheCache_data() { seeds(); }
    void oneRequestFillsTheCache();
    void nothingStaysOnAServerOfSomebodysOwn_data();
    void nothingStaysOnAServerOfSomebodysOwn();
    void itsOwnServersHaveAPassword();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabSimple::aClockThatIsAheadTakesOver()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "timestamp", .values = {{"rounds", "20"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    for (const char *arm : {"level", "server"}) {
        const Figures safe = figuresOf(outcome, arm);
        QCOMPARE(safe.violations, 0);
        QCOMPARE(safe.cycles, 40);
        QCOMPARE(safe.gaveUp, 20);
        QCOMPARE(safe.count("foreign_deleted"), 0);
    }
    const Figures skewed = figuresOf(outcome, "skewed");
    QCOMPARE(skewed.violations, 20);
    QCOMPARE(skewed.mostInside, 2);
    QCOMPARE(skewed.count("foreign_deleted"), 20);
    // Phases follow one another, each with its rounds.
    milliseconds end{0};
    for (const LabArm &arm : outcome.arms) {
        QVERIFY(arm.began >= end);
        end = arm.ended;
        QCOMPARE(arm.rounds.size(), size_t(20));
        QVERIFY(std::ranges::is_sorted(arm.rounds));
        QVERIFY(arm.rounds.front() >= arm.began && arm.rounds.back() <= end);
    }
    QVERIFY(end <= outcome.lasted);

    // The verdict depends on what happened: with less skew than the lease, no lock is taken over.
    const LabOutcome little =
        played({.scenario = "timestamp", .values = {{"rounds", "5"}, {"skew", "1ms"}}, .seed = seed});
    QVERIFY(!little.asTaught() && !little.failure);
    QCOMPARE(figuresOf(little, "skewed").violations, 0);
}

void tst_LabSimple::oneOfTheHerdGoes()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome =
        played({.scenario = "herd", .values = {{"workers", "30"}, {"requests", "20"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(2));
    const Figures herd = figuresOf(outcome, "none");
    QCOMPARE(herd.count("requests"), 600);
    QVERIFY(herd.mostInside > 1);
    QCOMPARE(herd.count("old_data"), 0);
    const Figures one = figuresOf(outcome, "counter-lock");
    QCOMPARE(one.mostInside, 1);
    QVERIFY(one.count("database") < herd.count("database"));
    QCOMPARE(one.count("old_data"), one.gaveUp);
}

void tst_LabSimple::oneRequestFillsTheCache()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "cache",
                                       .values = {{"workers", "8"}, {"times", "2"}, {"source", "400ms"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    const Figures none = figuresOf(outcome, "none");
    QCOMPARE(none.count("requests"), 32);
    QVERIFY(none.count("source") > 4);
    const Figures local = figuresOf(outcome, "local");
    QVERIFY(local.count("source") > 2 && local.count("source") <= 4);
    const Figures one = figuresOf(outcome, "rlock");
    QCOMPARE(one.count("source"), 2);
    QCOMPARE(one.gaveUp, 0);
}

void tst_LabSimple::nothingStaysOnAServerOfSomebodysOwn_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<ScenarioValues::Given>("values");
    using Given = ScenarioValues::Given;
    QTest::newRow("watchdog: fencing tokens") << QByteArray("watchdog") << Given{{"lease", "800ms"}};
    QTest::newRow("rate-limit: permits that are out")
        << QByteArray("rate-limit") << Given{{"for", "500ms"}, {"lease", "2s"}, {"crashes", "0.5"}};
    QTest::newRow("readwrite") << QByteArray("readwrite") << Given{{"for", "300ms"}};
    QTest::newRow("latch: one that never opens")
        << QByteArray("latch") << Given{{"work", "50ms"}, {"patience", "200ms"}};
    QTest::newRow("herd") << QByteArray("herd") << Given{{"workers", "5"}, {"requests", "5"}};
    QTest::newRow("timestamp") << QByteArray("timestamp") << Given{{"rounds", "2"}};
    QTest::newRow("deadlock: queues of fair locks")
        << QByteArray("deadlock") << Given{{"rounds", "1"}, {"stands", "10ms"}};
    QTest::newRow("priority") << QByteArray("priority") << Given{{"for", "300ms"}, {"slow", "100ms"}};
    QTest::newRow("upgrade") << QByteArray("upgrade") << Given{{"rounds", "1"}, {"patience", "100ms"}};
}

void tst_LabSimple::nothingStaysOnAServerOfSomebodysOwn()
{
    QFETCH(QByteArray, scenario);
    QFETCH(ScenarioValues::Given, values);
    const auto server = Sandbox::start();
    QVERIFY(server.ok());
    const ConnectionSpec spec = (*server)->tcp();
    const LabOutcome outcome = played({.scenario = scenario, .values = values, .seed = 1, .server = spec});
    QVERIFY2(!outcome.failure && !outcome.claims.empty(), told(outcome).constData());
    QCOMPARE(answer(spec, {"DBSIZE"}), QByteArray("0"));
}

void tst_LabSimple::itsOwnServersHaveAPassword()
{
    Lab lab;
    QEventLoop loop;
    QByteArray answer; // to a client without the password
    ConnectionSpec used;
    QObject::connect(&lab, &Lab::began, &loop, [&](const ConnectionSpec &spec, bool) {
        used = spec;
        ConnectionSpec stranger = spec;
        stranger.password.clear();
        const Outcome<QByteArray> told = redisCli(stranger, {"GET", "lock:a"});
        answer = told ? *told : told.failure().line().toUtf8();
    });
    QObject::connect(&lab, &Lab::finished, &loop, &QEventLoop::quit);
    QMetaObject::invokeMethod(
        &lab,
        [&] {
            lab.start({.scenario = "timestamp", .values = {{"rounds", "5"}}});
        },
        Qt::QueuedConnection);
    loop.exec();
    QVERIFY2(answer.contains("NOAUTH"), answer.constData());
    QVERIFY(used.password.size() >= 32);
}

LOCKSCOPE_TEST(tst_LabSimple)

} // namespace tst_lab_simple

#include "tst_lab_simple.moc"
