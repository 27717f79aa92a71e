// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingpage.h"

#include "core/base/tr.h"
#include "core/engine/blocking/waitingtext.h"
#include "ui/blocking/blockingtree.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/blocking/graph/blockingtext.h"
#include "ui/blocking/graph/graphlegend.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/blocking/graph/zoombuttons.h"
#include "ui/blocking/waiterprobe.h"
#include "ui/bridges/enginebridge.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/scrolled.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{
namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LookEvery = 2s;
constexpr milliseconds TellEvery = 100ms; // As the list
constexpr int TellShare = 20;             // At most one part in so many of the time of the window's thread
constexpr milliseconds LookAfter = 500ms; // Of a change: rows that move more often cannot be clicked
constexpr double SideBySide = 130;        // Characters of the page's width

// Places of the tabs.
constexpr int WordsTab = 0, TreeTab = 1, PictureTab = 2;

constexpr int LowPage = 28;     // Lines of text
constexpr int VeryLow = 11;     // Lines of text: with less, there is room for one part, and nothing beside it
constexpr int LeastLines = 3;   // Lines of text
constexpr int LeastSummary = 2; // Lines of text
constexpr int LowParts = 12;    // Lines of text: with less, the picture needs the width, and no legend
constexpr int LeastBelow = 14;  // Lines of text, for the tree or the picture below the deadlocks
constexpr int MostAbove = 16;   // Lines of text, of deadlocks that can be scrolled above them

// As high as its content where there is room. Qt keeps the first hint that it was asked for.
class FittedArea final : public UpDownScroll
{
public:
    using UpDownScroll::UpDownScroll;
    QSize sizeHint() const override
    {
        return {UpDownScroll::sizeHint().width(), widget()->sizeHint().height()};
    }
};

} // namespace

BlockingPage::BlockingPage(EngineBridge &bridge, QWidget *parent)
    : QWidget(parent), m_bridge(bridge), m_summary(new QLabel),
      m_summaryArea(new FittedArea(m_summary, this)), m_by(new QComboBox(this)),
      m_again(new QPushButton(tr("Re&fresh"), this)),
      m_probe(new WaiterProbe(bridge, {m_summaryArea, m_by, m_again}, this)),
      m_deadlocks(new DeadlockNotices), m_deadlockArea(new FittedArea(m_deadlocks, this)),
      m_tree(new BlockingTree(this)), m_graph(new GraphView(this)), m_tabs(new QTabBar(this)),
      m_zoom(new ZoomButtons(*m_graph, this)), m_parts(new QSplitter(this)), m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout)
{
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText); // Names of clients are in it
    m_deadlocks->installEventFilter(this);
    m_summaryArea->installEventFilter(this);
    fillGroupings();
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeParts());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margins(Spacing::Small));
    layout->setSpacing(spacing(Spacing::Small));
    layout->addWidget(m_probe);
    layout->addLayout(m_pages, 1);
    m_clock.setInterval(LookEvery);
    connect(&m_clock, &QTimer::timeout, this, &BlockingPage::look);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, [this] { keepPace(Pace::Following); });
    m_telling.setSingleShot(true);
    connect(&m_telling, &QTimer::timeout, this, &BlockingPage::tellTimes);
    connect(&bridge, &EngineBridge::tableChanged, this, &BlockingPage::noteChange);
    connect(m_again, &QPushButton::clicked, this, [this] { keepPace(Pace::Following); });
    connect(m_tree, &BlockingTree::lockWanted, this, &BlockingPage::lockWanted);
    connect(m_graph, &GraphView::lockWanted, this, &BlockingPage::lockWanted);
    connect(m_probe, &WaiterProbe::began, this, [this] { keepPace(Pace::StandingStill); });
    connect(m_probe, &WaiterProbe::found, this,
            [this](const BlockingReport &report) { showReport(report, true); });
    connect(&bridge, &EngineBridge::blockingFound, this, [this](quint64 id, const BlockingReport &report) {
        if (id == m_asked && m_pace == Pace::Following)
            takeReport(report);
    });
    showNothingYet();
}

void BlockingPage::fillGroupings()
{
    m_by->addItem(tr("By thread"), int(BlockersBy::Thread));
    m_by->addItem(tr("By process"), int(BlockersBy::Process));
    m_by->setAccessibleName(tr("Clients in the tree"));
    m_by->setToolTip(tr("The clients in the tree: each thread, or all threads of a process together"));
    connect(m_by, &QComboBox::currentIndexChanged, this,
            [this] { m_tree->groupBy(BlockersBy(m_by->currentData().toInt())); });
}

