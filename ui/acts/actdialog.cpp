// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/actdialog.h"

#include "ui/acts/planview.h"
#include "ui/acts/receiptview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/text/format.h"
#include "ui/theme/lockscopestyle.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds ReplanAfter{150};
constexpr milliseconds ReplanChanged{1000};
constexpr milliseconds ReplanFailed{2000};
constexpr milliseconds TickEvery{100};

} // namespace

ActDialog::ActDialog(EngineBridge &bridge, const QString &actText, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_replan(new QTimer(this)), m_ticker(new QTimer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    setActText(actText);
    m_replan->setSingleShot(true);
    m_ticker->setInterval(TickEvery);
    connect(m_replan, &QTimer::timeout, this, &ActDialog::askForPlan);
    connect(m_ticker, &QTimer::timeout, this, &ActDialog::onTick);
    connect(&bridge, &EngineBridge::planned, this, &ActDialog::takePlan);
    connect(&bridge, &EngineBridge::acted, this, &ActDialog::takeReceipt);
    connect(&bridge, &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        if (m_isCutOff)
            return;
        noteNext(delta);
        tableChanged(delta);
    });
    connect(&bridge, &EngineBridge::openWanted, this, &ActDialog::cutOff);
    connect(&bridge, &EngineBridge::closeWanted, this, &ActDialog::cutOff);
    connect(&bridge, &EngineBridge::changesForbidden, this, [this] {
        if (m_step == Step::Asking && hasAct())
            reject();
    });
}

ActDialog::~ActDialog() = default;

void ActDialog::build()
{
    m_pages = new QStackedWidget(this);
    auto *page = new QWidget;
    m_form = new QVBoxLayout;
    m_plan = new PlanView(page);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, spacing(Spacing::Medium), 0);
    pageLayout->addLayout(m_form);
    pageLayout->addWidget(m_plan);
    pageLayout->addStretch();
    auto *scroll = new QScrollArea(m_pages);
    scroll->setFocusPolicy(Qt::NoFocus); // The widgets inside take the focus; see keyPressEvent
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(page);
    m_receipt = new ReceiptView(m_pages);
    m_pages->addWidget(scroll);
    m_pages->addWidget(m_receipt);

    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_status = new QLabel(this);
    m_status->setWordWrap(true);
    m_progress->hide();

    m_head = new QVBoxLayout;
    m_foot = new QVBoxLayout;
    m_sideBox = new QWidget(this);
    m_sideBox->hide();
    auto *columns = new QHBoxLayout;
    columns->setSpacing(spacing(Spacing::Page));
    columns->addWidget(m_sideBox);
    columns->addWidget(m_pages, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(m_head);
    layout->addLayout(columns, 1);
    layout->addLayout(m_foot);
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    layout->addWidget(buildButtons());
    openWith(*this, {characters(*this, 96), fontMetrics().height() * 50});
}

QVBoxLayout *ActDialog::side()
{
    if (auto *made = qobject_cast<QVBoxLayout *>(m_sideBox->layout()))
        return made;
    m_sideBox->show();
    auto *layout = new QVBoxLayout(m_sideBox);
    layout->setContentsMargins({});
    return layout;
}

QWidget *ActDialog::buildButtons()
{
    auto *buttons = new ButtonBox(this);
    m_back = buttons->addButton(tr("&Back"), QDialogButtonBox::ResetRole);
    m_act = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_cancel = buttons->addButton(QDialogButtonBox::Cancel);
    m_cancel->setText(tr("Cancel"));
    m_back->setAutoDefault(false);
    m_act->setAutoDefault(false);
    m_cancel->setDefault(true);
    m_cancel->setProperty(LockscopeStyle::FieldsTakeEnter, true);
    m_back->hide();
    connect(m_back, &QPushButton::clicked, this, [this] {
        enter(Step::Asking);
        asked();
        inputChanged();
    });
    connect(m_act, &QPushButton::clicked, this, &ActDialog::perform);
    connect(buttons, &QDialogButtonBox::rejected, this, &ActDialog::reject);
    return buttons;
}

QString ActDialog::obstacle() const
{
    return {};
}

// Another connection may have locks of the same names. An act already sent still reports its result.
void ActDialog::cutOff()
{
    m_isCutOff = true;
    m_planned = m_hasPlan = false;
    m_planFailure.clear();
    m_planId = 0;
    m_replan->stop();
    m_plan->hide();
    m_offersBack = false;
    refreshButtons();
}

QString ActDialog::whyNot() const
{
    if (m_isCutOff)
        return tr("This dialog belongs to another connection. Open it again on the current one.");
    const QString why = obstacle();
    // A lasting failure often follows from the obstacle, which says it more clearly.
    return m_planFailure.isEmpty() || (!m_mayPass && !why.isEmpty()) ? why : m_planFailure;
}

void ActDialog::setActText(const QString &text)
{
    m_act->setText(text);
}

