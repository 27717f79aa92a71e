// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionmodel.h"

#include "ui/contention/causes/costtext.h"
#include "ui/plots/tallycurves.h"
#include "ui/text/format.h"

#include <QLocale>

#include <algorithm>

namespace lockscope
{

namespace
{

double heldShare(const Contention &lock)
{
    const double over = std::chrono::duration<double, std::milli>(lock.over.to - lock.over.from).count();
    return over > 0 ? std::min(1.0, double(lock.heldFor.count()) / over) : 0;
}

} // namespace

ContentionModel::ContentionModel(QObject *parent) : QAbstractTableModel(parent) {}

void ContentionModel::show(const std::vector<Contention> &locks)
{
    const bool same = std::ranges::equal(locks, m_locks, {}, &Contention::key, &Contention::key);
    if (!same)
        beginResetModel();
    m_locks = locks;
    if (!same)
        endResetModel();
    else if (!m_locks.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ContentionModel::showCosts(const std::vector<WaitingCost> &costs)
{
    m_costs.clear();
    for (const WaitingCost &cost : costs)
        m_costs.insert(LockName{cost.name}, cost);
    if (!m_locks.empty())
        emit dataChanged(index(0, CausedColumn), index(rowCount() - 1, CausedColumn));
}

LockName ContentionModel::lockAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_locks[size_t(row)].key : LockName();
}

int ContentionModel::rowOf(const LockName &key) const
{
    const auto found = std::ranges::find(m_locks, key, &Contention::key);
    return found == m_locks.end() ? -1 : int(found - m_locks.begin());
}

const Contention *ContentionModel::longestWait() const
{
    const auto waitOf = [](const Contention &lock) {
        return lock.waiterSeconds <= 0 ? milliseconds(-1) : lock.waitEstimate().value_or(milliseconds::max());
    };
    const auto longest = std::ranges::max_element(m_locks, {}, waitOf);
    return longest == m_locks.end() || longest->waiterSeconds <= 0 ? nullptr : &*longest;
}

int ContentionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_locks.size());
}

int ContentionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ContentionModel::text(const Contention &lock, int column) const
{
    const auto about = [](const QString &figure) { return QStringLiteral("≈ ") + figure; };
    switch (column) {
    case LockColumn:
        return text::key(lock.key);
    case CausedColumn:
        return m_costs.contains(lock.key) ? text::waitingCaused(m_costs.value(lock.key).waited)
                                          : QStringLiteral("—");
    case WaitersColumn:
        // Counted from time to time. None counted: there were none, or they leave no trace.
        return lock.mostWaiters > 0 ? about(text::number(lock.mostWaiters)) : QStringLiteral("—");
    case WaitColumn:
        return lock.waitEstimate() ? about(text::duration(*lock.waitEstimate())) : QStringLiteral("—");
    case AcquiredColumn:
        return lock.sampled ? about(text::number(lock.acquired)) : text::number(lock.acquired);
    case HeldColumn:
        return QLocale().toString(heldShare(lock) * 100, 'f', 0) + QLocale().percent();
    default:
        return {};
    }
}

QVariant ContentionModel::sortValue(const Contention &lock, int column) const
{
    switch (column) {
    case CausedColumn:
        return m_costs.contains(lock.key) ? m_costs.value(lock.key).waited : -1.0;
    case WaitersColumn:
        return lock.mostWaiters;
    case WaitColumn:
        return qint64(lock.waitEstimate().value_or(milliseconds(-1)).count());
    case AcquiredColumn:
        return lock.acquired;
    case HeldColumn:
        return qint64(lock.heldFor.count());
    default:
        return text(lock, column);
    }
}

QVariant ContentionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Contention &lock = m_locks[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(lock, index.column());
    case SortRole:
        return sortValue(lock, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == LockColumn ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                            : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (index.column() == CausedColumn && m_costs.contains(lock.key))
            return text::costDetails(m_costs.value(lock.key), CostBy::Lock);
        return lock.sampled
                   ? QStringLiteral("%1\n%2: %3").arg(text::key(lock.key), sampledMark(), whySampled())
                   : text::key(lock.key);
    default:
        return {};
    }
}

QVariant ContentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == LockColumn ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                     : int(Qt::AlignRight | Qt::AlignVCenter);
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case LockColumn:
        return tip ? tr("Most contended locks, most waiting caused first") : tr("Lock");
    case CausedColumn:
        return tip ? text::whatWaitingCausedIs() : tr("Waiting caused");
    case WaitersColumn:
        return tip ? tr("Maximum number of waiters at once. A dash: there were none, or they cannot be "
                        "counted")
                   : tr("Most waiters");
    case WaitColumn:
        return tip ? curveHelp(Curve::WaitEstimate) : tr("Wait");
    case AcquiredColumn:
        return tip ? tr("How often it was acquired") : tr("Acquired");
    case HeldColumn:
        return tip ? tr("Share of the time, up to now, that the lock was held: all its holds together, at "
                        "most 100 %, in whole minutes")
                   : tr("Held");
    default:
        return {};
    }
}

} // namespace lockscope
