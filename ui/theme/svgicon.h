// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons from the SVG files in resources/icons, sharp at every size and scale. In a file "currentColor" stands
// for the colour of the icon, and "white" for the ground on which it is shown. GUI thread.

#include <QColor>
#include <QIcon>

#include <functional>

class QPainter;

namespace lockscope
{

// Asked each time the icon is painted, so that it may follow the palette.
using IconColour = std::function<QColor(QIcon::Mode)>;

QIcon svgIcon(const QString &name, IconColour colour, const QColor &ground = {});
void paintSvg(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour,
              const QColor &ground = {});

} // namespace lockscope
