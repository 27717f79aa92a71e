// SPDX-License-Identifier: GPL-3.0-or-later
// The whole desktop program in one process: a sandbox started from the window, with real servers.
#include "app/desktop/composition.h"
#include "app/desktop/oneinstance.h"
#include "core/config/profilestore.h"
#include "tests/support/environmentvalue.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "ui/connections/startpage.h"
#include "ui/detail/lockheadline.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/uisettings.h"
#include "ui/status/connectionbutton.h"
#include "ui/status/statusline.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFileOpenEvent>
#include <QFontInfo>
#include <QLocalSocket>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

namespace tst_windowsandbox
{

using namespace lockscope;

namespace
{

// Differs after each start of a server, even on the same port; empty: no server.
QByteArray runId(const ConnectionSpec &server)
{
    const auto told = test::redisCli(server, {"INFO", "server"});
    if (!told)
        return {};
    for (const QByteArray &line : told->split('\n')) {
        if (line.startsWith("run_id:"))
            return line.mid(7).trimmed();
    }
    return {};
}

} // namespace

class tst_WindowSandbox : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<Composition> m_desktop;

    MainWindow &window() { return m_desktop->window(); }
    QAction *sandbox(SandboxTopology topology) { return window().actions().sandboxes.at(int(topology)); }
    ConnectionSpec shown() { return window().deployment().spec.value_or(ConnectionSpec{}); }

private slots:
    void init()
    {
        DesktopOptions options;
        options.configDir = m_dir.path();
        m_desktop = std::make_unique<Composition>(options);
        m_desktop->start();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }
    void cleanup() { m_desktop.reset(); }

    void itEndsWithTheNextOneAndWithTheWindow()
    {
        QAction *copyUrl = window().actions().copySandboxUrl;
        QVERIFY(!copyUrl->isEnabled());
        sandbox(SandboxTopology::Standalone)->trigger();
        QVERIFY(window().start().isBusy());
        QTRY_VERIFY(window().deployment().isReady());
        QTRY_VERIFY(window().locks().model().totals().locks > 3);
        QVERIFY(!window().start().isVisible());
        QTRY_VERIFY(window().locks().view().hasFocus()); // It was on the start page
        QCOMPARE(window().deployment().spec->name, QStringLiteral("sandbox"));
        QVERIFY(!window().deployment().spec->readOnly);
        const ConnectionSpec first = shown();
        const QByteArray firstRun = runId(first);
        QVERIFY(!firstRun.isEmpty());
        ConnectionSpec stranger = first; // Another user of this machine
        stranger.password.clear();
        QVERIFY(runId(stranger).isEmpty());
        QVERIFY(copyUrl->isEnabled());
        copyUrl->trigger();
        const auto copied = parseConnectionUrl(QGuiApplication::clipboard()->text());
        QVERIFY(copied && runId(*copied) == firstRun);

        window().disconnectFromServer();
        QVERIFY(window().start().isVisible());
        QCOMPARE(runId(first), firstRun); // It still runs, to return to

        sandbox(SandboxTopology::Standalone)->trigger();
        QTRY_VERIFY(window().deployment().isReady());
        const ConnectionSpec second = shown();
        const QByteArray secondRun = runId(second);
        QVERIFY(!secondRun.isEmpty() && secondRun != firstRun);
        QTRY_VERIFY(runId(first) != firstRun);
        QCOMPARE(runId(second), secondRun);
        m_desktop.reset();
        QVERIFY(runId(second) != secondRun);
    }

    void theMenuReturnsToIt()
    {
        const auto entries = [this] {
            QStringList texts;
            for (const QAction *entry : window().findChild<ConnectionButton *>()->menu()->actions())
                texts << entry->text();
            return texts;
        };
        const auto openMenu = [this] {
            emit window().findChild<ConnectionButton *>()->menu()->aboutToShow();
        };
        openMenu();
        QVERIFY(!entries().contains(QStringLiteral("Connect to sandbox")));
        sandbox(SandboxTopology::Standalone)->trigger();
        QTRY_VERIFY(window().deployment().isReady());
        const QByteArray run = runId(shown());
        openMenu();
        QVERIFY2(entries().contains(QStringLiteral("Reconnect to sandbox")),
                 qPrintable(entries().join(u'|')));
        window().connectTo(*parseConnectionUrl(QStringLiteral("redis://127.0.0.1:1")));
        openMenu();
        const qsizetype at = entries().indexOf(QStringLiteral("Connect to sandbox"));
        QVERIFY2(at >= 0, qPrintable(entries().join(u'|')));
        window().findChild<ConnectionButton *>()->menu()->actions().at(at)->trigger();
        QTRY_VERIFY(window().deployment().isReady());
        QCOMPARE(runId(shown()), run);
    }

