// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fusion with the room of metrics.h, and outlines that can be seen: its own are made by darkening the window,
// which leaves nothing of a check box on a dark one. Owner: the application; GUI thread.

#include <QProxyStyle>

namespace lockscope
{

class LockscopeStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    LockscopeStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
                    const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *answer = nullptr) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;
};

} // namespace lockscope
