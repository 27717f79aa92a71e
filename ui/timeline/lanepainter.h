// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the lanes of the timeline into a plot, and knows what is where. Owner: HoldLanes; GUI thread.
// Includes the plot library: for sources that are compiled without the prohibition of foreach only.

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

    // What is drawn; set before each drawing.
    std::vector<Lane> lanes{};
    HoldsAnswer answer{};
    LockName selected{};
    std::optional<double> moment{};
    double now = 0;

    void applyTheme(const QPalette &palette, const QFont &font);
    size_t roomFor() const; // lanes
    size_t drawn() const { return std::min(roomFor(), lanes.size()); }
    const Lane *laneAt(const QPointF &point) const;   // null: beside them
    const LaneBar *barAt(const QPointF &point) const; // null: there is none
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
    OwnerLook m_nobody{}; // the owner is not known
    size_t m_drawnBars = 0;
};

} // namespace lockscope
