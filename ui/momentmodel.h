// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks that were held at one moment of the past, a row each. Owner: the timeline page; GUI thread.

#include "core/history/hold.h"

#include <QAbstractTableModel>

namespace lockscope
{

class MomentModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LockColumn, OwnerColumn, SinceColumn, LengthColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    explicit MomentModel(QObject *parent = nullptr);

    void show(HistoryMoment moment); // a reset
    const HistoryMoment &moment() const { return m_moment; }
    LockName lockAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString since(const Hold &hold) const;

    HistoryMoment m_moment{};
};

} // namespace lockscope
