// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionplots.h"

#include "ui/plots/durationticker.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timemouse.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/focusring.h"

#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace lockscope
{

namespace
{

constexpr int PanelLines = 6;        // Height of a plot in one column, in lines of text
constexpr int LeastLines = 4;        // The same in two columns
constexpr int FewTicks = 5;          // Below this height in lines, fewer ticks
constexpr int ColumnCharacters = 52; // Least width of a column
constexpr double HeadRoom = 1.45;    // Room for the legend
constexpr int MarksShown = 14;

constexpr QCPScatterStyle::ScatterShape CurveMarks[] = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
                                                        QCPScatterStyle::ssTriangle};

// Counts are whole numbers.
class CountTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override
    {
        return std::max(1.0, QCPAxisTicker::getTickStep(range));
    }
    int getSubTickCount(double) override { return 0; }
};

struct Line {
    Curve curve = Curve::Held;
    QCPGraph *exact = nullptr;
    QCPGraph *sampled = nullptr; // Dashed, fills the gaps of the other
};

struct Panel {
    QCPAxisRect *rect = nullptr;
    QCPLegend *legend = nullptr;
    Shades *shades = nullptr;
    TimeCursor *cursor = nullptr;
    std::vector<Line> lines{};

    QCPAxis *time() const { return rect->axis(QCPAxis::atBottom); }
    QCPAxis *value() const { return rect->axis(QCPAxis::atLeft); }
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

double endOf(const Tally &tally)
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

} // namespace

struct ContentionPlots::Private {
    ContentionPlots *q;
    TimeWindow &window;
    QCustomPlot *plot;
    TimeMouse *mouse;
    RedrawThrottle pace;
    std::vector<Panel> panels{};
    std::deque<Tally> tallies{};
    std::optional<LockTotals> now{};
    std::optional<double> cursor{};
    int columns = 0;

    Private(ContentionPlots *owner, TimeWindow &shared)
        : q(owner), window(shared), plot(new QCustomPlot), mouse(new TimeMouse(plot, shared)),
          pace(owner, [this] { draw(); })
    {
    }

    void build();
    Panel makePanel(std::span<const Curve> curves);
    void arrange();
    void applyTheme();
    void applyTheme(Panel &panel, const Theme &theme, const QFont &small);
    void draw();
    void draw(Panel &panel, const HistoryRange &range);
    void fitLegend(Panel &panel);
    void fill(Line &line, double &highest, const HistoryRange &range);
    std::vector<QCPRange> blindStretches() const;
    std::optional<size_t> tallyAt(double at) const;
    std::optional<size_t> shown() const; // Under the mouse, otherwise the latest
    QString figure(Curve curve) const;
    void tellFigures();
};

ContentionPlots::ContentionPlots(TimeWindow &window, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(this, window))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(d->plot);
    layout->addWidget(scroll);
    setAccessibleName(tr("Held locks, changes, waiters, hold times, renewals and waits over time"));
    setAccessibleDescription(tr("Left and Right show the values at a moment, Escape the current ones"));
    setFocusPolicy(Qt::StrongFocus);
    new FocusRing(this);
    d->build();
    d->applyTheme();
    connect(d->mouse, &TimeMouse::hovered, this, [this](std::optional<double> at) { hover(at); });
    connect(&window, &TimeWindow::changed, this, [this] { d->pace.want(RedrawThrottle::ByHand); });
}

ContentionPlots::~ContentionPlots() = default;

void ContentionPlots::Private::build()
{
    plot->setFocusPolicy(Qt::NoFocus); // The page handles the keys
    plot->setAutoAddPlottableToLegend(false);
    plot->setNoAntialiasingOnDrag(true);
    plot->plotLayout()->clear();
    plot->plotLayout()->setRowSpacing(spacing(Spacing::Small));
    plot->plotLayout()->setColumnSpacing(spacing(Spacing::Large));
    for (const std::span<const Curve> curves : curvePanels())
        panels.push_back(makePanel(curves));
    arrange();
}

