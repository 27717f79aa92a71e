// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkdialog.h"

#include "core/engine/acts/actguard.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkchoices.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkoutput.h"
#include "ui/bulk/bulktable.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/environmentlabel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Phase = BulkRun::Phase;

constexpr milliseconds TickEvery = 100ms;
constexpr int TicksASecond = 10;
constexpr milliseconds ReplanAfter = 300ms;

} // namespace

BulkDialog::BulkDialog(EngineBridge &bridge, const Locks &locks, const ConnectionSpec &spec, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_spec(spec),
      m_series(std::make_unique<BulkRun>(spec, ActKind::Wake, std::nullopt, std::vector<LockPtr>(), now()))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Bulk action"));
    build();
    if (!locks.selected.empty())
        m_choices->addScope(tr("The %Ln selected lock(s)", nullptr, int(locks.selected.size())),
                            locks.selected);
    m_choices->addScope(tr("All %Ln lock(s) shown by the filter at %1", nullptr, int(locks.shown.size()))
                            .arg(text::timeToTheSecond(wallNow())),
                        locks.shown);
    m_ticker.setInterval(TickEvery);
    m_replan.setSingleShot(true);
    m_replan.setInterval(ReplanAfter);
    wire();
    planAnew();
}

// The table, a child widget, outlives the series.
BulkDialog::~BulkDialog()
{
    m_table->setSeries(nullptr);
}

void BulkDialog::build()
{
    m_choices = new BulkChoices(this);
    m_notice = new Notice(this);
    m_lookAgain = new QPushButton(tr("Re&fresh"), m_notice);
    m_lookAgain->setAutoDefault(false);
    m_notice->addWidget(m_lookAgain, Qt::AlignLeft);
    m_notice->hide();
    m_table = new BulkTable(m_bridge, this);
    m_consent = new BulkConsent(this);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_status = new QLabel(this);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::PlainText);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(environmentLabel(m_spec, this));
    layout->addWidget(m_choices);
    layout->addWidget(m_notice);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_consent);
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    layout->addWidget(buildButtons());
    openWith(*this, {characters(*this, 165), fontMetrics().height() * 46});
}

QWidget *BulkDialog::buildButtons()
{
    auto *buttons = new QWidget(this);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    const auto add = [&](QPushButton *&button, const QString &text) {
        button = new QPushButton(text, buttons);
        button->setAutoDefault(false);
        row->addWidget(button);
    };
    m_output = new BulkOutput(
        m_bridge, [this] { return note(); }, buttons);
    row->addWidget(m_output);
    row->addStretch();
    add(m_again, tr("Retry remainin&g"));
    add(m_go, QString());
    add(m_cancel, tr("Cancel"));
    m_cancel->setDefault(true);
    return buttons;
}

void BulkDialog::wire()
{
    connect(&m_ticker, &QTimer::timeout, this, &BulkDialog::onTick);
    connect(&m_replan, &QTimer::timeout, this, &BulkDialog::planAnew);
    connect(m_choices, &BulkChoices::changed, this, &BulkDialog::planAnew);
    connect(m_choices, &BulkChoices::leaseChanged, &m_replan, qOverload<>(&QTimer::start));
    connect(m_consent, &BulkConsent::changed, this, &BulkDialog::refreshButtons);
    connect(m_consent, &BulkConsent::tickAllWanted, this, &BulkDialog::tickAll);
    connect(&m_table->model(), &BulkModel::ticked, this, &BulkDialog::refresh);
    connect(m_lookAgain, &QPushButton::clicked, this, &BulkDialog::lookAgain);
    connect(m_output, &BulkOutput::scriptCopied, this, [this] { m_status->setText(tr("Copied.")); });
    connect(m_output, &BulkOutput::failed, this, &BulkDialog::failed);
    connect(m_again, &QPushButton::clicked, this, &BulkDialog::goAgain);
    connect(m_go, &QPushButton::clicked, this, &BulkDialog::run);
    connect(m_cancel, &QPushButton::clicked, this, &BulkDialog::reject);
    connect(&m_bridge, &EngineBridge::planned, this, &BulkDialog::takePlan);
    connect(&m_bridge, &EngineBridge::acted, this, &BulkDialog::takeReceipt);
    connect(&m_bridge, &EngineBridge::tableChanged, this, &BulkDialog::takeDelta);
    connect(&m_bridge, &EngineBridge::renameWanted, this, &BulkDialog::rename);
    connect(&m_bridge, &EngineBridge::changesForbidden, this, [this] {
        if (m_series->phase() == Phase::Asking)
            reject();
    });
    connect(&m_bridge, &EngineBridge::openWanted, this, &BulkDialog::cutOff);
    connect(&m_bridge, &EngineBridge::closeWanted, this, &BulkDialog::cutOff);
}

// The name to type contains that of the connection.
void BulkDialog::rename(const QString &name)
{
    m_spec.name = name;
    m_series->rename(name);
    refresh();
}

void BulkDialog::setAct(ActKind act)
{
    m_choices->setAct(act);
}

