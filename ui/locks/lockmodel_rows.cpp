// SPDX-License-Identifier: GPL-3.0-or-later
// LockModel as views see it: indexes and what they say.
#include "ui/locks/lockcells.h"
#include "ui/locks/lockmodel.h"
#include "ui/text/format.h"

namespace lockscope
{
namespace
{

QString groupTitle(const QByteArray &name, Grouping grouping, const Kinds &kinds)
{
    switch (grouping) {
    case Grouping::None:
        return {};
    case Grouping::Prefix:
        return name.isEmpty() ? LockModel::tr("(no prefix)") : text::bytes(name);
    case Grouping::Owner:
        return name.isEmpty() ? LockModel::tr("(no owner recorded)") : text::bytes(name);
    case Grouping::Kind: {
        const LockKind kind{std::string_view(name.constData(), size_t(name.size()))};
        const QString title = kinds.title(kind), code = Kinds::name(kind);
        return title == code ? title : QStringLiteral("%1 · %2").arg(title, code);
    }
    case Grouping::Verdict:
        return text::verdictWord(VerdictLevel(name.front() - '0'));
    }
    return {};
}

} // namespace

void LockModel::setKinds(const Kinds &kinds)
{
    m_kinds = kinds;
}

GroupSummary LockModel::summaryOf(const Group &group) const
{
    return {.title = groupTitle(group.name, m_shown.grouping, m_kinds),
            .locks = qint64(group.rows.size()),
            .warnings = group.warnings,
            .criticals = group.criticals};
}

QModelIndex LockModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, quintptr(parent.isValid() ? groupRow(parent)->id : 0));
}

QModelIndex LockModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const int position = m_groupPositions.value(quint32(index.internalId()), -1);
    return position < 0 ? QModelIndex() : createIndex(position, 0, quintptr(0));
}

int LockModel::rowCount(const QModelIndex &parent) const
{
    if (grouped() && !parent.isValid())
        return int(m_groups.size());
    if (parent.column() > 0)
        return 0;
    const Group *group = groupUnder(parent);
    return group ? int(group->rows.size()) : 0;
}

int LockModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() && !groupRow(parent) ? 0 : LockColumnCount;
}

bool LockModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

Qt::ItemFlags LockModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!groupRow(index))
        flags |= Qt::ItemNeverHasChildren;
    return flags;
}

QVariant LockModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= LockColumnCount)
        return {};
    return headerCell(LockColumn(section), role);
}

QVariant LockModel::data(const QModelIndex &index, int role) const
{
    if (const Group *group = groupRow(index))
        return groupData(*group, index.column(), role);
    const LockPtr lock = lockAt(index);
    if (!lock)
        return {};
    if (role == LockRole)
        return QVariant::fromValue(lock);
    const int trend = m_entries.value(lock->key).trend;
    if (role == TrendRole)
        return trend;
    if (role == GlyphRole)
        return int(m_kinds.glyph(lock->kind));
    const bool pinned = m_pins.contains(lock->key);
    if (role == PinnedRole)
        return pinned;
    const bool own = m_own.contains(lock->key);
    if (role == OwnRole)
        return own;
    const LockColumn column = LockColumn(index.column());
    if (role == SortRole)
        return sortValue(column, *lock);
    const auto marked = [own, pinned](const QString &key) {
        const QString name = own ? tr("%1, held by this Lockscope").arg(key) : key;
        return pinned ? tr("%1, pinned").arg(name) : name;
    };
    // The first cell is where the arrows lead; a reader of any other can ask for more.
    const bool first = column == LockColumn::Verdict;
    if (role == Qt::AccessibleTextRole ? first : role == Qt::AccessibleDescriptionRole && !first)
        return lockSentence(*lock, marked(text::key(lock->key)), m_kinds, m_clock());
    const QVariant cell = lockCell(column, *lock, m_kinds, trend, m_clock(), role);
    if (column == LockColumn::Key && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return marked(cell.toString());
    return cell;
}

QVariant LockModel::groupData(const Group &group, int column, int role) const
{
    if (role == GroupRole)
        return QVariant::fromValue(summaryOf(group));
    if (column != 0)
        return {};
    if (role == SortRole)
        return group.name;
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return groupLine(summaryOf(group));
    return {};
}

} // namespace lockscope