Panel ContentionPlots::Private::makePanel(std::span<const Curve> curves)
{
    Panel panel;
    panel.rect = new QCPAxisRect(plot);
    panel.rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    panel.rect->setMinimumMargins(QMargins(0, 0, 0, 4));
    panel.time()->setTicker(timeTicker());
    panel.shades = new Shades(plot, panel.time());
    const CurveUnit unit = unitOf(curves.front());
    if (unit == CurveUnit::Time)
        panel.value()->setTicker(QSharedPointer<DurationTicker>::create());
    else if (unit == CurveUnit::Locks)
        panel.value()->setTicker(QSharedPointer<CountTicker>::create());
    panel.value()->ticker()->setTickCount(3);
    panel.legend = new QCPLegend;
    panel.rect->insetLayout()->addElement(panel.legend, Qt::AlignTop | Qt::AlignLeft);
    panel.rect->insetLayout()->setMargins(QMargins(4, 2, 4, 2));
    panel.legend->setLayer(QStringLiteral("legend"));
    panel.legend->setFillOrder(QCPLegend::foColumnsFirst);
    for (const Curve curve : curves) {
        Line line{.curve = curve,
                  .exact = plot->addGraph(panel.time(), panel.value()),
                  .sampled = plot->addGraph(panel.time(), panel.value())};
        panel.legend->addItem(new QCPPlottableLegendItem(panel.legend, line.exact));
        panel.lines.push_back(line);
    }
    panel.cursor = new TimeCursor(panel.time());
    return panel;
}

void ContentionPlots::Private::arrange()
{
    const int line = q->fontMetrics().height();
    const bool wide = q->width() >= characters(*q, 2 * ColumnCharacters);
    const int next = q->height() < line * PanelLines * int(panels.size()) && wide ? 2 : 1;
    if (std::exchange(columns, next) == next)
        return;
    QCPLayoutGrid *grid = plot->plotLayout();
    for (const Panel &panel : panels) {
        if (panel.rect->layout())
            grid->take(panel.rect);
    }
    grid->simplify();
    const int rows = int(panels.size()) / columns;
    plot->setMinimumHeight(line * (columns == 1 ? PanelLines : LeastLines) * rows);
    for (int column = 0; column < columns; ++column) {
        auto *margins = new QCPMarginGroup(plot);
        for (int row = 0; row < rows; ++row) {
            const Panel &panel = panels[size_t(column * rows + row)];
            grid->addElement(row, column, panel.rect);
            panel.rect->setMarginGroup(QCP::msLeft, margins);
            panel.time()->setTickLabels(row == rows - 1);
        }
    }
}

void ContentionPlots::Private::applyTheme()
{
    const Theme theme = Theme::of(q->palette());
    const QFont small = smallFont(q->font());
    plot->setBackground(q->palette().color(QPalette::Base));
    for (Panel &panel : panels)
        applyTheme(panel, theme, small);
}

void ContentionPlots::Private::applyTheme(Panel &panel, const Theme &theme, const QFont &small)
{
    const QPalette palette = q->palette();
    for (QCPAxis *axis : {panel.time(), panel.value()})
        dressAxis(axis, palette, small);
    panel.shades->setBrushes(theme.gap, theme.grid);
    panel.cursor->setPen(QPen(palette.color(QPalette::Text), 1, Qt::DotLine));
    panel.legend->setBrush(theme.legend);
    panel.legend->setBorderPen(Qt::NoPen);
    panel.legend->setFont(small);
    panel.legend->setTextColor(palette.color(QPalette::Text));
    panel.legend->setIconSize(characters(*q, 3), QFontMetrics(small).height());
    panel.legend->setMargins(QMargins(2, 0, 2, 0));
    panel.legend->setColumnSpacing(spacing(Spacing::Page));
    for (size_t i = 0; i < panel.lines.size(); ++i) {
        const QColor colour = lineColor(theme, panel.lines[i].curve);
        panel.lines[i].exact->setPen(QPen(colour, 1.6));
        panel.lines[i].sampled->setPen(QPen(colour, 1.6, Qt::DashLine));
        for (QCPGraph *graph : {panel.lines[i].exact, panel.lines[i].sampled})
            graph->setScatterStyle(
                QCPScatterStyle(CurveMarks[i], QPen(colour, 1.2), palette.color(QPalette::Base), 5));
    }
}

