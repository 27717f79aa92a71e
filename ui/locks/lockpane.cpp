// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockpane.h"

#include "ui/locks/listheader.h"
#include "ui/locks/lockview.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QScopeGuard>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

constexpr qsizetype MostPatternsNamed = 8;
constexpr milliseconds Patience{700}; // With locks that are being read: mostly it is done by then
QString patternsText(const ConnectionSpec &spec)
{
    if (spec.patterns.isEmpty())
        return LockPane::tr("known lock names");
    QStringList names;
    for (const QByteArray &pattern : spec.patterns.mid(0, MostPatternsNamed))
        names << text::bytes(pattern);
    const auto more = spec.patterns.size() - names.size();
    return text::names(names) + (more > 0 ? LockPane::tr(" and %1 more").arg(more) : QString());
}

// Also of a window that is not active now. True if nothing in it has the focus.
bool hasFocusWithin(const QWidget *page)
{
    const QWidget *focus = page->window()->focusWidget();
    return !focus || page == focus || page->isAncestorOf(focus);
}

} // namespace

LockPane::LockPane(const Actions &actions, LockModel::Clock clock, QWidget *parent)
    : QWidget(parent), m_actions(actions), m_model(clock), m_view(new LockView(m_model, clock, this)),
      m_empty(new EmptyState(this)), m_notices(new QWidget(this)), m_banner(new Notice(this)),
      m_alarm(new Notice(this)), m_trust(new Notice(this)), m_stack(new QStackedLayout),
      m_retryNow(new QAction(tr("Retry"), this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    m_header = new ListHeader(m_model, this);
    column->addWidget(m_header);
    // Below the list, so that no row moves under the pointer when a notice appears. No spacing around the
    // notices: it would remain while all of them are hidden.
    auto *notices = new QVBoxLayout(m_notices);
    notices->setContentsMargins(marginsAtSides(Spacing::Page, Spacing::Page));
    notices->addWidget(m_alarm);
    notices->addWidget(m_banner);
    notices->addWidget(m_trust);
    m_dismiss = addButton(m_alarm, tr("Dismiss"));
    if (auto *row = qobject_cast<QHBoxLayout *>(m_dismiss->parentWidget()->layout()))
        row->insertStretch(0); // Not where Retry is
    m_alarm->hide();
    m_retry = addButton(m_banner, tr("Retry"));
    connect(m_retry, &QToolButton::clicked, this, &LockPane::retryWanted);
    connect(m_retryNow, &QAction::triggered, this, &LockPane::retryWanted);
    m_change = addButton(m_banner, tr("Change connection…"));
    connect(m_change, &QToolButton::clicked, m_actions.editCurrent, &QAction::trigger);
    connect(addButton(m_trust, tr("Trust this address…")), &QToolButton::clicked, this, [this] {
        if (const NodeStatus *node = m_deployment.untrusted())
            emit trustWanted(*node);
    });
    m_trust->hide();
    connect(m_dismiss, &QToolButton::clicked, this, [this] {
        m_alarms.clear();
        m_alarm->hide();
        fitNotices();
    });
    column->addLayout(m_stack, 1);
    column->addWidget(m_notices);
    m_view->viewport()->installEventFilter(this);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    m_banner->hide();
    setMinimumHeight(lines(*this, 11)); // Notices must not push the panels below out of the window
    m_model.setLinger(Linger);
    connect(&m_model, &LockModel::totalsChanged, this, &LockPane::showTotals);
    connect(&m_model, &LockModel::arranged, this, &LockPane::showTotals);
    connect(&m_model, &LockModel::arranged, this, &LockPane::settle);
    connect(&m_model, &LockModel::arranged, this, [this] {
        if (!m_model.isArranging() && std::exchange(m_isFilterNew, false))
            m_view->leaveHidden();
    });
    connect(m_header->heldButton(), &QToolButton::clicked, m_view, &LockView::letGo);
    connect(m_header, &ListHeader::filterWanted, this, &LockPane::filterWanted);
    connect(m_header, &ListHeader::groupingChanged, this, &LockPane::groupingChanged);
    m_clock.setInterval(std::chrono::seconds(1)); // For ages and the countdown of the banner
    connect(&m_clock, &QTimer::timeout, this, &LockPane::showBanner);
    applyTheme();
    show(DeploymentState{});
}

// Its list uses the model until the end.
LockPane::~LockPane()
{
    m_view->viewport()->removeEventFilter(this);
    delete m_view;
}

QToolButton *LockPane::addButton(Notice *notice, const QString &text)
{
    auto *row = new QWidget(notice);
    auto *button = new QToolButton(row);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, spacing(Spacing::Small), 0, 0);
    layout->addWidget(button);
    layout->addStretch();
    button->setText(text);
    button->setAccessibleName(text);
    notice->addWidget(row);
    return button;
}

