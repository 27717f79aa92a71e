// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks that were held at one moment of the past, a row each, in the order in which they are given: it
// makes text of nothing but what is looked at. Owner: the timeline page; GUI thread.

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

    void show(MomentPtr moment); // a reset
    const MomentPtr &moment() const { return m_moment; }
    qint64 textsMade() const { return m_texts; } // since it was made
    LockName lockAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override; // asks for it

signals:
    void sortWanted(int column, Qt::SortOrder order);

private:
    QString since(const Hold &hold) const;

    MomentPtr m_moment = std::make_shared<const HistoryMoment>();
    mutable qint64 m_texts = 0;
};

} // namespace lockscope
