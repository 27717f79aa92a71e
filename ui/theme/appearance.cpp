// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appearance.h"

#include "ui/theme/lockscopestyle.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QStyleHints>
#include <QToolTip>

namespace lockscope
{
namespace
{

bool looksDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

bool systemIsDark()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    return looksDark(QGuiApplication::palette());
}

// The sheet names steps of room, as layouts do.
QString sheetText(QString sheet)
{
    const std::pair<const char *, Spacing> steps[] = {
        {"@hair", Spacing::Hair},     {"@tight", Spacing::Tight}, {"@small", Spacing::Small},
        {"@medium", Spacing::Medium}, {"@large", Spacing::Large}, {"@page", Spacing::Page},
        {"@wide", Spacing::Wide}};
    for (const auto &[name, step] : steps)
        sheet.replace(QLatin1String(name), QStringLiteral("%1px").arg(spacing(step)));
    return sheet;
}

} // namespace

ApplicationTheme::ApplicationTheme(QObject *parent) : QObject(parent), m_systemFont(QApplication::font())
{
    // Before any palette of ours: this is how the system looks.
    m_systemIsDark = systemIsDark();
    QApplication::setStyle(new LockscopeStyle);
    qApp->installEventFilter(this);
    applyTheme();
}

void ApplicationTheme::apply(Appearance appearance)
{
    const bool was = isDark();
    m_appearance = appearance;
    if (isDark() != was)
        applyTheme(); // all widgets anew
}

void ApplicationTheme::scaleText(int percent)
{
    const QFont font = sizedFont(m_systemFont, percent);
    if (font == QApplication::font())
        return;
    QApplication::setFont(font);
    applyTheme(); // a style sheet keeps the font that it was put on with
}

bool ApplicationTheme::isDark() const
{
    return m_appearance == Appearance::Dark || (m_appearance == Appearance::System && m_systemIsDark);
}

void ApplicationTheme::followSystem()
{
    m_waiting = false;
    m_dressing = true;
    QApplication::setPalette(QPalette()); // back to the system's, to look at it
    m_systemIsDark = systemIsDark();
    applyTheme();
}

void ApplicationTheme::applyTheme()
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
        qApp->setStyleSheet(sheetText(QString::fromUtf8(sheet.readAll())));
    m_dressing = false;
}

bool ApplicationTheme::eventFilter(QObject *watched, QEvent *event)
{
    // The system's change arrives at each of our windows; so would our own, but for m_dressing.
    const bool own = watched == qApp || watched->isWindowType();
    if (own && event->type() == QEvent::ThemeChange && !m_dressing && !std::exchange(m_waiting, true))
        QMetaObject::invokeMethod(this, &ApplicationTheme::followSystem, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope
