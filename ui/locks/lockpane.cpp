// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockpane.h"

#include "ui/locks/banner.h"
#include "ui/locks/bannermessages.h"
#include "ui/locks/listheader.h"
#include "ui/locks/lockview.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QAction>
#include <QEvent>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

constexpr qsizetype MostPatternsNamed = 8;
constexpr std::chrono::seconds HeaderAway{4}; // Since the last move of the pointer

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

// The title above it names the server; of a refused login, the server's own words repeat ours.
QString reasonText(Failure reason, const ConnectionSpec &spec)
{
    if (spec.members.empty() && spec.seeds.empty())
        reason.node = {};
    if (reason.kind == ErrorKind::NoAuth || reason.kind == ErrorKind::WrongPass)
        reason.serverText.clear();
    return text::asSentence(text::failureHelp(reason));
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
      m_empty(new EmptyState(this)), m_banner(new Banner(this)),
      m_messages(new BannerMessages(
          *m_banner, [this] { return m_model.totals().shown > 0; }, this)),
      m_stack(new QStackedLayout), m_retryNow(new QAction(tr("Retry"), this)), m_headerBack(new QTimer(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    m_header = new ListHeader(m_model, this);
    column->addWidget(m_header);
    connect(m_banner, &Banner::wanted, this, &LockPane::act);
    connect(m_retryNow, &QAction::triggered, this, &LockPane::retryWanted);
    column->addLayout(m_stack, 1);
    m_view->viewport()->installEventFilter(this);
    m_headerBack->setSingleShot(true);
    m_headerBack->setInterval(HeaderAway);
    connect(m_headerBack, &QTimer::timeout, this, [this] {
        if (m_model.isHeld()) // it would move the rows under the pointer
            m_headerBack->start();
        else
            yieldHeader(false);
    });
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    setMinimumHeight(lines(*this, 9)); // The banner must not push the panels below out of the window
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
    applyTheme();
    show(DeploymentState{});
}

// Its list uses the model until the end.
LockPane::~LockPane()
{
    m_view->viewport()->removeEventFilter(this);
    delete m_view;
}

// Not of the other pages.
QSize LockPane::sizeHint() const
{
    return {QWidget::sizeHint().width(), m_header->sizeHint().height() + m_view->sizeHint().height()};
}

bool LockPane::isEmptyShown() const
{
    return m_stack->currentWidget() != m_view;
}

// A list behind the empty page would have the keys as soon as it is shown again.
void LockPane::focusList(Qt::FocusReason reason)
{
    if (!isEmptyShown())
        m_view->setFocus(reason);
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
    const bool isWhole =
        deployment.connection().phase == ConnectionPhase::Ready && deployment.scan.keysRefused == 0;
    m_header->setConnection(deployment.spec.has_value(), isWhole);
    if (!deployment.spec || deployment.connection().phase == ConnectionPhase::Closed)
        m_settled = false;
    m_messages->show(deployment);
    showTotals();
    settle();
}

// Once the first scan has ended, the list is held for the pointer, and begins with the worst lock selected.
// If no server answers, none begins.
void LockPane::settle()
{
    const ScanPhase phase = m_deployment.scan.phase;
    const bool scanned = phase == ScanPhase::Complete || phase == ScanPhase::Stopped ||
                         phase == ScanPhase::Failed || m_deployment.isLost();
    if (m_settled || !m_deployment.spec || !scanned || m_model.isArranging() || m_model.totals().shown == 0) {
        m_view->setSettled(m_settled);
        return;
    }
    m_settled = true;
    m_view->chooseWorst();
    m_view->setSettled(true);
}

void LockPane::alarm(VerdictLevel level, const QString &sentence, const QStringList &points,
                     const QString &advice, std::vector<LockName> locks, std::optional<WallTime> at)
{
    m_messages->alarm({.level = level,
                       .sentence = sentence,
                       .points = points,
                       .advice = advice,
                       .locks = std::move(locks),
                       .at = at});
}

void LockPane::act(const BannerMessage &message, BannerMessage::Act act)
{
    switch (act) {
    case BannerMessage::Act::Retry:
        return emit retryWanted();
    case BannerMessage::Act::ChangeConnection:
        return m_actions.editCurrent->trigger();
    case BannerMessage::Act::Trust:
        if (const NodeStatus *node = m_deployment.untrusted())
            emit trustWanted(*node);
        return;
    case BannerMessage::Act::Show:
        if (!m_view->chooseAll(message.locks)) // They are gone from the list: their names must do
            m_banner->openPanel();
        else if (message.at)
            emit momentWanted(*message.at);
        return;
    case BannerMessage::Act::Dismiss:
        return m_messages->dismiss(message);
    }
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
    m_problem = problem;
    m_header->setProblem(problem);
    showEmptyOrList();
}

void LockPane::setGrouping(Grouping grouping)
{
    m_header->setGrouping(grouping);
}

void LockPane::setKnownAt(std::optional<WallTime> at)
{
    m_messages->setKnownAt(at);
}

void LockPane::showTotals()
{
    m_header->showTotals(width());
    showEmptyOrList();
}

void LockPane::showEmptyOrList()
{
    const bool list = m_deployment.spec && m_model.totals().shown > 0;
    const bool start = m_start && !m_deployment.spec;
    yieldHeader(m_headerYields && list);
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
    const ConnectionState connection = m_deployment.connection();
    const QString where = m_deployment.title();
    if (connection.phase == ConnectionPhase::Failed || connection.phase == ConnectionPhase::Closed)
        return m_empty->say(tr("Cannot connect to %1").arg(where),
                            reasonText(connection.reason, *m_deployment.spec),
                            {m_actions.reconnect, m_actions.editCurrent});
    if (connection.phase == ConnectionPhase::Waiting)
        return m_empty->say(
            // It may answer that it is loading, or busy with a script.
            (connection.reason.serverText.isEmpty() ? tr("%1 does not answer") : tr("%1 is not ready"))
                .arg(where),
            reasonText(connection.reason, *m_deployment.spec), {m_retryNow, m_actions.editCurrent}, true);
    if (connection.phase != ConnectionPhase::Ready)
        return m_empty->say(tr("Connecting to %1…").arg(where), {}, {}, true);
    if (m_model.totals().locks > 0 && !m_model.isArranging())
        return sayNoneMatches();
    const ScanProgress &scan = m_deployment.scan;
    if (m_model.totals().locks > 0 || scan.phase == ScanPhase::Running || scan.phase == ScanPhase::Idle)
        return m_empty->say(tr("Scanning for locks…"), text::scan(scan, now()), {}, true);
    if (scan.phase == ScanPhase::Failed)
        return m_empty->say(m_deployment.isScannedInPart()
                                ? tr("No locks found on the servers that were scanned")
                                : tr("Scan failed"),
                            text::asSentence(text::failureHelp(scan.failure)), {m_actions.rescan});
    if (scan.keysRefused > 0)
        return m_empty->say(tr("No locks could be read"),
                            tr("The server refused %Ln key(s) with the name of a lock.", nullptr,
                               int(std::min<qint64>(scan.keysRefused, INT_MAX))) +
                                u'\n' + text::asSentence(text::failureHelp(scan.refusal)),
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
    if (!m_problem.isEmpty())
        return m_empty->say(tr("Error in the filter"),
                            m_problem + u'\n' +
                                tr("%1 locks are still hidden by the last valid filter.")
                                    .arg(text::number(m_model.totals().locks)),
                            {m_actions.clearFilter});
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

void LockPane::yieldHeader(bool yields)
{
    const bool isStart = m_start && !m_deployment.spec;
    if (yields && !m_headerYields)
        m_headerBack->start();
    m_headerYields = yields;
    m_header->setVisible(!isStart && !yields);
}

// When the banner goes, the rows would move up under the pointer: its room stays free while that is there.
bool LockPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && (event->type() == QEvent::Enter || event->type() == QEvent::Leave)) {
        m_banner->keepRoom(event->type() == QEvent::Enter);
        yieldHeader(false);
    }
    if (watched == m_view->viewport() && event->type() == QEvent::MouseMove && m_headerYields)
        m_headerBack->start();
    return QWidget::eventFilter(watched, event);
}

// When the banner comes, it takes the place of the header while the list is held for the pointer, so that no
// row moves and none is hidden.
void LockPane::moveEvent(QMoveEvent *event)
{
    QWidget::moveEvent(event);
    const int moved = event->pos().y() - event->oldPos().y();
    const bool hasCome = moved == m_banner->height() && !m_banner->isHidden();
    yieldHeader(hasCome && m_model.isHeld() && !isEmptyShown() && m_view->viewport()->underMouse());
}

void LockPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_header->fold(width());
}

void LockPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_header)
        applyTheme();
}

void LockPane::applyTheme()
{
    m_header->applyTheme();
    const int height = m_header->sizeHint().height();
    m_header->setFixedHeight(height);
    m_banner->setFixedHeight(height); // See moveEvent()
    showTotals();
}

} // namespace lockscope
