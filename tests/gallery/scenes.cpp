// SPDX-License-Identifier: GPL-3.0-or-later
// The window itself in all its states. What a page over time shows has to happen first: see matured().
#include "tests/gallery/scenes.h"

#include "ui/audit/auditpage.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/figurecard.h"
#include "ui/contention/holdhistogram.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/filteredit.h"
#include "ui/lab/labclaims.h"
#include "ui/lab/labform.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labpage.h"
#include "ui/lab/labruns.h"
#include "ui/lab/labsidebyside.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/redlock/redlockview.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeView>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

QWidget *notConnected(GalleryWindow &gallery)
{
    gallery.window().disconnectFromServer();
    return &gallery.window();
}

// The place is asked for its servers, and nothing more is waited for.
bool open(GalleryWindow &gallery, const Outcome<ConnectionSpec> &place)
{
    if (place)
        gallery.window().connectTo(*place);
    return place.ok();
}

QWidget *connecting(GalleryWindow &gallery)
{
    return open(gallery, gallery.places().deaf()) &&
                   gallery.await("it connects",
                                 [&] {
                                     return gallery.window().deployment().connection().phase ==
                                            ConnectionPhase::Connecting;
                                 })
               ? &gallery.window()
               : nullptr;
}

QWidget *failed(GalleryWindow &gallery, const Outcome<ConnectionSpec> &place)
{
    return open(gallery, place) && gallery.await("the connection fails",
                                                 [&] {
                                                     const ConnectionPhase phase =
                                                         gallery.window().deployment().connection().phase;
                                                     return phase == ConnectionPhase::Waiting ||
                                                            phase == ConnectionPhase::Failed;
                                                 })
               ? &gallery.window()
               : nullptr;
}

QWidget *refused(GalleryWindow &gallery)
{
    return failed(gallery, Places::nobody());
}

QWidget *passwordWrong(GalleryWindow &gallery)
{
    return failed(gallery, gallery.places().locked());
}

QWidget *scanning(GalleryWindow &gallery)
{
    if (!open(gallery, gallery.places().vast()))
        return nullptr;
    const auto progress = [&]() -> const ScanProgress & { return gallery.window().deployment().scan; };
    if (!gallery.await("it scans",
                       [&] { return progress().phase == ScanPhase::Running && progress().keysSeen > 0; }))
        return nullptr;
    gallery.places().holdVast();
    return progress().phase == ScanPhase::Running ? &gallery.window() : nullptr;
}

QWidget *noLocks(GalleryWindow &gallery)
{
    return gallery.reach(gallery.places().empty()) &&
                   gallery.await("nothing is found", [&] { return gallery.window().locks().isEmptyShown(); })
               ? &gallery.window()
               : nullptr;
}

// Each lock's part on each node, and what is left of its majority.
QWidget *redLock(GalleryWindow &gallery)
{
    const LockName settlement{"lock:settlement"};
    return gallery.reach(gallery.places().group()) &&
                   gallery.await("the group's locks are compared",
                                 [&] { return gallery.window().locks().model().totals().locks >= 5; }) &&
                   gallery.await("a lock lacks its quorum for long enough",
                                 [&] {
                                     const LockPtr lock = gallery.find(settlement);
                                     return lock && lock->verdict.level >= VerdictLevel::Warning;
                                 }) &&
                   gallery.choose(settlement)
               ? &gallery.window()
               : nullptr;
}

// A server that is gone: what it said last stays on top, greyed.
QWidget *lost(GalleryWindow &gallery)
{
    const LockName stuckLock{"lock:stock:1001"};
    const auto isShown = [&](bool isStale) {
        const LockPtr lock = gallery.find(stuckLock);
        return lock && lock->stale == isStale && lock->shownVerdict().level == VerdictLevel::Critical;
    };
    if (!gallery.reach(gallery.places().mortal()) ||
        !gallery.await("a lock is stuck", [&] { return isShown(false); }) || !gallery.choose(stuckLock))
        return nullptr;
    gallery.places().endMortal();
    return gallery.await("the server is gone", [&] { return isShown(true); }) ? &gallery.window() : nullptr;
}

