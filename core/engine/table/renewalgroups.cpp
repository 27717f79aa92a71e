// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/renewalgroups.h"

#include "core/engine/verdicts/renewals/leasekind.h"

#include <QHash>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype ShortestId = 8; // a shorter id may be used by several clients
constexpr milliseconds SameTick{50};
constexpr int SamePeriodPart = 20; // a twentieth: 5 %

bool hasBeat(const Lock &lock)
{
    return lock.held() && lock.renewals.count >= FewestBeats && lock.renewals.period && lock.renewals.lastAt;
}

bool beatTogether(const Lock &a, const Lock &b)
{
    const milliseconds apart = std::chrono::abs(*a.renewals.period - *b.renewals.period);
    return apart <= std::min(*a.renewals.period, *b.renewals.period) / SamePeriodPart &&
           std::chrono::abs(*a.renewals.lastAt - *b.renewals.lastAt) <= SameTick;
}

// Compares with the first lock of a group, so that a group cannot drift. Only the last groups can still grow.
void addByRhythm(std::vector<LockPtr> renewing, std::vector<std::vector<LockPtr>> &groups)
{
    std::stable_sort(renewing.begin(), renewing.end(), [](const LockPtr &a, const LockPtr &b) {
        return *a->renewals.lastAt < *b->renewals.lastAt;
    });
    const auto isOver = [](const std::vector<LockPtr> &group, const Lock &lock) {
        return *lock.renewals.lastAt - *group.front()->renewals.lastAt > SameTick;
    };
    size_t open = groups.size();
    for (const LockPtr &lock : renewing) {
        while (open < groups.size() && isOver(groups[open], *lock))
            ++open;
        const auto group =
            std::find_if(groups.begin() + qsizetype(open), groups.end(),
                         [&](const auto &other) { return beatTogether(*other.front(), *lock); });
        if (group == groups.end())
            groups.push_back({lock});
        else
            group->push_back(lock);
    }
}

} // namespace

std::vector<RenewalGroup> renewalGroups(const std::vector<LockPtr> &locks, const ClientTold &clientTold)
{
    std::vector<std::vector<LockPtr>> groups;
    QHash<QByteArray, size_t> clients;
    std::vector<LockPtr> renewing;
    std::vector<QByteArray> names;
    for (const LockPtr &lock : locks) {
        if (!lock->held())
            continue;
        const QByteArray client = clientTold(*lock);
        if (client.isEmpty()) {
            if (hasBeat(*lock))
                renewing.push_back(lock);
            continue;
        }
        const auto known = clients.constFind(client);
        if (known != clients.cend()) {
            groups[*known].push_back(lock);
            continue;
        }
        clients.insert(client, groups.size());
        groups.push_back({lock});
        names.push_back(client);
    }
    addByRhythm(std::move(renewing), groups);
    names.resize(groups.size());
    std::vector<RenewalGroup> told;
    for (size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].size() < 2)
            continue;
        RenewalGroup &group = told.emplace_back(RenewalGroup{.client = names[i]});
        for (const LockPtr &lock : groups[i])
            group.locks.push_back(lock->key);
    }
    return told;
}

QByteArray clientTold(const Registry &registry, const Lock &lock)
{
    const Format *format = registry.find(lock.kind.name);
    return format ? format->ownerParts(lock.owner()).client : QByteArray();
}

QByteArray clientKey(const Registry &registry, const Lock &lock)
{
    QByteArray client = clientTold(registry, lock);
    if (!client.isEmpty())
        return client;
    const OwnerId owner = lock.owner();
    const bool namesNobody = owner.bytes.size() < ShortestId || lock.kind == LockKind{"untokened-lock"};
    return namesNobody ? QByteArray(1, '\0') + lock.key.bytes : owner.bytes;
}

} // namespace lockscope