QWidget *BlockingPage::makeParts()
{
    auto *picture = new QWidget(this);
    auto *column = new QVBoxLayout(picture);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_graph, 1);
    m_legend = new GraphLegend(*m_graph, picture);
    column->addWidget(m_legend);
    m_parts->setChildrenCollapsible(false);
    for (QAbstractScrollArea *part :
         {static_cast<QAbstractScrollArea *>(m_tree), static_cast<QAbstractScrollArea *>(m_graph)})
        part->setMinimumHeight(LeastLines * fontMetrics().lineSpacing());
    m_parts->addWidget(m_tree);
    m_parts->addWidget(picture);
    m_parts->setSizes({characters(*this, 100), characters(*this, 100)});
    for (const QString &title : {tr("Deadlocks"), tr("Tree"), tr("Picture")})
        m_tabs->addTab(title);
    m_tabs->setCurrentIndex(TreeTab);
    m_tabs->setTabVisible(WordsTab, false);
    m_tabs->setDrawBase(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Parts of the page"));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (m_arranging)
            return;
        m_areWordsWanted = tab == WordsTab;
        m_part = tab == WordsTab ? m_part : tab;
        arrange();
    });
    m_room = new QWidget(this);
    m_room->installEventFilter(this);
    m_column = new QVBoxLayout(m_room);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    auto *tabRow = new QHBoxLayout;
    tabRow->addWidget(m_tabs);
    tabRow->addWidget(m_zoom, 0, Qt::AlignRight);
    m_column->addWidget(m_deadlockArea);
    m_column->addLayout(tabRow);
    m_column->addWidget(m_parts, 1);
    m_column->addStretch(0); // While the parts are hidden
    return m_room;
}

// The splitter keeps the widths of its parts while one of them is hidden.
void BlockingPage::arrange()
{
    const int line = fontMetrics().lineSpacing();
    const int text = std::max(0, m_summary->heightForWidth(m_summaryArea->width())); // -1: it has none
    m_summaryArea->setFixedHeight(std::min(text, std::max(LeastSummary * line, height() / 4)));
    const int head = std::max(m_summaryArea->height(), m_by->sizeHint().height());
    const int room = height() - head - m_tabs->sizeHint().height() - 4 * layout()->spacing();
    const int words = arrangeWords(room);
    const bool isWide = width() >= characters(*this, SideBySide);
    const bool isLow = m_room->height() - words < LowParts * line;
    const bool areBeside = isWide && !isLow && !m_areApart;
    const int tab = m_tabs->currentIndex();
    m_tree->setHeaderHidden(height() < VeryLow * line);
    m_legend->setVisible(!isLow);
    m_zoom->setVisible(isLow && tab == PictureTab);
    m_tabs->setVisible(!areBeside);
    m_parts->setVisible(tab != WordsTab);
    for (int part = 0; part < m_parts->count(); ++part)
        m_parts->widget(part)->setVisible(areBeside || TreeTab + part == tab);
}

