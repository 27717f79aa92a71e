// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkdialog.h"

#include "core/base/privatefile.h"
#include "core/engine/acts/actguard.h"
#include "ui/acts/planview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkreport.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/environmentlabel.h"
#include "ui/forms/savedialog.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
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
constexpr milliseconds UsualExpiry = 30s;

} // namespace

BulkDialog::BulkDialog(EngineBridge &link, const Locks &locks, const ConnectionSpec &spec, QWidget *parent)
    : QDialog(parent), m_link(link), m_spec(spec),
      m_series(std::make_unique<BulkRun>(spec, ActKind::Wake, std::nullopt, std::vector<LockPtr>(), now()))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Several locks at once"));
    build();
    if (!locks.selected.empty())
        addScope(tr("The %Ln chosen lock(s)", nullptr, int(locks.selected.size())), locks.selected);
    addScope(tr("All %Ln lock(s) that the filter showed at %1", nullptr, int(locks.shown.size()))
                 .arg(text::timeToTheSecond(wallNow())),
             locks.shown);
    m_ticker.setInterval(TickEvery);
    m_replan.setSingleShot(true);
    m_replan.setInterval(ReplanAfter);
    wire();
    applyTheme();
    planAnew();
}

BulkDialog::~BulkDialog()
{
    m_model.show(nullptr, Kinds());
}

void BulkDialog::addScope(const QString &title, const std::vector<LockPtr> &locks)
{
    Scope scope{.title = title};
    scope.keys.reserve(locks.size());
    for (const LockPtr &lock : locks) {
        scope.keys.push_back(lock->key);
        m_known.insert(lock->key, lock);
    }
    m_scopes.push_back(std::move(scope));
    m_scope->addItem(title);
}

void BulkDialog::build()
{
    m_choices = buildChoices();
    m_notice = new Notice(this);
    m_lookAgain = new QPushButton(tr("Loo&k at them again"), m_notice);
    m_lookAgain->setAutoDefault(false);
    m_notice->addWidget(m_lookAgain);
    m_notice->hide();
    QWidget *table = buildTable();
    m_asking = buildAsking();
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
    layout->addWidget(table, 1);
    layout->addWidget(m_asking);
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    layout->addWidget(buildButtons());
    openWith(*this, {characters(*this, 165), fontMetrics().height() * 46});
}

QWidget *BulkDialog::buildChoices()
{
    auto *choices = new QWidget(this);
    m_scope = new QComboBox(choices);
    m_act = new QComboBox(choices);
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) // gentle ones first
        m_act->addItem(text::act(act), int(act));
    m_lease = new DurationEdit(UsualExpiry, choices);
    m_leaseLabel = new QLabel(tr("Time to &live"), choices);
    m_leaseLabel->setBuddy(m_lease->edit());
    m_meaning = new Prose(choices);
    auto *scopeLabel = new QLabel(tr("L&ocks"), choices);
    scopeLabel->setBuddy(m_scope);
    auto *actLabel = new QLabel(tr("&Act"), choices);
    actLabel->setBuddy(m_act);
    auto *row = new QHBoxLayout;
    row->addWidget(scopeLabel);
    row->addWidget(m_scope);
    row->addWidget(actLabel);
    row->addWidget(m_act);
    row->addWidget(m_leaseLabel);
    row->addWidget(m_lease);
    row->addStretch();
    auto *column = new QVBoxLayout(choices);
    column->setContentsMargins({});
    column->addLayout(row);
    column->addWidget(m_meaning);
    return choices;
}

