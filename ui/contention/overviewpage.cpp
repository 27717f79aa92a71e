// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/overviewpage.h"

#include "ui/contention/causes/costtext.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/figurecard.h"
#include "ui/contention/figurehelp.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cardgrid.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/linklist.h"

#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr qint64 MostRanked = 20;
constexpr size_t MostWorst = 3;

template<class Value, class Sampled>
std::vector<SparkPoint> pointsOf(const std::deque<Tally> &tallies, const HistoryRange &range,
                                 const Value &value, const Sampled &sampled)
{
    std::vector<SparkPoint> points;
    const double from = axisSeconds(range.from);
    const double length = axisSeconds(range.to) - from;
    for (size_t i = 0; i < tallies.size(); ++i) {
        const Tally &tally = tallies[i];
        const double since = (axisSeconds(tally.from) - from) / length;
        const double at = (axisSeconds(tally.from + tally.length) - from) / length;
        if (at >= 0)
            points.push_back({.since = since,
                              .at = at,
                              .value = value(i),
                              .sampled = sampled(tally),
                              .blind = tally.blind});
    }
    return points;
}

std::vector<SparkPoint> curvePoints(Curve curve, const std::deque<Tally> &tallies, const HistoryRange &range)
{
    return pointsOf(
        tallies, range, [curve, &tallies](size_t at) { return valueAt(curve, tallies, at); },
        [curve](const Tally &tally) { return isSampled(curve, tally); });
}

} // namespace

OverviewPage::OverviewPage(HistoryBridge &bridge, TimeWindow::Clock clock, QWidget *parent, Of source)
    : QWidget(parent), m_of(source), m_window(std::move(clock)), m_feed(bridge, m_window),
      m_costs(bridge, m_window), m_pace(this, [this] { draw(); }),
      m_table(new ContentionTable(bridge, m_window, MostRanked, this)), m_worstHead(new QLabel(this)),
      m_worst(new LinkList(this)), m_head(new QLabel(this)), m_stack(new QStackedLayout(this))
{
    makeCards();
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    auto *cards = new QScrollArea(this);
    cards->setWidgetResizable(true);
    cards->setFrameShape(QFrame::NoFrame);
    cards->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    cards->setFocusPolicy(Qt::NoFocus);
    cards->setWidget(makeGrid());
    parts->addWidget(cards);
    parts->addWidget(makeSide());
    // Both shrink with the window; neither pushes the other out of a small one.
    parts->setSizes({characters(*this, 120), characters(*this, 72)}); // As the page Contention
    parts->setStretchFactor(0, 12);
    parts->setStretchFactor(1, 7);
    auto *empty = new EmptyState(this);
    empty->say(tr("No figures yet"),
               tr("Locks, waiters and hold times are counted from the first second of a connection."), {});
    m_stack->addWidget(empty);
    m_stack->addWidget(parts);
    showEmptyOrCards();
    applyTheme();
    connect(&m_feed, &TallyFeed::changed, this, [this] { m_pace.want(); });
    connect(&m_costs, &CostFeed::changed, this, &OverviewPage::showCosts);
    connect(m_worst, &LinkList::lockWanted, this, &OverviewPage::lockWanted);
    connect(m_table, &ContentionTable::lockWanted, this, &OverviewPage::lockWanted);
    connect(m_table, &ContentionTable::listed, this, [this] { m_pace.want(); });
    showCosts();
}

QWidget *OverviewPage::makeSide()
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(spacing(Spacing::Small), spacing(Spacing::Small), spacing(Spacing::Small), 0);
    column->setSpacing(spacing(Spacing::Tight));
    m_worstHead->setText(tr("Most waiting caused"));
    m_worstHead->setToolTip(text::whatWaitingCausedIs());
    m_worst->setAccessibleName(m_worstHead->text());
    m_head->setBuddy(m_table);
    column->addWidget(m_worstHead);
    column->addWidget(m_worst);
    column->addWidget(m_head);
    column->addWidget(m_table, 1);
    side->setMinimumHeight(m_head->sizeHint().height() + m_table->heightWith(1));
    return side;
}

