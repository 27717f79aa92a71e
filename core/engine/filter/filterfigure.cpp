// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/filterfigure.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdictevidence.h"

namespace lockscope
{
namespace
{

QString verdictText(VerdictLevel level)
{
    switch (level) {
    case VerdictLevel::Ok:
        return Tr::tr("verdict ok", "figure of an alert");
    case VerdictLevel::Info:
        return Tr::tr("verdict info", "figure of an alert");
    case VerdictLevel::Warning:
        return Tr::tr("verdict warning", "figure of an alert");
    case VerdictLevel::Critical:
        return Tr::tr("verdict critical", "figure of an alert");
    }
    return {};
}

} // namespace

QString figureText(const FilterTerm &term, const Lock &lock, Instant at)
{
    switch (term.field) {
    case FilterField::Ttl:
        return lock.expiresAt ? Tr::tr("ttl %1").arg(humanDuration(millisecondsBetween(at, *lock.expiresAt)))
                              : Tr::tr("ttl none");
    case FilterField::Held:
        return Tr::tr("held %1", "for a time").arg(heldForText(lock, at));
    case FilterField::Waiters:
        return Tr::tr("waiters %1").arg(lock.waiters.count().figure());
    case FilterField::Renewals:
        return Tr::tr("renewals %1").arg(lock.renewals.count);
    case FilterField::Count:
        return Tr::tr("count %1").arg(lock.count());
    case FilterField::Verdict:
        return verdictText(lock.shownVerdict().level);
    default:
        return {};
    }
}

} // namespace lockscope
