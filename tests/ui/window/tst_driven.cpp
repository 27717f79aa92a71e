// SPDX-License-Identifier: GPL-3.0-or-later
// The whole desktop program on an X server with a window manager, used by mouse and keyboard alone. The
// environment can have another size of the desktop (LOCKSCOPE_DESKTOP_SIZE=1024x640), and another language
// for what compares no texts (LOCKSCOPE_DESKTOP_LANGUAGE=zh_CN).

#include "app/desktop/composition.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/gallery/virtualdesktop.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/acts/ladder.h"
#include "ui/acts/ladderdialog.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/receiptview.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/detail/lockheadline.h"
#include "ui/forms/filteredit.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labpage.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockmodel.h"
#include "ui/redlock/redlockview.h"
#include "ui/status/statusline.h"
#include "ui/theme/language.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_driven
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

constexpr int Patience = 30'000; // Only a failure takes so long

// Presses the key until it has come there. Each press moves the focus; at the end it may only select.
bool walk(const char *key, const std::function<bool()> &isThere)
{
    for (int i = 0; i < 12 && !isThere(); ++i) {
        const QPointer<QWidget> before = QApplication::focusWidget();
        press(key);
        if (!QTest::qWaitFor([&] { return isThere() || QApplication::focusWidget() != before; }, Patience))
            return false;
    }
    return QTest::qWaitFor(isThere, Patience);
}

// Not while the server does not answer.
bool has(const SandboxServer &server, const QByteArray &name)
{
    const auto there = server.ask({"EXISTS", name});
    return there && there->integer == 1;
}

} // namespace

class TestDriven final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup() { m_desktop.reset(); }
    void theWorstLockIsReleasedByTwoClicks();
    void aStuckLockIsFoundAndReleasedByKeys();
    void aWatchdogIsWatched();
    void aDemoRunsInItsWindow();
    void aServerIsKilledAndComesBack();
    void aFailoverIsShown();
    void aGroupLosesItsQuorum();

private:
    void open(const std::function<void(DesktopOptions &)> &adapt);
    bool isListed(const char *key);
    bool choose(const char *key);
    LadderDialog *releaseDialog();
    MainWindow &window() { return m_desktop->window(); }
    // The counts above the list, as they read.
    QString told()
    {
        QStringList texts{window().locks().summary()};
        for (const VerdictLevel level : {VerdictLevel::Critical, VerdictLevel::Warning})
            texts << window().locks().countButton(level)->text();
        return texts.join(u'\n');
    }
    LockView &view() { return window().locks().view(); }
    LockHeadline &headline() { return *window().detail().findChild<LockHeadline *>(); }

    QTemporaryDir m_dir;
    std::unique_ptr<Composition> m_desktop;
};

void TestDriven::initTestCase()
{
    const QString language = qEnvironmentVariable("LOCKSCOPE_DESKTOP_LANGUAGE");
    QVERIFY(language.isEmpty() || installTranslations(*qApp, language));
}

void TestDriven::open(const std::function<void(DesktopOptions &)> &adapt)
{
    DesktopOptions options;
    options.configDir = m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()));
    options.newWindow = true;
    adapt(options);
    m_desktop = std::make_unique<Composition>(options);
    m_desktop->start();
    QVERIFY(QTest::qWaitForWindowActive(&window(), Patience));
    QTRY_VERIFY_WITH_TIMEOUT(window().isFilled(), Patience);
    const QRect screen = window().screen()->availableGeometry();
    QTRY_VERIFY_WITH_TIMEOUT(screen.contains(window().frameGeometry()), Patience); // The status line too
    QTRY_VERIFY_WITH_TIMEOUT(view().hasFocus(), Patience);
}

bool TestDriven::isListed(const char *key)
{
    return window().locks().model().indexOf(LockName{key}).isValid();
}

bool TestDriven::choose(const char *key)
{
    pointAt(*view().viewport(), view().viewport()->rect().center()); // Under it the rows stand still
    if (!QTest::qWaitFor([this] { return window().locks().model().isHeld(); }, Patience))
        return false;
    const QRect cell = view().visualRect(window().locks().model().indexOf(LockName{key}));
    return click(*view().viewport(), cell.center());
}

