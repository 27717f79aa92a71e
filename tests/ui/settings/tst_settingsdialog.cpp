// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog: its search, and the settings that apply at once. tst_observedialog tests the pages of
// observe.json.
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "ui/forms/fieldnames.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingspages.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/language.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

namespace tst_settingsdialog
{

using namespace lockscope;

class TestSettingsDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void aWordFindsASetting_data();
    void aWordFindsASetting();
    void findingFollowsTheLanguage();
    void theFieldLeadsToTheSetting();
    void whatIsChosenIsKeptAndTold();
    void theLanguageIsForTheNextStart();
    void theLanguageThatRunsIsWhatCounts();
    void noRestartLosesWhatIsUnsaved();
    void theWheelChangesNothingInPassing();
    void fieldsAreNamedWithoutTheirLetter();
    void savingIsOfferedWhereThereIsSomethingToSave();
    void mnemonicsAreNoWords_data();
    void mnemonicsAreNoWords();
    void noTwoThingsShareAnAccessKey();

private:
    std::unique_ptr<SettingsDialog> made()
    {
        auto dialog = std::make_unique<SettingsDialog>(m_ui, ObserveStore(m_folder.path()));
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        return dialog;
    }
    static QList<int> shownPages(const SettingsDialog &dialog)
    {
        QList<int> shown;
        for (int page = 0; page < dialog.pages()->count(); ++page) {
            if (!dialog.pages()->item(page)->isHidden())
                shown << page;
        }
        return shown;
    }

    QTemporaryDir m_folder;
    UiSettings m_ui{m_folder.path()};
};

void TestSettingsDialog::aWordFindsASetting_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QList<int>>("pages");
    QTest::addColumn<int>("settings"); // On the first of them
    using Page = SettingsDialog;
    QTest::newRow("of a label") << QStringLiteral("lease") << QList<int>{Page::Verdicts} << 1;
    QTest::newRow("in capitals") << QStringLiteral("LEASE") << QList<int>{Page::Verdicts} << 1;
    QTest::newRow("of the help") << QStringLiteral("1GiB") << QList<int>{Page::History} << 1;
    QTest::newRow("of a choice") << QStringLiteral("中文") << QList<int>{Page::Appearances} << 1;
    QTest::newRow("of the page") << QStringLiteral("appearance") << QList<int>{Page::Appearances} << 0;
    QTest::newRow("of page and label") << QStringLiteral("window tray") << QList<int>{Page::Windows} << 1;
    QTest::newRow("of what is no line") << QStringLiteral("rules") << QList<int>{Page::Alerts} << 1;
    QTest::newRow("on several pages")
        << QStringLiteral("alerts") << QList<int>{Page::Windows, Page::Alerts} << -1;
    QTest::newRow("of none") << QStringLiteral("zeppelin") << QList<int>{} << 0;
    QTest::newRow("nothing") << QString() << QList<int>{0, 1, 2, 3, 4, 5} << 0;
}

void TestSettingsDialog::aWordFindsASetting()
{
    QFETCH(QString, typed);
    QFETCH(QList<int>, pages);
    QFETCH(int, settings);
    const auto dialog = made();
    dialog->show();
    dialog->search()->setText(typed);
    const QList<int> shown = shownPages(*dialog);
    if (settings < 0) // The other pages depend on wording
        QVERIFY(std::all_of(pages.begin(), pages.end(), [&](int page) { return shown.contains(page); }));
    else
        QCOMPARE(shown, pages);
    if (pages.isEmpty())
        return;
    QVERIFY(shown.contains(dialog->page()));
    if (settings >= 0)
        QCOMPARE(dialog->found(SettingsDialog::Page(pages.first())).size(), settings);
    dialog->search()->clear();
    QCOMPARE(shownPages(*dialog).size(), 6);
    QVERIFY(dialog->found(SettingsDialog::Verdicts).isEmpty());
}

void TestSettingsDialog::findingFollowsTheLanguage()
{
    installTranslations(*qApp, QStringLiteral("zh_CN"));
    const auto dialog = made();
    dialog->show();
    // Searching for the title of a page finds the page, in this language too.
    for (const auto page : {SettingsDialog::Verdicts, SettingsDialog::History}) {
        const QString title = SettingsDialog::titles().at(page);
        dialog->search()->setText(title);
        QVERIFY2(shownPages(*dialog).contains(page), qPrintable(title));
    }
    installTranslations(*qApp, QStringLiteral("en"));
}

