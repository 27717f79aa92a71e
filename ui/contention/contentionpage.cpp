// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionpage.h"

#include "ui/contention/causes/causespane.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/forms/savedialog.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/tallycurves.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QAction>
#include <QKeyEvent>
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

ContentionPage::ContentionPage(HistoryBridge &bridge, TimeWindow &window, QWidget *parent)
    : QWidget(parent), m_window(window), m_feed(bridge, window), m_lockFeed(bridge, m_feed, window),
      m_scope(new ContentionScope(this)), m_bar(new TimeBar(window, this)),
      m_plots(new ContentionPlots(window, this)), m_histogram(new HoldHistogram(this)),
      m_table(new ContentionTable(bridge, window, MostLocks, this)),
      m_causes(new CausesPane(bridge, window, m_table, this)), m_side(new QSplitter(Qt::Vertical, this)),
      m_export(new QPushButton(this)), m_together(new QAction(tr("Show all locks together"), this)),
      m_none(new EmptyState(this)), m_plotsOrNone(new QStackedLayout), m_stack(new QStackedLayout)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    auto *plots = new QWidget(this);
    plots->setLayout(m_plotsOrNone);
    m_plotsOrNone->addWidget(m_plots);
    m_plotsOrNone->addWidget(m_none);
    m_side->setChildrenCollapsible(false);
    m_side->addWidget(m_histogram);
    m_side->addWidget(m_causes);
    m_side->setStretchFactor(0, 2);
    m_side->setStretchFactor(1, 3);
    m_side->setMinimumHeight(m_causes->minimumHeight());
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(plots);
    parts->addWidget(m_side);
    parts->setSizes({characters(*this, 120), characters(*this, 72)});
    parts->setStretchFactor(0, 12);
    parts->setStretchFactor(1, 7);
    auto *empty = new EmptyState(this);
    empty->say(tr("Nothing to plot yet"),
               tr("Changes to locks are plotted from the first second of a connection."), {});
    m_stack->addWidget(empty);
    m_stack->addWidget(parts);
    column->addLayout(m_stack, 1);
    m_table->allowSeveral();
    m_bar->add(m_scope);
    fillExport();
    wire();
    showEmptyOrPlots();
    arrange();
}

void ContentionPage::wire()
{
    connect(m_together, &QAction::triggered, this,
            [this] { m_scope->setView(ContentionScope::AllTogether); });
    connect(&m_feed, &TallyFeed::changed, this, [this] {
        showEmptyOrPlots();
        m_plots->show(m_feed.tallies());
        showSums();
    });
    connect(&m_lockFeed, &LockFeed::changed, this, [this] {
        m_plots->show(m_lockFeed.tallies());
        showSums();
    });
    connect(&m_window, &TimeWindow::changed, this, &ContentionPage::showSums);
    connect(m_plots, &ContentionPlots::hovered, m_bar, &TimeBar::say);
    connect(m_plots, &ContentionPlots::lockChosen, this,
            [this](const LockName &key) { m_table->choose({key}); });
    connect(m_table, &ContentionTable::lockWanted, this, &ContentionPage::lockWanted);
    connect(m_causes, &CausesPane::lockWanted, this, &ContentionPage::lockWanted);
    connect(m_causes, &CausesPane::costsChanged, this,
            [this](const WaitingCosts &costs) { m_table->showCosts(costs.locks); });
    connect(m_table, &ContentionTable::listed, this, [this] {
        m_listed = true;
        arrange();
    });
    connect(m_table, &ContentionTable::choiceChanged, this, [this] {
        const std::vector<LockName> &keys = m_table->selected();
        m_scope->showLocks(keys);
        m_bar->setNote(keys.size() == 1 ? text::key(keys.front()) : QString(), Qt::ElideMiddle);
        arrange();
        showSums();
    });
    connect(m_scope, &ContentionScope::changed, this, &ContentionPage::arrange);
    connect(m_scope, &ContentionScope::backWanted, this, [this] { m_table->choose({}); });
}

