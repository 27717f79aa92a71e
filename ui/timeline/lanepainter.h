// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the lanes of the timeline into a plot and finds the item at a point. Owner: HoldLanes; GUI thread.
// Includes the plot library, whose large header only sources of plots should read (see lockscope_unity()).

#include "ui/plots/timewindow.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lanesign.h"
#include "ui/timeline/timelinelanes.h"

#include <qcustomplot.h>

#include <set>

namespace lockscope
{

class LanePainter final : public QCPLayerable
{
public:
    explicit LanePainter(QCustomPlot *plot);

    // What to draw; set before each drawing.
    std::vector<Lane> lanes{}; // By setLanes()
    HoldsAnswer answer{};
    LockName selected{};
    std::optional<double> moment{};
    double now = 0;

    void applyTheme(const QPalette &palette, const QFont &font);
    size_t roomFor(double height) const; // Number of lanes
    size_t drawn() const { return std::min(roomFor(m_plot->axisRect()->height()), lanes.size()); }
    const std::set<LaneSign> &signs() const { return m_signs; } // What was drawn
    qint64 scale() const { return m_scale; } // Waiters at the height of a band; 0: no bands
    void setLanes(std::vector<Lane> wanted);
    const Lane *laneAt(const QPointF &point) const;   // Null: outside the lanes
    const LaneBar *barAt(const QPointF &point) const; // Null: none
    const LaneWaiters *waitersAt(const QPointF &point) const;
    QRectF laneRect(size_t lane) const;
    QRectF barsRect(size_t lane) const;
    QRectF bandRect(size_t lane) const; // Of the waiters, below the bars
    int scaleWidth() const;             // The width that the figures of the bands need beside the lanes
    size_t drawnBars() const { return m_drawnBars; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;

private:
    QRectF barRect(const Lane &lane, size_t at, const LaneBar &bar) const;
    void drawLane(QCPPainter *painter, size_t at);
    void drawBar(QCPPainter *painter, const QRectF &rect, const Lane &lane, const LaneBar &bar);
    void drawVerdicts(QCPPainter *painter, const QRectF &rect, const Lane &lane, const LaneBar &bar);
    void drawName(QCPPainter *painter, const QRectF &seen, const Hold &hold);
    void drawEnd(QCPPainter *painter, const QRectF &rect, const Hold &hold, const QColor &colour);
    void drawTicks(QCPPainter *painter, size_t at);
    void drawWaiters(QCPPainter *painter, size_t at);
    void drawMost(QCPPainter *painter) const;
    void drawUndrawn(QCPPainter *painter) const;
    void drawMarks(QCPPainter *painter);
    void drawUnseen(QCPPainter *painter);
    void drawMoment(QCPPainter *painter);
    double x(double seconds) const { return m_plot->xAxis->coordToPixel(seconds); }

    QCustomPlot *m_plot;
    QPalette m_palette{};
    QFont m_font{};
    QFont m_small{};
    Theme m_theme{};
    qint64 m_scale = 0;
    std::set<LaneSign> m_signs{};
    size_t m_drawnBars = 0;
};

} // namespace lockscope
