// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/holdlanes.h"

#include "ui/plots/historycsv.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timelinewords.h"
#include "ui/plots/timemouse.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/timeline/lanepainter.h"
#include "ui/widgets/focusring.h"

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <cmath>

namespace lockscope
{

namespace
{

constexpr int StripHeight = 14; // On top, to select a moment of the past
constexpr int LeastLanes = 20;
constexpr double Near = 5;         // Pixels from its line
constexpr int NameCharacters = 26; // For the name of a lane; longer names are elided in the middle

} // namespace

struct HoldLanes::Private {
    HoldLanes *q;
    TimeWindow &window;
    QCustomPlot *plot;
    LanePainter *art;
    QCPItemText *note;
    TimeMouse *mouse;
    RedrawThrottle pace;
    std::set<LaneSign> signs{};
    size_t roomBefore = 0;
    QString why{};
    bool dragging = false;

    Private(HoldLanes *owner, TimeWindow &shared)
        : q(owner), window(shared), plot(new QCustomPlot(owner)), art(new LanePainter(plot)),
          note(new QCPItemText(plot)), mouse(new TimeMouse(plot, shared)), pace(owner, [this] { draw(); })
    {
    }

    void build();
    void applyTheme();
    void draw();
    void nameLanes();
    bool isForMoment(const QPointF &point) const;
    void setMoment(double at);
    void hover(std::optional<double> at, const QPointF &point);
    const Mark *markAt(const QPointF &point) const;
    QStringList verdictAt(const LaneBar &bar, const QPointF &point) const;
};

HoldLanes::HoldLanes(TimeWindow &window, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(this, window))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(d->plot);
    setAccessibleName(tr("Who held which lock, and when"));
    setAccessibleDescription(tr("Left and Right look back at another moment, Escape ends the look back"));
    setFocusPolicy(Qt::StrongFocus);
    new FocusRing(this);
    setMinimumHeight(lines(*this, 5));
    d->build();
    d->applyTheme();
    connect(d->mouse, &TimeMouse::hovered, this,
            [this](std::optional<double> at, const QPointF &point) { d->hover(at, point); });
    connect(d->mouse, &TimeMouse::clicked, this, [this](const QPointF &point) {
        setFocus(Qt::MouseFocusReason);
        if (const Lane *lane = d->art->laneAt(point))
            emit lockWanted(lane->key);
    });
    connect(&window, &TimeWindow::changed, this, [this] { d->pace.want(RedrawThrottle::ByHand); });
}

HoldLanes::~HoldLanes() = default;

void HoldLanes::Private::build()
{
    plot->setFocusPolicy(Qt::NoFocus);
    plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot->axisRect()->setMinimumSize(LeastLanes, LeastLanes); // The axis below has its room first
    plot->xAxis->setTicker(timeTicker());
    plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    plot->yAxis->setTickLength(0);
    plot->yAxis->setRangeReversed(true);
    plot->yAxis->grid()->setVisible(false);
    note->position->setType(QCPItemPosition::ptAxisRectRatio);
    note->position->setCoords(0.5, 0.5);
    mouse->isTaken = [this](const QPointF &point) { return isForMoment(point); };
    QObject::connect(plot, &QCustomPlot::mousePress, q, [this](QMouseEvent *event) {
        dragging = event->button() == Qt::LeftButton && isForMoment(event->position());
        if (!dragging)
            return;
        q->setFocus(Qt::MouseFocusReason);
        setMoment(plot->xAxis->pixelToCoord(event->position().x()));
    });
    QObject::connect(plot, &QCustomPlot::mouseMove, q, [this](QMouseEvent *event) {
        if (dragging)
            setMoment(plot->xAxis->pixelToCoord(event->position().x()));
    });
    QObject::connect(plot, &QCustomPlot::mouseRelease, q, [this] { dragging = false; });
    QObject::connect(plot, &QCustomPlot::afterReplot, q, [this] {
        if (std::exchange(signs, art->signs()) != art->signs())
            emit q->signsChanged();
    });
}

void HoldLanes::Private::applyTheme()
{
    const QPalette palette = q->palette();
    plot->setBackground(palette.color(QPalette::Base));
    const QFont small = smallFont(q->font());
    art->applyTheme(palette, q->font());
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        dressAxis(axis, palette, small);
    plot->yAxis->setTickLabelColor(palette.color(QPalette::Text));
    const int half = QFontMetrics(small).horizontalAdvance(QStringLiteral("00:00:00")) / 2;
    plot->axisRect()->setMargins(QMargins(0, StripHeight, std::max(half, art->scaleWidth()), 0));
    note->setColor(Theme::of(palette).muted);
    note->setFont(q->font());
}

