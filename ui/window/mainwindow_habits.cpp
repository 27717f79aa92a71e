// SPDX-License-Identifier: GPL-3.0-or-later
// What every window of a desktop has: settings, help, about; and views that close and come back.
#include "ui/audit/auditpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectionspane.h"
#include "ui/detail/detailpane.h"
#include "ui/health/healthdialog.h"
#include "ui/help/aboutdialog.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/help/keyboardmap.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/settings/ruledialog.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingspages.h"
#include "ui/status/desktopnotifier.h"
#include "ui/status/statusline.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/appearance.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

namespace lockscope
{

void MainWindow::wireHabits()
{
    m_closed = new ReopenStack(m_actions.reopen, this);
    connect(m_actions.settings, &QAction::triggered, this,
            [this] { openSettings(SettingsDialog::Appearances); });
    connect(m_actions.help, &QAction::triggered, this, &MainWindow::openFittingHelp);
    connect(m_actions.keyboard, &QAction::triggered, this, [this] { openHelp(KeyboardDocument); });
    connect(m_actions.about, &QAction::triggered, this,
            [this] { (new AboutDialog(m_deployment, this))->show(); });
    connect(m_actions.closeView, &QAction::triggered, this, &MainWindow::closeView);
    connect(m_actions.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    for (QDockWidget *dock : findChildren<QDockWidget *>())
        dock->installEventFilter(this);
    m_tray->setShown(m_settings.trayIcon());
    m_teller.setNotifying(m_settings.notifications());
    m_firstColumns = m_locks->view().columnLayout();
    m_firstAuditColumns = m_auditPage->columns();
}

// again: made when it closes, and knows then how it is.
void MainWindow::rememberClosing(QDialog *dialog, ReopenStack::Of of, const ReopenMaker &again)
{
    // Not this window as the context: its children outlive it by a moment.
    connect(dialog, &QDialog::finished, m_closed, [this, dialog, of, again, opened = m_connection] {
        if (of == ReopenStack::Of::Connection && opened != m_connection)
            return;
        const QByteArray geometry = dialog->saveGeometry();
        const auto open = again();
        m_closed->remember(dialog->windowTitle(), of,
                           [open, geometry] { open()->restoreGeometry(geometry); });
    });
}

SettingsDialog *MainWindow::openSettings(int page)
{
    if (!m_settingsDialog) {
        m_settingsDialog = new SettingsDialog(m_settings, m_observe, this);
        wireSettings(*m_settingsDialog);
    }
    m_settingsDialog->openPage(SettingsDialog::Page(page));
    m_settingsDialog->show();
    m_settingsDialog->raise();
    m_settingsDialog->activateWindow();
    return m_settingsDialog;
}

void MainWindow::wireSettings(SettingsDialog &dialog)
{
    if (!m_historyStatus.failure.text.isEmpty())
        dialog.observe()->setHistoryState(m_historyStatus.failure.line(), VerdictLevel::Warning);
    else if (m_historyStatus.since && m_historyStatus.bytes > 0)
        dialog.observe()->setHistoryState(tr("The file has %1 now, and reaches back to %2")
                                              .arg(locale().formattedDataSize(m_historyStatus.bytes),
                                                   text::dateAndTime(*m_historyStatus.since)));
    connect(&dialog, &SettingsDialog::saved, this, &MainWindow::observeAnew);
    const AppearancePage *looks = dialog.appearance();
    connect(looks, &AppearancePage::appearanceChosen, this,
            [this](Appearance appearance) { m_actions.of(appearance)->trigger(); });
    connect(looks, &AppearancePage::textSizeChosen, this, [this](int percent) {
        if (m_theme)
            m_theme->scaleText(percent);
    });
    connect(looks, &AppearancePage::restartWanted, this, &MainWindow::restart);
    connect(dialog.window(), &WindowPage::trayChosen, m_tray, &TrayStatus::setShown);
    connect(dialog.window(), &WindowPage::notificationsChosen, &m_teller, &DesktopNotifier::setNotifying);
    connect(dialog.window(), &WindowPage::resetWanted, this, &MainWindow::resetLayout);
    rememberClosing(&dialog, ReopenStack::Of::Window, [this, &dialog] {
        const int page = dialog.page();
        return [this, page]() -> QDialog * { return openSettings(page); };
    });
}

HelpWindow *MainWindow::openHelp(const QString &document)
{
    if (!m_help) {
        const QList<KeyGroup> keys = actionKeys(*menuBar(), m_actions.all() + panelActions()) + viewKeys();
        m_help = new HelpWindow(HelpDocs(), keyboardDocument(keys), this);
        rememberClosing(m_help, ReopenStack::Of::Window, [this, help = m_help.data()] {
            const QString shown = help->document();
            const int position = help->position();
            return [this, shown, position]() -> QDialog * {
                HelpWindow *opened = openHelp(shown);
                opened->setPosition(position);
                return opened;
            };
        });
    }
    m_help->openDocument(document);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
    return m_help;
}

// What is written about the place where the focus is.
void MainWindow::openFittingHelp()
{
    for (const QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (const auto *settings = qobject_cast<const SettingsDialog *>(at);
            settings && settings->page() >= SettingsDialog::Verdicts) {
            openHelp(QStringLiteral("observe"));
            return;
        }
        if (qobject_cast<const RuleDialog *>(at)) {
            openHelp(QStringLiteral("rules"));
            return;
        }
        if (qobject_cast<const HealthDialog *>(at)) {
            openHelp(QStringLiteral("acl"));
            return;
        }
        if (qobject_cast<const AuditPage *>(at)) {
            openHelp(QStringLiteral("audit"));
            return;
        }
    }
    openHelp(QStringLiteral("guide"));
}

HoldsDialog *MainWindow::openHolds()
{
    auto *dialog = new HoldsDialog(*m_holds, m_link.kinds(), this);
    rememberClosing(dialog, ReopenStack::Of::Connection,
                    [this] { return [this]() -> QDialog * { return openHolds(); }; });
    dialog->show();
    return dialog;
}

// A dialog or a panel, where the focus is; the window itself stays.
void MainWindow::closeView()
{
    QWidget *active = QApplication::activeWindow();
    if (active && active != this) {
        active->close();
        return;
    }
    for (QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (auto *dock = qobject_cast<QDockWidget *>(at)) {
            dock->close();
            return m_locks->view().setFocus();
        }
    }
    m_status->showMessage(tr("Nothing closes here: go to a panel first, or quit with %1")
                              .arg(m_actions.quit->shortcut().toString(QKeySequence::NativeText)),
                          5'000);
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (auto *dock = qobject_cast<QDockWidget *>(watched);
        dock && event->type() == QEvent::Close && !dock->isHidden()) {
        const auto of = dock == m_redLockDock ? ReopenStack::Of::Connection : ReopenStack::Of::Window;
        m_closed->remember(dock->windowTitle(), of, [this, dock] {
            if (m_bottomActions.contains(dock))
                openPanel(dock);
            else
                dock->show();
        });
    }
    return QMainWindow::eventFilter(watched, event);
}

// As at the first start; what was closed is there again.
void MainWindow::resetLayout()
{
    const std::pair<QDockWidget *, Qt::DockWidgetArea> sides[] = {{m_connectionsDock, Qt::LeftDockWidgetArea},
                                                                  {m_detailDock, Qt::RightDockWidgetArea}};
    for (const auto &[dock, area] : sides) {
        addDockWidget(area, dock);
        dock->show();
    }
    const bool isGroup = m_bottomActions[m_redLockDock]->isEnabled();
    for (QDockWidget *dock : bottomDocks()) {
        dock->hide();
        addDockWidget(Qt::BottomDockWidgetArea, dock);
        dock->hide();
    }
    if (m_aside) {
        m_aside = QByteArray();
        hidePanels();
    } else {
        openFirstPanels();
        if (isGroup)
            openPanel(m_redLockDock);
    }
    m_locks->view().restoreLayout(m_firstColumns);
    m_auditPage->restoreColumns(m_firstAuditColumns);
    m_sharesRoom = true;
    shareRoom();
    m_status->showMessage(tr("Panels and columns are as at the first start"), 5'000);
}

void MainWindow::restart()
{
    m_restarting = true;
    close();
    m_restarting = false; // asked something first: that remembers what for
}

// What can be told to the window, and the pages and documents by their names.
void MainWindow::openPalette()
{
    QList<QAction *> commands = m_actions.all();
    commands.removeAll(m_actions.palette);
    commands << panelActions();
    fillConnectMenu();
    // What names an address is not written down: a forgotten one would stay there.
    QStringList unwritten{withoutMnemonic(m_actions.reopen->text())};
    for (QAction *action : m_connectMenu->actions()) {
        if (action->isSeparator() || action->menu() || action == m_actions.connectTo)
            continue;
        commands << action;
        if (action->data().isValid())
            unwritten << withoutMnemonic(action->text());
    }
    auto *palette = new CommandPalette(commands, this);
    const QStringList pages = SettingsDialog::titles();
    for (int page = 0; page < pages.size(); ++page)
        palette->offer(tr("Settings: %1").arg(pages[page]), [this, page] { openSettings(page); });
    for (const QString &name : HelpDocs().names())
        palette->offer(tr("Help: %1").arg(HelpDocs::title(name)), [this, name] { openHelp(name); });
    palette->setRecent(m_settings.recentCommands());
    connect(palette, &CommandPalette::selected, this, [this, unwritten](const QString &name) {
        if (!unwritten.contains(name))
            m_settings.addRecentCommand(name);
    });
    palette->open();
}

} // namespace lockscope
