// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/nolockformat.h"

#include "core/formats/planning.h"
#include "core/redis/glob.h"
#include "core/values/rule.h"

#include <algorithm>

namespace lockscope
{

namespace
{

const FamilyFacts NoLockFacts{.kind = {NoLockKind}};

} // namespace

NoLockFormat::NoLockFormat(std::vector<QByteArray> patterns)
    : Family(NoLockFacts), m_patterns(std::move(patterns))
{
}

NameRole NoLockFormat::roleOf(QByteArrayView key) const
{
    const bool isMeant = std::any_of(m_patterns.begin(), m_patterns.end(),
                                     [key](const QByteArray &glob) { return globMatches(glob, key); });
    return {.kind = isMeant ? NameRole::Kind::Noise : NameRole::Kind::Open};
}

Outcome<ActPlan> NoLockFormat::plan(const ActRequest &request, const Lock *) const
{
    return unsupportedAct(request.key, legend());
}

} // namespace lockscope
