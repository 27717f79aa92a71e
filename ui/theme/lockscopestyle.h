// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fusion with the spacing of metrics.h and visible outlines: Fusion darkens the window colour, which makes a
// check box invisible on a dark window. Owner: the application; GUI thread.

#include <QProxyStyle>

namespace lockscope
{

class LockscopeStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    // Property of a default button: Enter in a field does not press it.
    static constexpr const char *FieldsTakeEnter = "fieldsTakeEnter";
    LockscopeStyle();
    using QProxyStyle::polish;
    void polish(QApplication *app) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
                    const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *answer = nullptr) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;
};

} // namespace lockscope
