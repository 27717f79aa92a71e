// SPDX-License-Identifier: GPL-3.0-or-later
// Menus and keys, settings, help, About, and reopening closed views.
#include "tests/support/uirunner.h"
#include "tests/ui/window/habitstest.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/contention/contentionplots.h"
#include "ui/detail/ttlplot.h"
#include "ui/help/aboutdialog.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/help/keyboardmap.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingspages.h"
#include "ui/text/mnemonic.h"
#include "ui/timeline/holdlanes.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTreeWidget>

namespace tst_habits
{

using namespace lockscope;
using namespace lockscope::test;

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
        if (!action->menu() && action->toolTip().isEmpty())
            faults << QStringLiteral("no help: ") + action->text();
        if (!action->statusTip().isEmpty()) // It would hide the state of the connection
            faults << QStringLiteral("in the status line: ") + action->text();
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

class TestHabits : public HabitsTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        installTranslations(*qApp, QStringLiteral("en"));
        writeDocuments();
    }
    void init();
    void cleanupTestCase() { closeWindow(); }
    void menusHaveOneMnemonicEach_data();
    void menusHaveOneMnemonicEach();
    void everyActionIsInThePalette();
    void theBestMatchRunsOrSaysWhyNot();
    void whatWasChosenLatelyComesFirst();
    void keyboardPageHasEveryKey();
    void noKeyLeadsToTwoThings();
    void viewsUnderstandTheKeysTheySay();
    void aReportNamesNobody();
    void restartingIsToldAfterClosing();
};

// A fresh window, only where that matters, because creating one takes a second.
void TestHabits::init()
{
    const QByteArray function = QTest::currentTestFunction();
    if (!m_window || function == "restartingIsToldAfterClosing")
        makeWindow();
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

void TestHabits::theBestMatchRunsOrSaysWhyNot()
{
    m_window->actions().palette->trigger();
    auto *palette = m_window->findChild<CommandPalette *>();
    QSignalSpy selected(palette, &CommandPalette::selected);
    palette->edit()->setText(QStringLiteral("rel"));
    const QTreeWidgetItem *first = palette->list()->topLevelItem(0);
    QCOMPARE(first->text(0), QStringLiteral("Release…"));
    QCOMPARE(palette->list()->currentItem(), first);
    QVERIFY(!m_window->actions().release->isEnabled());
    const QString why = m_window->actions().release->toolTip();
    QCOMPARE(first->text(1), why);
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QVERIFY(palette->isVisible() && selected.isEmpty());
    QCOMPARE(palette->why()->text(), QStringLiteral("Release…: ") + why);
    QVERIFY(palette->why()->isVisible());
    palette->edit()->setText(QStringLiteral("RedLock"));
    QVERIFY(!palette->why()->isVisible());
    QCOMPARE(palette->list()->topLevelItem(0)->text(1),
             QStringLiteral("Only for connections to a RedLock group"));
    const QTreeWidget &list = *palette->list(); // Names are not cut beside empty space
    palette->edit()->clear();
    QVERIFY(list.columnWidth(0) >= static_cast<const QAbstractItemView &>(list).sizeHintForColumn(0));
    palette->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
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

LOCKSCOPE_UI_TEST(TestHabits)

} // namespace tst_habits

#include "tst_habits.moc"
