// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionplots.h"

#include "ui/contention/contentionpanel.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timemouse.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
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

constexpr int PanelLines = 6;         // Height of a plot in one column, in lines of text
constexpr int LeastLines = 3;         // The same in several columns
constexpr int LeastLockLines = 3;     // The same where each lock has one plot
constexpr int ColumnCharacters = 52;  // Least width of a column
constexpr int LockCharacters = 18;    // The same where each lock has one plot
constexpr int FewLockCharacters = 13; // The same where their rows do not fit
constexpr int MostColumns = 2;
constexpr int MostLockColumns = 4;

double endOf(const Tally &tally)
{
    return axisSeconds(tally.from + tally.length);
}

std::optional<size_t> tallyAt(const std::deque<Tally> &tallies, double at)
{
    const auto found = std::ranges::find_if(tallies, [at](const Tally &tally) { return endOf(tally) > at; });
    if (found == tallies.end() || axisSeconds(found->from) > at)
        return {};
    return size_t(found - tallies.begin());
}

} // namespace

struct ContentionPlots::Private {
    ContentionPlots *q;
    TimeWindow &window;
    QCustomPlot *plot;
    TimeMouse *mouse;
    RedrawThrottle pace;
    std::vector<ContentionCell> cells{};
    bool apart = false;
    std::vector<ContentionPanel> panels{};
    std::vector<std::unique_ptr<QCPMarginGroup>> margins{}; // One per column
    std::deque<Tally> tallies{};
    LockTallies locks{};
    std::optional<LockTotals> now{};
    std::optional<double> cursor{};
    bool pointed = false; // The cursor follows the mouse
    int columns = 0;

    Private(ContentionPlots *owner, TimeWindow &shared)
        : q(owner), window(shared), plot(new QCustomPlot), mouse(new TimeMouse(plot, shared)),
          pace(owner, [this] { draw(); })
    {
    }

    void build();
    void rebuild();
    void arrange();
    int columnsThatFit() const;
    void applyTheme();
    void draw();
    const std::deque<Tally> &talliesOf(const LockName &key) const;
    std::optional<size_t> shown(const std::deque<Tally> &tallies) const; // Under the mouse, else the latest
    QString figure(Curve curve, const LockName &key) const;
    void tellNames() const;
    void clicked(const QPointF &point) const;
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
    setAccessibleDescription(tr("Left and Right show the values at a moment, Escape the current ones"));
    setFocusPolicy(Qt::StrongFocus);
    new FocusRing(this);
    d->build();
    std::vector<ContentionCell> all;
    for (const std::span<const Curve> curves : curvePanels())
        all.push_back({.curves = curves});
    setCells(all, false);
    connect(d->mouse, &TimeMouse::hovered, this, [this](std::optional<double> at) {
        d->pointed = true;
        hover(at);
    });
    connect(d->mouse, &TimeMouse::clicked, this, [this](const QPointF &point) { d->clicked(point); });
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
    // Half of the last time.
    plot->plotLayout()->setMargins(QMargins(0, 0, characters(*q, 3), 0));
}

void ContentionPlots::Private::rebuild()
{
    panels.clear();
    margins.clear();
    plot->clearGraphs();
    plot->plotLayout()->clear();
    plot->plotLayout()->simplify();
    for (const ContentionCell &cell : cells)
        panels.emplace_back(*plot, cell, apart);
    columns = 0;
    arrange();
    applyTheme();
    tellNames();
}

int ContentionPlots::Private::columnsThatFit() const
{
    const int count = int(panels.size());
    const int line = q->fontMetrics().height();
    const auto mostOf = [&](int least) {
        const int wide = q->width() / std::max(1, characters(*q, least));
        return std::clamp(wide, 1, std::min(apart ? MostLockColumns : MostColumns, std::max(1, count)));
    };
    int most = mostOf(apart ? LockCharacters : ColumnCharacters);
    if (apart && q->height() < line * LeastLockLines * ((count + most - 1) / most))
        most = mostOf(FewLockCharacters);
    int next = 1;
    while (next < most && q->height() < line * PanelLines * ((count + next - 1) / next))
        ++next;
    const int rows = (count + next - 1) / next;
    return rows > 0 ? (count + rows - 1) / rows : next; // As few in each row as that many rows allow
}