// A server that came back without its locks.
QWidget *restarted(GalleryWindow &gallery)
{
    if (!lost(gallery) || !gallery.places().restartMortal())
        return nullptr;
    Banner &banner = gallery.window().locks().banner();
    return gallery.await("its lost locks are named",
                         [&] {
                             return banner.find(BannerMessage::About::Alarm) &&
                                    gallery.window().deployment().isReady();
                         })
               ? &gallery.window()
               : nullptr;
}

// One of five nodes is gone.
QWidget *withoutNode(GalleryWindow &gallery)
{
    const LockName refund{"lock:refund:88"};
    if (!gallery.reach(gallery.places().mortalGroup()) ||
        !gallery.await("the group's locks are compared",
                       [&] { return gallery.window().locks().model().totals().locks >= 5; }) ||
        !gallery.choose(refund))
        return nullptr;
    gallery.places().end(1);
    return gallery.await("whether a majority holds it is unknown",
                         [&] {
                             const LockPtr lock = gallery.find(refund);
                             return lock && lock->isUndecided();
                         })
               ? &gallery.window()
               : nullptr;
}

// Three of five nodes are gone.
QWidget *withoutQuorum(GalleryWindow &gallery)
{
    const LockName payment{"lock:payment:4711"};
    if (!gallery.reach(gallery.places().mortalGroup()) ||
        !gallery.await("the group's locks are compared",
                       [&] { return gallery.window().locks().model().totals().locks >= 5; }) ||
        !gallery.choose(payment))
        return nullptr;
    gallery.places().end(3);
    return gallery.await("its quorum is gone for long enough",
                         [&] {
                             const LockPtr lock = gallery.find(payment);
                             return lock && lock->verdict.level == VerdictLevel::Critical;
                         })
               ? &gallery.window()
               : nullptr;
}

QWidget *withDetails(GalleryWindow &gallery, const LockName &key)
{
    return gallery.reachShop() && gallery.choose(key) ? &gallery.window() : nullptr;
}

QWidget *healthy(GalleryWindow &gallery)
{
    return withDetails(gallery, Shop::healthy());
}

QWidget *stuck(GalleryWindow &gallery)
{
    return withDetails(gallery, Shop::stuck());
}

QWidget *queued(GalleryWindow &gallery)
{
    return withDetails(gallery, Shop::queued());
}

QWidget *shared(GalleryWindow &gallery)
{
    return withDetails(gallery, Shop::shared());
}

QWidget *noHits(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().filter().setText(QStringLiteral("kind:latch owner:nobody"));
    return gallery.await("the filter finds nothing", [&] { return gallery.window().locks().isEmptyShown(); })
               ? &gallery.window()
               : nullptr;
}

QWidget *filterFault(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().filter().setText(QStringLiteral("verdict>=warning ttl<"));
    return &gallery.window();
}

QWidget *grouped(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().locks().setGrouping(Grouping::Verdict);
    return gallery.await("the locks are grouped",
                         [&] { return !gallery.window().locks().model().isArranging(); })
               ? &gallery.window()
               : nullptr;
}

QWidget *overview(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().locks().setGrouping(Grouping::None);
    OverviewPage &page = gallery.window().overview();
    return gallery.await("the overview has figures",
                         [&] {
                             return page.card(Curve::Held).value().toInt() > 0 &&
                                    page.table().model()->rowCount() > 0;
                         })
               ? &gallery.window()
               : nullptr;
}

// One plot for each of the locks.
QWidget *contention(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().openPage(MainWindow::Page::Contention);
    ContentionPlots &plots = gallery.window().contention().plots();
    return gallery.await("the lock that many want has a plot with a figure",
                         [&] { return plots.figureOf(Curve::Waiters, Shop::wanted()).size() > 1; })
               ? &gallery.window()
               : nullptr;
}

