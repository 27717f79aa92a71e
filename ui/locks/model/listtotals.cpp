// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/listtotals.h"

#include "ui/text/format.h"

#include <QSet>

namespace lockscope
{

void ListTotals::add(const Lock &lock, int by)
{
    locks += by;
    held += lock.heldByMajority() ? by : 0;
    undecided += lock.quorum() && lock.quorum()->isUndecided() ? by : 0;
    stale += lock.stale ? by : 0;
    waiters += by * lock.waiters.ofThisLock();
    countable += lock.waiters.isKnown() ? by : 0;
    switch (lock.shownVerdict().level) {
    case VerdictLevel::Critical:
        criticals += by;
        break;
    case VerdictLevel::Warning:
        warnings += by;
        break;
    case VerdictLevel::Info:
        infos += by;
        break;
    case VerdictLevel::Ok:
        break;
    }
}

qint64 ListTotals::ofLevel(VerdictLevel level) const
{
    switch (level) {
    case VerdictLevel::Critical:
        return criticals;
    case VerdictLevel::Warning:
        return warnings;
    case VerdictLevel::Info:
        return infos;
    case VerdictLevel::Ok:
        return locks - infos - warnings - criticals;
    }
    return 0;
}

LockTotals ListTotals::asLockTotals() const
{
    LockTotals totals{
        .locks = locks, .held = held, .waiters = waiters, .countable = countable, .undecided = undecided};
    for (const VerdictLevel level :
         {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical})
        totals.levels[size_t(level)] = ofLevel(level);
    return totals;
}

FilterVocabulary vocabularyOf(const std::vector<LockPtr> &locks)
{
    constexpr qsizetype MostOwners = 500;
    QSet<QString> kinds, owners, nodes, verdicts;
    for (const LockPtr &lock : locks) {
        kinds.insert(QString::fromLatin1(lock->kind.name.data(), qsizetype(lock->kind.name.size())));
        nodes.insert(text::node(lock->node));
        const std::string_view code = lock->shownVerdict().code;
        verdicts.insert(QString::fromLatin1(code.data(), qsizetype(code.size())));
        if (owners.size() < MostOwners && lock->held())
            owners.insert(escapedText(lock->owner().bytes));
    }
    const auto sorted = [](const QSet<QString> &set) {
        QStringList list = set.values();
        list.sort();
        return list;
    };
    return {.kinds = sorted(kinds),
            .owners = sorted(owners),
            .nodes = sorted(nodes),
            .verdicts = sorted(verdicts)};
}

} // namespace lockscope
