// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthdialog.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/health/findingsview.h"
#include "ui/health/healthchecker.h"
#include "ui/health/nodesview.h"
#include "ui/health/rightsview.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

using namespace std::chrono_literals;

HealthDialog::HealthDialog(HealthChecker &examiner, QWidget *parent)
    : QDialog(parent), m_health(examiner), m_icon(new QLabel(this)), m_summary(new QLabel(this)),
      m_age(new QLabel(this)), m_busy(new QProgressBar(this)), m_pages(new QTabWidget(this)),
      m_findings(new FindingsView), m_nodes(new NodesView), m_rights(new RightsView)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    m_pages->setAccessibleName(tr("Report sections"));
    m_parts[FindingsPage] = addPart(m_findings, tr("Findings"));
    m_parts[NodesPage] = addPart(m_nodes, tr("Nodes"));
    m_parts[RightsPage] = addPart(m_rights, tr("Permissions"));
    auto *column = new QVBoxLayout(this);
    buildHead();
    m_pages->setDocumentMode(true);
    column->addWidget(m_pages, 1);
    buildButtons();
    openWith(*this, {characters(*this, 165), fontMetrics().height() * 46});
    connect(&examiner, &HealthChecker::changed, this, &HealthDialog::take);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &HealthDialog::showHead);
    m_clock.start();
    refresh(); // The report is shown with the deployment, which says whether changes are allowed
    m_findings->list()->setFocus();
}

HealthDialog::Part HealthDialog::addPart(QWidget *view, const QString &title)
{
    Part part{.stack = new QStackedWidget, .empty = new EmptyState, .view = view};
    part.stack->addWidget(part.empty);
    part.stack->addWidget(view);
    m_pages->addTab(part.stack, title);
    return part;
}

