// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labpage.h"

#include "core/values/connection/connectionurl.h"
#include "ui/lab/labform.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labplace.h"
#include "ui/lab/labruns.h"
#include "ui/lab/labwatch.h"
#include "ui/lab/labwords.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/scrolled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>

namespace lockscope
{

LabPage::LabPage(LabBridge &bridge, QWidget *parent)
    : QWidget(parent), m_bridge(bridge), m_scenarios(allScenarios()),
      m_watch(new QAction(tr("Show its locks"), this)), m_blocking(new QAction(tr("Show blocking"), this)),
      m_list(new QListWidget(this)), m_text(new Prose(this)), m_form(new LabForm(this)),
      m_place(new LabPlace(this)), m_run(new QPushButton(tr("Run"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_problem(new QLabel(this)),
      m_live(new LabLive(m_watch, m_blocking, this)), m_runs(new LabRuns(this)), m_pages(new QTabWidget(this))
{
    m_watch->setToolTip(
        tr("Show the locks of the run in the list. The window asks before it leaves its current connection"));
    m_blocking->setToolTip(tr("Show which clients of the run block others, on the page Blocking. The window "
                              "asks before it leaves its current connection"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Lab pages"));
    m_pages->insertTab(RunPage, makeRunPage(), tr("Run"));
    m_pages->insertTab(RunsPage, m_runs, tr("Runs and comparison"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pages);
    fillList();
    wire();
    m_list->setCurrentRow(0);
    offerToWatch();
}

QWidget *LabPage::makeRunPage()
{
    m_list->setAccessibleName(tr("Scenarios"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setSpacing(spacing(Spacing::Tight));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumWidth(characters(*this, 18));
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_list);
    parts->addWidget(makeOrderPart());
    parts->addWidget(m_live);
    parts->setSizes({characters(*this, 30), characters(*this, 50), characters(*this, 120)});
    for (const int part : {0, 1, 2})
        parts->setStretchFactor(part, part / 2); // The result gets the extra space
    return parts;
}

QWidget *LabPage::makeOrderPart()
{
    auto *part = new QWidget(this);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(margins(Spacing::Medium));
    column->addWidget(scrolled({m_text, m_form, m_place}), 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_run);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    m_problem->setWordWrap(true);
    keepCriticalColour(m_problem);
    m_problem->hide();
    column->addWidget(m_problem);
    column->addLayout(buttons);
    m_run->setIcon(glyphIcon(Glyph::Play));
    m_cancel->setToolTip(tr("End the run now; results so far are kept"));
    return part;
}

void LabPage::wire()
{
    connect(m_list, &QListWidget::currentRowChanged, this, &LabPage::showScenario);
    connect(m_list, &QListWidget::itemActivated, this, [this] { run(); });
    connect(m_form, &LabForm::changed, this, &LabPage::allow);
    connect(m_run, &QPushButton::clicked, this, &LabPage::run);
    connect(m_cancel, &QPushButton::clicked, &m_bridge, &LabBridge::cancel);
    connect(m_watch, &QAction::triggered, this, [this] { askToWatch(false); });
    connect(m_blocking, &QAction::triggered, this, [this] { askToWatch(true); });
    connect(&m_bridge, &LabBridge::began, this, [this](const ConnectionSpec &spec, bool sandbox) {
        m_watchable = Watchable{spec, sandbox};
        m_live->begin();
        emit locksThere(spec, sandbox, false);
        offerToWatch();
    });
    connect(&m_bridge, &LabBridge::pulsed, m_live, &LabLive::follow);
    connect(&m_bridge, &LabBridge::finished, this, &LabPage::take);
    connect(m_runs, &LabRuns::oneChosen, this, [this](const LabOutcome &outcome) {
        if (!m_bridge.isRunning())
            m_live->show(outcome);
    });
    connect(m_runs, &LabRuns::againWanted, this, &LabPage::runAgain);
    connect(m_runs, &LabRuns::failed, this, &LabPage::failed);
}

void LabPage::fillList()
{
    for (const Scenario &scenario : m_scenarios) {
        const bool sandboxOnly = scenario.place == Scenario::Place::SandboxOnly;
        auto *item = new QListWidgetItem(
            sandboxOnly ? tr("%1 (sandbox only)").arg(scenario.title) : scenario.title, m_list);
        item->setData(Qt::UserRole, scenario.name);
        item->setToolTip(QStringLiteral("%1\n%2").arg(QString::fromUtf8(scenario.name), scenario.text));
    }
}

void LabPage::showScenario()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    const Scenario &scenario = m_scenarios[size_t(row)];
    m_text->say(scenario.text);
    m_form->show(scenario.parameters);
    m_place->show(scenario);
    allow();
}

void LabPage::show(const DeploymentState &deployment)
{
    if (deployment.spec != m_deployment.spec)
        closeQuestion(); // It names the connection before
    m_deployment = deployment;
    m_place->setConnection(deployment.spec, deployment.isReady());
    offerToWatch();
}

void LabPage::choose(const QByteArray &scenario)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toByteArray() == scenario)
            m_list->setCurrentRow(row);
    }
}

void LabPage::openPage(Page page)
{
    m_pages->setCurrentIndex(page);
}

LabOrder LabPage::order() const
{
    LabOrder order;
    if (const QListWidgetItem *item = m_list->currentItem())
        order.scenario = item->data(Qt::UserRole).toByteArray();
    order.values = m_form->values();
    order.seed = m_form->seed();
    m_place->tell(order);
    return order;
}

void LabPage::allow()
{
    const bool running = m_bridge.isRunning();
    m_run->setEnabled(!running && m_list->currentRow() >= 0 && m_form->isGood());
    m_run->setToolTip(running            ? tr("A scenario is running")
                      : m_form->isGood() ? tr("Run the scenario with these values")
                                         : tr("The form has an invalid value: see the note below it"));
    m_cancel->setEnabled(running);
    m_problem->setText(m_form->problem());
    m_problem->setVisible(!m_form->isGood());
    m_runs->setMayRun(!running);
}

void LabPage::run()
{
    if (m_run->isEnabled())
        begin(order());
}

void LabPage::runAgain(const LabOutcome &outcome)
{
    if (m_bridge.isRunning())
        return;
    choose(outcome.scenario);
    m_form->fill(outcome.values);
    m_form->setSeed(outcome.seed);
    run();
}

void LabPage::begin(const LabOrder &order)
{
    m_watchable.reset(); // The sandbox of the previous run ends
    openPage(RunPage);
    m_live->prepare(m_scenarios[size_t(m_list->currentRow())].title);
    m_bridge.start(order);
    offerToWatch();
    allow();
}

void LabPage::take(const LabOutcome &outcome)
{
    if (m_question) {
        closeQuestion();
        tellOver();
    }
    m_live->show(outcome);
    m_runs->add(outcome);
    if (m_watchable && !m_watchable->sandbox)
        m_watchable.reset(); // Its keys are deleted
    offerToWatch();
    allow();
}

void LabPage::offerToWatch()
{
    // The locks end with the run.
    const bool watching = m_watchable && isWatching(m_deployment, m_watchable->spec);
    m_watch->setVisible(m_watchable && m_bridge.isRunning() && !watching);
    m_blocking->setVisible(watching || (m_watchable && m_bridge.isRunning()));
}

void LabPage::askToWatch(bool blocking)
{
    if (!m_watchable)
        return;
    const auto watch = [this, wanted = *m_watchable, blocking] {
        if (!m_bridge.isRunning() && !isWatching(m_deployment, wanted.spec))
            return tellOver();
        emit locksThere(wanted.spec, wanted.sandbox, true);
        if (blocking)
            emit blockingWanted();
    };
    if (!m_deployment.spec || isWatching(m_deployment, m_watchable->spec))
        return watch();
    const ConnectionSpec &open = *m_deployment.spec;
    closeQuestion();
    auto *box =
        new QMessageBox(QMessageBox::Question, blocking ? tr("Show blocking") : tr("Show its locks"),
                        tr("Disconnect from %1?").arg(open.name.isEmpty() ? connectionUrl(open) : open.name),
                        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("leaveForLab"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("The window shows the locks of the run instead. It keeps the history of the "
                               "present connection only if that connection is saved."));
    QPushButton *leave = box->addButton(tr("&Disconnect"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(leave, &QPushButton::clicked, this, watch);
    m_question = box;
    box->open();
}

// The user asked for them, or was about to.
void LabPage::tellOver()
{
    auto *box = new QMessageBox(QMessageBox::Information, tr("Run ended"), tr("The run is over."),
                                QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("labOver"));
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void LabPage::closeQuestion()
{
    if (m_question)
        m_question->close();
}

QSize LabPage::sizeHint() const
{
    return {characters(*this, 160), fontMetrics().height() * 22};
}

} // namespace lockscope
