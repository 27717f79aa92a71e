// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a connection: start page, sandbox, recent connections, links.
#include "tests/support/environmentvalue.h"
#include "tests/support/uirunner.h"
#include "tests/ui/connections/startpagetest.h"
#include "ui/connections/connectiondialog.h"
#include "ui/help/commandpalette.h"
#include "ui/status/connectionbutton.h"
#include "ui/status/statusline.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/appearance.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace tst_startpage
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::startpage;

namespace
{

QStringList rows(const StartPage &page)
{
    QStringList rows;
    for (int row = 0; row < page.list()->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *item = page.list()->topLevelItem(row);
        rows << QStringLiteral("%1 | %2").arg(item->text(0), item->text(1));
    }
    return rows;
}

} // namespace

class tst_StartPage : public StartPageTest
{
    Q_OBJECT
    QAction m_connectTo{QStringLiteral("Connect…")};
    QAction m_sandbox{QStringLiteral("Sandbox: one server")};

    StartPage::Actions actions() { return {.connectTo = &m_connectTo, .sandboxes = {&m_sandbox}}; }
    static QStringList menuTexts(const QMenu *menu)
    {
        QStringList texts;
        for (const QAction *action : menu->actions())
            texts << action->text();
        return texts;
    }
    QMenu *connectMenu()
    {
        for (QToolButton *button : m_window->findChildren<QToolButton *>()) {
            if (button->accessibleName().startsWith(QLatin1String("Connect")) && button->menu()) {
                emit button->menu()->aboutToShow();
                return button->menu();
            }
        }
        return nullptr;
    }

private slots:
    void cleanup() { end(); }

    void theLastOneStandsFirst()
    {
        StartPage page(actions());
        QVERIFY(page.list()->isHidden());
        page.setKnown({.profiles = {profile("a"), profile("b", Environment::Production)},
                       .recentUrls = {QStringLiteral("redis://one:7000"),
                                      QStringLiteral("redis://x redis://y redis://z")},
                       .last = QStringLiteral("b")});
        QCOMPARE(rows(page),
                 (QStringList{QStringLiteral("b | production"), QStringLiteral("a | development"),
                              QStringLiteral("one:7000 | recent"), QStringLiteral("x:6379 +2 | recent")}));
        QCOMPARE(page.list()->currentItem()->text(0), QStringLiteral("b"));
        page.setKnown({.profiles = {profile("a")},
                       .recentUrls = {QStringLiteral("redis://one:7000")},
                       .last = QStringLiteral("redis://one:7000"),
                       .running = QStringLiteral("sandbox")});
        QCOMPARE(rows(page),
                 (QStringList{QStringLiteral("sandbox | still running"), QStringLiteral("one:7000 | recent"),
                              QStringLiteral("a | development")}));
    }

    void theTitleKeepsItsFontInAnotherTheme()
    {
        ApplicationTheme theme;
        theme.apply(Appearance::Light);
        StartPage page(actions());
        page.show();
        const auto titles = page.findChildren<QLabel *>();
        const auto title = std::ranges::find(titles, QStringLiteral("Lockscope"), &QLabel::text);
        QVERIFY(title != titles.end());
        const QFont wanted = figureFont(page.font());
        for (const Appearance next : {Appearance::Dark, Appearance::Light}) {
            theme.apply(next);
            QTRY_COMPARE((*title)->font().pointSizeF(), wanted.pointSizeF());
            QTRY_COMPARE((*title)->font().weight(), wanted.weight());
        }
    }

