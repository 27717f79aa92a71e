// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/composition.h"

#include "app/desktop/fleethost.h"
#include "app/desktop/labhost.h"
#include "app/desktop/oneinstance.h"
#include "app/desktop/recordinghost.h"
#include "app/desktop/sandboxhost.h"
#include "app/desktop/snapshot.h"
#include "app/desktop/startreport.h"
#include "app/desktop/termination.h"
#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/engine/alerts/alerts.h"
#include "core/history/audit/auditreader.h"
#include "core/history/audit/audittrail.h"
#include "core/history/history.h"
#include "ui/forms/bringtofront.h"
#include "ui/settings/uisettings.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QFileOpenEvent>
#include <QGuiApplication>
#include <QTextStream>

namespace lockscope
{

namespace
{

// Limits the release of held locks at the end. Shorter than the wait of desktops and init systems.
constexpr std::chrono::milliseconds LongestFarewell{1500};
// The end of a session can be called off, which Qt does not report. If the program still runs after this
// time, closing a connection asks again about held locks. Longer than desktops let users decide.
constexpr std::chrono::milliseconds LongestDoubt{120'000};

// Removes it, so that no process that is started from here inherits it: ssh and its ProxyCommand, the servers
// of the sandbox.
QString takenPassword()
{
    QString password = qEnvironmentVariable("LOCKSCOPE_PASSWORD");
    qunsetenv("LOCKSCOPE_PASSWORD");
    return password;
}

} // namespace

Composition::Composition(const DesktopOptions &options)
    : m_options(options), m_password(takenPassword()), m_engine(new Engine)
{
    const QString folder = options.configDir.isEmpty() ? ProfileStore::defaultDir() : options.configDir;
    // A child of the engine, so that it moves and ends with it.
    auto *audit = new AuditTrail(m_engine, folder);
    audit->setSyslog(ObserveStore(folder).load().settings.auditSyslog);
    connect(audit, &AuditTrail::failed, this, [this](const Failure &why) { m_window->showError(why); });
    connect(audit, &AuditTrail::copyFailed, this, [this](const Failure &why) { m_window->showError(why); });
    m_history = new History(QDir(folder).filePath(QStringLiteral("history")));
    m_history->observe(m_engine);
    m_historyThread.take(m_history);
    m_alerts = new Alerts(QDir(folder).filePath(QStringLiteral("alerts.log")));
    m_alerts->observe(m_engine);
    m_historyThread.take(m_alerts);
    m_audit = new AuditReader(folder);
    m_historyThread.take(m_audit);
    m_historyBridge.attach(m_history);
    m_engineThread.take(m_engine);
    m_bridge.attach(m_engine);
    m_theme.scaleText(UiSettings(folder).textSize()); // Widgets keep the font that they were made with
    m_window = std::make_unique<MainWindow>(m_bridge, m_historyBridge, options.configDir, &m_theme);
    m_window->alerts().attach(m_alerts);
    m_window->audit().attach(m_audit);
    connect(audit, &AuditTrail::written, &m_window->audit(), &AuditBridge::changed);
    connect(m_window.get(), &MainWindow::sandboxWanted, this, [this](SandboxTopology topology) {
        m_options.sandbox.reset(); // the window reports the outcome from now on
        startSandbox(topology);
    });
    connect(m_window.get(), &MainWindow::sandboxUnwanted, this, &Composition::endSandbox);
    connect(m_window.get(), &MainWindow::restartWanted, this, [this] { m_next = sameAgain(); });
    connect(m_window.get(), &MainWindow::recordingWanted, this, &Composition::openRecording);
    connect(
        m_window.get(), &MainWindow::closed, this, [this] { m_recordings.clear(); }, Qt::QueuedConnection);
    m_lab = std::make_unique<LabHost>(m_window->lab());
    m_fleet = std::make_unique<FleetHost>(m_window->fleet());
    qApp->installEventFilter(this);
    connect(qApp, &QGuiApplication::commitDataRequest, this, &Composition::endSession, Qt::DirectConnection);
    if (!options.snapshot.isEmpty()) {
        m_window->leaveNoTraces();
        m_snapshot = std::make_unique<Snapshot>(*m_window, options.snapshot);
        if (const qsizetype page = pageNames().indexOf(options.page); page >= 0)
            m_snapshot->setPage(MainWindow::Page(page));
        connect(m_snapshot.get(), &Snapshot::finished, this,
                [](int status) { QCoreApplication::exit(status); });
    }
}

Composition::~Composition()
{
    m_snapshot.reset();
    m_recordings.clear();
    m_window.reset();
    m_lab.reset();
    m_fleet.reset();
    m_engineThread.end([engine = m_engine] { delete engine; });
    m_historyThread.end([history = m_history, alerts = m_alerts, audit = m_audit] {
        delete audit;
        delete alerts;
        delete history;
    });
    m_sandbox.reset();
    m_endingSandboxes.clear();
}

void Composition::start()
{
    if (!m_options.recording.isEmpty()) // the main window stays hidden
        return openRecording(m_options.recording);
    StartReport::note("window made");
    if (StartReport::isWanted())
        new StartReport(*m_window); // owned by the window
    m_window->show();
    if (m_snapshot)
        m_snapshot->start(m_options.sandbox.has_value());
    const auto asAsked = [this](ConnectionSpec &spec) { applyOptions(spec); };
    if (m_options.sandbox) {
        m_window->awaitSandbox(*m_options.sandbox);
        startSandbox(*m_options.sandbox);
    } else if (m_options.url)
        open(*m_options.url);
    else if (m_options.link)
        m_window->openLink(*m_options.link, asAsked);
    else if (m_options.linkFault)
        m_window->showError(*m_options.linkFault);
    else if (!m_options.profile.isEmpty())
        m_window->openProfile(m_options.profile, asAsked);
}

void Composition::join(OneInstance &one)
{
    one.setShows([this](const ShownConnection &wanted) { return m_window->isShowing(wanted); });
    m_window->setElsewhere([&one](const ShownConnection &wanted, const std::function<void(bool)> &then) {
        one.findElsewhere(wanted, then);
    });
    connect(&one, &OneInstance::wanted, m_window.get(), [this](const QByteArray &activation) {
        const bool forPlatform =
            !activation.isEmpty() && QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
        if (forPlatform)
            qputenv("XDG_ACTIVATION_TOKEN", activation); // Qt reads it from there
        m_window->bringToFront();
        if (forPlatform)
            qunsetenv("XDG_ACTIVATION_TOKEN"); // valid once, and not for child processes
    });
}

void Composition::leave(const std::function<void()> &then)
{
    m_window->leave(LongestFarewell, then);
}

// The session manager waits for the answer of every program, so this one returns soon.
void Composition::endSession()
{
    QEventLoop loop;
    bool done = false;
    m_window->leaveSession(LongestFarewell, LongestDoubt, [&loop, &done] {
        done = true;
        loop.quit();
    });
    if (!done)
        loop.exec(QEventLoop::ExcludeUserInputEvents);
}

void Composition::startSandbox(SandboxTopology topology)
{
    endSandbox();
    Termination::setPatient();
    m_topology = topology;
    m_sandbox = std::make_unique<SandboxHost>();
    SandboxHost *host = m_sandbox.get(); // may no longer be the current one when it answers
    connect(host, &SandboxHost::ready, this, [this, host](ConnectionSpec spec) {
        if (host != m_sandbox.get())
            return;
        if (m_options.sandbox) // only for a sandbox from the command line
            applyOptions(spec);
        m_window->enterSandbox(spec);
    });
    connect(host, &SandboxHost::failed, this, [this, host](const Failure &failure) {
        if (host == m_sandbox.get())
            sandboxFailed(failure);
    });
    if (m_snapshot)
        connect(host, &SandboxHost::populated, m_snapshot.get(), &Snapshot::workersAreReady);
    host->start(topology);
}

void Composition::endSandbox()
{
    if (!m_sandbox)
        return;
    SandboxHost *host = m_sandbox.get();
    m_endingSandboxes.push_back(std::move(m_sandbox));
    connect(host, &SandboxHost::ended, this, [this, host] {
        std::erase_if(m_endingSandboxes, [host](const auto &one) { return one.get() == host; });
    });
    host->end();
}

// Reports to where the sandbox was requested: the exit status or the window.
void Composition::sandboxFailed(const Failure &failure)
{
    if (m_snapshot)
        return m_snapshot->fail(failure);
    if (!m_options.sandbox)
        return m_window->sandboxFailed(failure);
    QTextStream(stderr) << "lockscope: " << failure.line() << '\n';
    QCoreApplication::exit(5);
}

// Built from what the window shows, not from this start's options.
DesktopOptions Composition::sameAgain() const
{
    DesktopOptions next;
    next.configDir = m_options.configDir;
    next.newWindow = true; // the new process must not find this window
    const auto &spec = m_window->deployment().spec;
    const MainWindow::Origin origin = m_window->origin();
    if (origin == MainWindow::Origin::Nowhere ||
        (origin == MainWindow::Origin::Address && !fitsCommandLine(*spec)))
        return next;
    if (origin == MainWindow::Origin::Sandbox)
        next.sandbox = m_topology;
    else if (origin == MainWindow::Origin::Profile)
        next.profile = spec->name;
    else
        next.url = *spec;
    next.readOnly = spec->readOnly;
    if (origin == MainWindow::Origin::Address || spec->patterns == m_options.patterns)
        next.patterns = spec->patterns;
    return next;
}

void Composition::applyOptions(ConnectionSpec &spec) const
{
    if (!m_options.patterns.isEmpty())
        spec.patterns = m_options.patterns;
    spec.readOnly = spec.readOnly || m_options.readOnly;
}

// macOS delivers links and files as FileOpen events.
bool Composition::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != qApp || event->type() != QEvent::FileOpen)
        return QObject::eventFilter(watched, event);
    const QUrl url = static_cast<QFileOpenEvent *>(event)->url();
    if (url.isLocalFile())
        openRecording(url.toLocalFile());
    else if (const auto spec = parseConnectionUrl(url.toString(QUrl::FullyEncoded)))
        m_window->openLink(*spec);
    else
        m_window->showError(spec.failure());
    return true;
}

void Composition::open(ConnectionSpec spec)
{
    applyOptions(spec);
    if (spec.password.isEmpty())
        spec.password = m_password;
    m_window->connectTo(spec);
}

void Composition::openRecording(const QString &file)
{
    for (const auto &one : m_recordings) {
        RecordingWindow &open = one->window();
        if (QFileInfo(open.file()) != QFileInfo(file) || !open.isVisible())
            continue;
        if (!open.failure().isEmpty())
            open.open(); // It may have become readable
        return bringToFront(open);
    }
    m_recordings.push_back(std::make_unique<RecordingHost>(file));
    RecordingHost *host = m_recordings.back().get();
    connect(&host->window(), &RecordingWindow::openWanted, this, &Composition::openRecording);
    connect(
        &host->window(), &RecordingWindow::closed, this,
        [this, host] { std::erase_if(m_recordings, [host](const auto &one) { return one.get() == host; }); },
        Qt::QueuedConnection);
    connect(&host->window(), &RecordingWindow::opened, this,
            [this, file] { m_window->rememberRecording(QFileInfo(file).absoluteFilePath()); });
    host->start();
}

} // namespace lockscope