void ActDialog::inputChanged()
{
    m_planId = 0; // A pending answer belongs to the old input
    m_planned = m_hasPlan = false;
    m_planFailure.clear();
    const bool plans = canPlan() && !m_isCutOff;
    m_plan->setVisible(plans);
    if (plans)
        m_replan->start(ReplanAfter);
    refreshButtons();
}

void ActDialog::planAgain()
{
    if ((m_planned || !m_planFailure.isEmpty()) && !m_replan->isActive())
        m_replan->start(ReplanChanged);
}

void ActDialog::askForPlan()
{
    if (m_step != Step::Asking || m_isCutOff || !canPlan())
        return;
    ActRequest wanted = request();
    wanted.dryRun = true;
    wanted.withEffect = wanted.act == ActKind::ForceRelease || wanted.act == ActKind::RemoveShare;
    m_planId = m_bridge.plan(wanted);
}

void ActDialog::takePlan(quint64 id, const Outcome<ActPlan> &plan)
{
    if (id != m_planId || m_step != Step::Asking)
        return;
    m_planned = plan.ok();
    m_planFailure.clear();
    if (plan) {
        m_hasPlan = true;
        m_plan->showPlan(*plan);
    } else {
        showPlanFailure(plan.failure());
    }
    refreshButtons();
}

// A server that does not answer now may answer later. Until then the last plan stays in view.
void ActDialog::showPlanFailure(const Failure &why)
{
    const QString reason = text::asSentence(text::failure(why));
    m_mayPass = isConnectionFailure(why.kind) || isPassing(why.kind);
    if (!m_mayPass)
        m_hasPlan = false;
    if (!m_hasPlan)
        m_plan->showFailure(why);
    m_planFailure = m_hasPlan   ? tr("%1. Showing the last plan; trying again…").arg(reason)
                    : m_mayPass ? tr("%1. No plan yet; trying again…").arg(reason)
                                : tr("No plan: %1").arg(text::failure(why));
    if (m_mayPass)
        m_replan->start(ReplanFailed);
}

void ActDialog::refreshButtons()
{
    const QString why = whyNot();
    m_back->setVisible(m_offersBack);
    m_act->setVisible(m_step == Step::Asking && hasAct());
    m_act->setEnabled(m_step == Step::Asking && why.isEmpty() && m_planned);
    m_act->setToolTip(why);
    if (m_step == Step::Asking) {
        m_status->setText(m_isCutOff || (!m_planFailure.isEmpty() && why == m_planFailure) ? why : status());
        m_status->setVisible(!m_status->text().isEmpty());
    }
}

// QDialogButtonBox shows all its buttons again after a change of style.
void ActDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ActDialog::refreshButtons, Qt::QueuedConnection);
}

void ActDialog::perform()
{
    if (m_step != Step::Asking || !m_act->isEnabled() || !hasAct())
        return;
    const ActRequest wanted = request();
    m_wait = wanted.act == ActKind::Acquire ? wanted.wait : milliseconds(0);
    m_startedAt = now();
    m_reason = wanted.reason;
    m_answer = {.act = wanted.act, .key = wanted.key};
    m_next.reset();
    m_stopping = false;
    m_actId = m_bridge.act(wanted);
    enter(Step::Running);
}

