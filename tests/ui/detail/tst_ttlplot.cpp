// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/uisamples.h"
#include "ui/detail/ttlplot.h"
#include "ui/plots/ttltrace.h"

#include <QContextMenuEvent>
#include <QImage>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

namespace tst_ttlplot
{

using namespace lockscope;
using namespace std::chrono_literals;

using State = TtlTrace::Piece::State;

class TestTtlPlot : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aRenewalIsOneJump();
    void readingsOfOneDeadlineAddNothing();
    void aJumpSeenOnlyByReadingsCounts();
    void releasedAndTakenAgainLeavesAGap();
    void releaseOfOneHoldOfSeveralIsNoGap();
    void noExpiryIsNoCountdown();
    void nothingIsSaidOfTheTimeWithoutAServer();
    void nothingIsSaidOfTheTimeBeforeTheFirstSighting();
    void anOldReadingChangesNothing();
    void neverBelowZero();
    void theRingIsBounded();
    void hiddenPlotsDoNotDraw();
    void visiblePlotsDrawAFewTimesASecond();
    void valuesAreSaidInWords();
    void keysChooseTheStretch();
    void whatIsNotForItIsForThePane();
    void theStretchFollowsTheLeaseUntilItIsChosen();
    void theLeaseIsALowerBoundUntilItIsSeen();
    void whatIsShownIsExported();

private:
    LockEvent happening(EventKind kind, milliseconds at, std::optional<milliseconds> ttl,
                        qint64 count = 1) const
    {
        return samples::event(kind, m_lock, m_start + at, ttl, count);
    }
    Lock reading(milliseconds at, milliseconds left) const
    {
        Lock lock = m_lock;
        lock.readAt = m_start + at;
        lock.expiresAt = m_start + at + left;
        return lock;
    }

    Instant m_start{};
    Lock m_lock{};
    TtlTrace m_trace{};
};

void TestTtlPlot::init()
{
    m_start = now() - 60s;
    m_lock = samples::renewed(m_start);
    m_trace.clear();
}

void TestTtlPlot::aRenewalIsOneJump()
{
    m_trace.addEvent(happening(EventKind::Acquired, 0ms, 30s));
    m_trace.addEvent(happening(EventKind::Renewed, 10s, 30s));
    m_trace.addReading(reading(10s, 30s)); // The reading that showed it
    const auto pieces = m_trace.pieces(m_start, m_start + 15s);
    QCOMPARE(pieces.size(), size_t(2));
    QCOMPARE(pieces[0].ttlFrom, milliseconds(30s));
    QCOMPARE(pieces[0].ttlTo, milliseconds(20s));
    QVERIFY(!pieces[0].renewal);
    QCOMPARE(pieces[1].ttlFrom, milliseconds(30s));
    QCOMPARE(pieces[1].ttlTo, milliseconds(25s));
    QVERIFY(pieces[1].renewal);
}