// A plot of waiters is empty where no client waited.
// A lock keeps its place while it is among the most contended; another takes a place that became free.
const std::vector<LockName> &ContentionPage::keysInPlaces()
{
    std::vector<LockName> next;
    const bool isOfWaiting = isOfWaiters(curvePanels()[m_scope->series().front()].front());
    for (const Contention &lock : m_table->contention().locks()) {
        if (next.size() < MostPlots && (!isOfWaiting || lock.mostWaiters > 0))
            next.push_back(lock.key);
    }
    std::vector<LockName> fresh = next;
    std::erase_if(fresh,
                  [this](const LockName &key) { return std::ranges::find(m_places, key) != m_places.end(); });
    for (LockName &place : m_places) {
        if (std::ranges::find(next, place) != next.end() || fresh.empty())
            continue;
        place = fresh.front();
        fresh.erase(fresh.begin());
    }
    std::erase_if(m_places,
                  [&next](const LockName &key) { return std::ranges::find(next, key) == next.end(); });
    m_places.insert(m_places.end(), fresh.begin(), fresh.end());
    return m_places;
}

// Which locks and figures have a plot.
void ContentionPage::arrange()
{
    const bool apart = m_scope->isApart();
    std::vector<LockName> keys = m_table->selected();
    if (keys.empty() && apart)
        keys = keysInPlaces();
    std::vector<ContentionCell> cells;
    for (const size_t series : m_scope->series()) {
        for (const LockName &key : keys)
            cells.push_back({.key = key, .curves = curvePanels()[series]});
        if (!apart && keys.empty())
            cells.push_back({.curves = curvePanels()[series]});
    }
    m_plots->setCells(cells, apart);
    m_lockFeed.setKeys(keys);
    const bool isNone = apart && keys.empty() && m_listed;
    if (isNone)
        sayWhyNone();
    m_plotsOrNone->setCurrentIndex(isNone ? 1 : 0);
}

void ContentionPage::sayWhyNone()
{
    if (m_table->contention().locks().empty())
        m_none->say(tr("No contended locks"),
                    tr("No lock was acquired or waited for in this period, as far as it was observed."),
                    {m_together});
    else
        m_none->say(tr("No waiters seen"),
                    tr("No client was seen to wait in this period. Select another figure, or a lock."),
                    {m_together});
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
    offer(tr("Waiting caused, or what changed…"),
          {.title = tr("Save waiting caused, or what changed"),
           .name = QStringLiteral("lockscope-causes"),
           .endings = {QStringLiteral("csv")},
           .save = [this](const QString &fileName) { return m_causes->save(fileName); },
           .failed = failed});
    m_export->setMenu(menu);
    m_bar->add(m_export);
}

// Of the selected locks, otherwise of all.
void ContentionPage::showSums()
{
    if (!isVisible() || !m_feed.isKnown())
        return;
    const HistoryRange range = m_window.range();
    const std::vector<LockName> &keys = m_table->selected();
    m_histogram->showOnly(keys);
    Tally sum = keys.empty() ? sumOf(m_feed.tallies(), range) : Tally{};
    for (const LockName &key : keys) {
        const auto found = m_lockFeed.tallies().find(key);
        if (found == m_lockFeed.tallies().end())
            return; // Its figures arrive soon
        const Tally one = sumOf(found->second, range);
        sum.holds.add(one.holds);
        sum.sampled = sum.sampled || one.sampled;
    }
    m_histogram->show(sum.holds, sum.sampled);
}

QSize ContentionPage::sizeHint() const
{
    return {characters(*this, 160), fontMetrics().height() * 22};
}

// Without room for it above the table, it is one more view beside that.
void ContentionPage::placeHistogram()
{
    const int causes = m_causes->headHeight() + m_table->heightWith(ContentionTable::LeastRows);
    const int room = height() - m_bar->sizeHint().height();
    const bool fits = room >= m_histogram->minimumHeight() + m_side->handleWidth() + causes;
    m_causes->setMinimumHeight(fits ? causes : m_side->minimumHeight());
    if (fits == (m_side->indexOf(m_histogram) >= 0))
        return;
    if (!fits)
        return m_causes->addView(m_histogram, tr("Hold times"));
    m_causes->removeView(m_histogram);
    m_side->insertWidget(0, m_histogram);
    m_histogram->show();
}

// From every part of the page, or Escape clears the selection or the filter of the window.
bool ContentionPage::event(QEvent *event)
{
    if (isEscapeOverride(*event) && !m_table->selected().empty())
        event->accept();
    return QWidget::event(event);
}

void ContentionPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_table->selected().empty())
        return m_table->choose({});
    QWidget::keyPressEvent(event);
}

void ContentionPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeHistogram();
}

void ContentionPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_lockFeed.setActive(true);
    m_feed.setActive(true);
}

void ContentionPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
    m_lockFeed.setActive(false);
}

} // namespace lockscope