QWidget *BulkDialog::buildTable()
{
    m_table = new QTreeView(this);
    m_table->setModel(&m_model);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setItemsExpandable(false);
    m_table->setAlternatingRowColors(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setAccessibleName(tr("Locks"));
    const auto width = [this](int letters) { return characters(*this, letters); };
    m_table->header()->resizeSection(BulkModel::LockColumn, width(34));
    m_table->header()->resizeSection(BulkModel::OwnerColumn, width(20));
    m_table->header()->resizeSection(BulkModel::HoldsColumn, width(10));
    m_table->header()->resizeSection(BulkModel::TtlColumn, width(12));
    m_table->header()->resizeSection(BulkModel::VerdictColumn, width(20));
    m_plan = new PlanView;
    auto *scroll = m_planArea = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the focus
    scroll->setWidget(m_plan);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(scroll);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({fontMetrics().height() * 20, fontMetrics().height() * 9});
    return splitter;
}

QWidget *BulkDialog::buildAsking()
{
    auto *asking = new QWidget(this);
    m_sum = new QLabel(asking);
    m_sum->setTextFormat(Qt::PlainText);
    m_all = new QPushButton(tr("&Tick all"), asking);
    m_none = new QPushButton(tr("Tick &none"), asking);
    m_all->setAutoDefault(false);
    m_none->setAutoDefault(false);
    auto *ticks = new QHBoxLayout;
    ticks->addWidget(m_sum, 1);
    ticks->addWidget(m_all);
    ticks->addWidget(m_none);
    m_reason = new QLineEdit(asking);
    m_reason->setPlaceholderText(tr("Ticket, or what you saw: it is kept in the audit"));
    m_phrase = new QLineEdit(asking);
    m_phraseLabel = new QLabel(tr("T&ype what is shown here"), asking);
    m_phraseLabel->setBuddy(m_phrase);
    m_stop = new QCheckBox(tr("Sto&p at the first that is not done"), asking);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("R&eason"), m_reason);
    fields->addRow(m_phraseLabel, m_phrase);
    fields->addRow(QString(), m_stop);
    auto *column = new QVBoxLayout(asking);
    column->setContentsMargins({});
    column->addLayout(ticks);
    column->addLayout(fields);
    return asking;
}

QWidget *BulkDialog::buildButtons()
{
    auto *buttons = new QWidget(this);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    const auto add = [&](QPushButton *&button, const QString &text, const QString &help = {}) {
        button = new QPushButton(text, buttons);
        button->setAutoDefault(false);
        button->setToolTip(help);
        row->addWidget(button);
    };
    add(m_copyScript, tr("&Copy as redis-cli"),
        tr("The whole dry run as a script: each line compares the owner"));
    add(m_saveScript, tr("Sa&ve as a script…"));
    add(m_copyReport, tr("Copy t&he report"), tr("As Markdown, for a ticket"));
    add(m_saveReport, tr("&Save the report…"));
    row->addStretch();
    add(m_again, tr("A&gain for those not done"));
    add(m_go, QString());
    add(m_cancel, tr("Cancel"));
    m_cancel->setDefault(true);
    return buttons;
}

void BulkDialog::wire()
{
    connect(&m_ticker, &QTimer::timeout, this, &BulkDialog::onTick);
    connect(&m_replan, &QTimer::timeout, this, &BulkDialog::planAnew);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &BulkDialog::planAnew);
    connect(m_act, &QComboBox::currentIndexChanged, this, &BulkDialog::planAnew);
    connect(m_lease, &DurationEdit::changed, &m_replan, qOverload<>(&QTimer::start));
    connect(m_reason, &QLineEdit::textChanged, this, &BulkDialog::refreshButtons);
    connect(m_phrase, &QLineEdit::textChanged, this, &BulkDialog::refreshButtons);
    connect(&m_model, &BulkModel::ticked, this, &BulkDialog::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &BulkDialog::showRow);
    connect(m_all, &QPushButton::clicked, this, [this] { tickAll(true); });
    connect(m_none, &QPushButton::clicked, this, [this] { tickAll(false); });
    connect(m_lookAgain, &QPushButton::clicked, this, &BulkDialog::lookAgain);
    connect(m_copyScript, &QPushButton::clicked, this, &BulkDialog::copyScript);
    connect(m_saveScript, &QPushButton::clicked, this, &BulkDialog::saveScript);
    connect(m_copyReport, &QPushButton::clicked, this, &BulkDialog::copyReport);
    connect(m_saveReport, &QPushButton::clicked, this, &BulkDialog::askForReport);
    connect(m_again, &QPushButton::clicked, this, &BulkDialog::goAgain);
    connect(m_go, &QPushButton::clicked, this, &BulkDialog::run);
    connect(m_cancel, &QPushButton::clicked, this, &BulkDialog::reject);
    connect(&m_link, &EngineBridge::planned, this, &BulkDialog::takePlan);
    connect(&m_link, &EngineBridge::acted, this, &BulkDialog::takeReceipt);
    connect(&m_link, &EngineBridge::tableChanged, this, &BulkDialog::takeDelta);
    connect(&m_link, &EngineBridge::openWanted, this, &BulkDialog::cutOff);
    connect(&m_link, &EngineBridge::closeWanted, this, &BulkDialog::cutOff);
}

