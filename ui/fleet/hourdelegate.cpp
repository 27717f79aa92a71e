// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/hourdelegate.h"

#include "ui/fleet/fleetmodel.h"
#include "ui/plots/spark/sparkline.h"
#include "ui/theme/metrics.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace lockscope
{

namespace
{

constexpr double HourCharacters = 12;
constexpr double DotRadius = 1.8;

// A minute ends where the next one begins, the present one now.
std::vector<SparkPoint> pointsOfHour(const std::vector<FleetMinute> &minutes, WallTime now)
{
    const auto place = [now](WallTime at) {
        return 1.0 - std::chrono::duration<double, std::ratio<3600>>(now - at).count();
    };
    std::vector<SparkPoint> points;
    for (size_t i = 0; i < minutes.size(); ++i) {
        const WallTime end = i + 1 < minutes.size() ? minutes[i + 1].from : now;
        const bool isKnown = minutes[i].held.has_value();
        points.push_back(
            {.since = place(minutes[i].from),
             .at = place(std::max(end, minutes[i].from)),
             .value = isKnown ? double(*minutes[i].held) : std::numeric_limits<double>::quiet_NaN(),
             .blind = !isKnown});
    }
    return points;
}

} // namespace

HourDelegate::HourDelegate(std::function<WallTime()> clock, QObject *parent)
    : QStyledItemDelegate(parent), m_clock(std::move(clock))
{
}

void HourDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const auto minutes = index.data(FleetModel::HourRole).value<std::vector<FleetMinute>>();
    if (!minutes.empty())
        cell.text.clear();
    const QWidget *view = option.widget;
    (view ? view->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &cell, painter, view);
    if (minutes.empty())
        return;
    const QVariant colour = index.data(Qt::ForegroundRole);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor line = isSelected         ? option.palette.color(QPalette::HighlightedText)
                        : colour.isValid() ? colour.value<QColor>()
                                           : m_theme.accent;
    const int edge = spacing(Spacing::Small);
    const QRectF place = QRectF(option.rect).adjusted(edge, edge, -edge, -edge);
    const std::vector<SparkPoint> points = pointsOfHour(minutes, m_clock());
    painter->save();
    const QColor shade = isSelected ? translucent(line, 0.3) : m_theme.gap;
    paintSparkline(*painter, place, points, {.line = line, .shade = shade});
    // A single minute is no line yet.
    if (const SparkPoint &last = points.back(); !last.blind) {
        double most = 0;
        for (const SparkPoint &point : points)
            most = point.blind ? most : std::max(most, point.value);
        const double height = most > 0 ? last.value / most * place.height() : 0;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(line);
        painter->drawEllipse(QPointF(place.right(), place.bottom() - height), DotRadius, DotRadius);
    }
    painter->setPen(m_theme.grid);
    painter->drawLine(place.bottomLeft(), place.bottomRight());
    painter->restore();
}

QSize HourDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {characters(option.fontMetrics, HourCharacters), text.height()};
}

} // namespace lockscope
