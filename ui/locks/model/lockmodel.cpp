// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/lockmodel.h"

#include "ui/locks/model/lockcells.h"
#include "ui/locks/model/lockmerge.h"
#include "ui/text/format.h"

namespace lockscope
{
namespace
{

constexpr size_t LargeChange = 5000; // From here on, a full sort on the worker is cheaper than merging here
constexpr size_t VocabularySample = 20'000;

} // namespace

LockModel::LockModel(Clock clock, QObject *parent)
    : QAbstractItemModel(parent), m_clock(std::move(clock)), m_text(m_clock)
{
    m_groups.push_back(std::make_unique<Group>());
    m_groups.front()->id = ++m_lastGroup;
    numberGroups();
    m_clockTimer.setInterval(std::chrono::seconds(1));
    connect(&m_clockTimer, &QTimer::timeout, this, [this] {
        if (!m_arranger.isBusy() && !isHeld())
            rearrange();
    });
    m_endTimer.setInterval(std::chrono::seconds(1));
    connect(&m_endTimer, &QTimer::timeout, this, &LockModel::letGo);
    connect(&m_arranger, &Arranger::arranged, this, &LockModel::install);
}

LockModel::~LockModel() = default;

void LockModel::tellMarks(const QSet<LockName> &keys)
{
    for (const LockName &key : keys) {
        const QModelIndex row = indexOf(key);
        if (row.isValid())
            emit dataChanged(row.siblingAtColumn(int(LockColumn::Key)),
                             row.siblingAtColumn(int(LockColumn::Key)));
    }
}

void LockModel::apply(const LockDelta &delta)
{
    std::vector<LockName> touched;
    if (delta.reset)
        noteReset(touched);
    const QHash<LockName, LockEvent> endings = endingsIn(delta);
    for (const LockName &key : delta.removed)
        noteGone(key, endings.value(key), touched);
    for (const LockPtr &lock : delta.upserted)
        note(lock, touched);
    if (touched.empty())
        return;
    settle(std::move(touched));
    emit totalsChanged();
}

// What was there belonged to another connection, or to a server that has lost it.
void LockModel::noteReset(std::vector<LockName> &touched)
{
    m_kept.hold(false);
    touched = m_kept.takeAll();
    for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
        if (!entry->known)
            continue;
        m_totals.add(*entry->known, -1);
        entry->known.reset();
        entry->trend = 0;
        touched.push_back(entry.key());
    }
}

void LockModel::note(const LockPtr &lock, std::vector<LockName> &touched)
{
    Entry &entry = m_entries[lock->key];
    if (entry.known) {
        const bool same = entry.known->owner() == lock->owner();
        const qint64 step = lock->count() - entry.known->count();
        if (!same)
            entry.trend = 0;
        else if (step != 0)
            entry.trend = step > 0 ? 1 : -1;
        entry.recentRenewals = same ? entry.recentRenewals.after(*entry.known, *lock) : RecentRenewals{};
        m_totals.add(*entry.known, -1);
    }
    m_kept.clearEnded(lock->key);
    entry.known = lock;
    m_totals.add(*lock, 1);
    touched.push_back(lock->key);
}

void LockModel::noteGone(const LockName &key, const LockEvent &end, std::vector<LockName> &touched)
{
    const auto entry = m_entries.find(key);
    if (entry == m_entries.end() || !entry->known)
        return;
    m_totals.add(*entry->known, -1);
    const WallTime ended = end.wallAt == WallTime{} ? wallNow() : end.wallAt;
    if (entry->placed && m_kept.keep(key, {entry->known, entry->placed, end.kind, m_clock(), ended}))
        m_endTimer.start();
    entry->known.reset();
    entry->trend = 0;
    entry->recentRenewals = {};
    touched.push_back(key);
}

void LockModel::settle(std::vector<LockName> touched)
{
    if (m_arranger.isBusy()) {
        m_late.insert(m_late.end(), touched.begin(), touched.end());
        return;
    }
    if (isHeld() || !m_kept.isIdle())
        touched = withoutKept(touched);
    if (touched.size() > LargeChange)
        return rearrange();
    LockMerge merge(*this, m_clock());
    if (merge.plan(std::move(touched)))
        merge.run();
    else
        rearrange();
}

// Shows what changed of those whose rows stay where they are; returns the others.
std::vector<LockName> LockModel::withoutKept(const std::vector<LockName> &touched)
{
    const Instant at = m_clock();
    std::vector<LockName> others, kept;
    for (const LockName &key : touched) {
        const auto entry = m_entries.constFind(key);
        if (entry == m_entries.constEnd())
            continue;
        const auto isSelected = [&] { return m_isSelected && m_isSelected(key); };
        if (!isHeld() && (!m_kept.ended(key) || (!isSelected() && m_kept.sink(key)))) {
            others.push_back(key);
        } else if (!entry->known && !entry->placed) { // Came and went meanwhile
            m_kept.forget(key);
            m_entries.erase(entry);
        } else {
            if (isHeld())
                m_kept.wait(key, changeOf(entry->known, entry->placed, m_shown, at));
            if (entry->placed)
                kept.push_back(key);
        }
    }
    LockMerge(*this, at).tellChanged(kept);
    return others;
}

