// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionpage.h"

#include "ui/contention/contentionplots.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/forms/savedialog.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/tallycurves.h"
#include "ui/plots/timebar.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr qint64 MostLocks = 50;

} // namespace

ContentionPage::ContentionPage(HistoryBridge &link, TimeWindow &window, QWidget *parent)
    : QWidget(parent), m_window(window), m_feed(link, window), m_bar(new TimeBar(window, this)),
      m_plots(new ContentionPlots(window, this)), m_histogram(new HoldHistogram(this)),
      m_table(new ContentionTable(link, window, MostLocks, this)), m_export(new QPushButton(this)),
      m_stack(new QStackedLayout)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    auto *side = new QSplitter(Qt::Vertical, this);
    side->setChildrenCollapsible(false);
    side->addWidget(m_histogram);
    side->addWidget(m_table);
    side->setStretchFactor(0, 2);
    side->setStretchFactor(1, 3);
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_plots);
    parts->addWidget(side);
    parts->setSizes({characters(*this, 120), characters(*this, 72)});
    parts->setStretchFactor(0, 12);
    parts->setStretchFactor(1, 7);
    auto *empty = new EmptyState(this);
    empty->say(tr("Nothing to plot yet"),
               tr("Changes to locks are plotted from the first second of a connection."), {});
    m_stack->addWidget(empty);
    m_stack->addWidget(parts);
    column->addLayout(m_stack, 1);
    showEmptyOrPlots();
    fillExport();
    connect(&m_feed, &TallyFeed::changed, this, [this] {
        showEmptyOrPlots();
        m_plots->show(m_feed.tallies());
        showSums();
    });
    connect(&window, &TimeWindow::changed, this, &ContentionPage::showSums);
    connect(m_plots, &ContentionPlots::hovered, m_bar, &TimeBar::say);
    connect(m_table, &ContentionTable::lockWanted, this, &ContentionPage::lockWanted);
}

void ContentionPage::showNow(const LockTotals &now)
{
    m_plots->showNow(now);
}

void ContentionPage::setConnected(bool connected)
{
    m_connected = connected;
    showEmptyOrPlots();
}

// A past range may be empty: the user can move on from it.
void ContentionPage::showEmptyOrPlots()
{
    const bool empty = m_feed.tallies().empty() && m_window.isLive() && !m_connected;
    m_stack->setCurrentIndex(empty ? 0 : 1);
}

void ContentionPage::fillExport()
{
    m_export->setText(tr("Export…"));
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_export->setToolTip(tr("Save this view as a file"));
    auto *menu = new QMenu(m_export);
    const auto offer = [this, menu](const QString &text, const SaveRequest &request) {
        menu->addAction(text, this, [this, request] { askForFile(this, request); });
    };
    const auto failed = [this](const Failure &why) { emit this->failed(why); };
    offer(tr("Figures over time…"),
          {.title = tr("Save figures over time"),
           .name = QStringLiteral("lockscope-contention"),
           .endings = plotEndings(),
           .save = [this](const QString &fileName) { return m_plots->save(fileName); },
           .failed = failed});
    offer(tr("Hold times…"), {.title = tr("Save hold times"),
                              .name = QStringLiteral("lockscope-hold-times"),
                              .endings = plotEndings(),
                              .save = [this](const QString &fileName) { return m_histogram->save(fileName); },
                              .failed = failed});
    offer(tr("Most contended locks…"),
          {.title = tr("Save most contended locks"),
           .name = QStringLiteral("lockscope-demand"),
           .endings = {QStringLiteral("csv")},
           .save = [this](const QString &fileName) { return m_table->save(fileName); },
           .failed = failed});
    m_export->setMenu(menu);
    m_bar->add(m_export);
}

void ContentionPage::showSums()
{
    if (!isVisible() || !m_feed.isKnown())
        return;
    const Tally sum = sumOf(m_feed.tallies(), m_window.range());
    m_histogram->show(sum.holds, sum.sampled, sum.length);
}

QSize ContentionPage::sizeHint() const
{
    return {characters(*this, 160), fontMetrics().height() * 22};
}

void ContentionPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_feed.setActive(true);
}

void ContentionPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
}

} // namespace lockscope
