// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/wholeplan.h"

#include "core/base/tr.h"
#include "core/formats/planning.h"
#include "core/redis/script.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

// The scripts for locks whose expiry is the first key's, and that have one holder.
bool firstKeyExpires(const QByteArray &script)
{
    static const std::array<QByteArrayView, 6> names{
        "redisson-force-release", "redisson-rw-force-release", "token-force-release",
        "counter-force-release",  "spring-force-release",      "pythonredislock-force-release"};
    return std::find(names.begin(), names.end(), QByteArrayView(script)) != names.end();
}

void compareTtl(ActPlan &plan, milliseconds longest, bool withTexts)
{
    const QString before = withTexts ? redisCliEval(plan) : QString();
    plan.script = withinTtl(plan.script);
    plan.args.push_back(QByteArray::number(qint64(longest.count())));
    if (!withTexts)
        return;
    plan.commands.replaceInStrings(before, redisCliEval(plan));
    plan.steps.prepend(longest < milliseconds(0)
                           ? Tr::tr("Continues only if the lock still has no expiry, as shown: with one, it "
                                    "was acquired again, or an expiry was set")
                           : Tr::tr("Continues only if at most %1 are left: more means that the same owner "
                                    "renewed it or acquired it again")
                                 .arg(humanDuration(longest)));
}

} // namespace

Outcome<ActPlan> wholePlan(const Format &format, const ActRequest &request, const Lock *seen)
{
    Outcome<ActPlan> plan = format.plan(request, seen);
    if (plan && request.act == ActKind::ForceRelease && request.longestTtl && firstKeyExpires(plan->script))
        compareTtl(*plan, *request.longestTtl, request.withTexts);
    return plan;
}

} // namespace lockscope
