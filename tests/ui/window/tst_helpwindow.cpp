// SPDX-License-Identifier: GPL-3.0-or-later
// The documents in the window of the help.

#include "tests/support/uirunner.h"
#include "tests/ui/window/habitstest.h"
#include "ui/help/helpwindow.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/theme/language.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>

namespace tst_helpwindow
{

using namespace lockscope;
using namespace lockscope::test;

class TestHelpWindow : public HabitsTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        installTranslations(*qApp, QStringLiteral("en"));
        writeDocuments();
    }
    void init();
    void cleanupTestCase() { closeWindow(); }
    void linksAndTheWayBack();
    void wordsAreFoundInADocument();
    void commentsAndPicturesAreNotShown();
    void anotherLanguageFallsBackToEnglish();
    void helpFitsWhereTheFocusIs();
};

// Only one function needs the main window, and creating that takes a second.
void TestHelpWindow::init()
{
    if (QByteArray(QTest::currentTestFunction()) == "helpFitsWhereTheFocusIs")
        makeWindow();
}

void TestHelpWindow::linksAndTheWayBack()
{
    HelpWindow help(HelpDocs(docs()), QStringLiteral("# Keyboard"));
    help.setAttribute(Qt::WA_DeleteOnClose, false);
    help.show();
    QCOMPARE(help.documents()->count(), 3); // Missing documents are not listed
    help.openDocument(QStringLiteral("guide"));
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(!help.backAction()->isEnabled());
    help.follow(QUrl(QStringLiteral("locks.md#the-hash")));
    QCOMPARE(help.document(), QStringLiteral("locks"));
    QCOMPARE(help.documents()->currentItem()->text(), HelpDocs::title(QStringLiteral("locks")));
    QVERIFY(help.position() > 0);
    QVERIFY(help.backAction()->isEnabled());
    help.backAction()->trigger();
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(help.browser()->toPlainText().startsWith(QLatin1String("Guide")));
    help.forwardAction()->trigger();
    QCOMPARE(help.document(), QStringLiteral("locks"));
    help.documents()->setCurrentRow(1);
    QCOMPARE(help.document(), KeyboardDocument);
    help.openDocument(QStringLiteral("guide"));
    help.follow(QUrl(QStringLiteral("../../core/README.md")));
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY2(help.said().contains(QLatin1String("core/README.md")), qPrintable(help.said()));
    help.follow(QUrl(QStringLiteral("README.md"))); // The index
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(help.said().isEmpty());
    help.openDocument(QStringLiteral("no such document"));
    QCOMPARE(help.document(), QStringLiteral("guide"));
}

void TestHelpWindow::wordsAreFoundInADocument()
{
    HelpWindow help(HelpDocs(docs()), {});
    help.setAttribute(Qt::WA_DeleteOnClose, false);
    help.show();
    QVERIFY(QTest::qWaitForWindowActive(&help));
    help.openDocument(QStringLiteral("guide"));
    QTest::keyClick(&help, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(help.findEdit()->hasFocus());
    QTest::keyClicks(help.findEdit(), QStringLiteral("needle"));
    const auto place = [&help] { return help.browser()->textCursor().selectionStart(); };
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    const int first = place();
    QCOMPARE(help.browser()->textCursor().selectedText(), QStringLiteral("needle"));
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    QVERIFY(place() > first);
    QTest::keyClick(help.findEdit(), Qt::Key_Return); // Wraps around to the top
    QCOMPARE(place(), first);
    QTest::keyClick(help.findEdit(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(place() > first);
    help.findEdit()->setText(QStringLiteral("haystack"));
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    QVERIFY(help.said().contains(QLatin1String("haystack")));
    QTest::keyClick(help.findEdit(), Qt::Key_Escape); // Not the window
    QVERIFY(help.isVisible());
}

void TestHelpWindow::commentsAndPicturesAreNotShown()
{
    const QString guide = HelpDocs(docs()).text(QStringLiteral("guide"), QStringLiteral("en"));
    QVERIFY(!guide.contains(QLatin1String("checked by")));
    QVERIFY(!guide.contains(QLatin1String("one.png")));
    QVERIFY(guide.contains(QLatin1String("needle")));
}

void TestHelpWindow::anotherLanguageFallsBackToEnglish()
{
    const HelpDocs documents(docs());
    QVERIFY(documents.text(QStringLiteral("locks"), QStringLiteral("zh_CN")).contains(QStringLiteral("锁")));
    QVERIFY(
        documents.text(QStringLiteral("guide"), QStringLiteral("zh_CN")).contains(QLatin1String("Guide")));
    QCOMPARE(documents.nameOf(QUrl(QStringLiteral("help:/locks.zh_CN.md"))),
             std::optional(QStringLiteral("locks")));
    QCOMPARE(HelpDocs::slug(QStringLiteral("What `it` shows: all")), QStringLiteral("what-it-shows-all"));
}

void TestHelpWindow::helpFitsWhereTheFocusIs()
{
    m_window->locks().view().setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_F1);
    QTRY_VERIFY(m_window->findChild<HelpWindow *>());
    auto *help = m_window->findChild<HelpWindow *>();
    const QString usual = HelpDocs().names().constFirst();
    QCOMPARE(help->document(), usual);
    QCOMPARE(help->browser()->source().fragment(), QStringLiteral("connect"));
    help->close();
    QTRY_VERIFY(!m_window->findChild<HelpWindow *>());
    m_window->actions().keyboard->trigger();
    QTRY_VERIFY(m_window->findChild<HelpWindow *>());
    help = m_window->findChild<HelpWindow *>();
    QCOMPARE(help->document(), KeyboardDocument);
    QVERIFY(help->browser()->toPlainText().contains(QLatin1String("Ctrl+Shift+T")));
}

LOCKSCOPE_UI_TEST(TestHelpWindow)

} // namespace tst_helpwindow

#include "tst_helpwindow.moc"
