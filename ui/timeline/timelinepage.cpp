// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepage.h"

#include "ui/forms/savedialog.h"
#include "ui/plots/plotfile.h"
#include "ui/plots/timebar.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/lanelegend.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinelanes.h"
#include "ui/widgets/scrolled.h"

#include <QComboBox>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Patience = 120ms; // Wait until the user stops dragging or scrolling
constexpr milliseconds LeastPace = 1s;
constexpr milliseconds MostPace = 30s;
constexpr int PaceShare = 300; // Fraction of the span: new data then covers one or two pixels
constexpr size_t MostHolds = 20'000;

constexpr int LowPage = 18; // Lines of text

class LegendArea final : public UpDownScroll
{
public:
    using UpDownScroll::UpDownScroll;
    QSize sizeHint() const override
    {
        const QSize page = widget()->minimumSizeHint();
        return {page.width() + verticalScrollBar()->sizeHint().width(), page.height()};
    }
};

} // namespace

TimelinePage::TimelinePage(HistoryBridge &bridge, TimeWindow &window, Listed listed, QWidget *parent)
    : QWidget(parent), m_bridge(bridge), m_window(window), m_listed(std::move(listed)),
      m_bar(new TimeBar(window, this)), m_choices(new QComboBox(this)), m_back(new QToolButton(this)),
      m_legendButton(new QToolButton(this)), m_legend(new LaneLegend),
      m_legendArea(new LegendArea(m_legend, this)), m_body(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_export(new QPushButton(tr("Export…"), this)), m_lanes(new HoldLanes(window, this)),
      m_moment(new MomentView(MomentView::Of::LiveHistory, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_lanes);
    parts->addWidget(m_moment);
    parts->setSizes({characters(*this, 110), characters(*this, 75)});
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 0);
    m_body->setContentsMargins({});
    m_body->setSpacing(0);
    m_body->addWidget(parts, 1);
    m_body->addWidget(m_legendArea);
    column->addLayout(m_body, 1);
    m_legendArea->setMinimumHeight(lines(*this, 1));
    m_legendArea->hide();
    m_moment->hide();
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    makeBar();
    wire();
    m_lanes->clear(tr("Loading the history…"));
}

void TimelinePage::makeBar()
{
    m_choices->addItem(tr("Follow selection"), Selected);
    m_choices->addItem(tr("Most contended locks"), MostInDemand);
    m_choices->addItem(tr("Locks in list order"), AsListed);
    m_choices->setAccessibleName(tr("Locks with a lane"));
    m_choices->setToolTip(tr("Locks with a lane. If no lock is selected, the most contended locks."));
    m_back->setText(tr("Look back"));
    m_back->setCheckable(true);
    m_back->setFocusPolicy(Qt::StrongFocus);
    m_back->setToolTip(tr("Show all locks at a moment of the past: drag its line, or use the arrow keys"));
    m_bar->add(m_choices);
    m_bar->add(m_back);
    m_legendButton->setText(tr("Legend"));
    m_legendButton->setAccessibleName(m_legendButton->text());
    m_legendButton->setIcon(glyphIcon(Glyph::Info)); // There is little room at 1024 pixels
    m_legendButton->setCheckable(true);
    m_legendButton->setFocusPolicy(Qt::StrongFocus);
    m_legendButton->setToolTip(tr("Explain the colours and marks that are on screen"));
    m_bar->add(m_legendButton);
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_export->setToolTip(tr("Save this view as a file"));
    m_bar->add(m_export);
}

