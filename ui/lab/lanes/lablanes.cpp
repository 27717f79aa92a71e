// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lanes/lablanes.h"

#include "ui/lab/lanes/labphases.h"
#include "ui/plots/durationticker.h"
#include "ui/plots/plotstyle.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include <map>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds FrameEvery = 160ms;
constexpr double Window = 8;         // seconds
constexpr size_t MostStays = 20'000; // Of one run; the oldest are dropped

// A worker takes over a lane only if it clearly has more stays than the least busy worker that has one.
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
    LabPhases *phases = nullptr;
    ElidedLabel *leftOut;
    LabLegend *legend;
    bool hasLegend = true;
    QList<LabLegend::Sign> signs{};
    QSharedPointer<QCPAxisTickerText> names{new QCPAxisTickerText};
    QTimer frame{};
    std::map<std::pair<Instant, int>, Visit> stays{}; // By start and worker
    std::map<int, qint64> busy{};                     // Number of stays by worker
    std::vector<int> lanes{};                         // Workers, sorted
    bool live = false;
    Instant origin{}; // Start of the run: 0 on the axis
    Instant told{};   // Time up to which stays are known

    explicit Private(LabLanes *owner)
        : q(owner), plot(new QCustomPlot(owner)), leftOut(new ElidedLabel(owner)),
          legend(new LabLegend(owner))
    {
    }

    void build();
    void applyTheme();
    void clear();
    void take(const Visit &visit);
    void shareLanes();
    QSize room() const;
    void name();
    double laneOf(int worker) const; // Negative: no lane
    double at(Instant instant) const { return std::chrono::duration<double>(instant - origin).count(); }
    void fill();
    void follow(const LabPulse &pulse);
    void tellLegend();
    QString textOf(const LabPhase &phase) const;
    void tellPhases();
    void tellLeftOut();
    void draw();
    void wake();
};

LabLanes::LabLanes(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(d->plot, 1);
    layout->addWidget(d->leftOut);
    layout->addWidget(d->legend);
    d->leftOut->setWrapping(true);
    d->leftOut->hide();
    d->legend->hide();
    d->build();
    d->applyTheme();
    setAccessibleName(tr("Worker activity in the critical section, one lane per worker"));
    d->tellPhases();
    d->plot->setFocusPolicy(Qt::NoFocus); // It handles no keys
    setMinimumHeight(fontMetrics().height() * 6);
    d->frame.setInterval(FrameEvery);
    connect(&d->frame, &QTimer::timeout, this, [this] { d->draw(); });
    connect(d->plot, &QCustomPlot::afterLayout, this, [this] { d->phases->fitTitles(d->live); });
    connect(d->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent *event) {
        QToolTip::showText(event->globalPosition().toPoint(), textAt(event->position()), d->plot);
    });
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
    phases = new LabPhases(plot->xAxis);
    note = new QCPItemText(plot);
    note->position->setType(QCPItemPosition::ptAxisRectRatio);
    note->position->setCoords(0.5, 0.5);
    note->setTextAlignment(Qt::AlignCenter);
    plot->xAxis->setTicker(QSharedPointer<DurationTicker>::create());
    plot->yAxis->setTicker(names);
    plot->yAxis->setTickLength(0); // Ticks would cover the bars
    plot->yAxis->setRangeReversed(true);
}

void LabLanes::Private::applyTheme()
{
    const QPalette palette = q->palette();
    const Theme theme = Theme::of(palette);
    plot->setBackground(palette.color(QPalette::Base));
    const QFont small = smallFont(q->font());
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        dressAxis(axis, palette, small);
    const int half = QFontMetrics(small).horizontalAdvance(QStringLiteral("0000 ms")) / 2;
    phases->applyTheme(palette, q->font());
    plot->axisRect()->setMargins(QMargins(0, phases->height() + spacing(Spacing::Small), half, 0));
    note->setColor(theme.muted);
    note->setFont(q->font());
}

void LabLanes::Private::take(const Visit &visit)
{
    const auto [stay, isNew] = stays.insert_or_assign({visit.entered, visit.worker}, visit);
    if (!isNew)
        return;
    ++busy[visit.worker];
    if (stays.size() > MostStays)
        stays.erase(stays.begin());
}

// A worker keeps its lane unless another is clearly busier, so that bars do not jump.
void LabLanes::Private::shareLanes()
{
    const auto staysOf = [this](int worker) { return busy[worker]; };
    for (const auto &[worker, count] : busy) {
        if (std::ranges::find(lanes, worker) != lanes.end())
            continue;
        if (lanes.size() < MostLanes) {
            lanes.push_back(worker);
            continue;
        }
        const auto idlest = std::ranges::min_element(lanes, {}, staysOf);
        if (count > clearlyMore(staysOf(*idlest)))
            *idlest = worker;
    }
    std::ranges::sort(lanes);
    name();
    tellLeftOut();
}

