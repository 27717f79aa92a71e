// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordingwindow.h"

#include "ui/contention/contentionpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/forms/bringtofront.h"
#include "ui/forms/filteredit.h"
#include "ui/forms/windowkeys.h"
#include "ui/help/helpwindow.h"
#include "ui/help/keyboardmap.h"
#include "ui/plots/timebar.h"
#include "ui/recording/comparedialog.h"
#include "ui/recording/incidentpage.h"
#include "ui/recording/playbar.h"
#include "ui/recording/recordedblocking.h"
#include "ui/recording/recordedlock.h"
#include "ui/recording/recordedservers.h"
#include "ui/recording/recordingfiles.h"
#include "ui/recording/sharedialog.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/timeline/momentfilter.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds GrowthPace = 2s;
constexpr int Brief = 5'000; // ms, for a note in the status bar

OverviewPage::Gaps gapsOf(const HistoryMoment &moment)
{
    const auto isOfNode = [](const Unjudged &part) { return !part.node.isEmpty(); };
    if (!moment.watched || std::ranges::any_of(moment.unjudged, isOfNode)) {
        const QString unseen = RecordingWindow::tr("Not all locks were observed then");
        return {.held = unseen, .waiters = unseen, .verdicts = unseen, .figures = unseen};
    }
    OverviewPage::Gaps gaps;
    const QString tooMany = RecordingWindow::tr("Too many locks at this moment");
    if (moment.truncated)
        gaps.held = tooMany;
    if (moment.truncated || moment.tooManyToJudge)
        gaps.waiters = gaps.verdicts = tooMany;
    else if (!moment.unjudged.empty())
        gaps.verdicts = RecordingWindow::tr("The verdicts of this time are not recorded");
    return gaps;
}

} // namespace

RecordingWindow::RecordingWindow(const QString &file, QWidget *parent)
    : QMainWindow(parent), m_file(file), m_time([this] { return m_extent.to; }),
      m_bar(new PlayBar(m_head, this)),
      m_filter(new FilterEdit([this] { return m_list->vocabulary(); }, this, FilterUse::Recording)),
      m_list(new MomentView(MomentView::Of::Recording, this)),
      m_lock(new RecordedLock(m_history, m_recording, this)),
      m_timeline(new TimelinePage(
          m_history, m_time, [](size_t) { return std::vector<LockPtr>(); }, this)),
      m_contention(new ContentionPage(m_history, m_time, this)),
      m_overview(new OverviewPage(
          m_history, [this] { return m_head.at(); }, this, OverviewPage::Of::Recording)),
      m_blocking(new RecordedBlocking(m_recording, this)), m_incident(new IncidentPage(this)),
      m_pages(new QTabWidget(this)), m_about(new QLabel(this)), m_flaws(new Notice(this)),
      m_empty(new EmptyState(this)), m_stack(new QStackedWidget(this)),
      m_again(new QAction(tr("Try again"), this)), m_other(new QAction(tr("&Open another…"), this)),
      m_compare(new QAction(tr("Com&pare…"), this)), m_share(new QAction(tr("&Share…"), this)),
      m_health(new QAction(tr("&Health at this moment…"), this))
{
    setWindowIcon(applicationIcon());
    setWindowTitle(tr("%1: recording — Lockscope").arg(QFileInfo(file).fileName()));
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeTop());
    addPages();
    parts->addWidget(m_pages);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    auto *whole = new QWidget(this);
    auto *column = new QVBoxLayout(whole);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_flaws);
    m_flaws->hide();
    column->addWidget(parts, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(whole);
    setCentralWidget(m_stack);
    m_empty->say(tr("Opening the recording…"), file, {}, true);
    m_about->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_about);
    makeMenu();
    wire();
    resize(QSize(characters(*this, 190), lines(*this, 48)).boundedTo(screen()->availableSize() * 0.95));
}

QWidget *RecordingWindow::makeTop()
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(margins(Spacing::Small));
    column->setSpacing(spacing(Spacing::Small));
    column->addWidget(m_filter);
    column->addWidget(m_list, 1);
    auto *top = new QSplitter(Qt::Horizontal, this);
    top->setChildrenCollapsible(false);
    top->addWidget(side);
    top->addWidget(m_lock);
    top->setSizes({characters(*this, 110), characters(*this, 80)});
    top->setStretchFactor(0, 3);
    top->setStretchFactor(1, 2);
    return top;
}

