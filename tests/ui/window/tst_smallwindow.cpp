// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the list and of the pages a small window shows, with fonts of different heights.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/window/windowtest.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/forms/filteredit.h"
#include "ui/theme/appearance.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>

#include <algorithm>

namespace tst_smallwindow
{

using namespace lockscope;

class tst_SmallWindow : public test::WindowTest
{
    Q_OBJECT

    QFont m_usual = QApplication::font();
    std::unique_ptr<ApplicationTheme> m_theme;

    void applyFont(const QString &family, int points)
    {
        QApplication::setFont(QFont(family, points));
        m_theme = std::make_unique<ApplicationTheme>(); // Its sheet has lengths of this font
        start();
    }
    static void fonts()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("points");
    }
    void fit(QSize size)
    {
        m_window->resize(size);
        connected();
        view().verticalScrollBar()->setValue(0);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->size(), size);
    }
    int namesInSight()
    {
        const LockView &list = view();
        int row = 0;
        while (list.viewport()->rect().contains(list.visualRect(list.model()->index(row, 1))))
            ++row;
        return row;
    }
    void open(const char *name)
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->parent() == panel(name) && action->isCheckable() && !action->isChecked())
                action->trigger();
        }
        QCoreApplication::processEvents();
        QCOMPARE(shownPages(), QLatin1String(name));
    }

private slots:
    void cleanup()
    {
        end();
        m_theme.reset();
        QApplication::setFont(m_usual);
    }

    void theFirstLocksAreInSight_data()
    {
        fonts();
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 640), QSize(1280, 720)}) {
            QTest::addRow("DejaVu Sans, %d", size.width()) << "DejaVu Sans" << 9 << size;
            QTest::addRow("Noto Sans, %d", size.width()) << "Noto Sans" << 10 << size;
        }
    }
    void theFirstLocksAreInSight()
    {
        QFETCH(QString, family);
        QFETCH(int, points);
        QFETCH(QSize, size);
        applyFont(family, points);
        fit(size);
        for (const char *page : {"overview", "contention", "timeline"}) {
            open(page);
            QVERIFY2(namesInSight() >= 10, qPrintable(QString::number(namesInSight())));
        }
    }

    void theMostContendedLocksAreInSight_data()
    {
        fonts();
        QTest::newRow("DejaVu Sans") << "DejaVu Sans" << 9;
        QTest::newRow("Noto Sans") << "Noto Sans" << 10;
    }
    void theMostContendedLocksAreInSight()
    {
        QFETCH(QString, family);
        QFETCH(int, points);
        applyFont(family, points);
        const QSignalSpy asked(&m_history, &HistoryBridge::contentionWanted);
        fit({1280, 720});
        open("contention");
        QTRY_VERIFY(!asked.isEmpty());
        emit m_history.contentionReady(asked.last().at(0).toULongLong(), samples::contended(8));
        const ContentionTable &table = m_window->contention().table();
        QCOMPARE(table.model()->rowCount(), 8);
        const QRect third = table.visualRect(table.model()->index(2, 0));
        const QRect inWindow(table.viewport()->mapTo(panel("contention"), third.topLeft()), third.size());
        QVERIFY(table.viewport()->rect().contains(third));
        QVERIFY(panel("contention")->widget()->geometry().contains(inWindow));
    }

    // The histogram moves beside the table where there is no room above it, and back.
    void theHistogramIsNeverLost()
    {
        applyFont(QStringLiteral("Noto Sans"), 10);
        fit({1024, 640});
        open("contention");
        ContentionPage &page = m_window->contention();
        QComboBox *views = page.causes().views();
        const int last = views->count() - 1;
        QCOMPARE(views->itemText(last), QStringLiteral("Hold times"));
        QVERIFY(!page.histogram().isVisible() && page.table().isVisible());
        views->setCurrentIndex(last);
        QVERIFY(page.histogram().isVisible() && !page.table().isVisible());
        m_window->resize(1920, 1200);
        QTRY_COMPARE(views->count(), last);
        QVERIFY(page.histogram().isVisible() && page.table().isVisible());
    }

    // Without its title, a panel is known by its tab; a panel alone keeps it.
    void aPanelWithoutATabKeepsItsTitle()
    {
        applyFont(QStringLiteral("Noto Sans"), 10);
        fit({1024, 640});
        QVERIFY(panel("overview")->titleBarWidget());
        for (const char *other : {"contention", "timeline", "blocking"})
            panel(other)->close();
        QTRY_VERIFY(!panel("overview")->titleBarWidget());
        panelAction(QStringLiteral("Contention"))->trigger();
        QVERIFY(panel("overview")->titleBarWidget() && panel("contention")->titleBarWidget());
        m_window->resize(1400, 1000);
        QTRY_VERIFY(!panel("contention")->titleBarWidget());
    }

    void anErrorOfTheFilterIsReadable()
    {
        start();
        fit({1024, 640});
        m_window->filter().setText(QStringLiteral("verdict>=warning ttl<"));
        const auto all = m_window->locks().findChildren<ElidedLabel *>();
        const auto error = std::ranges::find(all, QStringLiteral("Error in the filter"),
                                             [](const QWidget *one) { return one->accessibleName(); });
        QVERIFY(error != all.end());
        QTRY_VERIFY((*error)->isVisible());
        const QString text = m_window->filter().problem();
        QVERIFY(!text.isEmpty());
        QTRY_VERIFY((*error)->width() >= (*error)->fontMetrics().horizontalAdvance(text));
        m_window->filter().clear();
        QTRY_VERIFY(m_window->locks().findChild<QComboBox *>()->isVisible());
    }
};

LOCKSCOPE_UI_TEST(tst_SmallWindow)

} // namespace tst_smallwindow

#include "tst_smallwindow.moc"
