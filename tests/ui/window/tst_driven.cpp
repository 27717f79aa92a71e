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
    QTRY_VERIFY(window().isFilled());
    const QRect screen = window().screen()->availableGeometry();
    QTRY_VERIFY(screen.contains(window().frameGeometry())); // The status line too
    QTRY_VERIFY(view().hasFocus());
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
    QTRY_VERIFY(isListed("lock:report:daily") && isListed("lock:fine"));
    QTRY_COMPARE(window().detail().shownKey(), stuck); // The worst is selected at the start
    QTRY_VERIFY(isInSight(*headline().verdict(), headline().verdict()->rect().center()));
    QTRY_VERIFY(headline().button(ActKind::ForceRelease)->isEnabled());
    QVERIFY(click(*headline().button(ActKind::ForceRelease)));
    QTRY_VERIFY(releaseDialog());
    LadderDialog *dialog = releaseDialog();
    QVERIFY(click(*dialog->ladder()->button(Rung::Force), {8, 8}));
    QTRY_COMPARE(dialog->rung(), std::optional(Rung::Force));
    QTRY_VERIFY(dialog->findChild<CodeBox *>()->isVisible()); // The plan is there: no more moves
    QVERIFY(click(*dialog->reasonEdit()));
    QTRY_VERIFY(dialog->reasonEdit()->hasFocus()); // Else the keys overtake the click
    type("its host is gone");
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(click(*dialog->actButton()));
    QTRY_VERIFY(dialog->receiptView()->isVisible());
    const auto left = redisCli((*server)->spec(), {"EXISTS", "lock:report:daily"});
    QVERIFY(left && left->trimmed() == "0");
    press("Escape");
    QTRY_VERIFY(!releaseDialog());
    QTRY_VERIFY(window().isActiveWindow());
    QTRY_VERIFY(headline().gone()->isVisible());
    QCOMPARE(
        window().detail().findChild<QScrollArea *>(QStringLiteral("details"))->verticalScrollBar()->value(),
        0);
}

void TestDriven::aStuckLockIsFoundAndReleasedByKeys()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    QTRY_VERIFY(isListed("lock:report:daily"));
    press("slash");
    QTRY_VERIFY(window().filter().hasFocus());
    type("report:daily verdict>=warning");
    QTRY_COMPARE(window().locks().model().shownLocks().size(), size_t(1));
    press("Return");
    QTRY_VERIFY(view().hasFocus());
    press("Return"); // Selects the first
    QTRY_COMPARE(window().detail().shownKey(), LockName{"lock:report:daily"});
    QTRY_VERIFY(window().actions().release->isEnabled());
    press("ctrl+r");
    QTRY_VERIFY(releaseDialog());
    LadderDialog *dialog = releaseDialog();
    QVERIFY(walk("shift+Tab", [&] { return dialog->ladder()->isAncestorOf(QApplication::focusWidget()); }));
    QVERIFY(walk("Down", [&] { return dialog->ladder()->button(Rung::Force)->hasFocus(); }));
    press("space");
    QTRY_COMPARE(dialog->rung(), std::optional(Rung::Force));
    QVERIFY(walk("Tab", [&] { return dialog->reasonEdit()->hasFocus(); }));
    type("OPS-1");
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(walk("Tab", [&] { return dialog->actButton()->hasFocus(); }));
    press("space");
    QTRY_VERIFY(dialog->receiptView()->isVisible());
}

void TestDriven::aWatchdogIsWatched()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    QTRY_VERIFY(isListed("lock:billing:nightly-run"));
    QTRY_VERIFY(choose("lock:billing:nightly-run"));
    QTRY_COMPARE(window().detail().shownKey(), LockName{"lock:billing:nightly-run"});
    auto *beats = window().detail().findChild<HeartbeatStrip *>();
    QTRY_VERIFY(beats->hasBeats() && beats->isVisible());
}

void TestDriven::aDemoRunsInItsWindow()
{
    open([](DesktopOptions &options) { options.sandbox = SandboxTopology::Standalone; });
    press("ctrl+l");
    QWidget &lab = window().labWindow();
    QTRY_COMPARE(QApplication::activeWindow(), &lab);
    LabPage &page = window().labPage();
    QTRY_VERIFY(page.scenarios()->hasFocus());
    const int usual = QApplication::keyboardInputInterval();
    QApplication::setKeyboardInputInterval(Patience); // Letters are one word however late they come
    const auto back = qScopeGuard([usual] { QApplication::setKeyboardInputInterval(usual); });
    type("Free"); // Selects by its first letters
    QTRY_COMPARE(page.order().scenario, QByteArray("free"));
    QSignalSpy finished(&window().lab(), &LabBridge::finished);
    QVERIFY(click(*page.runButton()));
    QTRY_VERIFY(window().lab().isRunning());
    QVERIFY(click(*page.cancelButton()));
    QTRY_COMPARE(finished.count(), 1);
    QTRY_VERIFY(page.live().verdict().isVisible());
    press("ctrl+w");
    QTRY_VERIFY(lab.isHidden() && window().isVisible());
    QTRY_COMPARE(QApplication::activeWindow(), &window());
}

