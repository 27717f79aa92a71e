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

constexpr double LeastSmallSize = 7.0; // In points: smaller text is unreadable

// 4 pixels for an average font with lines of 14 pixels.
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

int spacing(Spacing step)
{
    switch (step) {
    case Spacing::Hair:
        return whole(0.25);
    case Spacing::Tight:
        return whole(0.5);
    case Spacing::Small:
        return whole(1);
    case Spacing::Medium:
        return whole(1.5);
    case Spacing::Large:
        return whole(2);
    case Spacing::Page:
        return whole(3);
    case Spacing::Wide:
        return whole(6);
    }
    return 0;
}

QMargins margins(Spacing all)
{
    return margins(all, all);
}

QMargins margins(Spacing sides, Spacing ends)
{
    return {spacing(sides), spacing(ends), spacing(sides), spacing(ends)};
}

QMargins marginsAtEnds(Spacing top, Spacing bottom)
{
    return {0, spacing(top), 0, spacing(bottom)};
}

QMargins marginsAtSides(Spacing left, Spacing right)
{
    return {spacing(left), 0, spacing(right), 0};
}

double cornerRadius()
{
    return unit();
}

int barThickness()
{
    return spacing(Spacing::Medium);
}

int toolIconSize()
{
    return textIconSize(QApplication::font()) + spacing(Spacing::Small);
}

int textIconSize(const QFont &font)
{
    return QFontMetrics(font).ascent() + spacing(Spacing::Tight);
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
