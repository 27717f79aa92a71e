// SPDX-License-Identifier: GPL-3.0-or-later
// What README's tasks tell, done as they tell it: on the sandbox, with the locks that they name.
#include "tests/gallery/scenes.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/redlock/redlockview.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QScrollArea>
#include <QTreeView>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

const LockName &stuckLock()
{
    static const LockName key{"lock:report:daily"};
    return key;
}

bool reachSandbox(GalleryWindow &gallery)
{
    return gallery.reach(gallery.places().sandbox(SandboxTopology::Standalone)) &&
           gallery.await("the stuck lock is seen as such", [&] {
               const LockPtr lock = gallery.find(stuckLock());
               return lock && lock->verdict.level >= VerdictLevel::Warning;
           });
}

QWidget *findStuck(GalleryWindow &gallery)
{
    if (!reachSandbox(gallery))
        return nullptr;
    gallery.window().filter().setText(QStringLiteral("verdict>=warning"));
    const auto isFiltered = [&] {
        return gallery.window().locks().model().rowCount() < 5 && gallery.find(stuckLock());
    };
    return gallery.await("the list keeps those with something wrong", isFiltered) &&
                   gallery.choose(stuckLock())
               ? &gallery.window()
               : nullptr;
}

QWidget *releaseIt(GalleryWindow &gallery)
{
    QWidget *dialog = reachSandbox(gallery) ? ladderAt(gallery, stuckLock(), Rung::Force) : nullptr;
    if (dialog)
        static_cast<LadderDialog *>(dialog)->reasonEdit()->setText(QStringLiteral("its host is gone"));
    return dialog;
}

// What tells that its holder lives, alone: the pages stay closed.
QWidget *watchWatchdog(GalleryWindow &gallery)
{
    const LockName renewed{"lock:billing:nightly-run"};
    const auto isRenewed = [&] {
        const LockPtr lock = gallery.find(renewed);
        return lock && lock->renewals.count > 6;
    };
    if (!reachSandbox(gallery) || !gallery.await("it is renewed again and again", isRenewed, 60s) ||
        !gallery.choose(renewed))
        return nullptr;
    for (QDockWidget *dock : gallery.window().findChildren<QDockWidget *>()) {
        if (gallery.window().dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            dock->hide();
    }
    gallery.settle();
    DetailPane &pane = gallery.window().detail();
    if (auto *strip = pane.findChild<HeartbeatStrip *>())
        pane.findChild<QScrollArea *>(QStringLiteral("details"))
            ->ensureWidgetVisible(strip, 0, pane.height() / 3);
    return &gallery.window();
}

QWidget *checkGroup(GalleryWindow &gallery)
{
    const LockName digest{"redlock:mail-digest"};
    const auto isAgreed = [&] {
        const LockPtr lock = gallery.find(digest);
        return lock && lock->quorum() && lock->quorum()->agreeing == 5 && lock->renewals.count > 0;
    };
    if (!gallery.reach(gallery.places().sandbox(SandboxTopology::RedLock)) ||
        !gallery.await("all nodes agree on the lock", isAgreed, 30s) || !gallery.choose(digest))
        return nullptr;
    for (QDockWidget *dock : gallery.window().findChildren<QDockWidget *>()) {
        auto *page = dock->findChild<RedLockView *>();
        if (!page)
            continue;
        dock->raise(); // a group has it beside the other pages
        gallery.settle();
        auto *table = page->findChild<QTreeView *>();
        table->scrollToBottom(); // there it is, by its name, whatever comes before it
        QObject::connect(table->model(), &QAbstractItemModel::rowsInserted, table, &QTreeView::scrollToBottom,
                         Qt::ConnectionType(Qt::QueuedConnection | Qt::UniqueConnection));
    }
    return &gallery.window();
}

QWidget *runDemo(GalleryWindow &gallery)
{
    return reachSandbox(gallery) ? labVerdict(gallery) : nullptr;
}

} // namespace

std::vector<Scene> taskScenes()
{
    return {{"task-redlock", checkGroup, true},
            {"task-stuck", findStuck, true},
            {"task-release", releaseIt, true},
            {"task-lab", runDemo, true},
            {"task-watchdog", watchWatchdog, true}};
}

} // namespace lockscope::test