    void isPickedByKeyboard()
    {
        StartPage page(actions());
        page.setKnown({.profiles = {profile("a")},
                       .recentUrls = {QStringLiteral("redis://one:7000")},
                       .running = QStringLiteral("sandbox")});
        const QSignalSpy profiles(&page, &StartPage::profileWanted);
        const QSignalSpy recent(&page, &StartPage::recentWanted);
        const QSignalSpy running(&page, &StartPage::runningWanted);
        const QSignalSpy removed(&page, &StartPage::removeWanted);
        const QSignalSpy forgotten(&page, &StartPage::forgetWanted);
        page.show();
        page.setFocus();
        for (int row = 0; row < 3; ++row) {
            QTest::keyClick(page.list(), Qt::Key_Return);
            QTest::keyClick(page.list(), Qt::Key_Delete);
            QTest::keyClick(page.list(), Qt::Key_Down);
        }
        QCOMPARE(running.count(), 1);
        QCOMPARE(profiles.count(), 1);
        QCOMPARE(profiles[0][0].toString(), QStringLiteral("a"));
        QCOMPARE(recent.count(), 1);
        QCOMPARE(recent[0][0].toString(), QStringLiteral("redis://one:7000"));
        QCOMPARE(removed.count(), 1);
        QCOMPARE(forgotten.count(), 1);
        QCOMPARE(forgotten[0][0].toString(), QStringLiteral("redis://one:7000"));
    }

    void withoutRedisServerItSaysHowToHaveIt()
    {
        {
            const test::EnvironmentValue path("PATH", m_dir.path().toUtf8());
            const StartPage page(actions());
            QVERIFY2(page.note().contains(QStringLiteral("package redis-server")), qPrintable(page.note()));
        }
        const StartPage other(actions());
        QVERIFY2(other.note().contains(QStringLiteral("loopback")), qPrintable(other.note()));
    }

