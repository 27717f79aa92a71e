// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/desktopnotifier.h"

#include "core/engine/verdicts/verdicttext.h"
#include "ui/text/format.h"

#include <QGuiApplication>

#include <algorithm>

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#endif

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds Rest{5};
constexpr size_t MostWaiting = 1'000;
constexpr qsizetype MostLines = 5;
constexpr qsizetype MostOpen = 500; // Some desktops never report that a notification was closed

QString sentence(const Alert &alert)
{
    const QString key = text::key(alert.key);
    switch (alert.what) {
    case Alert::What::Freed:
        return DesktopNotifier::tr("%1 is free").arg(key);
    case Alert::What::Taken:
        return DesktopNotifier::tr("%1 is held by %2").arg(key, text::ownerFull(alert.lock->owner()));
    case Alert::What::ChangedHands:
        return DesktopNotifier::tr("%1: owner changed from %2 to %3")
            .arg(key, text::ownerFull(alert.before), text::ownerFull(alert.lock->owner()));
    case Alert::What::Over:
        return DesktopNotifier::tr("%1: ended (%2)").arg(key, alert.rule);
    case Alert::What::Began:
        break;
    }
    QString words =
        alert.figures.isEmpty()
            ? DesktopNotifier::tr("%1: %2", "key, rule").arg(key, alert.rule)
            : DesktopNotifier::tr("%1: %2 (%3)", "key, rule, figures").arg(key, alert.rule, alert.figures);
    if (alert.lock->verdict.level >= VerdictLevel::Info)
        words += QStringLiteral(" – ") + explainVerdict(*alert.lock, alert.at).sentence;
    return words;
}

QString withConnection(const Alert &alert)
{
    return alert.connection.isEmpty()
               ? sentence(alert)
               : DesktopNotifier::tr("%1: %2", "connection, alert").arg(alert.connection, sentence(alert));
}

bool isOfWindow(const Alert &alert)
{
    return alert.connection.isEmpty();
}

bool isGrave(const std::vector<Alert> &alerts)
{
    return std::any_of(alerts.begin(), alerts.end(), [](const Alert &alert) {
        return alert.what == Alert::What::Began && alert.lock->verdict.level == VerdictLevel::Critical;
    });
}

} // namespace

DesktopNotifier::DesktopNotifier(QObject *parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(Rest);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (!m_waiting.empty())
            tell();
    });
    listen();
}

void DesktopNotifier::take(const std::vector<Alert> &alerts)
{
    const size_t room = MostWaiting - std::min(MostWaiting, m_waiting.size());
    m_waiting.insert(m_waiting.end(), alerts.begin(),
                     alerts.begin() + qsizetype(std::min(room, alerts.size())));
    if (!m_rest.isActive() && !m_waiting.empty())
        tell();
}

void DesktopNotifier::setNotifying(bool notifying)
{
    m_notifying = notifying;
}

void DesktopNotifier::tellNow(const QString &title, const QString &text, const LockName &key)
{
    m_shown = {.key = key};
    notify(title, text, true);
    emit told(title, text);
}

// The next connection may have a lock of the same name. A click still shows the window.
void DesktopNotifier::leave()
{
    ++m_connection;
    std::erase_if(m_waiting, isOfWindow);
    m_shown.key = {};
    for (Target &target : m_open)
        target.key = {};
}

DesktopNotifier::Target DesktopNotifier::targetOf(const std::vector<Alert> &alerts)
{
    const bool isOwn = std::ranges::all_of(alerts, isOfWindow);
    if (alerts.size() > 1)
        return {.isFleet = !isOwn};
    const Alert &only = alerts.front();
    return isOwn ? Target{.key = only.key} : Target{.connection = only.connection, .lock = only.lock};
}

void DesktopNotifier::open(const Target &target)
{
    if (target.isFleet)
        emit fleetWanted();
    else if (target.lock)
        emit otherWanted(target.connection, target.lock);
    else
        emit wanted(target.key);
}

