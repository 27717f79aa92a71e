// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clearstyle.h"

#include "ui/glyphs.h"

#include <QPainter>
#include <QStyleOption>

namespace lockscope
{
namespace
{

QColor edge(const QPalette &palette, double share)
{
    const QColor text = palette.color(QPalette::WindowText);
    const QColor window = palette.color(QPalette::Window);
    return QColor::fromRgbF(float(text.redF() * share + window.redF() * (1 - share)),
                            float(text.greenF() * share + window.greenF() * (1 - share)),
                            float(text.blueF() * share + window.blueF() * (1 - share)));
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

ClearStyle::ClearStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ClearStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                               const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
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

QIcon ClearStyle::standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    if (icon == SP_TitleBarCloseButton)
        return glyphIcon(Glyph::Close);
    return QProxyStyle::standardIcon(icon, option, widget);
}

} // namespace lockscope