// Not of the other pages, and without notices: the panels must not move when one appears.
QSize LockPane::sizeHint() const
{
    return {QWidget::sizeHint().width(), m_header->sizeHint().height() + m_view->sizeHint().height()};
}

bool LockPane::isEmptyShown() const
{
    return m_stack->currentWidget() != m_view;
}

QToolButton *LockPane::heldButton() const
{
    return m_header->heldButton();
}

QToolButton *LockPane::countButton(VerdictLevel level) const
{
    return m_header->countButton(level);
}

QString LockPane::summary() const
{
    return m_header->summary();
}

bool LockPane::isUnknown() const
{
    return m_header->isUnknown();
}

void LockPane::setStart(QWidget *start)
{
    m_start = start;
    m_stack->addWidget(start);
    showEmptyOrList();
}

void LockPane::show(const DeploymentState &deployment)
{
    m_deployment = deployment;
    const bool isWhole = deployment.link().phase == LinkPhase::Ready && deployment.scan.keysRefused == 0;
    m_header->setConnection(deployment.spec.has_value(), isWhole);
    if (deployment.isLost()) {
        m_lostAt = m_lostAt.value_or(deployment.link().since);
        m_clock.start();
    } else if (deployment.link().phase != LinkPhase::Connecting) {
        m_lostAt.reset();
        if (!m_knownAt)
            m_clock.stop();
    }
    if (!deployment.spec || deployment.link().phase == LinkPhase::Closed)
        m_settled = false;
    showBanner();
    showTrust();
    showTotals();
    settle();
}

// Once the first scan has ended, the list is held for the pointer, and begins with the worst lock selected.
void LockPane::settle()
{
    const ScanPhase phase = m_deployment.scan.phase;
    const bool scanned =
        phase == ScanPhase::Complete || phase == ScanPhase::Stopped || phase == ScanPhase::Failed;
    if (m_settled || !m_deployment.spec || !scanned || m_model.isArranging() || m_model.totals().shown == 0) {
        m_view->setSettled(m_settled);
        return;
    }
    m_settled = true;
    m_view->chooseWorst();
    m_view->setSettled(true);
}

void LockPane::alarm(VerdictLevel level, const QString &sentence, const QStringList &points,
                     const QString &advice)
{
    m_alarms << sentence;
    m_alarmLevel = m_alarms.size() == 1 ? level : VerdictLevel::Critical;
    m_alarmPoints = points;
    m_alarmAdvice = advice;
    m_alarm->show();
    fitNotices();
}

// In one line beside the banner: there is no room for the points of both.
void LockPane::showAlarm()
{
    constexpr qsizetype Most = 5;
    const qsizetype count = m_alarms.size();
    const bool isShort = !m_banner->isHidden();
    if (count == 1)
        m_alarm->tell(m_alarmLevel, m_alarms.front(), isShort ? QStringList() : m_alarmPoints,
                      isShort ? QString() : m_alarmAdvice);
    else if (isShort)
        m_alarm->tell(m_alarmLevel,
                      tr("%1 alerts, the latest: %2").arg(text::number(count), m_alarms.back()));
    else
        m_alarm->tell(m_alarmLevel, tr("%1 alerts, the latest:").arg(text::number(count)),
                      m_alarms.mid(std::max<qsizetype>(0, count - Most)), m_alarmAdvice);
}

void LockPane::apply(const LockDelta &delta)
{
    if (delta.reset)
        m_settled = false;
    m_view->holdPlace();
    m_model.apply(delta);
    m_view->takeChange(delta);
    settle();
}

void LockPane::setFilter(const LockFilter &filter, const QString &text)
{
    m_header->setFilterText(text);
    m_isFilterNew = true;
    m_model.setFilter(filter);
    showTotals();
}

