// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alertteller.h"

#include "core/engine/verdict.h"
#include "ui/format.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QGuiApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds Rest{5};
constexpr size_t MostWaiting = 1'000;
constexpr qsizetype MostLines = 5;

QString sentence(const Alert &alert)
{
    const QString key = text::key(alert.key);
    switch (alert.what) {
    case Alert::What::Freed:
        return AlertTeller::tr("%1 is free").arg(key);
    case Alert::What::Taken:
        return AlertTeller::tr("%1 is held by %2").arg(key, text::ownerFull(alert.lock->owner()));
    case Alert::What::ChangedHands:
        return AlertTeller::tr("%1 went from %2 to %3")
            .arg(key, text::ownerFull(alert.before), text::ownerFull(alert.lock->owner()));
    case Alert::What::Over:
        return AlertTeller::tr("%1: over (%2)").arg(key, alert.rule);
    case Alert::What::Began:
        break;
    }
    return AlertTeller::tr("%1: %2").arg(key, explainVerdict(*alert.lock, alert.at).sentence);
}

bool isGrave(const std::vector<Alert> &alerts)
{
    return std::any_of(alerts.begin(), alerts.end(), [](const Alert &alert) {
        return alert.what == Alert::What::Began && alert.lock->verdict.level == VerdictLevel::Critical;
    });
}

} // namespace

AlertTeller::AlertTeller(QObject *parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(Rest);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (!m_waiting.empty())
            tell();
    });
}

void AlertTeller::take(const std::vector<Alert> &alerts)
{
    const size_t room = MostWaiting - std::min(MostWaiting, m_waiting.size());
    m_waiting.insert(m_waiting.end(), alerts.begin(),
                     alerts.begin() + qsizetype(std::min(room, alerts.size())));
    if (!m_rest.isActive() && !m_waiting.empty())
        tell();
}

std::pair<QString, QString> AlertTeller::message(const std::vector<Alert> &alerts)
{
    if (alerts.size() == 1)
        return {tr("Lockscope"), sentence(alerts.front())};
    QStringList lines;
    for (const Alert &alert : alerts) {
        if (lines.size() == MostLines) {
            lines << tr("and %n more", nullptr, int(qsizetype(alerts.size()) - MostLines));
            break;
        }
        lines << sentence(alert);
    }
    return {tr("Lockscope: %n alert(s)", nullptr, int(alerts.size())), lines.join(u'\n')};
}

void AlertTeller::tell()
{
    const std::vector<Alert> alerts = std::exchange(m_waiting, {});
    const auto [title, text] = message(alerts);
    m_shown = alerts.size() == 1 ? alerts.front().key : LockName{};
    m_rest.start();
    notify(title, text, isGrave(alerts));
    emit told(title, text);
}

// Nobody waits for the answer: the window must not.
void AlertTeller::notify(const QString &title, const QString &text, bool grave)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return emit unshown(title, text, grave);
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QString application = QGuiApplication::desktopFileName();
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(uchar(grave ? 2 : 1))},
                            {QStringLiteral("desktop-entry"), application}};
    call << QStringLiteral("Lockscope") << 0u << application << title << text.toHtmlEscaped() << QStringList()
         << hints << -1;
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [=, this] {
        if (answer->isError()) // nobody shows notifications on this desktop
            emit unshown(title, text, grave);
        answer->deleteLater();
    });
}

} // namespace lockscope
