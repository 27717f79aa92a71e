// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/lockrowtext.h"

#include "ui/locks/model/lockcells.h"
#include "ui/locks/model/lockmodel.h"
#include "ui/text/format.h"

namespace lockscope
{
namespace
{

QSet<LockName> replaceMarks(QSet<LockName> &marks, const QSet<LockName> &next)
{
    const QSet<LockName> before = std::exchange(marks, next);
    return (before - next) + (next - before);
}

} // namespace

QSet<LockName> LockRowText::setPins(const QSet<LockName> &pins)
{
    return replaceMarks(m_pins, pins);
}

QSet<LockName> LockRowText::setOwn(const QSet<LockName> &own)
{
    return replaceMarks(m_own, own);
}

QString LockRowText::groupTitle(const QByteArray &name, Grouping grouping) const
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
        const QString title = m_kinds.title(kind), code = Kinds::name(kind);
        return title == code ? title : QStringLiteral("%1 · %2").arg(title, code);
    }
    case Grouping::Verdict:
        return text::verdictWord(VerdictLevel(name.front() - '0'));
    }
    return {};
}

QVariant LockRowText::ofGroup(const GroupSummary &group, const QByteArray &name, int column, int role) const
{
    if (role == LockModel::GroupRole)
        return QVariant::fromValue(group);
    if (column != 0)
        return {};
    if (role == LockModel::SortRole)
        return name;
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return groupLine(group);
    return {};
}

QVariant LockRowText::ofLock(const LockPtr &lock, int trend, LockColumn column, int role) const
{
    switch (role) {
    case LockModel::LockRole:
        return QVariant::fromValue(lock);
    case LockModel::TrendRole:
        return trend;
    case LockModel::GlyphRole:
        return int(m_kinds.glyph(lock->kind));
    case LockModel::PinnedRole:
        return m_pins.contains(lock->key);
    case LockModel::OwnRole:
        return m_own.contains(lock->key);
    case LockModel::SortRole:
        return sortValue(column, *lock);
    default:
        break;
    }
    // The arrow keys lead to the first cell, which reads the whole row; other cells have it as description.
    const bool first = column == LockColumn::Verdict;
    if (role == Qt::AccessibleTextRole ? first : role == Qt::AccessibleDescriptionRole && !first)
        return lockSentence(*lock, marked(text::key(lock->key), lock->key), m_kinds, m_clock());
    const QVariant cell = lockCell(column, *lock, m_kinds, trend, m_clock(), role);
    if (column == LockColumn::Key && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return marked(cell.toString(), lock->key);
    return cell;
}

QVariant LockRowText::ofEnded(const EndedLock &ended, LockColumn column, int role) const
{
    const Lock &lock = *ended.last;
    switch (role) {
    case Qt::DisplayRole:
        if (column != LockColumn::Key && column != LockColumn::Kind)
            return endedCellText(column, ended, m_clock());
        break;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
    case Qt::AccessibleDescriptionRole:
        return endedSentence(ended, text::key(lock.key), m_clock());
    case LockModel::OwnRole:
        return false;
    default:
        break;
    }
    return ofLock(ended.last, 0, column, role);
}

QString LockRowText::marked(const QString &key, const LockName &name) const
{
    const QString owned = m_own.contains(name) ? LockModel::tr("%1, held by this Lockscope").arg(key) : key;
    return m_pins.contains(name) ? LockModel::tr("%1, pinned").arg(owned) : owned;
}

} // namespace lockscope
