// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks held at one moment of the past, one row each, in the given order. Creates text only for visible
// rows. Kinds, TTLs, waiters and verdicts are shown of recordings only. Owner: the view; GUI thread.

#include "ui/timeline/momentsorter.h"

#include <QAbstractTableModel>
#include <QIcon>

#include <array>

namespace lockscope
{

struct Theme;

class MomentModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        LockColumn,
        KindColumn,
        OwnerColumn,
        TtlColumn,
        SinceColumn,
        LengthColumn,
        WaitersColumn,
        VerdictColumn,
        ColumnCount
    };

    explicit MomentModel(QObject *parent = nullptr);

    void show(MomentPtr moment); // Resets the model
    void setTheme(const Theme &theme);
    const MomentPtr &moment() const { return m_moment; }
    qint64 textsMade() const { return m_texts; } // Number of texts created so far
    LockName lockAt(int row) const;
    OwnerId ownerAt(int row) const;
    // The row of that owner, otherwise the first one of the lock; -1: none.
    int rowOf(const LockName &key, const OwnerId &owner = {}) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override; // Emits sortWanted()

signals:
    void sortWanted(int column, Qt::SortOrder order);

private:
    QString since(const Hold &hold) const;
    QString verdict(const Hold &hold) const;
    QString ttl(const Hold &hold) const;

    MomentPtr m_moment = std::make_shared<const HistoryMoment>();
    MomentLookup m_look{*m_moment};
    std::array<QIcon, 4> m_icons{}; // By VerdictLevel
    mutable qint64 m_texts = 0;
};

} // namespace lockscope
