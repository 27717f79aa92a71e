// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/accesskeys.h"
#include "tests/ui/pictures.h"
#include "ui/alertteller.h"
#include "ui/notice.h"
#include "ui/observedialog.h"
#include "ui/traystatus.h"

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace std::chrono_literals;

class TestObserveDialog : public QObject
{
    Q_OBJECT

private slots:
    void showsAndSavesWhatIsThere();
    void whatIsWrongIsNamedAndNotSaved_data();
    void whatIsWrongIsNamedAndNotSaved();
    void aFaultyFileIsLeftAsItIs();
    void manyAlertsBecomeOne();
    void trayTellsTheWorst();
    void noTwoThingsShareAnAccessKey();
    void pictures_data() { test::pictureLooks(); }
    void pictures();

private:
    QTemporaryDir m_folder;
};

void TestObserveDialog::showsAndSavesWhatIsThere()
{
    const ObserveStore store(m_folder.filePath(QStringLiteral("one")));
    ObserveSettings settings;
    settings.thresholds.longHeld = 7min;
    settings.thresholds.overdue = 2.5;
    settings.alerts = {QStringLiteral("verdict>=warning for 30s")};
    settings.aliases = {{.pattern = "8f3c*", .name = QStringLiteral("orders-7")}};
    settings.history = {.keep = true, .age = 24h * 30, .bytes = qint64(512) << 20};
    QVERIFY(store.save(settings).ok());
    ObserveDialog dialog(store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto shown = dialog.settings();
    QVERIFY(shown.ok());
    QCOMPARE(*shown, settings);
    QVERIFY(dialog.saveButton()->isEnabled());
    dialog.alertRules()->setPlainText(QStringLiteral("\nwaiters>3 for 1m\n\nttl:none\n"));
    dialog.aliases()->appendPlainText(QStringLiteral("a = b = c"));
    const QSignalSpy saved(&dialog, &ObserveDialog::saved);
    dialog.saveButton()->click();
    QCOMPARE(saved.size(), 1);
    const ObserveBook book = store.load();
    QVERIFY(book.problems.isEmpty());
    QCOMPARE(book.settings.alerts,
             (QStringList{QStringLiteral("waiters>3 for 1m"), QStringLiteral("ttl:none")}));
    QCOMPARE(book.settings.aliases.size(), 2);
    QCOMPARE(book.settings.aliases.back().name, QStringLiteral("b = c"));
    QCOMPARE(book.settings.thresholds, settings.thresholds);
}

void TestObserveDialog::whatIsWrongIsNamedAndNotSaved_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a rule") << 0 << QStringLiteral("ttl:none\nwaiters>many") << QStringLiteral("Line 2");
    QTest::newRow("an alias") << 1 << QStringLiteral("8f3c*") << QStringLiteral("Line 1");
    QTest::newRow("no name") << 1 << QStringLiteral("8f3c* =") << QStringLiteral("Line 1");
    QTest::newRow("a size") << 2 << QStringLiteral("5") << QStringLiteral("5");
    QTest::newRow("too small") << 2 << QStringLiteral("1MiB") << QStringLiteral("16MiB");
}

void TestObserveDialog::whatIsWrongIsNamedAndNotSaved()
{
    QFETCH(int, field);
    QFETCH(QString, text);
    QFETCH(QString, says);
    ObserveDialog dialog(ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(dialog.saveButton()->isEnabled());
    if (field == 0)
        dialog.alertRules()->setPlainText(text);
    else if (field == 1)
        dialog.aliases()->setPlainText(text);
    else
        dialog.historySize()->setText(text);
    QVERIFY(!dialog.saveButton()->isEnabled());
    QVERIFY(!dialog.problem()->isHidden());
    QVERIFY2(dialog.problem()->sentence().contains(says), qPrintable(dialog.problem()->sentence()));
}

void TestObserveDialog::aFaultyFileIsLeftAsItIs()
{
    const QString folder = m_folder.filePath(QStringLiteral("faulty"));
    QVERIFY(QDir().mkpath(folder));
    const ObserveStore store(folder);
    QFile file(store.fileName());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"version\": 1, \"alerts\": [\"waiters>many\"]}");
    file.close();
    ObserveDialog dialog(store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QSignalSpy saved(&dialog, &ObserveDialog::saved);
    dialog.saveButton()->click();
    QCOMPARE(saved.size(), 0);
    QVERIFY(!dialog.problem()->isHidden());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("waiters>many"));
}