// Figures of the same locks stand in columns, locks in rows: the most contended come first.
void ContentionPlots::Private::arrange()
{
    const int next = columnsThatFit();
    if (std::exchange(columns, next) == next)
        return;
    QCPLayoutGrid *grid = plot->plotLayout();
    for (const ContentionPanel &panel : panels) {
        if (panel.box()->layout())
            grid->take(panel.box());
    }
    grid->simplify();
    const int count = int(panels.size());
    const int rows = (count + columns - 1) / columns;
    const bool titled = apart && count > 0 && panels.front().hasTitle();
    const int lines = apart ? LeastLockLines + int(titled) : columns == 1 ? PanelLines : LeastLines;
    plot->setMinimumHeight(q->fontMetrics().height() * lines * rows);
    margins.clear();
    for (int column = 0; column < columns; ++column)
        margins.push_back(std::make_unique<QCPMarginGroup>(plot));
    for (int i = 0; i < count; ++i) {
        const int row = apart ? i / columns : i % rows;
        const int column = apart ? i % columns : i / rows;
        const bool isLast = apart ? i + columns >= count : row == rows - 1 || i == count - 1;
        ContentionPanel &panel = panels[size_t(i)];
        grid->addElement(row, column, panel.box());
        panel.rect()->setMarginGroup(QCP::msLeft, margins[size_t(column)].get());
        panel.time()->setTickLabels(isLast);
    }
}

void ContentionPlots::Private::applyTheme()
{
    plot->setBackground(q->palette().color(QPalette::Base));
    for (ContentionPanel &panel : panels)
        panel.applyTheme(q->palette(), q->font());
}

void ContentionPlots::Private::draw()
{
    arrange();
    const HistoryRange range = window.range();
    std::vector<double> highest;
    for (ContentionPanel &panel : panels) {
        panel.tell([this, &panel](Curve curve) { return figure(curve, panel.key()); },
                   q->width() / std::max(1, columns));
        highest.push_back(panel.fill(talliesOf(panel.key()), range, window.span()));
        highest.back() *= panel.headRoom();
    }
    const double ofAll = highest.empty() ? 1 : *std::ranges::max_element(highest);
    for (size_t i = 0; i < panels.size(); ++i) {
        panels[i].fit(q->fontMetrics(), apart ? ofAll : highest[i], q->width() / std::max(1, columns));
        panels[i].showCursor(cursor);
    }
    plot->replot(QCustomPlot::rpQueuedReplot);
}

const std::deque<Tally> &ContentionPlots::Private::talliesOf(const LockName &key) const
{
    static const std::deque<Tally> none;
    if (key.isEmpty())
        return tallies;
    const auto found = locks.find(key);
    return found == locks.end() ? none : found->second;
}

std::optional<size_t> ContentionPlots::Private::shown(const std::deque<Tally> &of) const
{
    if (cursor)
        return tallyAt(of, *cursor);
    const double end = axisSeconds(window.range().to);
    if (const auto at = tallyAt(of, end))
        return at;
    return of.empty() || endOf(of.back()) > end ? std::nullopt : std::optional(of.size() - 1);
}