void HoldLanes::Private::nameLanes()
{
    QMap<double, QString> names;
    const QFontMetrics metrics(plot->yAxis->tickLabelFont());
    const int wide = std::min(characters(metrics, NameCharacters), q->width() / 4);
    const QRect room = plot->axisRect()->rect();
    plot->yAxis->setRange(0, std::max(1, room.height()));
    for (size_t i = 0; i < art->drawn(); ++i) {
        const QString name = text::key(art->lanes[i].key);
        const QString mark = art->lanes[i].key == art->selected ? QStringLiteral("▸ ") : QString();
        names.insert(art->barsRect(i).center().y() - room.top(),
                     mark + metrics.elidedText(name, Qt::ElideMiddle, wide));
    }
    plot->yAxis->ticker().dynamicCast<QCPAxisTickerText>()->setTicks(names);
}

void HoldLanes::Private::draw()
{
    const HistoryRange range = window.range();
    plot->xAxis->setRange(axisSeconds(range.from), axisSeconds(range.to));
    tellTimes(plot->xAxis, plot->axisRect()->width());
    art->now = axisSeconds(window.now());
    QMargins edges = plot->axisRect()->margins();
    edges.setRight(std::max(edges.right(), art->scaleWidth()));
    plot->axisRect()->setMargins(edges);
    // The height of the lanes depends on their names, and the place of names on that height: lay out twice.
    nameLanes();
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot->plotLayout()->update(phase);
    nameLanes();
    const bool empty = art->lanes.empty();
    note->setVisible(empty);
    note->setText(why);
    plot->replot(QCustomPlot::rpQueuedReplot);
    if (window.isLive() && !empty) { // Open holds grow, by one pixel in this time
        const milliseconds pixel = window.span() / std::max(1, plot->axisRect()->width());
        pace.want(std::max<milliseconds>(RedrawThrottle::Frame, pixel));
    }
}

bool HoldLanes::Private::isForMoment(const QPointF &point) const
{
    const QRect room = plot->axisRect()->rect();
    if (point.x() < room.left() || point.x() > room.right())
        return false;
    const bool onStrip = point.y() < room.top();
    return onStrip || (art->moment && std::abs(plot->xAxis->coordToPixel(*art->moment) - point.x()) <= Near);
}

void HoldLanes::Private::setMoment(double at)
{
    const HistoryRange range = window.range();
    const double next = std::clamp(at, axisSeconds(range.from), axisSeconds(range.to));
    art->moment = next;
    window.pause(); // A moment that scrolls out of view cannot be inspected
    pace.want(RedrawThrottle::ByHand);
    emit q->momentChanged(axisTime(next));
}

const Mark *HoldLanes::Private::markAt(const QPointF &point) const
{
    for (const Mark &mark : art->answer.marks) {
        if (std::abs(plot->xAxis->coordToPixel(axisSeconds(mark.at)) - point.x()) <= MarkHeadArm + 1)
            return &mark;
    }
    return nullptr;
}

void HoldLanes::Private::hover(std::optional<double> at, const QPointF &point)
{
    emit q->hovered(at ? text::dateAndTime(axisTime(*at)) : QString());
    plot->setCursor(at || point.isNull() ? Qt::ArrowCursor : Qt::SplitHCursor);
    QStringList told;
    if (const Mark *mark = at ? markAt(point) : nullptr)
        told << text::mark(*mark);
    if (const QString hold = at ? q->textAt(point) : QString(); !hold.isEmpty())
        told << hold;
    QString tip = told.join(u'\n');
    const auto isThere = [&at](const HistoryRange &range) {
        return *at >= axisSeconds(range.from) && *at < axisSeconds(range.to);
    };
    if (at && tip.isEmpty() && std::any_of(art->answer.unseen.begin(), art->answer.unseen.end(), isThere))
        tip = HoldLanes::tr("Not observed at this time");
    const auto &leftOut = art->answer.leftOutBefore;
    if (at && tip.isEmpty() && leftOut && *at < axisSeconds(*leftOut))
        tip = HoldLanes::tr("Too many events: part of this time is left out. Zoom in to see it");
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(plot->mapToGlobal(point.toPoint()), tip, plot);
}

void HoldLanes::show(const std::vector<LockName> &keys, HoldsAnswer answer)
{
    d->art->setLanes(lanesOf(keys, answer));
    d->art->answer = std::move(answer);
    d->pace.want();
}

