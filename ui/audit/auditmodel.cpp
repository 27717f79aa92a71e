// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditmodel.h"

#include "ui/audit/audittext.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

AuditModel::AuditModel(QObject *parent) : QAbstractTableModel(parent) {}

void AuditModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    if (!m_entries.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

// True if `entries` are `added` new ones above the known ones, of which the oldest may be dropped.
bool AuditModel::goesOn(const std::vector<AuditEntry> &entries, size_t added) const
{
    const size_t kept = entries.size() - added;
    if (m_entries.empty() || kept == 0 || kept > m_entries.size())
        return false;
    for (size_t i = 0; i < kept; ++i) {
        if (entries[added + i].number != m_entries[i].number)
            return false;
    }
    return true;
}

void AuditModel::show(std::vector<AuditEntry> entries)
{
    const qint64 newest = m_entries.empty() ? 0 : m_entries.front().number;
    const auto known =
        std::ranges::find_if(entries, [newest](const AuditEntry &entry) { return entry.number <= newest; });
    const auto added = size_t(known - entries.begin());
    if (!goesOn(entries, added)) {
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
        return;
    }
    const size_t kept = entries.size() - added;
    if (kept < m_entries.size()) {
        beginRemoveRows({}, int(kept), rowCount() - 1);
        m_entries.resize(kept);
        endRemoveRows();
    }
    for (size_t i = 0; i < kept; ++i) {
        if (m_entries[i] == entries[added + i])
            continue;
        m_entries[i] = entries[added + i];
        emit dataChanged(index(int(i), 0), index(int(i), ColumnCount - 1));
    }
    if (added == 0)
        return;
    beginInsertRows({}, 0, int(added) - 1);
    m_entries = std::move(entries);
    endInsertRows();
}

const AuditEntry *AuditModel::entryAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_entries[size_t(row)] : nullptr;
}

int AuditModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int AuditModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AuditModel::text(const AuditEntry &entry, int column) const
{
    switch (column) {
    case TimeColumn:
        return text::auditedTime(entry.atMs);
    case ActColumn:
        return text::auditedAct(entry.act);
    case LockColumn:
        return text::bytes(entry.key);
    case ResultColumn:
        return text::auditedResult(entry.result);
    case WhoColumn:
        return text::auditedBy(entry);
    case ProfileColumn:
        return entry.profile;
    case ExpectedColumn:
        return text::auditedOwner(entry.expectedOwner);
    case FoundColumn:
        return text::auditedOwner(ownerFound(entry));
    case ReasonColumn:
        return entry.reason.simplified();
    default:
        return {};
    }
}

QString AuditModel::tip(const AuditEntry &entry, int column) const
{
    if (column == TimeColumn)
        return text::dateAndTime(WallTime(milliseconds(entry.atMs)));
    if (column == ResultColumn && !entry.failure.isEmpty())
        return text(entry, column) + QStringLiteral(": ") + entry.failure;
    if (column == WhoColumn)
        return text(entry, column) + u'\n' + entry.program;
    return column == ReasonColumn ? entry.reason : text(entry, column);
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AuditEntry &entry = m_entries[size_t(index.row())];
    const bool isResult = index.column() == ResultColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case Qt::ToolTipRole:
        return tip(entry, index.column());
    case SortRole:
        return index.column() == TimeColumn ? QVariant(entry.number) : text(entry, index.column());
    case Qt::DecorationRole:
        return isResult ? m_theme.verdictIcon(text::auditedLevel(entry)) : QVariant();
    default:
        return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case ActColumn:
        return tr("Action");
    case LockColumn:
        return tr("Lock");
    case ResultColumn:
        return tr("Result");
    case WhoColumn:
        return tr("By");
    case ProfileColumn:
        return tr("Profile");
    case ExpectedColumn:
        return tr("Owner expected");
    case FoundColumn:
        return tr("Owner found");
    case ReasonColumn:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace lockscope
