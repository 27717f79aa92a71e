// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/lockmerge.h"

#include <algorithm>
#include <numeric>

namespace lockscope
{
namespace
{

// Inserts each of `extra` before its place in `base`; places ascend. Compares nothing: on a long list,
// comparisons would cost more than everything else here.
std::vector<int> woven(const std::vector<int> &base, const std::vector<int> &extra,
                       const std::vector<int> &places)
{
    std::vector<int> all;
    all.reserve(base.size() + extra.size());
    auto from = base.begin();
    for (size_t i = 0; i < extra.size(); ++i) {
        const auto to = base.begin() + places[i];
        all.insert(all.end(), from, to);
        all.push_back(extra[i]);
        from = to;
    }
    all.insert(all.end(), from, base.end());
    return all;
}

} // namespace

LockMerge::LockMerge(LockModel &model, Instant at) : m_model(model), m_at(at), m_less(model.m_shown) {}

bool LockMerge::plan(std::vector<LockName> touched)
{
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const LockName &key : touched)
        planOne(key);
    return m_work.size() + m_newGroups.size() <= MostGroups && m_crossings.size() <= MostRuns;
}

void LockMerge::planOne(const LockName &key)
{
    const auto entry = m_model.m_entries.constFind(key);
    if (entry == m_model.m_entries.constEnd())
        return;
    const EndedLock *ended = m_model.m_kept.ended(key);
    const LockPtr last = ended ? ended->last : entry->known;
    const LockPtr next = ended ? ended->placed : entry->known;
    const bool wanted = last && m_model.m_shown.filter.matches(*last, m_at);
    if (!last)
        m_forgotten.push_back(key);
    if (!wanted) {
        if (entry->placed)
            m_work[entry->group].gone.push_back(entry->placed);
        return;
    }
    const QByteArray name = groupOf(*next, m_model.m_shown.grouping);
    Group *target = named(name);
    if (!entry->placed) {
        if (target)
            m_work[target->id].added.push_back(next);
        else
            m_newGroups[name].push_back(next);
    } else if (target && target->id == entry->group) {
        m_work[target->id].changed.push_back({.from = entry->placed, .to = next});
    } else {
        if (!target)
            m_newGroups[name];
        m_crossings.push_back(
            {.change = {.from = entry->placed, .to = next}, .from = entry->group, .to = name});
    }
}

void LockMerge::run()
{
    for (auto work = m_work.begin(); work != m_work.end(); ++work)
        remove(group(work.key()), work->gone);
    for (auto work = m_work.begin(); work != m_work.end(); ++work)
        change(group(work.key()), work->changed);
    for (auto fresh = m_newGroups.begin(); fresh != m_newGroups.end(); ++fresh) {
        makeGroup(fresh.key());
        m_work[named(fresh.key())->id].added = std::move(*fresh);
    }
    for (const Crossing &crossing : m_crossings)
        cross(crossing);
    for (auto work = m_work.begin(); work != m_work.end(); ++work)
        add(group(work.key()), std::move(work->added));
    for (const LockName &key : m_forgotten)
        m_model.m_entries.remove(key);
    if (m_model.grouped()) {
        tellGroups();
        dropEmptyGroups();
    }
}

LockMerge::Group *LockMerge::named(const QByteArray &name)
{
    auto &groups = m_model.m_groups;
    const Grouping grouping = m_model.m_shown.grouping;
    const auto place = std::lower_bound(groups.begin(), groups.end(), name,
                                        [&](const LockModel::GroupPtr &group, const QByteArray &wanted) {
                                            return groupLess(group->name, wanted, grouping);
                                        });
    return place != groups.end() && (*place)->name == name ? place->get() : nullptr;
}

LockMerge::Group &LockMerge::group(quint32 id)
{
    return *m_model.m_groups[size_t(m_model.m_groupPositions.value(id))];
}

void LockMerge::makeGroup(const QByteArray &name)
{
    auto &groups = m_model.m_groups;
    const Grouping grouping = m_model.m_shown.grouping;
    const auto place = std::find_if(groups.begin(), groups.end(), [&](const LockModel::GroupPtr &group) {
        return groupLess(name, group->name, grouping);
    });
    const int row = int(place - groups.begin());
    auto made = std::make_unique<Group>();
    made->id = ++m_model.m_lastGroup;
    made->name = name;
    m_model.beginInsertRows({}, row, row);
    groups.insert(place, std::move(made));
    m_model.numberGroups();
    m_model.endInsertRows();
}