void TimelinePage::wire()
{
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_window.isLive())
            ask();
    });
    connect(&m_patience, &QTimer::timeout, this, &TimelinePage::ask);
    connect(&m_window, &TimeWindow::changed, this, [this] {
        if (!isVisible())
            return;
        m_tidy = true;
        m_patience.start();
        m_clock.start(pace());
    });
    connect(m_choices, &QComboBox::currentIndexChanged, this, [this] {
        m_places.clear();
        ask();
    });
    connect(m_lanes, &HoldLanes::roomChanged, this, [this] {
        if (isVisible() && !m_keys.empty())
            m_patience.start();
    });
    connect(m_legendButton, &QToolButton::toggled, m_legendArea, &QWidget::setVisible);
    connect(m_lanes, &HoldLanes::signsChanged, this, [this] { m_legend->show(m_lanes->drawnSigns()); });
    connect(m_back, &QToolButton::clicked, this, [this](bool on) {
        const HistoryRange range = m_window.range();
        lookBack(on ? std::optional(range.from + (range.to - range.from) / 2) : std::nullopt);
        m_lanes->setFocus();
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        askForFile(this, {.title = tr("Save timeline"),
                          .name = QStringLiteral("lockscope-timeline"),
                          .endings = plotEndings(),
                          .save = [this](const QString &fileName) { return m_lanes->save(fileName); },
                          .failed = [this](const Failure &why) { emit failed(why); }});
    });
    connect(m_lanes, &HoldLanes::momentChanged, this, [this](std::optional<WallTime> at) {
        if (!m_leavesMoment)
            lookBack(at);
        else if (at)
            emit momentWanted(*at);
        else {
            m_lanes->setMoment(m_at);
            emit clearWanted();
        }
    });
    connect(m_lanes, &HoldLanes::hovered, m_bar, &TimeBar::say);
    connect(m_lanes, &HoldLanes::lockWanted, this, &TimelinePage::lockWanted);
    connect(m_moment, &MomentView::lockWanted, this, &TimelinePage::lockWanted);
    connect(m_moment, &MomentView::closeWanted, this, [this] { lookBack({}); });
    connect(&m_bridge, &HistoryBridge::opened, this, &TimelinePage::forget);
    connect(&m_bridge, &HistoryBridge::contentionReady, this,
            [this](quint64 id, const std::vector<Contention> &locks) {
                if (id != m_askedLocks)
                    return;
                std::vector<LockName> keys;
                for (const Contention &lock : locks)
                    keys.push_back(lock.key);
                m_askedLocks = 0;
                askHolds(keys);
            });
    connect(&m_bridge, &HistoryBridge::holdsReady, this, [this](quint64 id, const HoldsAnswer &answer) {
        if (id == m_askedHolds)
            take(answer);
    });
    connect(&m_bridge, &HistoryBridge::momentReady, this, [this](quint64 id, const HistoryMoment &moment) {
        if (id != m_askedMoment)
            return;
        m_askedMoment = 0;
        m_sorting = m_at.has_value(); // The next moment is requested once this one is visible
        if (m_sorting)
            m_moment->show(moment);
    });
    connect(m_moment, &MomentView::shown, this, [this] {
        m_sorting = false;
        if (m_momentAgain)
            askMoment();
    });
}

milliseconds TimelinePage::pace() const
{
    return std::clamp(m_window.span() / PaceShare, LeastPace, MostPace);
}

void TimelinePage::ask()
{
    m_again = m_askedLocks != 0 || m_askedHolds != 0;
    if (!isVisible() || m_again)
        return;
    if (choice() == Selected && !m_selected.isEmpty())
        return askHolds({});
    if (choice() != AsListed) {
        m_askedLocks = m_bridge.contention(m_window.range(), qint64(mostLanes()));
        return;
    }
    std::vector<LockName> keys;
    for (const LockPtr &lock : m_listed(MostLanes))
        keys.push_back(lock->key);
    askHolds(keys);
}

void TimelinePage::askHolds(const std::vector<LockName> &others)
{
    if (!isVisible())
        return;
    m_range = m_window.range();
    arrange(others);
    // Without keys the query would return all locks: ask for none, just to learn if the range was observed.
    m_askedHolds = m_bridge.holds({.range = m_range, .keys = m_keys, .most = m_keys.empty() ? 0 : MostHolds});
}

void TimelinePage::arrange(const std::vector<LockName> &others)
{
    m_keys = laneKeys(m_selected, others, mostLanes());
    if (choice() == AsListed || (choice() == Selected && !m_selected.isEmpty()))
        return;
    fillUp(m_keys, m_range);
    // Those that do not fit follow, unseen.
    const size_t room = std::min(m_lanes->room(), mostLanes());
    m_places = steadyPlaces(m_places, m_selected, m_keys, room, std::exchange(m_tidy, false));
    std::vector<LockName> keys = m_places;
    for (const LockName &key : m_keys) {
        if (std::ranges::find(m_places, key) == m_places.end() && keys.size() < mostLanes())
            keys.push_back(key);
    }
    m_keys = std::move(keys);
}

