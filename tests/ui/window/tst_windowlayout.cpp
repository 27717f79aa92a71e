// SPDX-License-Identifier: GPL-3.0-or-later
// Panels, pages and theme: what a first start shows, and what a later one restores.

#include "tests/support/uirunner.h"
#include "tests/ui/window/windowtest.h"
#include "ui/blocking/blockingpage.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/overviewpage.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/theme/appearance.h"
#include "ui/theme/metrics.h"
#include "ui/timeline/timelinepage.h"
#include "ui/window/mainwindow.h"

#include <QDialog>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

namespace tst_windowlayout
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_WindowLayout : public test::WindowTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void theWindowIsAsItWasLeft()
    {
        connected();
        view().sortByColumn(int(LockColumn::Ttl), Qt::AscendingOrder);
        view().setColumnHidden(int(LockColumn::Node), true);
        m_window->contention().scope().setView(ContentionScope::AllTogether);
        m_window->contention().scope().setSeries({2, 4});
        m_window->resize(1234, 666);
        const auto blocking = [this] { return m_window->findChild<BlockingPage *>(); };
        blocking()->resize(1200, 400);
        blocking()->findChild<QSplitter *>()->setSizes({300, 700});
        const QByteArray split = blocking()->split();
        blocking()->restoreGrouping(QStringLiteral("process"));
        reopen();
        QCOMPARE(blocking()->split(), split);
        QCOMPARE(blocking()->grouping(), QStringLiteral("process"));
        QCOMPARE(m_window->contention().scope().view(), ContentionScope::AllTogether);
        QCOMPARE(m_window->contention().scope().series(), (std::vector<size_t>{2, 4}));
        QVERIFY(view().isColumnHidden(int(LockColumn::Node)));
        QCOMPARE(m_window->locks().model().criteria().column, LockColumn::Ttl);
        // From 6.8 on, Qt limits a restored size to the screen, which is 800 by 800 offscreen.
        QCOMPARE(m_window->height(), 666);
    }

    void aWindowThatWasNotShownHasNoPlace()
    {
        const auto geometry = [this](const char *name) {
            return QSettings(m_dir.filePath(QStringLiteral("window.ini")), QSettings::IniFormat)
                .value(QLatin1String(name) + QStringLiteral("/geometry"))
                .toByteArray();
        };
        m_window->openFleet();
        reopen();
        const QByteArray fleet = geometry("fleet");
        QVERIFY(!fleet.isEmpty());
        for (const char *unseen : {"lab", "audit"})
            QVERIFY2(geometry(unseen).isEmpty(), unseen);
        reopen();
        QCOMPARE(geometry("fleet"), fleet);
    }

    void windowsOpenOnTheScreen()
    {
        const QRect room = m_window->screen()->availableGeometry();
        QWidget &fleet = m_window->fleetWindow();
        fleet.setGeometry(room.adjusted(100, 100, 1000, 1000)); // Of a larger screen
        m_window->openFleet();
        QVERIFY(room.contains(fleet.frameGeometry()));
        QWidget large;
        large.setGeometry(room.adjusted(-50, -50, 50, 50));
        const QSize frame(4, 24);
        restoreWindow(large, large.saveGeometry(), {}, frame);
        QVERIFY(room.contains(QRect(large.pos(), large.size() + frame)));
    }

    void aDialogLeavesRoomForItsTitleBar()
    {
        const QSize room = m_window->screen()->availableSize();
        m_window->resize(room + QSize(400, 400));
        QDialog dialog(m_window.get());
        openWith(dialog, room + QSize(100, 100));
        QVERIFY(dialog.height() <= room.height() - 2 * dialog.fontMetrics().height());
    }

    void eachConnectionHasItsFilter()
    {
        connected();
        m_window->filter().setText(QStringLiteral("kind:rlock"));
        connected(); // Again
        QCOMPARE(m_window->filter().text(), QStringLiteral("kind:rlock"));
        reopen();
        ConnectionSpec other = server();
        other.name = QStringLiteral("payments");
        connected(other);
        QCOMPARE(m_window->filter().text(), QString());
        QTRY_COMPARE(m_window->locks().model().totals().shown, 44);
        m_window->filter().setText(QStringLiteral("verdict:critical"));
        connected();
        QCOMPARE(m_window->filter().text(), QStringLiteral("kind:rlock"));
        connected(other);
        QCOMPARE(m_window->filter().text(), QStringLiteral("verdict:critical"));
    }

    void theFirstStartShowsThePages()
    {
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        const auto tabs = m_window->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly);
        QCOMPARE(tabs.size(), 1);
        QCOMPARE(tabs.front()->count(), 4);
        QCOMPARE(tabs.front()->tabText(tabs.front()->currentIndex()), QStringLiteral("Overview"));
        QVERIFY(m_window->locks().height() > panel("overview")->height());
        QVERIFY(m_window->overview().isVisible() && m_window->overview().feed().isActive());
        QVERIFY(!m_window->contention().feed().isActive() && !m_window->timeline().isWanted());
        tabs.front()->setCurrentIndex(1);
        QCOMPARE(shownPages(), QStringLiteral("contention"));
        QVERIFY(!m_window->overview().feed().isActive() && m_window->contention().feed().isActive());
    }

    void theKeyOfAPanelShowsItThenGoesInThenClosesIt()
    {
        connected();
        view().setFocus();
        QTRY_VERIFY(view().hasFocus());
        const auto press = [this] {
            QTest::keyClick(m_window->focusWidget(), Qt::Key_2, Qt::ControlModifier);
        };
        press();
        QTRY_COMPARE(shownPages(), QStringLiteral("contention"));
        QVERIFY(view().hasFocus()); // the panel follows what is selected there
        press();
        QVERIFY(panel("contention")->isAncestorOf(m_window->focusWidget()));
        QCOMPARE(shownPages(), QStringLiteral("contention"));
        press();
        QTRY_VERIFY(shownPages() != QStringLiteral("contention"));
        QVERIFY(panel("contention")->isHidden());
    }

    void thePagesAreAsTheyWereLeft()
    {
        m_window->connectTo(server());
        m_window->openPage(MainWindow::Page::Timeline);
        panel("contention")->close();
        reopen();
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        QVERIFY(panel("contention")->isHidden() && !panel("overview")->isHidden());
        for (const char *name : {"overview", "timeline"})
            panel(name)->close();
        reopen();
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QString());
        QVERIFY(panel("overview")->isHidden());
    }

    void theStartPageStandsAlone()
    {
        const auto isAlone = [this] {
            return shownPages().isEmpty() && panel("detail")->isHidden() &&
                   panel("connections")->isHidden() && !m_window->filter().isVisible();
        };
        QVERIFY(isAlone());
        QVERIFY(!panelAction(QStringLiteral("Overview"))->isChecked());
        m_window->resize(1400, 900);
        m_window->connectTo(server()); // A pending connection changes nothing
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        QTRY_VERIFY(panel("detail")->isVisible() && m_window->filter().isVisible());
        m_window->openPage(MainWindow::Page::Timeline);
        const auto drag = [this](const QPoint &edge, const QPoint &by) {
            QVERIFY(m_window->isSeparator(edge));
            QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
            QTest::mouseMove(m_window.get(), edge + by);
            QCoreApplication::processEvents(); // It moves with a delay
            QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge + by);
        };
        QCoreApplication::processEvents();
        const int heightBefore = panel("timeline")->height();
        drag({700, panel("timeline")->y() - 2}, {0, -60});
        QTRY_VERIFY(panel("timeline")->height() > heightBefore + 30);
        drag({panel("detail")->x() - 2, 200}, {-70, 0});
        QTRY_VERIFY(panel("detail")->width() > 350);
        const QSize sizes(panel("detail")->width(), panel("timeline")->height());
        const auto isAsLeft = [&] {
            return shownPages() == QLatin1String("timeline") && panel("detail")->isVisible() &&
                   QSize(panel("detail")->width(), panel("timeline")->height()) == sizes;
        };
        for (int again = 0; again < 2; ++again) {
            m_window->disconnectFromServer();
            QTRY_VERIFY(isAlone());
            QVERIFY(!m_window->actions().reopen->isEnabled()); // The user did not close them
            m_window->connectTo(server());
            QTRY_VERIFY(isAsLeft());
        }
        m_window->disconnectFromServer();
        m_window->timeline().legendButton()->click();
        reopen(); // The saved layout is not the one without a connection
        QVERIFY(m_window->timeline().legendButton()->isChecked());
        m_window->timeline().legendButton()->click();
        m_window->resize(1400, 900);
        QVERIFY(isAlone());
        m_window->connectTo(server());
        QTRY_COMPARE(panel("timeline")->height(), sizes.height());
        QTRY_VERIFY(isAsLeft());
    }

    void whatIsOpenedOnTheStartPageStaysOpen()
    {
        m_window->connectTo(server());
        panel("detail")->close();
        m_window->disconnectFromServer();
        m_window->openPage(MainWindow::Page::Timeline);
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        panel("connections")->show();
        ConnectionSpec group = server();
        group.topology = Topology::RedLock;
        group.members.resize(3);
        m_window->connectTo(group);
        QCOMPARE(shownPages(), QStringLiteral("redlock"));
        QVERIFY(!panel("timeline")->isHidden() && !panel("overview")->isHidden());
        QVERIFY(panel("detail")->isHidden() && panel("connections")->isVisible());
        m_window->disconnectFromServer();
        QCOMPARE(shownPages(), QString());
        m_window->openPage(MainWindow::Page::Timeline);
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        m_window->disconnectFromServer();
        m_window->actions().resetLayout->trigger();
        QCOMPARE(shownPages(), QString());
        QVERIFY(panel("detail")->isHidden() && panel("connections")->isHidden());
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        QVERIFY(panel("detail")->isVisible());
    }

    void thePanelsFollowTheWindowUntilOneIsDragged()
    {
        m_window->connectTo(server());
        // From the list to the status bar: the panel, its tabs and the edge above it.
        const auto height = [this] {
            return m_window->statusBar()->y() - m_window->locks().geometry().bottom();
        };
        m_window->resize(1400, 1000);
        QCoreApplication::processEvents();
        const int before = height();
        m_window->resize(1400, 800);
        QTRY_COMPARE(before - height(), 1000 * 34 / 100 - 800 * 34 / 100);
        reopen(); // An earlier opening changes nothing
        m_window->connectTo(server());
        m_window->resize(1400, 1000);
        QTRY_COMPARE(height(), before);
        const QPoint edge(700, panel("overview")->y() - 2);
        QVERIFY(m_window->isSeparator(edge));
        QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(m_window.get(), edge - QPoint(0, 100));
        QTRY_VERIFY(height() > before + 50);
        QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge - QPoint(0, 100));
        const int dragged = height();
        m_window->resize(1500, 1000);
        QCoreApplication::processEvents();
        QCOMPARE(height(), dragged);
    }

    void aPanelThatWasDraggedWideMakesRoomForTheList()
    {
        m_window->resize(1400, 900);
        m_window->connectTo(server());
        QTRY_VERIFY(panel("detail")->isVisible());
        QCoreApplication::processEvents();
        const auto drag = [this](int by) {
            const QPoint edge(panel("detail")->x() - 2, 200);
            QVERIFY(m_window->isSeparator(edge));
            QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
            QTest::mouseMove(m_window.get(), edge + QPoint(by, 0));
            QCoreApplication::processEvents(); // It moves with a delay
            QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge + QPoint(by, 0));
        };
        const auto listWidth = [this] { return m_window->locks().width(); };
        const int narrow = panel("detail")->width();
        drag(-300);
        QTRY_VERIFY(panel("detail")->width() > narrow + 200);
        const int detail = panel("detail")->width(), list = listWidth();
        const int least = std::min(list, characters(*m_window, 110));
        for (const int width : {1300, 1024}) {
            m_window->resize(width, 640);
            QCoreApplication::processEvents();
            QVERIFY2(listWidth() >= least, qPrintable(QString::number(listWidth())));
        }
        QVERIFY(panel("detail")->width() < detail);
        for (const int width : {1400, 1024, 1400}) { // Also at once
            m_window->resize(width, 900);
            QCoreApplication::processEvents();
        }
        QCOMPARE(panel("detail")->width(), detail);
        QCOMPARE(listWidth(), list);
        m_window->resize(1100, 900);
        drag(-80); // A list that was made narrow on purpose stays so
        QTRY_VERIFY(listWidth() < least - 40);
        const int wanted = listWidth();
        m_window->resize(1060, 900);
        QCoreApplication::processEvents();
        QCOMPARE(listWidth(), wanted);
    }

    void anActionOpensItsPageOrClosesIt()
    {
        m_window->connectTo(server());
        QAction *contention = panelAction(QStringLiteral("Contention"));
        QVERIFY(contention && !contention->isChecked()); // Behind another tab
        QVERIFY(panelAction(QStringLiteral("Overview"))->isChecked());
        contention->trigger();
        QCOMPARE(shownPages(), QStringLiteral("contention"));
        QVERIFY(contention->isChecked() && !panelAction(QStringLiteral("Overview"))->isChecked());
        contention->trigger();
        QVERIFY(panel("contention")->isHidden() && !contention->isChecked());
        QTRY_VERIFY(!shownPages().isEmpty()); // One of the others
        contention->trigger();
        QCOMPARE(shownPages(), QStringLiteral("contention"));
    }

    void theThemeIsAsItWasLeft()
    {
        ApplicationTheme theme;
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path(), &theme);
        m_window->actions().dark->trigger();
        QVERIFY(theme.isDark());
        const QColor dark = m_window->palette().color(QPalette::Window);
        m_window.reset();
        theme.apply(Appearance::Light);
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path(), &theme);
        QVERIFY(theme.isDark());
        QVERIFY(m_window->actions().dark->isChecked());
        QCOMPARE(m_window->palette().color(QPalette::Window), dark);
    }

    void everyWidgetFollowsTheTheme_data()
    {
        QTest::addColumn<bool>("remembered");
        QTest::newRow("chosen while the window is open") << false;
        QTest::newRow("remembered from the last time") << true;
    }
    void everyWidgetFollowsTheTheme()
    {
        QFETCH(bool, remembered);
        if (remembered)
            UiSettings(m_dir.path()).setAppearance(Appearance::Dark);
        ApplicationTheme theme;
        theme.apply(Appearance::Light);
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path(), &theme);
        m_window->show();
        connected();
        view().choose(LockName{QByteArrayLiteral("order:77")});
        if (!remembered)
            m_window->actions().dark->trigger();
        QCoreApplication::processEvents();
        QVERIFY(theme.isDark());
        // Checks the painted pixels, because a style sheet may keep another palette.
        const QImage picture = m_window->grab().toImage().scaled(140, 85);
        int bright = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x)
                bright += picture.pixelColor(x, y).lightness() > 160;
        }
        QVERIFY2(bright < 140 * 85 / 20, qPrintable(QString::number(bright)));
    }
};

LOCKSCOPE_UI_TEST(tst_WindowLayout)

} // namespace tst_windowlayout

#include "tst_windowlayout.moc"
