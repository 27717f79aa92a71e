// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traystatus.h"

#include "ui/format.h"
#include "ui/glyphs.h"
#include "ui/theme.h"

#include <QAction>
#include <QGuiApplication>
#include <QPainter>
#include <QSystemTrayIcon>

namespace lockscope
{

TrayStatus::TrayStatus(QAction *quit, QObject *parent) : QObject(parent)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    m_menu.addAction(tr("Show Lockscope"), this, &TrayStatus::windowWanted);
    m_menu.addSeparator();
    m_menu.addAction(quit);
    m_icon = std::make_unique<QSystemTrayIcon>(icon(m_worst));
    m_icon->setContextMenu(&m_menu);
    connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, &TrayStatus::messageClicked);
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    emit windowWanted();
            });
    show({}, {});
    m_icon->show();
}

TrayStatus::~TrayStatus() = default;

void TrayStatus::show(const QString &connection, const ListTotals &totals)
{
    if (!m_icon)
        return;
    if (const QString text = summary(connection, totals); text != m_icon->toolTip())
        m_icon->setToolTip(text);
    if (worst(totals) != m_worst) {
        m_worst = worst(totals);
        m_icon->setIcon(icon(m_worst));
    }
}

void TrayStatus::tell(const QString &title, const QString &text, bool grave)
{
    if (m_icon && QSystemTrayIcon::supportsMessages())
        m_icon->showMessage(title, text, grave ? QSystemTrayIcon::Critical : QSystemTrayIcon::Warning);
}

VerdictLevel TrayStatus::worst(const ListTotals &totals)
{
    if (totals.criticals > 0)
        return VerdictLevel::Critical;
    return totals.warnings > 0 ? VerdictLevel::Warning : VerdictLevel::Ok;
}

QString TrayStatus::summary(const QString &connection, const ListTotals &totals)
{
    if (connection.isEmpty())
        return tr("Lockscope: not connected");
    QStringList parts{tr("Locks %1").arg(text::number(totals.locks)),
                      tr("held %1").arg(text::number(totals.held))};
    if (totals.criticals > 0)
        parts << tr("critical %1").arg(text::number(totals.criticals));
    if (totals.warnings > 0)
        parts << tr("warnings %1").arg(text::number(totals.warnings));
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
        const int side = size * 5 / 8; // the corner, large enough to be told apart at 16
        mark.paint(&painter, QRect(size - side, size - side, side, side));
        painter.end();
        marked.addPixmap(pixmap);
    }
    return marked;
}

} // namespace lockscope
