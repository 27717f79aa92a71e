// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/holdhistogram.h"

#include "ui/plots/historycsv.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/tallycurves.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"

#include <QToolTip>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr size_t StepsABar = 4; // One doubling
constexpr int LeastBars = 8;

struct Bars {
    size_t first = 0; // The first bar, counted from one millisecond
    std::vector<qint64> counts{};
};

qint64 countOf(const HoldLengths &lengths, size_t bar)
{
    qint64 count = 0;
    for (size_t step = bar * StepsABar; step < std::min(HoldLengths::Steps, (bar + 1) * StepsABar); ++step)
        count += lengths.countAt(step);
    return count;
}

// Only from the first to the last bar with a count.
Bars barsOf(const HoldLengths &lengths)
{
    Bars bars;
    constexpr size_t all = (HoldLengths::Steps + StepsABar - 1) / StepsABar;
    for (size_t bar = 0; bar < all; ++bar) {
        const qint64 count = countOf(lengths, bar);
        if (bars.counts.empty() && count == 0)
            continue;
        if (bars.counts.empty())
            bars.first = bar;
        bars.counts.push_back(count);
    }
    while (!bars.counts.empty() && bars.counts.back() == 0)
        bars.counts.pop_back();
    return bars;
}

QStringList edgesOf(size_t first, int bars)
{
    QStringList edges;
    for (size_t bar = first; bar < first + size_t(bars) && bar * StepsABar <= HoldLengths::Steps; ++bar) {
        const double edge = HoldLengths::lowerEdge(bar * StepsABar);
        edges << text::duration(milliseconds(qRound64(edge)));
    }
    return edges;
}

} // namespace

struct HoldHistogram::Private {
    HoldHistogram *q;
    ElidedLabel *head;
    QCustomPlot *plot;
    QCPBars *columns;
    QSharedPointer<QCPAxisTickerText> edges{new QCPAxisTickerText};
    RedrawThrottle pace;
    Bars bars{};
    HoldLengths lengths{};
    bool sampled = false;
    QString only{};
    bool known = false; // Before the first data, nothing is shown

    explicit Private(HoldHistogram *owner)
        : q(owner), head(new ElidedLabel(owner)), plot(new QCustomPlot(owner)),
          columns(new QCPBars(plot->xAxis, plot->yAxis)), pace(owner, [this] { draw(); })
    {
    }
    void applyTheme();
    void draw();
    int everyHowMany(const QStringList &labels, int shown) const;
    void tellTitle();
    QString about(const QString &title) const; // Names the selected locks
};

HoldHistogram::HoldHistogram(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(spacing(Spacing::Small), spacing(Spacing::Small), spacing(Spacing::Small), 0);
    column->setSpacing(spacing(Spacing::Tight));
    column->addWidget(d->head);
    column->addWidget(d->plot, 1);
    d->head->setWrapping(true);
    d->plot->xAxis->setTicker(d->edges);
    d->plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    d->columns->setWidth(0.92);
    setAccessibleName(tr("Distribution of hold times"));
    setAccessibleDescription(tr("One bar per length; its height is the number of holds"));
    d->plot->setFocusPolicy(Qt::NoFocus); // It handles no keys
    connect(d->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent *event) {
        QToolTip::showText(event->globalPosition().toPoint(), textAt(event->position().toPoint()), d->plot);
    });
    d->plot->setMinimumHeight(lines(*this, 2)); // The title stays whole
    setMinimumHeight(lines(*this, 5));
    d->applyTheme();
    d->tellTitle();
}

HoldHistogram::~HoldHistogram() = default;

void HoldHistogram::Private::applyTheme()
{
    const Theme theme = Theme::of(q->palette());
    plot->setBackground(q->palette().color(QPalette::Base));
    const QFont small = smallFont(q->font());
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        dressAxis(axis, q->palette(), small);
    plot->axisRect()->setMargins(QMargins(0, 6, 6, 0));
    columns->setPen(QPen(theme.accent, 1));
    // Sampled counts are hatched, to be recognisable without colour.
    columns->setBrush(QBrush(theme.accent, sampled ? Qt::BDiagPattern : Qt::SolidPattern));
}

// Label every nth bar, so that labels neither overlap nor leave the plot.
int HoldHistogram::Private::everyHowMany(const QStringList &labels, int shown) const
{
    const QFontMetrics metrics(plot->xAxis->tickLabelFont());
    int widest = 1;
    for (const QString &label : labels)
        widest = std::max(widest, metrics.horizontalAdvance(label) + characters(metrics, 2));
    const int room = std::max(1, plot->width() - widest);
    return int((qint64(widest) * shown + room - 1) / room);
}