void BulkDialog::setAct(ActKind act)
{
    m_act->setCurrentIndex(m_act->findData(int(act)));
}

ActKind BulkDialog::chosenAct() const
{
    return ActKind(m_act->currentData().toInt());
}

// The dry run, from the locks as they are now.
void BulkDialog::planAnew()
{
    m_replan.stop();
    if (m_series->phase() == Phase::Running || m_scope->currentIndex() < 0)
        return;
    std::vector<LockPtr> locks;
    for (const LockName &key : m_scopes[size_t(m_scope->currentIndex())].keys) {
        if (const LockPtr lock = m_known.value(key))
            locks.push_back(lock);
    }
    const ActKind act = chosenAct();
    const std::optional<milliseconds> lease =
        act == ActKind::SetExpiry ? m_lease->value().value_or(UsualExpiry) : std::optional<milliseconds>();
    m_plans.clear();
    m_model.show(nullptr, Kinds());
    m_series = std::make_unique<BulkRun>(m_spec, act, lease, locks, now());
    m_model.show(m_series.get(), m_link.kinds());
    m_told = Phase::Asking;
    m_plan->showNothing(tr("Choose a lock to see what would run for it."));
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
        m_plans.insert(m_link.plan(request), *row);
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
    m_model.touch(row);
    pump();
    if (m_series->unplanned() == 0)
        refresh();
    if (m_table->currentIndex().row() == row)
        showRow();
}

void BulkDialog::takeDelta(const LockDelta &delta)
{
    if (delta.reset)
        m_known.clear();
    for (const LockName &key : delta.removed)
        m_known.remove(key);
    for (const LockPtr &lock : delta.upserted)
        m_known.insert(lock->key, lock);
    const std::vector<int> touched = m_series->apply(delta);
    for (const int row : touched)
        m_model.touch(row);
    if (!touched.empty() && m_series->phase() == Phase::Asking && m_series->unplanned() == 0)
        refresh();
}

// Another connection's locks may have the same names.
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
    m_series->start({.reason = m_reason->text().trimmed(),
                     .confirmedName = m_phrase->text(),
                     .stopAtFailure = m_stop->isChecked()},
                    now());
    m_model.touchAll();
    refresh();
    perform();
}

void BulkDialog::perform()
{
    if (m_isCutOff || m_actId != 0)
        return;
    if (const std::optional<int> row = m_series->next(now())) {
        m_actRow = *row;
        m_actId = m_link.act(m_series->requestOf(*row));
        m_model.touch(*row);
    }
}

void BulkDialog::takeReceipt(quint64 id, const Receipt &receipt)
{
    if (id == 0 || id != m_actId)
        return;
    m_actId = 0;
    m_series->answered(m_actRow, receipt, now());
    m_model.touch(m_actRow);
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
        perform(); // after a pause
    if (running || m_series->unplanned() > 0)
        refresh();
    if (++m_ticks % TicksASecond == 0) // the times run down
        m_table->viewport()->update();
}

void BulkDialog::tickAll(bool ticked)
{
    for (int row = 0; row < int(m_series->rows().size()); ++row)
        m_series->setTicked(row, ticked);
    m_model.touchAll();
    refresh();
}

void BulkDialog::lookAgain()
{
    for (const int row : m_series->lookAgain(now()))
        m_model.touch(row);
    pump();
    refresh();
}