QWidget *contentionOfOne(GalleryWindow &gallery)
{
    if (!contention(gallery))
        return nullptr;
    ContentionPage &page = gallery.window().contention();
    page.table().choose({Shop::wanted()});
    return gallery.await("its figures are there",
                         [&] { return page.histogram().title().contains(QLatin1String("p50")); })
               ? &gallery.window()
               : nullptr;
}

QWidget *contentionTogether(GalleryWindow &gallery)
{
    if (!contention(gallery))
        return nullptr;
    gallery.window().contention().scope().setView(ContentionScope::AllTogether);
    return gallery.await(
               "the plots have figures",
               [&] { return gallery.window().contention().plots().figureOf(Curve::Held).toInt() > 0; })
               ? &gallery.window()
               : nullptr;
}

QWidget *timeline(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().openPage(MainWindow::Page::Timeline);
    return gallery.await("the timeline has holds",
                         [&] { return gallery.window().timeline().lanes().drawnBars() > 0; })
               ? &gallery.window()
               : nullptr;
}

QWidget *moment(GalleryWindow &gallery)
{
    if (!timeline(gallery))
        return nullptr;
    TimelinePage &page = gallery.window().timeline();
    page.lookBack(wallNow());
    return gallery.await("the moment is there", [&] { return page.moment().model().rowCount() > 3; })
               ? &gallery.window()
               : nullptr;
}

bool done(GalleryWindow &gallery, ActRequest request)
{
    QSignalSpy acted(&gallery.bridge(), &EngineBridge::acted);
    request.reason =
        request.reason.isEmpty() ? QStringLiteral("OPS-2291: its holder is gone") : request.reason;
    gallery.bridge().act(request);
    return gallery.await("the act is answered", [&] { return !acted.isEmpty(); });
}

QWidget *audit(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().timeline().lookBack({});
    AuditPage &page = gallery.window().auditPage();
    const LockName taken{"lock:nightly-report"};
    const bool acts =
        done(gallery, {.act = ActKind::Wake, .key = Shop::wanted(), .reason = QStringLiteral("OPS-2290")}) &&
        done(gallery, {.act = ActKind::Acquire,
                       .key = taken,
                       .kind = "rlock",
                       .owner = {"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1"},
                       .lease = 10min,
                       .reason = QStringLiteral("moving the report to another host")}) &&
        done(gallery, {.act = ActKind::SetExpiry, .key = taken, .lease = 5min}) &&
        done(gallery, {.act = ActKind::ForceRelease,
                       .key = taken,
                       .expectedOwner = OwnerId{"00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7"}}) &&
        done(gallery, {.act = ActKind::ForceRelease, .key = taken});
    gallery.window().openPage(MainWindow::Page::Audit);
    QTreeView *table = &page.table();
    if (!acts || !gallery.await("the acts are listed", [&] { return table->model()->rowCount() >= 5; }))
        return nullptr;
    table->setCurrentIndex(table->model()->index(0, 0));
    return &gallery.window().auditWindow();
}

QWidget *labForm(GalleryWindow &gallery)
{
    if (!gallery.window().isFilled() && !gallery.reachShop())
        return nullptr;
    gallery.window().openLab();
    gallery.window().labWindow().resize(gallery.window().size());
    gallery.window().labPage().choose("oversell");
    return &gallery.window().labWindow();
}

QWidget *labRunning(GalleryWindow &gallery)
{
    if (!labForm(gallery))
        return nullptr;
    LabPage &page = gallery.window().labPage();
    QSignalSpy pulsed(&gallery.window().lab(), &LabBridge::pulsed);
    page.run();
    return gallery.await("the lab's workers are at it", [&] { return pulsed.count() > 6; })
               ? &gallery.window().labWindow()
               : nullptr;
}

} // namespace