void LockModel::setHeld(bool held)
{
    if (held == isHeld())
        return;
    m_kept.hold(held);
    if (!held) {
        settle(m_kept.takeWaiting());
        letGo();
    }
    emit totalsChanged();
}

void LockModel::letGo()
{
    const std::vector<LockName> over = m_kept.takeOver(m_clock(), m_isSelected);
    if (m_kept.allEnded().isEmpty())
        m_endTimer.stop();
    if (over.empty())
        return;
    settle(over);
    emit totalsChanged();
}

void LockModel::rearrange()
{
    std::vector<LockPtr> locks;
    locks.reserve(size_t(m_totals.locks));
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.known)
            locks.push_back(entry.known);
    }
    std::vector<LockPtr> ended;
    for (const EndedLock &one : m_kept.allEnded()) {
        if (m_criteria.filter.matches(*one.last, m_clock()))
            ended.push_back(one.placed);
    }
    m_late.clear(); // The job sees them in `locks`
    m_kept.takeWaiting();
    m_arranger.start(std::move(locks), std::move(ended), m_criteria, m_clock());
}

void LockModel::install(const std::shared_ptr<Arrangement> &arrangement)
{
    const bool isFlat = m_criteria.grouping == Grouping::None;
    const int rows = int(isFlat ? arrangement->groups.front().rows.size() : arrangement->groups.size());
    if (isShown(*arrangement)) {
        m_shown = m_criteria;
    } else if (rowCount() == 0 && rows > 0) {
        beginInsertRows({}, 0, rows - 1);
        place(*arrangement);
        endInsertRows();
    } else if (rowCount() > 0 && rows == 0) {
        beginRemoveRows({}, 0, rowCount() - 1);
        place(*arrangement);
        endRemoveRows();
    } else if (rowCount() > 0) {
        placeKeepingIndexes(*arrangement);
    } else {
        place(*arrangement);
    }
    std::vector<LockName> late;
    late.swap(m_late);
    settle(std::move(late));
    emit totalsChanged();
    emit arranged();
}

bool LockModel::isShown(const Arrangement &arrangement) const
{
    return m_criteria.grouping == m_shown.grouping &&
           std::equal(m_groups.begin(), m_groups.end(), arrangement.groups.begin(), arrangement.groups.end(),
                      [](const GroupPtr &shown, const LockGroup &next) {
                          return shown->name == next.name && shown->rows == next.rows;
                      });
}

