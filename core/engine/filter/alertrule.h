// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An alert rule: a filter (lockfilter.h) and how long a lock must match it: "verdict>=warning kind:rlock for
// 30s". Without "for" it alerts at once; "for" in quotes is a text to look for. Pure; any thread.

#include "core/engine/filter/lockfilter.h"

namespace lockscope
{

struct AlertRule {
    QString text{}; // as written
    LockFilter filter{};
    milliseconds lasting{0};

    // What may be no lock at all raises no alert, unless the rule itself says how sure it must be.
    bool matches(const Lock &lock, Instant at, Confidence least) const;
    // Failures are BadInput and name the column.
    static Outcome<AlertRule> parse(const QString &text);
};

} // namespace lockscope