void TestTtlPlot::readingsOfOneDeadlineAddNothing()
{
    for (int second = 0; second < 25; ++second) // Jitter of the round trip
        m_trace.addReading(reading(std::chrono::seconds(second), 30s - std::chrono::seconds(second) + 40ms));
    QCOMPARE(m_trace.size(), size_t(1));
    QCOMPARE(m_trace.pieceAt(m_start + 10s)->ttlFrom, milliseconds(20'040));
}

void TestTtlPlot::aJumpSeenOnlyByReadingsCounts()
{
    m_trace.addReading(reading(0ms, 30s));
    m_trace.addReading(reading(12s, 29s)); // 18 s were expected
    m_trace.addReading(reading(14s, 5s));  // Shortened
    const auto pieces = m_trace.pieces(m_start, m_start + 15s);
    QCOMPARE(pieces.size(), size_t(3));
    QCOMPARE(pieces[1].ttlFrom, milliseconds(29s));
    QCOMPARE(pieces[2].ttlTo, milliseconds(4s));
}

void TestTtlPlot::releasedAndTakenAgainLeavesAGap()
{
    m_trace.addEvent(happening(EventKind::Acquired, 0ms, 30s));
    m_trace.addEvent(happening(EventKind::Released, 4s, {}, 0));
    m_trace.addGone(m_start + 5s); // Reported twice
    m_trace.addEvent(happening(EventKind::Acquired, 9s, 30s));
    const auto pieces = m_trace.pieces(m_start, m_start + 10s);
    QCOMPARE(pieces.size(), size_t(3));
    QCOMPARE(pieces[1].state, State::Absent);
    QCOMPARE(pieces[1].from, m_start + 4s);
    QCOMPARE(pieces[1].to, m_start + 9s);
}

void TestTtlPlot::releaseOfOneHoldOfSeveralIsNoGap()
{
    m_trace.addEvent(happening(EventKind::Acquired, 0ms, 30s));
    m_trace.addEvent(happening(EventKind::Released, 4s, 30s, 1)); // Redisson sets a new lease
    const auto piece = m_trace.pieceAt(m_start + 5s);
    QVERIFY(piece);
    QCOMPARE(piece->state, State::Counting);
    QCOMPARE(piece->ttlFrom, milliseconds(29s));
}

void TestTtlPlot::nothingIsSaidOfTheTimeWithoutAServer()
{
    m_trace.addReading(reading(0ms, 30s));
    m_trace.addReading(reading(10s, 20s));
    Lock lost = reading(10s, 20s);
    lost.stale = true;
    m_trace.addReading(lost);
    m_trace.addReading(reading(18s, 30s));
    const auto pieces = m_trace.pieces(m_start, m_start + 20s);
    QCOMPARE(pieces.size(), size_t(3));
    QCOMPARE(pieces[1].state, State::Unknown);
    QCOMPARE(pieces[1].to, m_start + 18s);
    QCOMPARE(pieces[2].state, State::Counting);
    lost.readAt = m_start + 18s;
    m_trace.addReading(lost); // Directly after what was read last, which stays
    QCOMPARE(m_trace.pieceAt(m_start + 18s)->state, State::Counting);
    QCOMPARE(m_trace.pieceAt(m_start + 19s)->state, State::Unknown);
}

void TestTtlPlot::noExpiryIsNoCountdown()
{
    m_trace.addEvent(happening(EventKind::Acquired, 0ms, {}));
    QCOMPARE(m_trace.pieceAt(m_start + 50s)->state, State::Eternal);
}

void TestTtlPlot::nothingIsSaidOfTheTimeBeforeTheFirstSighting()
{
    m_trace.addReading(reading(10s, 30s));
    QVERIFY(!m_trace.pieceAt(m_start + 9s));
    QCOMPARE(m_trace.pieces(m_start, m_start + 11s).size(), size_t(1));
    QCOMPARE(m_trace.pieces(m_start, m_start + 11s)[0].from, m_start + 10s);
}

void TestTtlPlot::anOldReadingChangesNothing()
{
    m_trace.addEvent(happening(EventKind::Released, 10s, {}, 0));
    m_trace.addReading(reading(9s, 30s));
    QCOMPARE(m_trace.pieceAt(m_start + 11s)->state, State::Absent);
}

void TestTtlPlot::neverBelowZero()
{
    m_trace.addReading(reading(0ms, 3s));
    QCOMPARE(m_trace.pieceAt(m_start + 9s)->ttlFrom, 0ms);
}

void TestTtlPlot::theRingIsBounded()
{
    for (size_t i = 0; i < 3 * TtlTrace::MaxJumps; ++i)
        m_trace.addEvent(happening(EventKind::Renewed, milliseconds(i), 30s));
    QCOMPARE(m_trace.size(), TtlTrace::MaxJumps);
}

void TestTtlPlot::hiddenPlotsDoNotDraw()
{
    TtlPlot plot;
    plot.start(std::make_shared<const Lock>(m_lock), samples::history(m_lock, m_start));
    for (int i = 0; i < 100; ++i)
        plot.addEvent(happening(EventKind::Renewed, 1s + milliseconds(i), 30s));
    QCoreApplication::processEvents();
    QCOMPARE(plot.replots(), 0);
    QVERIFY(!plot.isTicking());
}

void TestTtlPlot::visiblePlotsDrawAFewTimesASecond()
{
    TtlPlot plot;
    plot.resize(380, 160);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int empty = plot.replots();
    plot.start(std::make_shared<const Lock>(m_lock), {});
    const Instant begin = now();
    for (int i = 0; i < 500; ++i) // A burst of events draws nothing by itself
        plot.addEvent(happening(EventKind::Renewed, 1s + milliseconds(i), 30s));
    QTRY_VERIFY(plot.replots() >= empty + 4);
    const double seconds = std::chrono::duration<double>(now() - begin).count();
    QVERIFY2(double(plot.replots() - empty) <= 10 * seconds + 2, qPrintable(QString::number(plot.replots())));
    QVERIFY(plot.isTicking());
    plot.hide();
    QVERIFY(!plot.isTicking());
    const int hidden = plot.replots();
    for (int i = 0; i < 20; ++i)
        plot.addEvent(happening(EventKind::Renewed, 2s + milliseconds(i), 30s));
    QCoreApplication::processEvents();
    QCOMPARE(plot.replots(), hidden);
}

void TestTtlPlot::valuesAreSaidInWords()
{
    TtlPlot plot;
    plot.start(std::make_shared<const Lock>(reading(0ms, 90s)), {});
    QVERIFY(plot.valueAt(m_start + 30s).endsWith(QStringLiteral("1 min left")));
    QVERIFY(plot.valueAt(m_start - 5s).contains(QStringLiteral("not seen yet")));
    plot.addGone(m_start + 40s);
    QVERIFY(plot.valueAt(m_start + 50s).contains(QStringLiteral("no lock")));
}

void TestTtlPlot::keysChooseTheStretch()
{
    TtlPlot plot;
    plot.resize(380, 160);
    plot.show();
    plot.start(std::make_shared<const Lock>(m_lock), {}); // With a lease of 30 s
    QCOMPARE(plot.window().span(), milliseconds(120s));
    QTest::keyClick(&plot, Qt::Key_Plus);
    QCOMPARE(plot.window().span(), milliseconds(96s));
    QTest::keyClick(&plot, Qt::Key_Minus);
    QCOMPARE(plot.window().span(), milliseconds(120s));
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY(!plot.window().isLive());
    QTest::keyClick(&plot, Qt::Key_Space);
    QVERIFY(plot.window().isLive());
    QTest::keyClick(&plot, Qt::Key_Space);
    const int still = plot.replots();
    QTest::keyClick(&plot, Qt::Key_Right); // Already at its end
    QVERIFY(!plot.window().isLive());
    QVERIFY(plot.replots() <= still + 1);
}

// As inside the detail pane.
void TestTtlPlot::whatIsNotForItIsForThePane()
{
    QScrollArea pane;
    auto *plot = new TtlPlot;
    plot->setFixedHeight(600);
    pane.setWidget(plot);
    pane.resize(400, 200);
    pane.show();
    plot->start(std::make_shared<const Lock>(m_lock), {});
    auto *inner = plot->findChild<QWidget *>();
    const auto turn = [inner](Qt::KeyboardModifiers modifiers) {
        const QPointF at(90, 60);
        QWheelEvent wheel(at, inner->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&wheel); // Otherwise it is not propagated to the parent
        qApp->notify(inner, &wheel);
    };
    turn(Qt::NoModifier);
    QCOMPARE(plot->window().span(), milliseconds(120s));
    const int scrolled = pane.verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    turn(Qt::ControlModifier);
    QCOMPARE(plot->window().span(), milliseconds(150s));
    QCOMPARE(pane.verticalScrollBar()->value(), scrolled);
    QContextMenuEvent asked(QContextMenuEvent::Mouse, {90, 60}, inner->mapToGlobal(QPoint(90, 60)));
    qApp->notify(inner, &asked);
    auto *menu = plot->findChild<QMenu *>();
    QVERIFY(menu && menu->isVisible());
    menu->actions().front()->trigger();
    QCOMPARE(plot->window().span(), milliseconds(120s));
    menu->actions().back()->trigger(); // Export
    menu->close();
    const QTemporaryDir folder;
    const QString fileName = folder.filePath(QStringLiteral("t.csv"));
    QVERIFY(test::chooseFile(*plot, fileName));
    QCOMPARE(test::csvOf(fileName).size(), 2);
}

void TestTtlPlot::theStretchFollowsTheLeaseUntilItIsChosen()
{
    TtlPlot plot;
    plot.start(std::make_shared<const Lock>(m_lock), {});
    Lock longer = reading(1s, 60s);
    longer.lease = 60s;
    plot.addReading(std::make_shared<const Lock>(longer));
    QCOMPARE(plot.window().span(), milliseconds(240s));
    plot.window().setSpan(50s);
    longer.lease = 90s;
    plot.addReading(std::make_shared<const Lock>(longer));
    QCOMPARE(plot.window().span(), milliseconds(50s));
    plot.start(std::make_shared<const Lock>(m_lock), {}); // Another lock
    QCOMPARE(plot.window().span(), milliseconds(120s));
}

void TestTtlPlot::theLeaseIsALowerBoundUntilItIsSeen()
{
    TtlPlot plot;
    plot.resize(380, 160);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const auto lease = [&plot] {
        for (const QObject *item : plot.findChildren<QObject *>()) {
            const QString text = item->property("text").toString();
            if (item->property("visible").toBool() && text.startsWith(QLatin1String("lease")))
                return text;
        }
        return QString();
    };
    Lock lock = reading(0ms, 30s);
    lock.heldIsLowerBound = true;
    lock.renewals = {};
    plot.start(std::make_shared<const Lock>(lock), {});
    QTRY_COMPARE(lease(), QStringLiteral("lease ≥ 30 s"));
    lock.renewals.count = 1;
    plot.addReading(std::make_shared<const Lock>(lock));
    QTRY_COMPARE(lease(), QStringLiteral("lease 30 s"));
    lock.expiresAt.reset(); // The longest TTL seen stays known
    lock.readAt += 10s;
    plot.addReading(std::make_shared<const Lock>(lock));
    QTRY_COMPARE(lease(), QString());
}

void TestTtlPlot::whatIsShownIsExported()
{
    TtlPlot plot;
    plot.resize(380, 160);
    plot.show();
    Lock first = reading(0ms, 30s);
    plot.start(std::make_shared<const Lock>(first), {});
    plot.addEvent(happening(EventKind::Renewed, 10s, 30s));
    plot.addEvent(happening(EventKind::Released, 15s, {}, 0));
    QTemporaryDir folder;
    const auto fileName = [&folder](const char *name) { return folder.filePath(QString::fromLatin1(name)); };
    for (const char *name : {"t.png", "t.svg", "t.csv"})
        VERIFY_OK(plot.save(fileName(name)));
    QVERIFY(QImage(fileName("t.png")).width() >= 2 * 380);
    QVERIFY(test::svgElements(fileName("t.svg")) > 5);
    const auto rows = test::csvOf(fileName("t.csv"));
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows[1].mid(2), (QByteArrayList{"counting", "30000", "20000"}));
    QCOMPARE(rows[2].mid(2), (QByteArrayList{"renewed", "30000", "25000"}));
    QCOMPARE(rows[3].mid(2), (QByteArrayList{"no-lock", "", ""}));
    QCOMPARE(rows[2][0], rows[1][1]);
}

LOCKSCOPE_UI_TEST(TestTtlPlot)

} // namespace tst_ttlplot

#include "tst_ttlplot.moc"