LadderDialog *TestDriven::releaseDialog()
{
    auto *dialog = qobject_cast<LadderDialog *>(QApplication::activeWindow());
    return dialog && dialog->isVisible() ? dialog : nullptr;
}

void TestDriven::theWorstLockIsReleasedByTwoClicks()
{
    // Not the workers of the sandbox: they acquire again what was released
    auto server = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(server);
    VERIFY_OK(redisCli((*server)->spec(), (CliCommand{"SET", "lock:report:daily", "1"})));
    VERIFY_OK(redisCli((*server)->spec(), (CliCommand{"SET", "lock:fine", "token-1", "PX", "600000"})));
    open([&](DesktopOptions &options) { options.url = (*server)->spec(); });
    const LockName stuck{"lock:report:daily"};
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:report:daily") && isListed("lock:fine"), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(window().detail().shownKey(), stuck,
                              Patience); // The worst is selected at the start
    QTRY_VERIFY_WITH_TIMEOUT(isInSight(*headline().verdict(), headline().verdict()->rect().center()),
                             Patience);
    QTRY_VERIFY_WITH_TIMEOUT(headline().button(ActKind::ForceRelease)->isEnabled(), Patience);
    QVERIFY(click(*headline().button(ActKind::ForceRelease)));
    QTRY_VERIFY_WITH_TIMEOUT(releaseDialog(), Patience);
    LadderDialog *dialog = releaseDialog();
    QVERIFY(click(*dialog->ladder()->button(Rung::Force), {8, 8}));
    QTRY_COMPARE_WITH_TIMEOUT(dialog->rung(), std::optional(Rung::Force), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(dialog->findChild<CodeBox *>()->isVisible(),
                             Patience); // The plan is there: no more moves
    QVERIFY(click(*dialog->reasonEdit()));
    QTRY_VERIFY_WITH_TIMEOUT(dialog->reasonEdit()->hasFocus(), Patience); // Else the keys overtake the click
    type("its host is gone");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->actButton()->isEnabled(), Patience);
    QVERIFY(click(*dialog->actButton()));
    QTRY_VERIFY_WITH_TIMEOUT(dialog->receiptView()->isVisible(), Patience);
    const auto left = redisCli((*server)->spec(), {"EXISTS", "lock:report:daily"});
    QVERIFY(left && left->trimmed() == "0");
    press("Escape");
    QTRY_VERIFY_WITH_TIMEOUT(!releaseDialog(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(window().isActiveWindow(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(headline().gone()->isVisible(), Patience);
    QCOMPARE(
        window().detail().findChild<QScrollArea *>(QStringLiteral("details"))->verticalScrollBar()->value(),
        0);
}

void TestDriven::aStuckLockIsFoundAndReleasedByKeys()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:report:daily"), Patience);
    press("slash");
    QTRY_VERIFY_WITH_TIMEOUT(window().filter().hasFocus(), Patience);
    type("report:daily verdict>=warning");
    QTRY_COMPARE_WITH_TIMEOUT(window().locks().model().shownLocks().size(), size_t(1), Patience);
    press("Return");
    QTRY_VERIFY_WITH_TIMEOUT(view().hasFocus(), Patience);
    press("Return"); // Selects the first
    QTRY_COMPARE_WITH_TIMEOUT(window().detail().shownKey(), LockName{"lock:report:daily"}, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(window().actions().release->isEnabled(), Patience);
    press("ctrl+r");
    QTRY_VERIFY_WITH_TIMEOUT(releaseDialog(), Patience);
    LadderDialog *dialog = releaseDialog();
    QVERIFY(walk("shift+Tab", [&] { return dialog->ladder()->isAncestorOf(QApplication::focusWidget()); }));
    QVERIFY(walk("Down", [&] { return dialog->ladder()->button(Rung::Force)->hasFocus(); }));
    press("space");
    QTRY_COMPARE_WITH_TIMEOUT(dialog->rung(), std::optional(Rung::Force), Patience);
    QVERIFY(walk("Tab", [&] { return dialog->reasonEdit()->hasFocus(); }));
    type("OPS-1");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->actButton()->isEnabled(), Patience);
    QVERIFY(walk("Tab", [&] { return dialog->actButton()->hasFocus(); }));
    press("space");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->receiptView()->isVisible(), Patience);
}

void TestDriven::aWatchdogIsWatched()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:billing:nightly-run"), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(choose("lock:billing:nightly-run"), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(window().detail().shownKey(), LockName{"lock:billing:nightly-run"}, Patience);
    auto *beats = window().detail().findChild<HeartbeatStrip *>();
    QTRY_VERIFY_WITH_TIMEOUT(beats->hasBeats() && beats->isVisible(), Patience);
}