    void isThereAgainAfterADisconnect()
    {
        open();
        QVERIFY(start().isVisible());
        QVERIFY(start().connectButton()->hasFocus());
        m_window->connectTo(fromUrl("redis://:geheim@one:7000"));
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->connectTo(fromUrl("redis://:geheim@x redis://y"));
        m_window->connectTo(fromUrl("sentinel://:geheim@s1:26379,s2:26379/orders?sentinelpassword=geheim"));
        m_window->connectTo(fromUrl("redis://one:7000"));
        QVERIFY(!start().isVisible());
        m_window->disconnectFromServer();
        QVERIFY(start().isVisible());
        QVERIFY(start().list()->hasFocus());
        QCOMPARE(
            rows(start()),
            (QStringList{QStringLiteral("one:7000 | recent"), QStringLiteral("orders at s1:26379 | recent"),
                         QStringLiteral("x:6379 +1 | recent"), QStringLiteral("two:7000 | recent")}));
        const QSignalSpy wanted(m_link.get(), &EngineBridge::openWanted);
        QTest::keyClick(start().list(), Qt::Key_Down);
        QTest::keyClick(start().list(), Qt::Key_Down);
        QTest::keyClick(start().list(), Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
        const auto spec = wanted[0][0].value<ConnectionSpec>();
        QCOMPARE(spec.topology, Topology::RedLock);
        QCOMPARE(spec.members.size(), size_t(2));
        m_window.reset();
        QVERIFY(settings().contains(QStringLiteral("two:7000")));
        QVERIFY(!settings().contains(QStringLiteral("geheim")));
    }

    void whatIsRecentCanBeForgotten()
    {
        open();
        m_window->connectTo(fromUrl("rediss://one:7000?sni=a&cacert=/b"));
        m_window->connectTo(fromUrl("redis://two:7000"));
        QTRY_VERIFY(menuTexts(connectMenu()).contains(QStringLiteral("Reconnect to redis://two:7000")));
        m_window->disconnectFromServer();
        QMenu *menu = connectMenu();
        QVERIFY(menu);
        QCOMPARE(connectMenu()->findChildren<QMenu *>().size(), 1); // However often it was opened
        const QStringList texts = menuTexts(menu);
        QVERIFY2(texts.contains(QStringLiteral("Connect to redis://two:7000")), qPrintable(texts.join(u';')));
        QVERIFY2(texts.filter(QStringLiteral("&&")).size() == 1, qPrintable(texts.join(u';')));
        QMenu *forget = menu->findChild<QMenu *>();
        QVERIFY(forget);
        forget->actions().front()->trigger();
        QCOMPARE(rows(start()), QStringList{QStringLiteral("one:7000 | recent")});
        forget->actions().back()->trigger();
        QVERIFY(start().list()->isHidden());
        QVERIFY(!menuTexts(connectMenu()).contains(QStringLiteral("Connect to redis://two:7000")));
    }

    void aForgottenAddressIsInNoFile()
    {
        open();
        m_window->connectTo(fromUrl("redis://one:7000"));
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->disconnectFromServer();
        m_window->actions().palette->trigger();
        auto *palette = m_window->findChild<CommandPalette *>();
        palette->edit()->setText(QStringLiteral("Connect to redis://one:7000"));
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QTRY_VERIFY(m_window->deployment().spec);
        m_window->disconnectFromServer(); // It becomes the last connection
        emit start().forgetWanted(QStringLiteral("redis://one:7000"));
        m_window.reset();
        QVERIFY(settings().contains(QStringLiteral("two:7000")));
        QVERIFY2(!settings().contains(QStringLiteral("one:7000")), qPrintable(settings()));
        open();
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->disconnectFromServer();
        emit start().forgetWanted({});
        m_window.reset();
        QVERIFY2(!settings().contains(QStringLiteral(":7000")), qPrintable(settings()));
    }

    void whatWasForgottenComesBack()
    {
        open();
        for (const char *url : {"redis://one:7000", "redis://two:7000", "rediss://three?sni=a&cacert=/b"})
            m_window->connectTo(fromUrl(url));
        m_window->disconnectFromServer();
        const QStringList all = rows(start());
        const QAction *reopen = m_window->actions().reopen;
        start().list()->setFocus();
        QTest::keyClick(start().list(), Qt::Key_Delete);
        QCOMPARE(rows(start()), all.mid(1));
        const QString key = reopen->shortcut().toString(QKeySequence::NativeText);
        const QString said = m_window->status().told();
        QVERIFY2(said.contains(QStringLiteral("three")) && said.contains(key), qPrintable(said));
        QVERIFY2(withoutMnemonic(reopen->text()).startsWith(QStringLiteral("Put back rediss://three")),
                 qPrintable(reopen->text()));
        QVERIFY2(withoutMnemonic(reopen->text()).contains(QStringLiteral("/b&sni=a")),
                 qPrintable(reopen->text()));
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rows(start()), all);
        QVERIFY(!reopen->isEnabled());
        emit start().forgetWanted({});
        QVERIFY(rows(start()).isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rows(start()), all);
    }

    void thePaletteHasRecentOnesAndTheSandbox()
    {
        open();
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->disconnectFromServer();
        m_window->actions().palette->trigger();
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        QStringList commands;
        const auto *list = palette->findChild<QTreeWidget *>();
        for (int row = 0; row < list->topLevelItemCount(); ++row)
            commands << list->topLevelItem(row)->text(0);
        QVERIFY(commands.contains(QStringLiteral("Connect to redis://two:7000")));
        QVERIFY(commands.contains(QStringLiteral("Sandbox: a cluster")));
        QVERIFY(!commands.contains(QString()));
        QVERIFY(!commands.contains(QStringLiteral("Remove recent connection"))); // It is a menu
        palette->close();
    }

