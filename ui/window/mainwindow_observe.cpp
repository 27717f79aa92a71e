// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells of by itself: alerts, pinned locks; and how it judges and remembers.
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/settingsdialog.h"
#include "ui/status/statusline.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

namespace lockscope
{

namespace
{

QString nameOf(const ConnectionSpec &spec)
{
    return spec.name.isEmpty() ? connectionUrl(spec) : spec.name;
}

} // namespace

void MainWindow::wireObserving()
{
    connect(m_actions.observe, &QAction::triggered, this, [this] { openSettings(SettingsDialog::Verdicts); });
    connect(m_actions.pin, &QAction::triggered, this, &MainWindow::pinChosen);
    connect(&m_locks->view(), &LockView::lockChosen, this, &MainWindow::showPins);
    connect(m_detail, &DetailPane::failed, this, &MainWindow::showError);
    connect(m_detail, &DetailPane::aliasWanted, this, &MainWindow::nameOwner);
    connect(&m_link, &EngineBridge::clientsRefused, this, [this](const Failure &why) {
        m_status->showMessage(tr("Who is behind an owner cannot be told: %1").arg(why.line()), 30'000);
    });
    connect(&m_alerts, &AlertBridge::alerted, &m_teller, &DesktopNotifier::take);
    connect(&m_alerts, &AlertBridge::failed, this, &MainWindow::showError);
    connect(&m_teller, &DesktopNotifier::told, this, [this](const QString &, const QString &text) {
        m_status->showMessage(QString(text).replace(u'\n', QLatin1String("; ")), 15'000);
    });
    connect(&m_teller, &DesktopNotifier::unshown, m_tray, &TrayStatus::tell);
    const auto comeTo = [this](const LockName &key) {
        bringToFront();
        if (!key.isEmpty())
            goToLock(key);
    };
    connect(&m_teller, &DesktopNotifier::wanted, this, comeTo);
    connect(m_tray, &TrayStatus::messageClicked, this, [this, comeTo] { comeTo(m_teller.lastKey()); });
    connect(m_tray, &TrayStatus::windowWanted, this, &MainWindow::bringToFront);
    connect(&m_locks->model(), &LockModel::totalsChanged, this, &MainWindow::showInTray);
    connect(&m_history, &HistoryBridge::statusChanged, this, &MainWindow::showHistory);
}

// A reason is told once, however often it is met again; and as long as it lasts it can be looked at.
void MainWindow::showHistory(const HistoryStatus &status)
{
    const Failure before = std::exchange(m_historyStatus, status).failure;
    if (status.failure == before)
        return;
    m_status->showHistory(status.failure);
    if (!status.failure.text.isEmpty())
        m_status->showMessage(tr("The history is not kept: %1").arg(status.failure.line()), 15'000);
}

void MainWindow::bringToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::showInTray()
{
    m_tray->show(m_deployment.spec ? nameOf(*m_deployment.spec) : QString(), m_locks->model().totals());
}

void MainWindow::observe(const ObserveSettings &settings)
{
    m_history.configure(settings.history);
    m_alerts.setRules(settings.alerts);
    m_pins = m_deployment.spec ? m_settings.pins(nameOf(*m_deployment.spec)) : QSet<LockName>();
    m_alerts.setPins(m_pins);
    m_locks->model().setPins(m_pins);
    showPins();
}

// What is as it was does nothing over there.
void MainWindow::observeAnew(const ObserveSettings &settings)
{
    m_link.setThresholds(settings.thresholds);
    m_link.setAliases(settings.aliases);
    m_history.configure(settings.history);
    m_alerts.setRules(settings.alerts);
}

// The file may have been written by hand meanwhile; with a fault in it, it is left alone.
void MainWindow::nameOwner(const OwnerAlias &alias)
{
    ObserveSettings settings = observeSettings();
    settings.aliases.removeIf([&](const OwnerAlias &known) { return known.pattern == alias.pattern; });
    settings.aliases.prepend(alias);
    if (const Done saved = m_observe.save(settings); !saved.ok())
        return showError(saved.failure());
    m_link.setAliases(settings.aliases);
}

void MainWindow::pinChosen(bool pinned)
{
    const LockPtr lock = m_locks->view().currentLock();
    if (!lock || !m_deployment.spec)
        return;
    if (pinned)
        m_pins.insert(lock->key);
    else
        m_pins.remove(lock->key);
    m_settings.setPins(nameOf(*m_deployment.spec), m_pins);
    m_alerts.setPins(m_pins);
    m_locks->model().setPins(m_pins);
    m_status->showMessage(
        pinned
            ? tr("%1 is pinned: you are told when it becomes free or changes hands").arg(text::key(lock->key))
            : tr("%1 is no longer pinned").arg(text::key(lock->key)),
        10'000);
}

void MainWindow::showPins()
{
    const LockPtr lock = m_locks->view().currentLock();
    m_actions.pin->setEnabled(lock != nullptr);
    m_actions.pin->setChecked(lock && m_pins.contains(lock->key));
}

} // namespace lockscope
