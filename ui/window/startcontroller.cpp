// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/startcontroller.h"

#include "ui/connections/profilekeeper.h"
#include "ui/connections/startpage.h"
#include "ui/lab/labwords.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/window/connectioncontroller.h"
#include "ui/window/reopenstack.h"
#include "ui/window/windowactions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace lockscope
{

StartController::StartController(QWidget *window, QWidget *parent, const WindowActions &actions,
                                 const ProfileKeeper &profiles, const ConnectionController &connection,
                                 UiSettings &settings, ReopenStack &closed, MayLeave mayLeave)
    : WindowController(window), m_actions(actions), m_profiles(profiles), m_connection(connection),
      m_settings(settings), m_closed(closed), m_mayLeave(std::move(mayLeave)),
      m_page(new StartPage({.connectTo = actions.connectTo,
                            .sandboxes = actions.sandboxes,
                            .help = actions.help,
                            .keyboard = actions.keyboard},
                           parent)),
      m_menu(new QMenu(window))
{
    for (QAction *sandbox : actions.sandboxes) {
        connect(sandbox, &QAction::triggered, this,
                [this, topology = SandboxTopology(sandbox->data().toInt())] { wantSandbox(topology); });
    }
    connect(actions.copySandboxUrl, &QAction::triggered, this, [this] {
        if (m_sandbox)
            QGuiApplication::clipboard()->setText(connectionUrlWithPasswords(*m_sandbox));
    });
    connect(m_menu, &QMenu::aboutToShow, this, &StartController::fillMenu);
    connect(&profiles, &ProfileKeeper::changed, this, &StartController::refresh);
    connect(m_page, &StartPage::profileWanted, this, &StartController::profileWanted);
    connect(m_page, &StartPage::recentWanted, this, &StartController::connectToRecent);
    connect(m_page, &StartPage::runningWanted, this, &StartController::enterRunning);
    connect(m_page, &StartPage::editWanted, this, &StartController::editWanted);
    connect(m_page, &StartPage::removeWanted, this, &StartController::removeWanted);
    connect(m_page, &StartPage::forgetWanted, this, &StartController::forgetRecent);
    connect(m_page, &StartPage::cancelWanted, this, &StartController::giveUpSandbox);
}

void StartController::refresh()
{
    WindowActions::set(m_actions.copySandboxUrl, m_sandbox.has_value(), tr("No sandbox is running"));
    m_page->setKnown({.profiles = m_profiles.all(),
                      .recentUrls = m_settings.recentUrls(),
                      .last = m_settings.lastConnection(),
                      .running = m_sandbox ? m_sandbox->name : QString()});
}

QList<QAction *> StartController::connectActions()
{
    fillMenu();
    return m_menu->actions();
}

void StartController::fillMenu()
{
    QStringList from;
    for (const ConnectionSpec &profile : m_profiles.all())
        from << profile.name << text::environment(profile.environment);
    from << QString() << m_settings.recentUrls() << currentName() << (m_sandbox ? m_sandbox->name : QString())
         << QString::number(isInSandbox());
    if (!m_menu->isEmpty() && from == m_filledWith)
        return; // An open palette holds these actions
    m_filledWith = from;
    m_menu->clear(); // Deletes the old actions and their signal connections
    m_menu->addAction(m_actions.connectTo);
    if (m_sandbox) {
        m_menu->addSeparator();
        m_menu->addAction(glyphIcon(Glyph::Server),
                          (isInSandbox() ? tr("Reconnect to %1") : tr("Connect to %1")).arg(m_sandbox->name),
                          this, &StartController::enterRunning);
    }
    if (!m_profiles.all().isEmpty())
        m_menu->addSeparator();
    for (const ConnectionSpec &profile : m_profiles.all()) {
        const QString name = profile.name;
        const QString words =
            profile.environment == Environment::None
                ? name
                : QStringLiteral("%1 (%2)").arg(name, text::environment(profile.environment));
        m_menu->addAction(glyphIcon(Glyph::Server), connectText(name).arg(words), this,
                          [this, name] { emit profileWanted(name); });
    }
    addRecent();
}

QString StartController::currentName() const
{
    const Origin from = origin();
    const auto &spec = m_connection.deployment().spec;
    return from == Origin::Profile ? spec->name : from == Origin::Address ? connectionUrl(*spec) : QString();
}

QString StartController::connectText(const QString &name) const
{
    return name == currentName() ? tr("Reconnect to %1") : tr("Connect to %1");
}

// Forgetting one URL needs a submenu, because a menu entry has no context menu.
void StartController::addRecent()
{
    const QStringList urls = m_settings.recentUrls();
    if (urls.isEmpty())
        return;
    m_menu->addSeparator();
    const auto shown = [](QString url) { return url.replace(u'&', QLatin1String("&&")); };
    for (const QString &url : urls)
        m_menu->addAction(connectText(url).arg(shown(url)), this, [this, url] { connectToRecent(url); })
            ->setData(url);
    if (!m_forgetMenu)
        m_forgetMenu = new QMenu(tr("Remove recent connection"), m_menu);
    m_forgetMenu->clear();
    for (const QString &url : urls)
        m_forgetMenu->addAction(shown(url), this, [this, url] { forgetRecent(url); });
    m_forgetMenu->addSeparator();
    m_forgetMenu->addAction(tr("All"), this, [this] { forgetRecent({}); });
    m_menu->addMenu(m_forgetMenu);
}

void StartController::connectToRecent(const QString &url)
{
    const auto spec = parseConnectionUrl(url);
    if (!spec)
        return emit failed(spec.failure());
    // Listed URLs have no password; the dialog asks for it.
    const auto hasUser = [](const ConnectionSpec &one) { return !one.user.isEmpty(); };
    if (hasUser(*spec) || std::ranges::any_of(spec->members, hasUser))
        emit dialogWanted(*spec);
    else
        emit connectWanted(*spec);
}

// Removed from every file; until this window closes it can be restored.
void StartController::forgetRecent(const QString &url)
{
    const QStringList gone = url.isEmpty() ? m_settings.recentUrls() : QStringList(url);
    std::vector<UiSettings::ConnectionState> states;
    for (const QString &one : gone)
        states.push_back(m_settings.connectionState(one));
    if (url.isEmpty())
        m_settings.clearRecentUrls();
    else
        m_settings.removeRecentUrl(url);
    const QString last = m_settings.lastConnection();
    if (!m_profiles.contains(last) && (url.isEmpty() || url == last))
        m_settings.setLastConnection({});
    refresh();
    const QString key = m_actions.reopen->shortcut().toString(QKeySequence::NativeText);
    m_closed.remember(
        gone.join(u'\n'), ReopenStack::Of::Window,
        [this, gone, states, last] { putBackRecent(gone, states, last); },
        url.isEmpty() ? tr("&Put back recent connections")
                      : tr("&Put back %1").arg(QString(url).replace(u'&', QLatin1String("&&"))));
    emit told(url.isEmpty() ? tr("Recent connections cleared; %1 puts them back").arg(key)
                            : tr("%1 removed from the list; %2 puts it back").arg(url, key),
              10'000);
}

void StartController::putBackRecent(const QStringList &urls,
                                    const std::vector<UiSettings::ConnectionState> &states,
                                    const QString &last)
{
    for (size_t i = size_t(urls.size()); i-- > 0;) {
        m_settings.addRecentUrl(urls[qsizetype(i)]);
        m_settings.setConnectionState(urls[qsizetype(i)], states[i]);
    }
    if (m_settings.lastConnection().isEmpty())
        m_settings.setLastConnection(last);
    refresh();
}

void StartController::wantSandbox(SandboxTopology topology)
{
    if (!m_mayLeave(tr("&Try the sandbox"), [this, topology] { wantSandbox(topology); }, {}))
        return;
    emit disconnectWanted();
    m_sandbox.reset();
    refresh();
    awaitSandbox(topology);
    emit sandboxWanted(topology);
}

void StartController::awaitSandbox(SandboxTopology topology)
{
    m_awaitsSandbox = true;
    m_page->showBusy(tr("Starting the sandbox: %1…").arg(text::topology(topology)));
}

void StartController::enterSandbox(const ConnectionSpec &spec)
{
    if (!m_awaitsSandbox)
        return;
    m_awaitsSandbox = false;
    m_sandbox = spec;
    refresh();
    m_page->showBusy({});
    emit connectWanted(spec);
}

bool StartController::isInSandbox() const
{
    const auto &spec = m_connection.deployment().spec;
    return spec && m_sandbox && spec->name == m_sandbox->name && serversUrl(*spec) == serversUrl(*m_sandbox);
}

// Made read-only, it stays so until the user allows changes.
void StartController::enterRunning()
{
    if (m_sandbox)
        emit connectWanted(ConnectionSpec(isInSandbox() ? *m_connection.deployment().spec : *m_sandbox));
}

void StartController::sandboxFailed(const Failure &failure)
{
    m_awaitsSandbox = false;
    m_page->showProblem(tr("Cannot start the sandbox: %1").arg(text::failure(failure)),
                        text::asSentence(failure.remedy));
}

void StartController::giveUpSandbox()
{
    if (!m_awaitsSandbox)
        return;
    m_awaitsSandbox = false;
    m_page->showBusy({});
    emit sandboxUnwanted();
}

bool StartController::isShowing(const ShownConnection &wanted) const
{
    // Read-only mode and patterns are unknown until it is opened.
    const bool anyhow = !wanted.readOnly && wanted.patterns.isEmpty();
    const QString &awaited = m_connection.awaited();
    const auto &spec = m_connection.deployment().spec;
    if (wanted.connection.isEmpty())
        return anyhow && !spec && awaited.isEmpty() && !m_awaitsSandbox;
    if (!spec)
        return anyhow && wanted.connection == awaited;
    if (m_connection.watchesLab() || isInSandbox())
        return false;
    return wanted.connection == (spec->name.isEmpty() ? connectionUrl(*spec) : spec->name) &&
           (spec->readOnly || !wanted.readOnly) &&
           (wanted.patterns.isEmpty() || wanted.patterns == spec->patterns);
}

StartController::Origin StartController::origin() const
{
    const auto &spec = m_connection.deployment().spec;
    if (!spec || m_connection.watchesLab())
        return Origin::Nowhere;
    if (isInSandbox())
        return Origin::Sandbox;
    if (spec->name.isEmpty())
        return Origin::Address;
    return m_profiles.contains(spec->name) ? Origin::Profile : Origin::Nowhere;
}

} // namespace lockscope