void TestDriven::aServerIsKilledAndComesBack()
{
    auto server = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(server);
    VERIFY_OK(redisCli((*server)->spec(), (CliCommand{"SET", "lock:stuck", "1"})));
    open([&](DesktopOptions &options) { options.url = (*server)->spec(); });
    QTRY_VERIFY(isListed("lock:stuck"));
    const LockName aimedAt{"lock:stuck"};
    const QPoint spot = view().visualRect(window().locks().model().indexOf(aimedAt)).center();
    const QPoint onScreen = view().viewport()->mapToGlobal(spot);
    pointAt(*view().viewport(), spot);
    QTRY_VERIFY(QCursor::pos() == onScreen && window().locks().model().isHeld());
    (*server)->node(0).kill();
    const Banner &banner = window().locks().banner();
    QTRY_VERIFY(banner.isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(QCursor::pos(), onScreen);
    const QRect row = view().visualRect(window().locks().model().indexOf(aimedAt));
    QVERIFY(view().viewport()->rect().contains(row));                 // The banner hides no row
    QCOMPARE(view().viewport()->mapToGlobal(row.center()), onScreen); // And moves none
    QVERIFY(isListed("lock:stuck"));                                  // Its last verdict stays
    for (const char *part : {"Locks unknown", "was 1"})
        QTRY_VERIFY2(told().contains(QLatin1String(part)), qPrintable(told()));
    const auto *retry = banner.button(BannerMessage::Act::Retry);
    QTRY_VERIFY(isInSight(*retry, retry->rect().center()));
    QVERIFY(click(*retry)); // Too early
    QVERIFY((*server)->node(0).restart(Data::Lost).ok());
    QTRY_VERIFY(window().deployment().isReady() && !banner.find(BannerMessage::About::Connection));
    // The lock is lost. Its row stays while it is selected.
    QTRY_VERIFY(window().isFilled() && window().locks().model().totals().locks == 0);
}

void TestDriven::aFailoverIsShown()
{
    auto servers = SandboxDeployment::start(SandboxTopology::Sentinel);
    VERIFY_OK(servers);
    SandboxServer *master = (*servers)->master();
    VERIFY_OK(redisCli(master->spec(), (CliCommand{"SET", "lock:kept", "1"})));
    open([&](DesktopOptions &options) { options.url = (*servers)->spec(); });
    QTRY_VERIFY(isListed("lock:kept"));
    for (const size_t replica : {1, 2}) {
        SandboxServer &node = (*servers)->node(replica);
        QTRY_VERIFY(has(node, "lock:kept"));
        node.pause();
    }
    VERIFY_OK(master->ask({"CLIENT", "KILL", "TYPE", "replica"})); // What is taken from now on is lost
    VERIFY_OK(redisCli(master->spec(), (CliCommand{"SET", "lock:lost", "1"})));
    QTRY_VERIFY(isListed("lock:lost"));
    QVERIFY(choose("lock:kept"));
    QTRY_COMPARE(window().detail().shownKey(), LockName{"lock:kept"});
    master->kill();
    for (const size_t replica : {1, 2})
        (*servers)->node(replica).resume();
    Banner &banner = window().locks().banner();
    QTRY_VERIFY(banner.find(BannerMessage::About::Alarm) && banner.isVisible());
    QCOMPARE(QApplication::activeWindow(), &window()); // Nothing took the focus
    QTRY_VERIFY(view().hasFocus());
    QTRY_VERIFY(window().isFilled() && !banner.find(BannerMessage::About::Connection));
    QTRY_VERIFY(banner.button(BannerMessage::Act::Dismiss)); // Not before the worse message has gone
    auto *dismiss = banner.button(BannerMessage::Act::Dismiss);
    QTRY_VERIFY(dismiss->isEnabled());
    QTRY_VERIFY(isInSight(*dismiss, dismiss->rect().center()));
    QVERIFY(click(*dismiss));
    QTRY_VERIFY(!banner.find(BannerMessage::About::Alarm));
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
    QTRY_VERIFY(isListed("redlock:a"));
    QVERIFY(choose("redlock:a"));
    QTRY_VERIFY(window().redLock().isVisible());
    for (size_t i = 0; i < 3; ++i)
        (*servers)->node(i).kill();
    QTRY_COMPARE(headline().verdict()->level(), VerdictLevel::Critical);
    QTRY_VERIFY(isInSight(*headline().verdict(), headline().verdict()->rect().center()));
    QVERIFY(window().locks().banner().isVisible());
    // The list says what the page says.
    LockModel &model = window().locks().model();
    const auto cell = [&](LockColumn column) {
        return model.indexOf(LockName{"redlock:a"}).siblingAtColumn(int(column)).data().toString();
    };
    QTRY_COMPARE(model.totals().ofLevel(VerdictLevel::Critical), 1);
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