void LabLanes::Private::tellLeftOut()
{
    const bool isCut = lanes.size() < busy.size();
    leftOut->setText(isCut ? LabLanes::tr("%1 of the %2 workers that entered have a lane")
                                 .arg(text::number(qint64(lanes.size())), text::number(qint64(busy.size())))
                           : QString());
    leftOut->setVisible(isCut);
}

// An estimate: the plot knows its exact size only after drawing.
QSize LabLanes::Private::room() const
{
    const QFontMetrics metrics(plot->xAxis->tickLabelFont());
    return {plot->width() - characters(metrics, 14), plot->height() - metrics.height() * 2};
}

void LabLanes::Private::name()
{
    const QFontMetrics metrics(plot->yAxis->tickLabelFont());
    const int named = std::max(1, room().height() / std::max(1, metrics.height()));
    const size_t each = lanes.size() / size_t(named) + 1;
    QMap<double, QString> shown;
    for (size_t lane = 0; lane < lanes.size(); lane += each)
        shown.insert(double(lane), LabLanes::tr("worker %1").arg(lanes[lane] + 1));
    names->setTicks(shown);
    const int wide = metrics.horizontalAdvance(QStringLiteral("0000 ms")) * 5 / 4;
    plot->xAxis->ticker()->setTickCount(std::clamp(room().width() / std::max(1, wide), 2, 8));
    plot->yAxis->setRange(-0.6, std::max(0.6, double(lanes.size()) - 0.4));
}

double LabLanes::Private::laneOf(int worker) const
{
    const auto found = std::ranges::lower_bound(lanes, worker);
    return found == lanes.end() || *found != worker ? -1 : double(found - lanes.begin());
}

