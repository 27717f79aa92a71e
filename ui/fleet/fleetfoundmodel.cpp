// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetfoundmodel.h"

#include "ui/locks/model/lockcells.h"
#include "ui/text/format.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace lockscope
{

namespace
{

bool isSameRow(const FleetFound &a, const FleetFound &b)
{
    return a.lock->key == b.lock->key && a.connection == b.connection;
}

// The column of the lock list with the same content.
LockColumn cellOf(int column)
{
    switch (column) {
    case FleetFoundModel::VerdictColumn:
        return LockColumn::Verdict;
    case FleetFoundModel::OwnerColumn:
        return LockColumn::Owner;
    case FleetFoundModel::TtlColumn:
        return LockColumn::Ttl;
    case FleetFoundModel::WaitersColumn:
        return LockColumn::Waiters;
    default:
        return LockColumn::Key;
    }
}

// As the list of the main window shows the verdict of a lock that is not read now.
QIcon faded(const QIcon &icon)
{
    QIcon faded;
    for (const int size : {16, 20, 24, 32, 48, 64}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setOpacity(0.45);
        painter.drawPixmap(pixmap.rect(), icon.pixmap(size)); // as a whole: its parts overlap
        painter.end();
        faded.addPixmap(pixmap);
    }
    return faded;
}

// Its age belongs to the lock, not to the time that is left.
QString oldTtl(const Lock &lock, Instant now, int role)
{
    if (!lock.held())
        return QStringLiteral("—");
    const QString age = text::ago(millisecondsBetween(lock.readAt, now));
    switch (role) {
    case Qt::DisplayRole:
        return FleetFoundModel::tr("unknown", "time to live");
    case Qt::ToolTipRole:
        return lock.expiresAt
                   ? FleetFoundModel::tr("Read %1, with %2 left then")
                         .arg(age, text::duration(std::max(
                                       milliseconds(0), millisecondsBetween(lock.readAt, *lock.expiresAt))))
                   : FleetFoundModel::tr("Read %1, without an expiry").arg(age);
    default:
        return FleetFoundModel::tr("TTL: unknown");
    }
}

} // namespace

FleetFoundModel::FleetFoundModel(std::function<Instant()> clock, QObject *parent)
    : QAbstractTableModel(parent), m_clock(std::move(clock))
{
}

void FleetFoundModel::show(const std::vector<FleetFound> &rows)
{
    if (!std::ranges::equal(rows, m_rows, isSameRow))
        return move(rows);
    for (size_t row = 0; row < rows.size(); ++row) {
        if (rows[row] == m_rows[row])
            continue;
        m_rows[row] = rows[row];
        emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
}

// Not a reset, which would lose the selection, the place and half of a double click.
void FleetFoundModel::move(const std::vector<FleetFound> &rows)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &one : before) {
        const auto found = std::ranges::find_if(
            rows, [&](const FleetFound &row) { return isSameRow(row, m_rows[size_t(one.row())]); });
        after << (found == rows.end() ? QModelIndex() : createIndex(int(found - rows.begin()), one.column()));
    }
    m_rows = rows;
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void FleetFoundModel::tick()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, TtlColumn), index(rowCount() - 1, TtlColumn), {Qt::DisplayRole});
}

void FleetFoundModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (size_t level = 0; level < m_oldIcons.size(); ++level)
        m_oldIcons[level] = faded(theme.verdictIcon(VerdictLevel(level)));
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const FleetFound *FleetFoundModel::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[size_t(row)] : nullptr;
}

int FleetFoundModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int FleetFoundModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FleetFoundModel::ofConnection(const FleetFound &found, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return found.connection;
    case Qt::AccessibleTextRole:
        return tr("Connection: %1").arg(found.connection);
    default:
        return {};
    }
}

QString FleetFoundModel::textOf(const FleetFound &found, int column, int role) const
{
    if (column == TtlColumn && found.isOld)
        return oldTtl(*found.lock, m_clock(), role);
    const QString text = lockCell(cellOf(column), *found.lock, m_kinds, 0, m_clock(), role).toString();
    // The help of a stale lock says so itself.
    const bool isUnsaid = found.isOld && (role == Qt::DisplayRole || !found.lock->stale);
    return column == VerdictColumn && isUnsaid ? tr("%1 (as last known)", "verdict").arg(text) : text;
}

QVariant FleetFoundModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const FleetFound &found = m_rows[size_t(index.row())];
    const VerdictLevel level = found.lock->shownVerdict().level;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        if (index.column() == ConnectionColumn)
            return ofConnection(found, role);
        return textOf(found, index.column(), role);
    case Qt::DecorationRole:
        if (index.column() != VerdictColumn)
            return {};
        return found.isOld ? m_oldIcons[size_t(level)] : m_theme.verdictIcon(level);
    case Qt::ForegroundRole:
        if (found.isOld)
            return m_theme.muted;
        return index.column() == VerdictColumn && level >= VerdictLevel::Warning
                   ? QVariant(m_theme.verdict(level))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    default:
        return {};
    }
}

QVariant FleetFoundModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == WaitersColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (section == ConnectionColumn)
        return role == Qt::DisplayRole ? QVariant(tr("Connection")) : QVariant();
    return headerCell(cellOf(section), role);
}

} // namespace lockscope
