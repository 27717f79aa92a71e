// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/listtotals.h"

#include "core/values/kindname.h"
#include "ui/text/format.h"

#include <QSet>

namespace lockscope
{

void ListTotals::add(const Lock &lock, int by)
{
    LockTotals::add(lock, by, lock.shownVerdict().level);
    stale += lock.stale ? by : 0;
}

FilterVocabulary vocabularyOf(const std::vector<LockPtr> &locks)
{
    constexpr qsizetype MostOwners = 500;
    QSet<QString> kinds, owners, nodes, verdicts;
    for (const LockPtr &lock : locks) {
        kinds.insert(kindText(lock->kind));
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
