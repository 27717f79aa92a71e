// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges a small change into the rows of a LockModel, in place and in contiguous runs. Used only by
// LockModel, on the GUI thread, once per change.
//
// Signals of one change, for each affected group: at most MostRuns removals, MostRuns insertions, MostRuns
// dataChanged and three layoutChanged. A change scattered over more runs is appended as one run and reordered
// once. plan() refuses a change that affects more than MostGroups groups.

#include "ui/locks/model/lockmodel.h"

namespace lockscope
{

class LockMerge
{
public:
    static constexpr size_t MostRuns = 32;
    static constexpr qsizetype MostGroups = 32;

    LockMerge(LockModel &model, Instant at);
    bool plan(std::vector<LockName> touched); // False: nothing was done, the caller must rearrange everything
    void run();
    void tellChanged(const std::vector<LockName> &keys); // Of rows that stay as they are placed

private:
    using Group = LockModel::Group;
    struct Change {
        LockPtr from{};
        LockPtr to{};
    };
    struct Work {
        std::vector<LockPtr> gone{};
        std::vector<Change> changed{};
        std::vector<LockPtr> added{};
    };
    struct Crossing {
        Change change{};
        quint32 from = 0;
        QByteArray to{};
    };
    struct Run {
        int first = 0;
        int last = 0;
    };

    void planOne(const LockName &key);
    Group *named(const QByteArray &name); // Null: no such group yet
    Group &group(quint32 id);
    void makeGroup(const QByteArray &name);
    void dropEmptyGroups();
    void remove(Group &group, const std::vector<LockPtr> &gone);
    void change(Group &group, std::vector<Change> &changes);
    void add(Group &group, std::vector<LockPtr> added);
    void addRuns(Group &group, const std::vector<LockPtr> &added, const std::vector<int> &places);
    void cross(const Crossing &crossing);
    void removeRun(Group &group, Run run);
    void reorder(Group &group, const std::vector<int> &order); // order[new row] = old row
    void tellChanged(const Group &group, const std::vector<int> &rows);
    void tellGroups();
    void count(Group &group, const Lock &lock, int by);
    void settleEntry(const LockPtr &placed, quint32 group);
    static std::vector<Run> runsOf(const std::vector<int> &rows);

    LockModel &m_model;
    Instant m_at;
    LockOrder m_less;
    QHash<quint32, Work> m_work;
    QHash<QByteArray, std::vector<LockPtr>> m_newGroups;
    std::vector<Crossing> m_crossings;
    std::vector<LockName> m_forgotten;
};

} // namespace lockscope
