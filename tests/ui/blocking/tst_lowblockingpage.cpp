// SPDX-License-Identifier: GPL-3.0-or-later
// The page Blocking in a low window: what gives way, and what stays readable.
#include "tests/support/uirunner.h"
#include "tests/ui/blocking/blockingpagetest.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/blocking/graph/graphlegend.h"
#include "ui/blocking/graph/zoombuttons.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>

namespace tst_lowblockingpage
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::blockingpage;

class tst_LowBlockingPage : public BlockingPageTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void aLowPageHasRowsOfTheTree();
    void aLowPictureHasTheRoom();
    void noSentenceIsCutAtAnyHeight();
    void zoomIsOneClickAwayAtAnyHeight();
    void deadlocksAreWholeBesideARealPicture();
    void newDeadlocksDoNotTakeTheTreeAway();

private:
    // Two threads in two orders, and more who wait for them.
    static BlockingReport deadlocked()
    {
        std::vector<LockPtr> locks;
        for (int i = 0; i < 4; ++i) {
            const QByteArray number = QByteArray::number(i / 2);
            const bool isFirst = i % 2 == 0;
            locks.push_back(made("lock:of:a:longer:name:" + QByteArray::number(i),
                                 (isFirst ? ann : bob) + ':' + number, (isFirst ? bob : ann) + ':' + number));
        }
        BlockingReport report = reportOf(locks);
        report.graph.unseen.uncounted = 3;
        report.deadlocks = findDeadlocks(report.graph);
        countFreed(report.graph, report.deadlocks);
        return report;
    }
};

void tst_LowBlockingPage::aLowPageHasRowsOfTheTree()
{
    EngineBridge alone;
    showAlone(alone, reportOf({made("lock:a", ann + ":1", bob + ":1")}));
    auto *tabs = m_page->findChild<QTabBar *>();
    m_page->resize(characters(*m_page, 100), 500);
    QVERIFY(tabs->isVisible());
    const int line = m_page->fontMetrics().lineSpacing();
    m_page->resize(m_page->width(), 7 * line);
    const auto isSeen = [&](const QModelIndex &row) {
        const QRect rect = tree()->visualRect(row);
        return rect.isValid() && tree()->viewport()->rect().contains(rect.center());
    };
    QTRY_VERIFY(isSeen(firstLock()));
    QVERIFY(isSeen(firstLock().parent()));
    QVERIFY(tabs->isVisible()); // The picture is one key away
    QTest::keyClick(tabs, Qt::Key_Right);
    QTRY_VERIFY(graph()->isVisible() && graph()->viewport()->height() >= 2 * line);
    QTest::keyClick(tabs, Qt::Key_Left);
    m_page->resize(m_page->width(), 30 * line);
    QTRY_VERIFY(tabs->isVisible() && !tree()->isHeaderHidden());
    m_page.reset(); // Before the bridge
}

void tst_LowBlockingPage::aLowPictureHasTheRoom()
{
    EngineBridge alone;
    showAlone(alone, deadlocked());
    const auto *legend = m_page->findChild<GraphLegend *>();
    const auto *tabs = m_page->findChild<QTabBar *>();
    const int line = m_page->fontMetrics().lineSpacing();
    m_page->resize(characters(*m_page, 200), 60 * line);
    QTRY_VERIFY(legend->isVisible() && !tabs->isVisible());
    QTRY_VERIFY(graph()->height() >= 8 * line);
    for (int lines = 60; lines >= 14; --lines) {
        m_page->resize(m_page->width(), lines * line);
        QCoreApplication::processEvents(); // it is arranged
        QTRY_VERIFY2(!legend->isVisible() || graph()->height() >= 7 * line,
                     qPrintable(QString::number(lines)));
    }
    QVERIFY(tabs->isVisible());
    for (int tab = tabs->currentIndex(); tab < 2; ++tab)
        QTest::keyClick(const_cast<QTabBar *>(tabs), Qt::Key_Right);
    QTRY_VERIFY(graph()->isVisible() && graph()->width() > m_page->width() * 9 / 10);
    m_page->resize(m_page->width(), 60 * line);
    QTRY_VERIFY(legend->isVisible() && !tabs->isVisible() && tree()->isVisible());
    m_page.reset(); // Before the bridge
}

