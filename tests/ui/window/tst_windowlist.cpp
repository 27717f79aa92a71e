// SPDX-License-Identifier: GPL-3.0-or-later
// The list of locks in the window: counts, filter, columns, repaints, scrolling.

#include "tests/support/uirunner.h"
#include "tests/ui/doubleclicktime.h"
#include "tests/ui/window/windowtest.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/statusline.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QPaintEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_windowlist
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_WindowList : public test::WindowTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void locksAreCountedAndListed()
    {
        connected();
        QVERIFY(!m_window->locks().isEmptyShown());
        QCOMPARE(m_window->locks().summary(),
                 QStringLiteral("Locks 44 · held 44 · critical 1 · warnings 1 · info 1 · OK 41"));
        QVERIFY(m_window->status().text().startsWith(QStringLiteral("live: tracking (sampled)")));
        QCOMPARE(m_window->windowTitle(), QStringLiteral("orders-prod — Lockscope"));
    }

    void countsAreButtonsThatFilter()
    {
        connected();
        LockPane &pane = m_window->locks();
        const std::pair<VerdictLevel, const char *> counts[] = {{VerdictLevel::Critical, "1"},
                                                                {VerdictLevel::Warning, "1"},
                                                                {VerdictLevel::Info, "1"},
                                                                {VerdictLevel::Ok, "41"}};
        for (const auto &[level, count] : counts) {
            QToolButton *button = pane.countButton(level);
            QVERIFY(button->isVisible() && !button->icon().isNull());
            QCOMPARE(button->text(), QLatin1String(count));
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(m_window->filter().text(), QStringLiteral("verdict:") + QLatin1String(name(level)));
            QVERIFY(button->isChecked());
            QTRY_COMPARE(pane.model().totals().shown, pane.model().totals().ofLevel(level));
            QTest::mouseClick(button, Qt::LeftButton); // Again: all
            QCOMPARE(m_window->filter().text(), QString());
            QVERIFY(!button->isChecked());
            QTRY_COMPARE(pane.model().totals().shown, 44);
        }
        m_window->filter().setText(QStringLiteral("verdict:ok")); // Typed
        QVERIFY(pane.countButton(VerdictLevel::Ok)->isChecked());
        // Gone while it filters: the button stays, to show all again.
        m_window->filter().setText(QStringLiteral("verdict:critical"));
        emit m_bridge->tableChanged(LockDelta{.removed = {LockName{"lock:stock:1001"}}});
        QToolButton *critical = pane.countButton(VerdictLevel::Critical);
        QTRY_COMPARE(critical->text(), QStringLiteral("0"));
        QVERIFY(critical->isVisible());
        critical->click();
        QVERIFY(!critical->isVisible());
    }

    void countsFoldAndAreNotCutOff()
    {
        QAction act(QStringLiteral("Act"));
        LockPane pane({&act, &act, &act, &act, &act, &act});
        DeploymentState deployment;
        deployment.spec = server();
        pane.show(deployment);
        pane.apply(variety());
        pane.show();
        const auto visible = [&pane] {
            QStringList parts;
            for (const VerdictLevel level :
                 {VerdictLevel::Critical, VerdictLevel::Warning, VerdictLevel::Info, VerdictLevel::Ok}) {
                const QToolButton *button = pane.countButton(level);
                if (!button->isVisible())
                    continue;
                parts << button->text();
                if (button->width() < button->sizeHint().width() ||
                    button->mapTo(&pane, QPoint(button->width(), 0)).x() > pane.width())
                    parts << QStringLiteral("cut off");
            }
            return parts.join(u' ');
        };
        pane.resize(1400, 400);
        QTRY_COMPARE(visible(), QStringLiteral("1 1 1 41"));
        QString last = visible();
        for (int width = 1400; width > 300; width -= 10) {
            pane.resize(width, 400);
            QCoreApplication::processEvents();
            const QString now = visible();
            QVERIFY2(!now.contains(QStringLiteral("cut off")), qPrintable(QString::number(width) + now));
            QVERIFY2(last.startsWith(now), qPrintable(now)); // The last ones go first
            QVERIFY2(now.startsWith(QStringLiteral("1 1")), qPrintable(now));
            last = now;
        }
        QVERIFY(pane.summary().contains(QStringLiteral("OK 41"))); // The tool tip has them all
    }

    void rowsStayWhileANoticeComesAndGoes()
    {
        connected();
        view().setIdleTime(1h); // A busy machine takes longer than a user rests
        const QPoint spot = view().visualRect(view().model()->index(2, 0)).center();
        const QPoint global = view().viewport()->mapToGlobal(spot);
        const auto rowThere = [&] {
            return view().indexAt(view().viewport()->mapFromGlobal(global)).siblingAtColumn(0);
        };
        const QPersistentModelIndex row = rowThere();
        QVERIFY(row.isValid());
        QTest::mouseMove(view().viewport(), spot);
        QTRY_VERIFY(view().viewport()->underMouse());
        view().scrollToBottom();
        const QPersistentModelIndex last = rowThere();
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QTRY_VERIFY(m_window->locks().banner().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(rowThere(), last);
        view().scrollToBottom();
        const QPersistentModelIndex deepest = rowThere();
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        QTRY_VERIFY(!m_window->locks().banner().isSaying());
        QCoreApplication::processEvents();
        QCOMPARE(rowThere(), deepest); // No row comes down to fill the room of the notice
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(view().viewport(), &leave);
        QTRY_VERIFY(m_window->locks().banner().isHidden());
        QCoreApplication::processEvents();
        QVERIFY(m_window->locks().countButton(VerdictLevel::Critical)->isVisible()); // Above the list again
        QCOMPARE(rowThere(), deepest);
    }

    // A master of several does not answer.
    void aFailedScanIsNoGoodNews()
    {
        connected();
        const Banner &banner = m_window->locks().banner();
        const auto *live = m_window->status().findChild<QLabel *>(QStringLiteral("liveIcon"));
        const QImage good = live->pixmap().toImage();
        QTRY_VERIFY(!banner.isSaying());
        emit m_bridge->scanChanged({.phase = ScanPhase::Failed,
                                    .endedAt = now(),
                                    .failure = {.text = QStringLiteral("connection refused")}});
        QTRY_VERIFY(banner.isSaying());
        QCOMPARE(banner.sentence(),
                 QStringLiteral("The last scan failed. Some locks may be missing or out of date."));
        QVERIFY(live->pixmap().toImage() != good);
        emit m_bridge->scanChanged({.phase = ScanPhase::Failed,
                                    .endedAt = now(),
                                    .nodes = {{.node = {"one:7000"}, .phase = ScanPhase::Complete},
                                              {.node = {"two:7000"}, .phase = ScanPhase::Failed}},
                                    .failure = {.text = QStringLiteral("connection refused")}});
        QTRY_COMPARE(banner.sentence(), QStringLiteral("The last scan did not read all servers. Some locks "
                                                       "may be missing or out of date."));
        emit m_bridge->scanChanged({.phase = ScanPhase::Complete, .endedAt = now()});
        QTRY_VERIFY(!banner.isSaying());
        QCOMPARE(live->pixmap().toImage(), good);
    }

    void anEmptyListOffersWhatIsAllowed()
    {
        ConnectionSpec spec = server();
        spec.readOnly = true;
        connected(spec, {.reset = true});
        const auto acquire = [this] {
            for (QPushButton *button : m_window->locks().emptyState().findChildren<QPushButton *>()) {
                if (button->text() == QStringLiteral("Acquire…"))
                    return button;
            }
            return static_cast<QPushButton *>(nullptr);
        };
        QTRY_VERIFY(acquire());
        QVERIFY(!acquire()->isEnabled());
        QVERIFY(acquire()->toolTip().contains(QStringLiteral("read-only")));
    }

    // A second click is meant for Retry.
    void dismissDoesNotTakeThePlaceOfRetryAtOnce()
    {
        connected();
        LockPane &pane = m_window->locks();
        pane.alarm(VerdictLevel::Info, QStringLiteral("A lock was released"), {}, {});
        const auto dismiss = [&pane] { return pane.banner().button(BannerMessage::Act::Dismiss); };
        QVERIFY(dismiss() && dismiss()->isVisible() && dismiss()->isEnabled());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QTRY_VERIFY(pane.banner().button(BannerMessage::Act::Retry));
        QVERIFY(!dismiss());
        test::DoubleClickTime doubleClick(test::DoubleClickTime::Long);
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        QTRY_VERIFY(dismiss());
        QVERIFY(!dismiss()->isEnabled());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QTRY_VERIFY(!dismiss());
        doubleClick.set(1);
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        QTRY_VERIFY(dismiss() && dismiss()->isEnabled());
    }

    void whatHappenedOnAnotherServerIsNotSaidOfThisOne()
    {
        connected();
        const Banner &banner = m_window->locks().banner();
        const QString lost = QStringLiteral("19 of 20 locks lost");
        m_window->locks().alarm(VerdictLevel::Critical, lost, {}, {}, {LockName{"lock:a"}});
        m_window->status().tell(lost, 30'000);
        ConnectionSpec next = server();
        next.readOnly = !next.readOnly;
        connected(next); // The same server
        QVERIFY(banner.find(BannerMessage::About::Alarm));
        QVERIFY(banner.button(BannerMessage::Act::Show));
        QVERIFY(!m_window->status().text().contains(lost));
        m_window->disconnectFromServer();
        QVERIFY(!banner.isSaying());
        next.port = 22001;
        connected(next);
        QVERIFY(!banner.isSaying());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QTRY_VERIFY2(banner.sentence().startsWith(QStringLiteral("Connection lost")),
                     qPrintable(banner.sentence()));
        QVERIFY(!banner.find(BannerMessage::About::Alarm));
    }

    void anEmptyListSaysThatItsFilterHasAnError()
    {
        connected();
        m_window->filter().setText(QStringLiteral("no-such-lock"));
        QTRY_VERIFY(m_window->locks().isEmptyShown());
        const auto *empty = m_window->locks().findChild<EmptyState *>();
        QCOMPARE(empty->title(), QStringLiteral("No matching locks"));
        m_window->filter().setText(QStringLiteral("ttl<abc"));
        QTRY_COMPARE(empty->title(), QStringLiteral("Error in the filter"));
        QVERIFY2(empty->text().contains(QStringLiteral("hidden by the last valid filter")),
                 qPrintable(empty->text()));
        m_window->filter().clear();
        QTRY_VERIFY(!m_window->locks().isEmptyShown());
    }

    // Also if the pointer is in the list.
    void aBannerMovesAndHidesNoneOfTheFirstRows()
    {
        const LockDelta few{.upserted = {made("lock:a", "x"), made("lock:b", "y")}, .reset = true};
        for (const LockDelta &locks : {variety(), few}) {
            connected(server(), locks);
            view().setIdleTime(1h);
            const QPoint spot = view().visualRect(view().model()->index(1, 0)).center();
            const int height = view().viewport()->mapToGlobal(spot).y();
            QTest::mouseMove(view().viewport(), spot + QPoint(9, 0));
            QTest::mouseMove(view().viewport(), spot);
            QTRY_VERIFY(view().viewport()->underMouse());
            emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
            QTRY_VERIFY(m_window->locks().banner().isVisible());
            QCoreApplication::processEvents();
            QCOMPARE(view().viewport()->mapToGlobal(spot).y(), height);
            QCOMPARE(view().visualRect(view().model()->index(0, 0)).top(), 0);
            QCOMPARE(view().verticalScrollBar()->value(), 0);
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(view().viewport(), &leave);
            QTRY_COMPARE(view().viewport()->mapToGlobal(spot).y() - height,
                         m_window->locks().banner().height());
        }
    }

    void theHeaderComesBackToAPointerThatRests()
    {
        connected();
        for (const int row : {2, 1})
            QTest::mouseMove(view().viewport(), view().visualRect(view().model()->index(row, 0)).center());
        QTRY_VERIFY(view().viewport()->underMouse());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QToolButton *critical = m_window->locks().countButton(VerdictLevel::Critical);
        QTRY_VERIFY(!critical->isVisible());
        QTRY_VERIFY(critical->isVisible());
        QVERIFY(m_window->locks().banner().isVisible());
    }

    void aNewConnectionKeepsItsHeader()
    {
        connected();
        QTest::mouseMove(view().viewport(), view().visualRect(view().model()->index(1, 0)).center());
        QTRY_VERIFY(view().viewport()->underMouse());
        ConnectionSpec other = server();
        other.name = QStringLiteral("elsewhere");
        m_window->connectTo(other);
        emit m_bridge->tableChanged(variety());
        QTRY_VERIFY(!m_window->locks().isEmptyShown() && m_window->locks().banner().isHidden());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        QTRY_VERIFY(m_window->locks().banner().isVisible());
        QCoreApplication::processEvents();
        QVERIFY(m_window->locks().countButton(VerdictLevel::Critical)->isVisible());
    }

    // As last known by the fleet: no scan begins.
    void aServerThatIsGoneBeginsWithItsWorstLock()
    {
        m_window->connectTo(server());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        emit m_bridge->tableChanged(variety());
        QTRY_VERIFY(view().currentLock());
        QCOMPARE(view().currentLock()->key, LockName{"lock:stock:1001"});
    }

    void downGoesFromTheFilterIntoTheList()
    {
        connected();
        FilterEdit &filter = m_window->filter();
        m_window->activateWindow();
        filter.setFocus();
        QTest::keyClick(&filter, Qt::Key_Down);
        QTRY_VERIFY(view().hasFocus());
        QVERIFY(view().currentLock());
    }

    void aWrongFilterKeepsTheLastGoodOne()
    {
        connected();
        FilterEdit &filter = m_window->filter();
        filter.setText(QStringLiteral("kind:rlock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 41);
        filter.setText(QStringLiteral("kind:rlock ttl<"));
        QCOMPARE(filter.problem(), QStringLiteral("ttl< needs a duration such as 30s, at column 16"));
        QVERIFY(!m_window->locks().model().isArranging());
        QCOMPARE(m_window->locks().model().totals().shown, 41);
        filter.setText(QStringLiteral("nothing-like-this"));
        QTRY_COMPARE(m_window->locks().emptyState().title(), QStringLiteral("No matching locks"));
        m_window->actions().clearFilter->trigger();
        QTRY_VERIFY(!m_window->locks().isEmptyShown());
        QCOMPARE(filter.problem(), QString());
    }

    void completionsAreTypedByKeyboard()
    {
        connected();
        FilterEdit &filter = m_window->filter();
        QTest::keyClicks(&filter, QStringLiteral("ki"));
        QTRY_VERIFY(filter.completer()->popup()->isVisible());
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Down);
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:"));
        QTRY_VERIFY(filter.completer()->popup()->isVisible());
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Down);
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:rlock "));
    }

    void escapeClosesTheCompletionsAndThenClears()
    {
        connected();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        FilterEdit &filter = m_window->filter();
        filter.setFocus();
        const QString typed = QStringLiteral("verdict>=war");
        QTest::keyClicks(&filter, typed);
        const QWidget *popup = filter.completer()->popup();
        QTRY_VERIFY(popup->isVisible());
        const auto pressEscape = [this] { QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape); };
        pressEscape();
        QVERIFY(!popup->isVisible());
        QCOMPARE(filter.text(), typed);
        QVERIFY(filter.hasFocus());
        pressEscape();
        QCOMPARE(filter.text(), QString());
        QVERIFY(filter.hasFocus() && !popup->isVisible());
    }

    void allColumnsFitTheWindow()
    {
        connected();
        const auto isWhole = [this] { return view().horizontalScrollBar()->maximum() == 0; };
        const auto width = [this](LockColumn column) { return view().columnWidth(int(column)); };
        m_window->resize(1920, 850);
        QTRY_VERIFY(view().width() > 1400); // Wider than the window was before
        const QModelIndex renewed = m_window->locks().model().indexOf({"order:77"});
        const QModelIndex cell = renewed.siblingAtColumn(int(LockColumn::Ttl));
        QTRY_VERIFY(width(LockColumn::Ttl) >= view().sizeHintForIndex(cell).width());
        QTRY_VERIFY(isWhole());
        const int kind = width(LockColumn::Kind), ttl = width(LockColumn::Ttl);
        const int key = width(LockColumn::Key);
        m_window->resize(1400, 850);
        QTRY_VERIFY(width(LockColumn::Key) < key);
        QTRY_VERIFY(isWhole());
        m_window->resize(1024, 640);
        QTRY_VERIFY(width(LockColumn::Kind) < kind && width(LockColumn::Ttl) < ttl);
        QTRY_VERIFY(isWhole());
        const QModelIndex number = renewed.siblingAtColumn(int(LockColumn::Waiters)); // Is not cut
        QVERIFY(width(LockColumn::Waiters) >= view().sizeHintForIndex(number).width());
        m_window->resize(1920, 850);
        QTRY_COMPARE(width(LockColumn::Kind), kind);
        QTRY_VERIFY(width(LockColumn::Key) >= key);
    }

    void theColumnsFitFromTheStart()
    {
        m_window->resize(1920, 850);
        connected();
        const QAbstractItemModel *model = view().model();
        for (int row = 0; row < 5; ++row) {
            for (int column = 0; column < LockColumnCount; ++column) {
                const QModelIndex cell = model->index(row, column);
                QVERIFY2(view().isColumnHidden(column) || column == int(LockColumn::Key) ||
                             view().columnWidth(column) >= view().sizeHintForIndex(cell).width(),
                         qPrintable(cell.data().toString()));
            }
        }
        const QModelIndex owner = m_window->locks().model().indexOf({"order:77"});
        const QString whole = QStringLiteral("6f96ab12-1111-4222-8333-444455556666:82");
        QVERIFY(view().columnWidth(int(LockColumn::Owner)) > view().fontMetrics().horizontalAdvance(whole));
        QVERIFY(owner.siblingAtColumn(int(LockColumn::Owner)).data().toString() != whole);
    }

    void aNarrowWindowIsNotRemembered()
    {
        connected();
        m_window->resize(1920, 850);
        QTRY_VERIFY(view().width() > 1000);
        const int kind = view().columnWidth(int(LockColumn::Kind));
        view().header()->resizeSection(int(LockColumn::Owner), 222); // By the user
        m_window->resize(1280, 720);
        QTRY_VERIFY(view().columnWidth(int(LockColumn::Kind)) < kind);
        QCOMPARE(view().columnWidth(int(LockColumn::Owner)), 222);
        reopen();
        connected();
        m_window->resize(1920, 850);
        QTRY_COMPARE(view().columnWidth(int(LockColumn::Kind)), kind);
        QCOMPARE(view().columnWidth(int(LockColumn::Owner)), 222);
    }

    void onlyTheRunningColumnIsRepainted()
    {
        connected();
        class Watch final : public QObject
        {
        public:
            QList<QRect> rects;
            bool eventFilter(QObject *, QEvent *event) override
            {
                if (event->type() == QEvent::Paint)
                    rects << static_cast<QPaintEvent *>(event)->rect();
                return false;
            }
        } watch;
        QTRY_VERIFY(view().isTicking());
        QCoreApplication::processEvents();
        view().viewport()->installEventFilter(&watch);
        QSignalSpy changes(&m_window->locks().model(), &QAbstractItemModel::dataChanged);
        QTRY_VERIFY(watch.rects.size() >= 5);
        const int width = view().columnWidth(int(LockColumn::Ttl));
        const auto narrow = std::count_if(watch.rects.begin(), watch.rects.end(),
                                          [&](const QRect &rect) { return rect.width() == width; });
        QVERIFY2(narrow >= 4, qPrintable(QString::number(narrow)));
        QCOMPARE(changes.count(), 0);
        view().hide();
        QVERIFY(!view().isTicking());
    }

    void scrollingStaysWhileLocksComeAndGo()
    {
        LockDelta many;
        for (int i = 0; i < 500; ++i)
            many.upserted.push_back(made("lock:" + QByteArray::number(1000 + i), "o"));
        connected(server(), many);
        const LockName anchor{QByteArrayLiteral("lock:1250")};
        view().scrollTo(m_window->locks().model().indexOf(anchor), QAbstractItemView::PositionAtTop);
        QCOMPARE(view().indexAt(QPoint(1, 1)), m_window->locks().model().indexOf(anchor));
        LockDelta delta;
        for (int i = 0; i < 30; ++i) {
            delta.upserted.push_back(made("lock:" + QByteArray::number(500 + i), "o"));
            delta.removed.push_back(LockName{"lock:" + QByteArray::number(1000 + 3 * i)});
        }
        delta.removed.resize(20);
        emit m_bridge->tableChanged(delta);
        QTRY_COMPARE(view().indexAt(QPoint(1, 1)), m_window->locks().model().indexOf(anchor));
    }
};

LOCKSCOPE_UI_TEST(tst_WindowList)

} // namespace tst_windowlist

#include "tst_windowlist.moc"