    // Options of the command line apply only to the connection they name, which a restart opens again.
    void aSandboxOfTheWindowIsNotNarrowed()
    {
        m_desktop.reset();
        DesktopOptions options;
        options.configDir = m_dir.path();
        options.patterns = {QByteArray("nothing:*")};
        options.readOnly = true;
        m_desktop = std::make_unique<Composition>(options);
        m_desktop->start();
        sandbox(SandboxTopology::Standalone)->trigger();
        QTRY_VERIFY(window().deployment().isReady());
        QVERIFY(!shown().readOnly && shown().patterns != options.patterns);
        QVERIFY(!m_desktop->next());
        emit window().restartWanted();
        const auto &next = m_desktop->next();
        QVERIFY(next && next->sandbox == SandboxTopology::Standalone && next->newWindow);
        QVERIFY(!next->readOnly && next->configDir == m_dir.path());
    }

    void aRestartShowsWhatTheWindowShows()
    {
        m_desktop.reset();
        ConnectionSpec prod = *parseConnectionUrl(QStringLiteral("redis://127.0.0.1:1"));
        prod.name = QStringLiteral("prod");
        prod.readOnly = false;
        QVERIFY(ProfileStore(m_dir.path()).save({prod}).ok());
        DesktopOptions options;
        options.configDir = m_dir.path();
        options.profile = prod.name;
        options.patterns = {QByteArray("a*")};
        options.readOnly = true;
        m_desktop = std::make_unique<Composition>(options);
        m_desktop->start();
        QVERIFY(shown().readOnly && shown().patterns == options.patterns);
        const auto restarted = [this] {
            emit window().restartWanted();
            return m_desktop->next().value_or(DesktopOptions{});
        };
        QCOMPARE(commandLine(restarted()).arguments.mid(1),
                 (QStringList{QStringLiteral("--profile=prod"), QStringLiteral("--pattern=a*"),
                              QStringLiteral("--read-only"), QStringLiteral("--new-window")}));
        window().connectTo(*parseConnectionUrl(QStringLiteral("redis://:geheim@127.0.0.1:2")));
        const CommandLine line = commandLine(restarted());
        QCOMPARE(line.arguments.mid(1),
                 (QStringList{QStringLiteral("--url=redis://127.0.0.1:2"), QStringLiteral("--read-only"),
                              QStringLiteral("--new-window")}));
        QCOMPARE(line.password, QStringLiteral("geheim"));
        window().disconnectFromServer();
        QCOMPARE(commandLine(restarted()).arguments.mid(1), QStringList{QStringLiteral("--new-window")});
    }

    void whoEndsIsNotFound()
    {
        const test::EnvironmentValue runtime("XDG_RUNTIME_DIR", m_dir.path().toUtf8());
        OneInstance one(m_dir.path());
        if (one.folder().isEmpty())
            QSKIP("no folder to meet in");
        const auto windows = [&one] {
            return QDir(one.folder())
                .entryList({QStringLiteral("*.window")}, QDir::System | QDir::Files)
                .size();
        };
        QVERIFY(!one.isElsewhere({}, {}));
        QCOMPARE(windows(), 1);
        one.stop();
        QCOMPARE(windows(), 0);
    }

    void whatAnotherWindowShowsIsNotOpenedAgain_data()
    {
        QTest::addColumn<bool>("readOnly");
        QTest::newRow("read-only") << true;
        QTest::newRow("changes allowed") << false;
    }
    void whatAnotherWindowShowsIsNotOpenedAgain()
    {
        const test::EnvironmentValue runtime("XDG_RUNTIME_DIR", m_dir.path().toUtf8());
        const test::EnvironmentValue patience("LOCKSCOPE_PATIENCE", "20"); // Both windows are of this thread
        OneInstance one(m_dir.path()), another(m_dir.path());
        if (one.folder().isEmpty())
            QSKIP("no folder to meet in");
        QVERIFY(!one.isElsewhere({}, {}) && !another.isElsewhere({}, {}));
        m_desktop->join(one);
        DesktopOptions options;
        options.configDir = m_dir.path();
        Composition second(options);
        second.join(another);
        second.start();
        const QString shownElsewhere = QStringLiteral("redis://127.0.0.1:1");
        ConnectionSpec spec = *parseConnectionUrl(shownElsewhere);
        QFETCH(bool, readOnly);
        spec.readOnly = readOnly;
        window().connectTo(spec);
        const QSignalSpy raised(&one, &OneInstance::wanted);
        MainWindow &here = second.window();
        emit here.start().recentWanted(shownElsewhere);
        QTRY_COMPARE(raised.size(), 1);
        QTRY_COMPARE(here.status().told(), QStringLiteral("redis://127.0.0.1:1 is open in another window"));
        QVERIFY(!here.deployment().spec);
        emit here.start().recentWanted(QStringLiteral("redis://127.0.0.1:2"));
        QTRY_VERIFY(here.deployment().spec);
        QCOMPARE(raised.size(), 1);
        // And what both show, each may connect to again
        here.connectTo(*parseConnectionUrl(shownElsewhere));
        QTRY_VERIFY(!here.deployment().nodes.empty());
        emit here.start().recentWanted(shownElsewhere);
        QVERIFY(here.deployment().spec && here.deployment().spec->port == 1);
        QVERIFY(here.deployment().nodes.empty());      // Opened at once, without a question
        QTRY_VERIFY(!here.deployment().nodes.empty()); // A question would have been answered
        QCOMPARE(raised.size(), 1);
        one.stop();
        another.stop();
    }