// The worst locks, each with the client that caused most of it.
void OverviewPage::showCosts()
{
    const std::vector<WaitingCost> &costs = m_costs.costs().locks;
    m_table->showCosts(costs);
    std::vector<LockName> keys;
    QStringList notes;
    for (const WaitingCost &cost : costs) {
        if (keys.size() == MostWorst)
            break;
        keys.push_back(LockName{cost.name});
        const QString pattern = cost.worst.isEmpty() ? QStringLiteral("%1")
                                : cost.waitedForWorst * 2 > cost.waited
                                    ? tr("%1, mostly %2", "waiting caused; client")
                                    : tr("%1, most by %2", "waiting caused; client");
        QString note = pattern.arg(text::waitingCaused(cost.waited));
        if (!cost.worst.isEmpty())
            note = note.arg(text::costName(cost.worst, CostBy::Client));
        notes << note;
    }
    m_worst->show(keys, notes);
    m_hasWorst = !keys.empty();
    fit();
}

// The table names the same locks: without room for both, it is enough.
void OverviewPage::fit()
{
    const int above =
        lines(*this, int(MostWorst) + 2) + spacing(Spacing::Small) + 3 * spacing(Spacing::Tight);
    const bool shown = m_hasWorst && height() >= above + m_table->heightWith(ContentionTable::LeastRows);
    m_worstHead->setVisible(shown);
    m_worst->setVisible(shown);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void OverviewPage::makeCards()
{
    for (size_t i = 0; i < m_cards.size(); ++i) {
        const auto curve = Curve(i);
        m_cards[i] = new FigureCard(cardTitle(curve),
                                    m_of == Of::Recording ? helpThen(curve, m_window.span())
                                                          : helpNow(curve, m_window.span()),
                                    actionOf(curve), this);
        if (actionOf(curve).isEmpty())
            continue;
        connect(m_cards[i], &QAbstractButton::clicked, this,
                [this, curve] { emit filterWanted(filterOf(curve)); });
    }
    for (size_t i = 0; i < m_levels.size(); ++i) {
        const auto level = VerdictLevel(i);
        m_levels[i] = new FigureCard(text::verdictWord(level),
                                     m_of == Of::Recording ? tr("Held locks with a verdict of this level")
                                                           : tr("Locks with a verdict of this level"),
                                     tr("Click to show these locks"), this);
        connect(m_levels[i], &QAbstractButton::clicked, this, [this, level] {
            emit filterWanted(QStringLiteral("verdict:") + QLatin1String(lockscope::name(level)));
        });
    }
}

// What an incident begins with is first and large; the rest is one line each.
QWidget *OverviewPage::makeGrid()
{
    auto *page = new QWidget(this);
    auto *large = new CardGrid;
    auto *small = new CardGrid;
    for (CardGrid *grid : {large, small})
        grid->setSpacing(spacing(Spacing::Small));
    for (FigureCard *card :
         {m_levels[size_t(VerdictLevel::Critical)], m_levels[size_t(VerdictLevel::Warning)],
          m_cards[size_t(Curve::Held)], m_cards[size_t(Curve::Waiters)], m_cards[size_t(Curve::HoldNinety)]})
        large->addWidget(card);
    for (FigureCard *card : {m_levels[size_t(VerdictLevel::Info)], m_levels[size_t(VerdictLevel::Ok)],
                             m_cards[size_t(Curve::WaitEstimate)], m_cards[size_t(Curve::Acquired)],
                             m_cards[size_t(Curve::Released)], m_cards[size_t(Curve::Renewed)],
                             m_cards[size_t(Curve::HoldMedian)], m_cards[size_t(Curve::HoldNinetyNine)],
                             m_cards[size_t(Curve::OtherwiseEnded)]}) {
        card->setCompact(true);
        small->addWidget(card);
    }
    QWidget *last = nullptr;
    for (const CardGrid *grid : {large, small}) {
        for (int i = 0; i < grid->count(); ++i) {
            QWidget *card = grid->itemAt(i)->widget();
            if (QWidget *before = std::exchange(last, card))
                setTabOrder(before, card);
        }
    }
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(margins(Spacing::Small));
    column->setSpacing(spacing(Spacing::Small));
    column->addLayout(large, 1);
    column->addLayout(small);
    return page;
}

void OverviewPage::setConnected(bool connected)
{
    m_connected = connected;
    showEmptyOrCards();
}

void OverviewPage::showEmptyOrCards()
{
    m_stack->setCurrentIndex(m_feed.tallies().empty() && !m_connected ? 0 : 1);
}

void OverviewPage::applyTheme()
{
    const Theme theme = Theme::of(palette());
    for (size_t i = 0; i < m_levels.size(); ++i)
        m_levels[i]->setLook(theme.verdictIcon(VerdictLevel(i)), theme.verdict(VerdictLevel(i)));
}

// The list of a recording has the held locks only, and does not know the renewals of each.
QString OverviewPage::actionOf(Curve curve) const
{
    const bool isOfOthers =
        curve == Curve::Released || curve == Curve::OtherwiseEnded || curve == Curve::Renewed;
    return m_of == Of::Recording && isOfOthers ? QString() : actionOfLive(curve);
}

// Computed on demand, with the percentile of that moment.
QString OverviewPage::filterOf(Curve curve) const
{
    if (m_of == Of::Recording && curve == Curve::Held)
        return {}; // All that it lists
    const HistoryRange range = m_window.range();
    switch (curve) {
    case Curve::Held:
        return QStringLiteral("count>0");
    case Curve::Acquired:
        return QStringLiteral("held<5s");
    case Curve::Released:
    case Curve::OtherwiseEnded:
        return QStringLiteral("count:0");
    case Curve::Waiters:
    case Curve::WaitEstimate:
        return QStringLiteral("waiters>0");
    case Curve::Renewed:
        return QStringLiteral("renewals>0");
    case Curve::HoldMedian:
    case Curve::HoldNinety:
    case Curve::HoldNinetyNine: {
        const double seconds = valueOver(curve, m_feed.tallies(), range);
        return std::isnan(seconds)
                   ? QStringLiteral("count>0")
                   : QStringLiteral("held>") + durationText(milliseconds(qRound64(seconds * 1000)));
    }
    }
    return {};
}

void OverviewPage::draw()
{
    const HistoryRange range = m_window.range();
    showEmptyOrCards();
    const auto begin = m_window.historyBegin();
    const QString length = text::duration(m_window.span());
    m_head->setText(begin                   ? tr("Most contended since %1").arg(text::clockTime(*begin))
                    : m_of == Of::Recording ? tr("Most contended, %1 before this moment").arg(length)
                                            : tr("Most contended, last %1").arg(length));
    for (size_t i = 0; i < m_cards.size(); ++i) {
        if (Curve(i) == Curve::WaitEstimate)
            drawWait();
        else
            m_of == Of::Recording ? drawThen(Curve(i), range) : drawCurve(Curve(i), range);
    }
    for (size_t i = 0; i < m_levels.size(); ++i)
        drawLevel(VerdictLevel(i), range);
}

// The list says so at once, and knows which part of the locks is seen; the tallies say whether changes were.
bool OverviewPage::isBlind() const
{
    return m_now ? m_isLost : !m_feed.tallies().empty() && m_feed.tallies().back().blind;
}

// Empty: nothing speaks against an estimate.
QString OverviewPage::whyNoWait() const
{
    if (m_of == Of::Recording)
        return m_gaps.figures;
    const std::deque<Tally> &tallies = m_feed.tallies();
    if (!tallies.empty() && std::ranges::all_of(tallies, &Tally::blind))
        return tr("Nothing was read yet");
    return isBlind() || (!tallies.empty() && tallies.back().blind) ? whyLost() : QString();
}

// Of one lock: see Tally::waitEstimate().
void OverviewPage::drawWait()
{
    FigureCard::Figure figure{.value = QStringLiteral("—")};
    QString why = whyNoWait();
    const Contention *longest = m_table->contention().longestWait();
    // A client that comes now does not wait: none holds a lock or waits for one.
    const bool isIdle = m_now && m_now->held == 0 && m_now->waiters == 0;
    if (!why.isEmpty()) {
        showUnknown(figure);
    } else if (m_of != Of::Recording && m_now && m_now->hideWaiters()) {
        why = tr("No lock shows its waiters: the clients poll, or sleep on a list");
    } else if (longest && !isIdle && !longest->waitEstimate()) {
        showUnknown(figure);
        why = tr("%1 had waiters and was not acquired in this time").arg(text::key(longest->key));
    } else if (longest && !isIdle) {
        figure.value = text::duration(*longest->waitEstimate());
        figure.mark = sampledMark();
        why = whySampled() + u'\n' +
              tr("The longest of the most contended locks: %1").arg(text::key(longest->key));
    }
    m_cards[size_t(Curve::WaitEstimate)]->show(std::move(figure), why);
}

// Of the moment, and of the minute that has it. What is not loaded yet is a dash.
void OverviewPage::drawThen(Curve curve, const HistoryRange &range)
{
    const std::deque<Tally> &tallies = m_feed.tallies();
    FigureCard::Figure figure{
        .value = QStringLiteral("—"), .mark = {}, .points = curvePoints(curve, tallies, range)};
    QString why;
    std::optional<Tally> tally;
    if (m_now && curve == Curve::Held) {
        why = m_gaps.held;
        figure.value = text::heldCount(m_now->held, m_now->undecided);
    } else if (m_now && curve == Curve::Waiters) {
        why = m_gaps.waiters;
        if (why.isEmpty() && m_now->hideWaiters())
            why = tr("The waiters of these locks are not recorded");
        figure.value = text::waiterSum(*m_now);
    } else if (m_now && !m_gaps.figures.isEmpty()) {
        why = m_gaps.figures;
    } else if (m_now && m_feed.covers(range)) {
        tally = tallyThen(curve, range);
        if (tally) // Also a dash, without a mark: too few holds for a percentile are no fault
            figure.value = curveText(curve, curveValue(curve, *tally));
        else
            why = tr("The recording has no figures of this time");
    }
    if (!why.isEmpty()) {
        showUnknown(figure);
    } else if (figure.value != QStringLiteral("—") && isSampled(curve, tally.value_or(Tally()))) {
        figure.mark = figure.value.startsWith(u'≥') ? QString() : sampledMark();
        why = whySampled();
    }
    m_cards[size_t(curve)]->show(std::move(figure), why);
}

// Empty: the recording does not have it.
std::optional<Tally> OverviewPage::tallyThen(Curve curve, const HistoryRange &range) const
{
    const std::deque<Tally> &tallies = m_feed.tallies();
    if (isOfHolds(curve))
        return std::ranges::all_of(tallies, &Tally::blind) ? std::nullopt
                                                           : std::optional(sumOf(tallies, range));
    const auto then = std::ranges::find_if(tallies, [&range](const Tally &tally) {
        return tally.from <= range.to && range.to < tally.from + tally.length;
    });
    return then == tallies.end() || then->blind ? std::nullopt : std::optional(*then);
}

void OverviewPage::drawCurve(Curve curve, const HistoryRange &range)
{
    const std::deque<Tally> &tallies = m_feed.tallies();
    FigureCard::Figure figure{.value = QStringLiteral("—")};
    figure.points = curvePoints(curve, tallies, range);
    if (tallies.empty())
        return m_cards[size_t(curve)]->show(std::move(figure));
    const Tally now = isOfHolds(curve) ? sumOf(tallies, range) : Tally(tallies.back());
    const bool isListed = m_now && m_now->locks > 0; // Of a lost server, as last known
    const LockTotals &totals = m_now && (!isBlind() || isListed) ? *m_now : now.totals;
    figure.value = curve == Curve::Held               ? text::heldCount(totals.held, totals.undecided)
                   : curve == Curve::Waiters && m_now ? text::waiterSum(*m_now)
                                                      : curveText(curve, valueOver(curve, tallies, range));
    QString why;
    if (std::ranges::all_of(tallies, &Tally::blind) && !(curve == Curve::Held && isBlind() && isListed)) {
        showUnknown(figure);
        why = tr("Nothing was read yet");
    } else if (isBlind() && curve == Curve::Held) {
        showUnknown(figure, QString(figure.value));
        why = whyLost();
    } else if ((isBlind() || tallies.back().blind) && curve != Curve::Held &&
               !isOfHolds(curve)) { // What was not seen is not 0
        showUnknown(figure);
        why = whyLost();
    } else if (curve == Curve::Waiters && m_now && m_now->hideWaiters()) {
        figure.value = QStringLiteral("—");
        why = tr("No lock shows its waiters: the clients poll, or sleep on a list");
    } else if (figure.value != QStringLiteral("—") && isSampled(curve, now)) {
        figure.mark = figure.value.startsWith(u'≥') ? QString() : sampledMark();
        why = whySampled();
    }
    m_cards[size_t(curve)]->show(std::move(figure), why);
}

// The counts change at once; the rest with the next second.
void OverviewPage::showNow(const LockTotals &now, bool isLost)
{
    if (now.hideWaiters() != (m_now && m_now->hideWaiters()))
        m_pace.want();
    m_now = now;
    if (std::exchange(m_isLost, isLost) != isLost)
        m_pace.drawNow();
    if (!isVisible() || m_feed.tallies().empty() || isBlind())
        return;
    m_cards[size_t(Curve::Held)]->setValue(text::heldCount(now.held, now.undecided));
    if (!now.hideWaiters())
        m_cards[size_t(Curve::Waiters)]->setValue(text::waiterSum(now));
    for (size_t level = 0; level < m_levels.size(); ++level)
        m_levels[level]->setValue(text::number(now.levels[level]));
}

void OverviewPage::showMoment(const LockTotals &then, const Gaps &gaps)
{
    m_now = then;
    m_gaps = gaps;
    m_window.clockMoved();
    if (isVisible())
        m_pace.want();
}

void OverviewPage::drawLevel(VerdictLevel level, const HistoryRange &range)
{
    const std::deque<Tally> &tallies = m_feed.tallies();
    FigureCard::Figure figure{.value = QStringLiteral("—")};
    const auto count = [level, &tallies](size_t at) {
        return double(tallies[at].totals.levels[size_t(level)]);
    };
    figure.points = pointsOf(tallies, range, count, [](const Tally &) { return false; });
    QString why;
    if (m_of == Of::Recording) {
        why = m_gaps.verdicts;
        if (!why.isEmpty())
            showUnknown(figure);
        else if (m_now)
            figure.value = text::number(m_now->levels[size_t(level)]);
    } else if (!tallies.empty() &&
               isBlind()) { // In the tallies, every lock of a lost server counts as harmless
        const bool isListed = m_now && m_now->locks > 0;
        showUnknown(figure, isListed ? text::number(m_now->levels[size_t(level)]) : QString());
        why = whyLost();
    } else if (!tallies.empty()) {
        figure.value = text::number((m_now ? *m_now : tallies.back().totals).levels[size_t(level)]);
    }
    m_levels[size_t(level)]->show(std::move(figure), why);
}

QSize OverviewPage::sizeHint() const
{
    return {characters(*this, 160), fontMetrics().height() * 20};
}

void OverviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_feed.setActive(true);
    m_costs.setActive(true);
    m_pace.drawNow();
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
    m_costs.setActive(false);
}

void OverviewPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

} // namespace lockscope
