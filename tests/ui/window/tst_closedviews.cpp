// SPDX-License-Identifier: GPL-3.0-or-later
// Closed views and windows come back, and the layout can be reset.

#include "tests/support/uirunner.h"
#include "tests/ui/window/habitstest.h"
#include "ui/connections/connectionspane.h"
#include "ui/forms/pagewindow.h"
#include "ui/help/helpwindow.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/settings/settingsdialog.h"
#include "ui/status/statusline.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/language.h"

#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>

namespace tst_closedviews
{

using namespace lockscope;
using namespace lockscope::test;

class TestClosedViews : public HabitsTest
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void init() { makeWindow(); }
    void cleanupTestCase() { closeWindow(); }
    void closedPanelsComeBack();
    void closedWindowsComeBackAsTheyWere();
    void closedOnesOfAFormerConnectionDoNot();
    void lastTwentyAreRemembered();
    void closingAViewNeverClosesTheWindow();
    void escapeClosesAWindowOfAPage();
    void theLayoutIsReset();
};

void TestClosedViews::closedPanelsComeBack()
{
    QAction *reopen = m_window->actions().reopen;
    QVERIFY(!reopen->isEnabled());
    m_window->connectTo({});
    panel("timeline")->close();
    panel("connections")->show();
    panel("connections")->close();
    QVERIFY2(withoutMnemonic(reopen->text()) == QLatin1String("Reopen Connections"),
             qPrintable(reopen->text()));
    QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(panel("connections")->isVisible());
    QCOMPARE(withoutMnemonic(reopen->text()), QStringLiteral("Reopen Timeline"));
    reopen->trigger();
    QVERIFY(panel("timeline")->widget()->isVisible()); // In front of the others
    QVERIFY(!reopen->isEnabled());
    panel("timeline")->hide(); // Not by the user
    QVERIFY(!reopen->isEnabled());
}

void TestClosedViews::closedWindowsComeBackAsTheyWere()
{
    SettingsDialog *settings = m_window->openSettings(SettingsDialog::History);
    settings->resize(settings->size() + QSize(20, 30));
    const QSize size = settings->size();
    settings->close();
    QTRY_VERIFY(!m_window->findChild<SettingsDialog *>());
    m_window->actions().reopen->trigger();
    settings = m_window->findChild<SettingsDialog *>();
    QVERIFY(settings);
    QCOMPARE(settings->page(), SettingsDialog::History);
    QCOMPARE(settings->size(), size);
    settings->reject();
    m_window->openHelp(KeyboardDocument)->setPosition(50);
    const int position = m_window->findChild<HelpWindow *>()->position();
    QVERIFY(position > 0);
    m_window->findChild<HelpWindow *>()->reject();
    QTRY_VERIFY(!m_window->findChild<HelpWindow *>());
    m_window->actions().reopen->trigger();
    auto *help = m_window->findChild<HelpWindow *>();
    QVERIFY(help);
    QCOMPARE(help->document(), KeyboardDocument);
    QCOMPARE(help->position(), position);
    QCOMPARE(m_window->closedViews().count(), size_t(1)); // The settings
}

void TestClosedViews::closedOnesOfAFormerConnectionDoNot()
{
    const auto openHolds = [this] {
        m_window->actions().holds->trigger();
        return m_window->findChild<HoldsDialog *>();
    };
    ConnectionSpec spec;
    spec.host = QStringLiteral("one.example");
    m_window->connectTo(spec);
    openHolds()->reject();
    QCOMPARE(m_window->closedViews().count(), size_t(1));
    m_window->disconnectFromServer();
    QCOMPARE(m_window->closedViews().count(), size_t(0));
    QTRY_VERIFY(!m_window->findChild<HoldsDialog *>());
    m_window->connectTo(spec);
    HoldsDialog *left = openHolds();
    m_window->disconnectFromServer();
    left->reject();
    QCOMPARE(m_window->closedViews().count(), size_t(0));
    QVERIFY(!m_window->actions().reopen->isEnabled());
}

void TestClosedViews::lastTwentyAreRemembered()
{
    QAction action;
    ReopenStack closed(&action, this);
    QStringList opened;
    for (int i = 0; i < 30; ++i) {
        const QString title = QString::number(i % 25);
        closed.remember(title, i == 29 ? ReopenStack::Of::Connection : ReopenStack::Of::Window,
                        [&opened, title] { opened << title; });
    }
    QCOMPARE(closed.count(), ReopenStack::Most);
    closed.leaveConnection(); // "4"
    QCOMPARE(closed.count(), ReopenStack::Most - 1);
    while (closed.count() > 0)
        closed.reopen();
    closed.reopen();
    QCOMPARE(opened.mid(0, 5), QStringLiteral("3 2 1 0 24").split(u' '));
    QCOMPARE(opened.size(), 19);
}

void TestClosedViews::closingAViewNeverClosesTheWindow()
{
    QAction *close = m_window->actions().closeView;
    m_window->locks().view().setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_window->status().told().isEmpty());
    panel("connections")->show();
    m_window->connections().findChild<QTreeWidget *>()->setFocus();
    close->trigger();
    QVERIFY(!panel("connections")->isVisible());
    SettingsDialog *settings = m_window->openSettings(SettingsDialog::Windows);
    QTRY_COMPARE(QApplication::activeWindow(), settings);
    QTest::keyClick(settings, Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!m_window->findChild<SettingsDialog *>());
    QVERIFY(m_window->isVisible());
}

void TestClosedViews::escapeClosesAWindowOfAPage()
{
    for (QAction *action : {m_window->actions().audit, m_window->actions().fleet}) {
        action->trigger();
        const auto windows = m_window->findChildren<PageWindow *>();
        const auto shown = std::ranges::find_if(windows, [](const QWidget *one) { return one->isVisible(); });
        QVERIFY(shown != windows.end());
        QVERIFY(QTest::qWaitForWindowActive(*shown));
        QWidget *focus = (*shown)->focusWidget() ? (*shown)->focusWidget() : *shown;
        QTest::keyClick(focus, Qt::Key_Escape);
        QVERIFY2((*shown)->isHidden(), qPrintable((*shown)->windowTitle()));
    }
}

void TestClosedViews::theLayoutIsReset()
{
    m_window->connectTo({});
    LockView &view = m_window->locks().view();
    const QByteArray columns = view.columnLayout();
    view.setColumnHidden(3, true);
    panel("connections")->show();
    panel("overview")->close();
    m_window->addDockWidget(Qt::LeftDockWidgetArea, panel("detail"));
    m_window->actions().resetLayout->trigger();
    QVERIFY(!view.isColumnHidden(3));
    QCOMPARE(view.columnLayout(), columns);
    QVERIFY(!panel("connections")->isVisible());
    QVERIFY(panel("overview")->widget()->isVisible());
    QVERIFY(panel("redlock")->isHidden());
    QCOMPARE(m_window->dockWidgetArea(panel("detail")), Qt::RightDockWidgetArea);
}

LOCKSCOPE_UI_TEST(TestClosedViews)

} // namespace tst_closedviews

#include "tst_closedviews.moc"
