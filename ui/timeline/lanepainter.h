// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the lanes of the timeline into a plot and finds the item at a point. Owner: HoldLanes; GUI thread.
// Includes the plot library, whose large header only sources of plots should read (see lockscope_unity()).

#include "ui/plots/timewindow.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinelanes.h"

#include <qcustomplot.h>

namespace lockscope
{

class LanePainter final : public QCPLayerable
{
public:
    explicit LanePainter(QCustomPlot *plot);

    // What to draw; set before each drawing.
    std::vector<Lane> lanes{};
    HoldsAnswer answer{};
    LockName selected{};
    std::optional<double> moment{};
    double now = 0;

    void applyTheme(const QPalette &palette, const QFont &font);
    size_t roomFor() const; // Number of lanes
    size_t drawn() const { return std::min(roomFor(), lanes.size()); }
    const Lane *laneAt(const QPointF &point) const;   // Null: outside the lanes
    const LaneBar *barAt(const QPointF &point) const; // Null: none
    QRectF laneRect(size_t lane) const;
    size_t drawnBars() const { return m_drawnBars; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;

private:
    QRectF barRect(const Lane &lane, size_t at, const LaneBar &bar) const;
    void drawLane(QCPPainter *painter, size_t at);
    void drawBar(QCPPainter *painter, const QRectF &rect, const LaneBar &bar);
    void drawName(QCPPainter *painter, const QRectF &seen, const Hold &hold);
    void drawEnd(QCPPainter *painter, const QRectF &rect, const Hold &hold, const QColor &colour) const;
    void drawTicks(QCPPainter *painter, size_t at);
    void drawMarks(QCPPainter *painter);
    void drawUnseen(QCPPainter *painter) const;
    void drawMoment(QCPPainter *painter);
    const OwnerLook &lookOf(const LaneBar &bar) const;
    double x(double seconds) const { return m_plot->xAxis->coordToPixel(seconds); }

    QCustomPlot *m_plot;
    QPalette m_palette{};
    QFont m_font{};
    QFont m_small{};
    Theme m_theme{};
    OwnerLook m_nobody{}; // For an unknown owner
    size_t m_drawnBars = 0;
};

} // namespace lockscope
