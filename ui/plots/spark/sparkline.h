// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small curve without axes. Dashed where sampled, shaded where not observed. Pure painting; GUI thread.

#include <QColor>
#include <QRectF>

#include <vector>

class QPainter;

namespace lockscope
{

struct SparkPoint {
    double since = 0; // Start of its interval: 0 (left) to 1
    double at = 0;    // End of its interval
    double value = 0; // NaN: none
    bool sampled = false;
    bool blind = false;
};

struct SparkColours {
    QColor line{};
    QColor shade{};
};

// The vertical axis runs from 0 to the highest value.
void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<SparkPoint> &points,
                    const SparkColours &colours);

} // namespace lockscope
