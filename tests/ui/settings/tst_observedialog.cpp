// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "ui/settings/aliastable.h"
#include "ui/settings/settingsdialog.h"
#include "ui/status/desktopnotifier.h"
#include "ui/status/traystatus.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

namespace tst_observedialog
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestObserveDialog : public QObject
{
    Q_OBJECT

private slots:
    void showsAndSavesWhatIsThere();
    void examplesOfRulesAreCalledSo();
    void whatNobodyTouchedStays();
    void whatIsChangedMeanwhileStays();
    void aliasesAreEditedInATable();
    void whatIsBeingTypedCounts();
    void patternsComeBackAsTheyWere_data();
    void patternsComeBackAsTheyWere();
    void whatIsWrongIsNamedAndNotSaved_data();
    void whatIsWrongIsNamedAndNotSaved();
    void aFaultyFileIsLeftAsItIs();
    void manyAlertsBecomeOne();
    void trayTellsTheWorst();
    void noTwoThingsShareAnAccessKey();

private:
    static void addAlias(SettingsDialog &dialog, const QString &pattern, const QString &name);
    QTemporaryDir m_folder;
    UiSettings m_ui{m_folder.path()};
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
    settings.auditSyslog = QStringLiteral("/dev/log"); // In the file only
    QVERIFY(store.save(settings).ok());
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto shown = dialog.observe()->settings();
    QVERIFY(shown.ok());
    QCOMPARE(*shown, settings);
    QVERIFY(dialog.saveButton()->isEnabled());
    dialog.observe()->alertRules()->setPlainText(QStringLiteral("\nwaiters>3 for 1m\n\nttl:none\n"));
    addAlias(dialog, QStringLiteral("a=b="), QStringLiteral("b = c"));
    const QSignalSpy saved(&dialog, &SettingsDialog::saved);
    dialog.saveButton()->click();
    QCOMPARE(saved.size(), 1);
    const ObserveBook book = store.load();
    QVERIFY(book.problems.isEmpty());
    QCOMPARE(book.settings.alerts,
             (QStringList{QStringLiteral("waiters>3 for 1m"), QStringLiteral("ttl:none")}));
    QCOMPARE(book.settings.aliases.size(), 2);
    QCOMPARE(book.settings.aliases.back().pattern, "a=b=");
    QCOMPARE(book.settings.aliases.back().name, QStringLiteral("b = c"));
    QCOMPARE(book.settings.thresholds, settings.thresholds);
}

void TestObserveDialog::addAlias(SettingsDialog &dialog, const QString &pattern, const QString &name)
{
    QTableWidget *table = dialog.observe()->aliases()->table();
    dialog.observe()->aliases()->addButton()->click();
    table->item(table->rowCount() - 1, 0)->setText(pattern);
    table->item(table->rowCount() - 1, 1)->setText(name);
}

void TestObserveDialog::examplesOfRulesAreCalledSo()
{
    SettingsDialog dialog(m_ui, ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QString shown = dialog.observe()->alertRules()->placeholderText();
    QVERIFY2(shown.startsWith(QStringLiteral("No rules. Examples:\n")), qPrintable(shown));
}

void TestObserveDialog::whatNobodyTouchedStays()
{
    const QString folder = m_folder.filePath(QStringLiteral("hard"));
    QVERIFY(QDir().mkpath(folder));
    const ObserveStore store(folder);
    QFile file(store.fileName());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version": 1,
 "thresholds": {"long_held": "36500d", "overdue": 25.123456789, "grace": "1ms", "many_holds": 2147483647,
                "absurd_lease": "90.001s", "replica_lag": "25h"},
 "aliases": [{"pattern": "2Z5txm8Pc1fZ9tDHyw7ubA==", "name": "orders-7"},
             {"pattern": {"base64": "/wCA/j0qXg=="}, "name": " = a name = "},
             {"pattern": "base64:YQ==", "name": "looks encoded"},
             {"pattern": " blanks = around ", "name": "one\ntwo"},
             {"pattern": "tab\there\u00a0", "name": "\u00a0nbsp"},
             {"pattern": "h\u00e9*\ud83d\ude00", "name": "\u4e00"}],
 "alerts": ["  ttl:none\tfor 1500ms ", "ttl:none for 1500ms", "key:\"x\u00a0y\""],
 "history": {"keep": true, "age": "1ms", "bytes": "16777217B"}})");
    file.close();
    const ObserveBook before = store.load();
    QVERIFY2(before.problems.isEmpty(), qPrintable(before.problems.value(0).text));
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY2(dialog.observe()->settings().ok(), qPrintable(dialog.problem()->sentence()));
    QCOMPARE(*dialog.observe()->settings(), before.settings);
    const QSignalSpy saved(&dialog, &SettingsDialog::saved);
    dialog.saveButton()->click();
    QCOMPARE(saved.size(), 1);
    QCOMPARE(store.load().settings, before.settings);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), observeToJson(before.settings));
}

