// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentmodel.h"

#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QPalette>

namespace lockscope
{

MomentModel::MomentModel(QObject *parent) : QAbstractTableModel(parent) {}

void MomentModel::show(MomentPtr moment)
{
    beginResetModel();
    m_moment = std::move(moment);
    m_look = MomentLookup(*m_moment);
    endResetModel();
}

void MomentModel::setTheme(const Theme &theme)
{
    for (const VerdictLevel level :
         {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical})
        m_icons[size_t(level)] = theme.verdictIcon(level);
    if (rowCount() > 0)
        emit dataChanged(index(0, VerdictColumn), index(rowCount() - 1, VerdictColumn), {Qt::DecorationRole});
}

int MomentModel::rowOf(const LockName &key, const OwnerId &owner) const
{
    int first = -1;
    for (int row = 0; row < rowCount(); ++row) {
        const Hold &hold = m_moment->holds[size_t(row)];
        if (hold.key != key)
            continue;
        if (owner.isEmpty() || hold.owner == owner)
            return row;
        first = first < 0 ? row : first;
    }
    return first;
}

LockName MomentModel::lockAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_moment->holds[size_t(row)].key : LockName();
}

OwnerId MomentModel::ownerAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_moment->holds[size_t(row)].owner : OwnerId();
}

int MomentModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_moment->holds.size());
}

int MomentModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

// Includes the day only if it differs from the day of the moment; the tool tip always has it.
QString MomentModel::since(const Hold &hold) const
{
    return text::date(hold.began) == text::date(m_moment->at) ? text::timeToTheSecond(hold.began)
                                                              : text::dateToTheSecond(hold.began);
}

QString MomentModel::ttl(const Hold &hold) const
{
    const auto expiry = m_look.expiry(hold);
    if (!expiry)
        return tr("unknown", "time to live");
    return expiry->expires
               ? text::ttl(std::chrono::duration_cast<milliseconds>(*expiry->expires - m_moment->at))
               : text::ttl({});
}

QString MomentModel::verdict(const Hold &hold) const
{
    const auto step = m_look.verdict(hold);
    if (!step)
        return tr("unknown", "verdict");
    if (step->level == VerdictLevel::Ok)
        return text::verdictWord(step->level);
    return text::verdictCode(std::string_view(step->code.constData(), size_t(step->code.size())));
}

QVariant MomentModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Hold &hold = m_moment->holds[size_t(index.row())];
    if (role == Qt::ToolTipRole)
        return m_look.isLost(hold) ? text::hold(hold, m_moment->at) + u'\n' +
                                         tr("Its server could not be reached: as last known")
                                   : text::hold(hold, m_moment->at);
    if (role == Qt::DecorationRole && index.column() == VerdictColumn) {
        const auto step = m_look.verdict(hold);
        return step ? m_icons[size_t(step->level)] : QVariant();
    }
    if (role == Qt::TextAlignmentRole && index.column() == WaitersColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && (m_look.isLost(hold) || index.column() == KindColumn ||
                                       (index.column() == TtlColumn && !m_look.expiry(hold)) ||
                                       (index.column() == WaitersColumn && !m_look.waiters(hold))))
        return QGuiApplication::palette().placeholderText();
    if (role != Qt::DisplayRole)
        return {};
    ++m_texts;
    switch (index.column()) {
    case LockColumn:
        return text::key(hold.key);
    case KindColumn:
        return hold.kind.isEmpty() ? tr("unknown", "kind") : QString::fromUtf8(hold.kind);
    case OwnerColumn:
        return text::owner(hold.owner);
    case TtlColumn:
        return ttl(hold);
    case SinceColumn:
        return hold.beganBefore ? tr("before %1").arg(since(hold)) : since(hold);
    case LengthColumn:
        return m_look.isLost(hold)
                   ? tr("unknown", "held for")
                   : text::heldLength(hold.knownLength(m_moment->at), hold.isLengthAtLeast(m_moment->at));
    case WaitersColumn: {
        const auto waiters = m_look.waiters(hold);
        return waiters ? text::number(*waiters) : tr("unknown", "waiters");
    }
    case VerdictColumn:
        return verdict(hold);
    default:
        return {};
    }
}

void MomentModel::sort(int column, Qt::SortOrder order)
{
    emit sortWanted(column, order);
}

QVariant MomentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == WaitersColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LockColumn:
        return tr("Lock");
    case KindColumn:
        return tr("Kind");
    case OwnerColumn:
        return tr("Owner");
    case TtlColumn:
        return tr("TTL");
    case SinceColumn:
        return tr("Held since");
    case LengthColumn:
        return tr("Held for");
    case WaitersColumn:
        return tr("Waiters");
    case VerdictColumn:
        return tr("Verdict");
    default:
        return {};
    }
}

} // namespace lockscope