void ActDialog::enter(Step step)
{
    m_step = step;
    m_pages->setCurrentIndex(step == Step::Answered ? 1 : 0);
    m_pages->setEnabled(step != Step::Running);
    m_sideBox->setEnabled(step == Step::Asking);
    m_progress->setVisible(step == Step::Running);
    m_progress->setRange(0, m_wait.count() > 0 ? int(std::min<qint64>(m_wait.count(), 1'000'000'000)) : 0);
    m_status->setVisible(step == Step::Running);
    m_cancel->setEnabled(true);
    m_cancel->setText(step == Step::Answered                        ? tr("Close")
                      : m_wait.count() > 0 && step == Step::Running ? tr("Stop waiting")
                                                                    : tr("Cancel"));
    m_cancel->setDefault(true);
    m_offersBack = false;
    refreshButtons();
    onTick();
}

void ActDialog::takeReceipt(quint64 id, const Receipt &receipt)
{
    if (id != m_actId || m_step != Step::Running)
        return;
    m_wait = milliseconds(0);
    m_answer = receipt;
    showReceipt();
    enter(Step::Answered);
    const bool settled = receipt.result == ActResult::Done || receipt.result == ActResult::AlreadyGone;
    m_offersBack = !m_isCutOff && (!settled || goesOn(receipt));
    refreshButtons();
    m_cancel->setFocus();
    emit answered(receipt);
}

// The engine looks for the next holder only for a moment, and only if clients were woken.
void ActDialog::noteNext(const LockDelta &delta)
{
    if (m_step == Step::Asking || m_answer.act != ActKind::ForceRelease || m_next)
        return;
    const auto isNext = [this](const LockEvent &event) {
        return event.key == m_answer.key && event.kind == EventKind::Acquired && event.at >= m_startedAt;
    };
    const auto next = std::ranges::find_if(delta.events, isNext);
    if (next == delta.events.end())
        return;
    m_next = *next;
    if (m_step == Step::Answered)
        showReceipt();
}

void ActDialog::showReceipt()
{
    Receipt receipt = m_answer;
    QStringList more;
    if (!m_reason.isEmpty())
        more << tr("Reason: %1").arg(m_reason);
    const Glyph glyph = m_bridge.kinds().glyph(receipt.kind);
    const bool isOfOne = receipt.nodes.empty() && glyph != Glyph::Semaphore && glyph != Glyph::Latch;
    const bool isReleased =
        receipt.act == ActKind::ForceRelease && receipt.result == ActResult::Done && isOfOne;
    if (isReleased && m_next) {
        const milliseconds after = millisecondsBetween(m_startedAt, m_next->at);
        receipt.nextAfter = std::min(receipt.nextAfter.value_or(after), after);
        if (receipt.foundOwner != m_next->owner)
            more << tr("The next holder is %1.").arg(text::ownerFull(m_next->owner));
    } else if (isReleased && !receipt.nextAfter && receipt.woken == 0) {
        more << tr("Not acquired again so far.");
    }
    m_receipt->showReceipt(receipt, m_bridge.kinds(), more);
}

void ActDialog::reject()
{
    // A cancelled acquire must not end up holding the lock, and nothing else can be taken back.
    if (m_step == Step::Running) {
        if (m_wait.count() > 0)
            m_bridge.cancelAct(m_actId);
        if (!m_stopping) {
            m_stopping = true;
            m_status->setText(m_wait.count() > 0
                                  ? tr("Stopping…")
                                  : tr("Already sent, cannot be cancelled. Waiting for the result…"));
            return;
        }
    }
    QDialog::reject();
}

void ActDialog::onTick()
{
    if (m_step == Step::Running && !m_stopping) {
        const milliseconds passed = millisecondsBetween(m_startedAt, now());
        if (m_wait.count() > 0) {
            m_progress->setValue(int(std::min(passed, m_wait).count()));
            m_status->setText(
                tr("Waiting for the lock: %1 of %2").arg(text::duration(passed), text::duration(m_wait)));
        } else {
            m_status->setText(tr("Waiting for the server: %1").arg(text::duration(passed)));
        }
    }
    if (m_step == Step::Asking)
        m_plan->tick(now());
    tick();
}

void ActDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_ticker->start();
    if (!event->spontaneous() && m_step == Step::Asking) { // a restored window is as it was
        inputChanged();
        focusFirstField();
    }
}

// Focus the first field that needs input, not the button that is first in the focus chain.
void ActDialog::focusFirstField()
{
    for (QWidget *next = nextInFocusChain(); next != this; next = next->nextInFocusChain()) {
        const auto *edit = qobject_cast<QLineEdit *>(next);
        if (edit && edit->isEnabled() && !edit->isReadOnly() && edit->isVisibleTo(this))
            return next->setFocus(Qt::TabFocusReason);
    }
}

void ActDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    m_ticker->stop();
}

bool ActDialog::focusNextPrevChild(bool next)
{
    const bool moved = QDialog::focusNextPrevChild(next);
    auto *form = m_pages->findChild<QScrollArea *>();
    if (QWidget *now = focusWidget(); now && form->isAncestorOf(now))
        form->ensureWidgetVisible(now);
    return moved;
}

// The next field, or else the act. The plan below the fields is only to be read.
void ActDialog::focusAfterText()
{
    QWidget *field = focusWidget();
    if (!m_plan->isAncestorOf(field))
        focusNextChild();
    if (m_plan->isAncestorOf(focusWidget()) || qobject_cast<QPushButton *>(focusWidget())) {
        (m_act->isEnabled() ? m_act : field)->setFocus(Qt::TabFocusReason);
        m_pages->findChild<QScrollArea *>()->ensureWidgetVisible(field); // what was typed stays in sight
        m_ledAt = now();
    }
}

void ActDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) {
        m_pages->findChild<QScrollArea *>()->verticalScrollBar()->triggerAction(
            event->key() == Qt::Key_PageUp ? QAbstractSlider::SliderPageStepSub
                                           : QAbstractSlider::SliderPageStepAdd);
        return event->accept();
    }
    const bool enterKey = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isInText =
        qobject_cast<QLineEdit *>(focusWidget()) || qobject_cast<QPlainTextEdit *>(focusWidget());
    if (enterKey && focusWidget() == m_act) {                             // Its default is to cancel
        const milliseconds onePress(QApplication::doubleClickInterval()); // a bounced key is no consent
        if (!event->isAutoRepeat() && now() - m_ledAt >= onePress)
            m_act->click();
        return event->accept();
    }
    if (enterKey && isInText) {
        focusAfterText();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

} // namespace lockscope