void BulkDialog::planAnew()
{
    m_replan.stop();
    if (m_series->phase() == Phase::Running)
        return;
    m_plans.clear();
    m_table->setSeries(nullptr);
    m_series =
        std::make_unique<BulkRun>(m_spec, m_choices->act(), m_choices->lease(), m_choices->locks(), now());
    m_table->setSeries(m_series.get());
    m_output->setSeries(m_series.get());
    m_told = Phase::Asking;
    pump();
    refresh();
}

void BulkDialog::pump()
{
    while (!m_isCutOff) {
        const std::optional<int> row = m_series->nextToPlan();
        if (!row)
            return;
        ActRequest request = m_series->requestOf(*row);
        request.dryRun = true;
        m_plans.insert(m_bridge.plan(request), *row);
    }
}

void BulkDialog::takePlan(quint64 id, const Outcome<ActPlan> &plan)
{
    const auto asked = m_plans.constFind(id);
    if (asked == m_plans.cend())
        return;
    const int row = *asked;
    m_plans.erase(asked);
    m_series->planned(row, plan);
    m_table->showPlanned(row);
    pump();
    if (m_series->unplanned() == 0)
        refresh();
}

void BulkDialog::takeDelta(const LockDelta &delta)
{
    m_choices->apply(delta);
    const std::vector<int> touched = m_series->apply(delta);
    for (const int row : touched)
        m_table->model().touch(row);
    if (!touched.empty() && m_series->phase() == Phase::Asking && m_series->unplanned() == 0)
        refresh();
}

// Another connection may have locks of the same names.
void BulkDialog::cutOff()
{
    m_isCutOff = true;
    m_plans.clear();
    m_series->stop(tr("the connection was closed"));
    refresh();
}

void BulkDialog::run()
{
    if (m_series->phase() != Phase::Asking || !obstacle().isEmpty())
        return;
    m_began = wallNow();
    m_wantsClose = false;
    m_series->start(m_consent->will(), now());
    m_table->model().touchAll();
    refresh();
    perform();
}

void BulkDialog::perform()
{
    if (m_isCutOff || m_actId != 0)
        return;
    if (const std::optional<int> row = m_series->next(now())) {
        m_actRow = *row;
        m_actId = m_bridge.act(m_series->requestOf(*row));
        m_table->model().touch(*row);
    }
}

void BulkDialog::takeReceipt(quint64 id, const Receipt &receipt)
{
    if (id == 0 || id != m_actId)
        return;
    m_actId = 0;
    m_series->answered(m_actRow, receipt, now());
    m_table->model().touch(m_actRow);
    perform();
    if (m_series->phase() != Phase::Ended)
        return;
    refresh();
    if (m_wantsClose)
        QDialog::reject();
}

void BulkDialog::onTick()
{
    const bool running = m_series->phase() == Phase::Running;
    if (running)
        perform(); // Resumes after a pause
    if (running || m_series->unplanned() > 0)
        refresh();
    if (++m_ticks % TicksASecond == 0)
        m_table->repaintTimes();
}

void BulkDialog::tickAll(bool ticked)
{
    for (int row = 0; row < int(m_series->rows().size()); ++row)
        m_series->setTicked(row, ticked);
    m_table->model().touchAll();
    refresh();
}

void BulkDialog::lookAgain()
{
    for (const int row : m_series->lookAgain(now()))
        m_table->model().touch(row);
    pump();
    refresh();
}

void BulkDialog::goAgain()
{
    const std::vector<LockPtr> locks = m_series->notDone();
    if (m_series->phase() != Phase::Ended || locks.empty())
        return;
    m_choices->addScope(tr("The %Ln remaining lock(s)", nullptr, int(locks.size())), locks);
    m_consent->clearPhrase();
    m_choices->scopeBox()->setCurrentIndex(m_choices->scopeBox()->count() - 1);
}

std::optional<ActRequest> BulkDialog::sample() const
{
    for (const BulkRun::Row &row : m_series->rows()) {
        if (row.ticked && row.state == BulkRun::State::Ready && !row.isChanged(m_series->act()))
            return ActRequest{.act = m_series->act(), .key = row.shown->key, .series = m_series->meant()};
    }
    return {};
}

QString BulkDialog::confirmation() const
{
    const std::optional<ActRequest> request = sample();
    return request ? confirmationFor(m_spec, *request) : QString();
}

QString BulkDialog::obstacle() const
{
    if (m_isCutOff)
        return tr("The connection was closed. Open this dialog again on the new one.");
    if (const QString problem = m_choices->obstacle(); !problem.isEmpty())
        return problem;
    if (m_series->unplanned() > 0 || m_replan.isActive())
        return tr("Checking locks: %1 of %2")
            .arg(text::number(qint64(m_series->rows().size()) - m_series->unplanned()),
                 text::number(qint64(m_series->rows().size())));
    std::optional<ActRequest> asked = sample();
    if (!asked)
        return tr("None of the selected locks allows this action.");
    // Probe with a reason and the right confirmation: typing cannot help if even these are refused.
    const QString phrase = confirmation();
    asked->reason = QStringLiteral("x");
    asked->confirmedName = phrase;
    if (const auto refused = refusalOf(m_spec, *asked, false))
        return text::failure(*refused);
    return m_consent->obstacle(phrase);
}

