// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/textwidth.h"

#include "core/base/names.h"

#include <QList>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace lockscope::cli
{

namespace
{

struct Range {
    char32_t first;
    char32_t last;
};

// Blocks that Unicode's EastAsianWidth.txt marks as W or F, merged across rare narrow characters.
constexpr std::array Wide{Range{0x1100, 0x115f},   Range{0x2e80, 0x303e},   Range{0x3041, 0x33ff},
                          Range{0x3400, 0x4dbf},   Range{0x4e00, 0x9fff},   Range{0xa000, 0xa4cf},
                          Range{0xa960, 0xa97f},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},
                          Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},
                          Range{0x1b000, 0x1b2ff}, Range{0x1f300, 0x1f64f}, Range{0x1f680, 0x1f6ff},
                          Range{0x1f900, 0x1f9ff}, Range{0x20000, 0x3fffd}};

QString text16(const QList<uint> &points)
{
    QString text;
    for (const uint point : points)
        text += QChar::fromUcs4(point);
    return text;
}

int columnsOfPoint(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
        return 0;
    default:
        break;
    }
    const bool wide =
        std::ranges::any_of(Wide, [c](const Range &range) { return c >= range.first && c <= range.last; });
    return wide ? 2 : 1;
}

bool isHexDigit(uint point)
{
    return (point >= '0' && point <= '9') || (point >= 'a' && point <= 'f');
}

// Where a text may be cut: not inside an escape such as \x1f. Without its end.
std::vector<qsizetype> cuts(const QList<uint> &points)
{
    std::vector<qsizetype> places;
    for (qsizetype at = 0; at < points.size();) {
        places.push_back(at);
        const bool isEscape = points[at] == '\\' && at + 1 < points.size();
        const bool isByte = isEscape && points[at + 1] == 'x' && at + 3 < points.size() &&
                            isHexDigit(points[at + 2]) && isHexDigit(points[at + 3]);
        at += isByte ? 4 : isEscape && points[at + 1] == '\\' ? 2 : 1;
    }
    return places;
}

int columnsBetween(const QList<uint> &points, qsizetype from, qsizetype to)
{
    return std::accumulate(points.begin() + from, points.begin() + to, 0,
                           [](int sum, uint point) { return sum + columnsOfPoint(point); });
}

} // namespace

int columns(QStringView text)
{
    if (isPrintableAscii(text)) // nearly every cell, and quick to see
        return int(text.size());
    int sum = 0;
    for (const char32_t c : text.toUcs4())
        sum += columnsOfPoint(c);
    return sum;
}

QString elided(const QString &text, int width, const QString &mark)
{
    if (columns(text) <= width)
        return text;
    const int room = width - columns(mark);
    if (room <= 0)
        return mark.left(std::max(0, width));
    const QList<uint> points = text.toUcs4();
    const int headRoom = (room + 1) / 2;
    const std::vector<qsizetype> places = cuts(points);
    qsizetype head = 0;
    for (const qsizetype place : places) {
        if (columnsBetween(points, 0, place) > headRoom)
            break;
        head = place;
    }
    const int tailRoom = room - columnsBetween(points, 0, head);
    qsizetype tail = points.size();
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        if (columnsBetween(points, *place, points.size()) > tailRoom)
            break;
        tail = *place;
    }
    return text16(points.first(head)) + mark + text16(points.sliced(tail));
}

QString padded(const QString &text, int width, bool right)
{
    const int missing = width - columns(text);
    if (missing <= 0)
        return text;
    QString filled;
    filled.reserve(text.size() + missing);
    if (right)
        filled.resize(missing, u' ');
    filled += text;
    filled.resize(text.size() + missing, u' ');
    return filled;
}

} // namespace lockscope::cli