void LockPane::setProblem(const QString &problem)
{
    m_header->setProblem(problem);
}

void LockPane::setGrouping(Grouping grouping)
{
    m_header->setGrouping(grouping);
}

void LockPane::setKnownAt(std::optional<WallTime> at)
{
    if (at && !m_knownAt)
        m_knownSince = now();
    m_knownAt = at;
    if (at)
        m_clock.start();
    showBanner();
}

void LockPane::showTotals()
{
    m_header->showTotals(width());
    showEmptyOrList();
}

milliseconds LockPane::sinceKnown() const
{
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(wallNow() - *m_knownAt));
}

void LockPane::showBanner()
{
    const QScopeGuard after([this] { fitNotices(); });
    m_retry->parentWidget()->setVisible(!m_knownAt || m_deployment.isLost());
    const bool hasFailed = m_deployment.link().phase == LinkPhase::Failed;
    m_change->parentWidget()->setVisible(hasFailed);
    if (m_deployment.lacksQuorum())
        return m_banner->tell(
            VerdictLevel::Critical,
            tr("No quorum: %1 of %2 nodes answer, %3 needed")
                .arg(m_deployment.answering())
                .arg(m_deployment.spec->members.size())
                .arg(m_deployment.needed()),
            {}, tr("Clients that cannot reach more nodes cannot acquire or renew locks of this group."));
    if (m_knownAt && !m_deployment.isLost()) {
        if (now() - m_knownSince < Patience)
            return m_banner->hide();
        const bool isReady = m_deployment.link().phase == LinkPhase::Ready;
        return m_banner->tell(VerdictLevel::Info,
                              (isReady ? tr("Reading the locks. Greyed ones are as known %1.")
                                       : tr("Connecting. Greyed locks are as known %1."))
                                  .arg(text::ago(sinceKnown())));
    }
    if (!m_deployment.isLost() || m_model.totals().shown == 0) // The empty page gives the reason
        return m_banner->hide();
    const ConnectionState link = m_deployment.link();
    const Instant at = now();
    const milliseconds since = millisecondsBetween(m_lostAt.value_or(link.since), at);
    QStringList facts;
    if (!link.reason.text.isEmpty())
        facts << text::failure(link.reason);
    if (link.silent && !m_knownAt) // still connected
        return m_banner->tell(VerdictLevel::Warning,
                              tr("No data for %1. Showing the last known state.").arg(text::duration(since)),
                              facts, link.reason.remedy);
    if (!hasFailed)
        facts << (link.retryAt
                      ? tr("retrying in %1").arg(text::duration(millisecondsBetween(at, *link.retryAt)))
                      : tr("retrying now, attempt %1").arg(text::number(link.attempt + 1)));
    const QString what = m_knownAt
                             ? (hasFailed ? tr("Cannot connect to %1. Showing the state known %2.")
                                          : tr("%1 does not answer. Showing the state known %2."))
                                   .arg(m_deployment.title(), text::ago(sinceKnown()))
                             : tr("Connection lost %1. Showing the last known state.").arg(text::ago(since));
    m_banner->tell(VerdictLevel::Warning, what, facts, link.reason.remedy);
}

void LockPane::showTrust()
{
    const QScopeGuard after([this] { fitNotices(); });
    const NodeStatus *node = m_deployment.spec ? m_deployment.untrusted() : nullptr;
    if (node)
        m_trust->tell(VerdictLevel::Warning,
                      tr("%1 is not connected: its address was announced by a server, over plain TCP")
                          .arg(text::node(node->node)),
                      {}, tr("It gets the password only if you trust this address."));
    else
        m_trust->hide();
}

void LockPane::showEmptyOrList()
{
    const bool list = m_deployment.spec && m_model.totals().shown > 0;
    const bool start = m_start && !m_deployment.spec;
    m_header->setVisible(!start);
    QWidget *next = list ? static_cast<QWidget *>(m_view) : start ? m_start : m_empty;
    const QWidget *former = m_stack->currentWidget();
    const bool hadFocus = hasFocusWithin(former);
    m_stack->setCurrentWidget(next);
    // A list that is hidden lets its changes in, which may show it again at once.
    QWidget *shown = m_stack->currentWidget();
    if (hadFocus && shown != former) // Otherwise the focus would jump to an unrelated widget
        shown->setFocus();
    if (!list)
        sayWhyEmpty();
}