void BulkDialog::goAgain()
{
    const std::vector<LockPtr> locks = m_series->notDone();
    if (m_series->phase() != Phase::Ended || locks.empty())
        return;
    {
        const QSignalBlocker once(m_scope);
        addScope(tr("The %Ln lock(s) that were not done", nullptr, int(locks.size())), locks);
        m_scope->setCurrentIndex(m_scope->count() - 1);
    }
    m_phrase->clear();
    planAnew();
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
        return tr("The connection was closed; open this again on the new one.");
    if (m_series->act() == ActKind::SetExpiry && !m_lease->value())
        return m_lease->problem();
    if (m_series->act() == ActKind::SetExpiry && m_lease->value()->count() <= 0)
        return tr("The time must be longer than nothing; to end the locks now, release them.");
    if (m_series->unplanned() > 0 || m_replan.isActive())
        return tr("Looking at the locks: %1 of %2")
            .arg(text::number(qint64(m_series->rows().size()) - m_series->unplanned()),
                 text::number(qint64(m_series->rows().size())));
    std::optional<ActRequest> asked = sample();
    if (!asked)
        return tr("No lock is ticked that this could be done to.");
    // What the profile says of it however well it is confirmed.
    const QString phrase = confirmation();
    asked->reason = QStringLiteral("x");
    asked->confirmedName = phrase;
    if (const auto refused = refusalOf(m_spec, *asked, false))
        return text::failure(*refused);
    if (m_reason->text().trimmed().isEmpty())
        return tr("Say why: the reason is kept in the audit.");
    if (m_phrase->text() != phrase && !phrase.isEmpty())
        return tr("Production: type %1 to go on.").arg(phrase);
    return {};
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
        return tr("%1. Stopping: the server's answer is awaited.").arg(done);
    if (const auto until = m_series->pausedUntil())
        return tr("%1. The profile allows %Ln act(s) a minute: it goes on in %2.", nullptr,
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
    m_leaseLabel->setVisible(m_series->act() == ActKind::SetExpiry);
    m_lease->setVisible(m_series->act() == ActKind::SetExpiry);
    m_choices->setVisible(asking);
    m_asking->setVisible(asking);
    m_planArea->setVisible(asking); // it tells what would run
    m_progress->setVisible(phase == Phase::Running || m_series->unplanned() > 0);
    m_progress->setRange(0, asking ? int(m_series->rows().size()) : m_series->total());
    m_progress->setValue(asking ? int(m_series->rows().size()) - m_series->unplanned() : m_series->tried());
    refreshNotice();
    refreshButtons();
    if (told)
        return;
    if (phase == Phase::Ended) {
        m_model.touchAll();
        m_cancel->setFocus();
        emit ended();
    }
}

void BulkDialog::refreshNotice()
{
    switch (m_series->act()) {
    case ActKind::SetExpiry:
        m_meaning->say(tr("Gives locks without an expiry one, or shortens the time they have left; it never "
                          "lengthens it. A holder that renews sets it back to its full lease."));
        break;
    case ActKind::ForceRelease:
        m_meaning->say(tr("Takes the locks away from who holds them. The holders' code goes on running. Each "
                          "lock is released only if it is still as it is shown here."));
        break;
    default:
        m_meaning->say(tr("Sends the message that a release sends, and changes no key. A waiter that wakes "
                          "tries again: harmless."));
    }
    const int changed = m_series->phase() == Phase::Asking ? m_series->changed() : 0;
    m_notice->setVisible(changed > 0);
    if (changed > 0)
        m_notice->tell(
            VerdictLevel::Warning,
            tr("%Ln lock(s) changed since the dry run, and are left alone until you have looked at "
               "them again.",
               nullptr, changed));
    const BulkRun::Counts counts = m_series->counts();
    m_sum->setText(tr("%1 of %2 locks are meant · %3 left out")
                       .arg(text::number(m_series->meant()), text::number(qint64(m_series->rows().size())),
                            text::number(counts[size_t(SeriesOutcome::LeftOut)])));
}

void BulkDialog::refreshButtons()
{
    const Phase phase = m_series->phase();
    const bool asking = phase == Phase::Asking, ended = phase == Phase::Ended;
    const QString why = asking ? obstacle() : QString();
    const QString phrase = asking ? confirmation() : QString();
    m_phrase->setVisible(!phrase.isEmpty());
    m_phraseLabel->setVisible(!phrase.isEmpty());
    m_phrase->setPlaceholderText(phrase);
    m_go->setVisible(asking);
    m_go->setText(goText(m_series->meant()));
    m_go->setEnabled(asking && why.isEmpty());
    m_go->setToolTip(why);
    m_copyScript->setVisible(asking);
    m_saveScript->setVisible(asking);
    const bool hasPlans = asking && m_series->unplanned() == 0 && m_series->meant() > 0;
    m_copyScript->setEnabled(hasPlans);
    m_saveScript->setEnabled(hasPlans);
    m_copyReport->setVisible(ended);
    m_saveReport->setVisible(ended);
    m_again->setVisible(ended && !m_isCutOff);
    m_again->setEnabled(ended && !m_series->notDone().empty());
    m_cancel->setText(ended                     ? tr("Close")
                      : phase == Phase::Running ? tr("Stop after this one")
                                                : tr("Cancel"));
    m_cancel->setEnabled(!m_series->isStopping() || ended);
    m_cancel->setDefault(true);
    m_status->setText(statusText());
}

void BulkDialog::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const BulkRun::Row &row = m_series->row(current.row());
    if (row.plan)
        m_plan->showPlan(*row.plan);
    else
        m_plan->showNothing(bulkSentence(*m_series, row, m_link.kinds()));
}

