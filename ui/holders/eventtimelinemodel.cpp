// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/eventtimelinemodel.h"

#include "core/history/values/hold.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace lockscope
{

EventTimelineModel::EventTimelineModel(QObject *parent) : QAbstractTableModel(parent) {}

void EventTimelineModel::setEvents(const std::vector<LockEvent> &oldestFirst)
{
    if (oldestFirst.empty() && m_events.empty())
        return;
    beginResetModel();
    m_events.clear();
    for (auto event = oldestFirst.rbegin(); event != oldestFirst.rend(); ++event) {
        if (m_events.size() == m_most)
            break;
        m_events.push_back(*event);
    }
    endResetModel();
}

void EventTimelineModel::add(const std::vector<LockEvent> &oldestFirst)
{
    const size_t taken = std::min(oldestFirst.size(), m_most);
    if (taken == 0)
        return;
    const size_t kept = std::min(m_events.size(), m_most - taken);
    if (kept < m_events.size()) {
        beginRemoveRows({}, int(kept), int(m_events.size()) - 1);
        m_events.resize(kept);
        endRemoveRows();
    }
    beginInsertRows({}, 0, int(taken) - 1);
    m_events.insert(m_events.begin(), oldestFirst.rbegin(), oldestFirst.rbegin() + qsizetype(taken));
    endInsertRows();
}

void EventTimelineModel::setTheme(const Theme &theme)
{
    for (size_t i = 0; i < m_icons.size(); ++i)
        m_icons[i] = theme.eventIcon(EventKind(i));
    if (!m_events.empty())
        emit dataChanged(index(0, EventColumn), index(rowCount() - 1, EventColumn), {Qt::DecorationRole});
}

int EventTimelineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_events.size());
}

int EventTimelineModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString EventTimelineModel::word(const LockEvent &event) const
{
    if (isFirstSight(event))
        return tr("already held", "when a lock was first seen");
    const QString word = text::event(event.kind);
    return event.kind == EventKind::Waiters ? word + QStringLiteral(": ") + text::number(event.count) : word;
}

QString EventTimelineModel::text(const LockEvent &event, int column) const
{
    switch (column) {
    case TimeColumn:
        return text::timeOrDay(event.wallAt, wallNow());
    case EventColumn:
        return word(event);
    case OwnerColumn:
        return event.owner.isEmpty() ? QString() : text::ownerFull(event.owner);
    case CountColumn:
        return event.count > 0 && event.kind != EventKind::Waiters ? text::number(event.count) : QString();
    case TtlColumn:
        return event.ttl ? text::duration(*event.ttl) : QString();
    case SourceColumn:
        return text::eventSource(event.source);
    default:
        return {};
    }
}

QString EventTimelineModel::toolTip(const LockEvent &event) const
{
    const QString at = text::dateAndTime(event.wallAt);
    const QString source = text::eventSource(event.source);
    const bool isTaken = event.kind == EventKind::Acquired || event.kind == EventKind::Reentered;
    if (!event.ttl && (!isTaken || isFirstSight(event))) // of a first sight, none may be unknown
        return tr("%1, seen by: %2", "time of an event, its source").arg(at, source);
    return tr("%1, seen by: %2, TTL: %3", "time of an event, its source, time to live after it")
        .arg(at, source, event.ttl ? text::duration(*event.ttl) : text::ttl({}));
}

QVariant EventTimelineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LockEvent &event = m_events[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(event, index.column());
    case Qt::DecorationRole:
        return index.column() == EventColumn ? QVariant(m_icons[size_t(event.kind)]) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn || index.column() == TtlColumn
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (index.column() == OwnerColumn && !event.owner.isEmpty())
            return text::ownerFull(event.owner);
        return toolTip(event);
    default:
        return {};
    }
}

QVariant EventTimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == CountColumn || section == TtlColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == CountColumn)
        return tr("Hold count after the event");
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) // A narrow column cannot show the whole title
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case EventColumn:
        return tr("Event");
    case OwnerColumn:
        return tr("Owner");
    case CountColumn:
        return QStringLiteral("×");
    case TtlColumn:
        return tr("TTL");
    case SourceColumn:
        return tr("Source");
    default:
        return {};
    }
}

} // namespace lockscope