void TestSettingsDialog::theFieldLeadsToTheSetting()
{
    const auto dialog = made();
    dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    dialog->search()->setFocus();
    QTest::keyClicks(dialog->search(), QStringLiteral("text size"));
    QTest::keyClick(dialog->search(), Qt::Key_Return);
    QTRY_VERIFY(dialog->appearance()->textSize()->hasFocus());
    QVERIFY(dialog->isVisible()); // Enter does not save
    dialog->search()->setFocus();
    QTest::keyClick(dialog->search(), Qt::Key_Escape);
    QVERIFY(dialog->search()->text().isEmpty());
    QVERIFY(dialog->isVisible());
    QTest::keyClick(dialog->search(), Qt::Key_Down);
    QCOMPARE(dialog->page(), SettingsDialog::Windows);
    QTest::keyClick(dialog->search(), Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
}

void TestSettingsDialog::whatIsChosenIsKeptAndTold()
{
    const auto dialog = made();
    const AppearancePage *looks = dialog->appearance();
    QSignalSpy themes(looks, &AppearancePage::appearanceChosen);
    QSignalSpy sizes(looks, &AppearancePage::textSizeChosen);
    QSignalSpy trays(dialog->window(), &WindowPage::trayChosen);
    QSignalSpy notices(dialog->window(), &WindowPage::notificationsChosen);
    looks->theme()->setFocus();
    QTest::keyClick(looks->theme(), Qt::Key_End);
    QCOMPARE(themes.size(), 1);
    QCOMPARE(themes[0][0].value<Appearance>(), Appearance::Dark);
    QTest::keyClick(looks->textSize(), Qt::Key_End);
    QCOMPARE(sizes.size(), 1);
    QCOMPARE(sizes[0][0].toInt(), 200);
    dialog->window()->tray()->click();
    dialog->window()->notifications()->click();
    QCOMPARE(trays.size() + notices.size(), 2);
    const UiSettings again(m_folder.path());
    QCOMPARE(again.textSize(), 200);
    QVERIFY(!again.trayIcon());
    QVERIFY(!again.notifications());
    m_ui.setTextSize(17); // Edited by hand
    QCOMPARE(m_ui.textSize(), 100);
    looks = nullptr;
    dialog->appearance()->showAppearance(Appearance::Light); // Through the menu
    QCOMPARE(themes.size(), 1);
    m_ui.setTrayIcon(true);
    m_ui.setNotifications(true);
}

void TestSettingsDialog::theLanguageIsForTheNextStart()
{
    const auto dialog = made();
    AppearancePage *page = dialog->appearance();
    QSignalSpy restarts(page, &AppearancePage::restartWanted);
    QVERIFY(!page->restartButton()->isVisibleTo(page));
    QTest::keyClick(page->language(), Qt::Key_End);
    QCOMPARE(UiSettings(m_folder.path()).language(), QStringLiteral("zh_CN"));
    QVERIFY(page->restartButton()->isVisibleTo(page));
    page->restartButton()->click();
    QCOMPARE(restarts.size(), 1);
    QTest::keyClick(page->language(),
                    Qt::Key_Home); // The system's language, which may be the running one
    QCOMPARE(UiSettings(m_folder.path()).language(), QString());
    QCOMPARE(page->restartButton()->isVisibleTo(page), languageFor({}) != runningLanguage());
    QTest::keyClick(page->language(), Qt::Key_Down); // The running language
    QCOMPARE(UiSettings(m_folder.path()).language(), runningLanguage());
    QVERIFY(!page->restartButton()->isVisibleTo(page));
}

// The saved language may be one for the next start.
void TestSettingsDialog::theLanguageThatRunsIsWhatCounts()
{
    m_ui.setLanguage(QStringLiteral("zh_CN"));
    const auto dialog = made();
    AppearancePage *page = dialog->appearance();
    QVERIFY(page->restartButton()->isVisibleTo(page));
    page->language()->setFocus();
    QTest::keyClick(page->language(), Qt::Key_Up);
    QCOMPARE(m_ui.language(), QStringLiteral("en"));
    QVERIFY(!page->restartButton()->isVisibleTo(page));
    QTest::keyClick(page->language(), Qt::Key_Down);
    QVERIFY(page->restartButton()->isVisibleTo(page));
    m_ui.setLanguage({});
}

void TestSettingsDialog::noRestartLosesWhatIsUnsaved()
{
    const auto dialog = made();
    const QPushButton *restart = dialog->appearance()->restartButton();
    QVERIFY(restart->isEnabled());
    QPlainTextEdit *rules = dialog->observe()->alertRules();
    const QString before = rules->toPlainText();
    rules->setPlainText(QStringLiteral("ttl:none"));
    QVERIFY(!restart->isEnabled());
    QVERIFY(!restart->toolTip().isEmpty());
    rules->setPlainText(before);
    QVERIFY(restart->isEnabled());
    QVERIFY(restart->toolTip().isEmpty());
}

void TestSettingsDialog::theWheelChangesNothingInPassing()
{
    const auto dialog = made();
    dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    dialog->search()->setFocus();
    const AppearancePage *looks = dialog->appearance();
    const QSignalSpy sizes(looks, &AppearancePage::textSizeChosen);
    const auto turn = [](QWidget *widget) {
        const QPointF at = widget->rect().center();
        QWheelEvent wheel(at, widget->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &wheel);
    };
    for (QComboBox *box : {looks->theme(), looks->language(), looks->textSize()}) {
        const int before = box->currentIndex();
        turn(box);
        QCOMPARE(box->currentIndex(), before);
        QVERIFY(!box->hasFocus());
    }
    QCOMPARE(sizes.size(), 0);
    m_ui.setTextSize(100);
    looks->textSize()->setFocus(); // With the focus, the wheel may change it
    QTRY_VERIFY(looks->textSize()->hasFocus());
    turn(looks->textSize());
    QCOMPARE(sizes.size(), 1);
    m_ui.setTextSize(100);
}

void TestSettingsDialog::fieldsAreNamedWithoutTheirLetter()
{
    QWidget form;
    auto *label = new QLabel(QStringLiteral("主机(&H)"), &form);
    auto *field = new QLineEdit(&form);
    label->setBuddy(field);
    nameFields(form);
    QCOMPARE(field->accessibleName(), QStringLiteral("主机"));
}

void TestSettingsDialog::savingIsOfferedWhereThereIsSomethingToSave()
{
    const auto dialog = made();
    QVERIFY(!dialog->saveButton()->isVisibleTo(dialog.get()));
    dialog->show();
    QEvent restyled(QEvent::StyleChange); // As a new text size and theme cause
    for (QWidget *one : dialog->findChildren<QWidget *>())
        QCoreApplication::sendEvent(one, &restyled);
    QCoreApplication::sendEvent(dialog.get(), &restyled);
    QCoreApplication::processEvents();
    QVERIFY(!dialog->saveButton()->isVisibleTo(dialog.get()));
    dialog->openPage(SettingsDialog::Alerts);
    QVERIFY(dialog->saveButton()->isVisibleTo(dialog.get()));
    dialog->observe()->alertRules()->setPlainText(QStringLiteral("ttl:none"));
    QCOMPARE(dialog->saveButton()->text(), QStringLiteral("&Save"));
    dialog->openPage(SettingsDialog::Appearances);
    QVERIFY(dialog->saveButton()->isVisibleTo(dialog.get()));
    QCOMPARE(dialog->saveButton()->text(), QStringLiteral("&Save other pages")); // This one applies at once
}

void TestSettingsDialog::mnemonicsAreNoWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("within") << QStringLiteral("Co&py");
    QTest::newRow("behind") << QStringLiteral("Copy(&P)");
    QTest::newRow("apart") << QStringLiteral("Copy (&P)");
    QTest::newRow("none") << QStringLiteral("Copy");
}

void TestSettingsDialog::mnemonicsAreNoWords()
{
    QFETCH(QString, text);
    QCOMPARE(withoutMnemonic(text), QStringLiteral("Copy"));
    QCOMPARE(withoutMnemonic(text + QStringLiteral(" a&&b")), QStringLiteral("Copy a&b"));
}

void TestSettingsDialog::noTwoThingsShareAnAccessKey()
{
    const auto dialog = made();
    dialog->show();
    QTest::keyClick(dialog->appearance()->language(), Qt::Key_End); // With everything shown
    for (int page = 0; page < dialog->pages()->count(); ++page) {
        dialog->openPage(SettingsDialog::Page(page));
        QCOMPARE(test::doubledAccessKeys(*dialog), QStringList());
    }
    m_ui.setLanguage({});
}

LOCKSCOPE_UI_TEST(TestSettingsDialog)

} // namespace tst_settingsdialog

#include "tst_settingsdialog.moc"
