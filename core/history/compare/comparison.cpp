// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/comparison.h"

#include <algorithm>

namespace lockscope
{

std::optional<milliseconds> StretchFigures::waitEstimate() const
{
    if (!waiterSeconds)
        return {};
    return Tally{.acquired = acquired, .waiterSeconds = *waiterSeconds}.waitEstimate();
}

bool ComparedGroup::isSignificant() const
{
    return std::ranges::any_of(
        differences, [](const Difference &each) { return each.finding == Significance::Significant; });
}

const char *name(Compared what)
{
    switch (what) {
    case Compared::Holds:
        return "holds";
    case Compared::Acquired:
        return "acquired";
    case Compared::Waiting:
        return "waiting";
    case Compared::Overdue:
        return "overdue";
    case Compared::Expired:
        return "expired";
    case Compared::Forced:
        break;
    }
    return "forced";
}

const char *name(Significance finding)
{
    switch (finding) {
    case Significance::Unknown:
        return "unknown";
    case Significance::Sampled:
        return "sampled";
    case Significance::TooFew:
        return "too-few";
    case Significance::Chance:
        return "chance";
    case Significance::Significant:
        break;
    }
    return "significant";
}

const char *name(CompareBy by)
{
    return by == CompareBy::Lock ? "lock" : "prefix";
}

const char *name(Comparison::Names names)
{
    switch (names) {
    case Comparison::Names::Comparable:
        return "comparable";
    case Comparison::Names::OneRedacted:
        return "one-redacted";
    case Comparison::Names::NoneInCommon:
        break;
    }
    return "none-in-common";
}

} // namespace lockscope