QWidget *labVerdict(GalleryWindow &gallery)
{
    LabPage &page = gallery.window().labPage();
    const bool isOver = !page.live().verdict().isHidden();
    if (!isOver && !gallery.window().lab().isRunning() && !labRunning(gallery))
        return nullptr;
    gallery.window().openLab();
    return gallery.await(
               "the lab's run is over", [&] { return !gallery.window().lab().isRunning(); }, 90s) &&
                   gallery.await("its verdict is shown", [&] { return page.live().verdict().isVisible(); })
               ? &gallery.window().labWindow()
               : nullptr;
}

namespace
{

QWidget *labRuns(GalleryWindow &gallery)
{
    if (!labVerdict(gallery))
        return nullptr;
    gallery.window().labPage().openPage(LabPage::RunsPage);
    return &gallery.window().labWindow();
}

// A scenario that has rounds.
QWidget *labRounds(GalleryWindow &gallery)
{
    if (!labVerdict(gallery))
        return nullptr;
    LabPage &page = gallery.window().labPage();
    page.openPage(LabPage::RunPage);
    QSignalSpy finished(&gallery.window().lab(), &LabBridge::finished);
    page.choose("short-lease");
    page.run();
    return gallery.await(
               "the run with rounds is over", [&] { return !finished.isEmpty(); }, 90s)
               ? &gallery.window().labWindow()
               : nullptr;
}

QWidget *labSideBySide(GalleryWindow &gallery)
{
    LabRuns &runs = gallery.window().labPage().runs();
    if (runs.list()->model()->rowCount() < 2 && !labRounds(gallery))
        return nullptr;
    gallery.window().openLab();
    gallery.window().labPage().openPage(LabPage::RunsPage);
    runs.pages()->setCurrentWidget(&runs.sideBySide());
    return &gallery.window().labWindow();
}

} // namespace

std::vector<Scene> allScenes()
{
    std::vector<Scene> scenes{{"start", notConnected},
                              {"connecting", connecting},
                              {"refused", refused},
                              {"password-wrong", passwordWrong},
                              {"scanning", scanning, true},
                              {"no-locks", noLocks},
                              {"redlock", redLock},
                              {"lost", lost},
                              {"restarted", restarted},
                              {"node-gone", withoutNode},
                              {"no-quorum", withoutQuorum},
                              {"no-hits", noHits},
                              {"filter-fault", filterFault},
                              {"grouped", grouped},
                              {"overview", overview},
                              {"healthy", healthy},
                              {"stuck", stuck},
                              {"queued", queued},
                              {"shared", shared},
                              {"contention", contention},
                              {"blocking", blocking},
                              {"contention-one", contentionOfOne},
                              {"contention-together", contentionTogether},
                              {"timeline", timeline},
                              {"moment", moment},
                              {"recording", recording},
                              {"recording-filter-fault", recordedFilterFault},
                              {"recording-contention", recordedContention},
                              {"recording-overview", recordedOverview},
                              {"recording-blocking", recordedBlocking},
                              {"recording-compare", recordedComparison},
                              {"fleet", fleet},
                              {"fleet-search", fleetSearch},
                              {"fleet-client", fleetClient},
                              {"fleet-narrow", fleetNarrow},
                              {"fleet-opened", fleetOpened},
                              {"audit", audit}};
    for (const Scene &scene : dialogScenes())
        scenes.push_back(scene);
    for (const Scene &scene : {Scene{"lab-form", labForm}, Scene{"lab-running", labRunning, true},
                               Scene{"lab-verdict", labVerdict, true}, Scene{"lab-runs", labRuns, true},
                               Scene{"lab-rounds", labRounds, true}, Scene{"lab-side", labSideBySide, true}})
        scenes.push_back(scene);
    for (const Scene &scene : taskScenes())
        scenes.push_back(scene);
    scenes.push_back({"deadlock", deadlock}); // the last, as the page keeps its height
    scenes.push_back({"deadlocks", severalDeadlocks});
    return scenes;
}

} // namespace lockscope::test
