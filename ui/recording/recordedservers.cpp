// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordedservers.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/health/findingsview.h"
#include "ui/health/nodesmodel.h"
#include "ui/health/nodesview.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope
{

RecordedServers::RecordedServers(WallTime at, QWidget *parent)
    : QDialog(parent), m_at(at), m_pages(new QTabWidget(this)), m_findings(new FindingsView),
      m_nodes(new NodesView)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setWindowTitle(tr("Health at %1").arg(text::dateToTheSecond(at)));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Report sections"));
    m_parts[FindingsPage] = addPart(m_findings, tr("Findings"));
    m_parts[NodesPage] = addPart(m_nodes, tr("Nodes"));
    auto *box = new ButtonBox(this);
    box->addButton(tr("Close"), QDialogButtonBox::RejectRole)->setAutoDefault(false);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_pages, 1);
    column->addWidget(box);
    openWith(*this, {characters(*this, 150), fontMetrics().height() * 40});
}

RecordedServers::Part RecordedServers::addPart(QWidget *view, const QString &title)
{
    auto *page = new QWidget;
    const Part part{
        .since = new QLabel(page), .stack = new QStackedWidget(page), .empty = new EmptyState(page)};
    part.since->setTextFormat(Qt::PlainText);
    part.since->setTextInteractionFlags(Qt::TextSelectableByMouse);
    part.stack->addWidget(part.empty);
    part.stack->addWidget(view);
    auto *column = new QVBoxLayout(page);
    column->addWidget(part.since);
    column->addWidget(part.stack, 1);
    part.since->hide();
    part.empty->say(tr("Reading the recording…"), {}, {}, true);
    m_pages->addTab(page, title);
    return part;
}

void RecordedServers::sayNotRecorded(const Part &part)
{
    part.empty->say(tr("Not recorded"),
                    tr("The recording does not contain this for this time or earlier. Earlier versions do "
                       "not record it."),
                    {});
}

void RecordedServers::showSince(const Part &part, WallTime since, bool isLastKnown)
{
    const QString time = text::dateToTheSecond(since);
    part.since->setText(isLastKnown ? tr("Last known at %1. Nothing was recorded at %2; it may have changed.")
                                          .arg(time, text::dateToTheSecond(m_at))
                                    : tr("As recorded at %1").arg(time));
    part.since->show();
}

void RecordedServers::show(const ServersThen &then)
{
    if (then.findings)
        showFindings(*then.findings);
    else
        sayNotRecorded(m_parts[FindingsPage]);
    if (then.nodes)
        showNodes(*then.nodes);
    else
        sayNotRecorded(m_parts[NodesPage]);
}

void RecordedServers::showFindings(const StateThen<Finding> &then)
{
    const Part &part = m_parts[FindingsPage];
    std::vector<Finding> findings = then.what;
    for (Finding &finding : findings) {
        if (finding.text.isEmpty()) // left out with the names
            finding.text = QString::fromLatin1(finding.code.data(), qsizetype(finding.code.size()));
    }
    m_findings->showFindings(findings);
    part.empty->say(tr("Nothing found that makes locks unsafe"), {}, {});
    part.stack->setCurrentIndex(findings.empty() ? 0 : 1);
    showSince(part, then.since, then.isLastKnown);
}

void RecordedServers::showNodes(const StateThen<NodeStatus> &then)
{
    const Part &part = m_parts[NodesPage];
    std::vector<NodeStatus> nodes = then.what;
    for (NodeStatus &status : nodes) {
        if (!status.isReady())
            status.connection.reason.text = tr("the reason is not recorded");
    }
    m_nodes->showNodes(nodes);
    for (const int column : {NodesModel::LagColumn, NodesModel::ClockColumn, NodesModel::RoundTripColumn,
                             NodesModel::StartedColumn}) // not recorded
        m_nodes->table()->setColumnHidden(column, true);
    part.stack->setCurrentIndex(1);
    showSince(part, then.since, then.isLastKnown);
}

QString RecordedServers::headline(Page page) const
{
    const Part &part = m_parts[page];
    return part.since->isHidden() ? part.empty->title() : part.since->text();
}

bool RecordedServers::isEmptyShown(Page page) const
{
    return m_parts[page].stack->currentIndex() == 0;
}

} // namespace lockscope