QString BulkDialog::goText(int count) const
{
    switch (m_series->act()) {
    case ActKind::SetExpiry:
        return tr("Set the e&xpiry of %Ln lock(s)", nullptr, count);
    case ActKind::ForceRelease:
        return tr("&Release %Ln lock(s) by force", nullptr, count);
    default:
        return tr("&Wake the waiters of %Ln lock(s)", nullptr, count);
    }
}

QString BulkDialog::statusText() const
{
    const milliseconds passed =
        millisecondsBetween(m_series->startedAt(), m_series->endedAt().value_or(now()));
    if (m_series->phase() == Phase::Ended)
        return tr("%1. It took %2.").arg(seriesSummary(*m_series), text::duration(passed));
    if (m_series->phase() == Phase::Asking)
        return obstacle();
    const QString done =
        tr("%1 of %2 after %3")
            .arg(text::number(m_series->tried()), text::number(m_series->total()), text::duration(passed));
    if (m_series->isStopping())
        return tr("%1. Stopping: waiting for the server.").arg(done);
    if (const auto until = m_series->pausedUntil())
        return tr("%1. The profile allows %Ln action(s) per minute: continues in %2.", nullptr,
                  m_spec.limits.actsAMinute)
            .arg(done, text::duration(
                           std::max(1000ms, std::chrono::milliseconds(std::chrono::ceil<std::chrono::seconds>(
                                                millisecondsBetween(now(), *until))))));
    return done;
}

QString BulkDialog::status() const
{
    return m_status->text();
}

void BulkDialog::refresh()
{
    const Phase phase = m_series->phase();
    const bool asking = phase == Phase::Asking;
    const bool told = m_told == phase;
    m_told = phase;
    m_choices->setEnabled(phase != Phase::Running);
    m_choices->setVisible(asking);
    m_consent->setVisible(asking);
    m_table->setPlanVisible(asking);
    m_progress->setVisible(phase == Phase::Running || m_series->unplanned() > 0);
    m_progress->setRange(0, asking ? int(m_series->rows().size()) : m_series->total());
    m_progress->setValue(asking ? int(m_series->rows().size()) - m_series->unplanned() : m_series->tried());
    refreshNotice();
    refreshButtons();
    if (told)
        return;
    if (phase == Phase::Ended) {
        m_table->model().touchAll();
        m_cancel->setFocus();
        emit ended();
    }
}

void BulkDialog::refreshNotice()
{
    const int changed = m_series->phase() == Phase::Asking ? m_series->changed() : 0;
    m_notice->setVisible(changed > 0);
    if (changed > 0)
        m_notice->tell(VerdictLevel::Warning,
                       tr("%Ln lock(s) changed since the dry run and are skipped. Refresh to include them.",
                          nullptr, changed));
    m_consent->showTicks(*m_series);
}

void BulkDialog::refreshButtons()
{
    const Phase phase = m_series->phase();
    const bool asking = phase == Phase::Asking, ended = phase == Phase::Ended;
    const QString why = asking ? obstacle() : QString();
    const QString phrase = asking ? confirmation() : QString();
    m_consent->askFor(phrase);
    m_output->refresh();
    m_go->setVisible(asking);
    m_go->setText(goText(m_series->meant()));
    m_go->setEnabled(asking && why.isEmpty());
    m_go->setToolTip(why);
    m_again->setVisible(ended && !m_isCutOff);
    m_again->setEnabled(ended && !m_series->notDone().empty());
    m_cancel->setText(ended                     ? tr("Close")
                      : phase == Phase::Running ? tr("Stop after this lock")
                                                : tr("Cancel"));
    m_cancel->setEnabled(!m_series->isStopping() || ended);
    m_cancel->setDefault(true);
    m_status->setText(statusText());
}

BulkNote BulkDialog::note() const
{
    const bool asking = m_series->phase() == Phase::Asking;
    return {.reason = m_consent->will().reason, .at = asking ? wallNow() : m_began};
}

// An act already sent still reports its result. A second request closes the dialog right after that.
void BulkDialog::reject()
{
    if (m_series->phase() != Phase::Running)
        return QDialog::reject();
    m_wantsClose = m_series->isStopping();
    m_series->stop(tr("stopped"));
    refresh();
}

void BulkDialog::keyPressEvent(QKeyEvent *event)
{
    const bool enterKey = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enterKey && qobject_cast<QLineEdit *>(focusWidget())) {
        focusNextChild();
        event->accept();
        return;
    }
    if (enterKey && focusWidget() == m_table->tree()) { // Opens the row's plan instead of pressing Cancel
        m_table->showRow();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void BulkDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_ticker.start();
}

// A hidden dialog is not closed: its run continues.
void BulkDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    if (m_series->phase() != Phase::Running)
        m_ticker.stop();
}

} // namespace lockscope
