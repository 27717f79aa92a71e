// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labplots.h"

#include "ui/lab/labwords.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QPainter>
#include <QSaveFile>
#include <qcustomplot.h>

namespace lockscope
{

namespace
{

constexpr QCPScatterStyle::ScatterShape CurveShapes[] = {QCPScatterStyle::ssCircle,
                                                         QCPScatterStyle::ssSquare,
                                                         QCPScatterStyle::ssTriangle,
                                                         QCPScatterStyle::ssDiamond,
                                                         QCPScatterStyle::ssTriangleInverted,
                                                         QCPScatterStyle::ssCross,
                                                         QCPScatterStyle::ssPlus,
                                                         QCPScatterStyle::ssStar};

Qt::PenStyle dashesOf(size_t run)
{
    return Qt::PenStyle(int(Qt::SolidLine) + int(run % 5));
}

QCPScatterStyle markOf(size_t index, const QColor &colour, const QColor &ground)
{
    return {CurveShapes[index % std::size(CurveShapes)], QPen(colour, 1.6), ground, 7};
}

// Labels times from a microsecond to hours on one axis.
class LogTicker final : public QCPAxisTickerLog
{
protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar, int) override
    {
        const auto text = [&locale](double value) { return locale.toString(value, 'g', 3); };
        if (tick >= 1000)
            return LabPlots::tr("%1 s").arg(text(tick / 1000));
        if (tick >= 1)
            return LabPlots::tr("%1 ms").arg(text(tick));
        return LabPlots::tr("%1 µs").arg(text(tick * 1000));
    }
};

struct Series {
    size_t way = 0;
    size_t run = 0;
    Figures figures{};
};

struct LegendLine {
    QString title{};
    std::optional<size_t> way{}; // Empty: the line explains the dashes of a run
    size_t run = 0;
};

} // namespace

struct LabPlots::Private {
    LabPlots *q;
    QCustomPlot *waits;
    QCustomPlot *pace;
    QListWidget *legend;
    std::vector<Series> all{};
    std::vector<LegendLine> lines{};

    explicit Private(LabPlots *owner)
        : q(owner), waits(new QCustomPlot(owner)), pace(new QCustomPlot(owner)),
          legend(new QListWidget(owner))
    {
    }

    void build();
    void applyTheme(QCustomPlot *plot);
    void draw();
    QPixmap sample(const LegendLine &line, int height) const;
    void fillLegend();
    size_t wayOf(const QString &title);
    void drawWait(const Series &series);
    void drawPace(const Series &series);
    void style(QCPGraph *graph, const Series &series, bool marked) const;
};

LabPlots::LabPlots(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(d->waits, 4);
    row->addWidget(d->pace, 4);
    row->addWidget(d->legend, 3);
    d->legend->setAccessibleName(tr("Legend of the variants"));
    d->legend->setFrameShape(QFrame::NoFrame);
    d->legend->setWordWrap(true);
    d->legend->setSelectionMode(QAbstractItemView::NoSelection);
    d->legend->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Wait by percentile, and rate over time, of each variant"));
    setMinimumHeight(lines(*this, 6));
    d->build();
    d->draw();
}

LabPlots::~LabPlots() = default;

void LabPlots::Private::build()
{
    const QSharedPointer<QCPAxisTickerText> shares(new QCPAxisTickerText);
    const char *const names[] = {"p50", "p90", "p99", "p99.9", "max"};
    for (int i = 0; i < int(std::size(names)); ++i)
        shares->addTick(i, QLatin1String(names[i]));
    waits->xAxis->setTicker(shares);
    waits->xAxis->setRange(-0.3, 4.3);
    waits->yAxis->setScaleType(QCPAxis::stLogarithmic);
    waits->yAxis->setTicker(QSharedPointer<LogTicker>::create());
    waits->yAxis->setLabel(LabPlots::tr("Wait for the lock"));
    pace->xAxis->ticker()->setTickCount(4);
    pace->xAxis->ticker()->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);
    pace->xAxis->setLabel(LabPlots::tr("Seconds since the variant started"));
    pace->yAxis->setLabel(LabPlots::tr("Entries/s"));
}

void LabPlots::Private::applyTheme(QCustomPlot *plot)
{
    const QPalette palette = q->palette();
    const Theme theme = Theme::of(palette);
    plot->setBackground(palette.color(QPalette::Base));
    const QFont small = smallFont(q->font());
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis}) {
        axis->setBasePen(QPen(theme.grid));
        axis->setTickPen(QPen(theme.grid));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.muted);
        axis->setTickLabelFont(small);
        axis->setLabelColor(theme.muted);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme.grid, 1, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

void LabPlots::Private::draw()
{
    for (QCustomPlot *plot : {waits, pace}) {
        plot->clearGraphs();
        applyTheme(plot);
    }
    for (const Series &series : all) {
        drawWait(series);
        drawPace(series);
    }
    fillLegend();
    waits->yAxis->rescale();
    const QCPRange times = waits->yAxis->range();
    const bool measured =
        std::ranges::any_of(all, [](const Series &one) { return one.figures.wait.count > 0; });
    waits->yAxis->setRange(measured ? QCPRange(times.lower / 2, std::max(times.upper * 2, times.lower * 10))
                                    : QCPRange(0.1, 100));
    pace->rescaleAxes();
    pace->xAxis->setRangeLower(0);
    pace->xAxis->setRangeUpper(std::max(0.5, pace->xAxis->range().upper * 1.03));
    pace->yAxis->setRange(0, std::max(1.0, pace->yAxis->range().upper * 1.1));
    for (QCustomPlot *plot : {waits, pace})
        plot->replot(QCustomPlot::rpQueuedReplot);
}