void LabLanes::Private::fill()
{
    QVector<double> x[2];
    QVector<double> y[2];
    QVector<double> markX;
    QVector<double> markY;
    const QCPRange range = plot->xAxis->range();
    // Even the shortest stay is one pixel wide, to be visible.
    const double pixel = range.size() / std::max(1, plot->axisRect()->width());
    for (const auto &[key, visit] : stays) {
        const double lane = laneOf(visit.worker);
        const double from = at(visit.entered);
        const double to = visit.left ? at(*visit.left) : live ? at(told) : from;
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

// During a run: the phase that lasts now, and those before.
void LabLanes::Private::follow(const LabPulse &pulse)
{
    if (pulse.armTitle.isEmpty())
        return;
    const double began = double(pulse.armBegan.count()) / 1000;
    std::vector<LabPhase> &all = phases->phases;
    if (all.empty() || all.back().from != began)
        all.push_back({.title = pulse.armTitle, .from = began});
    all.back().to = double(pulse.elapsed.count()) / 1000;
    all.back().violations = pulse.violations;
}

QString LabLanes::Private::textOf(const LabPhase &phase) const
{
    const auto time = [](double seconds) { return text::duration(milliseconds(qRound64(seconds * 1000))); };
    QStringList figures;
    if (phase.cycles)
        figures << LabLanes::tr("%Ln cycle(s)", nullptr, int(*phase.cycles));
    figures << LabLanes::tr("%Ln violation(s)", nullptr, int(phase.violations));
    if (!phase.rounds.empty())
        figures << LabLanes::tr("%Ln round(s)", nullptr, int(phase.rounds.size()));
    return LabLanes::tr("%1: %2 to %3; %4", "phase, its begin and end, what happened")
        .arg(phase.title, time(phase.from), time(phase.to), text::clauses(figures));
}

// For screen readers.
void LabLanes::Private::tellPhases()
{
    QStringList told{LabLanes::tr("One bar per stay; red where two workers were inside at once")};
    for (const LabPhase &phase : phases->phases)
        told << textOf(phase);
    q->setAccessibleDescription(told.join(u'\n'));
}

void LabLanes::Private::tellLegend()
{
    QList<LabLegend::Sign> drawn;
    if (!stays.empty())
        drawn << LabLegend::Stay;
    if (q->violations() > 0)
        drawn << LabLegend::Violation;
    if (!phases->phases.empty())
        drawn << LabLegend::Phase;
    if (q->rounds() > 0)
        drawn << LabLegend::Round;
    if (std::exchange(signs, drawn) == drawn)
        return;
    if (hasLegend)
        legend->show(signs);
    emit q->signsChanged();
}

void LabLanes::Private::draw()
{
    if (live) {
        const double end = std::max(at(now()), Window);
        plot->xAxis->setRange(end - Window, end);
    }
    name();
    const Theme theme = Theme::of(q->palette());
    const double lane = double(room().height()) / std::max<size_t>(1, lanes.size());
    const double thick = std::clamp(lane * 0.7, 2.0, 14.0);
    // Recognisable without colour: a violation is thicker, with a cross cut out of it.
    bars->setPen(QPen(theme.accent, std::max(2.0, thick * 0.55), Qt::SolidLine, Qt::FlatCap));
    forbidden->setPen(QPen(theme.critical, thick, Qt::SolidLine, Qt::FlatCap));
    const QPen cross(q->palette().color(QPalette::Base), 1.2);
    marks->setPen(QPen(Qt::NoPen));
    marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, cross, Qt::NoBrush, std::clamp(thick, 4.0, 7.0)));
    fill();
    note->setVisible(stays.empty());
    note->setText(live ? LabLanes::tr("No worker has entered the critical section yet")
                       : LabLanes::tr("Worker activity appears here\nwhile a scenario runs"));
    for (QCPAxis *each : {plot->xAxis, plot->yAxis})
        each->setVisible(!stays.empty() || !phases->phases.empty());
    tellLegend();
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

void LabLanes::Private::clear()
{
    stays.clear();
    busy.clear();
    lanes.clear();
    phases->phases.clear();
    tellLeftOut();
}

void LabLanes::begin()
{
    d->clear();
    d->origin = now();
    d->live = true;
    d->plot->setInteractions({});
    d->wake();
}

void LabLanes::add(const LabPulse &pulse)
{
    const Instant before = std::exchange(d->told, now());
    d->origin = d->told - pulse.elapsed;
    // A stay missing from the pulse has ended at an unknown time.
    for (auto &[key, visit] : d->stays) {
        if (visit.left)
            continue;
        const bool isTold = std::ranges::any_of(pulse.visits, [&key = key](const Visit &one) {
            return one.entered == key.first && one.worker == key.second;
        });
        if (!isTold)
            visit.left = std::max(before, visit.entered);
    }
    for (const Visit &visit : pulse.visits)
        d->take(visit);
    d->follow(pulse);
    d->shareLanes();
}

void LabLanes::end(const LabOutcome &outcome)
{
    d->clear();
    d->live = false;
    d->origin = now() - std::chrono::duration_cast<Instant::duration>(wallNow() - outcome.began);
    for (const LabArm &arm : outcome.arms) {
        for (const Visit &visit : arm.figures.visits)
            d->take(visit);
    }
    d->phases->phases = phasesOf(outcome);
    d->tellPhases();
    d->shareLanes();
    const double lasted = std::max(0.1, double(outcome.lasted.count()) / 1000);
    d->plot->xAxis->setRange(0, lasted * 1.02);
    d->plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    d->wake();
}

void LabLanes::showUpTo(milliseconds end)
{
    d->plot->xAxis->setRange(0, std::max(0.1, double(end.count()) / 1000) * 1.02);
    d->wake();
}

milliseconds LabLanes::shownUpTo() const
{
    return milliseconds(qRound64(d->plot->xAxis->range().upper * 1000));
}

void LabLanes::hideLegend()
{
    d->hasLegend = false;
    d->legend->hide();
}

const QList<LabLegend::Sign> &LabLanes::signs() const
{
    return d->signs;
}

const LabLegend &LabLanes::legend() const
{
    return *d->legend;
}

QStringList LabLanes::phases() const
{
    QStringList titles;
    for (const LabPhase &phase : d->phases->phases)
        titles << phase.title;
    return titles;
}

bool LabLanes::arePhasesCut() const
{
    return d->phases->areTitlesCut();
}

size_t LabLanes::rounds() const
{
    size_t rounds = 0;
    for (const LabPhase &phase : d->phases->phases)
        rounds += d->phases->roundsAreApart(phase) ? phase.rounds.size() : 0;
    return rounds;
}

QString LabLanes::textAt(const QPointF &point) const
{
    const LabPhase *phase = d->phases->phaseAt(point);
    return phase ? d->textOf(*phase) : QString();
}

QPointF LabLanes::pointOf(size_t phase) const
{
    return d->phases->bandOf(d->phases->phases[phase]).center();
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

QString LabLanes::leftOut() const
{
    return d->leftOut->text();
}

QSize LabLanes::sizeHint() const
{
    return {characters(*this, 50), fontMetrics().height() * 10};
}

void LabLanes::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->wake();
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
        d->applyTheme();
        d->draw();
    }
}

} // namespace lockscope