void TestObserveDialog::whatIsChangedMeanwhileStays()
{
    const ObserveStore store(m_folder.filePath(QStringLiteral("meanwhile")));
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    ObserveSettings others;
    others.aliases = {{.pattern = "8f3c*", .name = QStringLiteral("orders-7")}};
    others.thresholds.overdue = 3;
    QVERIFY(store.save(others).ok());
    dialog.observe()->overdue()->setValue(25.5);
    dialog.observe()->alertRules()->setPlainText(QStringLiteral("ttl:none"));
    dialog.saveButton()->click();
    others.thresholds.overdue = 25.5;
    others.alerts = {QStringLiteral("ttl:none")};
    QCOMPARE(store.load().settings, others);
}

void TestObserveDialog::aliasesAreEditedInATable()
{
    const ObserveStore store(m_folder.filePath(QStringLiteral("table")));
    ObserveSettings settings;
    for (const char *name : {"a", "b", "c"})
        settings.aliases << OwnerAlias{.pattern = QByteArray(name) + "=*", .name = QLatin1String(name)};
    QVERIFY(store.save(settings).ok());
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    AliasTable &table = *dialog.observe()->aliases();
    QVERIFY(!table.removeButton()->isEnabled());
    table.table()->setCurrentCell(2, 0);
    QVERIFY(!table.downButton()->isEnabled());
    table.upButton()->click();
    table.table()->setCurrentCell(0, 1);
    QVERIFY(!table.upButton()->isEnabled());
    table.removeButton()->click();
    table.addButton()->click(); // An empty row is ignored
    dialog.saveButton()->click();
    settings.aliases = {settings.aliases[2], settings.aliases[1]};
    QCOMPARE(store.load().settings, settings);
}

void TestObserveDialog::whatIsBeingTypedCounts()
{
    const ObserveStore store(m_folder.filePath(QStringLiteral("typing")));
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    dialog.openPage(SettingsDialog::Owners);
    AliasTable &table = *dialog.observe()->aliases();
    const auto editor = [&table]() -> QLineEdit * { // Of the open cell
        const auto editors = table.table()->findChildren<QLineEdit *>();
        const auto open =
            std::find_if(editors.begin(), editors.end(), [](QLineEdit *one) { return one->hasFocus(); });
        return open == editors.end() ? nullptr : *open;
    };
    table.addButton()->click();
    QTRY_VERIFY(editor());
    QTest::keyClicks(editor(), QStringLiteral("8f3c*"));
    QVERIFY(!dialog.saveButton()->isEnabled()); // It has no name yet
    QTest::keyClick(editor(), Qt::Key_Left);
    QTest::keyClicks(editor(), QStringLiteral("!"));
    QCOMPARE(editor()->text(), QStringLiteral("8f3c!*"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QTRY_VERIFY(!editor()); // Closed with a delay
    table.table()->setCurrentCell(0, 1);
    table.table()->edit(table.table()->currentIndex());
    QTRY_VERIFY(editor());
    QTest::keyClicks(editor(), QStringLiteral("orders"));
    QVERIFY(dialog.saveButton()->isEnabled());
    QTest::keyClick(editor(), Qt::Key_Return);
    QTRY_VERIFY(!editor()); // Closed with a delay
    table.table()->edit(table.table()->currentIndex());
    QTRY_VERIFY(editor());
    QTest::keyClicks(editor(), QStringLiteral("not this"));
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(dialog.isVisible());
    dialog.saveButton()->click();
    const QList<OwnerAlias> aliases = store.load().settings.aliases;
    QCOMPARE(aliases.size(), 1);
    QCOMPARE(aliases[0].pattern, "8f3c!*");
    QCOMPARE(aliases[0].name, QStringLiteral("orders"));
}

void TestObserveDialog::patternsComeBackAsTheyWere_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<bool>("plain");
    QTest::newRow("text") << QByteArray("2Z5t+bA==") << true;
    QTest::newRow("no text") << QByteArray("\xff\xfe*") << false;
    QTest::newRow("zero") << QByteArray("a\0b", 3) << false;
    QTest::newRow("replacement") << QByteArray("a\xef\xbf\xbd") << true;
    QTest::newRow("looks encoded") << QByteArray("base64:YQ==") << false;
    QTest::newRow("blanks around") << QByteArray(" a ") << false;
    QTest::newRow("a break") << QByteArray("a\nb") << false;
    QTest::newRow("a byte order mark") << QByteArray("\xef\xbb\xbf"
                                                     "a")
                                       << false;
}

void TestObserveDialog::patternsComeBackAsTheyWere()
{
    QFETCH(QByteArray, pattern);
    QFETCH(bool, plain);
    const QString text = AliasTable::patternText(pattern);
    QCOMPARE(text.startsWith(QLatin1String("base64:")), !plain);
    QCOMPARE(AliasTable::patternFrom(text), std::optional(pattern));
}

void TestObserveDialog::whatIsWrongIsNamedAndNotSaved_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a rule") << 0 << QStringLiteral("ttl:none\nwaiters>many") << QStringLiteral("Line 2");
    QTest::newRow("no name") << 1 << QStringLiteral("8f3c*") << QStringLiteral("Row 1");
    QTest::newRow("no bytes") << 1 << QStringLiteral("base64:8f3c*") << QStringLiteral("Row 1");
    QTest::newRow("a size") << 2 << QStringLiteral("5") << QStringLiteral("5");
    QTest::newRow("too small") << 2 << QStringLiteral("1MiB") << QStringLiteral("16MiB");
}

