// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/connectioncontroller.h"

#include "core/values/connection/addressmap.h"
#include "core/values/connection/sshconsent.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/connections/linkedconnection.h"
#include "ui/connections/profilekeeper.h"
#include "ui/lab/labwatch.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/uisettings.h"
#include "ui/window/windowactions.h"

#include <QMessageBox>
#include <QPushButton>

namespace lockscope
{

ConnectionController::ConnectionController(QWidget *window, EngineBridge &bridge, ProfileKeeper &profiles,
                                           SettingsFiles &files, UiSettings &settings, MayLeave mayLeave)
    : WindowController(window), m_bridge(bridge), m_profiles(profiles), m_files(files), m_settings(settings),
      m_mayLeave(std::move(mayLeave))
{
    connect(&bridge, &EngineBridge::nodesChanged, this, [this](const std::vector<NodeStatus> &nodes) {
        DeploymentState next = m_deployment;
        next.nodes = nodes;
        setDeployment(std::move(next));
    });
    connect(&bridge, &EngineBridge::scanChanged, this, [this](const ScanProgress &scan) {
        DeploymentState next = m_deployment;
        next.scan = scan;
        setDeployment(std::move(next));
    });
    connect(&bridge, &EngineBridge::liveChanged, this, [this](const LiveStatus &live) {
        DeploymentState next = m_deployment;
        next.live = live;
        setDeployment(std::move(next));
    });
    connect(&profiles, &ProfileKeeper::changed, this, [this] {
        QSet<QString> names;
        for (const ConnectionSpec &profile : m_profiles.all())
            names.insert(profile.name);
        m_settings.setSavedConnections(names);
    });
    connect(&profiles, &ProfileKeeper::renamed, this, &ConnectionController::rename);
    connect(&profiles, &ProfileKeeper::removed, this,
            [this](const QString &name) { m_settings.forgetConnection(name); });
}

// What is stored by the name goes with it.
void ConnectionController::rename(const QString &from, const QString &to)
{
    m_settings.renameConnection(from, to);
    const bool isOpen = m_deployment.spec && m_deployment.spec->name == from;
    if (isOpen) {
        m_deployment.spec->name = to;
        m_bridge.rename(to);
    }
    emit renamed(from, to);
    if (isOpen)
        emit deploymentChanged();
}

void ConnectionController::attach(const WindowActions &actions, ConnectionsPane &pane)
{
    connect(actions.connectTo, &QAction::triggered, this, [this] { openDialog({}); });
    connect(actions.editCurrent, &QAction::triggered, this, [this] {
        if (!m_deployment.spec)
            return;
        m_profiles.load(); // another window may have changed it
        openDialog(m_profiles.asSaved(*m_deployment.spec));
    });
    connect(actions.disconnect, &QAction::triggered, this, &ConnectionController::close);
    connect(actions.trust, &QAction::triggered, this, [this] {
        if (const NodeStatus *node = m_deployment.untrusted())
            askToTrust(*node);
    });
    connect(actions.importConnections, &QAction::triggered, &m_profiles, &ProfileKeeper::chooseImport);
    connect(actions.exportConnections, &QAction::triggered, &m_profiles, &ProfileKeeper::chooseExport);
    const auto allowExport = [this, action = actions.exportConnections] {
        WindowActions::set(action, !m_profiles.all().isEmpty(), tr("No saved connections"));
    };
    allowExport();
    connect(&m_profiles, &ProfileKeeper::changed, this, allowExport);
    connect(actions.rescan, &QAction::triggered, &m_bridge, &EngineBridge::rescan);
    connect(actions.stopScan, &QAction::triggered, &m_bridge, &EngineBridge::stopScan);
    connect(&m_profiles, &ProfileKeeper::changed, &pane,
            [this, &pane] { pane.setProfiles(m_profiles.all()); });
    connect(&m_profiles, &ProfileKeeper::saved, &pane, &ConnectionsPane::selectProfile);
    connect(&pane, &ConnectionsPane::connectWanted, this, &ConnectionController::selectProfile);
    connect(&pane, &ConnectionsPane::newWanted, this, [this] { openDialog({}); });
    connect(&pane, &ConnectionsPane::editWanted, this, &ConnectionController::editProfile);
    connect(&pane, &ConnectionsPane::duplicateWanted, this, &ConnectionController::duplicateProfile);
    connect(&pane, &ConnectionsPane::removeWanted, &m_profiles, &ProfileKeeper::askToRemove);
    connect(&pane, &ConnectionsPane::trustWanted, this, &ConnectionController::askToTrust);
    connect(&pane, &ConnectionsPane::importWanted, &m_profiles, &ProfileKeeper::chooseImport);
    connect(&pane, &ConnectionsPane::exportWanted, &m_profiles, &ProfileKeeper::chooseExport);
}

// Shows what an imported connection would run, and remembers the consent.
void ConnectionController::askToRun(const ConnectionSpec &spec, const QStringList &lines,
                                    std::function<void(const ConnectionSpec &)> proceed)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Run SSH configuration"),
                                tr("This connection was imported. Connecting runs ssh with its "
                                   "configuration, which may run other commands:"),
                                QMessageBox::Cancel, window());
    box->setObjectName(QStringLiteral("sshConsent"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(lines.join(u'\n'));
    QPushButton *run = box->addButton(tr("&Run and connect"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(run, &QPushButton::clicked, this,
            [this, confirmed = spec, proceed = std::move(proceed)]() mutable {
                confirmSsh(confirmed);
                // As it is saved: this one may have been adapted for the start.
                m_profiles.load(); // another window may have changed it
                const QList<ConnectionSpec> profiles = m_profiles.all();
                for (ConnectionSpec saved : profiles) {
                    if (saved.name != confirmed.name || saved.ssh.configFile != confirmed.ssh.configFile)
                        continue;
                    confirmSsh(saved);
                    m_profiles.save(saved, saved.name);
                }
                proceed(confirmed);
            });
    box->open();
}

// A spec with a name is a sandbox, which no other window shows.
void ConnectionController::select(const ConnectionSpec &spec)
{
    if (!spec.name.isEmpty())
        return open(spec);
    unlessElsewhere({.connection = connectionUrl(spec)}, [this, spec] { open(spec); });
}

void ConnectionController::selectProfile(const QString &name)
{
    unlessElsewhere({.connection = name}, [this, name] { openProfile(name); });
}

void ConnectionController::unlessElsewhere(const ShownConnection &wanted, const std::function<void()> &open)
{
    const auto &own = m_deployment.spec;
    const bool isHere = own && wanted.connection == (own->name.isEmpty() ? connectionUrl(*own) : own->name);
    if (!m_elsewhere || isHere)
        return open();
    m_opening.clear();
    const quint64 selection = ++m_selections;
    m_elsewhere(wanted, [this, selection, wanted, open](bool isElsewhere) {
        if (selection != m_selections)
            return; // another connection was selected or opened meanwhile
        if (isElsewhere)
            emit told(tr("%1 is open in another window").arg(wanted.connection), 15'000);
        else
            open();
    });
}

void ConnectionController::open(const ConnectionSpec &spec, const LockName &watched, bool watchesLab)
{
    ++m_selections;
    const auto openIt = [this, watched, watchesLab](const ConnectionSpec &asked) {
        open(asked, watched, watchesLab);
    };
    if (const QStringList lines = sshToConfirm(spec); !lines.isEmpty())
        return askToRun(spec, lines, openIt);
    if (!m_mayLeave(tr("&Connect"), [openIt, spec] { openIt(spec); }, {}))
        return;
    m_watchesLab = watchesLab;
    m_opening.clear();
    emit leaving();
    emit opening(spec);
    setDeployment({.spec = spec});
    const bool saved = m_profiles.contains(spec.name);
    if (m_leavesTraces)
        writeDown(spec, saved);
    emit known();
    m_files.loadRules({.patterns = spec.patterns});
    const ObserveSettings settings = m_files.loadObserve();
    emit observing(settings);
    EngineOptions options{.thresholds = settings.thresholds,
                          .historyName = saved ? spec.name : QString(),
                          .aliases = settings.aliases,
                          .registry = m_files.registry()};
    if (!watched.isEmpty())
        options.watched.append(watched);
    m_bridge.open(spec, options);
    emit opened();
}

void ConnectionController::writeDown(const ConnectionSpec &spec, bool saved)
{
    if (saved)
        m_settings.setProfile(spec.name);
    else if (spec.name.isEmpty())
        m_settings.addRecentUrl(connectionUrl(spec));
    if (saved || spec.name.isEmpty())
        m_settings.setLastConnection(saved ? spec.name : connectionUrl(spec));
}

void ConnectionController::reopen(const LockName &watched)
{
    if (m_deployment.spec)
        open(ConnectionSpec(*m_deployment.spec), watched);
}

bool ConnectionController::watchLab(const ConnectionSpec &lab, bool sandbox, bool asked)
{
    if (isWatching(m_deployment, lab) || (!asked && m_deployment.spec && !m_watchesLab))
        return false;
    open(labConnection(lab, sandbox), {}, sandbox);
    return true;
}

void ConnectionController::openProfile(const QString &name, const Adapt &adapt)
{
    ++m_selections;
    m_opening = name;
    const auto go = [this, name, adapt](ConnectionSpec spec, const QString &problem) {
        if (m_opening != name)
            return; // another connection was opened while the keychain was asked
        m_opening.clear();
        if (adapt)
            adapt(spec);
        if (problem.isEmpty())
            open(spec);
        else
            openDialog(spec, problem);
    };
    if (!m_profiles.withSecrets(name, go))
        m_opening.clear();
}

// A link never connects by itself: a web page may have written the address.
void ConnectionController::openLink(const ConnectionSpec &spec, const Adapt &adapt)
{
    LinkedConnection linked = linkedConnection(spec);
    if (adapt)
        adapt(linked.spec);
    openDialog(linked.spec)
        ->setNotice(linked.leftOut ? tr("This address came from a link or the command line. You are not "
                                        "connected yet. Settings that a link may not contain were removed: "
                                        "tunnel, proxy, files, unverified TLS, TLS server name.")
                                   : tr("This address came from a link or the command line. You are not "
                                        "connected yet. Connect only if you know the server."));
}

void ConnectionController::toggleReadOnly()
{
    if (!m_deployment.spec)
        return;
    if (m_deployment.spec->readOnly)
        askToAllowChanges();
    else
        makeReadOnly();
}

void ConnectionController::askToAllowChanges()
{
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Allow changes"),
                        tr("Allow changes on %1?").arg(m_deployment.title()), QMessageBox::Cancel, window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(m_deployment.spec->name.isEmpty()
                                ? tr("Until it closes, this connection can acquire, renew and release locks.")
                                : tr("Until it closes, this connection can acquire, renew and release locks. "
                                     "The saved connection "
                                     "stays read-only."));
    const QPushButton *allow = box->addButton(tr("&Allow changes"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    connect(allow, &QPushButton::clicked, this, [this, asked = *m_deployment.spec] {
        if (m_deployment.spec == asked) // else another connection was opened meanwhile
            allowChanges();
    });
    box->open();
}

void ConnectionController::allowChanges()
{
    m_deployment.spec->readOnly = false;
    m_deployment.spec->tellMembers();
    m_bridge.allowChanges();
    emit deploymentChanged();
}

// The engine renews no lock on a read-only connection.
void ConnectionController::makeReadOnly()
{
    const auto again = [this, asked = *m_deployment.spec] {
        if (m_deployment.spec == asked) // else another connection was opened meanwhile
            makeReadOnly();
    };
    if (!m_mayLeave(tr("&Make read-only"), again, tr("It cannot act on a read-only connection.")))
        return;
    m_deployment.spec->readOnly = true;
    m_deployment.spec->tellMembers();
    m_bridge.makeReadOnly();
    emit deploymentChanged();
}

void ConnectionController::askToTrust(const NodeStatus &node)
{
    if (!m_deployment.spec || node.untrusted.isEmpty())
        return;
    auto *box = new QMessageBox(
        QMessageBox::Warning, tr("Trust address"),
        tr("Send the password of %1 to %2?").arg(m_deployment.title(), escapedText(node.untrusted.toUtf8())),
        QMessageBox::Cancel, window());
    box->setObjectName(QStringLiteral("trustAddress"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("A server announced this address over plain TCP. Anyone who can change that "
                               "traffic could have announced it."));
    QPushButton *trusted = box->addButton(tr("&Trust and reconnect"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(trusted, &QPushButton::clicked, this,
            [this, asked = *m_deployment.spec, host = node.untrusted, member = node.member] {
                if (m_deployment.spec == asked) // else another connection was opened meanwhile
                    trust(host, member);
            });
    box->open();
}

void ConnectionController::trust(const QString &host, int member)
{
    if (!m_deployment.spec)
        return;
    const auto allow = [&host, member](ConnectionSpec &spec) {
        const bool ofGroup = size_t(member) < spec.members.size();
        trustHost(ofGroup ? spec.members[size_t(member)].addressing : spec.addressing, host);
    };
    ConnectionSpec spec = *m_deployment.spec;
    allow(spec);
    // As it is saved: the open one may have been adapted for the start.
    m_profiles.load(); // another window may have changed it
    const QList<ConnectionSpec> profiles = m_profiles.all();
    for (ConnectionSpec saved : profiles) {
        if (saved.name != spec.name)
            continue;
        allow(saved);
        m_profiles.save(saved, saved.name);
    }
    open(spec, {}, m_watchesLab);
}

void ConnectionController::close()
{
    if (!m_mayLeave(tr("&Disconnect"), [this] { close(); }, {}))
        return;
    ++m_selections;
    m_opening.clear();
    m_bridge.close();
    emit leaving();
    setDeployment({});
    emit closed();
}

ConnectionDialog *ConnectionController::openDialog(const ConnectionSpec &spec, const QString &problem)
{
    QStringList taken;
    for (const ConnectionSpec &profile : m_profiles.all()) {
        if (profile.name != spec.name)
            taken << profile.name;
    }
    auto *dialog = new ConnectionDialog(spec, taken, window());
    connect(dialog, &ConnectionDialog::connectWanted, this,
            [this](const ConnectionSpec &filled) { open(filled); });
    connect(dialog, &ConnectionDialog::saveWanted, &m_profiles,
            [this, dialog, formerName = spec.name](const ConnectionSpec &saved) {
                if (!m_profiles.save(saved, formerName))
                    dialog->stayOpen();
            });
    connect(dialog, &ConnectionDialog::testWanted, this, [this, dialog](const ConnectionSpec &tried) {
        // Only the answer to the latest test counts.
        dialog->setProperty("test", m_bridge.testConnection(tried));
    });
    connect(&m_bridge, &EngineBridge::tested, dialog,
            [dialog](quint64 id, const std::vector<ConnectionStage> &stages) {
                if (dialog->property("test").toULongLong() == id)
                    dialog->showTest(stages);
            });
    if (!problem.isEmpty())
        dialog->setProblem(QStringLiteral("password"), problem);
    dialog->show();
    return dialog;
}

void ConnectionController::askForPassword(const QString &name, const QString &why)
{
    const QList<ConnectionSpec> &saved = m_profiles.all();
    const auto found = std::ranges::find(saved, name, &ConnectionSpec::name);
    if (found == saved.end())
        openProfile(name); // reports why
    else
        openDialog(*found, why);
}

void ConnectionController::editProfile(const QString &name)
{
    m_profiles.withSecrets(
        name, [this](const ConnectionSpec &spec, const QString &problem) { openDialog(spec, problem); });
}

void ConnectionController::duplicateProfile(const QString &name)
{
    m_profiles.withSecrets(name, [this](ConnectionSpec spec, const QString &problem) {
        const QString original = spec.name;
        for (int i = 2; m_profiles.contains(spec.name); ++i)
            spec.name = QStringLiteral("%1 (%2)").arg(original).arg(i);
        openDialog(spec, problem);
    });
}

void ConnectionController::setDeployment(DeploymentState deployment)
{
    m_deployment = std::move(deployment);
    emit deploymentChanged();
}

} // namespace lockscope