void HealthDialog::buildHead()
{
    const QFont strong = strongFont(font());
    m_summary->setFont(strong);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_age->setForegroundRole(QPalette::PlaceholderText);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(characters(*this, 16), barThickness());
    m_busy->setAccessibleName(tr("Checking the servers"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_icon);
    row->addWidget(m_summary, 1);
    row->addWidget(m_busy);
    row->addWidget(m_age);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
}

void HealthDialog::buildButtons()
{
    auto *box = new ButtonBox(this);
    m_copy = box->addButton(tr("Copy as text"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(tr("Everything on this page"));
    m_check = box->addButton(tr("Refresh"), QDialogButtonBox::ActionRole);
    m_check->setIcon(glyphIcon(Glyph::Rescan));
    m_check->setShortcut(Qt::Key_F5);
    m_check->setToolTip(tr("Check all servers again (F5)"));
    QPushButton *close = box->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    for (QPushButton *button : {m_copy, m_check, close})
        button->setAutoDefault(false);
    layout()->addWidget(box);
    connect(m_copy, &QPushButton::clicked, this, &HealthDialog::copyPage);
    connect(m_check, &QPushButton::clicked, &m_health, &HealthChecker::checkHealth);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
}

void HealthDialog::show(const DeploymentState &deployment)
{
    m_deployment = deployment;
    take();
}

void HealthDialog::openPage(Page page, const NodeId &node)
{
    m_pages->setCurrentIndex(page);
    if (page == NodesPage && !node.isEmpty())
        m_nodes->choose(node);
}

// Each report is shown only once, so that what the user reads does not move.
void HealthDialog::take()
{
    const auto &report = m_health.report();
    const auto madeAt = report ? std::optional(report->at) : std::nullopt;
    if (madeAt != m_shownAt || !madeAt) {
        const HealthReport none;
        const HealthReport &found = report ? report->found : none;
        m_findings->showFindings(found.findings);
        m_rights->showRights(found.rights, found.acl, !m_deployment.spec || m_deployment.spec->readOnly);
        m_shownAt = madeAt;
    }
    refresh();
}

void HealthDialog::refresh()
{
    const QString title = m_deployment.title();
    setWindowTitle(title.isEmpty() ? tr("Health of the deployment") : tr("Health of %1").arg(title));
    m_nodes->showNodes(m_deployment.nodes);
    showFindings();
    showRights();
    Part &nodes = m_parts[NodesPage];
    if (m_deployment.nodes.empty())
        nodes.empty->say(m_deployment.spec ? tr("Connecting…") : tr("Not connected"),
                         m_deployment.spec ? tr("Servers appear here once one of them answers.")
                                           : tr("Connect to Redis to see its servers."),
                         {}, m_deployment.spec.has_value());
    nodes.stack->setCurrentIndex(m_deployment.nodes.empty() ? 0 : 1);
    m_check->setEnabled(m_deployment.spec && !m_deployment.nodes.empty() && !m_health.isChecking());
    showHead();
}

void HealthDialog::showFindings()
{
    Part &part = m_parts[FindingsPage];
    const auto &report = m_health.report();
    const bool any = report && !report->found.findings.empty();
    part.stack->setCurrentIndex(any ? 1 : 0);
    const auto count = int(m_findings->groups().size());
    m_pages->setTabText(FindingsPage, any ? tr("Findings (%1)").arg(text::number(count)) : tr("Findings"));
    if (any)
        return;
    if (!m_deployment.spec)
        part.empty->say(tr("Not connected"), tr("Connect to Redis to check it."), {});
    else if (!report)
        part.empty->say(tr("Checking the servers…"),
                        tr("Reads the settings, replication, clock and persistence of each."), {}, true);
    else if (report->answered() == 0)
        part.empty->say(tr("No server could be checked"), tr("No server answered."), {});
    else
        part.empty->say(tr("Nothing found that makes locks unsafe"),
                        tr("%Ln node(s) answered.", nullptr, report->answered()), {});
}

void HealthDialog::showRights()
{
    Part &part = m_parts[RightsPage];
    const auto &report = m_health.report();
    const bool any = report && (!report->found.rights.empty() || !report->found.acl.isEmpty());
    part.stack->setCurrentIndex(any ? 1 : 0);
    if (any)
        return;
    if (!m_deployment.spec)
        part.empty->say(tr("Not connected"), tr("Connect to Redis to see what its user may do."), {});
    else if (!report)
        part.empty->say(tr("Checking the servers…"),
                        tr("Reads what this user may do on each server. Nothing is changed."), {}, true);
    else
        part.empty->say(tr("Permissions unknown"), tr("No server answered."), {});
}

void HealthDialog::showHead()
{
    m_busy->setVisible(m_health.isChecking());
    m_copy->setEnabled(!m_deployment.nodes.empty());
    m_summary->setText(m_health.summary());
    const auto &report = m_health.report();
    const auto worst = m_health.worst();
    m_icon->setVisible(worst.has_value());
    const int size = fontMetrics().height();
    m_icon->setPixmap(Theme::of(palette()).verdictIcon(worst.value_or(VerdictLevel::Ok)).pixmap(size, size));
    m_age->setVisible(report.has_value());
    if (!report)
        return;
    const QString ago = text::ago(millisecondsBetween(report->at, now()));
    m_age->setText(m_health.isOutdated() ? tr("checked %1; the servers changed since").arg(ago)
                                         : tr("checked %1").arg(ago));
    m_age->setToolTip(text::dateAndTime(report->wall));
}

QString HealthDialog::summary() const
{
    return m_summary->text();
}

void HealthDialog::copyPage()
{
    const int page = m_pages->currentIndex();
    QString text = m_parts[page].stack->currentIndex() == 0 ? m_parts[page].empty->title() + u'\n'
                   : page == FindingsPage                   ? m_findings->text()
                   : page == NodesPage                      ? m_nodes->text()
                                                            : m_rights->text();
    QGuiApplication::clipboard()->setText(text);
}

EmptyState *HealthDialog::emptyState(Page page) const
{
    return m_parts[page].empty;
}

bool HealthDialog::isEmptyShown(Page page) const
{
    return m_parts[page].stack->currentIndex() == 0;
}

void HealthDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_copy)
        showHead();
}

} // namespace lockscope