void LockPane::sayWhyEmpty()
{
    if (!m_deployment.spec)
        return m_empty->say(tr("Not connected"), tr("Select a saved connection, or connect to an address."),
                            {m_actions.connectTo});
    const ConnectionState link = m_deployment.link();
    const QString where = m_deployment.title();
    if (link.phase == LinkPhase::Failed || link.phase == LinkPhase::Closed)
        return m_empty->say(tr("Cannot connect to %1").arg(where), text::failureHelp(link.reason),
                            {m_actions.reconnect, m_actions.editCurrent});
    if (link.phase == LinkPhase::Waiting)
        return m_empty->say(
            // It may answer that it is loading, or busy with a script.
            (link.reason.serverText.isEmpty() ? tr("%1 does not answer") : tr("%1 is not ready")).arg(where),
            text::failureHelp(link.reason), {m_retryNow, m_actions.editCurrent}, true);
    if (link.phase != LinkPhase::Ready)
        return m_empty->say(tr("Connecting to %1…").arg(where), {}, {}, true);
    if (m_model.totals().locks > 0 && !m_model.isArranging())
        return sayNoneMatches();
    const ScanProgress &scan = m_deployment.scan;
    if (m_model.totals().locks > 0 || scan.phase == ScanPhase::Running || scan.phase == ScanPhase::Idle)
        return m_empty->say(tr("Scanning for locks…"), text::scan(scan, now()), {}, true);
    if (scan.phase == ScanPhase::Failed)
        return m_empty->say(tr("Scan failed"), text::failureHelp(scan.failure), {m_actions.rescan});
    if (scan.keysRefused > 0)
        return m_empty->say(tr("No locks could be read"),
                            tr("The server refused %Ln key(s) with the name of a lock.", nullptr,
                               int(std::min<qint64>(scan.keysRefused, INT_MAX))) +
                                u'\n' + text::failureHelp(scan.refusal),
                            {m_actions.rescan, m_actions.editCurrent});
    m_empty->say(
        tr("No locks found"),
        tr("Scanned %Ln key(s) for %1. If your locks have other names, add patterns to the connection.",
           nullptr, int(std::min<qint64>(scan.keysSeen, INT_MAX)))
            .arg(patternsText(*m_deployment.spec)),
        {m_actions.rescan, m_actions.acquire, m_actions.connectTo});
}

void LockPane::sayNoneMatches()
{
    const LockFilter &filter = m_model.criteria().filter;
    const qint64 unsure = filter.asksForClient() ? m_model.lackingClient(filter) : 0;
    const QString hidden = tr("%1 locks are hidden by the filter.").arg(text::number(m_model.totals().locks));
    if (unsure == 0)
        return m_empty->say(tr("No matching locks"), hidden, {m_actions.clearFilter});
    m_empty->say(tr("No lock is known to match"),
                 tr("The clients of %Ln lock(s) are not known. They may match.", nullptr,
                    int(std::min<qint64>(unsure, INT_MAX))) +
                     u'\n' + hidden,
                 {m_actions.clearFilter});
}

// Called when a notice comes or goes. When it goes, the rows at the end of the list would move down to fill
// the room: it stays free while the pointer is there.
void LockPane::fitNotices()
{
    const bool any = !m_banner->isHidden() || !m_alarm->isHidden() || !m_trust->isHidden();
    if (m_bannerWasShown && m_banner->isHidden() && !m_alarm->isHidden()) { // Dismiss is where Retry was
        m_dismiss->setEnabled(false);
        QTimer::singleShot(2 * QApplication::doubleClickInterval(), m_dismiss,
                           [this] { m_dismiss->setEnabled(true); });
    }
    m_bannerWasShown = !m_banner->isHidden();
    if (!m_alarm->isHidden())
        showAlarm();
    const bool reserves = !any && m_notices->isVisible() && m_view->viewport()->underMouse();
    m_notices->setMinimumHeight(reserves ? m_notices->height() : 0);
    m_notices->setVisible(any || reserves);
}

bool LockPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Leave)
        fitNotices();
    return QWidget::eventFilter(watched, event);
}

void LockPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_header->fold(width());
}

void LockPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_header)
        applyTheme();
}

void LockPane::applyTheme()
{
    m_header->applyTheme();
    showTotals();
}

} // namespace lockscope
