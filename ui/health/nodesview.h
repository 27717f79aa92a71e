// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers of a deployment as a table; below it, why unreachable ones cannot be reached. GUI thread.

#include "core/values/status.h"

#include <QWidget>

class QTreeView;

namespace lockscope
{

class NodesModel;
class Notice;

class NodesView final : public QWidget
{
    Q_OBJECT
public:
    explicit NodesView(QWidget *parent = nullptr);
    void showNodes(const std::vector<NodeStatus> &nodes);
    void choose(const NodeId &node);
    QString text() const; // The table, with tabs between the columns

    QTreeView *table() const { return m_table; }
    Notice *reasons() const { return m_reasons; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void fit();

    NodesModel *m_model;
    QTreeView *m_table;
    Notice *m_reasons;
    QStringList m_why;
    size_t m_fitted = 0; // Number of nodes at the last fit; afterwards the widths belong to the user
};

} // namespace lockscope
