// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The acts of the audit, one row each, newest on top. New ones are inserted, and the selection stays. Owner:
// the audit page; GUI thread.

#include "core/history/audit/auditentry.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>

namespace lockscope
{

class AuditModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        TimeColumn,
        ActColumn,
        LockColumn,
        ResultColumn,
        WhoColumn,
        ProfileColumn,
        ExpectedColumn,
        FoundColumn,
        ReasonColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole };

    explicit AuditModel(QObject *parent = nullptr);

    void setTheme(const Theme &theme);
    void show(std::vector<AuditEntry> entries); // Newest first
    const std::vector<AuditEntry> &entries() const { return m_entries; }
    const AuditEntry *entryAt(int row) const; // Null: no such row

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool goesOn(const std::vector<AuditEntry> &entries, size_t added) const;
    QString text(const AuditEntry &entry, int column) const;
    QString tip(const AuditEntry &entry, int column) const;

    std::vector<AuditEntry> m_entries{};
    Theme m_theme{};
};

} // namespace lockscope
