// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/alertcontroller.h"

#include "core/fleet/fleettally.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/fleetbridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/fleet/fleettray.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/uisettings.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/window/windowactions.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

QString nameOf(const ConnectionSpec &spec)
{
    return spec.name.isEmpty() ? connectionUrl(spec) : spec.name;
}

QString ownerNamed(const OwnerId &owner)
{
    return owner.isEmpty() ? AlertController::tr("an unknown owner") : text::ownerFull(owner);
}

// In words; empty: no held lock was known.
QStringList countsOf(const FailoverReport &report, bool isGroup)
{
    QStringList counts;
    const auto tell = [&counts](const QString &text, qint64 count) {
        if (count > 0)
            counts << text.arg(text::number(count));
    };
    const auto ofAll = [&report](const QString &text) {
        return text.arg(QStringLiteral("%1"), text::number(report.before));
    };
    const QString lost = isGroup ? AlertController::tr("%1 of %2 lock copies lost")
                                 : AlertController::tr("%1 of %2 locks lost");
    tell(report.isWhole ? ofAll(lost) : AlertController::tr("at least %1 locks lost"),
         qint64(report.lost.size()));
    if (report.readAt && report.unclear > 0) {
        const QString unclear =
            report.isWhole
                ? ofAll(
                      AlertController::tr("%1 of %2 locks lost or released (unknown which, last read at %3)"))
                : AlertController::tr("at least %1 locks lost or released (unknown which, last read at %2)");
        counts << unclear.arg(text::number(report.unclear), text::dateToTheSecond(*report.readAt));
    }
    tell(AlertController::tr("%1 expired"), report.expired);
    tell(AlertController::tr("%1 changed hands"), qint64(report.changedHands.size()));
    const bool isNamed = !report.lost.empty() || report.unclear > 0; // the number of all
    tell(!report.isWhole ? AlertController::tr("at least %1 held by the same owner")
         : isNamed       ? AlertController::tr("%1 held by the same owner")
                         : ofAll(AlertController::tr("%1 of %2 locks held by the same owner")),
         report.kept);
    tell(AlertController::tr("%1 not read yet"), report.unread());
    return counts;
}

} // namespace

