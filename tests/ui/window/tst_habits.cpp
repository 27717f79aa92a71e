// SPDX-License-Identifier: GPL-3.0-or-later
// Menus and keys, settings, help, About, and reopening closed views.
#include "tests/support/uirunner.h"
#include "tests/ui/pictures.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectionspane.h"
#include "ui/contention/contentionplots.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/ttlplot.h"
#include "ui/forms/filteredit.h"
#include "ui/health/healthdialog.h"
#include "ui/help/aboutdialog.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/help/keyboardmap.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingspages.h"
#include "ui/status/desktopnotifier.h"
#include "ui/status/statusline.h"
#include "ui/text/mnemonic.h"
#include "ui/timeline/holdlanes.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

namespace tst_habits
{

using namespace lockscope;

namespace
{

// The entries of a menu and its submenus.
QList<QAction *> entriesOf(const QMenu &menu)
{
    QList<QAction *> entries;
    for (QAction *action : menu.actions()) {
        if (!action->isSeparator())
            entries << action;
    }
    return entries;
}

QStringList menuFaults(const QMenu &menu)
{
    QStringList faults;
    QMap<QString, QString> taken;
    for (const QAction *action : entriesOf(menu)) {
        const QString key = QKeySequence::mnemonic(action->text()).toString();
        if (key.isEmpty())
            faults << QStringLiteral("no mnemonic: ") + action->text();
        else if (taken.contains(key))
            faults << taken.value(key) + QStringLiteral(" and ") + action->text();
        taken.insert(key, action->text());
        if (!action->menu() && (action->statusTip().isEmpty() || action->toolTip().isEmpty()))
            faults << QStringLiteral("no help: ") + action->text();
        if (action->menu())
            faults << menuFaults(*action->menu());
    }
    return faults;
}

bool understands(QWidget &view, int key, Qt::KeyboardModifiers modifiers = {})
{
    QKeyEvent press(QEvent::KeyPress, key, modifiers);
    static_cast<QObject &>(view).event(&press); // Delivered directly: otherwise it propagates to the parents
    return press.isAccepted();
}

const KeyGroup &groupOf(const QList<KeyGroup> &groups, const char *view)
{
    return *std::find_if(groups.begin(), groups.end(), [view](const KeyGroup &group) {
        return group.view && QLatin1String(group.view) == QLatin1String(view);
    });
}

} // namespace

class TestHabits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void menusHaveOneMnemonicEach_data();
    void menusHaveOneMnemonicEach();
    void everyActionIsInThePalette();
    void whatWasChosenLatelyComesFirst();
    void keyboardPageHasEveryKey();
    void noKeyLeadsToTwoThings();
    void viewsUnderstandTheKeysTheySay();
    void linksAndTheWayBack();
    void wordsAreFoundInADocument();
    void commentsAndPicturesAreNotShown();
    void anotherLanguageFallsBackToEnglish();
    void helpFitsWhereTheFocusIs();
    void closedPanelsComeBack();
    void closedWindowsComeBackAsTheyWere();
    void closedOnesOfAFormerConnectionDoNot();
    void lastTwentyAreRemembered();
    void closingAViewNeverClosesTheWindow();
    void theLayoutIsReset();
    void aReportNamesNobody();
    void restartingIsToldAfterClosing();
    void pictures_data() { test::pictureLooks(); }
    void pictures();

private:
    QString docs() const { return m_docs.path(); }
    void makeWindow();
    void write(const QString &name, const QByteArray &text) const;
    QDockWidget *panel(const char *name) const
    {
        return m_window->findChild<QDockWidget *>(QLatin1String(name));
    }

    QTemporaryDir m_dir;
    QTemporaryDir m_docs;
    HistoryBridge m_history;
    std::unique_ptr<EngineBridge> m_link;
    std::unique_ptr<MainWindow> m_window;
};

void TestHabits::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_docs.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

void TestHabits::initTestCase()
{
    installTranslations(*qApp, QStringLiteral("en"));
    write(
        QStringLiteral("guide.md"),
        "<!-- checked by\na test -->\n# Guide\n\n![picture](one.png)\n\nSee [formats](locks.md#the-hash) or "
        "[source](../../core/README.md).\n\nA needle here.\n\nAnother needle there.\n");
    write(QStringLiteral("locks.md"), "# Lock formats\n\n" + QByteArray("Text.\n\n").repeated(200) +
                                          "## The hash\n\nBack to the [guide](guide.md).\n" +
                                          QByteArray("\nText.\n").repeated(200));
    write(QStringLiteral("locks.zh_CN.md"), QByteArrayLiteral("# \xe9\x94\x81\n\n[guide](guide.zh_CN.md)\n"));
}