void LabPlots::Private::style(QCPGraph *graph, const Series &series, bool marked) const
{
    const QColor colour = Theme::of(q->palette()).series(series.way);
    graph->setPen(QPen(colour, 1.6, dashesOf(series.run)));
    if (marked)
        graph->setScatterStyle(markOf(series.way, colour, q->palette().color(QPalette::Base)));
}

QPixmap LabPlots::Private::sample(const LegendLine &line, int height) const
{
    const Theme theme = Theme::of(q->palette());
    const QColor colour = line.way ? theme.series(*line.way) : theme.muted;
    const double ratio = q->devicePixelRatioF();
    QPixmap picture(QSizeF(height * 2 * ratio, height * ratio).toSize());
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QCPPainter painter(&picture);
    painter.setAntialiasing(true);
    painter.setPen(QPen(colour, 1.6, dashesOf(line.run)));
    painter.drawLine(QLineF(0, height / 2.0, height * 2, height / 2.0));
    if (!line.way)
        return picture;
    const QCPScatterStyle mark = markOf(*line.way, colour, q->palette().color(QPalette::Base));
    mark.applyTo(&painter, painter.pen());
    mark.drawShape(&painter, height, height / 2.0);
    return picture;
}

void LabPlots::Private::fillLegend()
{
    legend->clear();
    const int height = q->fontMetrics().height();
    legend->setIconSize({height * 2, height});
    for (const LegendLine &line : lines) {
        auto *item = new QListWidgetItem(QIcon(sample(line, height)), line.title, legend);
        item->setToolTip(line.title);
    }
}

size_t LabPlots::Private::wayOf(const QString &title)
{
    const size_t way = size_t(std::ranges::find(lines, title, &LegendLine::title) - lines.begin());
    if (way == lines.size())
        lines.push_back({.title = title, .way = way});
    return way;
}

// An arm that never waited has no points but keeps its graph, so that colours match in both plots.
void LabPlots::Private::drawWait(const Series &series)
{
    QCPGraph *graph = waits->addGraph();
    style(graph, series, true);
    const Spread &wait = series.figures.wait;
    if (wait.count == 0)
        return;
    int at = 0;
    for (const microseconds time : {wait.p50, wait.p90, wait.p99, wait.p999, wait.longest})
        graph->addData(at++, std::max(0.001, double(time.count()) / 1000));
}

// Tenths of a second are too noisy: use half seconds if there are enough.
void LabPlots::Private::drawPace(const Series &series)
{
    QCPGraph *graph = pace->addGraph();
    const std::vector<int> &tenths = series.figures.pace;
    const size_t step = tenths.size() >= 20 ? 5 : 1;
    style(graph, series, tenths.size() / step <= 40);
    for (size_t from = 0; from + step <= tenths.size(); from += step) {
        int sum = 0;
        for (size_t i = from; i < from + step; ++i)
            sum += tenths[i];
        graph->addData((double(from) + double(step) / 2) / 10, double(sum) * 10 / double(step));
    }
}

void LabPlots::show(const std::vector<LabOutcome> &runs)
{
    d->all.clear();
    d->lines.clear();
    for (size_t run = 0; run < runs.size(); ++run) {
        for (const LabArm &arm : runs[run].arms)
            d->all.push_back({d->wayOf(arm.title), run, arm.figures});
    }
    for (size_t run = 0; run < runs.size() && runs.size() > 1; ++run)
        d->lines.push_back({.title = text::runName(runs[run]), .run = run});
    d->draw();
}

Done LabPlots::savePicture(const QString &fileName)
{
    const QSize size(900, 500);
    const int line = fontMetrics().height() + 4;
    QImage picture(size.width() * 2, size.height() + line * (int(d->lines.size()) + 1), QImage::Format_RGB32);
    picture.fill(palette().color(QPalette::Base));
    QPainter painter(&picture);
    painter.drawPixmap(0, 0, d->waits->toPixmap(size.width(), size.height()));
    painter.drawPixmap(size.width(), 0, d->pace->toPixmap(size.width(), size.height()));
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(font());
    QRect row(line, size.height(), picture.width() - line, line);
    for (const LegendLine &one : d->lines) {
        painter.drawPixmap(row.topLeft(), d->sample(one, line - 4));
        painter.drawText(row.adjusted(line * 3, 0, 0, 0), Qt::AlignVCenter, one.title);
        row.translate(0, line);
    }
    painter.end();
    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly) || !picture.save(&file, "PNG") || !file.flush() || !file.commit())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = QStringLiteral("%1: %2").arg(fileName, file.errorString())};
    return Nothing{};
}

int LabPlots::series() const
{
    return int(d->all.size());
}

void LabPlots::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->draw();
}

} // namespace lockscope