BulkNote BulkDialog::note() const
{
    const bool asking = m_series->phase() == Phase::Asking;
    return {.reason = m_reason->text().trimmed(), .at = asking ? wallNow() : m_began};
}

QByteArray BulkDialog::script() const
{
    return bulkScript(*m_series, note());
}

void BulkDialog::copyScript()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(script()));
    m_status->setText(tr("Copied."));
}

void BulkDialog::saveScript()
{
    askForFile(this,
               {.title = tr("Save as a script"),
                .name = QStringLiteral("lockscope-%1").arg(QLatin1String(name(m_series->act()))),
                .endings = {QStringLiteral("sh")},
                .save = [this](const QString &fileName) { return writePrivateFile(fileName, script()); },
                .failed = [this](const Failure &why) { emit failed(why); }});
}

void BulkDialog::copyReport()
{
    QGuiApplication::clipboard()->setText(bulkMarkdown(*m_series, note(), m_link.kinds()));
}

Done BulkDialog::saveReport(const QString &fileName) const
{
    if (fileName.endsWith(QLatin1String(".csv")))
        return writePrivateFile(fileName, bulkCsv(*m_series, m_link.kinds()));
    if (fileName.endsWith(QLatin1String(".json")))
        return writePrivateFile(fileName, bulkJson(*m_series, note(), m_link.kinds()));
    return writePrivateFile(fileName, bulkMarkdown(*m_series, note(), m_link.kinds()).toUtf8());
}

void BulkDialog::askForReport()
{
    askForFile(this, {.title = tr("Save the report"),
                      .name = QStringLiteral("lockscope-%1-report").arg(QLatin1String(name(m_series->act()))),
                      .endings = {QStringLiteral("md"), QStringLiteral("csv"), QStringLiteral("json")},
                      .save = [this](const QString &fileName) { return saveReport(fileName); },
                      .failed = [this](const Failure &why) { emit failed(why); }});
}

// What was sent is awaited: nobody closes it without having seen what came of it, unless he asks twice.
void BulkDialog::reject()
{
    if (m_series->phase() != Phase::Running)
        return QDialog::reject();
    m_wantsClose = m_series->isStopping();
    m_series->stop(tr("it was stopped"));
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
    if (enterKey && focusWidget() == m_table) { // to see more of a row, not to cancel
        showRow();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void BulkDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void BulkDialog::applyTheme()
{
    m_model.setTheme(Theme::of(palette()));
}

void BulkDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_ticker.start();
}

// Hidden is not closed: a run goes on.
void BulkDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    if (m_series->phase() != Phase::Running)
        m_ticker.stop();
}

} // namespace lockscope
