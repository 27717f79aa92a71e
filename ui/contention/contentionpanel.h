// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One plot of ContentionPlots: a few curves of all locks, or of one lock, over time. Owner: ContentionPlots;
// GUI thread. Includes the plot library, whose large header only sources of plots should read (see
// lockscope_unity()).

#include "ui/contention/contentionplots.h"
#include "ui/plots/plotstyle.h"

#include <functional>
#include <memory>

namespace lockscope
{

class ContentionPanel final
{
public:
    using FigureText = std::function<QString(Curve curve)>;

    // named: shows the name of the lock in the legend or, with several curves, above the plot.
    ContentionPanel(QCustomPlot &plot, const ContentionCell &cell, bool named);

    const LockName &key() const { return m_key; }
    const std::span<const Curve> &curves() const { return m_curves; }
    QCPLayoutElement *box() const { return m_box; }
    QCPAxisRect *rect() const { return m_rect; }
    QCPAxis *time() const { return m_rect->axis(QCPAxis::atBottom); }
    bool hasTitle() const { return m_title != nullptr; }

    void applyTheme(const QPalette &palette, const QFont &font);
    // Returns the highest value. span: the length of the time axis; range: the part shown.
    double fill(const std::deque<Tally> &tallies, const HistoryRange &range, milliseconds span);
    void tell(const FigureText &figure, int width); // The texts of the legend and the title
    double headRoom() const;
    // highest: the end of the axis.
    void fit(const QFontMetrics &font, double highest, int width);
    void showCursor(std::optional<double> at) { m_cursor->show(at); }

private:
    struct Line {
        Curve curve = Curve::Held;
        QCPGraph *exact = nullptr;
        QCPGraph *sampled = nullptr; // Dashed, fills the gaps of the other
    };
    QCPAxis *value() const { return m_rect->axis(QCPAxis::atLeft); }
    void addLine(QCustomPlot &plot, Curve curve);
    void fill(Line &line, double &highest, const std::deque<Tally> &tallies, const HistoryRange &range,
              milliseconds span);
    void fitLegend();
    int room(int column) const;

    LockName m_key;
    bool m_named;
    std::span<const Curve> m_curves;
    QCPLayoutGrid *m_box;
    QCPTextElement *m_title = nullptr;
    QCPAxisRect *m_rect;
    QCPLegend *m_legend;
    std::unique_ptr<Shades> m_shades; // The plot does not delete these with the axes
    std::unique_ptr<TimeCursor> m_cursor;
    std::vector<Line> m_lines{};
};

} // namespace lockscope
