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

// Replaces the names of spacing steps in the style sheet, which uses the same steps as layouts.
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
    // Before setting a palette of our own, while the application still shows the system's.
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
        applyTheme(); // Repolishes all widgets
}

void ApplicationTheme::scaleText(int percent)
{
    const QFont font = sizedFont(m_systemFont, percent);
    if (font == QApplication::font())
        return;
    QApplication::setFont(font);
    applyTheme(); // A style sheet keeps the font of the time it was set
}

bool ApplicationTheme::isDark() const
{
    return m_appearance == Appearance::Dark || (m_appearance == Appearance::System && m_systemIsDark);
}

void ApplicationTheme::followSystem()
{
    m_waiting = false;
    m_dressing = true;
    QApplication::setPalette(QPalette()); // Back to the system's palette, to inspect it
    m_systemIsDark = systemIsDark();
    applyTheme();
}

void ApplicationTheme::applyTheme()
{
    m_dressing = true;
    const QPalette palette = isDark() ? darkPalette() : lightPalette();
    // A style sheet pins the palette of each widget it has polished, so remove it before the change.
    qApp->setStyleSheet(QString());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    // Set the sheet after each change of palette: widgets keep the palette they had when it was set.
    QFile sheet(QStringLiteral(":/themes/lockscope.qss"));
    if (sheet.open(QIODevice::ReadOnly))
        qApp->setStyleSheet(sheetText(QString::fromUtf8(sheet.readAll())));
    m_dressing = false;
}

bool ApplicationTheme::eventFilter(QObject *watched, QEvent *event)
{
    // A change by the system reaches each of our windows. m_dressing excludes changes of our own.
    const bool own = watched == qApp || watched->isWindowType();
    if (own && event->type() == QEvent::ThemeChange && !m_dressing && !std::exchange(m_waiting, true))
        QMetaObject::invokeMethod(this, &ApplicationTheme::followSystem, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope
