// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearance.h"

#include "ui/clearstyle.h"
#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QToolTip>

namespace lockscope
{
namespace
{

bool looksDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

ApplicationTheme::ApplicationTheme(QObject *parent) : QObject(parent)
{
    // Before any palette of ours: this is how the system looks.
    m_systemIsDark = looksDark(QGuiApplication::palette());
    QApplication::setStyle(new ClearStyle);
    qApp->installEventFilter(this);
    dress();
}

void ApplicationTheme::wear(Appearance appearance)
{
    m_appearance = appearance;
    dress();
}

bool ApplicationTheme::isDark() const
{
    return m_appearance == Appearance::Dark || (m_appearance == Appearance::System && m_systemIsDark);
}

void ApplicationTheme::dress()
{
    m_dressing = true;
    const QPalette palette = isDark() ? darkPalette() : lightPalette();
    // A sheet pins the palette of each widget it has polished: it comes off before the change, and on again
    // after.
    qApp->setStyleSheet(QString());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    // After the palette, each time: widgets keep the palette they had when a style sheet was put on.
    QFile sheet(QStringLiteral(":/themes/lockscope.qss"));
    if (sheet.open(QIODevice::ReadOnly))
        qApp->setStyleSheet(QString::fromUtf8(sheet.readAll()));
    m_dressing = false;
}

bool ApplicationTheme::eventFilter(QObject *watched, QEvent *event)
{
    // The system's change arrives here; so would our own, but for m_dressing.
    if (watched == qApp && event->type() == QEvent::ThemeChange && !m_dressing) {
        m_dressing = true;
        QApplication::setPalette(QPalette()); // back to the system's, to look at it
        m_systemIsDark = looksDark(QGuiApplication::palette());
        m_dressing = false;
        QMetaObject::invokeMethod(this, &ApplicationTheme::dress, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope
