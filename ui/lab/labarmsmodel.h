// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arms of several runs side by side, one row each: counts and measurements. Numbers that only one
// scenario has ("oversold") get their own column. Owner: the lab page; GUI thread.

#include "core/lab/laboutcome.h"

#include <QAbstractTableModel>

namespace lockscope
{

class LabArmsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit LabArmsModel(QObject *parent = nullptr);
    void show(const std::vector<LabOutcome> &runs);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString run{};
        LabArm arm{};
    };
    struct Column {
        QString title{};
        QString help{};
        std::function<QString(const Row &)> text{};
        bool isNumber = true;
        bool alarming = false; // Any value above zero is a violation
    };
    void makeColumns(const std::vector<LabOutcome> &runs);
    void add(const QString &title, const QString &help, QString (*of)(const Figures &));
    void addCounts();
    void addMeasures();

    std::vector<Row> m_rows;
    std::vector<Column> m_columns;
};

} // namespace lockscope
