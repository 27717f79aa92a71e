// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks held at one moment of the past, one row each, in the given order. Creates text only for visible
// rows. Owner: the timeline page; GUI thread.

#include "ui/timeline/momentsorter.h"

#include <QAbstractTableModel>

namespace lockscope
{

class MomentModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LockColumn, OwnerColumn, SinceColumn, LengthColumn, ColumnCount };

    explicit MomentModel(QObject *parent = nullptr);

    void show(MomentPtr moment); // Resets the model
    const MomentPtr &moment() const { return m_moment; }
    qint64 textsMade() const { return m_texts; } // Number of texts created so far
    LockName lockAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override; // Emits sortWanted()

signals:
    void sortWanted(int column, Qt::SortOrder order);

private:
    QString since(const Hold &hold) const;

    MomentPtr m_moment = std::make_shared<const HistoryMoment>();
    mutable qint64 m_texts = 0;
};

} // namespace lockscope
