// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small curve without axes: the last minutes at a glance. Dashed where it was sampled, shaded where nothing
// could be seen. Pure painting; GUI thread.

#include <QColor>
#include <QRectF>

#include <vector>

class QPainter;

namespace lockscope
{

struct SparkPoint {
    double since = 0; // 0 to 1, from the left: begin of the time it stands for
    double at = 0;    // and its end
    double value = 0; // NaN: none
    bool sampled = false;
    bool blind = false;
};

struct SparkColours {
    QColor line{};
    QColor shade{};
};

// From 0 to the highest value.
void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<SparkPoint> &points,
                    const SparkColours &colours);

} // namespace lockscope