// A fresh window, only where that matters, because creating one takes a second.
void TestHabits::init()
{
    const QByteArray function = QTest::currentTestFunction();
    const bool isFresh = function.startsWith("closed") || function.startsWith("closing") ||
                         function.startsWith("the") || function.startsWith("restarting") ||
                         function.startsWith("helpFits");
    const bool isPicture = function == "pictures";
    if (isPicture ? qEnvironmentVariableIsEmpty("LOCKSCOPE_PICTURES") : m_window && !isFresh)
        return;
    makeWindow();
}

void TestHabits::makeWindow()
{
    m_window.reset();
    QFile::remove(m_dir.filePath(QStringLiteral("window.ini")));
    m_link = std::make_unique<EngineBridge>();
    m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path());
    m_window->resize(1400, 850);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestHabits::cleanupTestCase()
{
    m_window.reset();
}

void TestHabits::menusHaveOneMnemonicEach_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

void TestHabits::menusHaveOneMnemonicEach()
{
    QFETCH(QString, language);
    if (language != QLatin1String("en")) { // Texts are read once, when the window is created
        QVERIFY(installTranslations(*qApp, language));
        makeWindow();
    }
    const auto back = qScopeGuard([this, &language] {
        if (language == QLatin1String("en"))
            return;
        installTranslations(*qApp, QStringLiteral("en"));
        m_window.reset(); // The next test creates its own
    });
    QMap<QString, QString> menus;
    for (const QAction *menu : m_window->menuBar()->actions()) {
        const QString key = QKeySequence::mnemonic(menu->text()).toString();
        QVERIFY2(!key.isEmpty() && !menus.contains(key), qPrintable(menu->text()));
        menus.insert(key, menu->text());
        QCOMPARE(menuFaults(*menu->menu()).join(u'\n'), QString());
    }
}

void TestHabits::everyActionIsInThePalette()
{
    m_window->actions().palette->trigger();
    auto *palette = m_window->findChild<CommandPalette *>();
    QVERIFY(palette);
    QStringList offered;
    for (int row = 0; row < palette->list()->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *item = palette->list()->topLevelItem(row);
        QVERIFY(!item->text(0).contains(u'&'));
        offered << item->text(0);
    }
    for (const QAction *action : m_window->actions().all()) {
        if (action != m_window->actions().palette)
            QVERIFY2(offered.contains(withoutMnemonic(action->text())), qPrintable(action->text()));
    }
    for (const char *name :
         {"Overview", "Connections", "RedLock", "Settings: Alerts", "Help: Keyboard shortcuts"})
        QVERIFY2(offered.contains(QLatin1String(name)), name);
    palette->edit()->setText(QStringLiteral("settings owners"));
    palette->edit()->setText(QStringLiteral("Settings: Owners"));
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QTRY_VERIFY(m_window->findChild<SettingsDialog *>());
    QCOMPARE(m_window->findChild<SettingsDialog *>()->page(), SettingsDialog::Owners);
}

void TestHabits::whatWasChosenLatelyComesFirst()
{
    const auto firstOf = [this](const QString &typed) {
        m_window->actions().palette->trigger();
        auto *palette = m_window->findChild<CommandPalette *>();
        palette->edit()->setText(typed);
        const QString first = palette->list()->topLevelItem(0)->text(0);
        if (typed.isEmpty())
            palette->reject();
        else
            QTest::keyClick(palette->edit(), Qt::Key_Return);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return first;
    };
    QVERIFY(firstOf({}) != QStringLiteral("Reset layout"));
    QCOMPARE(firstOf(QStringLiteral("reset")), QStringLiteral("Reset layout"));
    QCOMPARE(firstOf({}), QStringLiteral("Reset layout"));
}