void DesktopNotifier::clickLast()
{
    open(m_shown);
}

std::pair<QString, QString> DesktopNotifier::message(const std::vector<Alert> &alerts, const QString &ownName)
{
    const bool isOwn = std::ranges::all_of(alerts, isOfWindow);
    const QString title = isOwn && !ownName.isEmpty() ? tr("%1 — Lockscope").arg(ownName) : tr("Lockscope");
    if (alerts.size() == 1)
        return {title, withConnection(alerts.front())};
    QStringList lines;
    for (const Alert &alert : alerts) {
        if (lines.size() == MostLines) {
            lines << tr("and %Ln more", nullptr, int(qsizetype(alerts.size()) - MostLines));
            break;
        }
        Alert named = alert;
        if (!isOwn && isOfWindow(alert))
            named.connection = ownName;
        lines << withConnection(named);
    }
    const int count = int(alerts.size());
    return {isOwn && !ownName.isEmpty() ? tr("%1: %Ln alert(s)", nullptr, count).arg(ownName)
                                        : tr("Lockscope: %Ln alert(s)", nullptr, count),
            lines.join(u'\n')};
}

void DesktopNotifier::tell()
{
    const std::vector<Alert> alerts = std::exchange(m_waiting, {});
    const auto [title, text] = message(alerts, m_ownName);
    m_shown = targetOf(alerts);
    m_rest.start();
    notify(title, text, isGrave(alerts));
    emit told(title, text);
}

void DesktopNotifier::remember(uint id, const Target &target)
{
    if (m_open.size() >= MostOpen)
        m_open.clear();
    m_open.insert(id, target);
}

// The service also reports clicks on notifications of other programs.
void DesktopNotifier::takeAction(uint id, const QString &)
{
    const auto clicked = m_open.constFind(id);
    if (clicked != m_open.cend())
        open(Target(*clicked)); // it may be forgotten meanwhile
}

void DesktopNotifier::forget(uint id, uint)
{
    m_open.remove(id);
}

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)

namespace
{

const QString Service = QStringLiteral("org.freedesktop.Notifications");
const QString Path = QStringLiteral("/org/freedesktop/Notifications");

} // namespace

void DesktopNotifier::listen()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(Service, Path, Service, QStringLiteral("ActionInvoked"), this,
                SLOT(takeAction(uint, QString)));
    bus.connect(Service, Path, Service, QStringLiteral("NotificationClosed"), this, SLOT(forget(uint, uint)));
}

// Asynchronous, so that the window never waits for the notification service.
void DesktopNotifier::notify(const QString &title, const QString &text, bool grave)
{
    if (!m_notifying)
        return;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return emit unshown(title, text, grave);
    QDBusMessage call = QDBusMessage::createMethodCall(Service, Path, Service, QStringLiteral("Notify"));
    const QString application = QGuiApplication::desktopFileName();
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(uchar(grave ? 2 : 1))},
                            {QStringLiteral("desktop-entry"), application}};
    // "default" is a click on the notification itself; the button is for desktops that show buttons.
    const QStringList actions{QStringLiteral("default"), tr("Show"), QStringLiteral("show"), tr("Show")};
    call << QStringLiteral("Lockscope") << 0u << application << title << text.toHtmlEscaped() << actions
         << hints << -1;
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this,
            [=, this, target = m_shown, connection = m_connection]() mutable {
                const QDBusPendingReply<uint> id = *answer;
                if (id.isError()) // This desktop has no notification service
                    emit unshown(title, text, grave);
                else {
                    if (connection != m_connection)
                        target.key = {};
                    remember(id.value(), target);
                }
                answer->deleteLater();
            });
}

#else // Systems without that service

void DesktopNotifier::listen() {}

void DesktopNotifier::notify(const QString &title, const QString &text, bool grave)
{
    emit unshown(title, text, grave);
}

#endif

} // namespace lockscope