AlertController::AlertController(QWidget *window, EngineBridge &bridge, HistoryBridge &history,
                                 SettingsFiles &files, UiSettings &settings,
                                 const DeploymentState &deployment, LockPane &locks,
                                 const WindowActions &actions, const Fleet &fleet)
    : WindowController(window), m_bridge(bridge), m_history(history), m_files(files), m_settings(settings),
      m_deployment(deployment), m_locks(locks), m_pin(actions.pin),
      m_tray(new TrayStatus(actions.quit, window)), m_nameInFleet(fleet.nameOf)
{
    connect(m_pin, &QAction::triggered, this, &AlertController::pin);
    connect(&locks.view(), &LockView::lockChosen, this, &AlertController::showPin);
    connect(&locks.view(), &LockView::selectedLocksChanged, this, &AlertController::showPin);
    connect(&locks.view(), &LockView::noneChosen, this, &AlertController::showPin);
    connect(&bridge, &EngineBridge::failedOver, this, &AlertController::tellFailover);
    connect(&bridge, &EngineBridge::clientsRefused, this, [this](const Failure &why) {
        emit told(tr("Cannot find the client behind an owner: %1").arg(why.line()), 30'000);
    });
    connect(&m_alerts, &AlertBridge::alerted, this, &AlertController::takeOwn);
    connect(&m_alerts, &AlertBridge::failed, this, &AlertController::failed);
    connect(&locks.model(), &LockModel::totalsChanged, this, &AlertController::showInTray);
    connect(&history, &HistoryBridge::statusChanged, this, &AlertController::showHistory);
    connect(&history, &HistoryBridge::failed, this, &AlertController::failed);
    wireTray();
    wireFleet(fleet.bridge);
    m_tray->setShown(settings.trayIcon());
    m_notifier.setNotifying(settings.notifications());
}

void AlertController::wireTray()
{
    connect(&m_notifier, &DesktopNotifier::told, this, [this](const QString &, const QString &text) {
        emit told(QString(text).replace(u'\n', QLatin1String("; ")), 15'000);
    });
    connect(&m_notifier, &DesktopNotifier::unshown, m_tray, &TrayStatus::tell);
    connect(&m_notifier, &DesktopNotifier::wanted, this, &AlertController::lockWanted);
    connect(&m_notifier, &DesktopNotifier::otherWanted, this, &AlertController::openOther);
    connect(&m_notifier, &DesktopNotifier::fleetWanted, this, &AlertController::fleetWanted);
    connect(m_tray, &TrayStatus::messageClicked, &m_notifier, &DesktopNotifier::clickLast);
    connect(m_tray, &TrayStatus::windowWanted, this, [this] { emit lockWanted({}); });
    connect(m_tray, &TrayStatus::fleetWanted, this, &AlertController::fleetWanted);
    connect(m_tray, &TrayStatus::worstWanted, this, [this] {
        if (m_counts.worst)
            openOther(m_counts.worstConnection, m_counts.worst);
    });
}

void AlertController::wireFleet(FleetBridge &bridge)
{
    m_counting.setSingleShot(true);
    m_counting.setInterval(std::chrono::milliseconds(500));
    connect(&m_counting, &QTimer::timeout, this, &AlertController::showFleetInTray);
    connect(&bridge, &FleetBridge::changed, this, [this](const std::vector<FleetMember> &members) {
        m_members = members;
        QSet<QString> names;
        for (const FleetMember &member : members)
            names.insert(member.name);
        m_told.setFleet(names);
        showInTray();
    });
    connect(&bridge, &FleetBridge::unwanted, this, [this] {
        m_members.reset();
        m_counting.stop();
        m_told.setFleet({});
        showInTray();
    });
    connect(&bridge, &FleetBridge::alerted, this,
            [this](const std::vector<Alert> &alerts) { tellOthers(m_told.ofFleet(alerts)); });
}

void AlertController::takeOwn(const std::vector<Alert> &alerts)
{
    m_notifier.take(m_told.ofMain(alerts));
}

void AlertController::tellOthers(const std::vector<Alert> &alerts)
{
    if (alerts.empty())
        return;
    m_alerts.log(alerts);
    m_notifier.take(alerts);
}

void AlertController::leave()
{
    m_isLeft = true;
    m_alerts.leave();
    m_notifier.leave();
    emit told({}, 0); // The last message may be of this connection
    tellOthers(m_told.leaveMain());
}

// As the fleet calls it, which may know an address as a saved connection. Empty: not connected.
QString AlertController::ownName() const
{
    if (!m_deployment.spec)
        return {};
    const QString name = m_nameInFleet(*m_deployment.spec);
    return name.isEmpty() ? nameOf(*m_deployment.spec) : name;
}

void AlertController::openOther(const QString &connection, const LockPtr &lock)
{
    if (connection == ownName())
        emit lockWanted(lock->key);
    else
        emit otherLockWanted(connection, lock);
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
    const bool answers = m_deployment.connection().phase == ConnectionPhase::Ready;
    if (m_deployment.spec && !m_isLeft)
        tellOthers(m_told.setMain(ownName(), answers));
    if (m_members) {
        if (!m_counting.isActive())
            m_counting.start();
        return;
    }
    const ListTotals &totals = m_locks.model().totals();
    m_tray->show(m_deployment.spec ? nameOf(*m_deployment.spec) : QString(), totals,
                 answers && !totals.isUnknown());
}

FleetMember AlertController::ownMember() const
{
    const ListTotals &totals = m_locks.model().totals();
    const ScanProgress &scan = m_deployment.scan;
    FleetMember own{.name = ownName(), .reason = {.text = {}}, .scanFailure = {.text = {}}};
    own.state = m_deployment.lacksQuorum() ? FleetState::NoQuorum
                : m_deployment.isReady()   ? FleetState::Connected
                                           : FleetState::Unreachable;
    own.scanning = scan.phase == ScanPhase::Running;
    if (scan.phase == ScanPhase::Failed)
        own.scanFailure = scan.failure;
    if (totals.locks > 0 || scan.phase == ScanPhase::Complete)
        own.totals = totals;
    own.stale = totals.stale;
    for (const LockPtr &lock : m_locks.model().troubled()) {
        if (!own.worst || isWorseLock(*lock, *own.worst))
            own.worst = lock;
    }
    return own;
}

// The connection of the window counts too if it is not one of the fleet.
void AlertController::showFleetInTray()
{
    std::vector<FleetMember> members = m_members.value_or(std::vector<FleetMember>());
    const QString own = ownName();
    if (!own.isEmpty() && std::ranges::none_of(members, [&own](const auto &one) { return one.name == own; }))
        members.push_back(ownMember());
    m_counts = countFleet(members);
    m_tray->showFleet({.connections = text::fleetTrayConnections(m_counts),
                       .locks = text::fleetTrayLocks(m_counts),
                       .worst = text::fleetTrayWorst(m_counts, now()),
                       .level = m_counts.level()});
}

void AlertController::setRules(const ObserveSettings &settings)
{
    m_alerts.setRules(settings.alerts, settings.thresholds.leastConfidence);
    QStringList rules;
    for (const QString &rule : settings.alerts)
        rules << rule.trimmed(); // As an alert names it
    m_told.setRules(rules);
}

void AlertController::observe(const ObserveSettings &settings)
{
    m_isLeft = false;
    m_notifier.setConnection(m_deployment.spec ? nameOf(*m_deployment.spec) : QString());
    m_history.configure(settings.history);
    setRules(settings);
    m_pins = m_deployment.spec ? m_settings.pins(nameOf(*m_deployment.spec)) : QSet<LockName>();
    applyPins();
    showPin();
}

// The receivers ignore settings that have not changed.
void AlertController::observeAnew(const ObserveSettings &settings)
{
    m_bridge.setThresholds(settings.thresholds);
    m_bridge.setAliases(settings.aliases);
    m_history.configure(settings.history);
    setRules(settings);
}

// Reload first: the file may have been edited by hand. A file with an error is not overwritten.
void AlertController::nameOwner(const OwnerAlias &alias)
{
    ObserveSettings settings = m_files.loadObserve();
    settings.aliases.removeIf([&](const OwnerAlias &known) { return known.pattern == alias.pattern; });
    settings.aliases.prepend(alias);
    if (const Done saved = m_files.observe().save(settings); !saved.ok())
        return emit failed(saved.failure());
    m_bridge.setAliases(settings.aliases);
}

void AlertController::rename(const QString &from, const QString &to)
{
    m_history.rename(from, to);
    if (m_deployment.spec && m_deployment.spec->name == to)
        m_notifier.setConnection(to);
}

void AlertController::pin(bool isPinned)
{
    const LockPtr lock = m_locks.view().currentLock();
    if (!lock || !m_deployment.spec)
        return;
    if (isPinned)
        m_pins.insert(lock->key);
    else
        m_pins.remove(lock->key);
    m_settings.setPinned(nameOf(*m_deployment.spec), lock->key, isPinned);
    applyPins();
    emit pinned();
    const QString key = text::key(lock->key);
    emit told(isPinned ? tr("Pinned %1: you are notified when it becomes free or changes hands").arg(key)
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
    m_pin->setChecked(lock && m_pins.contains(lock->key));
}

// A banner, because the failover is over by now, and a dialog would take the focus from whatever the user
// does.
void AlertController::tellFailover(const FailoverReport &report)
{
    const QString to = text::node(report.to);
    const QString what = report.from == report.to ? tr("%1 restarted").arg(to)
                                                  : tr("Failover: %1 → %2").arg(text::node(report.from), to);
    const bool isGroup = m_deployment.spec && m_deployment.spec->members.size() > 1;
    const bool areLost = !report.lost.empty();
    const QStringList counts = countsOf(report, isGroup);
    const QString sum =
        tr("%1: %2", "failover: what became of the locks")
            .arg(what, counts.isEmpty() ? tr("no held lock was known") : text::clauses(counts));
    QStringList points;
    std::vector<LockName> locks;
    std::vector<LockPtr> lostFirst = report.lost;
    std::ranges::stable_sort(lostFirst, std::ranges::greater{},
                             [](const LockPtr &lock) { return lock->shownVerdict().level; });
    for (const LockPtr &lock : lostFirst) {
        locks.push_back(lock->key);
        points << (isGroup ? tr("Lock copy lost: %1, held by %2") : tr("Lost: %1, held by %2"))
                      .arg(text::key(lock->key), ownerNamed(lock->owner()));
    }
    for (const OwnerChange &change : report.changedHands) {
        if (!areLost) // The lost ones are what to look for
            locks.push_back(change.before->key);
        points << tr("Changed hands: %1, from %2 to %3")
                      .arg(text::key(change.before->key), ownerNamed(change.before->owner()),
                           ownerNamed(change.after->owner()));
    }
    if (locks.empty()) // A banner would stay too long for it, and says it instead otherwise
        return emit told(sum, 30'000);
    constexpr qsizetype Most = 100;
    if (const qsizetype more = points.size() - Most; more > 0)
        points = points.mid(0, Most) << tr("and %1 more").arg(text::number(more));
    points << tr("Noticed at %1").arg(text::timeToTheSecond(report.at));
    if (isGroup)
        m_locks.alarm(VerdictLevel::Warning, sum, points,
                      tr("With this node, another client may get a majority while the holder still works. "
                         "Redlock needs a node that lost its data to stay down for the longest lease."),
                      std::move(locks), report.at);
    else
        m_locks.alarm(areLost ? VerdictLevel::Critical : VerdictLevel::Warning, sum, points,
                      tr("No release was seen for these locks: their holders may still be working."),
                      std::move(locks), report.at);
}

} // namespace lockscope
