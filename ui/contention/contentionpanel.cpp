// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionpanel.h"

#include "ui/plots/durationticker.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <cmath>

namespace lockscope
{

namespace
{

constexpr int FewTicks = 5; // Below this height in lines, fewer ticks
constexpr double LeastHeadRoom = 1.1;
constexpr int MarksShown = 14;

constexpr QCPScatterStyle::ScatterShape CurveMarks[] = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
                                                        QCPScatterStyle::ssTriangle};

// Counts are whole numbers.
class CountTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override
    {
        return std::ceil(QCPAxisTicker::getTickStep(range));
    }
    int getSubTickCount(double) override { return 0; }
};

QColor lineColor(const Theme &theme, Curve curve)
{
    switch (curve) {
    case Curve::Held:
    case Curve::HoldMedian:
        return theme.accent;
    case Curve::Acquired:
    case Curve::Renewed:
        return theme.ok;
    case Curve::Released:
    case Curve::HoldNinety:
        return theme.info;
    case Curve::OtherwiseEnded:
    case Curve::HoldNinetyNine:
    case Curve::WaitEstimate:
        return theme.critical;
    case Curve::Waiters:
        return theme.warning;
    }
    return theme.muted;
}

double endOfTally(const Tally &tally)
{
    return axisSeconds(tally.from + tally.length);
}

// The points of both lines of a curve. A line breaks where it has no value.
struct Points {
    QVector<QCPGraphData> exact{};
    QVector<QCPGraphData> sampled{};
    std::optional<QCPGraphData> last{};
    bool lastSampled = false;
    double highest = 0;

    void breakOff(double at)
    {
        for (QVector<QCPGraphData> *line : {&exact, &sampled})
            line->append({at, qQNaN()});
        last.reset();
    }
    void add(double at, double value, bool isSampled)
    {
        QVector<QCPGraphData> &line = isSampled ? sampled : exact;
        if (last && lastSampled != isSampled) {
            line.append({last->key, qQNaN()});
            line.append(*last);
        }
        line.append({at, value});
        last = line.last();
        lastSampled = isSampled;
        highest = std::max(highest, value);
    }
};

std::vector<QCPRange> blindStretches(const std::deque<Tally> &tallies)
{
    std::vector<QCPRange> stretches;
    for (const Tally &tally : tallies) {
        if (!tally.blind)
            continue;
        const double from = axisSeconds(tally.from);
        if (!stretches.empty() && from <= stretches.back().upper + 0.001)
            stretches.back().upper = endOfTally(tally);
        else
            stretches.emplace_back(from, endOfTally(tally));
    }
    return stretches;
}

} // namespace

ContentionPanel::ContentionPanel(QCustomPlot &plot, const ContentionCell &cell, bool named)
    : m_key(cell.key), m_named(named), m_curves(cell.curves), m_box(new QCPLayoutGrid),
      m_rect(new QCPAxisRect(&plot)), m_legend(new QCPLegend)
{
    m_box->setRowSpacing(0);
    const bool titled = named && m_curves.size() > 1;
    if (titled) {
        m_title = new QCPTextElement(&plot);
        m_title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        m_box->addElement(0, 0, m_title);
    }
    m_box->addElement(titled ? 1 : 0, 0, m_rect);
    m_rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_rect->setMinimumMargins(QMargins(0, 0, 0, 4));
    time()->setTicker(timeTicker());
    m_shades = std::make_unique<Shades>(&plot, time());
    const CurveUnit unit = unitOf(m_curves.front());
    if (unit == CurveUnit::Time)
        value()->setTicker(QSharedPointer<DurationTicker>::create());
    else if (unit == CurveUnit::Locks)
        value()->setTicker(QSharedPointer<CountTicker>::create());
    value()->ticker()->setTickCount(3);
    m_rect->insetLayout()->addElement(m_legend, Qt::AlignTop | Qt::AlignLeft);
    m_rect->insetLayout()->setMargins(QMargins(4, 2, 4, 2));
    m_legend->setLayer(QStringLiteral("legend"));
    m_legend->setFillOrder(QCPLegend::foColumnsFirst);
    for (const Curve curve : m_curves)
        addLine(plot, curve);
    m_cursor = std::make_unique<TimeCursor>(time());
}

void ContentionPanel::addLine(QCustomPlot &plot, Curve curve)
{
    const Line line{
        .curve = curve, .exact = plot.addGraph(time(), value()), .sampled = plot.addGraph(time(), value())};
    m_legend->addItem(new QCPPlottableLegendItem(m_legend, line.exact));
    m_lines.push_back(line);
}