void LockModel::placeKeepingIndexes(Arrangement &arrangement)
{
    const bool sameGroups = m_shown.grouping == m_criteria.grouping;
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<LockPtr> locks;
    std::vector<QByteArray> groups;
    for (const QModelIndex &index : before) {
        locks.push_back(lockAt(index));
        groups.push_back(groupName(index));
    }
    place(arrangement);
    QModelIndexList after;
    for (size_t i = 0; i < locks.size(); ++i) {
        QModelIndex index;
        if (locks[i])
            index = indexOf(locks[i]->key);
        else if (sameGroups)
            index = groupAt(groups[i]);
        after << (index.isValid() ? index.siblingAtColumn(before[qsizetype(i)].column()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void LockModel::place(Arrangement &arrangement)
{
    for (Entry &entry : m_entries)
        entry.placed.reset();
    m_shown = m_criteria;
    m_groups.clear();
    m_totals.shown = 0;
    for (LockGroup &next : arrangement.groups) {
        auto group = std::make_unique<Group>();
        group->id = ++m_lastGroup;
        group->name = std::move(next.name);
        group->rows = std::move(next.rows);
        m_totals.shown += qint64(group->rows.size());
        for (const LockPtr &lock : group->rows) {
            Entry &entry = m_entries[lock->key];
            entry.placed = lock;
            entry.group = group->id;
            group->warnings += lock->shownVerdict().level == VerdictLevel::Warning;
            group->criticals += lock->shownVerdict().level == VerdictLevel::Critical;
        }
        m_groups.push_back(std::move(group));
    }
    m_entries.removeIf(
        [](QHash<LockName, Entry>::iterator entry) { return !entry->known && !entry->placed; });
    numberGroups();
}

void LockModel::numberGroups()
{
    m_groupPositions.clear();
    for (size_t i = 0; i < m_groups.size(); ++i)
        m_groupPositions.insert(m_groups[i]->id, int(i));
}

void LockModel::setFilter(const LockFilter &filter)
{
    m_criteria.filter = filter;
    watchClock();
    rearrange();
}

void LockModel::setGrouping(Grouping grouping)
{
    if (grouping == m_criteria.grouping)
        return;
    m_criteria.grouping = grouping;
    rearrange();
}

void LockModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= LockColumnCount)
        return;
    if (m_criteria.column == LockColumn(column) && m_criteria.order == order)
        return;
    m_criteria.column = LockColumn(column);
    m_criteria.order = order;
    rearrange();
}

void LockModel::watchClock()
{
    if (m_criteria.filter.dependsOnTime())
        m_clockTimer.start();
    else
        m_clockTimer.stop();
}

LockPtr LockModel::find(const LockName &key) const
{
    const auto entry = m_entries.constFind(key);
    return entry == m_entries.constEnd() ? nullptr : entry->known;
}

int LockModel::positionOf(const Group &group, const LockPtr &placed) const
{
    const auto row = std::lower_bound(group.rows.begin(), group.rows.end(), placed, LockOrder(m_shown));
    return int(row - group.rows.begin());
}

QModelIndex LockModel::indexOf(const LockName &key) const
{
    const auto entry = m_entries.constFind(key);
    if (entry == m_entries.constEnd() || !entry->placed)
        return {};
    const Group &group = *m_groups[size_t(m_groupPositions.value(entry->group))];
    return createIndex(positionOf(group, entry->placed), 0, quintptr(grouped() ? group.id : 0));
}

const LockModel::Group *LockModel::groupUnder(const QModelIndex &parent) const
{
    if (!grouped())
        return parent.isValid() ? nullptr : m_groups.front().get();
    return groupRow(parent);
}

const LockModel::Group *LockModel::groupRow(const QModelIndex &index) const
{
    if (!grouped() || !index.isValid() || index.internalId() != 0)
        return nullptr;
    return m_groups[size_t(index.row())].get();
}

LockPtr LockModel::lockAt(const QModelIndex &index) const
{
    if (!index.isValid() || groupRow(index))
        return nullptr;
    const auto position = grouped() ? m_groupPositions.value(quint32(index.internalId()), -1) : 0;
    if (position < 0 || size_t(index.row()) >= m_groups[size_t(position)]->rows.size())
        return nullptr;
    return current(m_groups[size_t(position)]->rows[size_t(index.row())]);
}

// The latest of a lock whose row may still be placed by an earlier state of it.
LockPtr LockModel::current(const LockPtr &placed) const
{
    if (m_kept.isIdle())
        return placed;
    if (const EndedLock *ended = m_kept.ended(placed->key))
        return ended->last;
    const auto entry = m_entries.constFind(placed->key);
    return entry != m_entries.constEnd() && entry->known ? entry->known : placed;
}

QModelIndex LockModel::indexOfGroup(const Group &group) const
{
    return grouped() ? createIndex(m_groupPositions.value(group.id), 0, quintptr(0)) : QModelIndex();
}

QModelIndex LockModel::groupAt(const QByteArray &name) const
{
    const auto found = std::find_if(m_groups.begin(), m_groups.end(),
                                    [&](const GroupPtr &group) { return group->name == name; });
    return found == m_groups.end() ? QModelIndex() : indexOfGroup(**found);
}

QByteArray LockModel::groupName(const QModelIndex &index) const
{
    const Group *group = groupRow(index);
    return group ? group->name : QByteArray();
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
        return m_text.ofGroup(summaryOf(*group), group->name, index.column(), role);
    const LockPtr lock = lockAt(index);
    if (!lock)
        return {};
    const EndedLock *ended = m_kept.ended(lock->key);
    if (role == EndedRole)
        return ended ? QVariant::fromValue(*ended) : QVariant();
    const auto entry = m_entries.constFind(lock->key);
    if (entry == m_entries.constEnd())
        return {};
    if (role == RecentRenewalsRole)
        return QVariant::fromValue(entry->recentRenewals);
    const auto column = LockColumn(index.column());
    return ended ? m_text.ofEnded(*ended, column, role) : m_text.ofLock(lock, entry->trend, column, role);
}

GroupSummary LockModel::summaryOf(const Group &group) const
{
    return {.title = m_text.groupTitle(group.name, m_shown.grouping),
            .locks = qint64(group.rows.size()),
            .warnings = group.warnings,
            .criticals = group.criticals};
}

FilterVocabulary LockModel::vocabulary() const
{
    std::vector<LockPtr> sample;
    for (auto entry = m_entries.cbegin(); entry != m_entries.cend() && sample.size() < VocabularySample;
         ++entry) {
        if (entry->known)
            sample.push_back(entry->known);
    }
    return vocabularyOf(sample);
}

std::vector<LockPtr> LockModel::shownLocks() const
{
    std::vector<LockPtr> locks;
    for (const GroupPtr &group : m_groups) {
        for (const LockPtr &lock : group->rows) {
            if (!m_kept.ended(lock->key))
                locks.push_back(current(lock));
        }
    }
    return locks;
}

} // namespace lockscope
