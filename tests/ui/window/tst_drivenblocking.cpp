// SPDX-License-Identifier: GPL-3.0-or-later
// Who blocks whom, in the whole desktop program on an X server with a window manager, by mouse and keyboard
// alone.

#include "app/desktop/composition.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/gallery/virtualdesktop.h"
#include "tests/support/fairqueue.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/acts/ladder.h"
#include "ui/acts/ladderdialog.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/receiptview.h"
#include "ui/blocking/blockingpage.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/causes/costtable.h"
#include "ui/contention/contentionpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/help/commandpalette.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDateTime>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_drivenblocking
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111:1");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222:7");

} // namespace

class TestDrivenBlocking final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void aDeadlockIsSeenAndBrokenByARelease();
    void theClientThatCausesWaitingIsFound();

private:
    void blockEachOther();
    void openView(const char *name, const QWidget &page);
    MainWindow &window() { return m_desktop->window(); }
    BlockingPage &blocking() { return *window().findChild<BlockingPage *>(); }
    GraphView &graph() { return *blocking().findChild<GraphView *>(); }

    QTemporaryDir m_dir;
    std::unique_ptr<Sandbox> m_sandbox;
    std::vector<std::unique_ptr<Listener>> m_waiting;
    std::unique_ptr<Composition> m_desktop;
};

// Each holds a fair lock of Redisson and waits for the other's.
void TestDrivenBlocking::blockEachOther()
{
    const auto take = [&](const QByteArray &key, const QByteArray &holder, const QByteArray &waiter) {
        holdLock(m_sandbox->tcp(), key, holder);
        enqueue(m_sandbox->tcp(), key, waiter);
        m_waiting.push_back(queueListener(m_sandbox->tcp(), key, waiter));
    };
    take("lock:a", ann, bob);
    take("lock:b", bob, ann);
}

void TestDrivenBlocking::init()
{
    VERIFY_INTO(m_sandbox, Sandbox::start());
    blockEachOther();
    if (QTest::currentTestFailed())
        return;
    DesktopOptions options;
    options.configDir = m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()));
    options.newWindow = true;
    options.url = m_sandbox->tcp();
    m_desktop = std::make_unique<Composition>(options);
    m_desktop->start();
    QVERIFY(QTest::qWaitForWindowActive(&window(), Patience));
    QTRY_VERIFY(window().isFilled());
    const QRect screen = window().screen()->availableGeometry();
    QTRY_VERIFY(screen.contains(window().frameGeometry()));
    QTRY_VERIFY(window().locks().view().hasFocus());
}

void TestDrivenBlocking::cleanup()
{
    m_desktop.reset();
    m_waiting.clear();
    m_sandbox.reset();
}

void TestDrivenBlocking::openView(const char *name, const QWidget &page)
{
    press("ctrl+k");
    const auto palette = [this] {
        const auto *shown = window().findChild<CommandPalette *>();
        return shown && shown->isVisible() && shown->isAncestorOf(QApplication::focusWidget());
    };
    QTRY_VERIFY(palette());
    type(name);
    press("Return");
    QTRY_VERIFY(page.isVisible());
    QTRY_VERIFY(!palette());
}

