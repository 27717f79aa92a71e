// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/ttlplot.h"

#include "ui/forms/savedialog.h"
#include "ui/holders/lockfacts.h"
#include "ui/plots/durationticker.h"
#include "ui/plots/historycsv.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/timemouse.h"
#include "ui/plots/ttltrace.h"
#include "ui/plots/wallaxis.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/focusring.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr milliseconds TtlFrameEvery{160};
constexpr milliseconds ShortestWindow{60'000};
constexpr milliseconds LongestWindow{600'000};
constexpr milliseconds UsualWindow{120'000};
constexpr int LeasesShown = 4;
constexpr double ZoomAKey = 0.8;
constexpr double PanAKey = 0.1;

using Piece = TtlTrace::Piece;

} // namespace

struct TtlPlot::Private {
    TtlPlot *q;
    QCustomPlot *plot;
    QCPGraph *line = nullptr;
    QCPGraph *marks = nullptr;
    QCPItemStraightLine *lease = nullptr;
    QCPItemText *leaseText = nullptr;
    TimeCursor *nowLine = nullptr;
    TimeCursor *cursor = nullptr;
    QCPItemText *eternal = nullptr;
    QCPItemText *hover = nullptr;
    Shades *absent = nullptr;
    Shades *withoutExpiry = nullptr;
    QTimer frame{};
    TtlTrace trace{};
    std::optional<milliseconds> leaseLength{};
    QString leaseWords{};
    std::optional<double> mouse{};
    int replots = 0;
    TimeWindow window{};
    TimeMouse *hand;

    explicit Private(TtlPlot *owner)
        : q(owner), plot(new QCustomPlot(owner)), hand(new TimeMouse(plot, window))
    {
        hand->wheelNeeds = Qt::ControlModifier; // The wheel alone scrolls the pane
    }

    milliseconds usualSpan() const;
    void followLease();
    bool obey(int key); // False: the key has no function here
    void build();
    void applyTheme();
    void draw();
    std::vector<Piece> pieces(const WallAxis &axis) const;
    void drawPieces(const std::vector<Piece> &pieces, const WallAxis &axis);
    void addReading(const LockPtr &lock);
    void takeLease(const Lock &lock);
    void drawLease(double from);
    void drawHover(const WallAxis &axis);
    QString valueAt(Instant at, const WallAxis &axis) const;
    void wake();
};

TtlPlot::TtlPlot(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(d->plot);
    d->build();
    d->applyTheme();
    setAccessibleName(tr("TTL over the last minutes"));
    setAccessibleDescription(tr("A line that falls until the lock is renewed, with a mark at each event"));
    setMinimumHeight(fontMetrics().height() * 8);
    d->frame.setInterval(TtlFrameEvery);
    connect(&d->frame, &QTimer::timeout, this, [this] { d->draw(); });
    setFocusPolicy(Qt::StrongFocus);
    new FocusRing(this);
    connect(d->hand, &TimeMouse::hovered, this, [this](std::optional<double> at) {
        d->mouse = at;
        d->draw();
    });
    connect(&d->window, &TimeWindow::changed, this, [this] { d->wake(); });
}

TtlPlot::~TtlPlot() = default;

void TtlPlot::Private::build()
{
    // Ignored mouse events reach the pane, which scrolls and opens the menu.
    plot->setAttribute(Qt::WA_NoMousePropagation, false);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setNoAntialiasingOnDrag(true);
    plot->setMouseTracking(true);
    plot->setSelectionRectMode(QCP::srmNone);
    plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    line = plot->addGraph();
    marks = plot->addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    lease = new QCPItemStraightLine(plot);
    lease->setVisible(false);
    for (TimeCursor **item : {&nowLine, &cursor}) {
        *item = new TimeCursor(plot->xAxis);
        (*item)->setLayer(QStringLiteral("main")); // Below the texts
    }
    absent = new Shades(plot, plot->xAxis);
    withoutExpiry = new Shades(plot, plot->xAxis);
    leaseText = new QCPItemText(plot);
    leaseText->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    leaseText->setPadding(QMargins(0, 0, 0, 3));
    leaseText->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    leaseText->position->setTypeY(QCPItemPosition::ptPlotCoords);
    eternal = new QCPItemText(plot);
    eternal->position->setType(QCPItemPosition::ptAxisRectRatio);
    eternal->position->setCoords(0.5, 0.5);
    eternal->setPadding(QMargins(6, 3, 6, 3));
    hover = new QCPItemText(plot);
    hover->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    hover->position->setType(QCPItemPosition::ptAxisRectRatio);
    hover->position->setCoords(0.99, 0.02);
    hover->setPadding(QMargins(4, 2, 4, 2));
    plot->xAxis->setTicker(timeTicker());
    auto durations = QSharedPointer<DurationTicker>::create();
    durations->setTickCount(4);
    plot->yAxis->setTicker(durations);
}

void TtlPlot::Private::applyTheme()
{
    const QPalette palette = q->palette();
    const Theme theme = Theme::of(palette);
    const QColor text = palette.color(QPalette::Text);
    absent->setBrushes(theme.gap, Qt::transparent);
    withoutExpiry->setBrushes(Qt::transparent, theme.critical); // The lock exists without an expiry
    plot->setBackground(palette.color(QPalette::Base));
    const QFont small = smallFont(q->font());
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        dressAxis(axis, palette, small);
    // The last label of the time axis is centred on the edge.
    const int half = QFontMetrics(small).horizontalAdvance(QStringLiteral("00:00:00")) / 2;
    plot->axisRect()->setMargins(QMargins(0, 6, half, 0));
    line->setPen(QPen(theme.accent, 1.6));
    line->setBrush(translucent(theme.accent, 0.14));
    marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, theme.ok, 6));
    lease->setPen(QPen(theme.muted, 1, Qt::DashLine));
    leaseText->setColor(theme.muted);
    leaseText->setFont(small);
    nowLine->setPen(QPen(theme.accent, 1));
    cursor->setPen(QPen(text, 1, Qt::DotLine));
    for (QCPItemText *box : {hover, eternal}) {
        box->setColor(text);
        box->setFont(small);
        box->setBrush(palette.color(QPalette::Base));
        box->setPen(QPen(theme.grid));
    }
}

