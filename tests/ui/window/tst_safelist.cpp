// SPDX-License-Identifier: GPL-3.0-or-later
// The list under a pointer, while locks of a real redis-server come and go.

#include "tests/support/uirunner.h"
#include "tests/ui/window/livewindowtest.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/theme/language.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

namespace tst_safelist
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_SafeList : public test::LiveWindowTest
{
    Q_OBJECT

    LockView &view() { return m_window->locks().view(); }
    QByteArray keyAt(int row) { return model().lockAt(model().index(row, 0))->key.bytes; }
    QPoint spot(int row) { return view().visualRect(model().index(row, int(LockColumn::Key))).center(); }
    // The end of the first pass may be reported before the last of its locks.
    void connectWindow(int locks)
    {
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(m_window->isFilled() && model().rowCount() == locks);
        view().setIdleTime(1h);
    }
    // To where no list is.
    void leave()
    {
        QTest::mouseMove(&m_window->filter());
        m_window->filter().setFocus();
        QTRY_VERIFY(!model().isHeld());
    }

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void init()
    {
        startServer();
        openWindow();
        m_window->resize(1280, 720);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { end(); }

    void threeClicksOnOneSpotChooseOneLock()
    {
        for (const char *key : {"lock:a", "lock:b", "lock:c", "lock:d"})
            command({"SET", key, "token", "PX", "600000"});
        connectWindow(4);
        const QPoint place = spot(2);
        const QByteArray key = keyAt(2);
        QTest::mouseMove(view().viewport(), place);
        QTRY_VERIFY(model().isHeld());
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_window->detail().shownKey().bytes, key);
        command({"DEL", "lock:a"}); // Above it
        QTRY_VERIFY(!find("lock:a"));
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_window->detail().shownKey().bytes, key);
        // A Redisson lock without a TTL is the worst, so the first.
        command({"HSET", "lock:stuck", "8f3c1d0e-52a7-4b60-9a54-6c1f0e2d7b31:63", "1"});
        QTRY_VERIFY(find("lock:stuck"));
        QTRY_COMPARE(find("lock:stuck")->verdict.code, std::string_view("no-expiry"));
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_window->detail().shownKey().bytes, key);
        QCOMPARE(view().selectedLocks().size(), size_t(1));
        QVERIFY(!model().indexOf({"lock:stuck"}).isValid());
        QToolButton *held = m_window->locks().heldButton();
        QVERIFY(held->isVisible());
        QCOMPARE(held->text(), QStringLiteral("1 new lock"));
        QCOMPARE(model().totals().ofLevel(VerdictLevel::Warning) +
                     model().totals().ofLevel(VerdictLevel::Critical),
                 1); // Counted at once
        leave();
        QCOMPARE(keyAt(0), QByteArrayLiteral("lock:stuck"));
        QVERIFY(!held->isVisible());
        QCOMPARE(view().currentLock()->key.bytes, key);
    }

    void theButtonUpdatesTheListAtOnce()
    {
        command({"SET", "lock:a", "token", "PX", "600000"});
        connectWindow(1);
        QTest::mouseMove(view().viewport(), spot(0));
        QTRY_VERIFY(model().isHeld());
        command({"SET", "lock:b", "token", "PX", "600000"});
        QTRY_COMPARE(m_window->locks().heldButton()->text(), QStringLiteral("1 new lock"));
        m_window->locks().heldButton()->click();
        QCOMPARE(model().rowCount(), 2);
        QTest::mouseMove(view().viewport(), spot(1));
        QTRY_VERIFY(model().isHeld());
        view().setIdleTime(1ms); // Nobody is there any more
        QTest::mouseMove(view().viewport(), spot(0));
        QTRY_VERIFY(!model().isHeld());
    }

    // Nobody has moved for a while, so the list is not held: a lock comes above just before the press.
    void aPressOnARowThatHasJustMovedSelectsNothing()
    {
        for (const char *key : {"lock:a", "lock:b", "lock:c"})
            command({"SET", key, "token", "PX", "600000"});
        connectWindow(3);
        view().setIdleTime(1ms);
        view().setAimTime(1h);
        const QPoint place = spot(2);
        QTest::mouseMove(view().viewport(), place);
        QTRY_VERIFY(!model().isHeld());
        const QByteArray chosen = m_window->detail().shownKey().bytes;
        command({"HSET", "lock:stuck", "8f3c1d0e-52a7-4b60-9a54-6c1f0e2d7b31:63", "1"});
        QTRY_COMPARE(keyAt(0), QByteArrayLiteral("lock:stuck"));
        view().setIdleTime(1h);
        QVERIFY(keyAt(2) != chosen);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_window->detail().shownKey().bytes, chosen);
        QVERIFY(model().isHeld()); // From the press on
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, place);
        const QPointF next = place + QPoint(1, 0);
        QMouseEvent drag(QEvent::MouseMove, next, view().viewport()->mapToGlobal(next), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view().viewport(), &drag);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, place + QPoint(1, 0));
        QCOMPARE(m_window->detail().shownKey().bytes, chosen);
        QCOMPARE(view().selectedLocks().size(), size_t(chosen.isEmpty() ? 0 : 1));
        view().setAimTime(0ms); // Some time later
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_window->detail().shownKey().bytes, keyAt(2));
    }

    void theKeyboardHoldsItToo()
    {
        command({"SET", "lock:a", "token", "PX", "600000"});
        command({"SET", "lock:b", "token", "PX", "600000"});
        connectWindow(2);
        leave();
        view().setFocus(Qt::OtherFocusReason); // By the program
        QVERIFY(!model().isHeld());
        QTest::keyClick(&view(), Qt::Key_Down);
        QVERIFY(model().isHeld());
        leave();
    }

    // The list appears below a pointer, and gets the focus as the start page goes.
    void aListThatNobodyTouchesIsNotHeld()
    {
        command({"SET", "lock:a", "token", "PX", "600000"});
        QTest::mouseMove(m_window.get(), m_window->rect().center());
        connectWindow(1);
        QEnterEvent enter(spot(0), spot(0), view().viewport()->mapToGlobal(spot(0)));
        QApplication::sendEvent(view().viewport(), &enter);
        m_window->filter().setFocus();
        view().setFocus(Qt::TabFocusReason);
        QVERIFY(view().hasFocus());
        QVERIFY(!model().isHeld());
        command({"SET", "lock:stuck", "token"});
        QTRY_VERIFY(model().indexOf({"lock:stuck"}).isValid());
        QCOMPARE(keyAt(0), QByteArrayLiteral("lock:stuck"));
        QTest::mouseMove(view().viewport(), spot(0) + QPoint(3, 0));
        QTRY_VERIFY(model().isHeld());
        QEvent gone(QEvent::Leave);
        QApplication::sendEvent(view().viewport(), &gone);
        QVERIFY(!model().isHeld()); // Although it has the focus
        leave();
    }

    void aRowThatEndedIsGreyedAndNothingActsOnIt()
    {
        command({"SET", "lock:a", "token", "PX", "600000"});
        command({"SET", "lock:b", "token", "PX", "600000"});
        connectWindow(2);
        leave();
        view().choose({"lock:b"});
        QVERIFY(m_window->actions().whoIs->isEnabled());
        command({"DEL", "lock:b"});
        QTRY_VERIFY(!find("lock:b"));
        QCOMPARE(model().rowCount(), 2);
        QVERIFY(model().ended({"lock:b"}));
        QVERIFY(!view().currentLock());
        QVERIFY(!m_window->actions().whoIs->isEnabled());
        view().choose({"lock:a"});
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, spot(1));
        QCOMPARE(m_window->detail().shownKey(), LockName{"lock:b"}); // What it was, and that it is gone
        QVERIFY(!m_window->actions().release->isEnabled());
        QCOMPARE(m_window->actions().release->toolTip(), QStringLiteral("The lock is gone"));
        QVERIFY(!view().currentLock());
        const WindowActions &actions = m_window->actions();
        for (const QAction *past : {actions.fullHistory, actions.inTimeline, actions.sameOwner})
            QVERIFY2(past->isEnabled(), qPrintable(past->text()));
        command({"SET", "lock:b", "next", "PX", "600000"});
        QTRY_VERIFY(view().currentLock());
        QCOMPARE(view().currentLock()->owner().bytes, QByteArrayLiteral("next"));
        QVERIFY(m_window->actions().whoIs->isEnabled());
    }

    void columnsStayWhereTheyAre()
    {
        for (int i = 0; i < 4; ++i)
            command({"SET", "lock:orders:" + QByteArray::number(i), "token", "PX", "600000"});
        command({"SET", "lock:stuck", "token"});
        connectWindow(5);
        const int room = view().viewport()->width();
        QVERIFY(view().verticalScrollBar()->isVisible());
        const auto elided = [this] {
            for (int row = 0; row < model().rowCount(); ++row) {
                for (const LockColumn column : {LockColumn::Verdict, LockColumn::Key, LockColumn::Waiters}) {
                    const QModelIndex cell = model().index(row, int(column));
                    if (view().columnWidth(int(column)) < view().sizeHintForIndex(cell).width())
                        return cell.data().toString();
                }
            }
            return QString();
        };
        QTRY_COMPARE(elided(), QString());
        const int verdict = view().columnWidth(int(LockColumn::Verdict));
        for (const Grouping grouping : {Grouping::Verdict, Grouping::None}) { // A new layout is no resize
            m_window->locks().setGrouping(grouping);
            QTRY_VERIFY(!model().isArranging());
            QTRY_COMPARE(view().header()->length(), view().viewport()->width());
        }
        QTRY_COMPARE(view().columnWidth(int(LockColumn::Verdict)), verdict); // Without the indentation
        for (int i = 0; i < 60; ++i)
            command({"SET", "lock:more:" + QByteArray::number(i), "token", "PX", "600000"});
        QTRY_COMPARE(model().totals().locks, 65);
        QCOMPARE(view().viewport()->width(), room);
    }

    void theWorstLockIsSelectedAtTheStartAndNeverLater()
    {
        command({"SET", "lock:a", "token", "PX", "600000"});
        command({"SET", "lock:stuck", "token"});
        connectWindow(2);
        QTRY_COMPARE(m_window->detail().shownKey(), LockName{"lock:stuck"});
        QCOMPARE(view().currentLock()->key, LockName{"lock:stuck"});
        command({"SET", "lock:0worse", "token"});
        QTRY_VERIFY(find("lock:0worse"));
        QCOMPARE(view().currentLock()->key, LockName{"lock:stuck"});
        view().selectNone();
        command({"SET", "lock:00", "token"});
        QTRY_VERIFY(find("lock:00"));
        QVERIFY(!view().currentLock());
    }
};

LOCKSCOPE_UI_TEST(tst_SafeList)

} // namespace tst_safelist

#include "tst_safelist.moc"