void TestDrivenBlocking::aDeadlockIsSeenAndBrokenByARelease()
{
    openView("Blocking", blocking());
    if (QTest::currentTestFailed())
        return;
    const auto *shown = blocking().findChild<DeadlockNotices *>();
    const auto isCertain = [shown] {
        return shown->isVisible() && shown->notices().front()->level() == VerdictLevel::Critical;
    };
    QTRY_VERIFY(isCertain()); // Possible only, until each waiter is seen to listen
    QTRY_VERIFY(isInSight(*shown->notices().front(), {8, 8}));
    auto *tabs = blocking().findChild<QTabBar *>();
    QVERIFY(tabs->isVisible() && !graph().isVisible()); // The page is low here: one at a time
    QVERIFY(click(*tabs, tabs->tabRect(2).center()));
    QTRY_VERIFY(graph().isVisible());
    QTRY_COMPARE(graph().picture().graph.nodes.size(), size_t(4));
    const auto lockAt = [this] {
        return graph().pointOf(graph().picture().nodeNamed("lock lock:b").value());
    };
    QTRY_VERIFY(isInSight(*graph().viewport(), {4, 4}));
    QVERIFY(click(*graph().viewport(), {4, 4}));
    QTRY_VERIFY(graph().hasFocus());
    const auto isWhole = [this] {
        for (size_t node = 0; node < graph().picture().graph.nodes.size(); ++node) {
            if (!graph().viewport()->rect().contains(graph().pointOf(node)))
                return false;
        }
        return true;
    };
    if (!isWhole()) { // Else nothing shows when the key has done its work
        press("0");
        QTRY_VERIFY(isWhole());
    }
    QTRY_VERIFY(isInSight(*graph().viewport(), lockAt()));
    QVERIFY(click(*graph().viewport(), lockAt()));
    const LockName aimedAt{"lock:b"};
    QTRY_COMPARE(window().detail().shownKey(), aimedAt);
    const auto isFolded = [this](const char *title) {
        const auto heads = window().detail().findChildren<QToolButton *>();
        return std::ranges::none_of(heads, [title](const QToolButton *head) {
            return head->text() == QLatin1String(title) && head->isVisible() && head->isChecked();
        });
    };
    QTRY_VERIFY(!isFolded("After a release"));
    auto *release = window().detail().findChild<LockHeadline *>()->button(ActKind::ForceRelease);
    QTRY_VERIFY(release->isEnabled());
    QVERIFY(click(*release));
    const auto dialog = [] {
        auto *active = qobject_cast<LadderDialog *>(QApplication::activeWindow());
        return active && active->isVisible() ? active : nullptr;
    };
    QTRY_VERIFY(dialog());
    LadderDialog *opened = dialog();
    QVERIFY(click(*opened->ladder()->button(Rung::Force), {8, 8}));
    QTRY_COMPARE(opened->rung(), std::optional(Rung::Force));
    QVERIFY(click(*opened->reasonEdit()));
    QTRY_VERIFY(opened->reasonEdit()->hasFocus()); // Else the keys overtake the click
    type("breaks the deadlock");
    QTRY_VERIFY(opened->actButton()->isEnabled());
    QVERIFY(click(*opened->actButton()));
    QTRY_VERIFY(opened->receiptView()->isVisible());
    const auto left = redisCli(m_sandbox->tcp(), {"EXISTS", "lock:b"});
    QVERIFY(left && left->trimmed() == "0");
    press("Escape");
    QTRY_VERIFY(!dialog());
    QTRY_VERIFY(!shown->isVisible());
}

void TestDrivenBlocking::theClientThatCausesWaitingIsFound()
{
    openView("Contention", window().contention());
    if (QTest::currentTestFailed())
        return;
    auto *causes = window().findChild<CausesPane *>();
    QVERIFY(click(*causes->views()));
    QTRY_VERIFY(QApplication::activePopupWidget());
    const auto row = [causes] { return causes->views()->view()->currentIndex().row(); };
    for (int at = row(); at < CausesPane::ByClient; ++at) {
        press("Down");
        QTRY_COMPARE(row(), at + 1);
    }
    press("Return");
    QTRY_COMPARE(causes->view(), CausesPane::ByClient);
    const CostTable &clients = causes->clients();
    QTRY_VERIFY(clients.isVisible());
    QTRY_VERIFY(clients.model()->rowCount() > 0);
    const auto first = [&clients] { return clients.visualRect(clients.model()->index(0, 0)).center(); };
    QTRY_VERIFY(isInSight(*clients.viewport(), first()));
    window().locks().view().selectNone();
    window().detail().clear();
    QVERIFY(window().detail().shownKey().isEmpty());
    QVERIFY(click(*clients.viewport(), first()));
    const auto isShown = [this](const char *key) { return window().detail().shownKey() == LockName{key}; };
    QTRY_VERIFY(isShown("lock:a") || isShown("lock:b"));
}

namespace
{

int runDrivenBlocking(int argc, char **argv)
{
    VirtualDesktop desktop;
    return desktop.start("1280x720") ? runUiTest<TestDrivenBlocking>(argc, argv) : 1;
}

} // namespace

LOCKSCOPE_TEST_MAIN(runDrivenBlocking)

} // namespace tst_drivenblocking

#include "tst_drivenblocking.moc"
