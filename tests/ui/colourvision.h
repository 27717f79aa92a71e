// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simulates colour vision: each kind of dichromacy, and grey. Uses the matrices of severity 1.0 from Machado,
// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
// Transactions on Visualization and Computer Graphics 15 (6), 2009, which apply to linear RGB. The distance
// of two colours is Euclidean in CIE 1976 L*a*b*, white D65.

#include <QColor>
#include <QHash>
#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::test
{

enum class Vision { Common, Protanopia, Deuteranopia, Tritanopia, Grey };

inline constexpr std::array<std::pair<Vision, const char *>, 5> Visions{
    {{Vision::Common, "common"},
     {Vision::Protanopia, "protanopia"},
     {Vision::Deuteranopia, "deuteranopia"},
     {Vision::Tritanopia, "tritanopia"},
     {Vision::Grey, "grey"}}};

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

inline Triple times(const Matrix &matrix, const Triple &v)
{
    Triple result{};
    for (size_t row = 0; row < 3; ++row)
        result[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
    return result;
}

inline const Matrix &matrixOf(Vision vision)
{
    static constexpr Matrix common{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    static constexpr Matrix protanopia{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
    static constexpr Matrix deuteranopia{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    static constexpr Matrix tritanopia{
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    static constexpr Triple light{0.2126729, 0.7151522, 0.0721750};
    static constexpr Matrix grey{{light, light, light}};
    switch (vision) {
    case Vision::Protanopia:
        return protanopia;
    case Vision::Deuteranopia:
        return deuteranopia;
    case Vision::Tritanopia:
        return tritanopia;
    case Vision::Grey:
        return grey;
    case Vision::Common:
        break;
    }
    return common;
}

inline double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

inline double fromLinear(double light)
{
    const double in = std::clamp(light, 0.0, 1.0);
    return in <= 0.0031308 ? in * 12.92 : 1.055 * std::pow(in, 1 / 2.4) - 0.055;
}

inline Triple linearSeen(const QColor &colour, Vision vision)
{
    Triple seen = times(matrixOf(vision),
                        {toLinear(colour.redF()), toLinear(colour.greenF()), toLinear(colour.blueF())});
    for (double &channel : seen)
        channel = std::clamp(channel, 0.0, 1.0);
    return seen;
}

inline Triple labSeen(const QColor &colour, Vision vision)
{
    static constexpr Matrix toXyz{{{0.4124564, 0.3575761, 0.1804375},
                                   {0.2126729, 0.7151522, 0.0721750},
                                   {0.0193339, 0.1191920, 0.9503041}}};
    Triple xyz = times(toXyz, linearSeen(colour, vision));
    constexpr Triple white{0.95047, 1.0, 1.08883};
    for (size_t i = 0; i < 3; ++i) {
        const double share = xyz[i] / white[i];
        xyz[i] = share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116.0;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

inline double apart(const QColor &a, const QColor &b, Vision vision)
{
    const Triple one = labSeen(a, vision);
    const Triple other = labSeen(b, vision);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

inline QImage asSeen(const QImage &picture, Vision vision)
{
    QImage seen = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, QRgb> known; // A window has few colours
    for (int y = 0; y < seen.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(seen.scanLine(y));
        for (int x = 0; x < seen.width(); ++x) {
            auto found = known.constFind(line[x]);
            if (found == known.constEnd()) {
                const Triple light = linearSeen(QColor(line[x]), vision);
                const auto channel = [&light](size_t i) {
                    return int(std::lround(fromLinear(light[i]) * 255));
                };
                found = known.insert(line[x], qRgb(channel(0), channel(1), channel(2)));
            }
            line[x] = *found;
        }
    }
    return seen;
}

} // namespace lockscope::test