void TestDriven::aDemoRunsInItsWindow()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    press("ctrl+l");
    QWidget &lab = window().labWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), &lab, Patience);
    LabPage &page = window().labPage();
    QTRY_VERIFY_WITH_TIMEOUT(page.scenarios()->hasFocus(), Patience);
    const int usual = QApplication::keyboardInputInterval();
    QApplication::setKeyboardInputInterval(Patience); // Letters are one word however late they come
    const auto back = qScopeGuard([usual] { QApplication::setKeyboardInputInterval(usual); });
    type("Free"); // Selects by its first letters
    QTRY_COMPARE_WITH_TIMEOUT(page.order().scenario, QByteArray("free"), Patience);
    QSignalSpy finished(&window().lab(), &LabBridge::finished);
    QVERIFY(click(*page.runButton()));
    QTRY_VERIFY_WITH_TIMEOUT(window().lab().isRunning(), Patience);
    QVERIFY(click(*page.cancelButton()));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(page.live().verdict().isVisible(), Patience);
    press("ctrl+w");
    QTRY_VERIFY_WITH_TIMEOUT(lab.isHidden() && window().isVisible(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), &window(), Patience);
}

void TestDriven::aServerIsKilledAndComesBack()
{
    auto server = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(server);
    VERIFY_OK(redisCli((*server)->spec(), (CliCommand{"SET", "lock:stuck", "1"})));
    open([&](DesktopOptions &options) { options.url = (*server)->spec(); });
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:stuck"), Patience);
    const LockName aimedAt{"lock:stuck"};
    const QPoint spot = view().visualRect(window().locks().model().indexOf(aimedAt)).center();
    const QPoint onScreen = view().viewport()->mapToGlobal(spot);
    pointAt(*view().viewport(), spot);
    QTRY_VERIFY_WITH_TIMEOUT(QCursor::pos() == onScreen && window().locks().model().isHeld(), Patience);
    (*server)->node(0).kill();
    const Banner &banner = window().locks().banner();
    QTRY_VERIFY_WITH_TIMEOUT(banner.isVisible(), Patience);
    QCoreApplication::processEvents();
    QCOMPARE(QCursor::pos(), onScreen);
    const QRect row = view().visualRect(window().locks().model().indexOf(aimedAt));
    QVERIFY(view().viewport()->rect().contains(row));                 // The banner hides no row
    QCOMPARE(view().viewport()->mapToGlobal(row.center()), onScreen); // And moves none
    QVERIFY(isListed("lock:stuck"));                                  // Its last verdict stays
    for (const char *part : {"Locks unknown", "was 1"})
        QTRY_VERIFY2_WITH_TIMEOUT(told().contains(QLatin1String(part)), qPrintable(told()), Patience);
    const auto *retry = banner.button(BannerMessage::Act::Retry);
    QTRY_VERIFY_WITH_TIMEOUT(isInSight(*retry, retry->rect().center()), Patience);
    QVERIFY(click(*retry)); // Too early
    QVERIFY((*server)->node(0).restart(Data::Lost).ok());
    QTRY_VERIFY_WITH_TIMEOUT(
        window().deployment().isReady() && !banner.find(BannerMessage::About::Connection), Patience);
    // The lock is lost. Its row stays while it is selected.
    QTRY_VERIFY_WITH_TIMEOUT(window().isFilled() && window().locks().model().totals().locks == 0, Patience);
}