// The document lists each key once, and nothing else.
void TestHabits::keyboardPageHasEveryKey()
{
    QMap<QString, int> listed;
    for (const KeyGroup &group : actionKeys(*m_window->menuBar(), m_window->actions().all())) {
        QVERIFY(!group.title.isEmpty());
        for (const KeyEntry &entry : group.entries) {
            for (const QKeySequence &key : entry.keys) {
                QVERIFY2(!key.isEmpty(), qPrintable(entry.what));
                ++listed[key.toString()];
            }
        }
    }
    QMap<QString, int> there;
    for (const QAction *action : m_window->findChildren<QAction *>()) {
        const bool isWindows = action->shortcutContext() != Qt::WidgetShortcut;
        for (const QKeySequence &key : action->shortcuts()) {
            if (isWindows)
                there[key.toString()] = 1;
        }
    }
    QCOMPARE(listed, there);
    const QString document = keyboardDocument(viewKeys());
    for (const KeyGroup &group : viewKeys()) {
        QVERIFY(document.contains(QStringLiteral("## ") + group.title));
        for (const KeyEntry &entry : group.entries)
            QVERIFY2(!entry.keys.isEmpty() && !entry.what.isEmpty(), qPrintable(group.title));
    }
}

void TestHabits::noKeyLeadsToTwoThings()
{
    const auto doubledIn = [](const QWidget &window, const QList<QAction *> &actions) {
        QStringList doubled;
        QMap<QString, QString> taken;
        const auto take = [&](const QKeySequence &key, const QString &what) {
            if (key.isEmpty())
                return;
            if (taken.contains(key.toString()))
                doubled << key.toString() + QStringLiteral(": ") + taken.value(key.toString()) +
                               QStringLiteral(" and ") + what;
            taken.insert(key.toString(), what);
        };
        for (const QAction *action : actions) {
            for (const QKeySequence &key : action->shortcuts())
                take(key, action->text());
        }
        for (const auto *button : window.findChildren<QAbstractButton *>()) {
            if (button->window() == &window && QKeySequence::mnemonic(button->text()) != button->shortcut())
                take(button->shortcut(), button->text());
        }
        return doubled;
    };
    QList<QAction *> actions;
    for (QAction *action : m_window->findChildren<QAction *>()) {
        if (action->shortcutContext() != Qt::WidgetShortcut)
            actions << action;
    }
    QCOMPARE(doubledIn(*m_window, actions), QStringList());
    HelpWindow help(HelpDocs(docs()), {});
    help.setAttribute(Qt::WA_DeleteOnClose, false);
    QList<QAction *> helps = help.findChildren<QAction *>(QString(), Qt::FindDirectChildrenOnly);
    for (QAction *action : actions) {
        if (action->shortcutContext() == Qt::ApplicationShortcut)
            helps << action;
    }
    QCOMPARE(doubledIn(help, helps), QStringList());
}

// Both ways: every listed key is handled, and every handled key is listed.
void TestHabits::viewsUnderstandTheKeysTheySay()
{
    const QList<KeyGroup> groups = viewKeys();
    const std::pair<const char *, QWidget *> plots[] = {
        {"lockscope::TtlPlot", m_window->findChild<TtlPlot *>()},
        {"lockscope::ContentionPlots", m_window->findChild<ContentionPlots *>()},
        {"lockscope::HoldLanes", m_window->findChild<HoldLanes *>()},
        {"lockscope::GraphView", m_window->findChild<GraphView *>()},
    };
    for (const auto &[name, view] : plots) {
        QVERIFY2(view, name);
        QCOMPARE(QLatin1String(view->metaObject()->className()), QLatin1String(name));
        QSet<int> listed;
        for (const KeyEntry &entry : groupOf(groups, name).entries) {
            for (const QKeySequence &key : entry.keys) {
                QVERIFY2(understands(*view, key[0].key(), key[0].keyboardModifiers()),
                         qPrintable(QLatin1String(name) + key.toString()));
                listed << key[0].key();
            }
        }
        for (const int key :
             {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Plus, Qt::Key_Minus,
              Qt::Key_Equal, Qt::Key_Space, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown,
              Qt::Key_Escape, Qt::Key_Return, Qt::Key_Delete, Qt::Key_F2}) {
            if (understands(*view, key))
                QVERIFY2(listed.contains(key), qPrintable(QKeySequence(key).toString()));
        }
    }
    m_window->fleetPage(); // created on first use
    for (const KeyGroup &group : groups) {
        const bool isDialog = group.view && QLatin1String(group.view).endsWith(QLatin1String("Dialog"));
        if (group.view && !isDialog && QLatin1String(group.view) != QLatin1String("lockscope::HelpWindow")) {
            const auto widgets = m_window->findChildren<QWidget *>();
            QVERIFY2(std::any_of(widgets.begin(), widgets.end(),
                                 [&](const QWidget *one) { return one->inherits(group.view); }),
                     group.view);
        }
    }
}

