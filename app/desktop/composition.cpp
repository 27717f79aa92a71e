// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/composition.h"

#include "app/desktop/labhost.h"
#include "app/desktop/sandboxhost.h"
#include "app/desktop/snapshot.h"
#include "core/engine/profiles.h"
#include "core/history/alerts.h"
#include "core/history/auditreader.h"
#include "core/history/audittrail.h"
#include "core/history/history.h"
#include "ui/mainwindow.h"

#include <QDir>
#include <QEventLoop>
#include <QGuiApplication>
#include <QTextStream>

namespace lockscope
{

namespace
{

// For giving back what is held when the end comes anyway: shorter than what desktops and init systems wait.
constexpr std::chrono::milliseconds LongestFarewell{2000};
// Nobody tells whether a session ends after all: longer than desktops let people think about it.
constexpr std::chrono::milliseconds LongestDoubt{120'000};

} // namespace

Composition::Composition(const DesktopOptions &options) : m_options(options), m_engine(new Engine)
{
    const QString folder = options.configDir.isEmpty() ? ProfileStore::defaultDir() : options.configDir;
    // A child of the engine, to move and end with it.
    const auto *audit = new AuditTrail(m_engine, folder);
    connect(audit, &AuditTrail::failed, this, [this](const Failure &why) { m_window->complain(why); });
    m_history = new History(QDir(folder).filePath(QStringLiteral("history")));
    m_history->observe(m_engine);
    m_historyThread.take(m_history);
    m_alerts = new Alerts(QDir(folder).filePath(QStringLiteral("alerts.log")));
    m_alerts->observe(m_engine);
    m_historyThread.take(m_alerts);
    m_audit = new AuditReader(folder);
    m_historyThread.take(m_audit);
    m_historyLink.attach(m_history);
    m_engineThread.take(m_engine);
    m_link.attach(m_engine);
    m_window = std::make_unique<MainWindow>(m_link, m_historyLink, options.configDir, &m_theme);
    m_window->alerts().attach(m_alerts);
    m_window->audit().attach(m_audit);
    connect(audit, &AuditTrail::written, &m_window->audit(), &AuditLink::changed);
    m_lab = std::make_unique<LabHost>(m_window->lab());
    connect(qApp, &QGuiApplication::commitDataRequest, this, &Composition::endSession, Qt::DirectConnection);
    if (!options.snapshot.isEmpty()) {
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
    m_window.reset();
    m_lab.reset();
    m_engineThread.end([engine = m_engine] { delete engine; });
    m_historyThread.end([history = m_history, alerts = m_alerts, audit = m_audit] {
        delete audit;
        delete alerts;
        delete history;
    });
    m_sandbox.reset();
}

void Composition::start()
{
    m_window->show();
    if (m_snapshot)
        m_snapshot->start(m_options.sandbox.has_value());
    if (m_options.sandbox)
        startSandbox();
    else if (m_options.url)
        open(*m_options.url);
    else if (!m_options.profile.isEmpty())
        m_window->connectToProfile(m_options.profile);
}

void Composition::leave(const std::function<void()> &then)
{
    m_window->leave(LongestFarewell, then);
}

// The desktop waits for the answer of every program: it is given one soon.
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

void Composition::startSandbox()
{
    m_sandbox = std::make_unique<SandboxHost>();
    connect(m_sandbox.get(), &SandboxHost::ready, this, &Composition::open);
    connect(m_sandbox.get(), &SandboxHost::failed, this, [this](const Failure &failure) {
        if (m_snapshot)
            return m_snapshot->fail(failure);
        QTextStream(stderr) << "lockscope: " << failure.line() << '\n';
        QCoreApplication::exit(5);
    });
    if (m_snapshot)
        connect(m_sandbox.get(), &SandboxHost::populated, m_snapshot.get(), &Snapshot::workersAreReady);
    m_sandbox->start(*m_options.sandbox);
}

void Composition::open(ConnectionSpec spec)
{
    if (!m_options.patterns.isEmpty())
        spec.patterns = m_options.patterns;
    spec.readOnly = spec.readOnly || m_options.readOnly;
    if (spec.password.isEmpty() && !m_options.sandbox)
        spec.password = qEnvironmentVariable("LOCKSCOPE_PASSWORD");
    m_window->connectTo(spec);
}

} // namespace lockscope