void TimelinePage::fillUp(std::vector<LockName> &keys, const HistoryRange &range)
{
    for (const LockPtr &lock : m_listed(MostListed)) {
        if (keys.size() >= mostLanes())
            return;
        if (wasHeldBefore(*lock, range.to, lockscope::now(), m_window.now()) &&
            std::find(keys.begin(), keys.end(), lock->key) == keys.end())
            keys.push_back(lock->key);
    }
}

void TimelinePage::take(const HoldsAnswer &answer)
{
    m_askedHolds = 0;
    tellBegin(answer);
    if (m_keys.empty())
        m_lanes->clear(text::whyNothing(answer, m_range));
    else
        m_lanes->show(m_keys, answer);
    m_bar->setNote(answer.leftOutBefore && !m_keys.empty()
                       ? tr("too many events: part of the time before %1 is left out")
                             .arg(text::dateAndTime(*answer.leftOutBefore))
                       : QString());
    if (m_again)
        ask();
}

// If the range begins unobserved, the history begins where observation does.
void TimelinePage::tellBegin(const HoldsAnswer &answer)
{
    if (!m_window.isLive() || answer.unseen.empty() || answer.unseen.front().from > m_range.from)
        return;
    const WallTime begin = answer.unseen.front().to;
    if (begin < m_range.to && !m_window.historyBegin())
        m_window.setHistoryBegin(begin);
}

void TimelinePage::choose(const LockName &key)
{
    if (m_selected == key)
        return;
    m_selected = key;
    m_lanes->setChosen(key);
    ask();
}

TimelinePage::Choice TimelinePage::choice() const
{
    return Choice(m_choices->currentData().toInt());
}

void TimelinePage::setChoice(Choice choice)
{
    m_choices->setCurrentIndex(m_choices->findData(choice));
}

void TimelinePage::lookBack(std::optional<WallTime> at)
{
    m_at = at;
    m_back->setChecked(at.has_value());
    m_lanes->setMoment(at);
    m_moment->setVisible(at.has_value());
    placeLegend();
    if (!at) {
        if (std::exchange(m_pausedToLookBack, false))
            m_window.goLive();
        return;
    }
    m_pausedToLookBack = m_pausedToLookBack || m_window.isLive();
    m_window.pause();
    m_moment->look(*at);
    askMoment();
}

// Below the lanes, it would leave no room for them where the page is low.
void TimelinePage::placeLegend()
{
    const bool isBeside = height() < LowPage * fontMetrics().lineSpacing() && !m_moment->isVisibleTo(this);
    m_body->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_legendArea->setSizePolicy(isBeside ? QSizePolicy::Fixed : QSizePolicy::Preferred,
                                isBeside ? QSizePolicy::Preferred : QSizePolicy::Maximum);
}

void TimelinePage::leaveMoment()
{
    m_leavesMoment = true;
    m_back->hide();
    m_bar->live()->hide();
    m_choices->removeItem(m_choices->findData(AsListed));
}

void TimelinePage::showMoment(WallTime at)
{
    m_at = at;
    m_lanes->setMoment(at);
}

// While dragging, only the latest moment is requested.
void TimelinePage::askMoment()
{
    m_momentAgain = m_askedMoment != 0 || m_sorting;
    if (m_at && !m_momentAgain)
        m_askedMoment = m_bridge.moment(*m_at);
}

void TimelinePage::forget()
{
    m_askedLocks = 0;
    m_askedHolds = 0;
    m_askedMoment = 0;
    m_sorting = false;
    m_moment->forget();
    m_bar->setNote({});
    m_places.clear();
    m_lanes->clear(tr("Loading the history…"));
    lookBack({});
    if (isVisible())
        m_patience.start();
}

QSize TimelinePage::sizeHint() const
{
    return {characters(*this, 160), fontMetrics().height() * 20};
}

void TimelinePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeLegend();
}

void TimelinePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_askedLocks = 0;
    m_askedHolds = 0;
    m_clock.start(pace());
    ask();
}

void TimelinePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
    m_patience.stop();
}

} // namespace lockscope
