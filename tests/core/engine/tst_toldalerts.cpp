// SPDX-License-Identifier: GPL-3.0-or-later
// Two engines watch one connection: each alert is told once.

#include "core/engine/alerts/toldalerts.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_toldalerts
{

using namespace lockscope;

namespace
{

using What = Alert::What;

Alert alert(What what, const char *key, const char *connection = "")
{
    return {.what = what,
            .rule = what == What::Began || what == What::Over ? QStringLiteral("held>1s") : QString(),
            .key = {QByteArray(key)},
            .connection = QLatin1String(connection)};
}

QByteArray told(const std::vector<Alert> &alerts)
{
    QByteArrayList texts;
    for (const Alert &one : alerts)
        texts << QByteArray(name(one.what)) + ' ' + one.key.bytes;
    return texts.join(", ");
}

const QString Shop = QStringLiteral("shop");

} // namespace

class TestToldAlerts final : public QObject
{
    Q_OBJECT
private slots:
    void withoutAFleetAllAreTold();
    void ofTheSameConnectionTheMainWindowsCount();
    void whatTheFleetToldIsNotToldAgain();
    void whatTheMainWindowToldIsNotToldAgain();
    void whatWasHeldBackIsToldInTheEnd();
    void theFleetTellsWhatTheMainWindowNeverSaw();
    void anAddressTurnsOutToBeASavedConnection();
    void whileTheMainWindowReconnectsTheFleetCounts();
    void aRuleThatIsGoneIsForgotten();
    void aClosedFleetLeavesNothing();
};

void TestToldAlerts::withoutAFleetAllAreTold()
{
    ToldAlerts alerts;
    QCOMPARE(told(alerts.setMain(Shop, false)), QByteArray());
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a"), alert(What::Taken, "b")})),
             QByteArray("began a, taken b"));
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a")})), QByteArray("over a"));
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    alerts.leaveMain(); // to open it anew
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
}

void TestToldAlerts::ofTheSameConnectionTheMainWindowsCount()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop, QStringLiteral("other")});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop"), alert(What::Freed, "p", "shop"),
                                  alert(What::Began, "a", "other"), alert(What::Freed, "p", "other")})),
             QByteArray("began a, freed p"));
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a"), alert(What::Freed, "p")})),
             QByteArray("began a, freed p"));
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a")})), QByteArray("over a"));
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "a", "shop")})), QByteArray());
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a")); // again
}

void TestToldAlerts::whatTheFleetToldIsNotToldAgain()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop"), alert(What::Began, "b", "shop")})),
             QByteArray("began a, began b"));
    alerts.setMain(Shop, false);
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray());
    // b ended before the main window saw it.
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "b", "shop")})), QByteArray("over b"));
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "b")})), QByteArray("began b"));
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a")})), QByteArray("over a"));
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "a", "shop")})), QByteArray());
}

void TestToldAlerts::whatTheMainWindowToldIsNotToldAgain()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray());
    QCOMPARE(told(alerts.leaveMain()), QByteArray());
    alerts.setMain(QStringLiteral("other"), true);
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "a", "shop")})), QByteArray("over a"));
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray("began a"));
}

void TestToldAlerts::whatWasHeldBackIsToldInTheEnd()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    alerts.setMain(Shop, true);
    // The main window connected later, so that its time for this lock is not over.
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray());
    const std::vector<Alert> late = alerts.leaveMain();
    QCOMPARE(told(late), QByteArray("began a"));
    QCOMPARE(late.front().connection, Shop);
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "a", "shop")})), QByteArray("over a"));
}

void TestToldAlerts::theFleetTellsWhatTheMainWindowNeverSaw()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    QCOMPARE(told(alerts.leaveMain()), QByteArray());
    // Nobody will report its end, so the next one is new.
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray("began a"));
}

void TestToldAlerts::anAddressTurnsOutToBeASavedConnection()
{
    ToldAlerts alerts;
    alerts.setMain(QStringLiteral("redis://localhost:6379"), true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    alerts.setFleet({Shop});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray());
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a")})), QByteArray("over a"));
}

void TestToldAlerts::whileTheMainWindowReconnectsTheFleetCounts()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray());
    QCOMPARE(told(alerts.setMain(Shop, false)), QByteArray());
    QCOMPARE(told(alerts.ofFleet({alert(What::Over, "a", "shop"), alert(What::Began, "b", "shop")})),
             QByteArray("over a, began b"));
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a"), alert(What::Began, "b")})), QByteArray());
}

void TestToldAlerts::aRuleThatIsGoneIsForgotten()
{
    ToldAlerts alerts;
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    alerts.setRules({QStringLiteral("held>1s"), QStringLiteral("held>2s")});
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray());
    alerts.setRules({});
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
}

void TestToldAlerts::aClosedFleetLeavesNothing()
{
    ToldAlerts alerts;
    alerts.setFleet({Shop});
    QCOMPARE(told(alerts.ofFleet({alert(What::Began, "a", "shop")})), QByteArray("began a"));
    alerts.setFleet({});
    alerts.setMain(Shop, true);
    QCOMPARE(told(alerts.ofMain({alert(What::Began, "a")})), QByteArray("began a"));
    QCOMPARE(told(alerts.ofMain({alert(What::Over, "a")})), QByteArray("over a"));
}

LOCKSCOPE_TEST(TestToldAlerts)

} // namespace tst_toldalerts

#include "tst_toldalerts.moc"