void HoldLanes::clear(const QString &why)
{
    d->why = why;
    show({}, {});
}

void HoldLanes::setChosen(const LockName &key)
{
    d->art->selected = key;
    d->pace.want(RedrawThrottle::ByHand);
}

void HoldLanes::setMoment(std::optional<WallTime> at)
{
    d->art->moment = at ? std::optional(axisSeconds(*at)) : std::nullopt;
    d->pace.want(RedrawThrottle::ByHand);
}

const RedrawThrottle &HoldLanes::pace() const
{
    return d->pace;
}

const std::vector<Lane> &HoldLanes::lanes() const
{
    return d->art->lanes;
}

const QString &HoldLanes::why() const
{
    return d->why;
}

size_t HoldLanes::room() const
{
    return d->art->roomFor(height() - StripHeight - 2.0 * fontMetrics().height());
}

const std::set<LaneSign> &HoldLanes::drawnSigns() const
{
    return d->art->signs();
}

qint64 HoldLanes::scale() const
{
    return d->art->scale();
}

size_t HoldLanes::drawnLanes() const
{
    return d->art->drawn();
}

size_t HoldLanes::drawnBars() const
{
    return d->art->drawnBars();
}

QPoint HoldLanes::pointOf(const LockName &key, WallTime at) const
{
    const auto lane = std::ranges::find(d->art->lanes, key, &Lane::key);
    const QRectF rect = d->art->barsRect(size_t(lane - d->art->lanes.begin()));
    return QPointF(d->plot->xAxis->coordToPixel(axisSeconds(at)), rect.center().y()).toPoint();
}

QString HoldLanes::textAt(const QPointF &point) const
{
    QStringList lines;
    if (const LaneBar *bar = d->art->barAt(point)) {
        lines << text::hold(d->art->answer.holds[bar->hold], d->window.now());
        lines << d->verdictAt(*bar, point);
    }
    if (const LaneWaiters *part = d->art->waitersAt(point))
        lines << tr("Waiters: at least %1").arg(text::number(part->waiters));
    return lines.join(u'\n');
}

QStringList HoldLanes::Private::verdictAt(const LaneBar &bar, const QPointF &point) const
{
    const double at = plot->xAxis->pixelToCoord(point.x());
    const std::vector<LaneVerdict> parts =
        verdictsOn(*art->laneAt(point), bar, art->answer, axisSeconds(window.now()));
    const auto later = std::ranges::find_if(parts, [at](const LaneVerdict &part) { return part.from > at; });
    const LaneVerdict &part = later == parts.begin() ? parts.front() : *std::prev(later);
    if (!part.level)
        return {HoldLanes::tr("Verdict at this time: unknown")};
    const QString word = text::verdictWord(*part.level);
    const QString code = text::verdictCode(std::string_view(part.code.constData(), size_t(part.code.size())));
    return {HoldLanes::tr("Verdict at this time: %1")
                .arg(part.code.isEmpty() ? word : QStringLiteral("%1 (%2)").arg(word, code))};
}

Done HoldLanes::save(const QString &fileName) const
{
    const auto csv = [this] { return holdsCsv(d->art->answer.holds, d->window.range(), d->window.now()); };
    return savePlot(*d->plot, tr("Timeline"), csv, fileName);
}

QSize HoldLanes::sizeHint() const
{
    return {characters(*this, 110), fontMetrics().height() * 16};
}

void HoldLanes::keyPressEvent(QKeyEvent *event)
{
    if (const double step = keyStep(*event); step != 0) {
        const HistoryRange range = d->window.range();
        const double span = double(d->window.span().count()) / 1000.0;
        const double middle = (axisSeconds(range.from) + axisSeconds(range.to)) / 2;
        d->setMoment(d->art->moment ? *d->art->moment + step * span : middle);
        return event->accept();
    }
    if (event->key() == Qt::Key_Escape && d->art->moment) {
        setMoment({});
        emit momentChanged({});
        return event->accept();
    }
    QWidget::keyPressEvent(event);
}

bool HoldLanes::event(QEvent *event)
{
    // Otherwise Escape clears the filter of the window.
    if (isEscapeOverride(*event) && d->art->moment)
        event->accept();
    return QWidget::event(event);
}

void HoldLanes::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->pace.want(RedrawThrottle::ByHand);
    if (std::exchange(d->roomBefore, room()) != room())
        emit roomChanged();
}

void HoldLanes::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    d->pace.drawNow();
}

void HoldLanes::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        d->applyTheme();
        d->pace.want(RedrawThrottle::ByHand);
    }
}

} // namespace lockscope