// Without the mouse, the same as anywhere else on the screen.
QString ContentionPlots::Private::figure(Curve curve, const LockName &key) const
{
    const std::deque<Tally> &of = talliesOf(key);
    const auto at = shown(of);
    if (!at || of[*at].blind)
        return QStringLiteral("—");
    const bool isOfNow = !cursor && key.isEmpty() && window.isLive() && now;
    if (isOfNow && isOfWaiters(curve) && now->hideWaiters())
        return QStringLiteral("—");
    double value = cursor ? valueAt(curve, of, *at) : curveValue(curve, of[*at]);
    if (!cursor && unitOf(curve) == CurveUnit::Time)
        value = valueOver(curve, of, window.range());
    else if (isOfNow && curve == Curve::Held)
        value = double(now->held);
    else if (isOfNow && curve == Curve::Waiters && !now->waiterCount().isExact())
        return text::waiterSum(*now);
    else if (isOfNow && curve == Curve::Waiters)
        value = double(now->waiters);
    const bool isRange = isOfNow && curve == Curve::Held && now->undecided > 0;
    const QString text = isRange ? text::heldCount(now->held, now->undecided) : curveText(curve, value);
    return isSampled(curve, of[*at]) && !std::isnan(value) ? QStringLiteral("≈ ") + text : text;
}

// For screen readers.
void ContentionPlots::Private::tellNames() const
{
    if (cells.empty())
        return;
    QStringList figures;
    QStringList names;
    for (const ContentionCell &cell : cells) {
        if (!cell.key.isEmpty() && !names.contains(text::key(cell.key)))
            names << text::key(cell.key);
        if (const QString title = panelTitleOf(cell.curves); !figures.contains(title))
            figures << title;
    }
    q->setAccessibleName(names.isEmpty()
                             ? ContentionPlots::tr("All locks over time: %1").arg(text::clauses(figures))
                             : ContentionPlots::tr("%1 over time: %2", "locks, figures")
                                   .arg(text::clauses(names), text::clauses(figures)));
}

void ContentionPlots::Private::clicked(const QPointF &point) const
{
    const auto hit = [&point](const ContentionPanel &panel) {
        return panel.box()->outerRect().contains(point.toPoint());
    };
    const auto found = std::ranges::find_if(panels, hit);
    if (apart && found != panels.end())
        emit q->lockChosen(found->key());
}

void ContentionPlots::setCells(const std::vector<ContentionCell> &cells, bool apart)
{
    if (!d->panels.empty() && d->cells == cells && d->apart == apart)
        return;
    d->cells = cells;
    d->apart = apart;
    d->rebuild();
    d->pace.want(RedrawThrottle::ByHand);
}

const std::vector<ContentionCell> &ContentionPlots::cells() const
{
    return d->cells;
}

void ContentionPlots::show(const std::deque<Tally> &tallies)
{
    d->tallies = tallies;
    d->pace.want();
}

void ContentionPlots::show(const LockTallies &tallies)
{
    d->locks = tallies;
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
    for (ContentionPanel &panel : d->panels)
        panel.showCursor(at);
    d->pace.want(RedrawThrottle::ByHand);
    const auto tally = at ? tallyAt(d->tallies, *at) : std::nullopt;
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

QString ContentionPlots::figureOf(Curve curve, const LockName &key) const
{
    return d->figure(curve, key);
}

double ContentionPlots::scaleOf(size_t cell) const
{
    return d->panels[cell].rect()->axis(QCPAxis::atLeft)->range().upper;
}

QPoint ContentionPlots::pointOf(size_t cell) const
{
    return d->panels[cell].rect()->rect().center();
}

Done ContentionPlots::save(const QString &fileName) const
{
    const auto csv = [this] {
        const bool ofAll = d->cells.empty() || d->cells.front().key.isEmpty();
        return ofAll ? curvesCsv(d->tallies, d->window.range()) : lockCurvesCsv(d->locks, d->window.range());
    };
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
        d->pointed = false;
        hover(std::clamp(d->cursor.value_or(to) + step * (to - from), from, to));
        return event->accept();
    }
    if (event->key() == Qt::Key_Escape && d->cursor) {
        hover({});
        if (!d->pointed) // Otherwise Escape is meant for the page
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
        d->pace.want(RedrawThrottle::ByHand);
    }
}

} // namespace lockscope