void TestHabits::linksAndTheWayBack()
{
    HelpWindow help(HelpDocs(docs()), QStringLiteral("# Keyboard"));
    help.setAttribute(Qt::WA_DeleteOnClose, false);
    help.show();
    QCOMPARE(help.documents()->count(), 3); // Missing documents are not listed
    help.openDocument(QStringLiteral("guide"));
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(!help.backAction()->isEnabled());
    help.follow(QUrl(QStringLiteral("locks.md#the-hash")));
    QCOMPARE(help.document(), QStringLiteral("locks"));
    QCOMPARE(help.documents()->currentItem()->text(), HelpDocs::title(QStringLiteral("locks")));
    QVERIFY(help.position() > 0);
    QVERIFY(help.backAction()->isEnabled());
    help.backAction()->trigger();
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(help.browser()->toPlainText().startsWith(QLatin1String("Guide")));
    help.forwardAction()->trigger();
    QCOMPARE(help.document(), QStringLiteral("locks"));
    help.documents()->setCurrentRow(1);
    QCOMPARE(help.document(), KeyboardDocument);
    help.openDocument(QStringLiteral("guide"));
    help.follow(QUrl(QStringLiteral("../../core/README.md")));
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY2(help.said().contains(QLatin1String("core/README.md")), qPrintable(help.said()));
    help.follow(QUrl(QStringLiteral("README.md"))); // The index
    QCOMPARE(help.document(), QStringLiteral("guide"));
    QVERIFY(help.said().isEmpty());
    help.openDocument(QStringLiteral("no such document"));
    QCOMPARE(help.document(), QStringLiteral("guide"));
}