void tst_LowBlockingPage::noSentenceIsCutAtAnyHeight()
{
    EngineBridge alone;
    showAlone(alone, deadlocked());
    const int line = m_page->fontMetrics().lineSpacing();
    QLabel *summary = nullptr;
    for (QLabel *label : m_page->findChildren<QLabel *>())
        summary = label->text() == m_page->summary() ? label : summary;
    QVERIFY(summary);
    const auto *area = qobject_cast<QScrollArea *>(summary->parentWidget()->parentWidget());
    QVERIFY(area);
    for (const int width : {80, 110, 150}) {
        for (int height = m_page->minimumSizeHint().height(); height < 60 * line; height += 5) {
            m_page->resize(characters(*m_page, width), height);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(summary->height() + 1 >= summary->heightForWidth(summary->width()),
                         qPrintable(QStringLiteral("%1 characters, height of %2").arg(width).arg(height)));
            // What does not fit can be scrolled to, and two lines are visible.
            QVERIFY(area->height() >= std::min(summary->height(), 2 * line));
            QVERIFY(area->verticalScrollBar()->maximum() + area->viewport()->height() >= summary->height());
            QVERIFY(height < 28 * line || area->height() >= summary->height());
        }
    }
    m_page.reset(); // Before the bridge
}

void tst_LowBlockingPage::zoomIsOneClickAwayAtAnyHeight()
{
    EngineBridge alone;
    showAlone(alone, deadlocked());
    m_page->findChild<QTabBar *>()->setCurrentIndex(2);
    const int line = m_page->fontMetrics().lineSpacing();
    const auto shown = [this] {
        std::vector<const ZoomButtons *> all;
        for (const ZoomButtons *buttons : m_page->findChildren<ZoomButtons *>()) {
            const QRect place(buttons->mapTo(m_page.get(), QPoint()), buttons->size());
            if (buttons->isVisible() && m_page->rect().contains(place))
                all.push_back(buttons);
        }
        return all.size();
    };
    for (const int width : {80, 110, 150}) {
        for (int height = m_page->minimumSizeHint().height(); height < 60 * line; height += line) {
            m_page->resize(characters(*m_page, width), height);
            QTRY_VERIFY2(graph()->isVisible() && shown() == 1,
                         qPrintable(QStringLiteral("%1 characters, height of %2").arg(width).arg(height)));
        }
    }
    m_page.reset(); // Before the bridge
}

// One above the other, or one tab away.
void tst_LowBlockingPage::deadlocksAreWholeBesideARealPicture()
{
    EngineBridge alone;
    showAlone(alone, deadlocked());
    const auto *words = m_page->findChild<DeadlockNotices *>();
    const auto *area = qobject_cast<QScrollArea *>(words->parentWidget()->parentWidget());
    auto *tabs = m_page->findChild<QTabBar *>();
    const int line = m_page->fontMetrics().lineSpacing();
    bool wasApart = false, wasAbove = false;
    tabs->setCurrentIndex(2);
    for (int lines = 60; lines >= 24; --lines) {
        m_page->resize(characters(*m_page, 110), lines * line);
        QCoreApplication::processEvents(); // it is arranged
        const QByteArray height = QByteArray::number(lines) + " lines";
        const bool isApart = tabs->isTabVisible(0);
        wasApart = wasApart || isApart;
        wasAbove = wasAbove || !isApart;
        if (isApart)
            tabs->setCurrentIndex(0);
        QTRY_VERIFY2(words->isVisible(), height.constData());
        QTRY_VERIFY2(area->height() >= std::min(words->sizeHint().height(), 12 * line), height.constData());
        tabs->setCurrentIndex(2);
        QTRY_VERIFY2(graph()->isVisible() && graph()->height() >= 10 * line, height.constData());
    }
    QVERIFY(wasApart && wasAbove);
    m_page.reset(); // Before the bridge
}

// Who uses the tree keeps it, and the tab says that there are some.
void tst_LowBlockingPage::newDeadlocksDoNotTakeTheTreeAway()
{
    EngineBridge alone;
    showAlone(alone, reportOf({made("lock:a", ann + ":1", bob + ":1")}));
    QSignalSpy asked(&alone, &EngineBridge::blockingWanted);
    auto *tabs = m_page->findChild<QTabBar *>();
    const int line = m_page->fontMetrics().lineSpacing();
    m_page->resize(characters(*m_page, 100), 14 * line);
    m_page->activateWindow();
    QTRY_VERIFY(tree()->isVisible());
    tree()->setFocus();
    QTRY_VERIFY(tree()->hasFocus());
    QTRY_VERIFY(!asked.isEmpty()); // It asks again by itself
    emit alone.blockingFound(asked.last().at(0).toULongLong(), deadlocked());
    QTRY_VERIFY(tabs->isTabVisible(0));
    QVERIFY(tree()->isVisible());
    QCOMPARE(tabs->currentIndex(), 1);
    QCOMPARE(tabs->tabText(0), QStringLiteral("New deadlocks"));
    tabs->setCurrentIndex(0);
    QVERIFY(m_page->findChild<DeadlockNotices *>()->isVisible());
    QCOMPARE(tabs->tabText(0), QStringLiteral("Deadlocks"));
    m_page.reset(); // Before the bridge
}

LOCKSCOPE_UI_TEST(tst_LowBlockingPage)

} // namespace tst_lowblockingpage

#include "tst_lowblockingpage.moc"
