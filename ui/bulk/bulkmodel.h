// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks of a run as a table, one row each, with check boxes. Changes are collected into one dataChanged
// at short intervals; a running TTL emits nothing. Owner: BulkDialog; GUI thread.

#include "ui/bulk/bulkrun.h"
#include "ui/text/kinds.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>
#include <QTimer>

namespace lockscope
{

class BulkModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LockColumn, OwnerColumn, HoldsColumn, TtlColumn, VerdictColumn, FateColumn, ColumnCount };

    explicit BulkModel(QObject *parent = nullptr);

    void show(BulkRun *series, const Kinds &kinds); // Null: empty; the series must outlive being shown
    void touch(int row);
    void touchAll();
    void setTheme(const Theme &theme);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void ticked();

private:
    void tell();
    QString textOf(const BulkRun::Row &row, int column) const;
    QVariant iconOf(const BulkRun::Row &row, int column) const;

    BulkRun *m_series = nullptr;
    Kinds m_kinds{};
    Theme m_theme{};
    int m_first = -1; // The rows to report as changed
    int m_last = -1;
    QTimer m_pace{};
};

} // namespace lockscope