void TestHabits::wordsAreFoundInADocument()
{
    HelpWindow help(HelpDocs(docs()), {});
    help.setAttribute(Qt::WA_DeleteOnClose, false);
    help.show();
    QVERIFY(QTest::qWaitForWindowActive(&help));
    help.openDocument(QStringLiteral("guide"));
    QTest::keyClick(&help, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(help.findEdit()->hasFocus());
    QTest::keyClicks(help.findEdit(), QStringLiteral("needle"));
    const auto place = [&help] { return help.browser()->textCursor().selectionStart(); };
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    const int first = place();
    QCOMPARE(help.browser()->textCursor().selectedText(), QStringLiteral("needle"));
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    QVERIFY(place() > first);
    QTest::keyClick(help.findEdit(), Qt::Key_Return); // Wraps around to the top
    QCOMPARE(place(), first);
    QTest::keyClick(help.findEdit(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(place() > first);
    help.findEdit()->setText(QStringLiteral("haystack"));
    QTest::keyClick(help.findEdit(), Qt::Key_Return);
    QVERIFY(help.said().contains(QLatin1String("haystack")));
    QTest::keyClick(help.findEdit(), Qt::Key_Escape); // Not the window
    QVERIFY(help.isVisible());
}

void TestHabits::commentsAndPicturesAreNotShown()
{
    const QString guide = HelpDocs(docs()).text(QStringLiteral("guide"), QStringLiteral("en"));
    QVERIFY(!guide.contains(QLatin1String("checked by")));
    QVERIFY(!guide.contains(QLatin1String("one.png")));
    QVERIFY(guide.contains(QLatin1String("needle")));
}

void TestHabits::anotherLanguageFallsBackToEnglish()
{
    const HelpDocs documents(docs());
    QVERIFY(documents.text(QStringLiteral("locks"), QStringLiteral("zh_CN")).contains(QStringLiteral("锁")));
    QVERIFY(
        documents.text(QStringLiteral("guide"), QStringLiteral("zh_CN")).contains(QLatin1String("Guide")));
    QCOMPARE(documents.nameOf(QUrl(QStringLiteral("help:/locks.zh_CN.md"))),
             std::optional(QStringLiteral("locks")));
    QCOMPARE(HelpDocs::slug(QStringLiteral("What `it` shows: all")), QStringLiteral("what-it-shows-all"));
}

void TestHabits::helpFitsWhereTheFocusIs()
{
    m_window->locks().view().setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_F1);
    QTRY_VERIFY(m_window->findChild<HelpWindow *>());
    auto *help = m_window->findChild<HelpWindow *>();
    const QString usual = HelpDocs().names().constFirst();
    QCOMPARE(help->document(), usual);
    help->close();
    QTRY_VERIFY(!m_window->findChild<HelpWindow *>());
    m_window->actions().keyboard->trigger();
    QTRY_VERIFY(m_window->findChild<HelpWindow *>());
    help = m_window->findChild<HelpWindow *>();
    QCOMPARE(help->document(), KeyboardDocument);
    QVERIFY(help->browser()->toPlainText().contains(QLatin1String("Ctrl+Shift+T")));
}

void TestHabits::closedPanelsComeBack()
{
    QAction *reopen = m_window->actions().reopen;
    QVERIFY(!reopen->isEnabled());
    m_window->connectTo({});
    panel("timeline")->close();
    panel("connections")->show();
    panel("connections")->close();
    QVERIFY2(withoutMnemonic(reopen->text()) == QLatin1String("Reopen Connections"),
             qPrintable(reopen->text()));
    QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(panel("connections")->isVisible());
    QCOMPARE(withoutMnemonic(reopen->text()), QStringLiteral("Reopen Timeline"));
    reopen->trigger();
    QVERIFY(panel("timeline")->widget()->isVisible()); // In front of the others
    QVERIFY(!reopen->isEnabled());
    panel("timeline")->hide(); // Not by the user
    QVERIFY(!reopen->isEnabled());
}

void TestHabits::closedWindowsComeBackAsTheyWere()
{
    SettingsDialog *settings = m_window->openSettings(SettingsDialog::History);
    settings->resize(settings->size() + QSize(20, 30));
    const QSize size = settings->size();
    settings->close();
    QTRY_VERIFY(!m_window->findChild<SettingsDialog *>());
    m_window->actions().reopen->trigger();
    settings = m_window->findChild<SettingsDialog *>();
    QVERIFY(settings);
    QCOMPARE(settings->page(), SettingsDialog::History);
    QCOMPARE(settings->size(), size);
    settings->reject();
    m_window->openHelp(KeyboardDocument)->setPosition(50);
    const int position = m_window->findChild<HelpWindow *>()->position();
    QVERIFY(position > 0);
    m_window->findChild<HelpWindow *>()->reject();
    QTRY_VERIFY(!m_window->findChild<HelpWindow *>());
    m_window->actions().reopen->trigger();
    auto *help = m_window->findChild<HelpWindow *>();
    QVERIFY(help);
    QCOMPARE(help->document(), KeyboardDocument);
    QCOMPARE(help->position(), position);
    QCOMPARE(m_window->closedViews().count(), size_t(1)); // The settings
}

void TestHabits::closedOnesOfAFormerConnectionDoNot()
{
    const auto openHolds = [this] {
        m_window->actions().holds->trigger();
        return m_window->findChild<HoldsDialog *>();
    };
    ConnectionSpec spec;
    spec.host = QStringLiteral("one.example");
    m_window->connectTo(spec);
    openHolds()->reject();
    QCOMPARE(m_window->closedViews().count(), size_t(1));
    m_window->disconnectFromServer();
    QCOMPARE(m_window->closedViews().count(), size_t(0));
    QTRY_VERIFY(!m_window->findChild<HoldsDialog *>());
    m_window->connectTo(spec);
    HoldsDialog *left = openHolds();
    m_window->disconnectFromServer();
    left->reject();
    QCOMPARE(m_window->closedViews().count(), size_t(0));
    QVERIFY(!m_window->actions().reopen->isEnabled());
}

void TestHabits::lastTwentyAreRemembered()
{
    QAction action;
    ReopenStack closed(&action, this);
    QStringList opened;
    for (int i = 0; i < 30; ++i) {
        const QString title = QString::number(i % 25);
        closed.remember(title, i == 29 ? ReopenStack::Of::Connection : ReopenStack::Of::Window,
                        [&opened, title] { opened << title; });
    }
    QCOMPARE(closed.count(), ReopenStack::Most);
    closed.leaveConnection(); // "4"
    QCOMPARE(closed.count(), ReopenStack::Most - 1);
    while (closed.count() > 0)
        closed.reopen();
    closed.reopen();
    QCOMPARE(opened.mid(0, 5), QStringLiteral("3 2 1 0 24").split(u' '));
    QCOMPARE(opened.size(), 19);
}

void TestHabits::closingAViewNeverClosesTheWindow()
{
    QAction *close = m_window->actions().closeView;
    m_window->locks().view().setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_window->status().told().isEmpty());
    panel("connections")->show();
    m_window->connections().findChild<QTreeWidget *>()->setFocus();
    close->trigger();
    QVERIFY(!panel("connections")->isVisible());
    SettingsDialog *settings = m_window->openSettings(SettingsDialog::Windows);
    QTRY_COMPARE(QApplication::activeWindow(), settings);
    QTest::keyClick(settings, Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!m_window->findChild<SettingsDialog *>());
    QVERIFY(m_window->isVisible());
}

void TestHabits::theLayoutIsReset()
{
    m_window->connectTo({});
    LockView &view = m_window->locks().view();
    const QByteArray columns = view.columnLayout();
    view.setColumnHidden(3, true);
    panel("connections")->show();
    panel("overview")->close();
    m_window->addDockWidget(Qt::LeftDockWidgetArea, panel("detail"));
    m_window->actions().resetLayout->trigger();
    QVERIFY(!view.isColumnHidden(3));
    QCOMPARE(view.columnLayout(), columns);
    QVERIFY(!panel("connections")->isVisible());
    QVERIFY(panel("overview")->widget()->isVisible());
    QVERIFY(panel("redlock")->isHidden());
    QCOMPARE(m_window->dockWidgetArea(panel("detail")), Qt::RightDockWidgetArea);
}

void TestHabits::aReportNamesNobody()
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders-prod");
    spec.host = QStringLiteral("redis.example.org");
    spec.user = QStringLiteral("alice");
    spec.topology = Topology::Cluster;
    DeploymentState deployment{.spec = spec};
    deployment.nodes = {
        {.node = NodeId{QByteArrayLiteral("redis.example.org:6379")}, .role = "master", .version = "7.0.15"}};
    AboutDialog about(deployment);
    about.setAttribute(Qt::WA_DeleteOnClose, false);
    about.copyButton()->click();
    const QString text = QGuiApplication::clipboard()->text();
    for (const QString &secret : {spec.name, spec.host, spec.user})
        QVERIFY2(!text.contains(secret), qPrintable(text));
    for (const char *part : {LOCKSCOPE_VERSION, QT_VERSION_STR, "cluster", "7.0.15"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QVERIFY2(text.contains(QGuiApplication::platformName()), qPrintable(text));
    QVERIFY(AboutDialog::details({}, about).contains(QLatin1String("not connected")));
}

void TestHabits::restartingIsToldAfterClosing()
{
    QSignalSpy restarts(m_window.get(), &MainWindow::restartWanted);
    emit m_window->openSettings(SettingsDialog::Appearances)->appearance()->restartWanted();
    QCOMPARE(restarts.size(), 1);
    QVERIFY(!m_window->isVisible());
    m_window->show();
    m_window->close(); // Without restart
    QCOMPARE(restarts.size(), 1);
}

void TestHabits::pictures()
{
    const test::Pictures pictures("habits");
    if (!pictures.isWanted())
        QSKIP("LOCKSCOPE_PICTURES is not set");
    init(); // In this language
    HelpWindow *help = m_window->openHelp(KeyboardDocument);
    pictures.save(*help, "keyboard");
    help->openDocument(HelpDocs().names().constFirst());
    pictures.save(*help, "guide");
    AboutDialog about({});
    about.setAttribute(Qt::WA_DeleteOnClose, false);
    about.show();
    pictures.save(about, "about");
    for (QAction *menu : m_window->menuBar()->actions()) {
        menu->menu()->popup(QPoint(0, 0));
        const QByteArray name = "menu-" + QByteArray::number(m_window->menuBar()->actions().indexOf(menu));
        pictures.save(*menu->menu(), name.constData());
        menu->menu()->hide();
    }
    m_window->actions().palette->trigger();
    pictures.save(*m_window->findChild<CommandPalette *>(), "palette");
}

LOCKSCOPE_UI_TEST(TestHabits)

} // namespace tst_habits

#include "tst_habits.moc"
