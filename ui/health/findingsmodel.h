// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The findings about a deployment, one row each, worst first. Owner: FindingsView; GUI thread.

#include "ui/health/findinggroups.h"

#include <QAbstractTableModel>

namespace lockscope
{

class FindingsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LevelColumn, TextColumn, NodesColumn, ColumnCount };

    explicit FindingsModel(QObject *parent = nullptr);
    void setFindings(const std::vector<Finding> &findings);
    const std::vector<FindingGroup> &groups() const { return m_groups; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<FindingGroup> m_groups;
};

} // namespace lockscope