    void anAnswerThatCameTooLateBringsNoWindowToTheFront()
    {
        const test::EnvironmentValue runtime("XDG_RUNTIME_DIR", m_dir.path().toUtf8());
        OneInstance busy(m_dir.path());
        if (busy.folder().isEmpty())
            QSKIP("no folder to meet in");
        QVERIFY(!busy.isElsewhere({}, {}));
        const QString socket = QDir(busy.folder())
                                   .entryInfoList({QStringLiteral("*.window")}, QDir::System | QDir::Files)
                                   .value(0)
                                   .filePath();
        int questions = 0;
        busy.setShows([&questions](const ShownConnection &) {
            ++questions;
            return true;
        });
        const QSignalSpy raised(&busy, &OneInstance::wanted);
        QLocalSocket other;
        const auto ask = [&other, &socket] {
            other.connectToServer(socket);
            other.write(R"({"connection":"shop","confirms":true})"
                        "\n");
            return other.waitForBytesWritten();
        };
        QVERIFY(ask());
        other.abort(); // Gave up before the event loop of the other ran
        QTRY_COMPARE(questions, 1);
        QVERIFY(raised.isEmpty());
        QVERIFY(ask());
        QTRY_VERIFY(other.canReadLine());
        QCOMPARE(other.readLine(), QByteArray("yes\n"));
        QVERIFY(raised.isEmpty());
        other.write("show\n");
        QTRY_COMPARE(raised.size(), 1);
        busy.stop();
    }

    void whatIsGivenUpIsNotEntered()
    {
        sandbox(SandboxTopology::Replica)->trigger();
        window().start().cancelButton()->click();
        QVERIFY(!window().start().isBusy());
        sandbox(SandboxTopology::Standalone)->trigger(); // Queued after it
        QTRY_VERIFY(window().deployment().isReady());
        QCOMPARE(window().deployment().nodes.size(), size_t(1));
    }

    void withoutRedisServerTheWindowSaysSo()
    {
        const test::EnvironmentValue path("PATH", m_dir.path().toUtf8());
        sandbox(SandboxTopology::Standalone)->trigger();
        QTRY_VERIFY(!window().start().isBusy());
        QVERIFY2(window().start().note().contains(QStringLiteral("redis-server is not installed")),
                 qPrintable(window().start().note()));
        QVERIFY(window().start().isVisible());
    }

    void theSavedTextSizeIsThatOfEveryPart()
    {
        const QFont usual = QApplication::font();
        const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
        m_desktop.reset();
        const auto sizes = [this] {
            const auto size = [](const QWidget *widget) { return QFontInfo(widget->font()).pointSizeF(); };
            return std::vector<double>{size(window().menuBar()),
                                       size(window().findChild<QToolBar *>()),
                                       size(&window().filter()),
                                       size(window().findChild<QDockWidget *>()),
                                       size(window().findChild<LockHeadline *>()->findChild<ElidedLabel *>()),
                                       size(window().findChild<LockHeadline *>()->verdict())};
        };
        init();
        const std::vector<double> before = sizes();
        m_desktop.reset();
        UiSettings(m_dir.path()).setTextSize(200);
        init();
        const std::vector<double> after = sizes();
        UiSettings(m_dir.path()).setTextSize(100);
        for (size_t part = 0; part < before.size(); ++part)
            QVERIFY(after[part] > 1.8 * before[part]); // Sizes are whole pixels
    }

    void aLinkOfMacOsOpensTheDialog()
    {
        QFileOpenEvent event(QUrl(QStringLiteral("redis://:geheim@one:7000/2")));
        QVERIFY(QCoreApplication::sendEvent(qApp, &event));
        const auto *dialog = window().findChild<QDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(!window().deployment().spec);
    }
};

LOCKSCOPE_UI_TEST(tst_WindowSandbox)

} // namespace tst_windowsandbox

#include "tst_windowsandbox.moc"