void LockMerge::dropEmptyGroups()
{
    auto &groups = m_model.m_groups;
    for (int last = int(groups.size()) - 1; last >= 0; --last) {
        if (!groups[size_t(last)]->rows.empty())
            continue;
        int first = last;
        while (first > 0 && groups[size_t(first) - 1]->rows.empty())
            --first;
        m_model.beginRemoveRows({}, first, last);
        groups.erase(groups.begin() + first, groups.begin() + last + 1);
        m_model.numberGroups();
        m_model.endRemoveRows();
        last = first;
    }
}

std::vector<LockMerge::Run> LockMerge::runsOf(const std::vector<int> &rows)
{
    std::vector<Run> runs;
    for (const int row : rows) {
        if (!runs.empty() && runs.back().last + 1 == row)
            runs.back().last = row;
        else
            runs.push_back({.first = row, .last = row});
    }
    return runs;
}

void LockMerge::remove(Group &group, const std::vector<LockPtr> &gone)
{
    std::vector<int> rows;
    for (const LockPtr &lock : gone) {
        rows.push_back(m_model.positionOf(group, lock));
        count(group, *lock, -1);
        settleEntry(lock, 0);
    }
    std::sort(rows.begin(), rows.end());
    auto runs = runsOf(rows);
    if (runs.size() > MostRuns) {
        std::vector<bool> doomed(group.rows.size());
        for (const int row : rows)
            doomed[size_t(row)] = true;
        std::vector<int> order(group.rows.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_partition(order.begin(), order.end(), [&](int row) { return !doomed[size_t(row)]; });
        reorder(group, order);
        runs = {{.first = int(order.size() - rows.size()), .last = int(order.size()) - 1}};
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        removeRun(group, *run);
}

void LockMerge::removeRun(Group &group, Run run)
{
    m_model.beginRemoveRows(m_model.indexOfGroup(group), run.first, run.last);
    group.rows.erase(group.rows.begin() + run.first, group.rows.begin() + run.last + 1);
    m_model.endRemoveRows();
}

void LockMerge::change(Group &group, std::vector<Change> &changes)
{
    if (changes.empty())
        return;
    std::vector<int> rows;
    for (const Change &change : changes) // Find all rows first: the search relies on the old order
        rows.push_back(m_model.positionOf(group, change.from));
    for (size_t i = 0; i < changes.size(); ++i) {
        group.rows[size_t(rows[i])] = changes[i].to;
        count(group, *changes[i].from, -1);
        count(group, *changes[i].to, 1);
        settleEntry(changes[i].to, group.id);
    }
    std::sort(rows.begin(), rows.end());
    const auto misplaced = [&](int row) {
        const auto at = group.rows.begin() + row;
        return (row > 0 && !m_less(*(at - 1), *at)) ||
               (at + 1 != group.rows.end() && !m_less(*at, *(at + 1)));
    };
    if (std::any_of(rows.begin(), rows.end(), misplaced)) {
        std::vector<bool> changed(group.rows.size());
        for (const int row : rows)
            changed[size_t(row)] = true;
        const auto less = [&](int a, int b) { return m_less(group.rows[size_t(a)], group.rows[size_t(b)]); };
        std::sort(rows.begin(), rows.end(), less);
        std::vector<int> kept;
        for (int row = 0; row < int(group.rows.size()); ++row) {
            if (!changed[size_t(row)])
                kept.push_back(row);
        }
        std::vector<int> places;
        for (const int row : rows)
            places.push_back(int(std::lower_bound(kept.begin(), kept.end(), row, less) - kept.begin()));
        const std::vector<int> order = woven(kept, rows, places);
        reorder(group, order);
        rows.clear();
        for (int row = 0; row < int(order.size()); ++row) {
            if (changed[size_t(order[size_t(row)])])
                rows.push_back(row);
        }
    }
    tellChanged(group, rows);
}

void LockMerge::add(Group &group, std::vector<LockPtr> added)
{
    if (added.empty())
        return;
    std::sort(added.begin(), added.end(), m_less);
    std::vector<int> places; // For each added lock: the present row to insert it before
    size_t runs = 0;
    for (const LockPtr &lock : added) {
        const int place = m_model.positionOf(group, lock);
        runs += places.empty() || places.back() != place;
        places.push_back(place);
        count(group, *lock, 1);
        settleEntry(lock, group.id);
    }
    if (runs <= MostRuns)
        return addRuns(group, added, places);
    const int before = int(group.rows.size());
    m_model.beginInsertRows(m_model.indexOfGroup(group), before, before + int(added.size()) - 1);
    group.rows.insert(group.rows.end(), added.begin(), added.end());
    m_model.endInsertRows();
    std::vector<int> rows(group.rows.size());
    std::iota(rows.begin(), rows.end(), 0);
    const std::vector<int> fresh(rows.begin() + before, rows.end());
    rows.resize(size_t(before));
    reorder(group, woven(rows, fresh, places));
}

void LockMerge::addRuns(Group &group, const std::vector<LockPtr> &added, const std::vector<int> &places)
{
    // From the end, so that earlier places stay valid
    for (int last = int(added.size()) - 1; last >= 0; --last) {
        int first = last;
        while (first > 0 && places[size_t(first) - 1] == places[size_t(last)])
            --first;
        const int row = places[size_t(last)];
        m_model.beginInsertRows(m_model.indexOfGroup(group), row, row + last - first);
        group.rows.insert(group.rows.begin() + row, added.begin() + first, added.begin() + last + 1);
        m_model.endInsertRows();
        last = first;
    }
}

void LockMerge::cross(const Crossing &crossing)
{
    Group &from = group(crossing.from);
    Group &to = *named(crossing.to);
    const int row = m_model.positionOf(from, crossing.change.from);
    const int place = m_model.positionOf(to, crossing.change.to);
    m_model.beginMoveRows(m_model.indexOfGroup(from), row, row, m_model.indexOfGroup(to), place);
    from.rows.erase(from.rows.begin() + row);
    to.rows.insert(to.rows.begin() + place, crossing.change.to);
    count(from, *crossing.change.from, -1);
    count(to, *crossing.change.to, 1);
    settleEntry(crossing.change.to, to.id);
    m_model.endMoveRows();
    tellChanged(to, {place});
    m_work[from.id]; // Its counts have changed
    m_work[to.id];
}

void LockMerge::reorder(Group &group, const std::vector<int> &order)
{
    const QModelIndex parent = m_model.indexOfGroup(group);
    const QList<QPersistentModelIndex> parents =
        parent.isValid() ? QList<QPersistentModelIndex>{parent} : QList<QPersistentModelIndex>{};
    emit m_model.layoutAboutToBeChanged(parents, QAbstractItemModel::VerticalSortHint);
    std::vector<LockPtr> rows;
    rows.reserve(order.size());
    std::vector<int> newRow(order.size());
    for (size_t row = 0; row < order.size(); ++row) {
        rows.push_back(std::move(group.rows[size_t(order[row])]));
        newRow[size_t(order[row])] = int(row);
    }
    group.rows = std::move(rows);
    const quintptr id = m_model.grouped() ? group.id : 0;
    QModelIndexList before, after;
    const QModelIndexList persistent = m_model.persistentIndexList();
    for (const QModelIndex &index : persistent) {
        if (index.internalId() != id)
            continue;
        before << index;
        after << m_model.createIndex(newRow[size_t(index.row())], index.column(), id);
    }
    m_model.changePersistentIndexList(before, after);
    emit m_model.layoutChanged(parents, QAbstractItemModel::VerticalSortHint);
}

void LockMerge::tellChanged(const Group &group, const std::vector<int> &rows)
{
    if (rows.empty())
        return;
    auto runs = runsOf(rows);
    if (runs.size() > MostRuns)
        runs = {{.first = rows.front(), .last = rows.back()}};
    const QModelIndex parent = m_model.indexOfGroup(group);
    for (const Run &run : runs)
        emit m_model.dataChanged(m_model.index(run.first, 0, parent),
                                 m_model.index(run.last, LockColumnCount - 1, parent));
}

void LockMerge::tellChanged(const std::vector<LockName> &keys)
{
    QHash<quint32, std::vector<int>> changed;
    for (const LockName &key : keys) {
        const auto entry = m_model.m_entries.constFind(key);
        changed[entry->group].push_back(m_model.positionOf(group(entry->group), entry->placed));
    }
    for (auto rows = changed.begin(); rows != changed.end(); ++rows) {
        std::sort(rows->begin(), rows->end());
        tellChanged(group(rows.key()), *rows);
    }
}

void LockMerge::tellGroups()
{
    for (auto work = m_work.cbegin(); work != m_work.cend(); ++work) {
        const QModelIndex index = m_model.indexOfGroup(group(work.key()));
        emit m_model.dataChanged(index, index.siblingAtColumn(LockColumnCount - 1));
    }
}

void LockMerge::count(Group &group, const Lock &lock, int by)
{
    group.warnings += lock.shownVerdict().level == VerdictLevel::Warning ? by : 0;
    group.criticals += lock.shownVerdict().level == VerdictLevel::Critical ? by : 0;
}

void LockMerge::settleEntry(const LockPtr &placed, quint32 group)
{
    auto &entry = m_model.m_entries[placed->key];
    m_model.m_totals.shown += (group != 0) - (entry.placed != nullptr);
    entry.placed = group != 0 ? placed : nullptr;
    entry.group = group;
}

} // namespace lockscope
