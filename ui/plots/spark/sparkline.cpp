// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/spark/sparkline.h"

#include <QPainter>

#include <cmath>

namespace lockscope
{

void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<SparkPoint> &points,
                    const SparkColours &colours)
{
    double highest = 0;
    for (const SparkPoint &point : points) {
        if (!std::isnan(point.value))
            highest = std::max(highest, point.value);
    }
    const auto place = [&](const SparkPoint &point) {
        const double height = highest > 0 ? point.value / highest : 0;
        return QPointF(rect.left() + point.at * rect.width(), rect.bottom() - height * rect.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect.adjusted(-1, -1, 1, 1));
    QPolygonF line; // The part that one pen draws: dashes need long lines
    bool sampled = false;
    const auto finish = [&] {
        painter.setPen(QPen(colours.line, 1.4, sampled ? Qt::DashLine : Qt::SolidLine));
        painter.drawPolyline(line);
        line.clear();
    };
    for (const SparkPoint &point : points) {
        if (point.blind) {
            const double left = rect.left() + std::max(0.0, point.since) * rect.width();
            const QRectF stretch(left, rect.top(), rect.left() + point.at * rect.width() - left,
                                 rect.height());
            painter.fillRect(stretch, colours.shade);
            finish();
        } else if (!std::isnan(point.value)) {
            if (!line.isEmpty() && sampled != point.sampled) {
                const QPointF last = line.last();
                finish();
                line.append(last);
            }
            sampled = point.sampled;
            line.append(place(point));
        }
    }
    finish();
    painter.restore();
}

} // namespace lockscope
