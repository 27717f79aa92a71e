// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock as each node reports it, one row each. The view repaints running times. Owner: CopiesView; GUI
// thread.

#include "core/values/copy.h"

#include <QAbstractTableModel>

namespace lockscope
{

class CopiesModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NodeColumn, OwnerColumn, TtlColumn, LagColumn, ColumnCount };

    explicit CopiesModel(QObject *parent = nullptr);
    void setCopies(const std::vector<Copy> &copies);
    void setPast(bool past); // Past: what was read last; nothing says that it is still so
    const std::vector<Copy> &copies() const { return m_copies; }
    bool hasLag() const; // Some are replicas

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Copy &copy, int column) const;
    QString help(const Copy &copy) const;

    std::vector<Copy> m_copies;
    bool m_past = false;
};

} // namespace lockscope
