// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/metrics.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QWidget>

#include <cmath>

namespace lockscope
{

namespace
{

constexpr double LeastSmallSize = 7.0; // points: less is not read

// 4 with a text of common size, whose lines are 14 high.
double unit()
{
    return std::max(3.0, std::round(QFontMetricsF(QApplication::font()).height() / 3.5));
}

int whole(double units)
{
    return std::max(1, int(std::lround(unit() * units)));
}

QFont scaled(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(LeastSmallSize, font.pointSizeF() * factor));
    else
        font.setPixelSize(std::max(1, int(std::lround(font.pixelSize() * factor))));
    return font;
}

} // namespace

int spacing(Room step)
{
    switch (step) {
    case Room::Hair:
        return whole(0.25);
    case Room::Tight:
        return whole(0.5);
    case Room::Small:
        return whole(1);
    case Room::Medium:
        return whole(1.5);
    case Room::Large:
        return whole(2);
    case Room::Page:
        return whole(3);
    case Room::Wide:
        return whole(6);
    }
    return 0;
}

QMargins margins(Room all)
{
    return margins(all, all);
}

QMargins margins(Room sides, Room ends)
{
    return {spacing(sides), spacing(ends), spacing(sides), spacing(ends)};
}

QMargins marginsAtEnds(Room top, Room bottom)
{
    return {0, spacing(top), 0, spacing(bottom)};
}

QMargins marginsAtSides(Room left, Room right)
{
    return {spacing(left), 0, spacing(right), 0};
}

double cornerRadius()
{
    return unit();
}

int barThickness()
{
    return spacing(Room::Medium);
}

int toolIconSize()
{
    return textIconSize(QApplication::font()) + spacing(Room::Small);
}

int textIconSize(const QFont &font)
{
    return QFontMetrics(font).ascent() + spacing(Room::Tight);
}

int characters(const QWidget &widget, double count)
{
    return characters(widget.fontMetrics(), count);
}

int characters(const QFontMetrics &metrics, double count)
{
    static const QString Sample = QStringLiteral("the quick brown fox jumps over the lazy dog");
    return int(std::lround(metrics.horizontalAdvance(Sample) * count / double(Sample.size())));
}

int lines(const QWidget &widget, double count)
{
    return int(std::lround(widget.fontMetrics().height() * count));
}

QFont sizedFont(QFont font, int percent)
{
    return scaled(std::move(font), percent / 100.0);
}

QFont strongFont(QFont font)
{
    font.setBold(true);
    return font;
}

QFont headingFont(QFont font)
{
    return strongFont(scaled(std::move(font), 1.2));
}

QFont titleFont(QFont font)
{
    return strongFont(scaled(std::move(font), 1.35));
}

QFont figureFont(QFont font)
{
    return strongFont(scaled(std::move(font), 1.5));
}

QFont smallFont(QFont font)
{
    return scaled(std::move(font), 0.85);
}

QFont codeFont()
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

} // namespace lockscope
