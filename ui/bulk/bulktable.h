// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of a bulk action as a table, and the plan of the current row. Owner: BulkDialog; GUI thread.

#include "ui/bulk/bulkmodel.h"

#include <QSplitter>

class QScrollArea;
class QTreeView;

namespace lockscope
{

class EngineBridge;
class PlanView;

class BulkTable final : public QSplitter
{
    Q_OBJECT
public:
    explicit BulkTable(const EngineBridge &bridge, QWidget *parent = nullptr);

    void setSeries(BulkRun *series); // Null: empty; must outlive being shown
    void showPlanned(int row);
    void showRow();
    void setPlanVisible(bool visible);
    void repaintTimes();
    BulkModel &model() { return m_model; }
    QTreeView *tree() const { return m_tree; }

protected:
    void changeEvent(QEvent *event) override;

private:
    const EngineBridge &m_bridge;
    BulkModel m_model;
    BulkRun *m_series = nullptr;
    QTreeView *m_tree;
    QScrollArea *m_planArea;
    PlanView *m_plan;
};

} // namespace lockscope