void RecordingWindow::addPages()
{
    m_pages->setDocumentMode(true);
    m_pages->addTab(m_timeline, tr("Timeline"));
    m_pages->addTab(m_contention, tr("Contention"));
    m_pages->addTab(m_overview, tr("Overview"));
    m_pages->addTab(m_blocking, tr("Blocking"));
    m_incident->hide();
    m_timeline->leaveMoment();
    m_contention->bar().live()->hide();
    for (TimeBar *bar : {&m_timeline->bar(), &m_contention->bar()}) {
        auto *all = new QToolButton(bar);
        all->setText(tr("All"));
        all->setToolTip(tr("Show the whole recording"));
        all->setAccessibleName(all->toolTip());
        all->setFocusPolicy(Qt::StrongFocus);
        connect(all, &QToolButton::clicked, this, &RecordingWindow::showWhole);
        bar->add(all);
    }
}

void RecordingWindow::makeMenu()
{
    QMenu *file = menuBar()->addMenu(tr("&Recording"));
    const auto take = [this](const QString &fileName) {
        const bool isThis = QFileInfo(fileName) == QFileInfo(m_file); // then this window opens it again
        emit openWanted(fileName);
        if (!isThis && !failure().isEmpty()) // Nothing is left to be seen here
            close();
    };
    connect(m_other, &QAction::triggered, this, [this, take] { askForRecording(this, take); });
    QAction *open =
        file->addAction(tr("&Open recording…"), this, [this, take] { askForRecording(this, take); });
    open->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), QKeySequence::Open});
    new RecordingDrop(this, take);
    m_compare->setEnabled(false);
    m_compare->setToolTip(tr("Compare two periods of the recording, or two recordings"));
    connect(m_compare, &QAction::triggered, this, &RecordingWindow::compare);
    m_share->setEnabled(false);
    m_share->setToolTip(tr("Save a copy for others, without names"));
    connect(m_share, &QAction::triggered, this, &RecordingWindow::share);
    m_health->setEnabled(false);
    m_health->setShortcut(Qt::CTRL | Qt::Key_H);
    m_health->setToolTip(tr("Show what made locks unsafe at this moment, and the servers"));
    connect(m_health, &QAction::triggered, this, &RecordingWindow::showHealth);
    file->addActions({m_health, m_compare, m_share});
    QAction *close = file->addAction(tr("&Close"), this, &RecordingWindow::closeActive);
    close->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_W), QKeySequence(Qt::CTRL | Qt::Key_Q)});
    QMenu *play = menuBar()->addMenu(tr("&Playback"));
    play->addActions(m_bar->commands());
    play->addSeparator();
    QAction *filter = play->addAction(tr("Go to the &filter"), this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    filter->setShortcuts({QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
    QAction *clear = play->addAction(tr("&Clear"), this, &RecordingWindow::clear);
    clear->setToolTip(tr("Clear the selection, then the filter"));
    clear->setShortcut(QKeySequence(Qt::Key_Escape));
    QMenu *help = menuBar()->addMenu(tr("&Help"));
    QAction *guide = help->addAction(tr("&Help for recordings"), this, &RecordingWindow::openHelp);
    guide->setShortcut(QKeySequence(Qt::Key_F1));
    new WindowKeys(this, {close, guide});
}

void RecordingWindow::closeActive()
{
    QWidget *active = QApplication::activeWindow();
    (active ? active : this)->close();
}

void RecordingWindow::openHelp()
{
    if (!m_help)
        m_help = new HelpWindow(HelpDocs(), keyboardDocument(actionKeys(*menuBar(), {}) + viewKeys()), this);
    bringToFront(*m_help);
    m_help->openDocument(QStringLiteral("guide"),
                         tr("play-a-recording", "its heading in the guide, in lower case, with hyphens"));
}

void RecordingWindow::wire()
{
    connect(&m_recording, &RecordingBridge::statusChanged, this, &RecordingWindow::take);
    connect(&m_recording, &RecordingBridge::failed, this, &RecordingWindow::fail);
    connect(m_again, &QAction::triggered, this, &RecordingWindow::open);
    m_growth.setInterval(GrowthPace);
    connect(&m_growth, &QTimer::timeout, &m_recording, &RecordingBridge::look);
    connect(&m_head, &Playhead::moved, this, &RecordingWindow::follow);
    connect(m_timeline, &TimelinePage::momentWanted, &m_head, &Playhead::moveTo);
    connect(&m_history, &HistoryBridge::momentReady, this, [this](quint64 id, const HistoryMoment &moment) {
        if (id != m_askedMoment)
            return;
        m_askedMoment = 0;
        m_arranging = true;
        showMoment(moment);
    });
    // The next moment is requested once this one is visible.
    connect(m_list, &MomentView::shown, this, [this] {
        if (std::exchange(m_arranging, false) && m_momentAgain)
            askMoment();
        chooseWorst();
    });
    connect(m_bar, &PlayBar::stopWanted, this, [this](PlaybackStop what, bool forward) {
        m_hasChosen = true; // What comes now is not what the window opened with
        m_head.setPlaying(false);
        m_askedStop =
            m_recording.stop({.what = what, .from = m_head.at(), .forward = forward, .key = m_lock->key()});
    });
    connect(&m_recording, &RecordingBridge::stopReady, this,
            [this](quint64 id, const std::optional<PlaybackFound> &found) {
                if (id == m_askedStop)
                    goTo(found);
            });
    connect(m_bar, &PlayBar::told, this,
            [this](const QString &note) { statusBar()->showMessage(note, Brief); });
    connect(m_timeline, &TimelinePage::clearWanted, this, &RecordingWindow::clear);
    connect(m_filter, &FilterEdit::filterChanged, m_list, &MomentView::setFilter);
    connect(m_filter, &FilterEdit::problemChanged, m_list, &MomentView::setProblem);
    const auto goToList = [this] { m_list->table()->setFocus(Qt::OtherFocusReason); };
    connect(m_filter, &QLineEdit::returnPressed, this, goToList);
    connect(m_filter, &FilterEdit::listWanted, this, goToList);
    connect(m_list, &MomentView::lockWanted, this, &RecordingWindow::choose);
    connect(m_timeline, &TimelinePage::lockWanted, this, &RecordingWindow::choose);
    connect(m_contention, &ContentionPage::lockWanted, this, &RecordingWindow::choose);
    connect(m_blocking, &RecordedBlocking::lockWanted, this, &RecordingWindow::choose);
    connect(m_overview, &OverviewPage::lockWanted, this, &RecordingWindow::choose);
    connect(m_overview, &OverviewPage::filterWanted, m_filter, &FilterEdit::setText);
    const auto tell = [this](const Failure &why) {
        auto *box = new QMessageBox(QMessageBox::Warning, tr("Lockscope"),
                                    text::asSentence(text::failure(why)), QMessageBox::Close, this);
        box->setTextFormat(Qt::PlainText);
        box->button(QMessageBox::Close)->setText(tr("Close"));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    };
    connect(m_timeline, &TimelinePage::failed, this, tell);
    connect(m_incident, &IncidentPage::failed, this, tell);
    connect(m_incident, &IncidentPage::saved, this,
            [this](const QString &folder) { statusBar()->showMessage(tr("Saved: %1").arg(folder), Brief); });
    connect(&m_recording, &RecordingBridge::filesReady, this,
            [this](quint64, const std::vector<AttachedFile> &files) { takeFiles(files); });
    connect(m_contention, &ContentionPage::failed, this, tell);
}

void RecordingWindow::compare()
{
    auto *dialog = new CompareDialog(m_recording, m_file, m_extent, m_head.at(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void RecordingWindow::share()
{
    const HistoryRange shown = m_time.range();
    const HistoryRange timeline{std::max(shown.from, m_extent.from), std::min(shown.to, m_extent.to + 1ms)};
    auto *dialog = new ShareDialog({.file = m_file,
                                    .extent = m_extent,
                                    .timeline = timeline,
                                    .key = m_lock->key(),
                                    .earlier = m_earlier,
                                    .hasIncident = m_pages->indexOf(m_incident) >= 0},
                                   this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ShareDialog::openWanted, this, &RecordingWindow::openWanted);
    dialog->show();
}

void RecordingWindow::showHealth()
{
    auto *dialog = new RecordedServers(m_head.at(), this);
    connect(&m_recording, &RecordingBridge::serversReady, dialog,
            [dialog, asked = m_recording.servers(m_head.at())](quint64 id, const ServersThen &then) {
                if (id == asked)
                    dialog->show(then);
            });
    connect(&m_recording, &RecordingBridge::failed, dialog, &QDialog::close);
    dialog->show();
}

void RecordingWindow::takeFiles(const std::vector<AttachedFile> &files)
{
    if (files.empty() || m_pages->indexOf(m_incident) >= 0)
        return;
    m_incident->take(files);
    m_pages->addTab(m_incident, tr("Incident"));
}

void RecordingWindow::open()
{
    m_recording.open();
    m_growth.start();
}

// The selection, then the filter.
void RecordingWindow::clear()
{
    m_hasChosen = true;
    if (m_lock->key().isEmpty())
        m_filter->clear();
    else
        choose({});
}

void RecordingWindow::goTo(const std::optional<PlaybackFound> &found)
{
    m_askedStop = 0;
    if (!found)
        return statusBar()->showMessage(tr("No further change in this direction"), Brief);
    m_head.moveTo(found->at);
    if (!found->key.isEmpty())
        statusBar()->showMessage(
            tr("%1: %2", "time, lock").arg(text::timeOfDay(found->at), text::key(found->key)), Brief);
}

// Once, as the list of the present locks does after its first scan.
void RecordingWindow::chooseWorst()
{
    if (m_hasChosen)
        return;
    if (const LockName worst = m_list->worst(); !worst.isEmpty())
        choose(worst);
}

void RecordingWindow::choose(const LockName &key)
{
    m_hasChosen = true;
    m_list->choose(key);
    m_lock->choose(key);
    m_timeline->choose(key);
    askMoment();
}

void RecordingWindow::take(const RecordingStatus &status)
{
    if (!status.extent)
        return m_empty->say(tr("Nothing is recorded yet"), m_file, {});
    const HistoryRange range = m_time.range();
    const bool showsWhole = m_isOpen && range.from <= m_extent.from && range.to >= m_extent.to;
    m_extent = *status.extent;
    const auto length = std::chrono::duration_cast<milliseconds>(m_extent.to - m_extent.from);
    QStringList about{
        tr("%1 to %2").arg(text::dateToTheSecond(m_extent.from), text::dateToTheSecond(m_extent.to)),
        text::duration(length)};
    if (status.files.size() > 1)
        about << tr("%n file(s)", nullptr, int(status.files.size()));
    about << locale().formattedDataSize(status.bytes);
    m_about->setText(text::clauses(about));
    m_about->setToolTip(status.files.join(u'\n'));
    m_earlier.clear();
    for (const QString &file : status.files) {
        if (file != m_file)
            m_earlier.prepend(file);
    }
    m_flaws->tell(VerdictLevel::Warning, tr("A part of the recording is missing"), status.flaws);
    m_flaws->setVisible(!status.flaws.isEmpty());
    m_stack->setCurrentIndex(1);
    const bool first = !std::exchange(m_isOpen, true);
    m_compare->setEnabled(true);
    m_share->setEnabled(true);
    m_health->setEnabled(true);
    m_head.setExtent(m_extent);
    if (showsWhole) // It grows with it
        showWhole();
    if (!first)
        return;
    showWhole();
    m_head.moveTo(m_head.last());
    m_recording.files();
    m_list->table()->setFocus();
    emit opened();
}

void RecordingWindow::showWhole()
{
    m_time.setSpan(std::chrono::duration_cast<milliseconds>(m_extent.to - m_extent.from) + 1s);
    m_time.goLive(); // Up to the end
    m_time.pause();
}

// While the moment moves, only the latest is requested.
void RecordingWindow::askMoment()
{
    m_momentAgain = isWaiting();
    if (m_momentAgain)
        return;
    m_lock->goTo(m_head.at()); // First, so that it is never behind the list
    m_askedMoment = m_history.moment(m_head.at());
}

void RecordingWindow::showMoment(const HistoryMoment &moment)
{
    m_list->show(moment);
    m_blocking->goTo(moment.at);
    m_overview->showMoment(totalsOf(moment), gapsOf(moment));
}

void RecordingWindow::follow(WallTime at)
{
    m_timeline->showMoment(at);
    const HistoryRange range = m_time.range();
    if (at < range.from || at > range.to)
        m_time.pan(axisSeconds(at) - (axisSeconds(range.from) + axisSeconds(range.to)) / 2);
    askMoment();
}

void RecordingWindow::fail(const Failure &why)
{
    m_growth.stop();
    m_head.setPlaying(false);
    m_askedMoment = 0;
    m_arranging = false;
    m_empty->say(text::asSentence(text::failure(why)), text::asSentence(why.remedy), {m_again, m_other});
    m_stack->setCurrentIndex(0);
}

QString RecordingWindow::about() const
{
    return m_about->text();
}

QString RecordingWindow::failure() const
{
    return m_stack->currentIndex() == 0 ? m_empty->title() : QString();
}

void RecordingWindow::closeEvent(QCloseEvent *event)
{
    QMainWindow::closeEvent(event);
    emit closed();
}

} // namespace lockscope