milliseconds TtlPlot::Private::usualSpan() const
{
    return leaseLength ? std::clamp(*leaseLength * LeasesShown, ShortestWindow, LongestWindow) : UsualWindow;
}

void TtlPlot::Private::followLease()
{
    window.setSpan(usualSpan());
    window.goLive();
}

bool TtlPlot::Private::obey(int key)
{
    const double span = seconds(window.span());
    const double end = axisSeconds(window.range().to);
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // The unshifted plus key on many keyboards
        window.zoom(ZoomAKey, end);
        return true;
    case Qt::Key_Minus:
        window.zoom(1 / ZoomAKey, end);
        return true;
    case Qt::Key_Left:
        window.pan(-span * PanAKey);
        return true;
    case Qt::Key_Right:
        window.pan(span * PanAKey);
        return true;
    case Qt::Key_Space:
        window.setLive(!window.isLive());
        return true;
    default:
        return false;
    }
}

void TtlPlot::Private::draw()
{
    const WallAxis axis;
    const HistoryRange range = window.range();
    const double from = axisSeconds(range.from);
    const double margin = seconds(window.span()) * 0.02;
    plot->xAxis->setRange(from, axisSeconds(range.to) + margin);
    tellTimes(plot->xAxis, plot->axisRect()->width());
    drawPieces(pieces(axis), axis);
    drawLease(from);
    nowLine->show(trace.isEmpty() ? std::nullopt : std::optional(axis.at(axis.moment())));
    drawHover(axis);
    ++replots;
    plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<Piece> TtlPlot::Private::pieces(const WallAxis &axis) const
{
    const HistoryRange range = window.range();
    const Instant to = axis.instant(axisSeconds(range.to));
    return trace.pieces(axis.instant(axisSeconds(range.from)), std::min(to, axis.moment()));
}

void TtlPlot::Private::drawPieces(const std::vector<Piece> &pieces, const WallAxis &axis)
{
    QVector<double> x;
    QVector<double> y;
    QVector<double> markX;
    QVector<double> markY;
    double highest = leaseLength ? seconds(*leaseLength) : 1.0;
    std::vector<QCPRange> gaps;
    std::vector<QCPRange> hatched;
    for (const Piece &piece : pieces) {
        if (piece.state != Piece::State::Counting) {
            x << axis.at(piece.from);
            y << qQNaN();
            (piece.state == Piece::State::Eternal ? hatched : gaps)
                .emplace_back(axis.at(piece.from), axis.at(piece.to));
            continue;
        }
        x << axis.at(piece.from) << axis.at(piece.to);
        y << seconds(piece.ttlFrom) << seconds(piece.ttlTo);
        highest = std::max(highest, seconds(piece.ttlFrom));
        if (piece.renewal) {
            markX << axis.at(piece.from);
            markY << seconds(piece.ttlFrom);
        }
    }
    absent->show(std::move(gaps));
    withoutExpiry->show(std::move(hatched));
    line->setData(x, y, true);
    marks->setData(markX, markY, true);
    const bool counts = !x.isEmpty() && std::any_of(y.begin(), y.end(), [](double v) { return !qIsNaN(v); });
    const bool never = !pieces.empty() && pieces.back().state == Piece::State::Eternal;
    eternal->setVisible(never && !counts);
    eternal->setText(TtlPlot::tr("no expiry"));
    plot->yAxis->setTickLabels(counts || leaseLength);
    plot->yAxis->setRange(0, highest * 1.2);
}

void TtlPlot::Private::drawLease(double from)
{
    lease->setVisible(leaseLength.has_value());
    leaseText->setVisible(leaseLength.has_value());
    if (!leaseLength)
        return;
    const double height = seconds(*leaseLength);
    lease->point1->setCoords(from, height);
    lease->point2->setCoords(from + 1, height);
    leaseText->position->setCoords(0.97, height);
    leaseText->setText(TtlPlot::tr("lease %1").arg(leaseWords));
}

void TtlPlot::Private::drawHover(const WallAxis &axis)
{
    const bool inside = mouse && !trace.isEmpty();
    cursor->show(inside ? mouse : std::nullopt);
    hover->setVisible(inside);
    if (inside)
        hover->setText(valueAt(axis.instant(*mouse), axis));
}

QString TtlPlot::Private::valueAt(Instant at, const WallAxis &axis) const
{
    const QString time = text::timeToTheSecond(axis.wall(at));
    if (at > axis.moment())
        return time;
    const std::optional<Piece> piece = trace.pieceAt(at);
    if (!piece)
        return TtlPlot::tr("%1: not seen yet").arg(time);
    switch (piece->state) {
    case Piece::State::Counting:
        return TtlPlot::tr("%1: %2 left").arg(time, text::duration(piece->ttlFrom));
    case Piece::State::Eternal:
        return TtlPlot::tr("%1: no expiry").arg(time);
    case Piece::State::Absent:
        return TtlPlot::tr("%1: no lock").arg(time);
    case Piece::State::Unknown:
        return TtlPlot::tr("%1: unknown").arg(time);
    }
    return time;
}

void TtlPlot::Private::wake()
{
    if (!q->isVisible())
        return;
    draw();
    if (!window.isLive() || trace.isEmpty())
        frame.stop(); // Nothing moves
    else if (!frame.isActive())
        frame.start();
}

// A key that was replaced by one without expiry keeps the longest TTL seen, but has no lease now.
void TtlPlot::Private::takeLease(const Lock &lock)
{
    leaseLength = lock.expiresAt ? lock.lease : std::nullopt;
    leaseWords = leaseLength ? leaseFact(lock) : QString();
}

void TtlPlot::Private::addReading(const LockPtr &lock)
{
    // The lock was known before this reading, so it had no expiry then either.
    if (trace.isEmpty() && lock->held() && !lock->stale && !lock->expiresAt &&
        lock->heldSince < lock->readAt) {
        Lock first = *lock;
        first.readAt = lock->heldSince;
        trace.addReading(first);
    }
    trace.addReading(*lock);
}

void TtlPlot::clear()
{
    d->trace.clear();
    d->leaseLength.reset();
    d->followLease();
    d->wake();
}

void TtlPlot::start(const LockPtr &lock, const std::vector<LockEvent> &events)
{
    d->trace.clear();
    for (const LockEvent &event : events)
        d->trace.addEvent(event);
    d->takeLease(*lock);
    d->followLease();
    d->addReading(lock);
    d->wake();
}

void TtlPlot::addEvent(const LockEvent &event)
{
    d->trace.addEvent(event);
}

void TtlPlot::addReading(const LockPtr &lock)
{
    if (lock->held() && !lock->stale) {
        const bool follows = d->window.isLive() && d->window.span() == d->usualSpan();
        d->takeLease(*lock);
        if (follows)
            d->followLease();
    }
    d->addReading(lock);
}

void TtlPlot::addGone(Instant at)
{
    d->trace.addGone(at);
}

int TtlPlot::replots() const
{
    return d->replots;
}

bool TtlPlot::isTicking() const
{
    return d->frame.isActive();
}

QString TtlPlot::valueAt(Instant at) const
{
    return d->valueAt(at, WallAxis());
}

TimeWindow &TtlPlot::window()
{
    return d->window;
}

Done TtlPlot::save(const QString &fileName) const
{
    const auto csv = [this] {
        const WallAxis axis;
        return ttlCsv(d->pieces(axis), axis);
    };
    return savePlot(*d->plot, accessibleName(), csv, fileName);
}

void TtlPlot::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto offer = [this, menu](const QString &text, int key) {
        const QString shown = text + u'\t' + QKeySequence(key).toString(QKeySequence::NativeText);
        menu->addAction(shown, this, [this, key] { d->obey(key); });
    };
    offer(tr("Zoom in"), Qt::Key_Plus);
    offer(tr("Zoom out"), Qt::Key_Minus);
    offer(tr("Earlier"), Qt::Key_Left);
    offer(tr("Later"), Qt::Key_Right);
    offer(d->window.isLive() ? tr("Pause") : tr("Follow"), Qt::Key_Space);
    menu->addSeparator();
    menu->addAction(tr("Export…"), this, [this] {
        askForFile(this, {.title = tr("Save TTL"),
                          .name = QStringLiteral("lockscope-ttl"),
                          .endings = plotEndings(),
                          .save = [this](const QString &fileName) { return save(fileName); },
                          .failed = [this](const Failure &why) { emit failed(why); }});
    });
    menu->popup(event->globalPos());
}

void TtlPlot::keyPressEvent(QKeyEvent *event)
{
    if (!d->obey(event->key()))
        QWidget::keyPressEvent(event);
}

QSize TtlPlot::sizeHint() const
{
    return {characters(*this, 50), fontMetrics().height() * 10};
}

void TtlPlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    d->wake();
}

void TtlPlot::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    d->frame.stop();
}

void TtlPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        d->applyTheme();
        d->draw();
    }
}

} // namespace lockscope
