// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons from the SVG files in resources/icons, sharp at every size and scale. In a file, "currentColor" is
// the colour of the icon and "white" its background. GUI thread.

#include <QColor>
#include <QIcon>

#include <functional>

class QPainter;

namespace lockscope
{

// Called for each painting, so that the icon follows the palette.
using IconColour = std::function<QColor(QIcon::Mode)>;

QIcon svgIcon(const QString &name, IconColour colour, const QColor &ground = {});
void paintSvg(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour,
              const QColor &ground = {});

} // namespace lockscope
