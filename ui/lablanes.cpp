// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lablanes.h"

#include "ui/theme.h"
#include "ui/wallaxis.h"

#include <QTimer>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <map>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds FrameEvery = 160ms;
constexpr milliseconds Window = 8s;
constexpr size_t MostStays = 20'000; // of a run: older ones go

// Whoever stays more often than the idlest who has a lane, by more than chance, gets his.
constexpr qint64 clearlyMore(qint64 stays)
{
    return stays + stays / 2 + 3;
}

} // namespace

struct LabLanes::Private {
    LabLanes *q;
    QCustomPlot *plot;
    QCPCurve *bars = nullptr;
    QCPCurve *forbidden = nullptr;
    QCPGraph *marks = nullptr;
    QCPItemText *note = nullptr;
    QSharedPointer<QCPAxisTickerText> names{new QCPAxisTickerText};
    QTimer frame{};
    std::map<std::pair<Instant, int>, Visit> stays{}; // by when they began, and who
    std::map<int, qint64> busy{};                     // stays by worker
    std::vector<int> lanes{};                         // workers, sorted
    bool live = false;
    std::optional<Instant> first{}; // of the run

    explicit Private(LabLanes *owner) : q(owner), plot(new QCustomPlot(owner)) {}

    void build();
    void dress();
    void take(const Visit &visit);
    void shareLanes();
    void name();
    double laneOf(int worker) const; // below 0: has none
    void fill(const WallAxis &axis);
    void draw();
    void wake();
};

LabLanes::LabLanes(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(d->plot);
    d->build();
    d->dress();
    setAccessibleName(tr("Who is in the critical section, a lane a worker"));
    setMinimumHeight(fontMetrics().height() * 6);
    d->frame.setInterval(FrameEvery);
    connect(&d->frame, &QTimer::timeout, this, [this] { d->draw(); });
}

LabLanes::~LabLanes() = default;

void LabLanes::Private::build()
{
    plot->setNoAntialiasingOnDrag(true);
    plot->setNotAntialiasedElements(QCP::aeAll);
    plot->axisRect()->setRangeDrag(Qt::Horizontal);
    plot->axisRect()->setRangeZoom(Qt::Horizontal);
    plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    bars = new QCPCurve(plot->xAxis, plot->yAxis);
    forbidden = new QCPCurve(plot->xAxis, plot->yAxis);
    marks = plot->addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    note = new QCPItemText(plot);
    note->position->setType(QCPItemPosition::ptAxisRectRatio);
    note->position->setCoords(0.5, 0.5);
    note->setTextAlignment(Qt::AlignCenter);
    auto clock = QSharedPointer<QCPAxisTickerDateTime>::create();
    clock->setDateTimeFormat(QStringLiteral("HH:mm:ss"));
    clock->setTickCount(4);
    plot->xAxis->setTicker(clock);
    plot->yAxis->setTicker(names);
    plot->yAxis->setRangeReversed(true);
}

void LabLanes::Private::dress()
{
    const QPalette palette = q->palette();
    const Theme theme = Theme::of(palette);
    plot->setBackground(palette.color(QPalette::Base));
    QFont small = q->font();
    small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.85));
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis}) {
        axis->setBasePen(QPen(theme.grid));
        axis->setTickPen(QPen(theme.grid));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.muted);
        axis->setTickLabelFont(small);
        axis->grid()->setPen(QPen(theme.grid, 1, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setLabelPadding(0);
    }
    const int half = QFontMetrics(small).horizontalAdvance(QStringLiteral("00:00:00")) / 2;
    plot->axisRect()->setMargins(QMargins(0, 6, half, 0));
    note->setColor(theme.muted);
    note->setFont(q->font());
}

void LabLanes::Private::take(const Visit &visit)
{
    const auto [stay, isNew] = stays.insert_or_assign({visit.entered, visit.worker}, visit);
    if (!isNew)
        return;
    ++busy[visit.worker];
    if (!first || visit.entered < *first)
        first = visit.entered;
    if (stays.size() > MostStays)
        stays.erase(stays.begin());
}

// A lane stays with its worker as long as there is no reason to take it away: bars must not jump.
void LabLanes::Private::shareLanes()
{
    const auto staysOf = [this](int worker) { return busy[worker]; };
    std::vector<int> all;
    for (const auto &[worker, count] : busy) {
        if (std::ranges::find(lanes, worker) == lanes.end())
            all.push_back(worker);
    }
    for (const int worker : all) {
        if (lanes.size() < MostLanes) {
            lanes.push_back(worker);
            continue;
        }
        const auto idlest = std::ranges::min_element(lanes, {}, staysOf);
        if (staysOf(worker) > clearlyMore(staysOf(*idlest)))
            *idlest = worker;
    }
    std::ranges::sort(lanes);
    name();
}

