// SPDX-License-Identifier: GPL-3.0-or-later
// The pages over time with real servers: workers on a sandbox, engine and history on their own threads.

#include "core/lab/demoworkers.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/threaded.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/bridges/enginebridge.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/figurecard.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinepage.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_livehistory
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

struct LiveWindow {
    explicit LiveWindow(const ConnectionSpec &server)
        : workers(new DemoWorkers({server})), history(observer(new History(dir.path()))), engine(observed)
    {
        bridge.attach(engine.object);
        historyBridge.attach(history.object);
        window = std::make_unique<MainWindow>(bridge, historyBridge, dir.path());
        window->resize(1500, 950);
        window->show();
        window->connectTo(server);
        QMetaObject::invokeMethod(workers.object, &DemoWorkers::start);
    }
    History *observer(History *made)
    {
        made->observe(observed);
        return made;
    }
    LockName heldLock() const
    {
        for (const LockPtr &lock : window->locks().model().shownLocks()) {
            if (lock->held())
                return lock->key;
        }
        return {};
    }

    QTemporaryDir dir;
    Engine *observed = new Engine;
    test::Threaded<DemoWorkers> workers;
    test::Threaded<History> history;
    test::Threaded<Engine> engine;
    EngineBridge bridge;
    HistoryBridge historyBridge;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class tst_LiveHistory : public QObject
{
    Q_OBJECT
    std::unique_ptr<Sandbox> m_redis;

private slots:
    void initTestCase()
    {
        installTranslations(*qApp, QStringLiteral("en"));
        VERIFY_INTO(m_redis, Sandbox::start());
    }

    void hiddenPagesAskNothing()
    {
        LiveWindow live(m_redis->tcp());
        const OverviewPage &overview = live.window->overview();
        QVERIFY(overview.isVisible()); // It covers the others
        QVERIFY(!live.window->contention().feed().isActive());
        QVERIFY(!live.window->timeline().isWanted());
        for (const char *page : {"overview", "contention", "timeline"})
            live.window->findChild<QDockWidget *>(QLatin1String(page))->close();
        QSignalSpy tallied(&live.historyBridge, &HistoryBridge::tallied);
        QSignalSpy tallies(&live.historyBridge, &HistoryBridge::talliesWanted);
        QSignalSpy holds(&live.historyBridge, &HistoryBridge::holdsWanted);
        QSignalSpy demand(&live.historyBridge, &HistoryBridge::contentionWanted);
        QTRY_VERIFY(tallied.count() >= 3);
        QCOMPARE(tallies.count() + holds.count() + demand.count(), 0);
    }

    void pagesShowWhatWorkersDo()
    {
        LiveWindow live(m_redis->tcp());
        live.window->openPage(MainWindow::Page::Overview);
        OverviewPage &overview = live.window->overview();
        QTRY_VERIFY(overview.card(Curve::Held).value().toInt() >= 3);
        QTRY_VERIFY(overview.table().model()->rowCount() > 0);
        overview.card(VerdictLevel::Critical).click();
        QTRY_COMPARE(live.window->filter().text(), QStringLiteral("verdict:critical"));
        live.window->filter().clear();

        live.window->openPage(MainWindow::Page::Contention);
        ContentionPlots &plots = live.window->contention().plots();
        QTRY_VERIFY(plots.figureOf(Curve::Held).toInt() >= 3);

        live.window->openPage(MainWindow::Page::Timeline);
        live.window->timeline().setChoice(TimelinePage::MostInDemand);
        HoldLanes &lanes = live.window->timeline().lanes();
        QTRY_VERIFY(lanes.drawnBars() > 3);
    }

    void theFiguresOfOneLockAreWhatHappenedToIt()
    {
        constexpr int Holds = 3;
        const LockName key{"lock:of:its:own"};
        LiveWindow live(m_redis->tcp());
        const auto isListed = [&] { return live.window->locks().model().find(key) != nullptr; };
        // What the first pass finds is no acquisition
        QTRY_VERIFY(live.window->isFilled() && !live.heldLock().isEmpty());
        for (int hold = 0; hold < Holds; ++hold) {
            VERIFY_OK(test::redisCli(m_redis->tcp(), {"SET", key.bytes, "mine", "NX", "PX", "600000"}));
            QTRY_VERIFY(isListed());
            const QByteArray release("if redis.call('GET', KEYS[1]) == ARGV[1] then "
                                     "return redis.call('DEL', KEYS[1]) end return 0");
            VERIFY_OK(test::redisCli(m_redis->tcp(), {"EVAL", release, "1", key.bytes, "mine"}));
            QTRY_VERIFY(!isListed());
        }
        live.window->openPage(MainWindow::Page::Contention);
        ContentionPage &page = live.window->contention();
        QTRY_VERIFY(!page.lockFeed().tallies().empty()); // The most contended
        page.table().choose({key});
        const auto sum = [&] {
            const auto found = page.lockFeed().tallies().find(key);
            return found == page.lockFeed().tallies().end() ? Tally() : sumOf(found->second, page.range());
        };
        QTRY_COMPARE(sum().released, qint64(Holds));
        QCOMPARE(sum().acquired, qint64(Holds));
        QCOMPARE(sum().holds.count(), qint64(Holds));
        QCOMPARE(sum().renewed, qint64(0));
        QVERIFY(sumOf(page.feed().tallies(), page.range()).acquired >= Holds); // Of all locks
        const auto holdersNow = [&] { return page.plots().figureOf(Curve::Held, key); };
        QTRY_COMPARE(holdersNow(), QStringLiteral("0"));
        VERIFY_OK(test::redisCli(m_redis->tcp(), {"SET", key.bytes, "mine", "NX", "PX", "600000"}));
        QTRY_COMPARE(holdersNow(), QStringLiteral("1"));
    }

    void aLookBackFindsWhatIsHeldStill()
    {
        LiveWindow live(m_redis->tcp());
        live.window->openPage(MainWindow::Page::Timeline);
        live.window->timeline().setChoice(TimelinePage::MostInDemand);
        QTRY_VERIFY(!live.heldLock().isEmpty());
        QTRY_VERIFY(live.window->timeline().lanes().drawnBars() > 3);
        const MomentView &moment = live.window->timeline().moment();
        live.window->timeline().lookBack(wallNow());
        QTRY_VERIFY(moment.model().rowCount() >= 3);
        live.window->timeline().lookBack({});
        QVERIFY(moment.isHidden());
    }

    void choosingInTheListGivesItALane()
    {
        LiveWindow live(m_redis->tcp());
        live.window->openPage(MainWindow::Page::Timeline);
        live.window->timeline().setChoice(TimelinePage::MostInDemand);
        const LockName key{"lock:report:daily"}; // Never released, without waiters
        QTRY_VERIFY(live.window->locks().model().find(key));
        QTRY_VERIFY(live.window->timeline().lanes().lanes().size() > 3);
        QTRY_VERIFY(live.window->locks().view().currentLock()); // The worst
        live.window->locks().view().selectNone();
        // Other locks come first once demand is known.
        QTRY_VERIFY(live.window->timeline().lanes().lanes().front().key != key);
        live.window->locks().view().choose(key);
        const HoldLanes &lanes = live.window->timeline().lanes();
        QTRY_VERIFY(std::ranges::find(lanes.lanes(), key, &Lane::key) - lanes.lanes().begin() <
                    qsizetype(lanes.drawnLanes()));
    }

    // Its acquisition was not observed, and it has no waiters.
    void aLockThatIsHeldAllTheTimeHasALaneAndABar()
    {
        const LockName key{"lock:held:all:the:time"};
        VERIFY_OK(test::redisCli(m_redis->tcp(), {"SET", key.bytes, "somebody", "PX", "600000"}));
        LiveWindow live(m_redis->tcp());
        live.window->openPage(MainWindow::Page::Timeline);
        live.window->timeline().setChoice(TimelinePage::MostInDemand);
        const HoldLanes &lanes = live.window->timeline().lanes();
        const auto lane = [&] { return std::ranges::find(lanes.lanes(), key, &Lane::key); };
        QTRY_VERIFY(lane() != lanes.lanes().end() && lane()->bars.size() == 1);
        QVERIFY(lane()->bars.front().open);
    }
};

LOCKSCOPE_UI_TEST(tst_LiveHistory)

} // namespace tst_livehistory

#include "tst_livehistory.moc"