void ContentionPlots::Private::draw()
{
    arrange();
    const HistoryRange range = window.range();
    tellFigures();
    for (Panel &panel : panels)
        draw(panel, range);
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void ContentionPlots::Private::draw(Panel &panel, const HistoryRange &range)
{
    panel.time()->setRange(axisSeconds(range.from), axisSeconds(range.to));
    tellTimes(panel.time(), q->width() / std::max(1, columns) - 60);
    double highest = 0;
    for (Line &line : panel.lines)
        fill(line, highest, range);
    fitLegend(panel);
    const bool low = panel.rect->height() < q->fontMetrics().height() * FewTicks;
    panel.value()->ticker()->setTickCount(low ? 2 : 3);
    const double least = unitOf(panel.lines.front().curve) == CurveUnit::Time ? 0.002 : 1.0;
    panel.value()->setRange(0, std::max(highest, least) * HeadRoom);
    panel.shades->show(blindStretches());
    panel.cursor->show(cursor);
}

// On one line; with narrower spacing if it does not fit.
void ContentionPlots::Private::fitLegend(Panel &panel)
{
    const QFontMetrics metrics(panel.legend->font());
    int words = 0;
    for (const Line &line : panel.lines)
        words += metrics.horizontalAdvance(line.exact->name()) + characters(metrics, 6);
    const bool tight = words > panel.rect->width();
    panel.legend->setIconSize(characters(metrics, tight ? 2 : 4), metrics.height());
    panel.legend->setColumnSpacing(spacing(tight ? Spacing::Small : Spacing::Page));
    panel.legend->setIconTextPadding(spacing(tight ? Spacing::Tight : Spacing::Medium));
}

void ContentionPlots::Private::fill(Line &line, double &highest, const HistoryRange &range)
{
    Points points;
    qsizetype inSight = 0;
    const milliseconds beside = window.span() / 50; // Let lines continue to the edge
    for (size_t i = 0; i < tallies.size(); ++i) {
        const Tally &tally = tallies[i];
        if (tally.from + tally.length < range.from - beside || tally.from > range.to + beside)
            continue;
        const double value = valueAt(line.curve, tallies, i);
        if (tally.blind)
            points.breakOff(endOf(tally));
        else if (!std::isnan(value))
            points.add(endOf(tally), value, isSampled(line.curve, tally));
        ++inSight;
    }
    line.exact->data()->set(points.exact, true);
    line.sampled->data()->set(points.sampled, true);
    for (QCPGraph *graph : {line.exact, line.sampled})
        graph->setScatterSkip(int(std::max(inSight, graph->data()->size() * qsizetype(1)) / MarksShown));
    highest = std::max(highest, points.highest);
}

std::vector<QCPRange> ContentionPlots::Private::blindStretches() const
{
    std::vector<QCPRange> stretches;
    for (const Tally &tally : tallies) {
        if (!tally.blind)
            continue;
        const double from = axisSeconds(tally.from);
        if (!stretches.empty() && from <= stretches.back().upper + 0.001)
            stretches.back().upper = endOf(tally);
        else
            stretches.emplace_back(from, endOf(tally));
    }
    return stretches;
}

std::optional<size_t> ContentionPlots::Private::tallyAt(double at) const
{
    const auto found = std::ranges::find_if(tallies, [at](const Tally &tally) { return endOf(tally) > at; });
    if (found == tallies.end() || axisSeconds(found->from) > at)
        return {};
    return size_t(found - tallies.begin());
}

std::optional<size_t> ContentionPlots::Private::shown() const
{
    if (cursor)
        return tallyAt(*cursor);
    const double end = axisSeconds(window.range().to);
    if (const auto at = tallyAt(end))
        return at;
    return tallies.empty() || endOf(tallies.back()) > end ? std::nullopt : std::optional(tallies.size() - 1);
}

// Without the mouse, the same as anywhere else on the screen.
QString ContentionPlots::Private::figure(Curve curve) const
{
    const auto at = shown();
    if (!at || tallies[*at].blind)
        return QStringLiteral("–");
    double value = cursor ? valueAt(curve, tallies, *at) : curveValue(curve, tallies[*at]);
    if (!cursor && unitOf(curve) == CurveUnit::Time)
        value = valueOver(curve, tallies, window.range());
    else if (!cursor && curve == Curve::Held && window.isLive() && now)
        value = double(now->held);
    const QString text = curveText(curve, value);
    return isSampled(curve, tallies[*at]) ? QStringLiteral("≈ ") + text : text;
}

void ContentionPlots::Private::tellFigures()
{
    for (const Panel &panel : panels) {
        for (const Line &line : panel.lines)
            line.exact->setName(curveTitle(line.curve) + QStringLiteral("  ") + figure(line.curve));
    }
}

void ContentionPlots::show(const std::deque<Tally> &tallies)
{
    d->tallies = tallies;
    d->pace.want();
}

void ContentionPlots::showNow(const LockTotals &now)
{
    d->now = now;
    d->pace.want();
}

void ContentionPlots::hover(std::optional<double> at)
{
    d->cursor = at;
    for (const Panel &panel : d->panels)
        panel.cursor->show(at);
    d->pace.want(RedrawThrottle::ByHand);
    const auto tally = at ? d->tallyAt(*at) : std::nullopt;
    if (!at)
        emit hovered({});
    else
        emit hovered(tally
                         ? tr("%1 · %2").arg(text::dateAndTime(axisTime(*at)), sightText(d->tallies[*tally]))
                         : tr("%1 · no data").arg(text::dateAndTime(axisTime(*at))));
}

const RedrawThrottle &ContentionPlots::pace() const
{
    return d->pace;
}

int ContentionPlots::columns() const
{
    return d->columns;
}

QString ContentionPlots::figureOf(Curve curve) const
{
    return d->figure(curve);
}

Done ContentionPlots::save(const QString &fileName) const
{
    const auto csv = [this] { return curvesCsv(d->tallies, d->window.range()); };
    return savePlot(*d->plot, tr("Contention"), csv, fileName);
}

QSize ContentionPlots::sizeHint() const
{
    return {characters(*this, ColumnCharacters * 2), fontMetrics().height() * PanelLines * 3};
}

void ContentionPlots::keyPressEvent(QKeyEvent *event)
{
    if (const double step = keyStep(*event); step != 0) {
        const HistoryRange range = d->window.range();
        const double from = axisSeconds(range.from);
        const double to = axisSeconds(range.to);
        hover(std::clamp(d->cursor.value_or(to) + step * (to - from), from, to));
        return event->accept();
    }
    if (event->key() == Qt::Key_Escape && d->cursor) {
        hover({});
        return event->accept();
    }
    QWidget::keyPressEvent(event);
}

bool ContentionPlots::event(QEvent *event)
{
    // Otherwise Escape clears the filter of the window.
    if (isEscapeOverride(*event) && d->cursor)
        event->accept();
    return QWidget::event(event);
}

void ContentionPlots::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->arrange();
    d->pace.want(RedrawThrottle::ByHand);
}

void ContentionPlots::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    d->pace.drawNow();
}

void ContentionPlots::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        d->applyTheme();
        d->pace.want();
    }
}

} // namespace lockscope
