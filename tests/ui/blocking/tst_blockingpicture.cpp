// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the page Blocking, on a real server.

#include "tests/support/madewaits.h"
#include "tests/support/uirunner.h"
#include "tests/ui/blocking/blockingpagetest.h"

#include <QSplitter>
#include <QTabBar>
#include <QWheelEvent>

namespace tst_blockingpicture
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::blockingpage;

class tst_BlockingPicture : public BlockingPageTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void aClickInThePictureSelectsALock();
    void aLargePictureOpensAtADeadlock();
    void keysMoveThroughThePicture();
    void keysZoomThePicture();
    void thePictureStaysWhileNothingChanges();
    void thePictureFitsTheWidth();
    void aNarrowPageHasTabs();
    void theSplitIsKept();
};

void tst_BlockingPicture::aLargePictureOpensAtADeadlock()
{
    MadeWaits waits;
    for (int lock = 0; lock < 20; ++lock) { // Each with its holder, and eight that wait
        waits.hold(lock, 1000 + lock);
        for (int waiter = 0; waiter < 8; ++waiter)
            waits.queue(lock, 2000 + 10 * lock + waiter);
    }
    waits.addRing(100, 3);
    GraphView view;
    view.resize(500, 200);
    view.show();
    view.showReport(waits.report());
    QVERIFY(!view.picture().graph.rings.empty());
    for (const size_t node : view.picture().graph.rings.front())
        QVERIFY(view.viewport()->rect().contains(view.pointOf(node)));
}

void tst_BlockingPicture::aClickInThePictureSelectsALock()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    QSignalSpy wanted(m_page.get(), &BlockingPage::lockWanted);
    const auto click = [this](size_t node) {
        QTest::mouseClick(graph()->viewport(), Qt::LeftButton, {}, graph()->pointOf(node));
    };
    const size_t lock = node("lock lock:b"), client = node("client " + ann + ":1");
    click(lock);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<LockName>().bytes, QByteArray("lock:b"));
    QCOMPARE(graph()->current(), lock);
    click(node("client " + bob + ":9")); // of a client: the lock that it waits for
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted[1][0].value<LockName>().bytes, QByteArray("lock:b"));
    click(client); // waits for nothing, so there is no lock to show
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(graph()->current(), client);
    // Dragging is no click.
    QTest::mousePress(graph()->viewport(), Qt::LeftButton, {}, graph()->pointOf(lock));
    QTest::mouseMove(graph()->viewport(), graph()->pointOf(lock) + QPoint(60, 40));
    QTest::mouseRelease(graph()->viewport(), Qt::LeftButton, {}, graph()->pointOf(lock) + QPoint(60, 40));
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(graph()->current(), client);
}

void tst_BlockingPicture::keysMoveThroughThePicture()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    QSignalSpy wanted(m_page.get(), &BlockingPage::lockWanted);
    graph()->setFocus();
    const QByteArrayList chain{"client " + ann + ":1", "lock lock:a", "client " + bob + ":7", "lock lock:b",
                               "client " + bob + ":9"};
    for (const QByteArray &name : chain) { // The first key goes to the first node
        QTest::keyClick(graph(), Qt::Key_Right);
        QCOMPARE(graph()->current(), node(name));
    }
    QVERIFY2(graph()->accessibleDescription().contains(QStringLiteral("waits for lock:b")),
             qPrintable(graph()->accessibleDescription()));
    QTest::keyClick(graph(), Qt::Key_Return); // of a client: the lock that it waits for
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<LockName>().bytes, QByteArray("lock:b"));
    QTest::keyClick(graph(), Qt::Key_Right); // there is no more
    QCOMPARE(graph()->current(), node(chain.back()));
    QTest::keyClick(graph(), Qt::Key_Left);
    QCOMPARE(graph()->current(), node(chain[3]));
}

