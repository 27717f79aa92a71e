// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The results of the last runs of this session, newest first. Owner: the lab page; GUI thread.

#include "core/lab/laboutcome.h"

#include <QAbstractTableModel>

#include <deque>

namespace lockscope
{

class LabRunsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr size_t Most = 20; // The oldest are dropped
    enum Column {
        TimeColumn,
        VerdictColumn,
        ScenarioColumn,
        SeedColumn,
        WhereColumn,
        ValuesColumn,
        ColumnCount
    };

    explicit LabRunsModel(QObject *parent = nullptr);
    void add(const LabOutcome &outcome);
    const LabOutcome &at(int row) const { return m_runs[size_t(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::deque<LabOutcome> m_runs;
};

} // namespace lockscope
