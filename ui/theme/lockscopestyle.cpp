// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/lockscopestyle.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
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

// Enter presses a button that has the focus, not the default one, and no button in some fields.
bool isEnterElsewhere(const QWidget *button)
{
    const QWidget *focus = button ? button->window()->focusWidget() : nullptr;
    const bool isField =
        qobject_cast<const QLineEdit *>(focus) || qobject_cast<const QPlainTextEdit *>(focus);
    return focus && focus != button &&
           (qobject_cast<const QPushButton *>(focus) ||
            (isField && button->property(LockscopeStyle::FieldsTakeEnter).toBool()));
}

void updateDefaultButton(const QWidget *focus)
{
    if (!focus)
        return;
    for (QPushButton *button : focus->window()->findChildren<QPushButton *>()) {
        if (button->isDefault())
            button->update();
    }
}

// Outlines what has the focus where Fusion alone does not show it: frames, such as a read-only text, and,
// once the keyboard is used, buttons, because Fusion draws a default button like a focused one.
void drawFocus(QStyle::PrimitiveElement element, const QStyleOption *option, QPainter *painter)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    const bool byKeyboard = option->state & QStyle::State_KeyboardFocusChange;
    if (!(option->state & QStyle::State_HasFocus) || (button && !byKeyboard))
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

void LockscopeStyle::polish(QApplication *app)
{
    QProxyStyle::polish(app);
    connect(app, &QApplication::focusChanged, this,
            [](const QWidget *, const QWidget *focus) { updateDefaultButton(focus); });
}

void LockscopeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                   const QWidget *widget) const
{
    if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        button && element == PE_PanelButtonCommand && isEnterElsewhere(widget)) {
        QStyleOptionButton plain = *button;
        plain.features &= ~QStyleOptionButton::DefaultButton;
        QProxyStyle::drawPrimitive(element, &plain, painter, widget);
    } else {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    if (element == PE_PanelButtonCommand || element == PE_Frame)
        drawFocus(element, option, painter);
    const bool box = element == PE_IndicatorCheckBox;
    const bool radio = element == PE_IndicatorRadioButton;
    const bool line = element == PE_PanelLineEdit && option->state & State_Enabled;
    const bool focused = element == PE_PanelLineEdit && option->state & State_HasFocus;
    if (!isDark(option->palette) || focused || !(box || radio || line))
        return;
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (line && frame && frame->lineWidth <= 0) // Inside a spin box or a cell editor
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    // WCAG requires 3:1 if the edge is the only cue; a field also has its background.
    painter->setPen(QPen(edge(option->palette, line ? 0.3 : 0.5), 1));
    painter->setBrush(Qt::NoBrush);
    const QRectF rect = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (radio)
        painter->drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    else
        painter->drawRoundedRect(rect, 2, 2);
    painter->restore();
}

// The common style lets the title of a sorted column reach below its arrow.
void LockscopeStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                                 const QWidget *widget) const
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    if (element != CE_HeaderLabel || !header || header->sortIndicator == QStyleOptionHeader::None)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionHeader section = *header;
    section.rect += margins(Spacing::Medium, Spacing::Small); // The padding of the style sheet
    const QRect arrow = proxy()->subElementRect(SE_HeaderArrow, &section, widget);
    QStyleOptionHeader label = *header;
    label.rect.setRight(arrow.left() - spacing(Spacing::Small));
    label.text = label.fontMetrics.elidedText(label.text, Qt::ElideRight, label.rect.width());
    QProxyStyle::drawControl(element, &label, painter, widget);
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
    if (hint == SH_EtchDisabledText) // On a dark window the shadow would be lighter than the text
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, answer);
}

QIcon LockscopeStyle::standardIcon(StandardPixmap icon, const QStyleOption *option,
                                   const QWidget *widget) const
{
    const Theme theme = Theme::of(QGuiApplication::palette());
    switch (icon) {
    case SP_TitleBarCloseButton:
    case SP_DialogCloseButton:
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