// The words are whole, or have a page of their own beside tree and picture. Returns their height above these.
int BlockingPage::arrangeWords(int room)
{
    const int line = fontMetrics().lineSpacing();
    const bool areThere = !m_deadlocked.empty();
    // Beside a scroll bar the text needs more lines, so deadlocks that fit with it also fit without it.
    const int whole = wordsHeight();
    const int above = room - LeastBelow * line;
    m_areApart = areThere && above < std::min(whole, MostAbove * line);
    showTabs();
    const int most = std::min(whole, m_areApart ? room : above);
    const bool isCut = whole > most;
    m_deadlockArea->setVerticalScrollBarPolicy(isCut ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    const int least = LeastLines * line; // More must not make the page, and with it the window, higher
    m_deadlockArea->setMinimumHeight(isCut || height() < LowPage * line ? std::min(whole, least) : whole);
    m_deadlockArea->setMaximumHeight(std::max(most, m_deadlockArea->minimumHeight()));
    m_deadlockArea->setVisible(areThere && (!m_areApart || m_tabs->currentIndex() == WordsTab));
    return areThere && !m_areApart ? most : 0;
}

// Hidden words are not laid out: estimated from their size when they were last visible.
int BlockingPage::wordsHeight()
{
    if (m_deadlocks->isVisible())
        m_words = {m_deadlocks->width(), m_deadlocks->sizeHint().height()};
    const int wide = std::max(1, m_deadlockArea->isVisible() ? m_deadlocks->width() : width());
    return m_words.height() * m_words.width() / wide;
}

// What the user sees of the parts is their choice; new deadlocks come first, unless they use the parts.
void BlockingPage::showTabs()
{
    m_arranging = true;
    m_areUnseen = m_areUnseen && m_areApart && !m_areWordsWanted;
    const QString title = m_areUnseen ? tr("New deadlocks") : tr("Deadlocks");
    if (m_tabs->tabText(WordsTab) != title)
        m_tabs->setTabText(WordsTab, title);
    m_tabs->setTabVisible(WordsTab, m_areApart);
    m_tabs->setCurrentIndex(m_areApart && m_areWordsWanted ? WordsTab : m_part);
    m_arranging = false;
    const int below = m_areApart ? 1 : 0; // The tabs
    if (m_column->indexOf(m_deadlockArea) != below) {
        m_column->removeWidget(m_deadlockArea);
        m_column->insertWidget(below, m_deadlockArea);
    }
}

void BlockingPage::setConnected(bool connected, bool answers, const QString &whyUnknown)
{
    const bool isOther = std::exchange(m_whyUnknown, whyUnknown) != whyUnknown;
    const Link link = !connected ? Link::None : answers ? Link::Answering : Link::Silent;
    if (link == m_link) {
        if (isOther && m_clock.isActive())
            look();
        if (isOther && link == Link::Silent)
            showNothingYet();
        return;
    }
    m_link = link;
    m_asked = 0;
    m_probe->setConnected(link == Link::Answering);
    showNothingYet();
    keepPace(Pace::Following);
}

bool BlockingPage::closeQuestion()
{
    return m_probe->closeQuestion();
}

QString BlockingPage::summary() const
{
    return m_summary->text();
}

QByteArray BlockingPage::split() const
{
    return m_parts->saveState();
}

void BlockingPage::restoreSplit(const QByteArray &split)
{
    m_parts->restoreState(split);
    m_parts->setChildrenCollapsible(false); // Also saved in it
    arrange();
}

QString BlockingPage::grouping() const
{
    return QString::fromLatin1(name(m_tree->grouping()));
}

void BlockingPage::restoreGrouping(const QString &by)
{
    const bool isByProcess = by == QLatin1String(name(BlockersBy::Process));
    m_by->setCurrentIndex(m_by->findData(int(isByProcess ? BlockersBy::Process : BlockersBy::Thread)));
}

void BlockingPage::look()
{
    if (m_link != Link::Answering)
        return;
    m_askedAt = now();
    m_question = Question::Waiting;
    m_asked = m_bridge.blocking({});
}

void BlockingPage::takeReport(const BlockingReport &report)
{
    const bool isOutdated = std::exchange(m_question, Question::Answered) == Question::Outdated;
    m_took = millisecondsBetween(m_askedAt, now());
    showReport(report, false);
    if (isOutdated)
        lookSoon();
}

void BlockingPage::noteChange(const LockDelta &delta)
{
    updateLocks(delta);
    const bool isOfWaiters =
        delta.reset || !delta.removed.empty() ||
        std::ranges::any_of(delta.upserted, [](const LockPtr &lock) { return !lock->waiters.isEmpty(); }) ||
        std::ranges::any_of(delta.events,
                            [](const LockEvent &event) { return event.kind == EventKind::Waiters; });
    if (m_pace == Pace::StandingStill && !m_probe->isRunning() && isContradicted(delta))
        return keepPace(Pace::Following); // when it is visible next, if it is not
    if (!isOfWaiters || !m_clock.isActive())
        return;
    if (m_question == Question::Answered)
        lookSoon();
    else
        m_question = Question::Outdated;
}

// The list shows what is new of a lock at once.
void BlockingPage::updateLocks(const LockDelta &delta)
{
    const auto updateOne = [this](const LockName &key, const LockPtr &newest) {
        if (const auto place = m_places.constFind(key); place != m_places.cend())
            noteNewest(m_report.graph.locks[*place], newest);
    };
    if (delta.reset) {
        QSet<LockName> there;
        for (const LockPtr &lock : delta.upserted)
            there.insert(lock->key);
        for (BlockedLock &blocked : m_report.graph.locks) {
            if (!there.contains(blocked.lock->key))
                noteNewest(blocked, {});
        }
    }
    for (const LockName &key : delta.removed)
        updateOne(key, {});
    for (const LockPtr &lock : delta.upserted)
        updateOne(lock->key, lock);
}

// Locks are held for as long as in the list.
void BlockingPage::tellTimes()
{
    if (m_report.graph.locks.empty())
        return;
    const Instant began = now();
    m_report.at = began;
    m_tree->showReport(m_report);
    const Instant told = now();
    m_telling.start(std::max(TellEvery, TellShare * millisecondsBetween(began, told)));
    if (told < m_pictureDue)
        return;
    m_graph->showReport(m_report);
    m_deadlocks->showReport(m_report);
    m_pictureDue = told + TellShare * millisecondsBetween(told, now());
}

void BlockingPage::tell()
{
    m_tree->showReport(m_report);
    m_graph->showReport(m_report);
    m_deadlocks->showReport(m_report);
}

// A deadlock that is shown is over, or there is one more. Then what a probe heard before misleads.
bool BlockingPage::isContradicted(const LockDelta &delta) const
{
    const auto shown = [this](const LockName &key) -> const Lock * {
        const auto found =
            std::ranges::find(m_deadlocked, key, [](const LockPtr &lock) { return lock->key; });
        return found == m_deadlocked.end() ? nullptr : found->get();
    };
    const auto contradicts = [&shown](const LockPtr &lock) {
        const Lock *before = shown(lock->key);
        const bool isDeadlocked = lock->verdict.code == "deadlock";
        if (!before)
            return isDeadlocked;
        return !lock->held() || lock->heldSince != before->heldSince ||
               (!isDeadlocked && before->verdict.code == "deadlock");
    };
    return delta.reset || std::ranges::any_of(delta.upserted, contradicts) ||
           std::ranges::any_of(delta.removed, shown);
}

void BlockingPage::lookSoon()
{
    if (!m_soon.isActive())
        m_soon.start(std::max(LookAfter, 10 * m_took));
}

void BlockingPage::keepPace(Pace pace)
{
    m_pace = pace;
    m_again->setVisible(pace == Pace::StandingStill && !m_probe->isRunning());
    if (pace == Pace::Following && isVisible() && m_link == Link::Answering) {
        look();
        m_clock.start();
    } else {
        m_clock.stop();
        m_soon.stop();
    }
}

void BlockingPage::showNothingYet()
{
    showReport({}, false);
    m_shownOf.reset();
    if (m_link == Link::Silent)
        m_empty->say(tr("Waiting clients unknown"), m_whyUnknown, {});
    else
        m_empty->say(m_link == Link::Answering ? tr("Reading which clients wait…") : tr("Not connected"), {},
                     {});
}

void BlockingPage::showReport(const BlockingReport &report, bool isProbed)
{
    m_shownOf = m_askedAt;
    const bool areUsed =
        m_parts->isVisible() && (m_parts->underMouse() || m_parts->isAncestorOf(QApplication::focusWidget()));
    const WaitGraph &graph = report.graph;
    const bool isEmpty = graph.locks.empty();
    const QString count = isEmpty ? QString() : text::asSentence(waitingText(graph));
    const bool isHeard = isProbed && graph.count().least > 0;
    const QString known = isHeard ? tr("%1, as heard until %2").arg(count, text::clockTime(wallNow()))
                          : isProbed
                              ? count
                              : tr("%1. Clients that poll or sleep are found only by listening.").arg(count);
    const QString nothing = isProbed ? tr("No client tried to acquire a lock while Lockscope listened. "
                                          "Clients that slept during that time are not detected.")
                                     : tr("Clients that poll or sleep on a list are found only by listening. "
                                          "Identify waiters to find them.");
    const QStringList more = text::besidesTheTree(report);
    m_summary->setText(isEmpty ? QString() : (QStringList(known) + more).join(QLatin1Char('\n')));
    m_summaryArea->setVisible(!isEmpty);
    m_by->setVisible(!isEmpty);
    m_again->setVisible(isProbed);
    if (m_whyUnknown.isEmpty())
        m_empty->say(graph.unheld.empty() && graph.changingHands.empty() ? tr("No contended locks found")
                     : graph.unheld.empty() ? tr("Contended locks were just released")
                                            : tr("Clients wait for locks without a known holder"),
                     (QStringList(nothing) + more).join(QLatin1Char('\n')), {});
    else
        m_empty->say(tr("Waiting clients unknown"),
                     (QStringList(m_whyUnknown) + more).join(QLatin1Char('\n')), {});
    m_pages->setCurrentIndex(isEmpty ? 0 : 1);
    m_report = report;
    m_places.clear();
    for (size_t place = 0; place < graph.locks.size(); ++place)
        m_places.insert(graph.locks[place].lock->key, place);
    tell();
    if (isVisible())
        m_telling.start(TellEvery);
    const bool wereThere = !m_deadlocked.empty();
    m_deadlocked.clear();
    for (const Deadlock &deadlock : report.deadlocks) {
        for (const DeadlockStep &step : deadlock.steps)
            m_deadlocked.push_back(graph.locks[step.held].lock);
    }
    if (!wereThere && !m_deadlocked.empty()) {
        m_areUnseen = areUsed;
        m_areWordsWanted = m_areWordsWanted || !areUsed;
    }
    arrange();
}

void BlockingPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    tellTimes();
    if (m_pace == Pace::Following)
        keepPace(Pace::Following);
}

void BlockingPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
    m_soon.stop();
    m_telling.stop();
}

void BlockingPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool BlockingPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_deadlocks && event->type() == QEvent::LayoutRequest) // Its text has another height
        arrange();
    if ((watched == m_room || watched == m_summaryArea) &&
        event->type() == QEvent::Resize) // Later: this may be within arrange()
        QMetaObject::invokeMethod(this, &BlockingPage::arrange, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace lockscope
