// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/queuemodel.h"

#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/theme.h"

#include <algorithm>

namespace lockscope
{

QueueModel::QueueModel(QObject *parent) : QAbstractTableModel(parent) {}

void QueueModel::setLock(const LockPtr &lock)
{
    static const std::vector<QueuedWaiter> nobody;
    const std::vector<QueuedWaiter> &next = lock ? lock->waiters.queued : nobody;
    if (next.size() < m_queue.size()) {
        beginRemoveRows({}, int(next.size()), int(m_queue.size()) - 1);
        m_queue.resize(next.size());
        endRemoveRows();
    }
    for (size_t row = 0; row < m_queue.size(); ++row) {
        if (m_queue[row] == next[row])
            continue;
        m_queue[row] = next[row];
        emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
    if (next.size() > m_queue.size()) {
        beginInsertRows({}, int(m_queue.size()), int(next.size()) - 1);
        m_queue.insert(m_queue.end(), next.begin() + qsizetype(m_queue.size()), next.end());
        endInsertRows();
    }
}

void QueueModel::setPast(bool past)
{
    if (past == m_past)
        return;
    m_past = past;
    if (rowCount() > 0)
        emit dataChanged(index(0, DeadlineColumn), index(rowCount() - 1, DeadlineColumn), {Qt::DisplayRole});
}

void QueueModel::setTheme(const Theme &theme)
{
    m_icons = {theme.verdictIcon(VerdictLevel::Ok), theme.verdictIcon(VerdictLevel::Critical),
               theme.verdictIcon(VerdictLevel::Info)};
    if (rowCount() > 0)
        emit dataChanged(index(0, AliveColumn), index(rowCount() - 1, AliveColumn), {Qt::DecorationRole});
}

const QueuedWaiter *QueueModel::waiterAt(const QModelIndex &index) const
{
    return index.isValid() && index.row() < rowCount() ? &m_queue[size_t(index.row())] : nullptr;
}

int QueueModel::rowOf(const QueuedWaiter &waiter) const
{
    const auto at = std::ranges::find_if(m_queue, [&waiter](const QueuedWaiter &other) {
        return other.id == waiter.id && other.mode == waiter.mode;
    });
    return at == m_queue.end() ? -1 : int(at - m_queue.begin());
}

bool QueueModel::hasModes() const
{
    return std::any_of(m_queue.begin(), m_queue.end(),
                       [](const QueuedWaiter &waiter) { return waiter.mode != HoldMode::Exclusive; });
}

bool QueueModel::hasDeadlines() const
{
    return std::any_of(m_queue.begin(), m_queue.end(),
                       [](const QueuedWaiter &waiter) { return waiter.deadline.has_value(); });
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_queue.size());
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString QueueModel::text(const QueuedWaiter &waiter, int row, int column) const
{
    switch (column) {
    case PlaceColumn:
        return text::number(row + 1);
    case WaiterColumn:
        return text::ownerFull(waiter.id);
    case ModeColumn:
        return text::holdMode(waiter.mode);
    case DeadlineColumn:
        if (m_past || !waiter.deadline)
            return QStringLiteral("—");
        if (*waiter.deadline <= now())
            return tr("passed", "deadline of a waiter");
        return text::ttl(millisecondsBetween(now(), *waiter.deadline));
    case AliveColumn:
        return text::waiter(waiter.alive);
    default:
        return {};
    }
}

const QIcon &QueueModel::icon(const QueuedWaiter &waiter) const
{
    return m_icons[!waiter.alive ? 2 : *waiter.alive ? 0 : 1];
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QueuedWaiter &waiter = m_queue[size_t(index.row())];
    const bool number = index.column() == PlaceColumn || index.column() == DeadlineColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(waiter, index.row(), index.column());
    case Qt::DecorationRole:
        return index.column() == AliveColumn ? QVariant(icon(waiter)) : QVariant();
    case Qt::ToolTipRole:
        return index.column() == WaiterColumn ? QVariant(text(waiter, index.row(), WaiterColumn))
                                              : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == PlaceColumn || section == DeadlineColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == DeadlineColumn)
        return tr("After this time, the next waiters remove it from the queue");
    if (role == Qt::ToolTipRole && section == AliveColumn)
        return tr("Whether a client listens on its channel");
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) // A narrow column cannot show the whole title
        return {};
    switch (section) {
    case PlaceColumn:
        return tr("#", "place in a queue");
    case WaiterColumn:
        return tr("Waiter");
    case ModeColumn:
        return tr("Mode");
    case DeadlineColumn:
        return tr("Deadline");
    case AliveColumn:
        return tr("Alive", "whether a waiter is");
    default:
        return {};
    }
}

} // namespace lockscope
