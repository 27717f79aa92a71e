// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/alertcontroller.h"

#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/uisettings.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/window/windowactions.h"

namespace lockscope
{

namespace
{

QString nameOf(const ConnectionSpec &spec)
{
    return spec.name.isEmpty() ? connectionUrl(spec) : spec.name;
}

} // namespace

AlertController::AlertController(QWidget *window, EngineBridge &link, HistoryBridge &history,
                                 SettingsFiles &files, UiSettings &settings,
                                 const DeploymentState &deployment, LockPane &locks,
                                 const WindowActions &actions)
    : WindowController(window), m_link(link), m_history(history), m_files(files), m_settings(settings),
      m_deployment(deployment), m_locks(locks), m_pin(actions.pin),
      m_tray(new TrayStatus(actions.quit, window))
{
    connect(m_pin, &QAction::triggered, this, &AlertController::pin);
    connect(&locks.view(), &LockView::lockChosen, this, &AlertController::showPin);
    connect(&locks.view(), &LockView::selectedLocksChanged, this, &AlertController::showPin);
    connect(&link, &EngineBridge::failedOver, this, &AlertController::tellFailover);
    connect(&link, &EngineBridge::clientsRefused, this, [this](const Failure &why) {
        emit told(tr("Cannot find the client behind an owner: %1").arg(why.line()), 30'000);
    });
    connect(&m_alerts, &AlertBridge::alerted, &m_notifier, &DesktopNotifier::take);
    connect(&m_alerts, &AlertBridge::failed, this, &AlertController::failed);
    connect(&m_notifier, &DesktopNotifier::told, this, [this](const QString &, const QString &text) {
        emit told(QString(text).replace(u'\n', QLatin1String("; ")), 15'000);
    });
    connect(&m_notifier, &DesktopNotifier::unshown, m_tray, &TrayStatus::tell);
    connect(&m_notifier, &DesktopNotifier::wanted, this, &AlertController::lockWanted);
    connect(m_tray, &TrayStatus::messageClicked, this, [this] { emit lockWanted(m_notifier.lastKey()); });
    connect(m_tray, &TrayStatus::windowWanted, this, [this] { emit lockWanted({}); });
    connect(&locks.model(), &LockModel::totalsChanged, this, &AlertController::showInTray);
    connect(&history, &HistoryBridge::statusChanged, this, &AlertController::showHistory);
    m_tray->setShown(settings.trayIcon());
    m_notifier.setNotifying(settings.notifications());
}

// Announces each failure once; the status bar shows it for as long as it lasts.
void AlertController::showHistory(const HistoryStatus &status)
{
    const Failure before = std::exchange(m_historyFailure, status.failure);
    if (status.failure == before)
        return;
    emit historyFailed(status.failure);
    if (!status.failure.text.isEmpty())
        emit told(tr("The history is not saved: %1").arg(status.failure.line()), 15'000);
}

void AlertController::showInTray()
{
    m_tray->show(m_deployment.spec ? nameOf(*m_deployment.spec) : QString(), m_locks.model().totals(),
                 m_deployment.link().phase == LinkPhase::Ready);
}

void AlertController::observe(const ObserveSettings &settings)
{
    m_history.configure(settings.history);
    m_alerts.setRules(settings.alerts, settings.thresholds.leastConfidence);
    m_pins = m_deployment.spec ? m_settings.pins(nameOf(*m_deployment.spec)) : QSet<LockName>();
    applyPins();
    showPin();
}

// The receivers ignore settings that have not changed.
void AlertController::observeAnew(const ObserveSettings &settings)
{
    m_link.setThresholds(settings.thresholds);
    m_link.setAliases(settings.aliases);
    m_history.configure(settings.history);
    m_alerts.setRules(settings.alerts, settings.thresholds.leastConfidence);
}

// Reload first: the file may have been edited by hand. A file with an error is not overwritten.
void AlertController::nameOwner(const OwnerAlias &alias)
{
    ObserveSettings settings = m_files.loadObserve();
    settings.aliases.removeIf([&](const OwnerAlias &known) { return known.pattern == alias.pattern; });
    settings.aliases.prepend(alias);
    if (const Done saved = m_files.observe().save(settings); !saved.ok())
        return emit failed(saved.failure());
    m_link.setAliases(settings.aliases);
}

void AlertController::pin(bool pinned)
{
    const LockPtr lock = m_locks.view().currentLock();
    if (!lock || !m_deployment.spec)
        return;
    if (pinned)
        m_pins.insert(lock->key);
    else
        m_pins.remove(lock->key);
    m_settings.setPins(nameOf(*m_deployment.spec), m_pins);
    applyPins();
    const QString key = text::key(lock->key);
    emit told(pinned ? tr("Pinned %1: you are notified when it becomes free or changes hands").arg(key)
                     : tr("Unpinned %1").arg(key),
              10'000);
}

void AlertController::applyPins()
{
    m_alerts.setPins(m_pins);
    m_locks.model().setPins(m_pins);
}

void AlertController::showPin()
{
    const LockPtr lock = m_locks.view().currentLock();
    m_pin->setEnabled(lock != nullptr);
    m_pin->setChecked(lock && m_pins.contains(lock->key));
}

// A banner, because the failover is over by now, and a dialog would take the focus from whatever the user
// does.
void AlertController::tellFailover(const FailoverReport &report)
{
    const auto count = [](const auto &list) { return text::number(qint64(list.size())); };
    const QString to = text::node(report.to);
    const QString what = report.from == report.to ? tr("%1 restarted").arg(to)
                                                  : tr("Failover: %1 → %2").arg(text::node(report.from), to);
    const QString sum =
        tr("%1: %5 of %2 locks lost, %4 expired, %6 changed hands, %3 kept")
            .arg(what, text::number(report.before), text::number(report.kept), text::number(report.expired),
                 count(report.lost), count(report.changedHands));
    emit told(sum, 30'000);
    QStringList points;
    for (const LockPtr &lock : report.lost)
        points << tr("Lost: %1, held by %2").arg(text::key(lock->key), text::ownerFull(lock->owner()));
    for (const OwnerChange &change : report.changedHands)
        points << tr("Changed hands: %1, from %2 to %3")
                      .arg(text::key(change.before->key), text::ownerFull(change.before->owner()),
                           text::ownerFull(change.after->owner()));
    if (points.isEmpty())
        return;
    constexpr qsizetype Most = 5;
    if (const qsizetype more = points.size() - Most; more > 0)
        points = points.mid(0, Most) << tr("and %1 more").arg(text::number(more));
    m_locks.alarm(VerdictLevel::Critical, sum, points,
                  tr("No release was seen for these locks: their holders may still be working."));
}

} // namespace lockscope
