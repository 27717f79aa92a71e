// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/nodesview.h"

#include "ui/health/nodesmodel.h"
#include "ui/text/format.h"
#include "ui/text/nodetext.h"
#include "ui/text/tabletext.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/fittedtree.h"
#include "ui/widgets/notice.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope
{

NodesView::NodesView(QWidget *parent)
    : QWidget(parent), m_model(new NodesModel(this)), m_table(new QTreeView(this)),
      m_reasons(new Notice(this))
{
    m_table->setModel(m_model);
    showAsTable(*m_table);
    m_table->setAllColumnsShowFocus(true);
    m_table->setAccessibleName(tr("Nodes"));
    m_reasons->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_table, 1);
    column->addWidget(m_reasons);
}

void NodesView::showNodes(const std::vector<NodeStatus> &nodes)
{
    m_model->setNodes(nodes);
    for (int column = 0; column < NodesModel::ColumnCount; ++column)
        m_table->setColumnHidden(column, m_model->isEmpty(column));
    if (nodes.size() != m_fitted)
        fit();
    m_why.clear();
    for (const NodeStatus &node : nodes) {
        if (!node.isReady() && !node.connection.reason.text.isEmpty())
            m_why << QStringLiteral("%1: %2").arg(text::node(node.node), text::nodeConnection(node, now()));
    }
    if (m_why.isEmpty())
        m_reasons->hide();
    else
        m_reasons->tell(VerdictLevel::Warning, tr("%Ln node(s) unreachable", nullptr, int(m_why.size())),
                        m_why);
}

void NodesView::choose(const NodeId &node)
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->nodes()[size_t(row)].node == node)
            m_table->setCurrentIndex(m_model->index(row, 0));
    }
}

void NodesView::fit()
{
    m_fitted = m_model->nodes().size();
    for (int column = 0; column < NodesModel::ColumnCount; ++column) {
        m_table->resizeColumnToContents(column);
        const int room = column == NodesModel::RoleColumn ? 5 : 1; // For "was master"
        m_table->setColumnWidth(column, m_table->columnWidth(column) + characters(*this, room));
    }
}

QString NodesView::text() const
{
    return text::table(*m_table) + (m_why.isEmpty() ? QString() : u'\n' + m_why.join(u'\n') + u'\n');
}

void NodesView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace lockscope
