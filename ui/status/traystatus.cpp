// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/traystatus.h"

#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QGuiApplication>
#include <QPainter>
#include <QSystemTrayIcon>

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#endif

namespace lockscope
{

TrayStatus::TrayStatus(QAction *quit, QObject *parent) : QObject(parent), m_text(summary({}, {}, false))
{
    m_menu.addAction(tr("Show Lockscope"), this, &TrayStatus::windowWanted);
    m_fleet = m_menu.addAction(tr("Show Fleet"), this, &TrayStatus::fleetWanted);
    m_menu.addSeparator();
    m_connections = m_menu.addAction(QString());
    m_connections->setEnabled(false);
    m_locks = m_menu.addAction(QString());
    m_locks->setEnabled(false);
    m_worstLock = m_menu.addAction(QString(), this, &TrayStatus::worstWanted);
    m_menu.addSeparator();
    showFleetEntries({});
    m_menu.addAction(quit);
    awaitTray();
    lookForTray();
}

void TrayStatus::appear()
{
    if (m_icon)
        return;
    m_icon = std::make_unique<QSystemTrayIcon>(icon(m_worst));
    m_icon->setToolTip(m_text);
    m_icon->setContextMenu(&m_menu);
    connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, &TrayStatus::messageClicked);
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    emit windowWanted();
            });
    m_icon->setVisible(m_wanted);
}

TrayStatus::~TrayStatus() = default;

void TrayStatus::setShown(bool shown)
{
    m_wanted = shown;
    if (m_icon)
        m_icon->setVisible(shown);
}

void TrayStatus::show(const QString &connection, const LockTotals &totals, bool answers)
{
    showFleetEntries({});
    showText(summary(connection, totals, answers), worst(totals));
}

void TrayStatus::showFleet(const Fleet &fleet)
{
    showFleetEntries(fleet);
    QStringList lines{tr("Lockscope: %1", "numbers of connections").arg(fleet.connections), fleet.locks,
                      fleet.worst};
    lines.removeAll(QString());
    showText(lines.join(u'\n'), fleet.level);
}

// A menu shows one line for each, which a long name must not make as wide as the screen.
void TrayStatus::showFleetEntries(const Fleet &fleet)
{
    constexpr qsizetype Most = 80; // characters
    const auto show = [](QAction *entry, const QString &text) {
        const QString shown = text.size() > Most ? text.left(Most - 1) + u'…' : text;
        entry->setText(QString(shown).replace(u'&', QLatin1String("&&")));
        entry->setVisible(!text.isEmpty());
    };
    show(m_connections, fleet.connections);
    show(m_locks, fleet.locks);
    show(m_worstLock, fleet.worst);
    m_fleet->setVisible(!fleet.connections.isEmpty());
}

void TrayStatus::showText(const QString &text, VerdictLevel worst)
{
    const QString before = std::exchange(m_text, text);
    const VerdictLevel worstBefore = std::exchange(m_worst, worst);
    if (m_icon && m_text != before)
        m_icon->setToolTip(m_text);
    if (m_icon && m_worst != worstBefore)
        m_icon->setIcon(icon(m_worst));
}

void TrayStatus::tell(const QString &title, const QString &text, bool grave)
{
    if (m_icon && m_icon->isVisible() && QSystemTrayIcon::isSystemTrayAvailable() &&
        QSystemTrayIcon::supportsMessages())
        m_icon->showMessage(title, text, grave ? QSystemTrayIcon::Critical : QSystemTrayIcon::Warning);
}

VerdictLevel TrayStatus::worst(const LockTotals &totals)
{
    if (totals.ofLevel(VerdictLevel::Critical) > 0)
        return VerdictLevel::Critical;
    return totals.ofLevel(VerdictLevel::Warning) > 0 ? VerdictLevel::Warning : VerdictLevel::Ok;
}

QString TrayStatus::summary(const QString &connection, const LockTotals &totals, bool answers)
{
    if (connection.isEmpty())
        return tr("Lockscope: not connected");
    if (!answers)
        return tr("Lockscope: %1\n%2").arg(connection, tr("Locks unknown"));
    QStringList parts{tr("Locks %1").arg(text::number(totals.locks)),
                      tr("held %1").arg(text::heldCount(totals.held, totals.undecided))};
    if (const qint64 criticals = totals.ofLevel(VerdictLevel::Critical); criticals > 0)
        parts << tr("critical %1").arg(text::number(criticals));
    if (const qint64 warnings = totals.ofLevel(VerdictLevel::Warning); warnings > 0)
        parts << tr("warnings %1").arg(text::number(warnings));
    return tr("Lockscope: %1\n%2").arg(connection, parts.join(QStringLiteral(" · ")));
}

QIcon TrayStatus::icon(VerdictLevel worst)
{
    if (worst < VerdictLevel::Warning)
        return applicationIcon();
    const QIcon mark = Theme::of(QGuiApplication::palette()).verdictIcon(worst);
    QIcon marked;
    for (const int size : {16, 22, 24, 32, 48, 64}) {
        QPixmap pixmap = applicationIcon().pixmap(size, size);
        QPainter painter(&pixmap);
        const int side = size * 5 / 8; // A corner mark, large enough to recognise at 16 pixels
        mark.paint(&painter, QRect(size - side, size - side, side, side));
        painter.end();
        marked.addPixmap(pixmap);
    }
    return marked;
}

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)

namespace
{

const QString WatcherService = QStringLiteral("org.kde.StatusNotifierWatcher");
const QString WatcherPath = QStringLiteral("/StatusNotifierWatcher");

} // namespace

void TrayStatus::awaitTray()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(WatcherService, WatcherPath, WatcherService, QStringLiteral("StatusNotifierHostRegistered"),
                this, SLOT(appear()));
    auto *watcher =
        new QDBusServiceWatcher(WatcherService, bus, QDBusServiceWatcher::WatchForRegistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceRegistered, this, &TrayStatus::lookForTray);
}

// Qt asks only once whether the bus has a tray and caches the answer, so it is asked only after the answer
// has become yes. On X11 Qt finds a later tray by itself.
void TrayStatus::lookForTray()
{
    const bool onX11 = QGuiApplication::platformName() == QLatin1String("xcb");
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        if (onX11 || QSystemTrayIcon::isSystemTrayAvailable())
            appear();
        return;
    }
    QDBusMessage question = QDBusMessage::createMethodCall(WatcherService, WatcherPath,
                                                           QStringLiteral("org.freedesktop.DBus.Properties"),
                                                           QStringLiteral("Get"));
    question << WatcherService << QStringLiteral("IsStatusNotifierHostRegistered");
    question.setAutoStartService(false);
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, onX11] {
        const QDBusPendingReply<QDBusVariant> there = *answer;
        if (onX11 || (!there.isError() && there.value().variant().toBool()))
            appear();
        answer->deleteLater();
    });
}

#else // Other desktops always have a tray

void TrayStatus::awaitTray() {}

void TrayStatus::lookForTray()
{
    if (QSystemTrayIcon::isSystemTrayAvailable())
        appear();
}

#endif

} // namespace lockscope
