// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulktable.h"

#include "ui/acts/planview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkreport.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/fittedtree.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollArea>

namespace lockscope
{

BulkTable::BulkTable(const EngineBridge &bridge, QWidget *parent)
    : QSplitter(Qt::Vertical, parent), m_bridge(bridge), m_tree(new QTreeView), m_planArea(new QScrollArea),
      m_plan(new PlanView)
{
    m_tree->setModel(&m_model);
    showAsTable(*m_tree);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setAccessibleName(tr("Locks"));
    for (const auto &[column, letters] :
         {std::pair(BulkModel::LockColumn, 34), std::pair(BulkModel::OwnerColumn, 20),
          std::pair(BulkModel::HoldsColumn, 10), std::pair(BulkModel::TtlColumn, 15),
          std::pair(BulkModel::VerdictColumn, 20)})
        m_tree->header()->resizeSection(column, characters(*this, letters));
    m_planArea->setFocusPolicy(Qt::NoFocus); // The widget inside takes the focus
    m_planArea->setWidget(m_plan);
    m_planArea->setWidgetResizable(true);
    m_planArea->setFrameShape(QFrame::NoFrame);
    m_planArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    addWidget(m_tree);
    addWidget(m_planArea);
    setStretchFactor(0, 3);
    setStretchFactor(1, 1);
    setSizes({fontMetrics().height() * 20, fontMetrics().height() * 9});
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &BulkTable::showRow);
    m_model.setTheme(Theme::of(palette()));
}

void BulkTable::setSeries(BulkRun *series)
{
    m_series = series;
    m_model.show(series, series ? m_bridge.kinds() : Kinds());
    m_plan->showNothing(tr("Select a lock to see what will run."));
}

void BulkTable::showPlanned(int row)
{
    m_model.touch(row);
    if (m_tree->currentIndex().row() == row)
        showRow();
}

void BulkTable::showRow()
{
    const QModelIndex current = m_tree->currentIndex();
    if (!current.isValid() || !m_series)
        return;
    const BulkRun::Row &row = m_series->row(current.row());
    if (row.plan)
        m_plan->showPlan(*row.plan);
    else
        m_plan->showNothing(bulkSentence(*m_series, row, m_bridge.kinds()));
}

void BulkTable::setPlanVisible(bool visible)
{
    m_planArea->setVisible(visible);
}

void BulkTable::repaintTimes()
{
    m_tree->viewport()->update();
}

void BulkTable::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model.setTheme(Theme::of(palette()));
}

} // namespace lockscope