void HoldHistogram::Private::draw()
{
    applyTheme();
    bars = barsOf(lengths);
    QVector<double> keys;
    QVector<double> counts;
    QMap<double, QString> ticks;
    const int shown = std::max(LeastBars, int(bars.counts.size()));
    const QStringList labels = edgesOf(bars.first, shown);
    const int each = everyHowMany(labels, shown);
    for (int i = 0; i < shown; ++i) {
        if (i < int(bars.counts.size())) {
            keys << i;
            counts << double(bars.counts[size_t(i)]);
        }
        if (i % each == 0 && i < labels.size())
            ticks.insert(i - 0.5, labels[i]);
    }
    columns->setData(keys, counts, true);
    edges->setTicks(ticks);
    plot->xAxis->setRange(-0.6, shown - 0.4);
    const double highest = counts.isEmpty() ? 1 : *std::max_element(counts.begin(), counts.end());
    plot->yAxis->setRange(0, std::max(1.0, highest) * 1.1);
    plot->yAxis->ticker()->setTickCount(plot->height() < q->fontMetrics().height() * 5 ? 2 : 3);
    plot->xAxis->setTickLabels(!bars.counts.empty());
    plot->yAxis->setTickLabels(!bars.counts.empty());
    tellTitle();
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void HoldHistogram::Private::tellTitle()
{
    if (!known)
        return head->setText(about(HoldHistogram::tr("Hold times")));
    if (lengths.count() == 0)
        return head->setText(
            about(HoldHistogram::tr("Hold times: no hold of this period was seen from start to end")));
    const Tally sum{.holds = lengths};
    const auto share = [&sum](Curve curve) { return curveText(curve, curveValue(curve, sum)); };
    const QString counted = sampled ? sampledMark() : HoldHistogram::tr("exact");
    // Only selects the plural form; the count may be larger.
    const int some = int(std::min<qint64>(lengths.count(), std::numeric_limits<int>::max()));
    head->setText(
        about(HoldHistogram::tr("Hold times of %1 holds seen from start to end (%2): p50 %3, p90 %4, p99 %5",
                                nullptr, some)
                  .arg(text::number(lengths.count()), counted, share(Curve::HoldMedian),
                       share(Curve::HoldNinety), share(Curve::HoldNinetyNine))));
}

QString HoldHistogram::Private::about(const QString &title) const
{
    return only.isEmpty() ? title : HoldHistogram::tr("%1. %2", "a lock, its hold times").arg(only, title);
}

void HoldHistogram::showOnly(const std::vector<LockName> &keys)
{
    const QString only = keys.empty()       ? QString()
                         : keys.size() == 1 ? text::key(keys.front())
                                            : tr("%Ln lock(s)", nullptr, int(keys.size()));
    if (std::exchange(d->only, only) == only)
        return;
    d->lengths = {};
    d->known = false;
    if (!isVisible())
        d->tellTitle();
    d->pace.want(RedrawThrottle::ByHand);
}

void HoldHistogram::show(const HoldLengths &lengths, bool sampled)
{
    d->lengths = lengths;
    d->sampled = sampled;
    d->known = true;
    if (!isVisible()) // Nothing is drawn then
        d->tellTitle();
    d->pace.want();
}

std::vector<qint64> HoldHistogram::bars() const
{
    return d->bars.counts;
}

QStringList HoldHistogram::edges() const
{
    return d->edges->ticks().values();
}

QString HoldHistogram::textAt(const QPoint &point) const
{
    const double at = d->plot->xAxis->pixelToCoord(point.x()) + 0.5;
    if (!d->plot->axisRect()->rect().contains(point) || at < 0 || at >= double(d->bars.counts.size()))
        return {};
    const qint64 count = d->bars.counts[size_t(at)];
    const QStringList edges = edgesOf(d->bars.first + size_t(at), 2);
    // Only selects the plural form.
    const int some = int(std::min<qint64>(count, std::numeric_limits<int>::max()));
    return tr("%1 to %2: %3 holds", nullptr, some)
        .arg(edges.value(0), edges.value(1),
             (d->sampled ? QStringLiteral("≈ ") : QString()) + text::number(count));
}

QString HoldHistogram::title() const
{
    return d->head->text();
}

Done HoldHistogram::save(const QString &fileName) const
{
    d->draw(); // It may be hidden
    const auto csv = [this] { return holdLengthsCsv(d->lengths, d->sampled); };
    return savePlot(*d->plot, title(), csv, fileName);
}

QSize HoldHistogram::sizeHint() const
{
    return {characters(*this, 44), fontMetrics().height() * 9};
}

void HoldHistogram::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    d->pace.drawNow();
}

void HoldHistogram::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->pace.want(RedrawThrottle::ByHand); // The number of labels depends on the size
}

void HoldHistogram::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->pace.want(RedrawThrottle::ByHand); // Redraws the background too
}

} // namespace lockscope
