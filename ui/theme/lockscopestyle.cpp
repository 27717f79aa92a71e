// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/lockscopestyle.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace lockscope
{
namespace
{

QColor edge(const QPalette &palette, double share)
{
    return mixed(palette.color(QPalette::WindowText), palette.color(QPalette::Window), share);
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

// Where Fusion shows it as it shows something else, or not at all: the default button has the outline of one
// with the focus, and a sheet to read looks the same with it.
void drawFocus(QStyle::PrimitiveElement element, const QStyleOption *option, QPainter *painter)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    const bool isDefault = button && button->features & QStyleOptionButton::DefaultButton;
    const bool byKeyboard = option->state & QStyle::State_KeyboardFocusChange;
    if (!(option->state & QStyle::State_HasFocus) || (button && !(isDefault && byKeyboard)))
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(option->palette.color(QPalette::Highlight), element == QStyle::PE_Frame ? 1 : 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), 2, 2);
    painter->restore();
}

} // namespace

LockscopeStyle::LockscopeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void LockscopeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                   const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_PanelButtonCommand || element == PE_Frame)
        drawFocus(element, option, painter);
    const bool box = element == PE_IndicatorCheckBox;
    const bool radio = element == PE_IndicatorRadioButton;
    const bool line = element == PE_PanelLineEdit && option->state & State_Enabled;
    const bool focused = element == PE_PanelLineEdit && option->state & State_HasFocus;
    if (!isDark(option->palette) || focused || !(box || radio || line))
        return;
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (line && frame && frame->lineWidth <= 0) // inside a spin box or an editor of a cell
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    // 3:1 is what WCAG asks where the edge is all there is; a field also has its ground.
    painter->setPen(QPen(edge(option->palette, line ? 0.3 : 0.5), 1));
    painter->setBrush(Qt::NoBrush);
    const QRectF rect = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (radio)
        painter->drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    else
        painter->drawRoundedRect(rect, 2, 2);
    painter->restore();
}

int LockscopeStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return spacing(widget && widget->isWindow() ? Spacing::Page : Spacing::Large);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return spacing(Spacing::Medium);
    case PM_ToolBarIconSize:
        return toolIconSize();
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int LockscopeStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                              QStyleHintReturn *answer) const
{
    if (hint == SH_EtchDisabledText) // a shadow that is lighter than the text, on a dark window
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, answer);
}

QIcon LockscopeStyle::standardIcon(StandardPixmap icon, const QStyleOption *option,
                                   const QWidget *widget) const
{
    const Theme theme = Theme::of(QGuiApplication::palette());
    switch (icon) {
    case SP_TitleBarCloseButton:
        return glyphIcon(Glyph::Close);
    case SP_MessageBoxInformation:
    case SP_MessageBoxQuestion:
        return theme.verdictIcon(VerdictLevel::Info);
    case SP_MessageBoxWarning:
        return theme.verdictIcon(VerdictLevel::Warning);
    case SP_MessageBoxCritical:
        return theme.verdictIcon(VerdictLevel::Critical);
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

} // namespace lockscope