void TestObserveDialog::whatIsWrongIsNamedAndNotSaved()
{
    QFETCH(int, field);
    QFETCH(QString, text);
    QFETCH(QString, says);
    SettingsDialog dialog(m_ui, ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(dialog.saveButton()->isEnabled());
    if (field == 0)
        dialog.observe()->alertRules()->setPlainText(text);
    else if (field == 1)
        addAlias(dialog, text, {});
    else
        dialog.observe()->historySize()->setText(text);
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
    SettingsDialog dialog(m_ui, store);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QSignalSpy saved(&dialog, &SettingsDialog::saved);
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
    const auto one = DesktopNotifier::message({alert("lock:a", Alert::What::Freed)});
    QVERIFY(one.second.contains(QStringLiteral("lock:a")));
    std::vector<Alert> many;
    for (int i = 0; i < 20; ++i)
        many.push_back(alert("lock:" + QByteArray::number(i), Alert::What::Began));
    const auto all = DesktopNotifier::message(many);
    QVERIFY2(all.first.contains(QStringLiteral("20")), qPrintable(all.first));
    QCOMPARE(all.second.count(u'\n'), 5);
    DesktopNotifier teller;
    const QSignalSpy told(&teller, &DesktopNotifier::told);
    teller.take({many.front()});
    teller.take(many); // Shown later, together
    QCOMPARE(told.size(), 1);
}

void TestObserveDialog::trayTellsTheWorst()
{
    QCOMPARE(TrayStatus::worst({.locks = 5}), VerdictLevel::Ok);
    QCOMPARE(TrayStatus::worst({.locks = 5, .levels = {3, 0, 2, 0}}), VerdictLevel::Warning);
    const LockTotals totals{.locks = 5, .held = 4, .levels = {2, 0, 2, 1}};
    QCOMPARE(TrayStatus::worst(totals), VerdictLevel::Critical);
    const QString text = TrayStatus::summary(QStringLiteral("orders-prod"), totals, true);
    for (const char *part : {"orders-prod", "5", "4", "critical 1", "warnings 2"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    const QString lost = TrayStatus::summary(QStringLiteral("orders-prod"), totals, false);
    QVERIFY2(lost.contains(QLatin1String("Locks unknown")) && !lost.contains(u'5'), qPrintable(lost));
    // Plain icon, warning and critical differ at the smallest size.
    const auto pixels = [](VerdictLevel level) { return TrayStatus::icon(level).pixmap(16, 16).toImage(); };
    QVERIFY(!pixels(VerdictLevel::Ok).isNull());
    QVERIFY(pixels(VerdictLevel::Ok) != pixels(VerdictLevel::Warning));
    QVERIFY(pixels(VerdictLevel::Warning) != pixels(VerdictLevel::Critical));
}

void TestObserveDialog::noTwoThingsShareAnAccessKey()
{
    SettingsDialog dialog(m_ui, ObserveStore(m_folder.filePath(QStringLiteral("none"))));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    for (const auto page : {SettingsDialog::Verdicts, SettingsDialog::Alerts, SettingsDialog::History,
                            SettingsDialog::Owners}) {
        dialog.openPage(page);
        QCOMPARE(test::doubledAccessKeys(dialog), QStringList());
    }
}

LOCKSCOPE_UI_TEST(TestObserveDialog)

} // namespace tst_observedialog

#include "tst_observedialog.moc"
