// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkmodel.h"

#include "ui/bulk/bulkreport.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"

namespace lockscope
{

namespace
{

constexpr std::chrono::milliseconds Pace{60};

bool isNumber(int column)
{
    return column == BulkModel::HoldsColumn || column == BulkModel::TtlColumn;
}

} // namespace

BulkModel::BulkModel(QObject *parent) : QAbstractTableModel(parent)
{
    m_pace.setSingleShot(true);
    m_pace.setInterval(Pace);
    connect(&m_pace, &QTimer::timeout, this, &BulkModel::tell);
}

void BulkModel::show(BulkRun *series, const Kinds &kinds)
{
    beginResetModel();
    m_series = series;
    m_kinds = kinds;
    m_first = m_last = -1;
    endResetModel();
}

void BulkModel::touch(int row)
{
    m_first = m_first < 0 ? row : std::min(m_first, row);
    m_last = std::max(m_last, row);
    if (!m_pace.isActive())
        m_pace.start();
}

void BulkModel::touchAll()
{
    if (rowCount() == 0)
        return;
    m_first = 0;
    m_last = rowCount() - 1;
    tell();
}

void BulkModel::tell()
{
    if (m_first < 0 || m_last >= rowCount())
        return;
    const int first = std::exchange(m_first, -1), last = std::exchange(m_last, -1);
    emit dataChanged(index(first, 0), index(last, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, FateColumn, FateColumn);
}

void BulkModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    touchAll();
}

int BulkModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_series ? 0 : int(m_series->rows().size());
}

int BulkModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags BulkModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (!index.isValid() || index.column() != LockColumn)
        return flags;
    const bool free = m_series->phase() == BulkRun::Phase::Asking &&
                      m_series->row(index.row()).state != BulkRun::State::LeftOut;
    return free ? flags | Qt::ItemIsUserCheckable : flags;
}

QString BulkModel::textOf(const BulkRun::Row &row, int column) const
{
    const Lock &lock = *row.shown;
    switch (column) {
    case LockColumn:
        return text::key(lock.key);
    case OwnerColumn:
        return text::holding(lock);
    case HoldsColumn:
        return recordsHolds(lock) ? text::number(holdsOf(lock)) : QStringLiteral("—");
    case TtlColumn: {
        const Lock &last = *row.watch.lock();
        return row.watch.gone() ? QString() : text::ttl(text::ttlLeft(last, now()));
    }
    case VerdictColumn:
        return text::verdictCode(lock.verdict.code);
    case FateColumn:
        return bulkSentence(*m_series, row, m_kinds);
    }
    return {};
}

QVariant BulkModel::iconOf(const BulkRun::Row &row, int column) const
{
    if (column == VerdictColumn)
        return m_theme.verdictIcon(row.shown->verdict.level);
    const bool told = row.receipt || row.state == BulkRun::State::Ready;
    if (column == FateColumn && told)
        return m_theme.verdictIcon(bulkLevel(*m_series, row));
    return {};
}

QVariant BulkModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_series)
        return {};
    const BulkRun::Row &row = m_series->row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == OwnerColumn && row.shown->held() ? text::ownerFull(row.shown->owner())
                                                                  : textOf(row, index.column());
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(
            headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            textOf(row, index.column()));
    case Qt::DecorationRole:
        return iconOf(row, index.column());
    case Qt::ForegroundRole:
        return row.state == BulkRun::State::LeftOut || !row.ticked ? QVariant(m_theme.muted) : QVariant();
    case Qt::TextAlignmentRole:
        return isNumber(index.column()) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::CheckStateRole:
        if (index.column() != LockColumn)
            return {};
        return row.ticked && row.state != BulkRun::State::LeftOut ? Qt::Checked : Qt::Unchecked;
    default:
        return {};
    }
}

bool BulkModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    m_series->setTicked(index.row(), value.toInt() == Qt::Checked);
    touch(index.row());
    emit ticked();
    return true;
}

QVariant BulkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isNumber(section))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const bool planned = !m_series || m_series->phase() == BulkRun::Phase::Asking;
    switch (section) {
    case LockColumn:
        return tr("Lock");
    case OwnerColumn:
        return tr("Owner");
    case HoldsColumn:
        return tr("Holds");
    case TtlColumn:
        return tr("TTL");
    case VerdictColumn:
        return tr("Verdict");
    case FateColumn:
        return planned ? tr("Expected result") : tr("Result");
    }
    return {};
}

} // namespace lockscope
