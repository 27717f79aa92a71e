// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The phases of a run as named bands above a plot, with a line down where each begins, and a dotted line at
// each round. Owner: LabLanes; GUI thread. Includes the plot library, whose large header only sources of
// plots should read (see lockscope_unity()).

#include "core/lab/laboutcome.h"

#include <qcustomplot.h>

namespace lockscope
{

// A variant of the scenario over time, in seconds since the run began.
struct LabPhase {
    QString title{};
    double from = 0;
    double to = 0;
    std::vector<double> rounds{};   // Their starts
    std::optional<qint64> cycles{}; // Known at its end
    qint64 violations = 0;
};

std::vector<LabPhase> phasesOf(const LabOutcome &outcome);

class LabPhases final : public QCPLayerable
{
public:
    explicit LabPhases(QCPAxis *time);

    std::vector<LabPhase> phases{};
    void applyTheme(const QPalette &palette, const QFont &font);
    // Call after a layout of the plot: one row of titles, or a row each if one is wider than its band; and
    // the room for them. keep: at least as many rows as before.
    void fitTitles(bool keep);
    int height() const;        // Of the bands; the plot needs so much room above it
    bool areTitlesCut() const; // At least one that is on screen
    const LabPhase *phaseAt(const QPointF &point) const;
    QRectF bandOf(const LabPhase &phase) const;
    bool roundsAreApart(const LabPhase &phase) const; // Otherwise they are too close to be drawn

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;
    QRect clipRect() const override;

private:
    int rowHeight() const;
    bool isSeen(const LabPhase &phase) const;
    QRectF titleOf(size_t phase) const; // Its place
    QRectF textOf(size_t phase) const;  // In it
    bool isCut(size_t phase) const;     // Its title
    void drawRounds(QCPPainter *painter, const LabPhase &phase) const;
    double x(double seconds) const { return m_time->coordToPixel(seconds); }

    QCPAxis *m_time;
    QFont m_font{};
    QColor m_text{};
    QColor m_line{};
    QColor m_muted{};
    QColor m_bands[2]{};
    size_t m_rows = 1;
};

} // namespace lockscope