void tst_BlockingPicture::keysZoomThePicture()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    graph()->setFocus();
    const double before = graph()->zoom();
    QTest::keyClick(graph(), Qt::Key_Plus);
    QTest::keyClick(graph(), Qt::Key_Equal);
    QVERIFY(graph()->zoom() > before);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(graph(), Qt::Key_Minus);
    QVERIFY(graph()->zoom() < before);
    QTest::keyClick(graph(), Qt::Key_0);
    const QRectF all(QPointF(), graph()->viewport()->size());
    for (size_t i = 0; i < graph()->picture().graph.nodes.size(); ++i)
        QVERIFY(all.contains(graph()->pointOf(i)));
    const double whole = graph()->zoom();
    const QPointF at(graph()->pointOf(0));
    QWheelEvent wheel(at, graph()->viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(graph()->viewport(), &wheel);
    QVERIFY(graph()->zoom() > whole);
}

void tst_BlockingPicture::thePictureStaysWhileNothingChanges()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    const QSignalSpy shown(graph(), &GraphView::shown);
    QTest::mouseClick(graph()->viewport(), Qt::LeftButton, {}, graph()->pointOf(node("lock lock:b")));
    for (int i = 0; i < 6; ++i) // until it has to be scrolled
        QTest::keyClick(graph(), Qt::Key_Plus);
    QVERIFY(graph()->horizontalScrollBar()->maximum() > 0);
    const double zoom = graph()->zoom();
    const QString description = graph()->accessibleDescription();
    const QPoint place = graph()->pointOf(node("lock lock:b"));
    const qsizetype before = shown.size();
    QTRY_VERIFY(shown.size() > before + 1);
    QCOMPARE(graph()->zoom(), zoom);
    QCOMPARE(graph()->current(), node("lock lock:b"));
    QCOMPARE(graph()->pointOf(node("lock lock:b")), place);
    QCOMPARE(graph()->accessibleDescription(), description); // else a reader is told each new age
    hold("lock:0", bob + ":11"); // what is selected stays selected, and where it is, while others come
    queue("lock:0", ann + ":1");
    awaitPicture(7);
    QCOMPARE(graph()->zoom(), zoom);
    QCOMPARE(graph()->current(), node("lock lock:b"));
    QCOMPARE(graph()->pointOf(node("lock lock:b")), place);
}

void tst_BlockingPicture::thePictureFitsTheWidth()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    int fitting = 0;
    for (int width = 400; width > 150; width -= 5) {
        m_page->resize(characters(*m_page, width), 300);
        QCoreApplication::processEvents();
        if (graph()->zoom() <= 0.601)
            break;
        fitting += graph()->zoom() < 0.8;
        QCOMPARE(graph()->horizontalScrollBar()->maximum(), 0);
    }
    QVERIFY(fitting > 0);
}

void tst_BlockingPicture::aNarrowPageHasTabs()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    const auto *tabs = m_page->findChild<QTabBar *>();
    QVERIFY(tree()->isVisible());
    QVERIFY(!tabs->isVisible());
    m_page->resize(700, 500);
    QVERIFY(tabs->isVisible());
    QVERIFY(tree()->isVisible());
    QVERIFY(!graph()->isVisible());
    m_page->findChild<QTabBar *>()->setCurrentIndex(2);
    QVERIFY(!tree()->isVisible());
    QVERIFY(graph()->isVisible());
    m_page->resize(1300, 500);
    QVERIFY(tree()->isVisible());
    QVERIFY(graph()->isVisible());
    QVERIFY(!tabs->isVisible());
}

void tst_BlockingPicture::theSplitIsKept()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    auto *splitter = m_page->findChild<QSplitter *>();
    const QList<int> before = splitter->sizes();
    splitter->setSizes({before[0] + 60, before[1] - 60});
    const QList<int> moved = splitter->sizes();
    QVERIFY(moved != before);
    BlockingPage next(*m_bridge);
    next.restoreSplit(m_page->split());
    next.resize(m_page->size());
    next.show();
    next.setConnected(true);
    QTRY_VERIFY(next.findChild<GraphView *>()->isVisible());
    QTRY_COMPARE(next.findChild<QSplitter *>()->sizes(), moved);
}

LOCKSCOPE_UI_TEST(tst_BlockingPicture)

} // namespace tst_blockingpicture

#include "tst_blockingpicture.moc"