    void aSandboxIsAskedForAndEntered()
    {
        open();
        const QSignalSpy wanted(m_window.get(), &MainWindow::sandboxWanted);
        const QSignalSpy unwanted(m_window.get(), &MainWindow::sandboxUnwanted);
        const QSignalSpy opened(m_link.get(), &EngineBridge::openWanted);
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->actions().sandboxes.at(3)->trigger();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].value<SandboxTopology>(), SandboxTopology::Cluster);
        QVERIFY(start().isVisible() && start().isBusy());
        QVERIFY2(start().note().contains(QStringLiteral("a cluster")), qPrintable(start().note()));
        start().cancelButton()->click();
        QVERIFY(!start().isBusy());
        QCOMPARE(unwanted.count(), 1);
        const ConnectionSpec sandbox = profile("sandbox");
        m_window->enterSandbox(sandbox); // It was cancelled
        QVERIFY(!m_window->deployment().spec);
        m_window->actions().sandboxes.at(0)->trigger();
        m_window->sandboxFailed({.kind = ErrorKind::Unsupported,
                                 .text = QStringLiteral("not there"),
                                 .remedy = QStringLiteral("install it")});
        QVERIFY(!start().isBusy());
        QVERIFY2(start().note().contains(QStringLiteral("not there")), qPrintable(start().note()));
        m_window->actions().sandboxes.at(0)->trigger();
        m_window->enterSandbox(sandbox);
        QVERIFY(m_window->deployment().spec == sandbox);
        QVERIFY(!m_window->isShowing({.connection = QStringLiteral("sandbox")}));
        m_window->disconnectFromServer();
        QCOMPARE(rows(start()).value(0), QStringLiteral("sandbox | still running"));
        QTest::keyClick(start().list(), Qt::Key_Return);
        QVERIFY(m_window->deployment().spec == sandbox);
        QCOMPARE(opened.count(), 3);
        // Connecting elsewhere while a sandbox starts cancels the sandbox.
        m_window->actions().sandboxes.at(1)->trigger();
        m_window->connectTo(fromUrl("redis://two:7000"));
        QCOMPARE(unwanted.count(), 2);
        m_window->enterSandbox(sandbox);
        QVERIFY(m_window->deployment().spec != sandbox);
    }

    void aSandboxMadeReadOnlyIsStillTheSandbox()
    {
        open();
        ConnectionSpec sandbox = profile("sandbox");
        sandbox.readOnly = false;
        m_window->actions().sandboxes.at(0)->trigger();
        m_window->enterSandbox(sandbox);
        m_window->actions().writable->trigger();
        QVERIFY(m_window->deployment().spec->readOnly);
        QVERIFY(m_window->origin() == MainWindow::Origin::Sandbox);
        QVERIFY(!m_window->isShowing({.connection = QStringLiteral("sandbox")}));
        QMenu *menu = m_window->findChild<ConnectionButton *>()->menu();
        emit menu->aboutToShow();
        const QList<QAction *> entries = menu->actions();
        const auto entry = std::ranges::find(entries, QStringLiteral("Reconnect to sandbox"), &QAction::text);
        QVERIFY(entry != entries.end());
        (*entry)->trigger();
        QVERIFY(m_window->deployment().spec->readOnly); // Until the user allows changes
    }

    void tellsWhatItShows()
    {
        open();
        const QString url = QStringLiteral("redis://one:7000");
        QVERIFY(m_window->isShowing({}));
        QVERIFY(!m_window->isShowing({.readOnly = true}));
        QVERIFY(!m_window->isShowing({.patterns = {QByteArray("a*")}}));
        QVERIFY(!m_window->isShowing({.connection = url}));
        ConnectionSpec spec = fromUrl("redis://:geheim@one:7000");
        spec.readOnly = false;
        m_window->connectTo(spec);
        QVERIFY(!m_window->isShowing({}));
        QVERIFY(m_window->isShowing({.connection = url}));
        QVERIFY(!m_window->isShowing({.connection = url, .readOnly = true}));
        QVERIFY(!m_window->isShowing({.connection = url, .patterns = {QByteArray("a*")}}));
        m_window->disconnectFromServer();
        QVERIFY(m_window->isShowing({}));
    }
};

LOCKSCOPE_UI_TEST(tst_StartPage)

} // namespace tst_startpage

#include "tst_startpage.moc"