void TestObserveDialog::manyAlertsBecomeOne()
{
    const auto alert = [](const QByteArray &key, Alert::What what) {
        auto lock = std::make_shared<Lock>();
        lock->key = {key};
        lock->holders.append(Holder{.id = {QByteArray("me")}});
        return Alert{.what = what, .rule = QStringLiteral("ttl:none"), .key = {key}, .lock = lock};
    };
    const auto one = AlertTeller::message({alert("lock:a", Alert::What::Freed)});
    QVERIFY(one.second.contains(QStringLiteral("lock:a")));
    std::vector<Alert> many;
    for (int i = 0; i < 20; ++i)
        many.push_back(alert("lock:" + QByteArray::number(i), Alert::What::Began));
    const auto all = AlertTeller::message(many);
    QVERIFY2(all.first.contains(QStringLiteral("20")), qPrintable(all.first));
    QCOMPARE(all.second.count(u'\n'), 5);
    AlertTeller teller;
    const QSignalSpy told(&teller, &AlertTeller::told);
    teller.take({many.front()});
    teller.take(many); // comes later, together
    QCOMPARE(told.size(), 1);
}

void TestObserveDialog::trayTellsTheWorst()
{
    QCOMPARE(TrayStatus::worst({.locks = 5}), VerdictLevel::Ok);
    QCOMPARE(TrayStatus::worst({.locks = 5, .warnings = 2}), VerdictLevel::Warning);
    const ListTotals totals{.locks = 5, .held = 4, .warnings = 2, .criticals = 1};
    QCOMPARE(TrayStatus::worst(totals), VerdictLevel::Critical);
    const QString text = TrayStatus::summary(QStringLiteral("orders-prod"), totals);
    for (const char *part : {"orders-prod", "5", "4", "critical 1", "warnings 2"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    // The mark is told apart from the plain icon, and the two levels from each other, at the smallest size.
    const auto pixels = [](VerdictLevel level) { return TrayStatus::icon(level).pixmap(16, 16).toImage(); };
    QVERIFY(!pixels(VerdictLevel::Ok).isNull());
    QVERIFY(pixels(VerdictLevel::Ok) != pixels(VerdictLevel::Warning));
    QVERIFY(pixels(VerdictLevel::Warning) != pixels(VerdictLevel::Critical));
}

void TestObserveDialog::noTwoThingsShareAnAccessKey()
{
    ObserveDialog dialog(ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    for (const auto page : {ObserveDialog::VerdictsPage, ObserveDialog::AlertsPage,
                            ObserveDialog::HistoryPage, ObserveDialog::OwnersPage}) {
        dialog.openPage(page);
        QCOMPARE(test::doubledAccessKeys(dialog), QStringList());
    }
}

void TestObserveDialog::pictures()
{
    const test::Pictures pictures("observe");
    if (!pictures.isWanted())
        QSKIP("LOCKSCOPE_PICTURES is not set");
    ObserveDialog dialog(ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.setHistoryState(QStringLiteral("The file has 12.3 MiB now, and reaches back to yesterday"));
    dialog.show();
    for (const auto &[page, name] :
         {std::pair(ObserveDialog::VerdictsPage, "verdicts"), std::pair(ObserveDialog::AlertsPage, "alerts"),
          std::pair(ObserveDialog::HistoryPage, "history"), std::pair(ObserveDialog::OwnersPage, "owners")}) {
        dialog.openPage(page);
        pictures.save(dialog, name);
    }
}

QTEST_MAIN(TestObserveDialog)
#include "tst_observedialog.moc"