void TestDriven::aFailoverIsShown()
{
    auto servers = SandboxDeployment::start(SandboxTopology::Sentinel);
    VERIFY_OK(servers);
    SandboxServer *master = (*servers)->master();
    VERIFY_OK(redisCli(master->spec(), (CliCommand{"SET", "lock:kept", "1"})));
    open([&](DesktopOptions &options) { options.url = (*servers)->spec(); });
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:kept"), Patience);
    for (const size_t replica : {1, 2}) {
        SandboxServer &node = (*servers)->node(replica);
        QTRY_VERIFY_WITH_TIMEOUT(has(node, "lock:kept"), Patience);
        node.pause();
    }
    VERIFY_OK(master->ask({"CLIENT", "KILL", "TYPE", "replica"})); // What is taken from now on is lost
    VERIFY_OK(redisCli(master->spec(), (CliCommand{"SET", "lock:lost", "1"})));
    QTRY_VERIFY_WITH_TIMEOUT(isListed("lock:lost"), Patience);
    QVERIFY(choose("lock:kept"));
    QTRY_COMPARE_WITH_TIMEOUT(window().detail().shownKey(), LockName{"lock:kept"}, Patience);
    master->kill();
    for (const size_t replica : {1, 2})
        (*servers)->node(replica).resume();
    Banner &banner = window().locks().banner();
    QTRY_VERIFY_WITH_TIMEOUT(banner.find(BannerMessage::About::Alarm) && banner.isVisible(), Patience);
    QCOMPARE(QApplication::activeWindow(), &window()); // Nothing took the focus
    QTRY_VERIFY_WITH_TIMEOUT(view().hasFocus(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(window().isFilled() && !banner.find(BannerMessage::About::Connection), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(banner.button(BannerMessage::Act::Dismiss),
                             Patience); // Not before the worse message has gone
    auto *dismiss = banner.button(BannerMessage::Act::Dismiss);
    QTRY_VERIFY_WITH_TIMEOUT(dismiss->isEnabled(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(isInSight(*dismiss, dismiss->rect().center()), Patience);
    QVERIFY(click(*dismiss));
    QTRY_VERIFY_WITH_TIMEOUT(!banner.find(BannerMessage::About::Alarm), Patience);
}

void TestDriven::aGroupLosesItsQuorum()
{
    auto servers = SandboxDeployment::start(SandboxTopology::RedLock);
    VERIFY_OK(servers);
    for (size_t i = 0; i < 5; ++i)
        VERIFY_OK(
            redisCli((*servers)->node(i).spec(),
                     (CliCommand{"SET", "redlock:a", "f0e1d2c3b4a5968778695a4b3c2d1e0f", "PX", "600000"})));
    open([&](DesktopOptions &options) { options.url = (*servers)->spec(); });
    QTRY_VERIFY_WITH_TIMEOUT(isListed("redlock:a"), Patience);
    QVERIFY(choose("redlock:a"));
    QTRY_VERIFY_WITH_TIMEOUT(window().redLock().isVisible(), Patience);
    for (size_t i = 0; i < 3; ++i)
        (*servers)->node(i).kill();
    QTRY_COMPARE_WITH_TIMEOUT(headline().verdict()->level(), VerdictLevel::Critical, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(isInSight(*headline().verdict(), headline().verdict()->rect().center()),
                             Patience);
    QVERIFY(window().locks().banner().isVisible());
    // The list says what the page says.
    LockModel &model = window().locks().model();
    const auto cell = [&](LockColumn column) {
        return model.indexOf(LockName{"redlock:a"}).siblingAtColumn(int(column)).data().toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(model.totals().ofLevel(VerdictLevel::Critical), 1, Patience);
    QVERIFY2(cell(LockColumn::Owner).endsWith(QStringLiteral("on 2 to 5 of 5 nodes")),
             qPrintable(cell(LockColumn::Owner)));
    for (const char *part : {"held 0 to 1", "critical 1"})
        QVERIFY2(window().locks().summary().contains(QLatin1String(part)),
                 qPrintable(window().locks().summary()));
    QVERIFY2(window().status().text().contains(QStringLiteral("live on 2 of 5 nodes")),
             qPrintable(window().status().text()));
}

namespace
{

int runDriven(int argc, char **argv)
{
    const QByteArray size = qgetenv("LOCKSCOPE_DESKTOP_SIZE");
    VirtualDesktop desktop;
    return desktop.start(size.isEmpty() ? "1280x720" : size.constData()) ? runUiTest<TestDriven>(argc, argv)
                                                                         : 1;
}

} // namespace

LOCKSCOPE_TEST_MAIN(runDriven)

} // namespace tst_driven

#include "tst_driven.moc"