void ContentionPanel::applyTheme(const QPalette &palette, const QFont &font)
{
    const Theme theme = Theme::of(palette);
    const QFont small = smallFont(font);
    for (QCPAxis *axis : {time(), value()})
        dressAxis(axis, palette, small);
    if (m_title) {
        m_title->setFont(strongFont(small));
        m_title->setTextColor(palette.color(QPalette::Text));
    }
    m_shades->setBrushes(theme.gap, theme.grid);
    m_cursor->setPen(QPen(palette.color(QPalette::Text), 1, Qt::DotLine));
    m_legend->setBrush(theme.legend);
    m_legend->setBorderPen(Qt::NoPen);
    m_legend->setFont(small);
    m_legend->setTextColor(palette.color(QPalette::Text));
    m_legend->setMargins(QMargins(2, 0, 2, 0));
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const QColor colour = lineColor(theme, m_lines[i].curve);
        m_lines[i].exact->setPen(QPen(colour, 1.6));
        m_lines[i].sampled->setPen(QPen(colour, 1.6, Qt::DashLine));
        for (QCPGraph *graph : {m_lines[i].exact, m_lines[i].sampled})
            graph->setScatterStyle(
                QCPScatterStyle(CurveMarks[i], QPen(colour, 1.2), palette.color(QPalette::Base), 5));
    }
}

double ContentionPanel::fill(const std::deque<Tally> &tallies, const HistoryRange &range, milliseconds span)
{
    time()->setRange(axisSeconds(range.from), axisSeconds(range.to));
    double highest = unitOf(m_curves.front()) == CurveUnit::Time ? 0.002 : 1.0;
    for (Line &line : m_lines)
        fill(line, highest, tallies, range, span);
    m_shades->show(blindStretches(tallies));
    return highest;
}

void ContentionPanel::fill(Line &line, double &highest, const std::deque<Tally> &tallies,
                           const HistoryRange &range, milliseconds span)
{
    Points points;
    qsizetype inSight = 0;
    const milliseconds beside = span / 50; // Let lines continue to the edge
    for (size_t i = 0; i < tallies.size(); ++i) {
        const Tally &tally = tallies[i];
        if (tally.from + tally.length < range.from - beside || tally.from > range.to + beside)
            continue;
        const double value = valueAt(line.curve, tallies, i);
        if (tally.blind)
            points.breakOff(endOfTally(tally));
        else if (!std::isnan(value))
            points.add(endOfTally(tally), value, isSampled(line.curve, tally));
        ++inSight;
    }
    line.exact->data()->set(points.exact, true);
    line.sampled->data()->set(points.sampled, true);
    for (QCPGraph *graph : {line.exact, line.sampled})
        graph->setScatterSkip(int(std::max(inSight, graph->data()->size() * qsizetype(1)) / MarksShown));
    highest = std::max(highest, points.highest);
}

// Between its axes. Before the first drawing only the width of the column is known.
int ContentionPanel::room(int column) const
{
    const int axis = characters(QFontMetrics(m_legend->font()), 4);
    return m_rect->width() > 0 ? std::min(m_rect->width(), column) : column - axis;
}

void ContentionPanel::tell(const FigureText &figure, int width)
{
    const QFontMetrics metrics(m_legend->font());
    const auto name = [&](const QString &beside) {
        const int taken = characters(metrics, 3.5) + metrics.horizontalAdvance(beside); // The mark
        const int left = room(width) - taken; // Of a few characters, the last ones tell most
        return metrics.elidedText(text::key(m_key),
                                  left < characters(metrics, 10) ? Qt::ElideLeft : Qt::ElideMiddle, left);
    };
    const auto title = [this](Curve curve) {
        return m_key.isEmpty() ? curveTitle(curve) : curveTitleOfLock(curve);
    };
    const int beside = characters(metrics, 5); // The mark of each, and the space between two
    int words = 0;
    for (const Line &line : m_lines)
        words +=
            metrics.horizontalAdvance(title(line.curve) + QStringLiteral("  ") + figure(line.curve)) + beside;
    const int each = words > room(width) ? room(width) / int(m_lines.size()) - beside : words;
    for (const Line &line : m_lines) {
        const QString shown = QStringLiteral("  ") + figure(line.curve);
        const int left = each - metrics.horizontalAdvance(shown);
        line.exact->setName((m_named && !m_title
                                 ? name(shown)
                                 : metrics.elidedText(title(line.curve), Qt::ElideRight, left)) +
                            shown);
    }
    if (m_title)
        m_title->setText(name({}));
}

// Room for the legend above the highest value, as a factor of the axis.
double ContentionPanel::headRoom() const
{
    const double share = double(QFontMetrics(m_legend->font()).height() + 8) / std::max(1, m_rect->height());
    return 1 / std::clamp(1 - share, 0.4, 1 / LeastHeadRoom);
}

void ContentionPanel::fit(const QFontMetrics &font, double highest, int width)
{
    tellTimes(time(), room(width));
    fitLegend();
    value()->ticker()->setTickCount(m_rect->height() < font.height() * FewTicks ? 2 : 3);
    value()->setRange(0, highest);
}

// On one line; with narrower spacing if it does not fit.
void ContentionPanel::fitLegend()
{
    const QFontMetrics metrics(m_legend->font());
    int words = 0;
    for (const Line &line : m_lines)
        words += metrics.horizontalAdvance(line.exact->name()) + characters(metrics, 6);
    const bool tight = words > m_rect->width();
    m_legend->setIconSize(characters(metrics, tight ? 2 : 4), metrics.height());
    m_legend->setColumnSpacing(spacing(tight ? Spacing::Small : Spacing::Page));
    m_legend->setIconTextPadding(spacing(tight ? Spacing::Tight : Spacing::Medium));
}

} // namespace lockscope
