// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/viewregistry.h"

#include "ui/bridges/deploymentstate.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/forms/bringtofront.h"
#include "ui/health/healthdialog.h"
#include "ui/help/aboutdialog.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/help/keyboardmap.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/settingspages.h"
#include "ui/text/format.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/appearance.h"
#include "ui/window/reopenstack.h"
#include "ui/window/windowactions.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QShortcut>
#include <QTabWidget>

namespace lockscope
{

namespace
{

template<typename View> View *bringUp(View *view)
{
    bringToFront(*view);
    return view;
}

struct Topic {
    QString document{};
    QString part{}; // Empty: its beginning
};

// Of the view itself, not of the views inside.
std::optional<Topic> topicOf(const QWidget &view)
{
    if (const auto *settings = qobject_cast<const SettingsDialog *>(&view))
        return settings->page() >= SettingsDialog::Verdicts
                   ? Topic{QStringLiteral("observe")}
                   : Topic{QStringLiteral("guide"), ViewRegistry::tr("settings", "heading in the guide")};
    const std::pair<const char *, const char *> documents[] = {
        {"RuleDialog", "rules"}, {"HealthDialog", "acl"}, {"AuditPage", "audit"}};
    const auto isA = [&view](const char *name) {
        return view.inherits(qPrintable(QStringLiteral("lockscope::") + QLatin1String(name)));
    };
    for (const auto &[name, document] : documents) {
        if (isA(name))
            return Topic{QLatin1String(document)};
    }
    // In lower case, with hyphens, as HelpDocs::slug() has them.
    const QString pages = ViewRegistry::tr("pages", "heading in the guide");
    const std::pair<const char *, QString> parts[] = {
        {"FilterEdit", ViewRegistry::tr("the-filter", "heading in the guide")},
        {"StartPage", ViewRegistry::tr("connect", "heading in the guide")},
        {"LockPane", ViewRegistry::tr("the-list", "heading in the guide")},
        {"DetailPane", ViewRegistry::tr("details-of-a-lock", "heading in the guide")},
        {"OverviewPage", pages},
        {"ContentionPage", pages},
        {"TimelinePage", pages},
        {"BlockingPage", pages},
        {"RedLockView", pages},
        {"ConnectionsPane", ViewRegistry::tr("saved-connections", "heading in the guide")},
        {"ConnectionDialog", ViewRegistry::tr("saved-connections", "heading in the guide")},
        {"FleetPage", ViewRegistry::tr("fleet", "heading in the guide")},
        {"LabPage", ViewRegistry::tr("the-lab", "heading in the guide")},
        {"LadderDialog", ViewRegistry::tr("release-options", "heading in the guide")},
        {"AcquireDialog", ViewRegistry::tr("acquire-a-lock", "heading in the guide")},
        {"BulkDialog", ViewRegistry::tr("several-locks", "heading in the guide")}};
    for (const auto &[name, part] : parts) {
        if (isA(name))
            return Topic{QStringLiteral("guide"), part};
    }
    return std::nullopt;
}

} // namespace

ViewRegistry::ViewRegistry(QMainWindow *window, const Needs &needs)
    : WindowController(window), m_needs(needs), m_main(window)
{
    const WindowActions &actions = m_needs.actions;
    connect(actions.health, &QAction::triggered, this, &ViewRegistry::openHealth);
    connect(actions.settings, &QAction::triggered, this,
            [this] { openSettings(SettingsDialog::Appearances); });
    connect(actions.help, &QAction::triggered, this, &ViewRegistry::openFittingHelp);
    connect(actions.keyboard, &QAction::triggered, this, [this] { openHelp(KeyboardDocument); });
    connect(actions.about, &QAction::triggered, this,
            [this] { (new AboutDialog(m_needs.deployment, m_main))->show(); });
    connect(actions.closeView, &QAction::triggered, this, &ViewRegistry::closeView);
    connect(actions.appearances, &QActionGroup::triggered, this, &ViewRegistry::setAppearance);
    connect(&m_needs.history, &HistoryBridge::statusChanged, this,
            [this](const HistoryStatus &status) { m_historyStatus = status; });
    for (QAction *action : actions.all())
        explainWhileDisabled(action);
}

// Qt ignores the keys of a disabled action. Its tool tip has the reason, its data the help text.
void ViewRegistry::explainWhileDisabled(QAction *action)
{
    for (const QKeySequence &keys : action->shortcuts()) {
        auto *asked = new QShortcut(keys, m_main);
        asked->setEnabled(!action->isEnabled());
        connect(action, &QAction::enabledChanged, asked,
                [asked](bool enabled) { asked->setEnabled(!enabled); });
        connect(asked, &QShortcut::activated, this, [this, action] {
            if (action->toolTip() != action->data().toString())
                emit told(tr("%1: %2", "a command, and why it is disabled")
                              .arg(withoutMnemonic(action->text()).remove(u'…'), action->toolTip()),
                          5'000);
        });
    }
}

void ViewRegistry::setAppearance(const QAction *selected)
{
    const auto appearance = selected == m_needs.actions.light  ? Appearance::Light
                            : selected == m_needs.actions.dark ? Appearance::Dark
                                                               : Appearance::System;
    m_needs.settings.setAppearance(appearance);
    if (m_needs.theme)
        m_needs.theme->apply(appearance);
    if (m_settingsDialog)
        m_settingsDialog->appearance()->showAppearance(appearance);
}

void ViewRegistry::restoreAppearance()
{
    const Appearance appearance = m_needs.settings.appearance();
    if (m_needs.theme) {
        m_needs.theme->scaleText(m_needs.settings.textSize());
        m_needs.theme->apply(appearance);
    }
    m_needs.actions.of(appearance)->setChecked(true);
}

void ViewRegistry::showDeployment()
{
    if (m_health)
        m_health->show(m_needs.deployment);
}

SettingsDialog *ViewRegistry::openSettings(int page)
{
    if (!m_settingsDialog) {
        m_settingsDialog = new SettingsDialog(m_needs.settings, m_needs.files.observe(), m_main);
        wireSettings(*m_settingsDialog);
    }
    m_settingsDialog->openPage(SettingsDialog::Page(page));
    return bringUp(m_settingsDialog.data());
}

void ViewRegistry::wireSettings(SettingsDialog &dialog)
{
    if (!m_historyStatus.failure.text.isEmpty())
        dialog.observe()->setHistoryState(m_historyStatus.failure.line(), VerdictLevel::Warning);
    else if (m_historyStatus.since && m_historyStatus.bytes > 0)
        dialog.observe()->setHistoryState(tr("The file has %1 and reaches back to %2")
                                              .arg(m_main->locale().formattedDataSize(m_historyStatus.bytes),
                                                   text::dateAndTime(*m_historyStatus.since)));
    connect(&dialog, &SettingsDialog::saved, this, &ViewRegistry::observeSaved);
    const AppearancePage *looks = dialog.appearance();
    connect(looks, &AppearancePage::appearanceChosen, this,
            [this](Appearance appearance) { m_needs.actions.of(appearance)->trigger(); });
    connect(looks, &AppearancePage::textSizeChosen, this, [this](int percent) {
        if (m_needs.theme)
            m_needs.theme->scaleText(percent);
    });
    connect(looks, &AppearancePage::restartWanted, this, &ViewRegistry::restartWanted);
    connect(dialog.window(), &WindowPage::trayChosen, this, &ViewRegistry::trayChosen);
    connect(dialog.window(), &WindowPage::notificationsChosen, this, &ViewRegistry::notificationsChosen);
    connect(dialog.window(), &WindowPage::resetWanted, this, &ViewRegistry::layoutResetWanted);
    m_needs.closed.rememberClosing(&dialog, ReopenStack::Of::Window, [this, &dialog] {
        const int page = dialog.page();
        return [this, page]() -> QDialog * { return openSettings(page); };
    });
}

HelpWindow *ViewRegistry::openHelp(const QString &document, const QString &part)
{
    if (!m_help) {
        const QList<KeyGroup> keys =
            actionKeys(*m_main->menuBar(), m_needs.actions.all() + m_needs.panels) + viewKeys();
        m_help = new HelpWindow(HelpDocs(), keyboardDocument(keys), m_main);
        m_needs.closed.rememberClosing(m_help, ReopenStack::Of::Window, [this, help = m_help.data()] {
            const QString shown = help->document();
            const int position = help->position();
            return [this, shown, position]() -> QDialog * {
                HelpWindow *opened = openHelp(shown);
                opened->setPosition(position);
                return opened;
            };
        });
    }
    bringUp(m_help.data()); // a part is scrolled to only in a document that is laid out
    m_help->openDocument(document, part);
    return m_help;
}

// The innermost view with the focus decides.
void ViewRegistry::openFittingHelp()
{
    for (const QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (const std::optional<Topic> topic = topicOf(*at))
            return void(openHelp(topic->document, topic->part));
    }
    openHelp(QStringLiteral("guide"));
}

HealthDialog *ViewRegistry::openHealth()
{
    if (!m_health) {
        m_health = new HealthDialog(m_needs.checker, m_main);
        m_health->show(m_needs.deployment);
        m_needs.closed.rememberClosing(m_health, ReopenStack::Of::Window, [this, health = m_health.data()] {
            const int page = health->pages()->currentIndex();
            return [this, page]() -> QDialog * {
                openHealth()->openPage(HealthDialog::Page(page));
                return m_health;
            };
        });
    }
    return bringUp(m_health.data());
}

QDialog *ViewRegistry::openLockEvents(const LockName &key)
{
    auto *dialog = new LockEventsDialog(m_needs.history, key, m_main);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_needs.closed.rememberClosing(dialog, ReopenStack::Of::Connection, [this, key] {
        return [this, key]() -> QDialog * { return openLockEvents(key); };
    });
    dialog->show();
    return dialog;
}

// Closes the dialog or panel with the focus, never the window itself.
void ViewRegistry::closeView()
{
    QWidget *active = QApplication::activeWindow();
    if (active && active != m_main) {
        active->close();
        return;
    }
    for (QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (auto *dock = qobject_cast<QDockWidget *>(at)) {
            dock->close();
            return emit panelClosed();
        }
    }
    emit told(tr("Nothing to close here: go to a panel first, or quit with %1")
                  .arg(m_needs.actions.quit->shortcut().toString(QKeySequence::NativeText)),
              5'000);
}

void ViewRegistry::openPalette(const QList<QAction *> &connections)
{
    QList<QAction *> commands = m_needs.actions.all();
    commands.removeAll(m_needs.actions.palette);
    commands << m_needs.panels;
    // Commands that contain an address are not saved, or a forgotten address would stay in the settings.
    QStringList unwritten{withoutMnemonic(m_needs.actions.reopen->text())};
    for (QAction *action : connections) {
        if (action->isSeparator() || action->menu() || action == m_needs.actions.connectTo)
            continue;
        commands << action;
        if (action->data().isValid())
            unwritten << withoutMnemonic(action->text());
    }
    auto *palette = new CommandPalette(commands, m_main);
    const QStringList pages = SettingsDialog::titles();
    for (int page = 0; page < pages.size(); ++page)
        palette->offer(tr("Settings: %1").arg(pages[page]), [this, page] { openSettings(page); });
    for (const QString &name : HelpDocs().names())
        palette->offer(tr("Help: %1").arg(HelpDocs::title(name)), [this, name] { openHelp(name); });
    palette->setRecent(m_needs.settings.recentCommands());
    connect(palette, &CommandPalette::selected, this, [this, unwritten](const QString &name) {
        if (!unwritten.contains(name))
            m_needs.settings.addRecentCommand(name);
    });
    palette->open();
}

} // namespace lockscope
