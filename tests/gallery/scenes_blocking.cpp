// SPDX-License-Identifier: GPL-3.0-or-later
// The page Blocking: on locks that clients wait for, with a deadlock, and with several.
#include "tests/gallery/scenes.h"
#include "ui/blocking/blockingpage.h"
#include "ui/blocking/blockingtree.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/widgets/notice.h"

#include <QDockWidget>
#include <QTabBar>

#include <algorithm>

namespace lockscope::test
{

namespace
{

// On more room than the page has at first.
MainWindow &openBlocking(GalleryWindow &gallery)
{
    MainWindow &window = gallery.window();
    window.openPage(MainWindow::Page::Blocking);
    const auto *graph = window.findChild<GraphView *>();
    for (QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        if (dock->isAncestorOf(graph))
            window.resizeDocks({dock}, {window.height() * 7 / 10}, Qt::Vertical);
    }
    return window;
}

} // namespace

QWidget *blocking(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().openPage(MainWindow::Page::Blocking);
    const auto *tree = gallery.window().findChild<BlockingTree *>();
    return gallery.await("the tree has clients", [&] { return tree->model()->rowCount() > 2; })
               ? &gallery.window()
               : nullptr;
}

QWidget *deadlock(GalleryWindow &gallery)
{
    if (!gallery.reach(gallery.places().deadlocked()))
        return nullptr;
    MainWindow &window = openBlocking(gallery);
    const auto *graph = window.findChild<GraphView *>();
    window.findChild<BlockingPage *>()->findChild<QTabBar *>()->setCurrentIndex(2); // if it is narrow
    return gallery.await("picture and list have a deadlock",
                         [&] {
                             const BlockingReport &report = graph->picture().report;
                             const LockPtr listed = gallery.find(LockName{"lock:order:77"});
                             return !report.deadlocks.empty() && isCertain(report.deadlocks.front()) &&
                                    report.graph.locks.size() == 5 && listed &&
                                    listed->verdict.code == "deadlock";
                         })
               ? &window
               : nullptr;
}

QWidget *severalDeadlocks(GalleryWindow &gallery)
{
    if (!gallery.reach(gallery.places().severalDeadlocks()))
        return nullptr;
    MainWindow &window = openBlocking(gallery);
    auto *page = window.findChild<BlockingPage *>();
    page->findChild<QTabBar *>()->setCurrentIndex(1);
    page->restoreGrouping(QStringLiteral("process"));
    const auto *shown = page->findChild<DeadlockNotices *>();
    return gallery.await("the page has three deadlocks",
                         [&] {
                             const auto notices = shown->notices();
                             return notices.size() == 3 &&
                                    std::ranges::all_of(notices, [](const Notice *one) {
                                        return one->level() == VerdictLevel::Critical;
                                    });
                         })
               ? &window
               : nullptr;
}

} // namespace lockscope::test
