// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The entries of the legend of the timeline, with text and symbol. Pure functions; GUI thread.

#include "core/history/values/hold.h"
#include "ui/theme/theme.h"

#include <QPen>
#include <QString>

class QPainter;
class QRectF;

namespace lockscope
{

enum class LaneSign { // In the order of the legend
    Ok,
    Info,
    Warning,
    Critical,
    Unjudged,
    Owner,
    Sampled,
    HeldBefore,
    Renewal,
    Expired,
    Forced,
    EndUnseen,
    Waiters,
    Failover,
    Lost,
    Back,
    Gap,
    Flushed,
    Opened,
    Closed,
    NotObserved
};

LaneSign signOf(std::optional<VerdictLevel> level);
LaneSign signOf(Mark::Kind kind);
QPen markPen(Mark::Kind kind, const Theme &theme);
constexpr double MarkHeadArm = 3.5;
void paintMarkHead(QPainter &painter, const QPointF &middle, Mark::Kind kind, const Theme &theme);
QString signText(LaneSign sign);
void paintSign(QPainter &painter, const QRectF &rect, LaneSign sign, const QPalette &palette);

// Also used for the bars. level: nullopt: the verdict is unknown.
void paintVerdict(QPainter &painter, const QRectF &rect, std::optional<VerdictLevel> level,
                  const Theme &theme, Qt::PenStyle edges);
void paintEnd(QPainter &painter, const QRectF &bar, EventKind how, const QColor &colour, const Theme &theme);
void paintWaiters(QPainter &painter, const QRectF &rect, const Theme &theme);

} // namespace lockscope