void LabLanes::Private::name()
{
    QMap<double, QString> ticks;
    for (size_t lane = 0; lane < lanes.size(); ++lane)
        ticks.insert(double(lane), LabLanes::tr("worker %1").arg(lanes[lane] + 1));
    // As many names as there is room for.
    const int room =
        plot->axisRect()->height() / std::max(1, QFontMetrics(plot->yAxis->tickLabelFont()).height());
    const int each = room > 0 ? int(lanes.size()) / room + 1 : 1;
    QMap<double, QString> shown;
    for (auto tick = ticks.cbegin(); tick != ticks.cend(); ++tick) {
        if (int(tick.key()) % each == 0)
            shown.insert(tick.key(), tick.value());
    }
    names->setTicks(shown);
    plot->yAxis->setRange(-0.6, std::max(0.6, double(lanes.size()) - 0.4));
}

double LabLanes::Private::laneOf(int worker) const
{
    const auto found = std::ranges::lower_bound(lanes, worker);
    return found == lanes.end() || *found != worker ? -1 : double(found - lanes.begin());
}

void LabLanes::Private::fill(const WallAxis &axis)
{
    QVector<double> x[2];
    QVector<double> y[2];
    QVector<double> markX;
    QVector<double> markY;
    const QCPRange range = plot->xAxis->range();
    // The shortest stay is a pixel wide: what happened must be seen.
    const double pixel = range.size() / std::max(1, plot->axisRect()->width());
    for (const auto &[at, visit] : stays) {
        const double lane = laneOf(visit.worker);
        const double from = axis.at(visit.entered);
        const double to = visit.left ? axis.at(*visit.left) : live ? axis.at(axis.moment()) : from;
        if (lane < 0 || to < range.lower || from > range.upper)
            continue;
        const int kind = visit.violation ? 1 : 0;
        x[kind] << from << std::max(to, from + pixel) << from;
        y[kind] << lane << lane << qQNaN();
        if (visit.violation) {
            markX << from;
            markY << lane;
        }
    }
    bars->setData(x[0], y[0]);
    forbidden->setData(x[1], y[1]);
    marks->setData(markX, markY, true);
}

void LabLanes::Private::draw()
{
    const WallAxis axis;
    if (live) {
        const double end = axis.at(axis.moment());
        plot->xAxis->setRange(end - seconds(Window), end);
    }
    name();
    const Theme theme = Theme::of(q->palette());
    const double lane = double(plot->axisRect()->height()) / std::max<size_t>(1, lanes.size());
    const double thick = std::clamp(lane * 0.7, 2.0, 14.0);
    bars->setPen(QPen(theme.accent, thick, Qt::SolidLine, Qt::FlatCap));
    forbidden->setPen(QPen(theme.critical, thick, Qt::SolidLine, Qt::FlatCap));
    QPen cross(q->palette().color(QPalette::Text), 1.4);
    marks->setPen(QPen(Qt::NoPen));
    marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, cross, Qt::NoBrush, std::clamp(thick, 5.0, 9.0)));
    fill(axis);
    note->setVisible(stays.empty());
    note->setText(
        live ? LabLanes::tr("Nobody has been in the critical section yet")
             : LabLanes::tr(
                   "The stays of each worker in the critical section\nshow here while a scenario runs"));
    for (QCPAxis *each : {plot->xAxis, plot->yAxis})
        each->setTickLabels(!stays.empty());
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void LabLanes::Private::wake()
{
    if (!q->isVisible())
        return;
    draw();
    if (live)
        frame.start();
    else
        frame.stop();
}

void LabLanes::begin()
{
    d->stays.clear();
    d->busy.clear();
    d->lanes.clear();
    d->first.reset();
    d->live = true;
    d->plot->setInteractions({});
    d->wake();
}

void LabLanes::add(const LabPulse &pulse)
{
    for (const Visit &visit : pulse.visits)
        d->take(visit);
    d->shareLanes();
}

void LabLanes::end(const std::vector<LabArm> &arms)
{
    d->stays.clear();
    d->busy.clear();
    d->lanes.clear();
    d->first.reset();
    d->live = false;
    for (const LabArm &arm : arms) {
        for (const Visit &visit : arm.figures.visits)
            d->take(visit);
    }
    d->shareLanes();
    if (d->first) {
        const WallAxis axis;
        Instant last = *d->first;
        for (const auto &[at, visit] : d->stays)
            last = std::max(last, visit.left.value_or(visit.entered));
        const double from = axis.at(*d->first);
        const double to = axis.at(last);
        const double margin = std::max(0.05, (to - from) * 0.01);
        d->plot->xAxis->setRange(from - margin, to + margin);
    }
    d->plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    d->wake();
}

size_t LabLanes::stays() const
{
    return d->stays.size();
}

size_t LabLanes::violations() const
{
    return size_t(std::ranges::count_if(d->stays, [](const auto &stay) { return stay.second.violation; }));
}

std::vector<int> LabLanes::workers() const
{
    return d->lanes;
}

QSize LabLanes::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 50, fontMetrics().height() * 10};
}

void LabLanes::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    d->wake();
}

void LabLanes::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    d->frame.stop();
}

void LabLanes::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        d->dress();
        d->draw();
    }
}

} // namespace lockscope
